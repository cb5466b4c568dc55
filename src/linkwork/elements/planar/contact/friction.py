"""Dry friction in planar joints: which joints rub, where, and what presses there.

A pin presses with its whole reaction, of which friction is a part: the friction circle, R mu / sqrt(1 + mu^2). A guide
presses with the force square to it; with a `length` its moment is two opposed forces at the ends of the slider, whose
middle is the joint's point on the second body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.elements.contacts import Friction
from linkwork.elements.joint_friction import JointFriction, refuse, refuse_field, required
from linkwork.elements.planar.joints.revolute import Revolute
from linkwork.elements.planar.joints.slot import PinInSlot, RevoluteTranslational
from linkwork.elements.planar.joints.translational import Translational

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.places.row import Row

KNOWN = "revolute, translational, pin_in_slot and revolute_translational joints"
_SLIDES, _TURNS = 0, 1  # as in the kernel


def pack_friction(row: Row, friction: Friction, joint: Element) -> JointFriction:
    """How a joint rubs, checked."""
    if isinstance(joint, Revolute):
        return _pin(row, friction)
    if isinstance(joint, Translational):
        return _guide(row, friction, joint)
    if isinstance(joint, PinInSlot | RevoluteTranslational):
        return _slot(row, friction, joint)
    refuse(row, friction.joint, joint, KNOWN)


def kernel_body() -> Any:
    """The kernel's plain function; importing it imports numba."""
    from linkwork.elements.planar.contact.friction_kernel import friction

    return friction


def _pin(row: Row, friction: Friction) -> JointFriction:
    """A pin of a radius in its hole, pressed by both components of the reaction."""
    refuse_field(row, friction.length, "length", "a planar pin has none: its reaction is a force alone")
    radius = required(row, friction.radius, "radius", "the radius of the pin, on which the friction acts")
    loads = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    return _packed(_TURNS, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, radius), loads, 2, whole=True)


def _guide(row: Row, friction: Friction, joint: Translational) -> JointFriction:
    """A guide, pressed by the force square to it, or by forces at both ends of the slider."""
    refuse_field(row, friction.radius, "radius", "a guide has none; its extent along the line is its 'length'")
    first, second = (row.line(line) for line in joint.lines())
    numbers = (*first[:4], *second[:2], 0.0)
    if friction.length is None:
        return _packed(_SLIDES, numbers, ((0.0, 1.0, 0.0),), 1)
    lever = 1.0 / row.positive(friction.length, "length")
    return _packed(_SLIDES, numbers, ((0.0, 0.5, lever), (0.0, 0.5, -lever)), 1)


def _slot(row: Row, friction: Friction, joint: PinInSlot | RevoluteTranslational) -> JointFriction:
    """A slider pinned to the second body, pressed by the force square to its line."""
    for field in ("radius", "length"):
        refuse_field(row, getattr(friction, field), field, "here only sliding along the line rubs; leave it out")
    numbers = (*row.line(joint.line)[:4], *row.point(joint.pin), 0.0)
    return _packed(_SLIDES, numbers, ((0.0, 1.0, 0.0),), 1)


def _packed(
    kind: int, numbers: tuple[Any, ...], loads: tuple[Any, ...], group: int, whole: bool = False
) -> JointFriction:
    floats = (*numbers, *(number for load in loads for number in load))
    moments = any(load[2] != 0.0 for load in loads)
    return JointFriction(1, len(loads), group, floats, (kind, len(loads)), whole, moments)
