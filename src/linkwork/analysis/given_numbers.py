"""Numbers that a user gives to an analysis, refused in words where they make no sense."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, shown

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

MOST_NUMBERS = 10**8
"""Coordinates of all points of a run: more would fill the memory."""


def require_number(name: str, value: Any) -> None:
    """Refuse what is no finite number above zero."""
    if isinstance(value, bool) or not isinstance(value, float | int) or not 0.0 < value < math.inf:
        raise AnalysisError(f"{name}: a number above zero is wanted; found {shown(value)}")


def require_whole(name: str, value: Any, least: int) -> None:
    """Refuse what is no whole number, or one that is too small."""
    try:
        whole = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        whole = None
    if whole is None or whole < least:
        raise AnalysisError(f"{name}: a whole number of at least {least} is wanted; found {shown(value)}")


def require_room(name: str, points: int, mechanism: Mechanism) -> None:
    """Refuse more points than the memory can hold, before anything is laid out for them."""
    most = MOST_NUMBERS // (len(mechanism.world.body_coordinates) * len(mechanism.bodies_by_name))
    if points > most:
        raise AnalysisError(f"{name}: {points:,} are too many for the memory; at most {most:,}")
