"""Channels: names for every number of a run.

crank.x  crank.y  crank.angle  crank.vx  crank.vy  crank.omega  crank.ax  crank.ay  crank.alpha
rod.tip.x ...                 a named point of a body;  rod.center.x ...  its mass centre
O.angle  O.omega  O.alpha     a turning joint;  guide.position  guide.speed  guide.acceleration  a sliding one
distance(rod.tip, ground)  angle(crank, rod)  anything measured between places of bodies
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.bodies.gauges import gauge, gauge_names
from linkwork.elements.freedoms import rate_names
from linkwork.elements.motion import Measured, Motion
from linkwork.places.interfaces import interface_name, is_interface
from linkwork.places.places import read_point
from linkwork.run.registry import no_channel
from linkwork.system.modal.frame_motion import with_frames

if TYPE_CHECKING:
    from linkwork.system.system import System

_POINT = {
    "x": (0, 0, "m"),
    "y": (0, 1, "m"),
    "vx": (1, 0, "m/s"),
    "vy": (1, 1, "m/s"),
    "ax": (2, 0, "m/s²"),
    "ay": (2, 1, "m/s²"),
}
_ANGLE = {"angle": (0, "rad"), "omega": (1, "rad/s"), "alpha": (2, "rad/s²")}
_CALL = re.compile(r"(\w+)\((.*)\)(?:\.(\w+))?\Z")
CENTER = "center"
ORDERS = {"": "", "rate": "/s", "acceleration": "/s²"}


class BaseChannels:
    """All channels of one run; what bodies and calls mean is said by the world."""

    body_quantities: tuple[str, ...]
    point_quantities: tuple[str, ...]

    def __init__(self, system: System, motion: Any) -> None:
        self.system = system
        self.motion = motion
        self._measured: dict[str, dict[str, Measured]] = {}
        self._centres: dict[str, Any] = {}

    @cached_property
    def scope(self) -> Any:
        """The meaning of the words of its mechanism."""
        return self.system.mechanism.scope(dict(self.system.env))

    def value(self, name: str) -> Array:
        """The channel as an array over the run."""
        return self.known_channel(name)[0]

    def unit(self, name: str) -> str:
        """The unit of a channel."""
        return self.known_channel(name)[1]

    def places(self, body: str) -> tuple[str, ...]:
        """Names of the places of a body."""
        return tuple(self.scope.body(body).points)

    def names(self) -> list[str]:
        """Channels of bodies, named points, joints and forces."""
        names = []
        for body in self.system.bodies:
            names += [f"{body}.{quantity}" for quantity in self.body_quantities]
            places = dict.fromkeys((*self.places(body), *((CENTER,) if self._has_mass(body) else ())))
            names += [f"{body}.{place}.{quantity}" for place in places for quantity in self.point_quantities]
        for flexible in self.system.modal:
            names += [f"{flexible.name}.{one}" for label in flexible.labels for one in rate_names(label)]
            names += [f"{flexible.name}.{one}" for one in gauge_names(self.scope, flexible.name)]
            for interface in flexible.numbers.interfaces:
                frame = interface_name(flexible.name, interface)
                names += [f"{frame}.{quantity}" for quantity in self.body_quantities]
        for name in (*(placed.name for placed in self.system.elements), *self.system.mechanism.forces):
            for quantity in self._joint(name):
                names += [f"{name}.{label}" for label in rate_names(quantity)]
        return names

    def _has_mass(self, body: str) -> bool:
        """Whether it has a mass centre that is fixed in it."""
        described = self.scope.body(body)
        return described.mass is not None and described.modes is None

    def _point(self, body: str, place: str) -> Any:
        """A named place of a body, or, unless a place has that name, its mass centre; nothing when it has none."""
        if place in self.places(body):
            return self._named(body, place)
        if place != CENTER or not self._has_mass(body):
            return None
        if body not in self._centres:
            self._centres[body] = self._centre(body)
        return self._centres[body]

    def _named(self, body: str, place: str) -> Any:
        """A named place in the frame of its body."""
        raise TypeError("the world says where places are")

    def _centre(self, body: str) -> Any:
        """The mass centre in the frame of the body."""
        raise TypeError("the world says where mass centres are")

    def known_channel(self, name: str) -> tuple[Array, str]:
        """A channel with its unit."""
        channel = self.find(name)
        if channel is None:
            raise no_channel(name, self.names())
        return channel

    def find(self, name: str) -> tuple[Array, str] | None:
        """A channel with its unit, or none when the name is not one of them."""
        call = _CALL.match(name)
        if call:
            return self._call(name, call[1], call[2], call[3] or "")
        head, _, quantity = name.partition(".")
        if is_interface(head) and head in self.motion.bodies:
            return self._of_body(head, quantity)
        if head in self.system.mechanism.bodies_by_name:
            gauged = self._of_modes(head, quantity)
            return self._of_body(head, quantity) if gauged is None else gauged
        channel = self._of_joint(head, quantity)
        owner, _, label = name.rpartition(".")
        if channel is None and owner != head:  # parts of circuits have names of two words
            channel = self._of_joint(owner, label)
        if channel is None and head in self.system.mechanism.contact_groups and self.system.stepping is None:
            raise AnalysisError(f"there is no channel '{name}'{self._pairs_of(head)}")
        return channel

    def _of_modes(self, body: str, quantity: str) -> tuple[Array, str] | None:
        """A gauge of a body with elastic modes, such as one of them or a strain, its rate or its acceleration."""
        for flexible in self.system.modal:
            if flexible.name != body:
                continue
            for order, (suffix, per) in enumerate((("", ""), ("_rate", "/s"), ("_acceleration", "/s²"))):
                measured = gauge(self.scope, body, quantity.removesuffix(suffix)) if quantity.endswith(suffix) else None
                if measured is not None:
                    motion = (self.motion.q, self.motion.v, self.motion.a)[order]
                    unit = f"{measured.unit}{per}" if measured.unit or not per else f"1{per}"
                    return motion[:, list(flexible.columns)] @ np.asarray(measured.factors), unit
        return None

    def _pairs_of(self, group: str) -> str:
        """How the channels of a group of contacts are named where each pair is followed by itself."""
        points = self.system.contact_tables.points if self.system.contact_tables is not None else []
        pairs = list(dict.fromkeys(name for name, _ in points if name.startswith(f"{group}(")))
        if not pairs:
            return f"; no two members of the contacts '{group}' can touch"
        shown = ", ".join(f"'{pair}.force'" for pair in pairs[:2]) + (", ..." if len(pairs) > 2 else "")
        return (
            f"; this method follows each pair of the contacts '{group}' by itself: its channels are named "
            f"{shown}; method 'moreau' gives sums over the group"
        )

    def measured(self, joint: str) -> dict[str, Measured]:
        """What a joint measures over the run."""
        measured = self._joint(joint)
        if not measured:
            raise AnalysisError(f"joint '{joint}' measures nothing")
        return measured

    def _of_joint(self, joint: str, quantity: str) -> tuple[Array, str] | None:
        for name, measured in self._joint(joint).items():
            for label, values, unit in _derived(name, measured):
                if label == quantity:
                    return values, unit
        return None

    def _joint(self, name: str) -> dict[str, Measured]:
        if name not in self._measured:
            known = self.system.mechanism.forces | {placed.name: placed.element for placed in self.system.elements}
            row = self.system.mechanism.row_class(self.scope, f"'{name}'", name)
            self._measured[name] = known[name].measure(row, self.motion) if name in known else {}
        return self._measured[name]

    def _call(self, text: str, kind: str, arguments: str, suffix: str) -> tuple[Array, str]:
        """A channel written as a call, such as distance(a, b)."""
        names = [argument.strip() for argument in arguments.split(",") if argument.strip()]
        try:
            return self._evaluate(kind, names, suffix)
        except (MechanismError, AnalysisError) as error:
            raise AnalysisError(f"channel '{text}': {error}") from None

    def _of_body(self, body: str, quantity: str) -> tuple[Array, str] | None:
        """A channel of a body or of a place of it with its unit, or nothing when there is none."""
        raise TypeError("the world says what can be asked of a body")

    def _evaluate(self, kind: str, names: list[str], suffix: str) -> tuple[Array, str]:
        """A channel written as a call."""
        raise TypeError("the world says what can be called")


class Channels(BaseChannels):
    """Channels in the plane."""

    motion: Motion
    body_quantities = (*_POINT, *_ANGLE)
    point_quantities = tuple(_POINT)

    def _of_body(self, body: str, quantity: str) -> tuple[Array, str] | None:
        if quantity in _ANGLE:
            order, unit = _ANGLE[quantity]
            return self.motion.angle(body)[order], unit
        point, dot, last = quantity.rpartition(".")
        local = self._point(body, point) if dot else (0.0, 0.0)
        if local is None or last not in _POINT:
            return None
        order, axis, unit = _POINT[last]
        moved = self.motion.point(body, local) if dot or body == "ground" else self.motion.origin(body)
        return moved[order][:, axis], unit

    def _named(self, body: str, place: str) -> Any:
        return self.scope.vector(self.system.mechanism.bodies_by_name[body].points[place])

    def _centre(self, body: str) -> Any:
        from linkwork.bodies.mass import evaluate

        row: Any = self.system.mechanism.row_class(self.scope, f"body '{body}'", body)
        mass = evaluate(self.system.mechanism.bodies_by_name[body].mass, self.scope, row)
        return mass.x, mass.y

    def _evaluate(self, kind: str, names: list[str], suffix: str) -> tuple[Array, str]:
        from linkwork.run import geometry

        between: dict[str, Callable[..., Measured]] = {"distance": self._distance, "angle": self._angle}
        single = {"transmission": geometry.transmission, "pressure": geometry.pressure}
        single |= {"curvature": geometry.curvature, "speed": geometry.speed}
        if kind in between and len(names) == 2 and suffix in ORDERS:
            measured = between[kind](*names)
            values = {"": measured.value, "rate": measured.rate, "acceleration": measured.acceleration}
            return values[suffix], measured.unit + ORDERS[suffix]
        if kind in single and len(names) == 1 and not suffix:
            return single[kind](self, names[0])
        if kind == "advantage" and len(names) == 2 and not suffix:
            return geometry.advantage(self, *names)
        if kind == "centre" and len(names) in (1, 2) and suffix in ("x", "y"):
            return geometry.centre(self, names[0], names[1] if len(names) == 2 else "ground", suffix)
        raise AnalysisError(
            "not known; there are distance(a, b), angle(a, b), transmission(joint), pressure(joint), "
            "advantage(joint, joint), centre(body).x, curvature(point) and speed(point)"
        )

    def _distance(self, first: str, second: str) -> Measured:
        places = [read_point(name) for name in (first, second)]
        one, other = ((place.body, self.scope.point(place)) for place in places)
        return self.motion.distance(one, other)

    def _angle(self, first: str, second: str) -> Measured:
        for body in (first, second):
            self.scope.body(body)
        return self.motion.angle_between(first, second)


def _derived(name: str, measured: Measured) -> list[tuple[str, Array, str]]:
    values = (measured.value, measured.rate, measured.acceleration)
    units = (measured.unit, f"{measured.unit}/s", f"{measured.unit}/s²")
    return list(zip(rate_names(name), values, units, strict=True))


def channels_of(system: System, q: Array, v: Array, a: Array, t: Any = None, trail: Any = None) -> Any:
    """The channels of a motion of a system, one row a frame, as the world of its mechanism has them."""
    frames, q, v, a = with_frames(system, q, v, a)
    if system.world.dimensions == 2:
        return Channels(system, Motion(system.bodies, system.coordinates, q, v, a, frames))
    from linkwork.elements.spatial.motion import SpatialMotion
    from linkwork.run.spatial.channels import SpatialChannels

    motion = SpatialMotion(system.bodies, system.coordinates, q, v, a, t, trail, system.wound, frames)
    return SpatialChannels(system, motion)
