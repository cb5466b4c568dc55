"""Segments: what a follower does one after the other: rise, dwell, fall, as a user writes it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwork.base.errors import MechanismError, shown
from linkwork.design.cams.laws import POLYNOMIALS, require_law
from linkwork.expression import as_expression
from linkwork.expression.given import public

DEFAULT_LAW = "3-4-5"


def number(what: str, value: Any) -> float:
    """A number or a text with a unit, such as `25 mm`."""
    try:
        expression = as_expression(value)
        if expression.names:
            raise MechanismError(f"'{expression}' is not known here; give a number, with a unit if need be")
        return float(expression.value().real)
    except MechanismError as error:
        raise MechanismError(f"{what}: {error}") from None


def positive(what: str, value: Any, zero: bool = False) -> float:
    """A number above zero (or zero, where that is allowed)."""
    positive = number(what, value)
    if positive < 0.0 or (positive == 0.0 and not zero):
        raise MechanismError(f"{what} must be {'zero or more' if zero else 'positive'}; it is {positive:g}")
    return positive


Slopes = tuple[float, ...]


@dataclass(frozen=True)
class Segment:
    """One part of a motion. What is left out is found: `over` fills the period, boundary values are the neighbours'."""

    kind: str
    over: float | None
    law: str = "dwell"
    to: float | None = None
    by: float | None = None
    start: Slopes | None = None
    end: Slopes | None = None


@public
def rise(
    by: Any, over: Any = None, law: str = DEFAULT_LAW, start: Sequence[Any] | None = None, end: Any = None
) -> Segment:
    """Rise by a height. `start` and `end` give derivatives by the cam angle there: slope, second, third.

    They can be chosen with the polynomial laws; left out they are those of the neighbours, or zero.
    """
    return _moving("rise", over, law, start, end, by=positive("rise: by", by))


@public
def fall(
    by: Any = None, over: Any = None, law: str = DEFAULT_LAW, start: Sequence[Any] | None = None, end: Any = None
) -> Segment:
    """Fall by a height; left out, back to where the motion began."""
    return _moving("fall", over, law, start, end, by=None if by is None else -positive("fall: by", by))


@public
def move(
    to: Any, over: Any = None, law: str = DEFAULT_LAW, start: Sequence[Any] | None = None, end: Any = None
) -> Segment:
    """Move to a place."""
    return _moving("move", over, law, start, end, to=number("move: to", to))


@public
def dwell(over: Any = None) -> Segment:
    """Stay; left out, `over` is what the other segments leave of the period."""
    return Segment("dwell", _over("dwell", over))


def _over(what: str, over: Any) -> float | None:
    return None if over is None else positive(f"{what}: over", over)


def _moving(kind: str, over: Any, law: str, start: Any, end: Any, **height: float | None) -> Segment:
    require_law(law)
    slopes = {"start": _slopes(kind, law, "start", start), "end": _slopes(kind, law, "end", end)}
    return Segment(kind, _over(kind, over), law, **height, **slopes)  # type: ignore[arg-type]


def _slopes(kind: str, law: str, where: str, given: Any) -> Slopes | None:
    if given is None:
        return None
    if law not in POLYNOMIALS:
        raise MechanismError(f"{kind}: law '{law}' has its own values at the ends; give '{where}' to 3-4-5 or 4-5-6-7")
    count = POLYNOMIALS[law]
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise MechanismError(f"{kind}: '{where}' is a list of derivatives, as in [0.1, 0]; found {shown(given)}")
    values = tuple(number(f"{kind}: {where}", value) for value in given)
    if not values or len(values) > count:
        raise MechanismError(f"{kind}: '{where}' takes 1 to {count} derivatives with law {law}; found {len(values)}")
    return values + (0.0,) * (count - len(values))


def lengths(segments: Sequence[Segment], period: float | None) -> list[float]:
    """How long every segment takes."""
    missing = [place for place, segment in enumerate(segments) if segment.over is None]
    total = math.fsum(segment.over or 0.0 for segment in segments)
    if len(missing) > 1 or (missing and period is None):
        raise MechanismError("cam motion: only one segment may leave out 'over', and only where there is a period")
    lengths = [segment.over or 0.0 for segment in segments]
    if missing:
        lengths[missing[0]] = (period or 0.0) - total
        if lengths[missing[0]] <= 0.0:
            raise MechanismError(f"cam motion: the segments take {_degrees(total)}, and nothing is left of the period")
    elif period is not None and abs(total - period) > 1e-9 * period:
        raise MechanismError(
            f"cam motion: the segments take {_degrees(total)} in all, the period is {_degrees(period)};"
            " add a dwell() without 'over', which takes what is left"
        )
    return lengths


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.6g} deg"
