"""Central differences with Richardson's extrapolation, for laws that are not analytic and as a check."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.overlay import restore
from linkwork.expression import resolve_parameters

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

LEVELS = 3
_SMALLEST = 1e-3  # step of a parameter that is zero, in its unit, for a share of 1


class Varied:
    """A parameter that is moved around its value; left again, the mechanism is as it was."""

    def __init__(self, mechanism: Mechanism, name: str, share: float) -> None:
        self.mechanism, self.name = mechanism, name
        self.before = {name: mechanism.parameters_by_name[name]}
        self.value = float(np.real(resolve_parameters(mechanism.parameters_by_name)[name]))
        self.step = share * (abs(self.value) or _SMALLEST)

    def __enter__(self) -> Varied:
        return self

    def __exit__(self, *_: object) -> None:
        restore(self.mechanism, self.before)

    def at(self, result: Callable[[], Any]) -> list[Any]:
        """Central differences over the step, its half, its quarter."""
        values = []
        for level in range(LEVELS):
            step = self.step / 2**level
            sides = []
            for side in (1.0, -1.0):
                self.mechanism.set(**{self.name: self.value + side * step})
                sides.append(result())
            values.append((sides[0] - sides[1]) / (2.0 * step))
        return values


def extrapolated(differences: list[Any]) -> Any:
    """The limit of differences over steps that are halved each time."""
    table = list(differences)
    for order in range(1, len(table)):
        factor = 4.0**order
        table = [(factor * fine - rough) / (factor - 1.0) for rough, fine in pairwise(table)]
    return table[0]
