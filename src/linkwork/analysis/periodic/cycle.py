"""Cycle: a steady periodic motion: its run, stability, powers, speed fluctuation, and the flywheel it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.analysis.periodic.shooting import Orbit, Shooting
    from linkwork.run.run import Run

_ONE = 1e-4  # a multiplier this near to one counts as one


@public
@dataclass
class Cycle(ShowsItself):
    """One period of a steady motion.

    period       s
    run          the motion over one period, with all channels
    multipliers  Floquet multipliers: a small disturbance changes by these factors in a period; where the period is
                 free, the one that only shifts the motion in time is left out
    powers       mean power of every force and driver over the period, W (into the mechanism: positive)
    """

    period: float
    run: Run
    multipliers: Array
    powers: dict[str, float]
    section: str
    miss: float
    shooting: Shooting
    orbit: Orbit
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Cycle of {self.run.mechanism.name!r}: period {self.period:.6g} s, {self.stability}>"

    @property
    def stability(self) -> str:
        """In a word: stable, unstable or neutral."""
        largest = float(np.max(np.abs(self.multipliers), initial=0.0))
        return "unstable" if largest > 1.0 + _ONE else "neutral" if largest > 1.0 - _ONE else "stable"

    @property
    def mean_speed(self) -> float:
        """Mean rate of the section's coordinate, rad/s (or m/s)."""
        value = self._course()[0]
        return float(value[-1] - value[0]) / self.period

    @property
    def fluctuation(self) -> float:
        """Coefficient of fluctuation of the speed: largest less smallest, over the mean."""
        from scipy.interpolate import CubicHermiteSpline

        _, speed, push = self._course()
        curve = CubicHermiteSpline(self.run.t, speed, push)
        turning = curve.derivative().roots(extrapolate=False)
        values = curve(np.concatenate([self.run.t, turning[np.isfinite(turning)]]))
        return float(np.ptp(values)) / abs(self.mean_speed)

    def mean_torque(self, name: str) -> float:
        """Mean torque of a force or driver, N m: its mean power over the mean speed."""
        if name not in self.powers:
            from linkwork.base.names import suggestion

            raise AnalysisError(f"no force or driver '{name}'{suggestion(name, self.powers, 'names')}")
        return self.powers[name] / self.mean_speed

    def _course(self) -> tuple[Array, Array, Array]:
        """The section's value, rate and second derivative over the period."""
        if self.shooting.section is None:
            named = "O.angle" if self.run.mechanism.world.dimensions == 3 else "crank.angle"
            raise AnalysisError(f"the speed of which body? give section='{named}' to periodic")
        return self.shooting.section.course(self.run)

    def flywheel(self, fluctuation: float) -> Flywheel:
        """Inertia to be added to the section's body for a wanted coefficient of fluctuation."""
        from linkwork.analysis.periodic.flywheel import flywheel

        return flywheel(self, fluctuation)

    def words(self) -> str:
        """The stability in a sentence."""
        if not len(self.multipliers):
            return "stable: nothing can be disturbed"
        largest = float(np.max(np.abs(self.multipliers)))
        if self.stability == "stable":
            return f"stable: a disturbance shrinks to {largest:.4g} of itself in every period"
        if self.stability == "unstable":
            return f"unstable: a disturbance grows to {largest:.4g} of itself in every period"
        return "neutral: some disturbance neither shrinks nor grows"

    def text(self) -> str:
        """The cycle in words and tables."""
        from linkwork.base.text_tables import table

        lines = [f"{self.run.mechanism.name}: repeats itself every {self.period:.9g} s", self.words()]
        numbers = ", ".join(f"{value:.6g}" if value.imag else f"{value.real:.6g}" for value in self.multipliers)
        lines.append(f"Floquet multipliers: {numbers or 'none'}")
        if self.section:
            lines.append(f"mean speed of {self.section}: {self.mean_speed:.6g} /s, fluctuation {self.fluctuation:.4g}")
        rows = [[name, f"{power:.6g}"] for name, power in self.powers.items()]
        return "\n".join([*lines, *table(["force or driver", "mean power (W)"], rows), *self.notes])

    def to_dict(self) -> dict[str, Any]:
        """The cycle as plain data."""
        multipliers = [[float(value.real), float(value.imag)] for value in self.multipliers]
        data = {"period": self.period, "stability": self.stability, "multipliers": multipliers, "powers": self.powers}
        return data | ({"mean_speed": self.mean_speed, "fluctuation": self.fluctuation} if self.section else {})


@dataclass(frozen=True)
class Flywheel:
    """The inertia to add (kg m^2) and the cycle that runs with it."""

    inertia: float
    cycle: Cycle


@public
@dataclass
class Cycles(ShowsItself):
    """Cycles along a parameter; where no cycle was found the list ends, and `stopped` says why."""

    parameter: str
    values: list[float]
    cycles: list[Cycle]
    stopped: str = ""

    def __len__(self) -> int:
        return len(self.cycles)

    def __getitem__(self, number: int) -> Cycle:
        return self.cycles[number]

    def __iter__(self) -> Iterator[Cycle]:
        return iter(self.cycles)

    def text(self) -> str:
        """One line a value."""
        from linkwork.base.text_tables import table

        rows = []
        for value, cycle in zip(self.values, self.cycles, strict=False):
            largest = float(np.max(np.abs(cycle.multipliers), initial=0.0))
            rows.append([f"{value:g}", f"{cycle.period:.6g}", f"{largest:.4g}", cycle.stability])
        lines = table([self.parameter, "period (s)", "largest multiplier", "it is"], rows)
        return "\n".join([*lines, *([self.stopped] if self.stopped else [])])
