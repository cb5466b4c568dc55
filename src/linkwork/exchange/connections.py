"""Connections between subsystems: what is unknown in a step, what goes into the subsystems, and what must vanish."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.polynomials import Past
from linkwork.exchange.subsystem import DEGREES

MEASURES = {
    "both": "displacement and velocity both vanish; the force is linear inside a step, free at both its ends",
    "mixed": "displacement + h velocity vanishes; two free masses: the error falls to 1/3 in every step",
    "displacement": "only the displacement vanishes; two free masses: the velocity error turns its sign in every step",
    "velocity": "only the velocity vanishes; the displacement drifts",
}
AMPLIFICATION = {
    ("both", 0): 0.0,
    ("mixed", 0): 1.0 / 3.0,
    ("displacement", 0): -1.0,
    ("displacement", 1): -2.0 - np.sqrt(3.0),
    ("mixed", 1): -(1.0 + np.sqrt(3.0)) / 2.0,
}
"""By what a step multiplies the error of two free masses, by measure and degree of interpolation of the force."""

_FEW = 4096  # numbers of a matrix that is multiplied faster than places are picked

Ends = Sequence[tuple[Sequence[int], float]]
"""Inputs of all subsystems in one row that a number of a connection goes into, and with which factor."""


class Connection(ABC):
    """Numbers that pass between subsystems.

    `unknowns` are found anew in every step; `implicit` ones follow only from an iteration; `bent` ones are not linear.
    """

    implicit = False
    bent = False

    def __init__(self, name: str, labels: Sequence[str], ends: Ends, degree: int) -> None:
        self.name, self.labels, self.degree = name, tuple(labels), degree
        self.into = np.concatenate([np.asarray(at, int) for at, _ in ends])
        self.factors = np.concatenate([np.full(len(at), factor) for at, factor in ends])
        self.copies = len(ends)
        self.size = self.unknowns = len(self.labels)
        self.past = Past(0.0, np.zeros(self.size))
        self._picked = np.tile(np.arange(self.size), self.copies)
        self._matrix: Array | None = None

    def begin(self, t: float, values: Array) -> None:
        """Values at the start."""
        self.past = Past(t, values)

    def guess(self, h: float) -> Array:
        """Unknowns of a step before it is tried."""
        ahead = self.past.ahead(self.degree)
        return ahead[0] + h * (ahead[1] + h * ahead[2])

    def course(self, unknowns: Array, h: float) -> Array:
        """The numbers over the step, as coefficients."""
        return self.past.inside(h, unknowns, self.degree)

    def lay(self, width: int) -> None:
        """Learn how many inputs all subsystems have: of few, a product with a matrix is the fastest way there."""
        self._matrix = None
        if 0 < width * self.size <= _FEW and len(self._picked) == len(self.into):
            self._matrix = np.zeros((self.size, width))
            np.add.at(self._matrix, (self._picked, self.into), self.factors)

    def put(self, course: Array, inputs: Array) -> None:
        """Add them to the inputs of the subsystems."""
        if self._matrix is not None:
            inputs += course @ self._matrix
        else:
            inputs[:, self.into] += course[:, self._picked] * self.factors

    @abstractmethod
    def residual(self, unknowns: Array, outputs: Array, h: float) -> Array:
        """What must vanish."""

    def ended(self, t: float, unknowns: Array) -> None:
        """The step is kept."""
        self.past.added(t, unknowns)

    def arrived(self, t: float, outputs: Array) -> None:
        """Outputs of all parts at the start, and at the end of a step that is kept."""
        return

    def directed(self, outputs: Array) -> bool:
        """Take directions of forces from outputs at the end of the step; whether that changes them."""
        return False

    def kept(self) -> Any:
        """What it has to remember from step to step."""
        return self.past.kept()

    def take_back(self, kept: Any) -> None:
        """Be as it was."""
        self.past.times, self.past.values = kept

    def watched(self, outputs: Array) -> dict[str, float]:
        """Numbers that tell how well it holds."""
        return {}


class Flow(Connection):
    """Numbers that follow from outputs: a signal, a motion, or the force of a spring."""

    def __init__(
        self,
        name: str,
        labels: Sequence[str],
        ends: Ends,
        degree: int,
        sources: set[int],
        law: Callable[[Array], Array],
        bent: bool = False,
    ) -> None:
        super().__init__(name, labels, ends, degree)
        self.law, self.sources, self.bent = law, sources, bent

    def residual(self, unknowns: Array, outputs: Array, h: float) -> Array:
        return unknowns - self.law(outputs)


class RigidGlue(Connection):
    """Two places that take forces and move together: the force between them is sought (T-T)."""

    implicit = True

    def __init__(
        self,
        name: str,
        labels: Sequence[str],
        ends: Ends,
        degree: int,
        measure: str,
        gap: Callable[[Array], tuple[Array, Array]],
        scale: float = 1.0,
    ) -> None:
        super().__init__(name, labels, ends, degree)
        self.scale = scale
        self.port = False
        self.measure = self.asked = measure
        self.gap = gap
        self.twice = measure == "both"
        self.unknowns = 2 * self.size if self.twice else self.size
        self.begun = np.zeros(self.size)

    def simplify(self, on: bool) -> None:
        """For one step the displacement alone, with a constant force: at a singular position both cannot be had."""
        if self.asked == "both":
            self.measure, self.twice = ("displacement", False) if on else ("both", True)
            self.unknowns = self.size if on else 2 * self.size

    def guess(self, h: float) -> Array:
        last = self.past.values[0]
        if not self.twice:
            return super().guess(h)
        return np.concatenate([last, 2.0 * last - self.begun])

    def course(self, unknowns: Array, h: float) -> Array:
        if not self.twice:
            return super().course(unknowns, h)
        course = np.zeros((DEGREES, self.size))
        course[0] = unknowns[: self.size]
        course[1] = (unknowns[self.size :] - course[0]) / h
        return course

    def residual(self, unknowns: Array, outputs: Array, h: float) -> Array:
        apart, speed = (each / self.scale for each in self.gap(outputs))
        if self.twice:
            return np.concatenate([apart, h * speed])
        if self.measure == "displacement":
            return apart
        return h * speed if self.measure == "velocity" else apart + h * speed

    def ended(self, t: float, unknowns: Array) -> None:
        self.begun = unknowns[: self.size].copy()
        super().ended(t, unknowns[-self.size :])

    def kept(self) -> Any:
        return self.begun, super().kept()

    def take_back(self, kept: Any) -> None:
        self.begun, before = kept
        super().take_back(before)

    def watched(self, outputs: Array) -> dict[str, float]:
        apart, speed = self.gap(outputs)
        return {"gap": float(np.sqrt(apart @ apart)), "gap_speed": float(np.sqrt(speed @ speed))}


class MotionGlue(Connection):
    """Two places that take motions: the motion at which their forces are in balance is sought (X-X)."""

    implicit = True

    def __init__(self, name: str, labels: Sequence[str], ends: Ends, degree: int, forces: Sequence[Array]) -> None:
        super().__init__(name, labels, ends, degree)
        self.forces = [np.asarray(at, int) for at in forces]

    def residual(self, unknowns: Array, outputs: Array, h: float) -> Array:
        return sum((outputs[at] for at in self.forces), np.zeros(len(self.forces[0])))
