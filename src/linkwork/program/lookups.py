"""Tables on the tape: in which interval of its knots a number lies, and the number of a table that belongs to it.

Both stay as they are beside the state at which they are taken, so that what is made of them is differentiated by the
rules for products and sums.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any


def interval(x: float, knots: tuple[float, ...]) -> float:
    """The number of the interval that holds x, the first and the last reaching to infinity."""
    return float(min(max(bisect_right(knots, x) - 1, 0), len(knots) - 2))


def entry(number: float, numbers: tuple[float, ...]) -> float:
    """The number of a table that belongs to an interval."""
    return numbers[int(number)]


LOOKUPS: dict[str, Callable[[Any, Any], float]] = {"interval": interval, "entry": entry}
