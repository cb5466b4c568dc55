"""The length that is typical of a mechanism, by which metres and radians are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.base.names import GROUND
from linkwork.expression import recorded
from linkwork.numerics import analytic
from linkwork.places.row import Row

Function = Callable[[Any], Any]


def model_length(rows: list[Row]) -> Any:
    """A length typical of the mechanism: the widest spread of places on a moving body, radius or link.

    The ground counts only when nothing else has a size: a long row of small mechanisms is not large.
    """
    return _typical(rows, lambda value: value.real, recorded.largest, recorded.smallest, recorded.diagonal)


def carried_length(rows: list[Row]) -> Any:
    """The same, with the derivative that the rows of complex tables carry."""

    def largest(values: Any) -> Any:
        return max(values, key=lambda value: value.real)

    def smallest(values: Any) -> Any:
        return min(values, key=lambda value: value.real)

    def diagonal(sides: Any) -> Any:
        return analytic.norm(list(sides))[()]

    return _typical(rows, lambda value: value, largest, smallest, diagonal)


def _typical(rows: list[Row], part: Function, largest: Function, smallest: Function, diagonal: Function) -> Any:
    places: dict[str, list[tuple[Any, ...]]] = {}
    lengths = [0.0]
    for row in rows:
        lengths += map(part, row.lengths)
        for body, *place in row.seen:
            places.setdefault(body, []).append(tuple(map(part, place)))
    spreads = {
        body: diagonal(largest(values) - smallest(values) for values in zip(*points, strict=True))
        for body, points in places.items()
    }
    fixed = spreads.pop(GROUND, 0.0)
    typical = largest([*lengths, *spreads.values()])
    if typical.real:
        return typical
    return fixed if fixed.real else 1.0
