"""A state in a file: arrays as NumPy writes them, all else as JSON. Reading one executes nothing that lies in it.

A state is made of numbers, texts, booleans, None, arrays, and tuples, lists and dictionaries of them; it comes back as
it was, to the last bit. Anything else is refused by name when it is written.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.aside import written_aside
from linkwork.base.errors import shown
from linkwork.exchange.subsystem import SubsystemError

_ARRAY, _NUMBER, _TUPLE, _DICTIONARY = "array", "number", "tuple", "dictionary"
_LAYOUT = "layout"  # the name of the JSON among the arrays, which are named by their numbers


def write_state(path: Path, state: Any) -> None:
    """Write a state; the file is there as a whole or not at all."""
    arrays: list[Array] = []
    layout = np.array(json.dumps(_layout_of(state, arrays)))
    named: dict[str, Any] = {_LAYOUT: layout} | {str(number): each for number, each in enumerate(arrays)}
    content = io.BytesIO()
    np.savez(content, **named)
    with written_aside(path) as aside:
        aside.write_bytes(content.getvalue())


def read_state(path: Path) -> Any:
    """The state of a file."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return _state_of(json.loads(str(arrays[_LAYOUT])), arrays)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise SubsystemError(f"the saved state '{path}' cannot be read: {error}") from None


def _layout_of(state: Any, arrays: list[Array]) -> Any:
    """What JSON holds of a state; arrays, and numbers that JSON would change, are put into the list."""
    if state is None or isinstance(state, (bool, str)) or (isinstance(state, int) and type(state) is int):
        return state
    if isinstance(state, list):
        return [_layout_of(each, arrays) for each in state]
    if isinstance(state, tuple) and type(state) is tuple:
        return {_TUPLE: [_layout_of(each, arrays) for each in state]}
    if isinstance(state, dict) and all(isinstance(key, str) for key in state):
        return {_DICTIONARY: {key: _layout_of(each, arrays) for key, each in state.items()}}
    if isinstance(state, (float, complex, np.generic, np.ndarray)):
        array = np.asarray(state)
        if not array.dtype.hasobject:
            arrays.append(array)
            kind = _NUMBER if isinstance(state, (float, complex)) and not isinstance(state, np.generic) else _ARRAY
            return {kind: len(arrays) - 1, "scalar": isinstance(state, np.generic)}
    raise SubsystemError(
        "a state in a folder is made of numbers, texts, arrays, and tuples, lists and dictionaries of them; "
        f"found {shown(state)}"
    )


def _state_of(layout: Any, arrays: Any) -> Any:
    """The state that a layout and its arrays stand for."""
    if isinstance(layout, list):
        return [_state_of(each, arrays) for each in layout]
    if not isinstance(layout, dict):
        return layout
    if _TUPLE in layout:
        return tuple(_state_of(each, arrays) for each in layout[_TUPLE])
    if _DICTIONARY in layout:
        return {key: _state_of(each, arrays) for key, each in layout[_DICTIONARY].items()}
    if _NUMBER in layout:
        return arrays[str(layout[_NUMBER])].item()
    array = arrays[str(layout[_ARRAY])]
    return array[()] if layout["scalar"] else array
