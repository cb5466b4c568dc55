"""What kind of quantity a parameter without a unit is, by the places where it is used: shown with its unit, then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from linkwork.expression import Expression
from linkwork.expression import dimensions as dim
from linkwork.expression.dimension_of import ANY
from linkwork.mechanism.check_numbers import named_parts
from linkwork.mechanism.dimensions.check import DimensionCheck
from linkwork.mechanism.dimensions.walk import Place, places_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_NUMBER = r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?"
_TERM = re.compile(rf"(?:{_NUMBER}\*)?(?P<name>[^\W\d]\w*)(?P<time>\*t)?(?:/{_NUMBER})?")
_ANGLES = ("angle", "estimate[2]", "phase")
"""Fields of plain numbers that are angles, in rad."""


def units_of_bare(mechanism: Mechanism) -> dict[str, str]:
    """The SI units that parameters have by the places that take them, where those agree; written bare, they mean that.

    Told by places that hold `r`, `-r/2`, `2*r` or, where something moves, `r + w*t`; others say nothing.
    """
    units_of: dict[str, set[str]] = {}
    for expression, unit in _wanted(mechanism):
        for name, own in _told(expression, unit):
            if name in mechanism.parameters_by_name:
                units_of.setdefault(name, set()).add(own)
    return {name: next(iter(units)) for name, units in units_of.items() if len(units) == 1}


def _wanted(mechanism: Mechanism) -> Iterator[tuple[Expression, str]]:
    """Numbers of a mechanism with the unit that their place needs, where it is one."""
    check = DimensionCheck(mechanism)
    for word, parts in named_parts(mechanism).items():
        for part in parts.values() if word != "parameter" else ():
            for place in places_of(part, check.turns):
                unit = _unit(place, word)
                if unit:
                    yield place.expression, unit
    for value in mechanism.parameters_by_name.values():
        if value.names:
            kind = value.kind(lambda name: ANY)
            if kind.firm and kind.dimension not in (None, dim.PLAIN, dim.RATE):
                yield value, dim.unit_text(kind.dimension)


def _unit(place: Place, word: str) -> str:
    """What a place needs; a plain number is an angle, and one a second its rate, where a name or a driver says so."""
    if len(place.wanted) != 1:
        return ""
    field, wanted = place.path.rpartition(".")[2], place.wanted[0]
    if wanted in (dim.PLAIN, dim.RATE):
        turning = {dim.PLAIN: "rad", dim.RATE: "rad/s"}[wanted]
        return turning if word == "driver" or field in _ANGLES else ""
    return dim.unit_text(wanted)


def _told(expression: Expression, unit: str) -> Iterator[tuple[str, str]]:
    """Names that are terms of an expression in this unit, with their own units."""
    text = str(expression.text).replace(" ", "")
    if not expression.names or "(" in text or "^" in text:
        return
    for term in re.split(r"(?<![eE])[-+]", text):
        match = _TERM.fullmatch(term)
        if match and match["name"] in expression.names:
            yield match["name"], f"{unit}/s" if match["time"] else unit
