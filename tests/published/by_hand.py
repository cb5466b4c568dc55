"""What the books do by hand, done with the parts of the program: rows in m and rad, Newton's method step by step,
a run at single times, and a dense system through the sparse solver.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from linkwork.analysis.kinematics.kinematics import kinematics
from linkwork.base.arrays import Array
from linkwork.mechanism.planar import Planar
from linkwork.numerics.ldl import analyse
from linkwork.numerics.ldl_factor_kernel import factor
from linkwork.numerics.ldl_kernel import solve_refined
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.tables.compile import compile_system


def move_to(mechanism: Planar, *times: float) -> Run:
    """Position, velocity and acceleration at these times."""
    return kinematics(mechanism, times[-1], times=times, progress=False)


class Rows:
    """Phi, its Jacobian, nu and gamma of a mechanism without the program's scaling, at any position."""

    def __init__(self, mechanism: Planar, q: ArrayLike, t: float = 0.0, v: ArrayLike | None = None) -> None:
        self.system = compile_system(mechanism)
        equations = Equations(self.system)
        equations.evaluate(np.asarray(q, float), t, None if v is None else np.asarray(v, float))
        scale = self.system.row_scale
        self.phi = equations.residual() / scale
        self.jacobian = equations.jacobian() / np.outer(scale, self.system.column_scale)
        self.nu = equations.velocity_side() / scale
        self.gamma = equations.acceleration_side() / scale

    @property
    def determinant(self) -> float:
        """Determinant of the Jacobian."""
        return float(np.linalg.det(self.jacobian))


def rows_of(run: Run, index: int = -1) -> Rows:
    """The rows at a point of a run."""
    return Rows(run.mechanism, run.q[index], float(run.t[index]), run.v[index])


def newton(mechanism: Planar, q: ArrayLike, t: float, steps: int) -> Array:
    """Plain Newton steps by the program's rows and solver, undamped and untested: the positions, one a row."""
    system = compile_system(mechanism)
    equations = Equations(system)
    found = [np.array(q, float)]
    for _ in range(steps):
        equations.evaluate(found[-1], t)
        step, _ = equations.solve(-equations.residual())
        found.append(found[-1] + equations.unscale(step))
    return np.array(found)


def solve_dense(matrix: ArrayLike, right: ArrayLike) -> Array:
    """Solve A x = b by the sparse LDL^T of [[1, A'], [A, 0]]: of all solutions the shortest, of none the nearest."""
    a, b = np.asarray(matrix, float), np.asarray(right, float)
    m, n = a.shape
    j_rows, j_columns = np.nonzero(a)
    pattern = analyse(n, m, range(n), range(n), j_rows, j_columns)
    factor_at = pattern.value_count
    right_at = factor_at + pattern.factor_count
    x_at, work_at = right_at + n + m, right_at + 2 * (n + m)
    w = np.zeros(work_at + pattern.refine_work)
    w[:n], w[n:factor_at], w[right_at + n : x_at] = 1.0, a[j_rows, j_columns], b
    factor(pattern.table, 0, w, 0, factor_at, 0.0, 1e-12)
    solve_refined(pattern.table, 0, w, 0, factor_at, right_at, x_at, work_at, 40, 0.0)
    return w[x_at : x_at + n].copy()
