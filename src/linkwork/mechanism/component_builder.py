"""Ready-made groups of parts that a user adds with one call: linear actuator, carriage, rotor.

Each adds plain bodies, joints and forces whose names begin with its own; a model file holds these parts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.mass import Mass
from linkwork.expression import as_expression, resolve_parameters
from linkwork.expression.given import public
from linkwork.mechanism.force_builder import Where
from linkwork.mechanism.handles import BodyHandle, Num, Pair, vector
from linkwork.mechanism.places_given import place
from linkwork.places.places import Point, Vector, read_point

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

GROUND = "ground"
_ROOM = 1.5  # of the sum of its radii: how far from its joint a rotor is drawn
_SIZE = 0.02  # radius in m with which a rotor is drawn


@dataclass(frozen=True)
class LinearActuator:
    """Names of the parts of a linear actuator; a massless one has neither bodies nor joints."""

    force: str
    stroke: str | None = None
    barrel: str | None = None
    rod: str | None = None
    foot: str | None = None
    slide: str | None = None
    head: str | None = None


@public
class ComponentBuilder:
    """Groups of parts."""

    def _planar(self) -> Planar:
        raise TypeError("a mechanism says that it is one")

    def linear_actuator(
        self,
        name: str,
        first: Where,
        second: Where,
        *,
        stiffness: Num = 0,
        free_length: Num = 0,
        damping: Num = 0,
        force: Any = 0,
        length: Any = None,
        barrel: Any = None,
        rod: Any = None,
    ) -> LinearActuator:
        """A cylinder between two points: spring and damper, a force that is a law of t, length and speed (positive
        when it pulls), or a prescribed `length` as a function of t.

        Without `barrel` and `rod` it is massless. Each of them is (mass, length) of a uniform bar, or a Mass; then the
        actuator is two bodies, a pin at each end and a slide between them. The barrel's frame has its origin at the
        first point, the rod's at the second; the x axes of both point from the first to the second.
        """
        m = self._planar()
        spring = {"stiffness": stiffness, "damping": damping, "force": force}
        if barrel is None and rod is None:
            m.spring(name, first, second, free_length=free_length, **spring)
            if length is not None:
                m.drive(f"{name}_stroke", between=(first, second), strut=length)
            return LinearActuator(name, f"{name}_stroke" if length is not None else None)
        parts = {part: f"{name}_{part}" for part in ("barrel", "rod", "foot", "slide", "head", "stroke")}
        try:
            ends = [read_point(place(where)) for where in (first, second)]
        except ValueError as error:
            raise MechanismError(f"actuator '{name}': {error}") from None
        (x, y), (ex, ey) = (_drawn(m, end) for end in ends)
        angle = math.atan2(ey - y, ex - x)
        moving = next((end.body for end in ends if end.body != GROUND), GROUND)
        plane = m.bodies_by_name[moving].plane
        tube = m.body(parts["barrel"], (x, y, angle), plane=plane, mass=_bar(barrel, 1))
        piston = m.body(parts["rod"], (ex, ey, angle), plane=plane, mass=_bar(rod, -1))
        m.revolute(parts["foot"], first, tube.at(0, 0))
        m.translational(parts["slide"], tube.line((0, 0), (1, 0)), piston.line((0, 0), (1, 0)))
        m.revolute(parts["head"], piston.at(0, 0), second)
        m.joint_spring(name, parts["slide"], free=free_length, **spring)
        if length is None:
            return LinearActuator(name, **{part: parts[part] for part in parts if part != "stroke"})
        m.drive(parts["stroke"], joint=parts["slide"], position=length)
        return LinearActuator(name, **parts)

    def carriage(
        self, name: str, at: Pair, along: Pair, mass: Num | Mass | None = None, on: BodyHandle | str = GROUND
    ) -> BodyHandle:
        """A body that moves along one line only: a body with its frame at `at`, its x axis `along` (as drawn), and the
        slide `<name>_rail`. Planar joints meet it like any other body; `<name>_rail.position` is its one coordinate."""
        m = self._planar()
        (x, y), (dx, dy) = vector(at), vector(along)
        body = m.body(name, (x, y, as_expression(f"atan2({dy}, {dx})")), mass=_moving(mass))
        m.translational(f"{name}_rail", str(on), body, at=at, along=along)
        return body

    def rotor(
        self, name: str, joint: str, inertia: Num, ratio: Num = 1, mass: Num = 0, radius: Num = _SIZE
    ) -> BodyHandle:
        """A flywheel or the rotor of a motor behind gears: it turns `ratio` times as fast as the joint, seen from the
        joint's first body, which carries it.

        It is a body with its bearing on that body and a rigid belt, so its inertia, reaction and gyration are exact:
        the joint feels inertia times ratio squared. A negative ratio turns it the other way round.
        """
        from linkwork.elements.planar.joints.revolute import Revolute

        m = self._planar()
        held = m.joints.get(joint)
        if not isinstance(held, Revolute):
            raise MechanismError(
                f"rotor '{name}': '{joint}' is no revolute joint; on a slide put a pinion with rack_pinion"
            )
        factor = as_expression(ratio)
        value = float(factor.value(resolve_parameters(m.parameters_by_name)).real)
        if value == 0.0 or not math.isfinite(value):
            raise MechanismError(f"rotor '{name}': the ratio must not be zero")
        pulley = as_expression(radius)
        driving = pulley * (factor if value > 0.0 else -factor)
        carrier, turning = held.places()
        x, y = _local(m, carrier)
        bearing = Point(body=carrier.body, coordinates=(x + _ROOM * (pulley + driving), y))
        heavy = Mass(mass=as_expression(mass), inertia=as_expression(inertia))
        plane = m.bodies_by_name[turning.body].plane
        wheel = m.body(name, (*_drawn(m, bearing), 0), plane=plane, mass=heavy)
        m.revolute(f"{name}_bearing", bearing, wheel.at(0, 0))
        m.belt(f"{name}_gear", turning, wheel.at(0, 0), radii=(driving, pulley), crossed=value < 0.0, rigid=True)
        return wheel


def _bar(given: Any, side: int) -> Mass | None:
    """A uniform bar of (mass, length) along x from its frame's origin, forward or backward; or the mass as given."""
    if given is None or isinstance(given, Mass):
        return given
    mass, length = vector(given)
    return Mass(mass=mass, center=(side * length / 2, as_expression(0)), inertia=mass * length * length / 12)


def _moving(given: Num | Mass | None) -> Mass | None:
    """A mass at the frame's origin; or the mass as given."""
    return given if given is None or isinstance(given, Mass) else Mass(mass=as_expression(given))


def _drawn(mechanism: Planar, point: Point) -> tuple[float, float]:
    """Where a point is drawn in the world, for the present parameters."""
    from linkwork.places.scope import Scope

    scope = Scope(mechanism, resolve_parameters(mechanism.parameters_by_name))
    x, y = scope.into_world(point.body, *scope.point(point))
    return float(x.real), float(y.real)


def _local(mechanism: Planar, point: Point) -> Vector:
    """Coordinates of a point in its body's frame."""
    if point.named is not None:
        return mechanism.bodies_by_name[point.body].points[point.named]
    if point.coordinates is not None and not point.drawn:
        return point.coordinates
    from linkwork.places.scope import Scope

    scope = Scope(mechanism, resolve_parameters(mechanism.parameters_by_name))
    x, y = scope.point(point)
    return as_expression(float(x.real)), as_expression(float(y.real))
