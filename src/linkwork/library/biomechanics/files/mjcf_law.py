"""The muscle of MuJoCo: quadratic pieces, a tendon that does not stretch, fibres along it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive


@public
@publicly_made
@dataclass(frozen=True)
class MujocoMuscle:
    """The curves of MuJoCo's muscle; lengths over the optimal length, speeds over the largest, forces over the peak."""

    shortest: float = 0.5
    longest: float = 1.6
    passive_limit: float = 1.3
    """Passive force: half of it midway between the optimum and the longest length."""
    lengthening_limit: float = 1.2
    activation_time: float = 0.010
    deactivation_time: float = 0.040

    def __post_init__(self) -> None:
        where = "a muscle of MuJoCo"
        times = {"activation_time": self.activation_time, "deactivation_time": self.deactivation_time}
        require_positive(where, **times)
        require_not_negative(where, "a force", passive_limit=self.passive_limit)
        if not 0 < self.shortest < 1 < self.longest or not self.lengthening_limit > 1:
            raise MechanismError(f"{where}: shortest lies below 1, longest and lengthening_limit above")

    def pieces(self) -> tuple[Array, Array, Array]:
        """Active force, passive force and force over the speed: where a piece begins, and its coefficients."""
        low, high = self.shortest, self.longest
        a, b, y = 0.5 * (low + 1), 0.5 * (1 + high), self.lengthening_limit - 1
        rise, fall = a - low, high - b
        active = [
            [low - 1, 0, 0, 0, 0],
            [low, 0, 0, 0.5 / rise**2, 0],
            [a, 0.5, 1 / rise, -0.5 / rise**2, 0],
            [1, 1, 0, -0.5 / (b - 1) ** 2, 0],
            [b, 0.5, -1 / fall, 0.5 / fall**2, 0],
            [high, 0, 0, 0, 0],
        ]
        limit = self.passive_limit
        passive = [
            [0, 0, 0, 0, 0],
            [1, 0, 0, 0.5 * limit / (b - 1) ** 2, 0],
            [b, 0.5 * limit, limit / (b - 1), 0, 0],
        ]
        speed = [
            [-2, 0, 0, 0, 0],
            [-1, 0, 0, 1, 0],
            [0, self.lengthening_limit - y, 2, -1 / y, 0],
            [y, self.lengthening_limit, 0, 0, 0],
        ]
        return np.array(active), np.array(passive), np.array(speed)
