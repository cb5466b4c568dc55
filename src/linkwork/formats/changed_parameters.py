"""A model file with other values of its parameters, and everything else, comments too, as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from linkwork.base.errors import MechanismError
from linkwork.formats.text_places import places_of

_REMARK = re.compile(r"[ \t,]*[ \t]#[ \t]*([^\r\n]*)")
_SECTION = re.compile(r"^parameters:[ \t]*([^\r\n]*)", re.MULTILINE)
_INCLUDE = re.compile(r"^include:", re.MULTILINE)
_COMMENT = re.compile(r" +(?=#)")


def with_parameters(text: str, values: Mapping[str, float | str]) -> str:
    """The text of a model file that was read before, with these parameters: numbers in SI units, or texts (`30 deg`).

    A comment behind a value stays in its column where there is room.
    """
    known = {name: (start, end) for name, start, end in _places(text)}
    missing = [name for name in values if name not in known]
    if missing:
        raise MechanismError(f"parameter '{missing[0]}' is not in the section 'parameters' of the file")
    for name, value in sorted(values.items(), key=lambda one: -known[one[0]][0]):
        start, end = known[name]
        new = value if isinstance(value, str) else repr(float(value))
        rest = text[end:]
        gap = _COMMENT.match(rest)
        if gap is not None:
            rest = " " * max(1, len(gap[0]) - (len(new) - (end - start))) + rest[gap.end() :]
        text = f"{text[:start]}{new}{rest}"
    return text


def with_more_parameters(text: str, values: Mapping[str, str]) -> str:
    """The same, where a parameter may also be one of an included file: it is added, and so comes on top of that one."""
    here = {name for name, _, _ in _places(text)}
    text = with_parameters(text, {name: value for name, value in values.items() if name in here})
    more = {name: value for name, value in values.items() if name not in here}
    return _with_lines(text, more) if more else text


def _with_lines(text: str, values: Mapping[str, str]) -> str:
    """Parameters that the text does not have yet: behind those that it has, else in a section before `include`."""
    ends = "\r\n" if "\r\n" in text else "\n"
    places, section = list(_places(text)), _SECTION.search(text)
    if section is not None and places and section[1].startswith("{"):
        at = text.index("}", places[-1][2])
        return text[:at] + "".join(f", {name}: {value}" for name, value in values.items()) + text[at:]
    if section is not None and places:
        first = text.rfind("\n", 0, places[0][1]) + 1
        margin = text[first : len(text) - len(text[first:].lstrip(" "))]
        at = text.find("\n", places[-1][2]) + 1 or len(text)
        lines = "".join(f"{margin}{name}: {value}{ends}" for name, value in values.items())
        return text[:at] + ("" if text[:at].endswith("\n") else ends) + lines + text[at:]
    include = _INCLUDE.search(text)
    if section is not None or include is None:
        raise MechanismError(f"parameter '{next(iter(values))}' has no place in the file; write it there yourself")
    lines = "".join(f"  {name}: {value}{ends}" for name, value in values.items())
    return f"{text[: include.start()]}parameters:{ends}{lines}{ends}{text[include.start() :]}"


def comments_of(text: str) -> dict[str, str]:
    """The comments behind the values of the parameters of a model file that was read before."""
    comments = {name: _REMARK.match(text, end) for name, _, end in _places(text)}
    return {name: comment[1].strip() for name, comment in comments.items() if comment is not None}


def _places(text: str) -> Iterator[tuple[str, int, int]]:
    """Name, first and last place of every value in the section `parameters`."""
    section = places_of(text).at("parameters")
    for name, spot in ((section.entries or {}) if section is not None else {}).items():
        if spot.items is None and spot.entries is None:
            yield name, spot.start, spot.end
