"""Masses in space: mass properties of the bodies and gravity, as numbers for the tables."""

from __future__ import annotations

from typing import Any

from linkwork.base.names import GROUND
from linkwork.expression.recorded import largest
from linkwork.places.spatial.layout_kernel import MASS
from linkwork.system.spatial.world import SPACE


class SpatialMasses:
    """Bodies with mass or inertia, ten numbers each, and the gravity field."""

    def __init__(self, scope: Any) -> None:
        from linkwork.bodies.spatial.mass import evaluate

        self.bodies: list[int] = []
        self.numbers: list[Any] = []
        self.gravity: list[Any] = [0.0, 0.0, 0.0]
        mechanism = scope.mechanism
        names = [name for name in mechanism.bodies_by_name if name != GROUND]
        for number, name in enumerate(names):
            given = mechanism.bodies_by_name[name].mass
            if given is None:
                continue
            mass = evaluate(given, scope, mechanism.row_class(scope, f"body '{name}'", name))
            values = mass.numbers()
            if any(value.real != 0.0 for value in (values[0], *values[4:])):
                self.bodies.append(number)
                self.numbers += values
        if mechanism.gravity is not None:
            self.gravity = [scope.number(value) for value in mechanism.gravity]

    def entries(self) -> list[tuple[int, int]]:
        """Entries of the mass matrix, lower triangle: eighteen a body."""
        return SPACE.mass_entries(self.bodies)

    def typical(self) -> list[float]:
        """Which of the entries are there at all: 1 or 0, in the order of `entries`.

        The orientation of a chart mixes the axes: an inertia about one axis counts for all of them when it is whole.
        """
        typical = []
        for place in range(len(self.bodies)):
            mass, x, y, z, *moments = (value.real for value in self.numbers[MASS * place : MASS * (place + 1)])
            lever = float(mass * (x * x + y * y + z * z) > 0.0)
            whole = float(_is_definite(moments))
            diagonal = [whole] * 6
            typical += [float(mass > 0.0)] * 3 + [lever] * 9 + diagonal
        return typical

    def scale(self, column_scale: Any) -> Any:
        """The largest scaled inertia, by which the equations of motion are divided."""
        scale = [0.0]
        for place, body in enumerate(self.bodies):
            mass = self.numbers[MASS * place].real
            moments = (value.real for value in self.numbers[MASS * place + 4 : MASS * place + 7])
            scale += [mass * column_scale[6 * body] ** 2, *moments]
        return largest(scale) or 1.0


def _is_definite(moments: list[float]) -> bool:
    """Whether the inertia resists a turn about every axis."""
    xx, yy, zz, xy, yz, zx = moments
    minor = xx * yy - xy * xy
    whole = zz * minor - xx * yz * yz - yy * zx * zx + 2.0 * xy * yz * zx
    size = max(xx, yy, zz)
    return size > 0.0 and xx > 0.0 and minor > 1e-14 * size**2 and whole > 1e-14 * size**3
