"""Joints and forces of the public language between subsystems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.connections import Connection, RigidGlue
from linkwork.exchange.pair import Pair
from linkwork.exchange.subsystem import DEGREES


class JointGlue(RigidGlue):
    """A joint: its multipliers are sought, whose directions turn with the frames inside the step.

    With Phi_q at both ends of the step and multipliers that are linear in it, the forces Phi_q' mu are parabolas.
    """

    bent = True

    def __init__(self, name: str, into: Sequence[int], pair: Pair, measure: str, degree: int) -> None:
        labels = [f"{name}.f{row}" for row in range(len(pair.system.equations))]
        super().__init__(name, labels, [([], 1.0)], degree, measure, self._gap)
        self.pair, self.into = pair, np.asarray(into, int)
        self.t, self.h = 0.0, 0.0
        self.begin_rows = self.end_rows = np.zeros((self.size, 2 * pair.width))

    def _gap(self, outputs: Array) -> tuple[Array, Array]:
        self.pair.put(outputs, self.t + self.h)
        self.end_rows = self.pair.directions()
        return self.pair.gap()

    def arrived(self, t: float, outputs: Array) -> None:
        """The end of a step is the begin of the next."""
        before = self.begin_rows
        self.pair.put(outputs, t)
        self.pair.accept(t)
        self.t, self.h = t, 0.0
        self.begin_rows = self.pair.directions()
        self.end_rows = 2.0 * self.begin_rows - before if before.any() else self.begin_rows

    def course(self, unknowns: Array, h: float) -> Array:
        self.h = h
        return super().course(unknowns, h)

    def put(self, course: Array, inputs: Array) -> None:
        rows, forces = self.begin_rows, np.zeros((DEGREES, len(self.into)))
        slope = (self.end_rows - rows) / self.h if self.h > 0.0 else 0.0 * rows
        forces[0] = course[0] @ rows
        forces[1] = course[1] @ rows + course[0] @ slope
        forces[2] = course[2] @ rows + course[1] @ slope
        inputs[:, self.into] += forces

    def kept(self) -> Any:
        return self.t, self.begin_rows, self.end_rows, self.pair.memory.copy(), super().kept()

    def take_back(self, kept: Any) -> None:
        self.t, self.begin_rows, self.end_rows, self.pair.memory[:], before = kept
        self.h = 0.0
        super().take_back(before)


class ForceBetween(Connection):
    """A force of the public language: forces and moments on both frames follow from their motion."""

    bent = True

    def __init__(self, name: str, into: Sequence[int], pair: Pair, degree: int, sources: set[int]) -> None:
        letters = ("fx", "fy", "fz", "mx", "my", "mz") if pair.in_space else ("fx", "fy", "m")
        labels = [f"{name}.{which}.{letter}" for which in ("first", "second") for letter in letters]
        super().__init__(name, labels, [(into, 1.0)], degree)
        self.pair, self.sources = pair, sources
        self.t, self.h = 0.0, 0.0

    def law(self, outputs: Array) -> Array:
        """The forces at outputs of all parts."""
        self.pair.put(outputs, self.t + self.h)
        return self.pair.forces()

    def course(self, unknowns: Array, h: float) -> Array:
        self.h = h
        return super().course(unknowns, h)

    def residual(self, unknowns: Array, outputs: Array, h: float) -> Array:
        return unknowns - self.law(outputs)

    def arrived(self, t: float, outputs: Array) -> None:
        self.pair.put(outputs, t)
        self.pair.accept(t)
        self.t, self.h = t, 0.0

    def kept(self) -> Any:
        return self.t, self.pair.memory.copy(), super().kept()

    def take_back(self, kept: Any) -> None:
        self.t, self.pair.memory[:], before = kept
        self.h = 0.0
        super().take_back(before)
