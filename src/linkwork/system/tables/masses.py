"""Masses: the mass properties of the bodies and gravity, as numbers for the tables."""

from __future__ import annotations

from typing import Any

from linkwork.base.names import GROUND
from linkwork.expression.recorded import largest
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.system.world import PLANE


class Masses:
    """Bodies with mass or inertia, four numbers each, and the gravity field."""

    def __init__(self, scope: Scope | None) -> None:
        self.bodies: list[int] = []
        self.numbers: list[Any] = []
        self.gravity: list[Any] = [0.0, 0.0]
        if scope is None:
            return
        from linkwork.bodies.mass import evaluate

        mechanism = scope.mechanism
        names = [name for name in mechanism.bodies_by_name if name != GROUND]
        for number, name in enumerate(names):
            given = mechanism.bodies_by_name[name].mass
            if given is None:
                continue
            mass = evaluate(given, scope, Row(scope, f"body '{name}'", name))
            if mass.mass.real > 0.0 or mass.inertia.real > 0.0:
                self.bodies.append(number)
                self.numbers += [mass.mass, mass.x, mass.y, mass.inertia]
        if mechanism.gravity is not None:
            self.gravity = list(scope.vector(mechanism.gravity))

    def entries(self) -> list[tuple[int, int]]:
        """Entries of the mass matrix, lower triangle: five a body."""
        return PLANE.mass_entries(self.bodies)

    def typical(self) -> list[float]:
        """Which of the entries are there at all: 1 or 0, in the order of `entries`.

        A point mass has no inertia of its own: its mass matrix is singular wherever its frame sits, so its angle counts
        as massless.
        """
        typical = []
        for place in range(len(self.bodies)):
            mass, x, y, inertia = (value.real for value in self.numbers[4 * place : 4 * place + 4])
            lever = mass * (x * x + y * y)
            typical += [float(value > 0.0) for value in (mass, mass, inertia, lever, lever)]
        return typical

    def scale(self, column_scale: Any) -> Any:
        """The largest scaled inertia, by which the equations of motion are divided."""
        scale = [0.0]
        for place, body in enumerate(self.bodies):
            mass, inertia = self.numbers[4 * place].real, self.numbers[4 * place + 3].real
            scale += [mass * column_scale[3 * body] ** 2, inertia]
        return largest(scale) or 1.0


NO_MASSES = Masses(None)
