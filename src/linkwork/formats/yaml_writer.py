"""Writing model files: a layout that reads well, and changes put into the text that is already there."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from linkwork.base.errors import LinkworkError
from linkwork.expression import as_expression
from linkwork.mechanism.convert import to_data

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_LINE = 88
"""Longest text that is kept on one line where it may be broken into several."""


def new_text(mechanism: Mechanism) -> str:
    """The mechanism as a new text."""
    return _dumped(_laid_out(to_data(mechanism), 0))


def updated_text(mechanism: Mechanism, old: str | None) -> str:
    """The mechanism put into an existing text: what did not change stays as it is written there, comments too."""
    tree = _tree(old) if old is not None else None
    if tree is None:
        return new_text(mechanism)
    before, wanted = _read(old or ""), to_data(mechanism)
    if before == wanted:
        return old or ""
    _update(tree, wanted, before, 0)
    return _dumped(tree)


def _yaml() -> YAML:
    yaml = YAML(typ="rt", pure=True)
    yaml.width = 100_000
    yaml.preserve_quotes = True
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    return yaml


def _dumped(tree: Any) -> str:
    stream = io.StringIO()
    _yaml().dump(tree, stream)
    return stream.getvalue()


def _read(text: str) -> dict[str, Any] | None:
    """What the existing text says, in the form in which it would be written; None when it is not a model."""
    from linkwork.formats.model_file import loads

    try:
        return to_data(loads(text))
    except LinkworkError:
        return None


def _tree(text: str) -> CommentedMap | None:
    """The existing text with its comments, when it is safe to unfold and a mapping."""
    from linkwork.formats.yaml_reader import read_tree

    try:
        read_tree(text, "")
    except LinkworkError:
        return None
    tree = _yaml().load(text)
    return tree if isinstance(tree, CommentedMap) else None


def _update(tree: CommentedMap, wanted: dict[str, Any], before: Any, depth: int) -> None:
    """Make a mapping say what is wanted; entries that already did are not touched."""
    said = before if isinstance(before, dict) else {}
    for key in [key for key in tree if key not in wanted]:
        if before is None or key in said:
            del tree[key]
    for place, (key, value) in enumerate(wanted.items()):
        if key not in tree:
            tree.insert(min(place, len(tree)), key, _laid_out(value, depth + 1))
        elif key not in said or said[key] != value:
            tree[key] = _changed(tree[key], value, said.get(key), depth + 1)


def _changed(old: Any, value: Any, before: Any, depth: int) -> Any:
    """The old content with the new value in it."""
    if isinstance(old, CommentedMap) and isinstance(value, dict):
        _update(old, value, before, depth)
        return old
    if isinstance(old, CommentedSeq) and isinstance(value, list) and len(old) == len(value):
        for place, item in enumerate(value):
            earlier = before[place] if isinstance(before, list) and len(before) == len(value) else None
            old[place] = _changed(old[place], item, earlier, depth + 1)
        return old
    return old if _same(old, value) else _laid_out(value, depth)


def _same(old: Any, value: Any) -> bool:
    """Whether two scalars say the same number or text."""
    if isinstance(old, list | dict) or isinstance(value, list | dict | bool):
        return bool(old == value)
    try:
        return as_expression(old) == as_expression(value)
    except LinkworkError:
        return bool(old == value)


def _laid_out(value: Any, depth: int) -> Any:
    """Data as ruamel.yaml's containers: sections one entry a line, short entries in braces."""
    tree: CommentedMap | CommentedSeq
    if isinstance(value, dict):
        tree = CommentedMap({key: _laid_out(item, depth + 1) for key, item in value.items()})
    elif isinstance(value, list):
        tree = CommentedSeq([_laid_out(item, depth + 1) for item in value])
    else:
        return value
    if depth >= 2 and len(str(value)) <= _LINE:
        tree.fa.set_flow_style()
    return tree
