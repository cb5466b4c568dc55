"""The closed position nearest to another one, differentiated where it has converged.

    pull(q) - J' sigma = 0,  Phi(q) = 0        pull: the scaled way to the other position, J: scaled rows

Everything in it may depend on the parameter: the constraints, the other position, and the units of the scale.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.analysis.sensitivity.adjoint_structure import grouped
from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

_RANK = 1e-11


class Nearest:
    """One closed position, which is the nearest to another, as a function of parameters."""

    def __init__(self, root: Array, t: float) -> None:
        self.root, self.t = root, t
        self._matrix: Array | None = None
        self._inverse: Array | None = None
        self._scale: Array | None = None

    def carrying(self, equations: Equations, target: Array) -> Array:
        """The position with the derivative that the tables, their units and the target carry."""
        off = self._off(equations, target)
        if self._inverse is None:
            self._inverse = np.linalg.pinv(self._linear(off, equations), rcond=_RANK)[: equations.n]
        step = -1j * (self._inverse @ off(np.zeros(equations.n)).imag)
        return equations.moved(self.root.astype(complex), step)

    def rows(self, equations: Equations, target: Array) -> Array:
        """What parameters put into the equations of the position; every number depends on few of them."""
        off = self._off(equations, target)
        self._linear(off, equations)
        return off(np.zeros(equations.n))

    def moved_by(self, rows: Array) -> Array:
        """The change of the coordinates for what parameters put into the equations."""
        assert self._matrix is not None and self._scale is not None
        return -np.linalg.lstsq(self._matrix, rows.T, rcond=_RANK)[0][: len(self._scale)].T * self._scale

    def _off(self, equations: Equations, target: Array) -> Callable[[Array], Array]:
        """How far a position a step beside the root is from fulfilling the equations of the nearest one."""
        q = self.root.astype(complex)
        equations.evaluate(q, self.t)
        pull = equations.apart(target, q).real
        multipliers = np.linalg.lstsq(equations.jacobian().real.T, pull, rcond=_RANK)[0]

        def off(step: Array) -> Array:
            place = equations.moved(q, step)
            equations.evaluate(place, self.t)
            pull = equations.apart(target, place)
            pull -= np.sum(equations.jacobian() * multipliers[:, None], axis=0)
            return np.concatenate([pull, equations.residual()])

        return off

    def _linear(self, off: Callable[[Array], Array], equations: Equations) -> Array:
        """How far steps, and changes of the multipliers, bring the equations off."""
        if self._matrix is None:
            base, rows = off(np.zeros(equations.n)), equations.jacobian().real
            behind = np.vstack([-rows.T, np.zeros((len(rows), len(rows)))])
            matrix = _differentiated(lambda step: (off(1j * STEP * step) - base).imag / STEP, equations.system)
            self._matrix = np.hstack([matrix, behind])
            self._scale = equations.system.column_scale.real
        return self._matrix


def _differentiated(slope: Callable[[Array], Array], system: System) -> Array:
    """The matrix of a linear function of steps whose rows are those of the coordinates, then those of the equations.

    Both depend on the bodies that elements join; columns that share no row are found together.
    """
    n, m = len(system.coordinates), len(system.equations)
    unit = np.arange(n)
    unit[: system.body_columns] //= system.world.size
    unit[system.body_columns :] += n
    joins = np.zeros((m, n), bool)
    joins[system.entry_rows, system.entry_columns] = True
    for placed in system.elements:
        rows = slice(placed.first_row, placed.first_row + len(placed.element.equations))
        joins[rows] = np.isin(unit, unit[np.any(joins[rows], axis=0)])
    near = (joins.T.astype(np.float32) @ joins.astype(np.float32) > 0.0) | (unit[:, None] == unit)
    pattern = np.vstack([near, joins])
    differentiated = np.zeros((n + m, n))
    for group in grouped([np.flatnonzero(column).tolist() for column in pattern.T], n + m):
        step = np.zeros(n)
        step[group] = 1.0
        differentiated[:, group] = np.where(pattern[:, group], slope(step)[:, None], 0.0)
    return differentiated
