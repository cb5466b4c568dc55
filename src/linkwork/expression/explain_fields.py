"""Validation errors in a user's words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import ValidationError

from linkwork.base.errors import shown

_EXPECTED = {
    "string_type": "expected text",
    "tuple_type": "expected a list",
    "list_type": "expected a list",
    "dict_type": "expected a mapping (key: value)",
    "model_type": "expected a mapping (key: value)",
    "model_attributes_type": "expected a mapping (key: value)",
    "bool_type": "expected true or false",
    "bool_parsing": "expected true or false",
    "int_type": "expected a whole number",
    "int_parsing": "expected a whole number",
    "int_from_float": "expected a whole number",
    "string_too_short": "must not be empty",
}
_UNIONS = ("tuple[", "function-")
_UNFIT = ("extra_forbidden", "missing")
_PLAIN = ("str", "int", "float", "bool")
"""How the names begin, and what they are, by which pydantic tells the members of a union apart."""


def first_error(error: ValidationError) -> Any:
    """The entry to report: an unknown field before all, for it is often a misspelt one that is then missing."""
    entries = error.errors(include_url=False)
    unknown = [entry for entry in entries if entry["type"] == "extra_forbidden"]
    return _as_meant(_of_fitting_kind((unknown or entries)[0], entries), entries)


def _of_fitting_kind(entry: Any, entries: Sequence[Any]) -> Any:
    """Of a field that one kind of a union lacks: what is wrong in the kind that the given fields fit best."""
    place = entry["loc"][:-2]
    if entry["type"] not in _UNFIT or not _is_kind(entry["loc"][len(place) : -1]):
        return entry
    kinds: dict[str, list[Any]] = {}
    for other in entries:
        if other["loc"][: len(place)] == place and _is_kind(other["loc"][len(place) : -1]):
            kinds.setdefault(other["loc"][len(place)], []).append(other)
    unfit = {name: sum(one["type"] in _UNFIT for one in of) for name, of in kinds.items()}
    best = min(unfit, key=lambda name: unfit[name])
    if unfit[best] == unfit[entry["loc"][-2]]:
        return entry
    return min(kinds[best], key=lambda one: one["type"] != "extra_forbidden")


def _is_kind(steps: Sequence[str | int]) -> bool:
    """Whether the first of these steps is the name of a kind of parts, such as `PathPoint`."""
    return bool(steps) and isinstance(steps[0], str) and re.match("[A-Z][a-z]", steps[0]) is not None


def _as_meant(entry: Any, entries: Sequence[Any]) -> Any:
    """What is wrong in the list or the part that was given, not that it is no text or no number."""
    if entry["type"] == "expression" and isinstance(entry["input"], dict):
        place = entry["loc"][:-1]
        others = [one for one in entries if one["type"] != "expression" and one["loc"][: len(place)] == place]
        return next(iter(others), entry)
    if entry["type"] != "string_type" or not isinstance(entry["input"], list | tuple):
        return entry
    place = entry["loc"][:-1]
    inside = [other for other in entries if other["loc"][: len(place)] == place and len(other["loc"]) > len(place) + 1]
    return max(inside, key=lambda other: len(other["loc"]), default=entry)


def sentence(entry: Any, known: Sequence[str] = ()) -> str:
    """What is wrong, in one sentence; `known` are the fields that may stand there."""
    kind = entry["type"]
    field = entry["loc"][-1] if entry["loc"] else ""
    if kind == "missing":
        return f"'{field}' is missing" if isinstance(field, str) else f"item {field + 1} of the list is missing"
    if kind == "extra_forbidden":
        return f"'{field}' is not known here{_choice(str(field), known)}"
    if kind in ("value_error", "assertion_error"):
        return entry["msg"].partition(", ")[2] or entry["msg"]
    if kind == "literal_error":
        return f"must be {entry['ctx']['expected']}; found {_short(entry['input'])}"
    if kind == "union_tag_invalid":
        sentence, known = str(entry["ctx"]["tag"]), _quoted(entry["ctx"]["expected_tags"])
        return f"there is no type '{sentence}'{_choice(sentence, known)}"
    if kind == "union_tag_not_found":
        return "'type' is missing"
    if kind == "place":
        return str(entry["ctx"]["message"])
    if kind == "expression":
        nothing = entry["input"] is None
        return "expected a number or an expression; found nothing" if nothing else entry["ctx"]["message"]
    return _general(entry)


def explain(error: ValidationError, kind: type[Any] | None = None) -> str:
    """The first thing that is wrong with the fields of one part of that kind, in one sentence."""
    entry = first_error(error)
    text = sentence(entry, _fields(kind, entry["loc"][:-1]) if entry["type"] == "extra_forbidden" else ())
    loc = [*entry["loc"], *entry.get("ctx", {}).get("inner", ())]
    if entry["type"] in ("missing", "extra_forbidden") or not loc:
        return text
    return f"'{_path(loc)}': {text}"


def _fields(kind: Any, steps: Sequence[str | int]) -> list[str]:
    """The fields of the part that stands in a part of that kind behind these steps; none where they lead elsewhere."""
    kinds = [kind]
    for step in steps:
        if not _is_member(step):
            kinds = [inner for one in kinds for member in _members(one) for inner in _behind(member, step)]
    fields = [field for one in kinds for member in _members(one) for field in _fields_of(member).items()]
    return list(dict.fromkeys(field.alias or name for name, field in fields if name != "type"))


def _is_member(step: str | int) -> bool:
    return isinstance(step, str) and (step.startswith(_UNIONS) or step in _PLAIN)


def _fields_of(kind: Any) -> dict[str, Any]:
    return getattr(kind, "model_fields", {}) if isinstance(kind, type) else {}


def _members(kind: Any) -> list[Any]:
    """The kinds that an annotation allows, without what validates them."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [member for one in get_args(kind) for member in _members(one)]
    return [kind]


def _behind(kind: Any, step: str | int) -> list[Any]:
    """What stands behind a step: a field, an item, or the member of a union that has this tag."""
    fields = _fields_of(kind)
    if fields:
        if step in fields:
            return [fields[str(step)].annotation]
        tag = fields["type"].default if "type" in fields else kind.__name__
        return [kind] if step == tag else []
    items = [one for one in get_args(kind) if one is not Ellipsis]
    return items[-1:] if get_origin(kind) in (dict, list, tuple) else []


def _path(loc: Sequence[str | int]) -> str:
    """`points[1][0]`: the way to an entry, from the last name on, without the kinds of functions on the way."""
    loc = [step for step in loc if not _is_member(step)]
    names = [place for place, step in enumerate(loc) if isinstance(step, str)]
    begin = names[-1] if names else 0
    return "".join(f"[{step}]" if isinstance(step, int) else str(step) for step in loc[begin:])


def _general(entry: Any) -> str:
    kind, context = entry["type"], entry.get("ctx", {})
    if kind in ("too_long", "too_short"):
        wanted = context.get("max_length") if kind == "too_long" else context.get("min_length")
        limit = "at most" if kind == "too_long" else "at least"
        return f"expected {limit} {wanted} items; found {context.get('actual_length', 'more')}"
    if kind in ("greater_than_equal", "less_than_equal"):
        limit = f"at least {context['ge']}" if kind == "greater_than_equal" else f"at most {context['le']}"
        return f"must be {limit}; found {_short(entry['input'])}"
    message = _EXPECTED.get(kind) or f"{entry['msg'][0].lower()}{entry['msg'][1:]}"
    return f"{message}; found {_short(entry['input'])}"


def _choice(word: str, known: Sequence[str]) -> str:
    """`; did you mean 'x'?`, or the list of what there is."""
    known = [other for other in known if other != word]
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; known are: {', '.join(known)}" if known else ""


def _quoted(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def _short(value: Any) -> str:
    if value is None:
        return "nothing"
    return shown(value)
