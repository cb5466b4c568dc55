"""Whether gear centres that sit on one body are as far apart as the radii need."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from linkwork.places.row import Row

if TYPE_CHECKING:
    from linkwork.elements.planar.joints.gear import Gear
    from linkwork.elements.planar.joints.revolute import Revolute
    from linkwork.places.places import Point
    from linkwork.places.scope import Scope

Seats = dict[str, tuple[float, float]]
_SAME = 1e-9


def check_gears(scope: Scope) -> None:
    """Refuse gears whose centres are held at a distance that does not fit their radii."""
    for name, gear in scope.mechanism.joints.items():
        if getattr(gear, "type", "") == "gear":
            gear = cast("Gear", gear)
            row = Row(scope, f"joint '{name}'", name)
            first, second = (_seats(row, place) for place in gear.places())
            for carrier in first.keys() & second.keys():
                misfit = gear.misfit(row, math.dist(first[carrier], second[carrier]))
                if misfit:
                    row.fail(f"on body '{carrier}' {misfit}; change the radii or the centres")


def _seats(row: Row, centre: Point) -> Seats:
    """Where a gear's centre sits: on its own body, and on every body that a revolute joint pins there."""
    at = _real(row, centre)
    seats: Seats = {centre.body: at}
    for joint in row.scope.mechanism.joints.values():
        if getattr(joint, "type", "") == "revolute":
            first, second = cast("Revolute", joint).places()
            for here, there in ((first, second), (second, first)):
                if here.body == centre.body and math.dist(_real(row, here), at) <= _SAME * (1 + math.hypot(*at)):
                    seats[there.body] = _real(row, there)
    return seats


def _real(row: Row, place: Point) -> tuple[float, float]:
    x, y = row.scope.point(place)
    return float(x.real), float(y.real)
