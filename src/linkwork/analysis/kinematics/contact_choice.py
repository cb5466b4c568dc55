"""Which of the closed points lead where they cannot all stay closed: decided by geometry, without forces.

Of several points that ask for more than the bodies can do, those are let go whose gaps open while the others lead: as
many as possible stay, and of several choices the one with the least motion is taken. With one freedom the fastest push
wins. Rates decide; where they say nothing, short steps do: the shortest in which a gap is seen to open.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from linkwork.elements import contact_point_layout_kernel as place
from linkwork.system.contact import contact_layout_kernel as contact_layout

if TYPE_CHECKING:
    from linkwork.analysis.kinematics.contact_moment import ContactMoment

_MOST = 4000  # sets of points that are tried
_LONGER = 4.0  # times as long is the next step
_OPENED = 1e-9  # of the length: a gap so wide has been seen to open
_LEVELS = 40


def chosen_by_rates(moment: ContactMoment) -> tuple[int, ...] | None:
    """The closed points that are let go at this position; None where no choice lets the others stay closed."""
    closed = moment.closed_points()
    best: tuple[int, ...] | None = None
    least = np.inf
    for gone in _choices(closed):
        if best is not None and len(gone) > len(best):
            break
        moment.close_only([point for point in closed if point not in gone])
        if not moment.settles():
            continue
        rates = moment.w[moment.shown[list(gone)] + contact_layout.SHOWN_RATE]
        motion = moment.motion(moment.speed)
        if np.all(rates > -moment.still(moment.speed)) and motion < least:
            best, least = gone, motion
    moment.close_only(closed)
    return best


def chosen_by_steps(moment: ContactMoment, shortest: float, longest: float) -> tuple[int, ...] | None:
    """The closed points that are let go so that a step can be made; None where there is no such choice."""
    closed = moment.closed_points()
    h, chosen = shortest, None
    for _ in range(_LEVELS):
        chosen = _chosen_in(moment, closed, h) if h <= longest else None
        moment.close_only(closed)
        if chosen is not None or h > longest:
            break
        h *= _LONGER
    return chosen


def _chosen_in(moment: ContactMoment, closed: list[int], h: float) -> tuple[int, ...] | None:
    """The choice that a step of length h shows; None also where it is too short to show anything."""
    undecided = len(closed)
    for gone in _choices(closed):
        if len(gone) > undecided:
            break
        moment.close_only([point for point in closed if point not in gone])
        if not moment.moves(h):
            continue
        gaps = moment.w[moment.outs[list(gone)] + place.GAP] / moment.system.length
        if np.all(gaps > _OPENED):
            return gone
        if np.all(gaps > -_OPENED):
            undecided = len(gone)
    return None


def _choices(closed: list[int]) -> Iterator[tuple[int, ...]]:
    """Points to be let go, few of them first."""
    every = (gone for count in range(1, len(closed) + 1) for gone in combinations(closed, count))
    return islice(every, _MOST)
