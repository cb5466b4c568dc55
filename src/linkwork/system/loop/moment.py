"""A moment of a simulation: everything that it is in the middle of, so that it can go on later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.base.late_text import unread, with_late_text
from linkwork.system.system import System


@dataclass(frozen=True)
class Options:
    """How the motion is integrated."""

    method: str = "dop853"
    rtol: float = 1e-9
    atol: float = 1e-11
    step: float = 0.0
    rho: float = 0.8
    formulation: str = "auto"
    settings: Mapping[str, float] = field(default_factory=dict)

    @property
    def tolerances(self) -> tuple[float, float]:
        """Relative and absolute tolerance."""
        return self.rtol, self.atol


USUAL_TOLERANCES = {
    "radau": (1e-8, 1e-10),
    "alpha": (1e-8, 1e-10),
    "backward-euler": (1e-8, 1e-10),
    "moreau": (1e-4, 1e-10),
}
"""Of methods for which those of `Options` are too fine.

Alpha, of order 2: a pendulum over 2 s is then right to 2e-5 rad with 1100 steps; 1e-5 would give 2e-3 with 115.
"""


EARLIER_STATES = (23, 25)
"""Lengths that `Loop.state` had in earlier versions; what was added behind them is zero where it is not known."""


@dataclass(frozen=True)
class LostMoment:
    """In the place of the moment of a run from which no simulation can go on any more, and why."""

    options: Options
    fired: dict[str, int]
    why: str


@with_late_text("branch")
@dataclass
class Loop:
    """Everything that a simulation is in the middle of; a copy of it can go on later."""

    system: System
    options: Options
    z: Array
    s: NDArray[np.int64]
    w: Array
    state: NDArray[np.int64]
    marks: NDArray[np.float64]
    branch: str = ""
    notes: list[str] = field(default_factory=list)
    fired: dict[str, int] = field(default_factory=dict)
    moving: System | None = None  # the system with numbers that change on the way: rows that are kept and dropped

    @property
    def tables(self) -> System:
        """The system whose tables the loop reads."""
        return self.system if self.moving is None else self.moving

    def copy(self) -> Loop:
        """The same moment, independent of this one."""
        arrays = (self.z.copy(), self.s.copy(), self.w.copy(), self.state.copy(), self.marks.copy())
        moving = None if self.moving is None else self.moving.replaced(p=self.moving.p.copy())
        branch = unread(self, "branch")
        return Loop(self.system, self.options, *arrays, branch, list(self.notes), dict(self.fired), moving)

    def address_places(self) -> dict[str, list[int]]:
        """Where the arrays hold addresses of compiled code, which differ from process to process."""
        from linkwork.numerics.integrators import integrator_state_kernel as place
        from linkwork.system.loop import simulation_state_kernel as loop

        parts = [place.STEP_AT, place.SETTLE_AT, place.PREPARE_AT, place.DENSE_AT]
        aside = int(self.s[place.OWN_TABLE]) if self.options.method == "adams" else 0
        return {
            "s": [*parts, place.LINEAR_AT, *(aside + part for part in parts if aside)],
            "state": [loop.RATE, loop.CORRECT, loop.OBSERVE, loop.RENEW, loop.SOLVE, loop.SEE],
        }
