"""The protocol of subsystems in other processes: lines of text, numbers in hexadecimal so that no bit is lost.

    asked                               answered
    describe                            ok {"inputs": [...], "outputs": [...], "interfaces": {...}, ...}
    start T U...                        ok Y...
    attempt H C0... C1... C2...         ok Y...
    derivatives H C0... C1... C2...     ok D...          only where the description says "derives": true
    commit                              ok
    save                                ok TOKEN
    restore TOKEN                       ok
    stop                                (the process ends)

An answer `error WORDS` tells why something could not be done. Only these lines cross the border of a subsystem.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.exchange.state_file import read_state, write_state
from linkwork.exchange.subsystem import DEGREES, Description, Interface, Subsystem, SubsystemError

LONGEST = 10_000_000
"""Characters of a line; what is longer is no answer."""


def numbers_text(values: Iterable[float]) -> str:
    """Numbers as a line has them."""
    return " ".join(float(value).hex() for value in values)


def numbers_of(words: list[str], count: int | None = None) -> Array:
    """Numbers of a line; hexadecimal, or as people write them."""
    try:
        numbers = np.array([float.fromhex(word) if "0x" in word else float(word) for word in words])
    except ValueError:
        raise SubsystemError(f"expected numbers; found {' '.join(words)[:80]!r}") from None
    if count is not None and len(numbers) != count:
        raise SubsystemError(f"expected {count} numbers; found {len(numbers)}")
    return numbers


def description_text(told: Description) -> str:
    """A description as JSON, on one line."""
    return json.dumps(asdict(told))


def description_of(text: str) -> Description:
    """A description out of JSON that another program wrote."""
    try:
        read = json.loads(text)
        faces = interfaces_of(read.pop("interfaces", {}))
        inputs, outputs = (tuple(map(str, read.pop(key))) for key in ("inputs", "outputs"))
        lawful = tuple(map(str, read.pop("lawful", ())))
        return Description(inputs, outputs, faces, **read, lawful=lawful)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SubsystemError(f"its description cannot be read: {error}") from None


def interfaces_of(read: Mapping[str, Mapping[str, Any]]) -> dict[str, Interface]:
    """Interfaces out of plain data."""
    interfaces = {}
    for name, face in read.items():
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in face.items()
        }
        interfaces[name] = Interface(**fields)
    return interfaces


class Saved:
    """States that were saved, by number: in this process, or in a folder that outlives it."""

    def __init__(self, folder: Path | None) -> None:
        self.folder, self.tokens = folder, list[Any]()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def add(self, state: Any) -> int:
        """Keep a state; its number."""
        if self.folder is None:
            self.tokens.append(state)
            return len(self.tokens) - 1
        number = 1 + max((int(each.stem) for each in self.folder.glob("*.state") if each.stem.isdigit()), default=-1)
        write_state(self.folder / f"{number}.state", state)
        return number

    def get(self, words: list[str]) -> Any:
        """A state by its number."""
        number = int(words[0]) if words and words[0].isdigit() else -1
        if self.folder is not None and (self.folder / f"{number}.state").exists():
            return read_state(self.folder / f"{number}.state")
        if not 0 <= number < len(self.tokens):
            raise SubsystemError(f"there is no saved state {' '.join(words)!r}")
        return self.tokens[number]


def serve(
    subsystem: Subsystem,
    read: Callable[[], str],
    write: Callable[[str], Any],
    folder: str | PathLike[str] | None = None,
) -> None:
    """Answer lines until there are none or one says stop.

    States are saved in this process, or in a `folder` of your own, where a program that is started again finds them:
    numbers, texts, arrays, and tuples, lists and dictionaries of them.
    """
    tokens = Saved(None if folder is None else Path(folder))
    told = subsystem.describe()
    while True:
        words = read().split()
        if not words or words[0] == "stop":
            subsystem.close()
            return
        try:
            write(_answer(subsystem, told, tokens, words))
        except (LinkworkError, ValueError, ArithmeticError) as error:
            write(f"error {' '.join(str(error).split())}\n")


def _answer(subsystem: Subsystem, told: Description, tokens: Saved, words: list[str]) -> str:
    what, given, width = words[0], words[1:], len(told.inputs)
    if what == "describe":
        return f"ok {description_text(told)}\n"
    if what == "start":
        t, *inputs = numbers_of(given, 1 + width)
        return f"ok {numbers_text(subsystem.start(float(t), np.array(inputs)))}\n"
    if what == "attempt":
        numbers = numbers_of(given, 1 + DEGREES * width)
        return f"ok {numbers_text(subsystem.attempt(float(numbers[0]), numbers[1:].reshape(DEGREES, width)))}\n"
    if what == "derivatives" and told.derives:
        numbers = numbers_of(given, 1 + DEGREES * width)
        slopes = subsystem.derivatives(float(numbers[0]), numbers[1:].reshape(DEGREES, width))  # type: ignore[attr-defined]
        return f"ok {numbers_text(np.ravel(slopes))}\n"
    if what == "commit":
        subsystem.commit()
        return "ok\n"
    if what == "save":
        return f"ok {tokens.add(subsystem.save())}\n"
    if what == "restore":
        subsystem.restore(tokens.get(given))
        return "ok\n"
    raise SubsystemError(f"unknown request {what!r}")
