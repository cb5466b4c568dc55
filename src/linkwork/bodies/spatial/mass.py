"""Mass properties of a body in space: given, or from the shapes or the mesh it is made of; moved to the mass centre.

    rod: {mass: {mass: 2, center: [l/2, 0, 0], inertia: [0.001, 0.04, 0.04]}}
    crank: {mass: {mass: 3, inertia: {xx: 1, yy: 2, zz: 2, xy: -0.1}, inertia_about: [0, 0, 0.1],
                   inertia_axes: {axis: [0, 0, 1], angle: 30 deg}}}
    wheel: {mass: {shapes: [{type: cylinder, radius: 0.3, length: 0.1, density: 7800},
                            {type: cylinder, radius: 0.1, length: 0.1, density: 7800, hole: true}]}}
    part: {mass: {mesh: {file: part.stl, density: 7800, scale: 0.001}}}

Products of inertia are entries of the matrix J': minus the integrals, J'xy = -int x y dm (Haug 11.1.17). A body without
mass properties is massless. All arithmetic holds for complex values too (complex step).
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, PlainSerializer, model_validator
from pydantic_core import PydanticCustomError

from linkwork.base.errors import shown, within
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.spatial.inertia import Matrix, Vector, of_point, principal_axes, symmetric, turned
from linkwork.bodies.spatial.shapes.base import Form, Shape, axes_of, not_negative, numbers
from linkwork.expression import Expression, as_expression
from linkwork.expression.elsewhere import Elsewhere
from linkwork.expression.later import LATER
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable, plain
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope
from linkwork.places.spatial.orientation import Orientation, Vector3

if TYPE_CHECKING:
    from linkwork.bodies.spatial.shapes import HeavyShape, Mesh
else:
    HeavyShape = Annotated[Any, Elsewhere("linkwork.bodies.spatial.shapes.kinds", "HeavyShape")]
    Mesh = Annotated[Any, Elsewhere("linkwork.bodies.spatial.shapes.mesh", "Mesh")]

_ROUNDING = 1e-12
"""A mass or principal moment that is this small a share of what it is the difference of, is zero."""
_PRINTED = 1e-6
"""By which share a moment may exceed the sum of the two others: thin bodies, with rounded numbers."""
_ENTRIES = ("xx", "yy", "zz", "xy", "yz", "zx")


class Inertia(Part):
    """The inertia matrix J': moments of inertia, and products as its entries (minus the integrals)."""

    xx: Number
    yy: Number
    zz: Number
    xy: Number = as_expression(0)
    yz: Number = as_expression(0)
    zx: Number = as_expression(0)


def _read_inertia(value: Any) -> Any:
    """[Jxx, Jyy, Jzz], or the whole matrix row by row, as a mapping."""
    if not isinstance(value, list | tuple):
        return value
    if len(value) != 3:
        raise ValueError(
            f"inertia needs three moments [Jxx, Jyy, Jzz], or {{xx: .., yy: .., zz: ..}}; found {shown(value)}"
        )
    if not any(isinstance(row, list | tuple) for row in value):
        return dict(zip(_ENTRIES, value, strict=False))
    if not all(isinstance(row, list | tuple) and len(row) == 3 for row in value):
        raise ValueError("an inertia matrix has three rows of three numbers")
    rows = [[as_expression(entry) for entry in row] for row in value]
    for m, n, name in ((0, 1, "xy"), (1, 2, "yz"), (2, 0, "zx")):
        if not _same(rows[m][n], rows[n][m]):
            text = f"the inertia matrix is not symmetric: {name} is {rows[m][n]} and {name[::-1]} is {rows[n][m]}"
            raise PydanticCustomError("inertia", "{text}", {"text": text})
    places = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
    return {name: rows[m][n] for name, (m, n) in zip(_ENTRIES, places, strict=True)}


def _same(a: Expression, b: Expression) -> bool:
    """Whether two entries are one: the same text, or numbers equal to rounding."""
    if a.constant is None or b.constant is None:
        return a == b
    return abs(a.constant - b.constant) <= 1e-9 * max(abs(a.constant), abs(b.constant))


def _write_inertia(inertia: Inertia | None) -> Any:
    if inertia is None:
        return None
    data = plain(inertia)
    return [data[name] for name in _ENTRIES[:3]] if len(data) == 3 else data


InertiaField = Annotated[
    Inertia,
    BeforeValidator(_read_inertia, json_schema_input_type=Inertia | Vector3 | tuple[Vector3, Vector3, Vector3]),
    PlainSerializer(_write_inertia),
]


def _read_mesh(value: Any) -> Any:
    return {"type": "mesh"} | value if isinstance(value, dict) else value


class SpatialMass(Part, metaclass=Readable):
    """Mass, mass centre and inertia of a body, or the shapes or the mesh from which they follow."""

    mass: Number | None = Field(default=None, description="in kg; 0 when left out")
    center: Vector3 | None = Field(default=None, description="mass centre in the body's frame; its origin if left out")
    inertia: InertiaField | None = Field(
        default=None,
        description="inertia matrix in kg m^2 about the mass centre: [Jxx, Jyy, Jzz], or xx, yy, zz, xy, yz, zx with "
        "the products as entries of the matrix (minus the integrals); 0 when left out",
    )
    inertia_about: Vector3 | None = Field(
        default=None, description="point of the body's frame about which `inertia` is given, if not the mass centre"
    )
    inertia_axes: Annotated[Orientation, LATER] | None = Field(
        default=None, description="orientation of the axes in which `inertia` is given, if not the body's"
    )
    shapes: tuple[HeavyShape, ...] = Field(default=(), description="what the body is made of, instead of the numbers")
    mesh: Annotated[Mesh, BeforeValidator(_read_mesh)] | None = Field(
        default=None, description="closed triangle mesh that the body fills, instead of the numbers"
    )

    @model_validator(mode="after")
    def _one_way(self) -> SpatialMass:
        source = "shapes" if self.shapes else "mesh"
        if self.shapes and self.mesh is not None:
            raise ValueError("give shapes or mesh; a mesh beside other shapes is a shape of type mesh")
        if self.mesh is not None and (self.mesh.hole or not self.mesh.heavy()):
            raise ValueError("a mesh needs its density or mass, and is no hole")
        for name in ("mass", "center", "inertia", "inertia_about", "inertia_axes"):
            if self.parts() and getattr(self, name) is not None:
                raise ValueError(f"the {source} gives mass, mass centre and inertia; leave out '{name}' or '{source}'")
        for name in ("inertia_about", "inertia_axes"):
            if getattr(self, name) is not None and self.inertia is None:
                raise ValueError(f"'{name}' says how 'inertia' is given; 'inertia' is missing")
        for name in ("center", "inertia_about"):
            if self.mass is None and getattr(self, name) is not None:
                raise ValueError(f"'{name}' needs 'mass'")
        return self

    def parts(self) -> tuple[Shape, ...]:
        """The shapes from which the mass properties follow."""
        return self.shapes if self.mesh is None else (self.mesh,)


@dataclass(frozen=True)
class Resolved3:
    """Mass, mass centre in the body's frame, and inertia matrix J' about it in the body's axes."""

    mass: Any = 0.0
    centre: Vector = field(default_factory=lambda: np.zeros(3))
    inertia: Matrix = field(default_factory=lambda: np.zeros((3, 3)))

    def about(self, point: Any) -> Matrix:
        """The inertia about another point of the body: J' + m (rho.rho I - rho rho^T) (Haug 11.2.7-11.2.9)."""
        return self.inertia + of_point(self.mass, self.centre - np.asarray(point))

    def numbers(self) -> tuple[Any, ...]:
        """The ten numbers of the tables: m, centre, Jxx, Jyy, Jzz, Jxy, Jyz, Jzx."""
        (xx, xy, _), (_, yy, yz), (zx, _, zz) = self.inertia.tolist()
        return self.mass, *self.centre.tolist(), xx, yy, zz, xy, yz, zx

    def principal(self) -> tuple[Vector, Matrix]:
        """Principal moments about the mass centre, greatest first, and their axes as columns (Haug 11.2.13-11.2.17)."""
        return principal_axes(self.inertia)


def evaluate(properties: SpatialMass | None, scope: BaseScope, row: BaseRow) -> Resolved3:
    """The mass properties of the body `row.name` as numbers; errors begin with `row.where`."""
    if properties is None:
        return Resolved3()
    with within(row.where), np.errstate(all="ignore"):
        parts = properties.parts()
        resolved = _composite(parts, scope, row) if parts else _given(properties, row)
        if not all(-np.inf < value.real < np.inf for value in resolved.numbers()):
            row.fail("mass, mass centre or inertia is not finite; check the sizes of the numbers")
    return resolved


def _given(properties: SpatialMass, row: BaseRow) -> Resolved3:
    mass = 0.0 if properties.mass is None else not_negative(row, properties.mass, "mass")
    centre = np.zeros(3) if properties.center is None else numbers(row, properties.center)
    if properties.inertia is None:
        return Resolved3(mass, centre)
    given = symmetric(*(row.number(getattr(properties.inertia, name)) for name in _ENTRIES))
    inertia = turned(given, axes_of(properties.inertia_axes, row))
    if properties.inertia_about is not None:
        inertia = inertia - of_point(mass, centre - numbers(row, properties.inertia_about))
    return Resolved3(mass, centre, inertia)


def _composite(shapes: tuple[Shape, ...], scope: BaseScope, row: BaseRow) -> Resolved3:
    """The body that the shapes make together (Haug 11.2.18-11.2.20; holes are subtracted)."""
    parts: list[tuple[Any, Form]] = []
    for n, shape in enumerate(shapes, 1):
        place = BaseRow(scope, f"{row.where}: shape {n} ({shape.type})", row.name)
        with within(place.where):
            form = shape.placed(place)
            parts.append((shape.weight(place, form), form))
    mass = sum(m for m, _ in parts)
    filled = sum(m.real for m, _ in parts if m.real > 0)
    holes = any(shape.hole for shape in shapes)
    if holes and mass.real <= _ROUNDING * filled:
        row.fail(
            f"the holes take away {filled - mass.real:g} kg of {filled:g} kg; "
            "make them smaller than what they are cut from, with the same density"
        )
    if mass == 0:
        return Resolved3()
    centre = sum(m * form.centre for m, form in parts) / mass
    shares = [m * form.gyration + of_point(m, form.centre - centre) for m, form in parts]
    resolved = Resolved3(mass, centre, sum(shares[1:], shares[0]))
    least = float(resolved.principal()[0][2]) if np.isfinite(resolved.inertia).all() else 0.0
    if holes and least < -_ROUNDING * sum(float(np.trace(share.real)) for share in shares if np.trace(share).real > 0):
        row.fail(
            f"a principal moment of inertia is negative, {least:g} kg m^2: a hole reaches beyond what it is cut from; "
            "check sizes and places of the holes"
        )
    return resolved


def warnings(resolved: Resolved3, name: str) -> list[str]:
    """What no rigid body can have, named: a negative principal moment, or one above the sum of the two others."""
    a, b, c = (float(moment) for moment in resolved.principal()[0])
    scale = max(abs(a), abs(c))
    moments = f"{a:.6g}, {b:.6g}, {c:.6g} kg m^2"
    if c < -_ROUNDING * scale:
        return [
            f"body '{name}': a principal moment of inertia about the mass centre is negative ({moments}); check the "
            "signs of the products and the point about which the inertia is given"
        ]
    if a - (b + c) > _PRINTED * scale:
        return [
            f"body '{name}': no rigid body has the principal moments of inertia {moments}: the greatest is more than "
            "the sum of the two others; it is used as it is"
        ]
    return []


def warnings_of(scope: Any) -> list[str]:
    """The warnings of all bodies of a mechanism."""
    sentences: list[str] = []
    for name, body in scope.mechanism.bodies_by_name.items():
        if body.mass is not None:
            sentences += warnings(evaluate(body.mass, scope, BaseRow(scope, f"body '{name}'", name)), name)
    return sentences


def weighs(given: SpatialMass | None, scope: BaseScope, row: BaseRow) -> bool:
    """Whether these mass properties of a body are any."""
    return given is not None and any(value.real != 0.0 for value in evaluate(given, scope, row).numbers())
