"""Sizes of a skeleton that no person has: it was given in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.library.biomechanics.parts import PathMuscle, PathPoint

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton

LARGE = 20.0  # m from the origin of a body, or of space: nothing on or beside a person lies farther
LONG = 5.0  # m: no fibres, tendons and ligaments are longer


def require_sizes(skeleton: Skeleton) -> None:
    """Refuse a place on a body that lies far from its origin, and muscles and ligaments longer than any."""
    for whose, body, place in _places(skeleton):
        if body != "ground" and max(map(abs, place)) > LARGE:
            raise MechanismError(f"{whose} on '{body}' lies {math.hypot(*place):.3g} m away; is it in mm?")
    for one in skeleton.pulled:
        names = ("optimal_length", "tendon_length") if isinstance(one, PathMuscle) else ("slack_length",)
        for name in names:
            if getattr(one, name) > LONG:
                raise MechanismError(f"{_named(one)}: {name} is {getattr(one, name):g} m; is it in mm?")


def _places(skeleton: Skeleton) -> Iterator[tuple[str, str, Any]]:
    """Whose places they are, on which body, and where there."""
    for body in skeleton.bodies:
        yield "the center of mass", body.name, body.center
    for joint in skeleton.joints:
        yield f"joint '{joint.name}'", joint.parent, joint.at_parent[:3, 3]
        yield f"joint '{joint.name}'", joint.child, joint.at_child[:3, 3]
    for marker in skeleton.markers:
        yield f"marker '{marker.name}'", marker.body, marker.location
    for foot in skeleton.feet:
        yield "a contact sphere", foot.body, foot.center
    for one in skeleton.pulled:
        for number, station in enumerate(one.path, start=1):
            place = station.location if isinstance(station, PathPoint) else station.center
            yield f"{_named(one)}: station {number}", station.body, place


def _named(one: Any) -> str:
    return f"{'muscle' if isinstance(one, PathMuscle) else 'ligament'} '{one.name}'"
