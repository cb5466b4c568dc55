"""Equations of motion with closed contact points among the constraints: at rest, without friction.

The system is that of a mechanism whose contacts have a force law. Here their points press nothing: their gaps are
measured with the elements that touch at one position held, and those that are closed are rows behind the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.numerics.switch_kernel import FROZEN
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.contact.compliant_layout_kernel import KEPT, KEPT_GAP
from linkwork.system.dynamics.dynamics import Dynamics, InChart, twin_system
from linkwork.system.methods.midpoint_compliant_kernel import GRADIENT, keep_gradients
from linkwork.system.system import System
from linkwork.system.world import PLANE


class Closed(Dynamics):
    """What both kinds of coordinates share. `held`: the points that press nothing; `closed`: those that are rows."""

    held: Sequence[int]
    closed: Sequence[int]
    own: int
    where: tuple[Array, float]

    def take(self, held: Sequence[int], closed: Sequence[int], q: Array, t: float) -> None:
        """Hold the elements that touch at a position, and put rows for the closed points behind the others."""
        self.own, self.held, self.closed, self.where = self.m, held, closed, (q, t)
        super().place(q, t)
        for point in held:
            self.w[self._watch(point) + FROZEN] = 1.0
        self.m = self.own + len(closed)

    def place(self, q: Array, t: Any, v: Any = None, states: Any = None, shift: Any = None) -> None:
        super().place(q, t, v, states, shift)
        keep_gradients(self.k, self.p, self.w, self.system.dtype(t))

    def evaluate(self, q: Array, t: float, v: Array | None = None) -> None:
        self.place(q, t, v)

    def compliant_points(self) -> NDArray[np.int64]:
        compliant_points = super().compliant_points()
        return compliant_points[~np.isin(compliant_points, self.held)]

    def gaps(self) -> Array:
        """Gaps of all points at the last state, m."""
        points = range(int(self.k[self.k[layout.CONTACTS] + contact_layout.POINTS]))
        return np.array([self.w[self._kept(point) + 2 * KEPT + KEPT_GAP] for point in points])

    def jacobian(self) -> Array:
        rows = super().jacobian()
        for number, point in enumerate(self.closed, self.own):
            at = self._kept(point) + GRADIENT
            rows[number] = self.w[at : at + self.n] * self.scale / self.system.length
        return rows

    def residual(self) -> Array:
        return np.concatenate([super().residual(), self.gaps()[list(self.closed)] / self.system.length])

    @property
    def of_positions(self) -> NDArray[np.bool_]:
        return np.concatenate([super().of_positions, np.ones(len(self.closed), bool)])

    def velocity_side(self) -> Array:
        return np.concatenate([super().velocity_side(), np.zeros(len(self.closed))])

    def acceleration_side(self) -> Array:
        return np.concatenate([super().acceleration_side(), np.zeros(len(self.closed))])

    def multipliers_of_all(self, multipliers: Array, a: Array | None = None, extra: Array | float = 0.0) -> Array:
        return multipliers[: self.own]

    def normal_forces(self, multipliers: Array) -> Array:
        """Normal forces of the closed points for scaled multipliers, N."""
        return -multipliers[self.own :] / self.system.length

    def about(self, q: Array) -> Dynamics:
        return self if self.world is PLANE else InContactInChart(self.system, q, self.held, self.closed, self.where[1])

    def _kept(self, point: int) -> int:
        k = self.k
        size = GRADIENT + int(k[layout.COORDINATES])
        return int(k[layout.CONTACT_ROOM] + k[k[layout.CONTACTS] + contact_layout.COMPLIANT_AT]) + size * point

    def _watch(self, point: int) -> int:
        k = self.k
        record = int(k[k[layout.CONTACTS] + contact_layout.POINT_AT]) + contact_layout.POINT_RECORD * point
        watch = int(k[record + contact_layout.POINT_WATCH]) + contact_layout.WATCH_GAP
        return int(k[layout.MEMORY] + k[k[layout.SWITCH_AT] + layout.WATCH * watch + layout.WATCHED])


class InContact(Closed):
    """In the coordinates of the bodies."""

    def __init__(self, system: System, q: Array, held: Sequence[int], closed: Sequence[int], t: float) -> None:
        super().__init__(system)
        self.take(held, closed, q, t)

    def twin(self) -> Dynamics:
        return InContact(twin_system(self.system.mechanism), self.where[0], self.held, self.closed, self.where[1])


class InContactInChart(Closed, InChart):
    """In charts about one position."""

    def __init__(self, system: System, base: Array, held: Sequence[int], closed: Sequence[int], t: float) -> None:
        super().__init__(system, base)
        self.take(held, closed, self.gathered(base)[0], t)

    def twin(self) -> Dynamics:
        return InContactInChart(twin_system(self.system.mechanism), self.base, self.held, self.closed, self.where[1])
