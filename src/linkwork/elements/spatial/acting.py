"""Where forces in a freedom and bindings of joints act on their bodies: the points at which a free body shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.elements.freedoms import ALONG, DIFFERENCE, DISTANCE
from linkwork.elements.spatial.ends import FramePair

if TYPE_CHECKING:
    from linkwork.elements.freedoms import Freedom
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import SpatialRow

ORIGIN: Vec = (0.0, 0.0, 0.0)


def in_joint(row: SpatialRow, joint: str, body: str) -> Vec | None:
    """The point of a joint in one of its bodies; None where it has no frames, or does not join the body."""
    element = row.scope.joint(joint)
    if not isinstance(element, FramePair) or body not in element.ends(row):
        return None
    return element.frames(row)[element.ends(row).index(body)][0]


def in_one_of(row: SpatialRow, joints: tuple[str, ...], body: str) -> Vec:
    """The point in a body of the first of these joints that joins it, those that carry it before those it carries."""
    for side in (1, 0):
        for joint in joints:
            if row.scope.joint(joint).ends(row)[side] == body:
                return in_joint(row, joint, body) or ORIGIN
    return ORIGIN


def of_freedom(row: SpatialRow, freedom: Freedom, joint: str) -> tuple[Any, Any]:
    """The points of a force in a freedom of a joint: a force at its two points, a torque at the joint.

    Along a line the force on the first body acts at the same place of the world as that on the second: None.
    """
    numbers = freedom.numbers
    if freedom.kind == ALONG:
        return None, numbers[3:6]
    if freedom.kind in (DISTANCE, DIFFERENCE):
        return numbers[:3], numbers[3:6]
    first, second = freedom.bodies
    return in_joint(row, joint, first), in_joint(row, joint, second) or ORIGIN


def where_joined(row: SpatialRow, first: str, second: str) -> tuple[Vec, Vec] | None:
    """The points of the first joint with frames between two bodies, in each of them."""
    for name, joint in row.scope.mechanism.joints.items():
        if isinstance(joint, FramePair) and set(joint.ends(row)) == {first, second}:
            one, other = (in_joint(row, name, body) or ORIGIN for body in (first, second))
            return one, other
    return None
