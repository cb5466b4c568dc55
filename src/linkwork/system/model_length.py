"""The length that is typical of a mechanism, by which metres and radians are compared."""

from __future__ import annotations

from typing import Any

from linkwork.mechanism.expression.recorded import diagonal, largest, smallest
from linkwork.system.row import Row
from linkwork.system.scope import GROUND


def model_length(rows: list[Row]) -> Any:
    """A length typical of the mechanism: the widest spread of places on a moving body, radius or link.

    The ground counts only when nothing else has a size: a long row of small mechanisms is not large.
    """
    places: dict[str, list[tuple[Any, ...]]] = {}
    lengths = [0.0]
    for row in rows:
        lengths += row.lengths
        for body, *place in row.seen:
            places.setdefault(body, []).append(tuple(place))
    spreads = {body: _spread(points) for body, points in places.items()}
    fixed = spreads.pop(GROUND, 0.0)
    return largest([*lengths, *spreads.values()]) or fixed or 1.0


def _spread(points: list[tuple[Any, ...]]) -> Any:
    """Diagonal of the box around points."""
    return diagonal(largest(values) - smallest(values) for values in zip(*points, strict=True))
