"""Gears, belts and racks of the plane as relations between values of joints in space.

A gear pair of the plane holds a_i (phi_i - psi) + a_j (phi_j - psi), with psi the direction of the line of centres, and
its teeth press on the wheels: the bearings feel it. Here a carrier, on which both wheels are pinned, carries the line
of centres. A planar joint between the carrier and each wheel has the values x, y, angle, and a coupler holds

    a_i angle_i + a_j angle_j - (a_i + a_j)/D (y_j - y_i),   D the distance of the centres,

where the pins hold both y at zero. Its multiplier acts on the bearings as the tooth force of the plane does.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.spatial import catalogue as spatial
from linkwork.elements.spatial.joints.coupler import CouplerTerm
from linkwork.expression import Expression, as_expression, atan2, hypot
from linkwork.formats.embedding.terms import Pair, difference, number, times, total
from linkwork.functions.value import as_function
from linkwork.places.places import Point

if TYPE_CHECKING:
    from linkwork.formats.embedding.embedding import Spot

_SAME = 1e-9


class _Carrier(NamedTuple):
    """The body on which two wheels are pinned, and where."""

    body: str
    centres: tuple[Pair, Pair]

    @property
    def between(self) -> Pair:
        """The line of centres in its frame."""
        (x, y), (u, v) = self.centres
        return difference(u, x), difference(v, y)


class _Wheel(NamedTuple):
    """A wheel: its centre, and the factor of its angle."""

    centre: Point
    factor: Expression


def gear(spot: Spot, joint: planar.Gear) -> dict[str, Element]:
    """c_i phi_i + c_j phi_j + theta_0 = psi, where the angles of the marks are given or drawn (Haug 3.4.1 to 3.4.7)."""
    first, second = joint.places()
    carrier = _carrier(spot, (first, second))
    distance = number(hypot(*carrier.between))
    one, other = joint.radii
    one = -one if joint.internal else one
    shares = number(one / (one + other)), number(other / (one + other))
    marks = joint.reference or _marks(spot, joint)
    turned = 0.0 if joint.internal else math.pi
    drawn = total((shares[0], marks[0]), (shares[1], difference(marks[1], turned)))
    wheels = (
        _Wheel(first, times(shares[0], distance)),
        _Wheel(second, times(shares[1], distance)),
    )
    constant = times(distance, -drawn)
    # the marks meet once a turn of the line of centres against the wheels: that which is nearest to the drawing
    whole = round(_excess(spot, carrier, wheels, constant) / (2.0 * math.pi * spot.value(distance)))
    return _related(spot, carrier, wheels, total((1, constant), (2.0 * math.pi * whole, distance)))


def belt(spot: Spot, joint: planar.BeltDrive) -> dict[str, Element]:
    """R_i (phi_i - psi) - R_j (phi_j - psi) stays as drawn."""
    first, second = joint.places()
    carrier = _carrier(spot, (first, second))
    one, other = joint.radii
    wheels = _Wheel(first, one), _Wheel(second, other if joint.crossed else -other)
    psi = _drawn_direction(spot, first, second)
    angles = (difference(spot.drawn(wheel.centre.body)[2], psi) for wheel in wheels)
    return _related(spot, carrier, wheels, total(*((wheel.factor, a) for wheel, a in zip(wheels, angles, strict=True))))


def rack(spot: Spot, joint: planar.RackPinion) -> dict[str, Element]:
    """A planar joint of rack and pinion, the distance of the centre from the line, and the rolling."""
    line = spot.line(joint.rack)
    pinion = joint.pinion
    radius = joint.radius if joint.side == "left" else -joint.radius
    flat = spatial.PlanarJoint(
        between=(spot.upright(line.body, line.start, line.along), spot.hinge(pinion)),
    )
    offset = spatial.Along(
        between=(spot.axis(line.body, line.start, line.left), spot.point(pinion)), value=as_function(number(radius))
    )
    centre = spot.into_body(line.body, spot.into_plane(pinion.body, spot.local(pinion)))
    away = tuple(difference(at, start) for at, start in zip(centre, line.start, strict=True))
    length = number(hypot(*line.along))
    travelled = total(*((times(part, number(1 / length)), way) for part, way in zip(away, line.along, strict=True)))
    if joint.reference is None:
        angle = difference(spot.drawn_angle((line.body, pinion.body)), number(atan2(line.along[1], line.along[0])))
        rolled = total((1, travelled), (radius, angle))
    else:
        quarter = 1.5 * math.pi if joint.side == "left" else 0.5 * math.pi
        rolled = total((1, length), (radius, difference(quarter, joint.reference)))
    seen = _seen(spot, line.body, line.along, pinion)
    excess = spot.value(travelled) + spot.value(radius) * seen - spot.value(rolled)
    terms = (_term(spot.name, "x", 1), _term(spot.name, "angle", radius))
    rolling = spatial.Coupler(of=terms, value=as_function(_nearest(spot, rolled, excess, radius)))
    return {spot.name: flat, f"{spot.name} offset": offset, f"{spot.name} rolling": rolling}


def _related(spot: Spot, carrier: _Carrier, wheels: tuple[_Wheel, _Wheel], constant: Expression) -> dict[str, Element]:
    """The coupler and the two planar joints whose values it joins."""
    made: dict[str, Element] = {}
    terms = []
    share = number((wheels[0].factor + wheels[1].factor) / hypot(*carrier.between))
    for side, (wheel, centre, sign) in enumerate(zip(wheels, carrier.centres, (1, -1), strict=True)):
        name = f"{spot.name} {('first', 'second')[side]}"
        frame = spot.upright(carrier.body, centre, carrier.between)
        made[name] = spatial.PlanarJoint(between=(frame, spot.hinge(wheel.centre)))
        terms.append(_term(name, "angle", wheel.factor))
        if share.constant != 0.0:
            terms.append(_term(name, "y", times(as_expression(sign), share)))
    value = _nearest(spot, constant, _excess(spot, carrier, wheels, constant), wheels[1].factor)
    return {spot.name: spatial.Coupler(of=tuple(terms), value=as_function(value)), **made}


def _term(joint: str, freedom: str, factor: Any) -> CouplerTerm:
    return CouplerTerm(joint=joint, freedom=freedom, factor=number(factor))


def _seen(spot: Spot, body: str, along: Pair, wheel: Point) -> float:
    """The angle of a wheel from a direction of a body at the start, between -pi and pi as a joint in space sees it."""
    slope = math.atan2(spot.value(along[1]), spot.value(along[0]))
    return math.remainder(spot.angle(wheel.body) - spot.angle(body) - slope, 2.0 * math.pi)


def _excess(spot: Spot, carrier: _Carrier, wheels: tuple[_Wheel, _Wheel], constant: Expression) -> float:
    """How much more than the constant the wheels are turned at the start."""
    angles = (_seen(spot, carrier.body, carrier.between, wheel.centre) for wheel in wheels)
    turned = sum(spot.value(wheel.factor) * angle for wheel, angle in zip(wheels, angles, strict=True))
    return turned - spot.value(constant)


def _nearest(spot: Spot, constant: Expression, excess: float, factor: Expression) -> Expression:
    """The constant with those whole turns of a wheel that bring it nearest to the start: all bodies stay in place."""
    turns = round(excess / (2.0 * math.pi * spot.value(factor)))
    return total((1, constant), (2.0 * math.pi * turns, factor))


def _drawn_direction(spot: Spot, first: Point, second: Point) -> Expression:
    """Direction of the line of centres as drawn."""
    (x, y), (u, v) = (spot.into_plane(place.body, spot.local(place)) for place in (first, second))
    return number(atan2(difference(v, y), difference(u, x)))


def _marks(spot: Spot, joint: planar.Gear) -> Pair:
    """Angles of the marks that meet on the line of centres as drawn."""
    first, second = joint.places()
    psi = _drawn_direction(spot, first, second)
    turned = total((1, psi), (1, 0.0 if joint.internal else math.pi))
    return difference(psi, spot.drawn(first.body)[2]), difference(turned, spot.drawn(second.body)[2])


def _carrier(spot: Spot, centres: tuple[Point, Point]) -> _Carrier:
    """The body on which both centres are pinned by revolute joints."""
    pinned = [_pins(spot, centre) for centre in centres]
    for body in pinned[0]:
        if body in pinned[1]:
            return _Carrier(body, (pinned[0][body], pinned[1][body]))
    spot.refuse("its two centres are not pinned by revolute joints on one body, which in space must carry the wheels")


def _pins(spot: Spot, centre: Point) -> dict[str, Pair]:
    """Bodies on which a point of a wheel is pinned, and where on them."""
    here = [spot.value(value) for value in spot.local(centre)]
    pins: dict[str, Pair] = {}
    for joint in spot.planar.joints.values():
        if not isinstance(joint, planar.Revolute):
            continue
        first, second = joint.places()
        for mine, other in ((first, second), (second, first)):
            there = [spot.value(value) for value in spot.local(mine)]
            if mine.body == centre.body and math.dist(here, there) <= _SAME * (1.0 + math.hypot(*here)):
                pins.setdefault(other.body, spot.local(other))
    return pins
