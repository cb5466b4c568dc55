"""Arc: a curve of positions followed by arc length, and exact points on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.equations import Equations
from linkwork.system.loop import trace_kernel as loop
from linkwork.system.system import System


@dataclass
class Arc:
    """Points of a curve with unit tangents (scaled) and arc length."""

    system: System
    q: Array
    tangent: Array
    s: Array
    sigma: Array
    status: int

    @property
    def closed(self) -> bool:
        """Whether the curve came back to its start."""
        return self.status == loop.CLOSED


class Continuation:
    """Follows the curve through a position of a system with one freedom too many."""

    def __init__(
        self,
        system: System,
        q: Array,
        direction: Array | None = None,
        *,
        step: float = 1e-2,
        longest: float = 0.25,
        t: float = 0.0,
    ) -> None:
        self.system = system
        self.t = t
        self.equations = Equations(system)
        self.n = len(system.coordinates)
        self.w = system.workspace()
        self.state = np.zeros(loop.STATE, np.int64)
        self.start = np.array(q, float)
        self.first = self.tangent(self.start, direction)
        system.world.put(system, self.w, self.start)
        self._set(layout.Q0, system.world.charted(system, self.start))
        self._set(layout.V0, self.first)
        floats = int(system.k[layout.FLOATS])
        self.w[floats + loop.STEP], self.w[floats + loop.LONGEST], self.w[floats + loop.TIME] = step, longest, t

    def _set(self, place: int, values: Array) -> None:
        at = int(self.system.k[place])
        self.w[at : at + len(values)] = values

    def tangent(self, q: Array, along: Array | None = None) -> Array:
        """Unit tangent (scaled) at a point of the curve, on the side of `along`."""
        guess = along if along is not None else np.cos(1.0 + np.arange(self.n))
        self.equations.evaluate(q, self.t)
        x, _ = self.equations.solve(np.zeros(self.equations.m), pull=guess)
        return x / np.linalg.norm(x)

    def onto(self, q: Array) -> Array | None:
        """The point of the curve next to q."""
        q = np.array(q, float)
        for _ in range(12):
            self.equations.evaluate(q, self.t)
            x, _ = self.equations.solve(-self.equations.residual())
            q = self.equations.moved(q, x)
            size = float(np.linalg.norm(x))
            if size < 1e-13:
                return q
            if not size < 1.0:
                return None
        return q if size < self.equations.coarse(1e-10) else None

    def continue_arc(self, count: int, stop: Callable[[Array, Array], int] | None = None) -> Arc:
        """Up to `count` points; `stop(points, tangents)` may end it by returning how many of them to keep."""
        points, tangents = np.zeros((count, self.n)), np.zeros((count, self.n))
        arcs, sigma = np.zeros(count), np.zeros(count)
        done = 0
        while self.state[loop.STATUS] == loop.RUNNING:
            loop.advance_arc(
                self.system.k, self.system.p, self.w, self.state, points, tangents, arcs, sigma, min(64, count)
            )
            now = int(self.state[loop.COUNT])
            if stop is not None:
                keep = stop(points[max(done - 1, 0) : now], tangents[max(done - 1, 0) : now])
                if keep >= 0:
                    return self._arc(points, tangents, arcs, sigma, max(done - 1, 0) + keep)
            done = now
        return self._arc(points, tangents, arcs, sigma, done)

    def _arc(self, points: Array, tangents: Array, arcs: Array, sigma: Array, count: int) -> Arc:
        status = int(self.state[loop.STATUS])
        return Arc(self.system, points[:count], tangents[:count], arcs[:count], sigma[:count], status)

    def zero(self, q: Array, tangent: Array, reach: float, measure: Callable[[Array, Array], float]) -> Array:
        """The point within arc length `reach` after q where measure(q, tangent) changes sign, by Brent's method."""
        from scipy.optimize import brentq

        def point(ds: float) -> tuple[Array, Array]:
            there = self.onto(self.equations.moved(q, ds * tangent))
            if there is None:
                raise ArithmeticError("the curve could not be followed between two of its points")
            return there, self.tangent(there, tangent)

        root = brentq(lambda ds: measure(*point(ds)), 0.0, reach, xtol=1e-15, rtol=1e-15, maxiter=200)
        return point(root)[0]
