"""Mass properties of a body: given, or from the shapes it is made of; moved to the mass centre by the program.

    rod: {mass: {mass: 2, center: [l/2, 0], inertia: 2*l^2/12}}
    crank: {mass: {shapes: [{type: rod, from: [0, 0], to: [r, 0], mass: 0.5},
                            {type: disc, radius: 30 mm, density: 7800, thickness: 10 mm}]}}

A body without mass properties is massless. All arithmetic holds for complex values too (complex step).
"""

from __future__ import annotations

import math
from typing import Any

from pydantic import Field, model_validator

from linkwork.base.errors import within
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.shapes import AnyShape, Geometry, Outlined, Plate
from linkwork.bodies.shapes.base import not_negative
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable
from linkwork.places.places import Vector
from linkwork.places.row import Row
from linkwork.places.scope import Scope

_ROUNDING = 1e-12
"""A negative inertia or mass that is this small a share of what it is the difference of, is zero."""


class Mass(Part, metaclass=Readable):
    """Mass, mass centre and inertia of a body, or the shapes from which they follow."""

    mass: Number | None = Field(default=None, description="in kg; 0 when left out")
    center: Vector | None = Field(default=None, description="mass centre in the body's frame; its origin when left out")
    inertia: Number | None = Field(
        default=None, description="moment of inertia in kg m^2 about the mass centre; 0 when left out"
    )
    inertia_about: Vector | None = Field(
        default=None, description="point of the body's frame about which `inertia` is given, if not the mass centre"
    )
    shapes: tuple[AnyShape, ...] = Field(default=(), description="what the body is made of, instead of the numbers")

    @model_validator(mode="after")
    def _either_numbers_or_shapes(self) -> Mass:
        for name in ("mass", "center", "inertia", "inertia_about"):
            if self.shapes and getattr(self, name) is not None:
                raise ValueError(f"the shapes give mass, mass centre and inertia; leave out '{name}' or the shapes")
        if self.inertia_about is not None and self.inertia is None:
            raise ValueError("'inertia_about' says about which point 'inertia' is given; 'inertia' is missing")
        for name in ("center", "inertia_about"):
            if self.mass is None and getattr(self, name) is not None:
                raise ValueError(f"'{name}' needs 'mass'")
        return self


@dataclass(frozen=True)
class Resolved:
    """Mass, mass centre x, y in the body's frame, and moment of inertia about it."""

    mass: Any = 0.0
    x: Any = 0.0
    y: Any = 0.0
    inertia: Any = 0.0

    def about(self, x: Any, y: Any) -> Any:
        """The moment of inertia about another point: J + m d^2 (Haug, Eq. 6.1.22)."""
        return self.inertia + self.mass * ((self.x - x) * (self.x - x) + (self.y - y) * (self.y - y))


def evaluate(properties: Mass | None, scope: Scope, row: Row) -> Resolved:
    """The mass properties of the body `row.name` as numbers; errors begin with `row.where`."""
    if properties is None:
        return Resolved()
    with within(row.where):
        resolved = _composite(properties.shapes, scope, row) if properties.shapes else _given(properties, scope, row)
        for value in (resolved.mass, resolved.x, resolved.y, resolved.inertia):
            if not -math.inf < value.real < math.inf:
                row.fail("mass, mass centre or inertia is not finite; check the sizes of the numbers")
    return resolved


def check(properties: Mass | None, scope: Scope, row: Row) -> None:
    """Refuse mass properties that make no sense; what is inside outlines needs compiled code and is left out."""
    shapes = properties.shapes if properties is not None else ()
    if not any(isinstance(shape, Outlined) for shape in shapes):
        evaluate(properties, scope, row)
        return
    for shape, place in _rows(shapes, scope, row):
        with within(place.where):
            shape.check(place)


def _given(properties: Mass, scope: Scope, row: Row) -> Resolved:
    mass = 0.0 if properties.mass is None else not_negative(row, properties.mass, "mass")
    x, y = (0.0, 0.0) if properties.center is None else scope.vector(properties.center)
    inertia = 0.0 if properties.inertia is None else not_negative(row, properties.inertia, "inertia")
    if properties.inertia_about is None:
        return Resolved(mass, x, y, inertia)
    away = Resolved(mass, x, y).about(*scope.vector(properties.inertia_about))
    central = _not_below_zero(inertia - away, inertia)
    if central.real < 0.0:
        row.fail(
            f"the inertia {inertia.real:g} about 'inertia_about' is less than the {away.real:g} of the whole mass in "
            "its centre; give a greater inertia, or leave 'inertia_about' out if it is about the mass centre"
        )
    return Resolved(mass, x, y, central)


def _composite(shapes: tuple[AnyShape, ...], scope: Scope, row: Row) -> Resolved:
    """The body that the shapes make together (Haug, Eqs. 6.1.23-6.1.25; holes are subtracted)."""
    parts: list[tuple[Any, Geometry]] = []
    for shape, place in _rows(shapes, scope, row):
        with within(place.where):
            geometry = shape.geometry(place)
            parts.append((shape.weight(place, geometry), geometry))
    mass = sum(m for m, _ in parts)
    filled = sum(m.real for m, _ in parts if m.real > 0)
    if any(isinstance(shape, Plate) and shape.hole for shape in shapes) and mass.real <= _ROUNDING * filled:
        row.fail(
            f"the holes take away {filled - mass.real:g} kg of {filled:g} kg; "
            "make them smaller than what they are cut from, with the same density and thickness"
        )
    if mass == 0:
        return Resolved()
    x, y = (sum(m * getattr(g, axis) for m, g in parts) / mass for axis in "xy")
    inertias = [Resolved(m, g.x, g.y, m * g.gyration).about(x, y) for m, g in parts]
    inertia = _not_below_zero(sum(inertias), sum(part.real for part in inertias if part.real > 0))
    if inertia.real < 0.0:
        row.fail(
            f"the inertia about the mass centre is negative, {inertia.real:g} kg m^2: a hole reaches beyond what it "
            "is cut from; check sizes and places of the holes"
        )
    return Resolved(mass, x, y, inertia)


def _rows(shapes: tuple[AnyShape, ...], scope: Scope, row: Row) -> list[tuple[AnyShape, Row]]:
    """The shapes, each with a row that names it in errors."""
    names = (f"{row.where}: shape {n} ({shape.type})" for n, shape in enumerate(shapes, 1))
    return [(shape, Row(scope, name, row.name)) for shape, name in zip(shapes, names, strict=True)]


def _not_below_zero(value: Any, scale: Any) -> Any:
    """The value, with a real part that is negative by rounding only set to zero."""
    return value - value.real if -_ROUNDING * scale.real <= value.real < 0.0 else value


def weighs(given: Mass | None, scope: Scope, row: Row) -> bool:
    """Whether these mass properties of a body are any."""
    numbers = evaluate(given, scope, row)
    return bool(numbers.mass.real != 0.0 or numbers.inertia.real != 0.0)
