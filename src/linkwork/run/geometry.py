"""Geometry of motion: transmission and pressure angles, advantage, instant centres, curvature of paths.

transmission(B)        at pin B: angle between the two links, folded into 0 to 90 degrees
pressure(B)            its complement; at a cam contact: between the common normal and the follower's velocity
advantage(O, guide)    rate of the first joint over the rate of the second: force out over force in
centre(rod).x  .y      instant centre of a body against the ground, centre(rod, crank).x against another body
curvature(rod.tip)     signed curvature of the path of a point; speed(rod.tip) is zero at a cusp
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.planar import catalogue as library
from linkwork.elements.planar.ends import LinePair, PointPair
from linkwork.numerics import analytic
from linkwork.places.places import Point, read_point
from linkwork.places.row import Row

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.run.channels import BaseChannels, Channels

_CONTACTS = (library.CamFollower, library.CamFlat, library.PointFollower)


def _joint(channels: Channels, name: str) -> Element:
    return channels.scope.joint(name)


def _other_point(channels: Channels, body: str, joint: str) -> tuple[float, float] | None:
    """The place of the body's farthest other joint, in its frame."""
    own = _joint(channels, joint)
    assert isinstance(own, PointPair)
    here = next(channels.scope.point(place) for place in own.places() if place.body == body)
    best, farthest = None, 0.0
    for name, element in channels.system.mechanism.joints.items():
        for place in _places(element):
            if name == joint or place.body != body:
                continue
            there = channels.scope.point(place)
            distance = math.hypot(there[0].real - here[0].real, there[1].real - here[1].real)
            if distance > farthest:
                best, farthest = there, distance
    return best


def _places(element: Element) -> list[Point]:
    if isinstance(element, PointPair):
        return list(element.places())
    if isinstance(element, LinePair):
        return [Point(body=line.body, coordinates=line.start, drawn=line.drawn) for line in element.lines()]
    pin = getattr(element, "pin", None)
    return [pin] if isinstance(pin, Point) else []


def _folded(first: Array, second: Array) -> Array:
    """Angle between two lines, 0 to pi/2."""
    cross = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    dot = np.sum(first * second, axis=1)
    return analytic.arctan2(analytic.absolute(cross), analytic.absolute(dot))


def transmission(channels: Channels, name: str) -> tuple[Array, str]:
    """Transmission angle at a pin between two links."""
    joint = _joint(channels, name)
    if not isinstance(joint, library.Revolute):
        raise AnalysisError(f"transmission({name}): '{name}' is not a revolute joint")
    directions = []
    for place in joint.places():
        other = _other_point(channels, place.body, name)
        slide = _slide_direction(channels, place.body)
        if slide is not None:
            directions.append(slide[:, ::-1] * np.array([-1.0, 1.0]))
        elif other is not None:
            here = channels.scope.point(place)
            vector = (here[0] - other[0], here[1] - other[1])
            directions.append(channels.motion.turned(place.body, vector)[0])
        else:
            raise AnalysisError(f"transmission({name}): body '{place.body}' has no second joint to draw a line to")
    return _folded(*directions), "rad"


def _slide_direction(channels: Channels, body: str) -> Array | None:
    """World direction of the slide on which a body with no other pin moves."""
    for element in channels.system.mechanism.joints.values():
        if isinstance(element, library.Translational):
            for line in element.lines():
                if line.body == body and len(_pins(channels, body)) == 1:
                    return channels.motion.turned(body, channels.scope.line(line)[2:4])[0]
    return None


def _pins(channels: Channels, body: str) -> list[Point]:
    joints = channels.system.mechanism.joints.values()
    pins = [joint for joint in joints if isinstance(joint, library.Revolute)]
    return [place for joint in pins for place in joint.places() if place.body == body]


def pressure(channels: Channels, name: str) -> tuple[Array, str]:
    """Pressure angle at a pin or at a cam contact."""
    joint = _joint(channels, name)
    if not isinstance(joint, _CONTACTS):
        return np.pi / 2 - transmission(channels, name)[0], "rad"
    follower, tangent, contact = _contact(channels, name, joint)
    local = _into(channels, follower, contact)
    velocity = _carried(channels, follower, local)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=-1)
    return _folded(normal, velocity), "rad"


def _contact(channels: Channels, name: str, joint: Any) -> tuple[str, Array, Array]:
    """Follower, world tangent and world place of a contact."""
    from linkwork.functions.sample import sample

    if isinstance(joint, library.CamFollower):
        reference = joint.between[0]
    else:
        reference = joint.cam if isinstance(joint, library.CamFlat) else joint.slot
    cam, outline = channels.scope.outline(reference)
    row = Row(channels.scope, f"joint '{name}'", name)
    follower = next(body for body in joint.ends(row) if body != cam)
    curve = sample(outline.pack(channels.scope.env), channels.motion.coordinate(f"{name}.alpha").value, 8)
    phi = channels.motion.angle(cam)[0]
    c, s = np.cos(phi), np.sin(phi)

    def world(x: Array, y: Array) -> Array:
        return np.stack([c * x - s * y, s * x + c * y], axis=-1)

    origin = channels.motion.point(cam, (0.0, 0.0))[0]
    return follower, world(curve[:, 2], curve[:, 3]), origin + world(curve[:, 0], curve[:, 1])


def _into(channels: Channels, body: str, places: Array) -> Array:
    """World places seen in the frame of a moving body."""
    offset = places - channels.motion.point(body, (0.0, 0.0))[0]
    phi = channels.motion.angle(body)[0]
    c, s = np.cos(phi), np.sin(phi)
    return np.stack([c * offset[:, 0] + s * offset[:, 1], c * offset[:, 1] - s * offset[:, 0]], axis=-1)


def _carried(channels: Channels, body: str, local: Array) -> Array:
    """Velocity of the body's material points that are at `local` in each frame."""
    phi, w, _ = channels.motion.angle(body)
    c, s = np.cos(phi), np.sin(phi)
    x, y = c * local[:, 0] - s * local[:, 1], s * local[:, 0] + c * local[:, 1]
    return channels.motion.point(body, (0.0, 0.0))[1] + np.stack([-w * y, w * x], axis=-1)


def advantage(channels: BaseChannels, first: str, second: str) -> tuple[Array, str]:
    """Rate of one joint over the rate of another."""
    rates = [next(iter(channels.measured(name).values())) for name in (first, second)]
    with np.errstate(divide="ignore", invalid="ignore"):
        return rates[0].rate / rates[1].rate, f"{rates[0].unit}/{rates[1].unit}"


def centre(channels: Channels, body: str, other: str = "ground", axis: str = "x") -> tuple[Array, str]:
    """World coordinate of the instant centre of a body against another; infinite while they translate."""
    for name in (body, other):
        channels.scope.body(name)
    zero = (0.0, 0.0)
    (p, v, _), (q, u, _) = channels.motion.point(body, zero), channels.motion.point(other, zero)
    w, o = channels.motion.angle(body)[1], channels.motion.angle(other)[1]
    # velocity of either body at X: v + w R (X - p); equal velocities at the centre
    a, b = v[:, 0] - u[:, 0] + w * p[:, 1] - o * q[:, 1], v[:, 1] - u[:, 1] - w * p[:, 0] + o * q[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        return (-b / (w - o) if axis == "x" else a / (w - o)), "m"


def curvature(channels: Channels, name: str) -> tuple[Array, str]:
    """Signed curvature of the path of a point."""
    _, v, a = _path(channels, name)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (v[:, 0] * a[:, 1] - v[:, 1] * a[:, 0]) / np.sum(v * v, axis=1) ** 1.5, "1/m"


def speed(channels: Channels, name: str) -> tuple[Array, str]:
    """Speed of a point along its path."""
    _, v, _ = _path(channels, name)
    return analytic.norm(v), "m/s"


def _path(channels: Channels, name: str) -> tuple[Array, Array, Array]:
    place = read_point(name)
    return channels.motion.point(place.body, channels.scope.point(place))
