"""The map from multipliers to joint wrenches at a position, and the multipliers that do nothing to the bodies.

A wrench is (fx, fy, torque / length) of an element on its second body at the joint's point, all in N, with the model's
length as the one length scale. Multipliers that do nothing are the null space of Phi_q'.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.rank import TOLERANCE
from linkwork.system import layout_kernel as layout
from linkwork.system.equations import Equations
from linkwork.system.system import System

Array = NDArray[Any]


class ReactionMap:
    """Joint wrenches as linear functions of the multipliers of one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.equations = Equations(system)
        self.components = 3 * len(system.elements)
        k = system.k
        self._records = [int(k[layout.ELEMENT_AT]) + layout.RECORD * n for n in range(len(system.elements))]

    def at(self, q: Array, t: float) -> tuple[Array, Array]:
        """Wrench map (components by equations) and idle multipliers (equations by redundancy) at a position."""
        self.equations.evaluate(q, t)
        return self._wrenches(), self._idle()

    def _idle(self) -> Array:
        """Multipliers, in N and N m, whose forces cancel on every body, as columns."""
        rows = self.equations.jacobian().real
        if rows.shape[0] == 0:
            return np.zeros((0, 0))
        left, values, _ = np.linalg.svd(rows)
        rank = int(np.sum(values > TOLERANCE * max(values[0], 1e-300)))
        return left[:, rank:] * self.system.row_scale[:, None]

    def _wrenches(self) -> Array:
        k, p, w = self.system.k, self.system.p, self.equations.w
        matrix = np.zeros((self.components, len(self.system.equations)))
        for number, record in enumerate(self._records):
            rows, width, first = (int(k[record + at]) for at in (layout.ROWS, layout.WIDTH, layout.FIRST_ROW))
            start = int(k[layout.OUT] + k[record + layout.OUT_AT]) + 3 * rows
            block = -w[start : start + rows * width].reshape(rows, width)[:, 3:6].real
            pose = int(k[layout.POSE] + k[k[record + layout.INTS_AT] + 2])
            at = int(k[layout.REACTION_POINT]) + 2 * number
            x, y = p[at].real, p[at + 1].real
            c, s = w[pose + 3].real, w[pose + 4].real
            torque = block[:, 2] - (c * x - s * y) * block[:, 1] + (s * x + c * y) * block[:, 0]
            place = slice(first, first + rows)
            matrix[3 * number, place] = block[:, 0]
            matrix[3 * number + 1, place] = block[:, 1]
            matrix[3 * number + 2, place] = torque / self.system.length
        return matrix

    def redundancy(self, q: Array, t: float) -> int:
        """How many multipliers are idle at a position."""
        self.equations.evaluate(q, t)
        return 0 if self.equations.independent() else self._idle().shape[1]
