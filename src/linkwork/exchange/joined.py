"""Joints and forces of the public language between subsystems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.connections import Flow, RigidGlue
from linkwork.exchange.pair import Pair
from linkwork.exchange.subsystem import DEGREES

_TURNED = 1e-9  # share of the rows by which directions may still change when a step is done


class JointGlue(RigidGlue):
    """A joint: its multipliers are sought, whose directions turn with the frames inside the step.

    Forces Phi_q' mu are parabolas through those at the begin, the middle and the end of the step. Where the frames are
    then is a guess while the multipliers are sought, and is put right before they are sought again (`directed`).
    """

    bent = True

    def __init__(self, name: str, into: Sequence[int], pair: Pair, measure: str, degree: int) -> None:
        labels = [f"{name}.f{row}" for row in range(len(pair.system.equations))]
        super().__init__(name, labels, [([], 1.0)], degree, measure, self._gap)
        self.pair, self.into = pair, np.asarray(into, int)
        self.t, self.h = 0.0, 0.0
        self.begun_at = np.zeros(0)
        self.rows = [np.zeros((self.size, 2 * pair.width))] * 3

    def _gap(self, outputs: Array) -> tuple[Array, Array]:
        self.pair.put(outputs, self.t + self.h)
        return self.pair.gap()

    def arrived(self, t: float, outputs: Array) -> None:
        self.pair.put(outputs, t)
        self.pair.accept(t)
        self.t, self.h, self.begun_at = t, 0.0, outputs.copy()
        self.rows = [self.pair.directions()] * 3

    def _rows(self, outputs: Array, share: float) -> Array:
        self.pair.put(outputs, self.t + share * self.h)
        return self.pair.directions()

    def course(self, unknowns: Array, h: float) -> Array:
        if h != self.h:  # the first look at this step: as if the frames went on evenly
            self.h = h
            there = self.pair.went_on(self.begun_at, h)
            self.rows = [self.rows[0], *self._between(there)]
        return super().course(unknowns, h)

    def _between(self, there: Array) -> list[Array]:
        """Rows in the middle and at the end of a step."""
        return [self._rows(self.pair.halfway(self.begun_at, there, self.h), 0.5), self._rows(there, 1.0)]

    def directed(self, outputs: Array) -> bool:
        size, before = float(np.abs(self.rows[0]).max(initial=0.0)), self.rows
        self.rows = [before[0], *self._between(outputs)]
        turned = max(float(np.abs(new - old).max(initial=0.0)) for new, old in zip(self.rows, before, strict=True))
        return turned > _TURNED * size

    def put(self, course: Array, inputs: Array) -> None:
        h = self.h
        begin, middle, end = ((course[0] + s * (course[1] + s * course[2])) for s in (0.0, h / 2, h))
        forces = np.zeros((DEGREES, len(self.into)))
        forces[0] = begin @ self.rows[0]
        if h > 0.0:
            half, last = middle @ self.rows[1], end @ self.rows[2]
            forces[1] = (4.0 * half - 3.0 * forces[0] - last) / h
            forces[2] = 2.0 * (forces[0] - 2.0 * half + last) / h**2
        inputs[:, self.into] += forces

    def kept(self) -> Any:
        return self.t, self.begun_at, self.rows[0], self.pair.memory.copy(), super().kept()

    def take_back(self, kept: Any) -> None:
        self.t, self.begun_at, begin, self.pair.memory[:], before = kept
        self.h, self.rows = 0.0, [begin] * 3
        super().take_back(before)


class ForceBetween(Flow):
    """A force of the public language: forces and moments on both frames follow from their motion."""

    def __init__(self, name: str, into: Sequence[int], pair: Pair, degree: int, sources: set[int]) -> None:
        letters = ("fx", "fy", "fz", "mx", "my", "mz") if pair.in_space else ("fx", "fy", "m")
        labels = [f"{name}.{which}.{letter}" for which in ("first", "second") for letter in letters]
        super().__init__(name, labels, [(into, 1.0)], degree, sources, self._forces, True)
        self.pair = pair
        self.t, self.h = 0.0, 0.0

    def _forces(self, outputs: Array) -> Array:
        """The forces at outputs of all parts."""
        self.pair.put(outputs, self.t + self.h)
        return self.pair.forces()

    def course(self, unknowns: Array, h: float) -> Array:
        self.h = h
        return super().course(unknowns, h)

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
