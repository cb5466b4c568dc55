"""Stiffness of a body as a result: matrix, compliance, principal stiffnesses, words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

SINGULAR = 1e-9
"""A principal stiffness below this share of the largest counts as none."""


@public
@dataclass(frozen=True)
class Stiffness(ShowsItself):
    """What holds one body: `matrix` in N/m, N/rad, N m/m and N m/rad, in the order of `names`.

    Forces and torques that a small displacement needs are matrix times displacement; all along the axes of the world.
    """

    mechanism: Mechanism
    body: str
    names: tuple[str, ...]
    matrix: Array
    pose: tuple[float, ...]
    t: float
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Stiffness of '{self.body}' of {self.mechanism.name!r}>"

    def scaled(self, length: float = 1.0) -> Array:
        """The matrix with lengths counted in units of `length` metres, and forces in N m per that length.

        Its blocks have the same unit then, N m. The choice matters: principal stiffnesses depend on it.
        """
        turning = len(self.names) // 2 if len(self.names) == 6 else 1
        factors = np.array([length] * (len(self.names) - turning) + [1.0] * turning)
        with np.errstate(over="ignore", invalid="ignore"):
            scaled = self.matrix * factors[:, None] * factors
        if not (length > 0 and np.isfinite(scaled).all()):
            raise AnalysisError(f"stiffness: length: a length of the mechanism in m is expected; found {length:g}")
        return scaled

    def principal(self, length: float = 1.0) -> tuple[Array, Array]:
        """Principal stiffnesses, the softest first, and their directions as columns."""
        matrix = self.scaled(length)
        values, shapes = np.linalg.eigh(0.5 * (matrix + matrix.T))
        return values, shapes

    def softest(self, length: float = 1.0) -> float:
        """The least principal stiffness; zero in a singular position, below zero in an unstable one."""
        return float(self.principal(length)[0][0])

    @property
    def singular(self) -> bool:
        """Whether some small motion meets no resistance."""
        values = self.principal()[0]
        return bool(np.min(np.abs(values)) <= SINGULAR * np.max(np.abs(values), initial=1e-300))

    @property
    def compliance(self) -> Array:
        """How far a unit force or torque moves the body: the inverse of the matrix."""
        if self.singular:
            raise AnalysisError(f"{self.mechanism.name}: {self.words()}; its compliance is infinite there")
        return np.linalg.inv(self.matrix)

    def direction(self, length: float = 1.0) -> str:
        """The softest direction by the coordinate that moves most."""
        shape = np.abs(self.principal(length)[1][:, 0])
        return self.names[int(np.argmax(np.round(shape / np.max(shape), 6)))]

    def words(self) -> str:
        """How it is held, in a sentence."""
        if self.singular:
            return f"nothing holds '{self.body}' against a small motion in {self.direction()} (singular position)"
        least = self.softest()
        how = "is held" if least > 0.0 else "falls away"
        return f"'{self.body}' {how}; softest in {self.direction()} ({least:.5g} N m for 1 m or rad)"

    def text(self) -> str:
        """The matrix as a table."""
        from linkwork.base.text_tables import table

        largest = float(np.max(np.abs(self.matrix), initial=1e-300))
        rows = [
            [name, *("0" if abs(value) < 1e-12 * largest else f"{value:.6g}" for value in row)]
            for name, row in zip(self.names, self.matrix, strict=True)
        ]
        return "\n".join([self.words(), *self.notes, *table(["N, N m per m, rad", *self.names], rows)])
