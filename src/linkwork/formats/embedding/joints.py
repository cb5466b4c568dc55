"""Joints and drivers of the plane as those of space: each becomes one of the same name, some with helpers beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linkwork.base.names import GROUND
from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.spatial import catalogue as spatial
from linkwork.formats.embedding.curves import point_on_curve
from linkwork.formats.embedding.places import LocalLine, X, Y
from linkwork.formats.embedding.rolling import belt, gear, rack
from linkwork.formats.embedding.terms import ZERO, Pair, cosine_sine, total
from linkwork.functions.value import as_function

if TYPE_CHECKING:
    from linkwork.formats.embedding.embedding import Spot

Made = dict[str, Element]


def _revolute(spot: Spot, joint: planar.Revolute) -> Made:
    first, second = joint.places()
    return {spot.name: spatial.Revolute(between=(spot.hinge(first), spot.hinge(second)))}


def _translational(spot: Spot, joint: planar.Translational) -> Made:
    first, second = (spot.line(line) for line in joint.lines())
    return {spot.name: spatial.Translational(between=(spot.slide(first), spot.slide(second)), angle=ZERO)}


def _fixed(spot: Spot, joint: planar.Fixed) -> Made:
    first, second = joint.places()
    angle = spot.drawn_angle((first.body, second.body)) if joint.angle is None else joint.angle
    c, s = cosine_sine(angle)
    return {spot.name: spatial.Fixed(between=(spot.hinge(first), spot.hinge(second, x=(c, -s))))}


def _link(spot: Spot, joint: planar.RevoluteRevolute) -> Made:
    first, second = joint.places()
    ends = spot.hinge(first), spot.hinge(second)
    return {spot.name: spatial.RevoluteRevolute(between=ends, length=joint.link)}


def _slot(spot: Spot, joint: planar.RevoluteTranslational | planar.PinInSlot) -> Made:
    line = spot.line(joint.line)
    if joint.offset.constant != 0.0:
        line = _shifted(line, joint.offset)
    return {spot.name: spatial.TranslationalRevolute(between=(spot.slide(line), spot.hinge(joint.pin)))}


def _shifted(line: LocalLine, offset: Any) -> LocalLine:
    """The line that lies to the left of another."""
    from linkwork.expression import hypot

    share = offset / hypot(*line.along)
    x, y = (total((1, at), (share, left)) for at, left in zip(line.start, line.left, strict=True))
    return LocalLine(line.body, (x, y), line.along)


def _double(spot: Spot, joint: planar.DoubleTranslational) -> Made:
    angle = spot.drawn_angle(joint.between) if joint.angle is None else joint.angle
    first, second = (spot.upright(body) for body in joint.between)
    held = spatial.AbsoluteAngle(against=first, on=second, value=as_function(angle))
    return {spot.name: spatial.PlanarJoint(between=(first, second)), f"{spot.name} angle": held}


def _absolute_angle(spot: Spot, joint: planar.AbsoluteAngle) -> Made:
    against, on = spot.upright(GROUND), spot.upright(joint.on)
    return {spot.name: spatial.AbsoluteAngle(against=against, on=on, value=joint.value)}


def _relative_angle(spot: Spot, joint: planar.RelativeAngle) -> Made:
    against, on = (spot.upright(body) for body in joint.between)
    return {spot.name: spatial.AbsoluteAngle(against=against, on=on, value=joint.value)}


def _absolute(spot: Spot, joint: planar.AbsoluteX | planar.AbsoluteY) -> Made:
    line = spot.axis(GROUND, (ZERO, ZERO), X if joint.direction[0] else Y)
    return {spot.name: spatial.Along(between=(line, spot.point(joint.on)), value=joint.value)}


def _relative(spot: Spot, joint: planar.RelativeX | planar.RelativeY) -> Made:
    first, second = joint.places()
    along = X if joint.direction[0] else Y
    if first.body == GROUND:
        ends = spot.axis(GROUND, spot.local(first), along), spot.point(second)
    elif second.body == GROUND:
        against: Pair = -along[0], -along[1]
        ends = spot.axis(GROUND, spot.local(second), against), spot.point(first)
    else:
        spot.refuse("it holds a coordinate of one moving body against another, along an axis of the plane")
    return {spot.name: spatial.Along(between=ends, value=joint.value)}


def _distance(spot: Spot, joint: Any) -> Made:
    first, second = joint.places()
    return {spot.name: spatial.Distance(between=(spot.point(first), spot.point(second)), value=joint.length())}


def _coupling(spot: Spot, joint: planar.Coupling) -> Made:
    """Points that are kept in two planes meet on their common line."""
    first, second = joint.places()
    return {spot.name: spatial.Spherical(between=(spot.point(first), spot.point(second)))}


def _coupling_slide(spot: Spot, joint: planar.CouplingSlide) -> Made:
    line = spot.line(joint.slide)
    return {spot.name: spatial.PointOnLine(between=(spot.slide(line), spot.point(joint.pin)))}


def _angle_drive(spot: Spot, drive: planar.AngleDrive) -> Made:
    if all(value.constant == 0.0 for value in drive.mounting):
        return {spot.name: spatial.AngleDrive(joint=drive.joint, value=drive.value)}
    against, on = (
        spot.upright(body, x=cosine_sine(angle)) for body, angle in zip(spot.ends, drive.mounting, strict=True)
    )
    return {spot.name: spatial.AbsoluteAngle(against=against, on=on, value=drive.value)}


def _position_drive(spot: Spot, drive: planar.PositionDrive) -> Made:
    return {spot.name: spatial.PositionDrive(joint=drive.joint, value=drive.value)}


KEEPING = (
    planar.Revolute,
    planar.Translational,
    planar.Fixed,
    planar.RevoluteRevolute,
    planar.RevoluteTranslational,
    planar.PinInSlot,
    planar.DoubleTranslational,
    planar.RackPinion,
)
"""Joints that keep the plane of one body in the plane of the other."""

TRANSLATED: dict[type[Element], Callable[[Any, Any], Made]] = {
    planar.Revolute: _revolute,
    planar.Translational: _translational,
    planar.Fixed: _fixed,
    planar.RevoluteRevolute: _link,
    planar.RevoluteTranslational: _slot,
    planar.PinInSlot: _slot,
    planar.DoubleTranslational: _double,
    planar.AbsoluteAngle: _absolute_angle,
    planar.RelativeAngle: _relative_angle,
    planar.AbsoluteX: _absolute,
    planar.AbsoluteY: _absolute,
    planar.RelativeX: _relative,
    planar.RelativeY: _relative,
    planar.AbsoluteDistance: _distance,
    planar.RelativeDistance: _distance,
    planar.Strut: _distance,
    planar.Coupling: _coupling,
    planar.CouplingSlide: _coupling_slide,
    planar.Gear: gear,
    planar.BeltDrive: belt,
    planar.RackPinion: rack,
    planar.PointFollower: point_on_curve,
    planar.AngleDrive: _angle_drive,
    planar.PositionDrive: _position_drive,
}
