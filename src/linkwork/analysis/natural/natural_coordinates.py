"""Natural coordinates of a mechanism to look at: names, constant mass matrix, equations, Jacobian, rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.notebook_repr import ShowsItself
from linkwork.base.plural import plural
from linkwork.expression.given import public
from linkwork.places import layout_kernel as layout
from linkwork.system.modal.tables import refuse_modes
from linkwork.system.natural.basis import Basis, basis_of
from linkwork.system.natural.sites import POINT

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

SMALL = 1e-9  # of the largest singular value: below it an equation counts as none


@public
@dataclass(frozen=True)
class NaturalCoordinates(ShowsItself):
    """Points and unit vectors that the bodies share.

    coordinates  their names, such as `A.x`
    points       joints and bodies whose points have coordinates
    vectors      those of the unit vectors
    mass         the constant mass matrix
    weight       the generalised forces of the weight, constant too
    equations    what each equation is of
    kept         elements whose equations are not quadratic in them and come from the engine
    start        values at the assembled position
    """

    coordinates: tuple[str, ...]
    points: tuple[str, ...]
    vectors: tuple[str, ...]
    mass: Array
    weight: Array
    equations: tuple[str, ...]
    kept: tuple[str, ...]
    start: Array
    basis: Basis

    def constraints(self, values: Any = None) -> Array:
        """The left sides of the equations, in their order; at the start when no values are given."""
        s = self._values(values)
        return np.array([_value(row, s) for row in self.basis.rows])

    def jacobian(self, values: Any = None) -> Array:
        """Their derivatives by the coordinates."""
        s = self._values(values)
        jacobian = np.zeros((len(self.basis.rows), len(s)))
        for number, row in enumerate(self.basis.rows):
            for (i, j), share in row.products.items():
                jacobian[number, i] += share * s[j]
                jacobian[number, j] += share * s[i]
            for i, share in row.linear.items():
                jacobian[number, i] += share
        return jacobian

    @property
    def rank(self) -> int:
        """How many of the equations are independent at the assembled position."""
        jacobian = self.jacobian()
        if not jacobian.size:
            return 0
        sizes = np.linalg.svd(jacobian, compute_uv=False)
        return int(np.sum(sizes > SMALL * sizes[0]))

    @property
    def freedoms(self) -> int:
        """Coordinates less independent equations; equations of kept elements take more away."""
        return len(self.coordinates) - self.rank

    def counts(self) -> dict[str, int]:
        """How many there are of each: points, unit vectors, coordinates, equations, their rank, freedoms."""
        return {
            "points": len(self.points),
            "vectors": len(self.vectors),
            "coordinates": len(self.coordinates),
            "equations": len(self.equations),
            "rank": self.rank,
            "freedoms": self.freedoms,
        }

    def __str__(self) -> str:
        lines = [
            f"{plural(len(self.coordinates), 'natural coordinate')}: {plural(len(self.points), 'point')}, "
            f"{plural(len(self.vectors), 'unit vector')}",
            f"{plural(len(self.equations), 'equation')}, rank {self.rank}, {plural(self.freedoms, 'freedom')}",
        ]
        if self.kept:
            lines.append(f"equations of {', '.join(self.kept)} come besides")
        return "\n".join(lines)

    def _values(self, values: Any) -> Array:
        if values is None:
            return self.start
        numbers = np.asarray(values, float)
        if numbers.shape != self.start.shape:
            raise AnalysisError(
                f"natural coordinates: expected {len(self.start)} values, one for each of coordinates; "
                f"found an array of shape {numbers.shape}"
            )
        return numbers


def natural_coordinates(mechanism: Mechanism) -> NaturalCoordinates:
    """The natural coordinates of a mechanism at its assembled position."""
    refuse_modes(mechanism, "natural_coordinates", "look at the system in the coordinates of the bodies")
    system = mechanism.system(dynamics=True)
    basis = basis_of(system)
    return NaturalCoordinates(
        basis.names,
        basis.points,
        basis.vectors,
        basis.mass,
        basis.weight,
        tuple(row.name for row in basis.rows),
        basis.kept,
        _start(mechanism, system, basis),
        basis,
    )


def _start(mechanism: Mechanism, system: System, basis: Basis) -> Array:
    """Their values at the assembled position."""
    from linkwork.analysis.assembly.assemble import assemble, require_start
    from linkwork.system.constraints.equations import Equations

    position, equations = assemble(mechanism), Equations(system)
    require_start(mechanism, position, 0.0)
    equations.evaluate(position.q, 0.0)
    world, w = system.world, np.real(equations.w)
    start = list[float]()
    for body, kind, local, along, offset in basis.owners:
        at, d = int(system.k[layout.POSE]) + world.pose_size * body, world.dimensions
        if d == 2:
            turn = np.array([[w[at + 3], -w[at + 4]], [w[at + 4], w[at + 3]]])
        else:
            turn = w[at + 3 : at + 12].reshape(3, 3)
        place = turn @ local + (w[at : at + d] if kind == POINT else 0.0)
        start.append(float(along @ place + offset))
    own = len(basis.names) - len(basis.owners)
    return np.array([*start, *position.q[system.body_columns :][:own]])


def _value(row: Any, s: Array) -> float:
    products = sum(share * s[i] * s[j] for (i, j), share in row.products.items())
    return float(products + sum(share * s[i] for i, share in row.linear.items()) + row.number)
