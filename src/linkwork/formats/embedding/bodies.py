"""Bodies of the plane as bodies of space: the same frame, with the plane's normal as its z axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND
from linkwork.bodies.bodies import Body
from linkwork.bodies.mass import Mass
from linkwork.bodies.spatial.bodies import Estimate, SpatialBody
from linkwork.bodies.spatial.mass import Inertia, SpatialMass
from linkwork.expression import Expression, as_expression
from linkwork.formats.embedding.plane import SpacePlane, flat
from linkwork.formats.embedding.terms import Pair, difference, number, times, total

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Pose = tuple[Expression, Expression, Expression]
_HALF = as_expression(0.5)


def spatial_body(planar: Planar, name: str, plane: SpacePlane, pose: Pose | None) -> SpatialBody:
    """A body in space; `pose` is where it is drawn in its plane."""
    body: Body = planar.bodies_by_name[name]
    points = {label: plane.point(*where) if name == GROUND else flat(where) for label, where in body.points.items()}
    if name == GROUND or pose is None:
        return SpatialBody(points=points)
    estimate = Estimate(position=plane.point(pose[0], pose[1]), orientation=plane.orientation(pose[2]))
    if body.modes is not None:
        raise MechanismError(f"body '{name}' has elastic modes and cannot be placed in space yet; describe it there")
    return SpatialBody(estimate=estimate, points=points, mass=_mass(planar, name, body.mass))


def _mass(planar: Planar, name: str, mass: Mass | None) -> SpatialMass | None:
    """The mass of a lamina: the moment about the normal is given, those about axes in the plane are half of it."""
    if mass is None:
        return None
    if mass.shapes:
        mass_properties = planar.mass_properties(name)
        centre: Pair | None = as_expression(mass_properties.x.real), as_expression(mass_properties.y.real)
        return _lamina(as_expression(mass_properties.mass.real), centre, as_expression(mass_properties.inertia.real))
    inertia = mass.inertia
    if inertia is not None and mass.inertia_about is not None:
        inertia = _central(mass, inertia, mass.inertia_about)
    return _lamina(mass.mass, mass.center, inertia)


def _central(mass: Mass, inertia: Expression, about: Pair) -> Expression:
    """The moment about the mass centre: J - m d^2 (Haug 6.1.22)."""
    x, y = (difference(at, other) for at, other in zip(mass.center or (0, 0), about, strict=True))
    square = total((x, x), (y, y))
    return total((1, inertia), (-1, times(mass.mass or as_expression(0), square)))


def _lamina(mass: Expression | None, centre: Pair | None, inertia: Expression | None) -> SpatialMass:
    """Its numbers in space."""
    at = None if centre is None or mass is None else flat(centre)
    if inertia is None:
        return SpatialMass(mass=mass, center=at)
    half = number(times(_HALF, inertia))
    return SpatialMass(mass=mass, center=at, inertia=Inertia(xx=half, yy=half, zz=inertia))
