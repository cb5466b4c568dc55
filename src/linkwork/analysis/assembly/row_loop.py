"""Row loops: the closed curve on which all equations of a group but one hold, and where it meets the one left out.

Along the curve the equation left out is a function of arc length, and the determinant of the group has the sign of its
slope: its zeros, solutions of the whole group, come with + and - in turn. So from a solution with + the next zero is
one with -, and different ones lead to different ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations

_LONGEST, _SHORTEST = 0.3, 1e-5  # steps, in model lengths and radians of all bodies
_TURN = 0.97  # cosine of the angle between tangents above which a step is short enough
_STEPS = 4000


class RowLoop:
    """A walk along the curve of a group with one row left out."""

    def __init__(self, equations: Equations, group: Group, left_out: int, t: float) -> None:
        self.equations, self.t = equations, t
        self.columns = list(group.columns)
        self.rows = [row for row in group.rows if row != left_out]
        self.left_out = left_out

    def _evaluate(self, q: Array) -> tuple[Array, float, Array]:
        """Residuals of the rows kept, the value of the row left out, the Jacobian of the rows kept."""
        self.equations.evaluate(q, self.t)
        residual = self.equations.residual()
        jacobian = self.equations.jacobian()[np.ix_(self.rows, self.columns)]
        return residual[self.rows], float(residual[self.left_out]), jacobian

    def _moved(self, q: Array, step: Array) -> Array:
        shift = np.zeros(self.equations.n)
        shift[self.columns] = step
        return self.equations.moved(q, shift)

    def _put_right(self, q: Array, direction: Array) -> tuple[Array, float, Array] | None:
        """The point of the curve across from q, the value there and its tangent; None where Newton does not settle."""
        before = np.inf
        for _ in range(8):
            residual, value, jacobian = self._evaluate(q)
            size = float(np.linalg.norm(residual))
            left, right = np.linalg.qr(jacobian.T, mode="complete")
            tangent = left[:, -1] if left[:, -1] @ direction > 0.0 else -left[:, -1]
            if size < 1e-9:
                return q, value, tangent
            if size > 0.5 * before and size > 1e-7:
                return None
            before = size
            diagonal = np.abs(np.diag(right))
            if diagonal.min() < 1e-12 * diagonal.max():
                return None
            q = self._moved(q, -left[:, :-1] @ np.linalg.solve(right[:-1].T, residual))
        return None

    def _onward(self, q: Array) -> Array:
        """The tangent at a solution, upwards where the determinant is positive: one way round all along a curve."""
        _, _, kept = self._evaluate(q)
        last = self.equations.jacobian()[self.left_out, self.columns]
        tangent = np.linalg.qr(kept.T, mode="complete")[0][:, -1]
        way = np.sign(last @ tangent) * np.linalg.slogdet(np.vstack([kept, last]))[0]
        return np.asarray(tangent * way)

    def zeros(self, q: Array) -> Iterator[Array]:
        """Positions near the zeros of the row left out, one by one from a solution q on; ends when the walk does."""
        tangent = self._onward(q)
        length, value = 0.5 * _LONGEST, 0.0
        for _ in range(_STEPS):
            new = self._put_right(self._moved(q, length * tangent), tangent)
            if new is None or new[2] @ tangent < _TURN:
                length *= 0.5
                if length < _SHORTEST:
                    return
                continue
            if value * new[1] < 0.0:
                share = value / (value - new[1])
                yield self._moved(q, share * length * tangent)
            q, value, tangent = new
            length = min(1.5 * length, _LONGEST)
