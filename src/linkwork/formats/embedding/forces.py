"""Forces of the plane as forces of space."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.spatial import force_catalogue as spatial
from linkwork.expression import Expression, symbol
from linkwork.formats.embedding.terms import number, total
from linkwork.functions.expression import Formula
from linkwork.functions.value import as_function
from linkwork.signals.parts import Signal

if TYPE_CHECKING:
    from linkwork.formats.embedding.embedding import Spot

_OWN = ("x", "y", "vx", "vy")
_PLACING = ("type", "between", "at", "line", "pin")


def _spring(spot: Spot, force: planar.Spring) -> Element:
    first, second = force.places()
    return spatial.Spring(between=(spot.point(first), spot.point(second)), **_fields(spot, force))


def _absorber(spot: Spot, force: planar.Absorber) -> Element:
    first, second = force.places()
    return spatial.Absorber(between=(spot.point(first), spot.point(second)), **_fields(spot, force))


def _torsion_spring(spot: Spot, force: planar.TorsionSpring) -> Element:
    first, second = (spot.upright(body) for body in force.between)
    return spatial.TorsionSpring(between=(first, second), **_fields(spot, force))


def _slide_spring(spot: Spot, force: planar.SlideSpring) -> Element:
    line, pin = spot.slide(spot.line(force.line)), spot.point(force.pin)
    return spatial.SlideSpring(line=line, pin=pin, **_fields(spot, force))


def _bushing(spot: Spot, force: planar.Bushing) -> Element:
    """Soft along the plane and about its normal; the plane's other joints hold the rest."""
    first, second = (spot.line(line) for line in force.lines())
    frames: Any = tuple(spot.upright(line.body, line.start, line.along) for line in (first, second))
    curves: Any = {name: spot.law(getattr(force.curves, name)) for name in ("x", "y", "rz")}
    return spatial.Bushing(
        between=frames, stiffness=_in_six(force.stiffness), damping=_in_six(force.damping), curves=curves
    )


def _in_six(given: Any) -> Any:
    """Numbers or a matrix for x, y, rz among those for x, y, z, rx, ry, rz."""
    if not isinstance(given[0], tuple):
        x, y, turn = given
        return x, y, 0, 0, 0, turn
    places, rows = (0, 1, 5), [[0] * 6 for _ in range(6)]
    for m, line in zip(places, given, strict=True):
        for n, value in zip(places, line, strict=True):
            rows[m][n] = value
    return rows


def _in_joint(kind: type[Element]) -> Callable[[Any, Any], Element]:
    """A force in a freedom of a joint; the freedoms have the same names."""

    def translated(spot: Spot, force: Element) -> Element:
        return kind(**_fields(spot, force))

    return translated


def _point_force(spot: Spot, force: planar.PointForce) -> Element:
    """Components along the axes of the plane become components along those of the world or, following, of the body."""
    on = spot.point(force.on)
    if force.follows or spot.plane.is_xy:
        x, y, torque = (spot.law(law, _own(spot, force)) for law in (force.x, force.y, force.torque))
        return spatial.PointForce(on=on, x=x, y=y, torque_z=torque, follows=force.follows)
    if _none(force.x) and _none(force.y):
        torque = spot.law(force.torque, _own(spot, force))
        return spatial.PointForce(on=on, torque_z=torque, follows=True)
    fx, fy, torque = (_value(spot, force, name) for name in ("x", "y", "torque"))
    plane = spot.plane
    parts: dict[str, Any] = {}
    for n, name in enumerate("xyz"):
        parts[name] = as_function(total((plane.x[n], fx), (plane.y[n], fy)))
        parts[f"torque_{name}"] = as_function(total((plane.normal[n], torque)))
    return spatial.PointForce(on=on, **parts)


def _own(spot: Spot, force: planar.PointForce) -> dict[str, str]:
    """Channels for the variables that the laws of a point force have in the plane."""
    read = set()
    for law in (force.x, force.y, force.torque):
        read |= set(law.arguments()) if hasattr(law, "arguments") else {law.of}
        read |= set(law.value.names) if isinstance(law, Formula) else set()
    channels = spot.embedding.channels
    own = {} if spot.plane.is_xy else {name: channels.coordinate(force.on, name) for name in _OWN if name in read}
    body = force.on.body
    return own | {name: channels.angle("ground", body, name) for name in ("angle", "omega") if name in read}


def _value(spot: Spot, force: planar.PointForce, component: str) -> Expression:
    """A component as an expression; a law that is more than a number becomes a signal, for it is needed thrice."""
    law = spot.law(getattr(force, component), _own(spot, force))
    if isinstance(law, Formula) and law.value.names <= spot.planar.parameters_by_name.keys():
        return number(law.value)
    return symbol(spot.embedding.signal(f"{spot.name}_{component}", Signal(value=law)))


def _none(law: Any) -> bool:
    return isinstance(law, Formula) and law.value.constant == 0.0


def _fields(spot: Spot, force: Element) -> dict[str, Any]:
    """What is not about places, with laws that read channels of space."""
    fields: dict[str, Any] = {}
    for name in type(force).model_fields:
        if name in _PLACING:
            continue
        value = getattr(force, name)
        fields[name] = spot.law(value) if hasattr(value, "pack") and hasattr(value, "of") else value
    return fields


TRANSLATED: dict[type[Element], Callable[[Any, Any], Element]] = {
    planar.Spring: _spring,
    planar.TorsionSpring: _torsion_spring,
    planar.SlideSpring: _slide_spring,
    planar.JointSpring: _in_joint(spatial.JointSpring),
    planar.Actuator: _in_joint(spatial.Actuator),
    planar.Motor: _in_joint(spatial.Motor),
    planar.EndStop: _in_joint(spatial.EndStop),
    planar.Absorber: _absorber,
    planar.PlasticHinge: _in_joint(spatial.PlasticHinge),
    planar.PointForce: _point_force,
    planar.Bushing: _bushing,
}
