"""Dry friction in spatial joints: which joints rub, where, and what presses there.

A journal is pressed by the force square to its axis, of which friction is a part (the friction circle), its collar by
the force along it. With a `length` the forces act at both ends of the bearing or slider, whose middle is the joint's
point on the second body, and carry the bending moment as well. In a ball, and where a joint slides too, the force is
taken as the normal one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.elements.contacts import Friction
from linkwork.elements.joint_friction import JointFriction, refuse, refuse_field, required
from linkwork.elements.spatial.joints.joints import (
    Cylindrical,
    OnLine,
    PointOnPlane,
    Revolute,
    Spherical,
    Translational,
)

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.places.spatial.row import SpatialRow

KNOWN = "revolute, translational, cylindrical, spherical, point_on_line and point_on_plane joints"
_F, _G, _H, _TURN_F, _TURN_G, _TURN_H = range(6)  # slips along the axes of the joint's frame, and about them
_NONE = (0.0,) * 6


def pack_friction(row: SpatialRow, friction: Friction, joint: Element) -> JointFriction:
    """How a joint rubs, checked."""
    if isinstance(joint, Revolute):
        return _hinge(row, friction, joint)
    if isinstance(joint, Cylindrical):
        return _sleeve(row, friction, joint)
    if isinstance(joint, Translational):
        return _guide(row, friction, joint)
    if isinstance(joint, Spherical):
        return _ball(row, friction, joint)
    if isinstance(joint, OnLine | PointOnPlane):
        return _point(row, friction, joint)
    refuse(row, friction.joint, joint, KNOWN)


def kernel_body() -> Any:
    """The kernel's plain function; importing it imports numba."""
    from linkwork.elements.spatial.contact.friction_kernel import friction

    return friction


def _force(axis: int, share: Any = 1.0) -> tuple[Any, ...]:
    """A load: a share of the force along an axis of the frame."""
    return *_NONE[:axis], share, *_NONE[axis + 1 :]


def _square(row: SpatialRow, friction: Friction) -> list[tuple[Any, ...]]:
    """Loads square to the axis, in groups of two: the force, or with a length the forces at both ends.

    A force F and a moment M are the forces F/2 - h x M / L at the end on the positive side and F/2 + h x M / L.
    """
    if friction.length is None:
        return [_force(_F), _force(_G)]
    lever = 1.0 / row.positive(friction.length, "length")
    ends = [((0.5, 0.0, 0.0, 0.0, sign, 0.0), (0.0, 0.5, 0.0, -sign, 0.0, 0.0)) for sign in (lever, -lever)]
    return [load for end in ends for load in end]


def _hinge(row: SpatialRow, friction: Friction, joint: Revolute) -> JointFriction:
    """A journal with a collar that takes the force along the axis, on the same radius.

    The coefficient of a journal is smaller by sqrt(1 + mu^2); the collar's load is so much larger instead.
    """
    radius = required(row, friction.radius, "radius", "the radius of the journal, on which the friction acts")
    if friction.depends_on_speed(row):
        row.fail("a coefficient that depends on the speed is not known for a hinge with its collar; give a number")
    mu = friction.coefficients(row)[0]
    loads = [*_square(row, friction), _force(_H, (1.0 + mu * mu) ** 0.5), _NONE]
    return _packed(row, joint, (_TURN_H,), radius, loads, 2, whole=True)


def _sleeve(row: SpatialRow, friction: Friction, joint: Cylindrical) -> JointFriction:
    """A shaft that turns and slides in a bore: both slips share one friction force."""
    radius = required(row, friction.radius, "radius", "the radius of the shaft, on which the friction acts")
    return _packed(row, joint, (_H, _TURN_H), radius, _square(row, friction), 2)


def _guide(row: SpatialRow, friction: Friction, joint: Translational) -> JointFriction:
    """A slider; with a radius its twisting moment is carried by two opposed forces at that distance from the axis."""
    loads = _square(row, friction)
    if friction.radius is not None:
        loads += [(0.0, 0.0, 0.0, 0.0, 0.0, 1.0 / row.positive(friction.radius, "radius")), _NONE]
    return _packed(row, joint, (_H,), 0.0, loads, 2)


def _ball(row: SpatialRow, friction: Friction, joint: Spherical) -> JointFriction:
    """A ball in its socket: the slip is the radius times the relative angular velocity, about whatever axis."""
    refuse_field(row, friction.length, "length", "a ball has none: its reaction is a force alone")
    radius = required(row, friction.radius, "radius", "the radius of the ball, on which the friction acts")
    loads = [_force(axis) for axis in (_F, _G, _H)]
    return _packed(row, joint, (_TURN_F, _TURN_G, _TURN_H), radius, loads, 3)


def _point(row: SpatialRow, friction: Friction, joint: OnLine | PointOnPlane) -> JointFriction:
    """A point that slides on a line or on a plane."""
    for field in ("radius", "length"):
        refuse_field(row, getattr(friction, field), field, "here only a point slides; leave it out")
    if isinstance(joint, OnLine):
        return _packed(row, joint, (_H,), 0.0, [_force(_F), _force(_G)], 2)
    return _packed(row, joint, (_F, _G), 0.0, [_force(_H)], 1)


def _packed(
    row: SpatialRow, joint: Any, slips: tuple[int, ...], radius: Any, loads: list[Any], group: int, whole: bool = False
) -> JointFriction:
    first, second = joint.frames(row)
    frame = (number for vector in (*first, second[0]) for number in vector)
    floats = (*frame, radius, *(number for load in loads for number in load))
    moments = any(number != 0.0 for load in loads for number in load[3:])
    return JointFriction(len(slips), len(loads), group, floats, (len(slips), len(loads), *slips), whole, moments)
