"""Derivatives of a simulation by parameters: the same steps once more for each parameter, in complex numbers.

Every number of the loop carries a derivative in its imaginary part, from the assembled start through stages,
projections, events and outputs; step lengths, pivots and sides are decided by real parts, so that what is found is the
derivative of the very steps that were made. The time of an event carries its derivative too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.responses.detail import added_times, only_at
from linkwork.analysis.sensitivity.dynamic_start import Start
from linkwork.analysis.simulate import simulate
from linkwork.analysis.time_loop import fresh_loop, run_loop
from linkwork.errors import AnalysisError
from linkwork.mechanism.expression import resolve_parameters
from linkwork.mechanism.touching import refuse_touching
from linkwork.numerics.analytic import STEP
from linkwork.run.run import Run
from linkwork.system.compile import compile_system
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]
INSTEAD = "use method='differences'"


@dataclass
class Tangents:
    """Derivatives of a simulation by one parameter.

    `run` is the motion in complex numbers, which carry the derivatives: every channel of it carries the channel's.
    """

    parameter: str
    run: Run

    @property
    def system(self) -> System:
        """The tables, whose parameter carries its own derivative."""
        return self.run.system

    @property
    def q(self) -> Array:
        """Of the coordinates at the output times."""
        return self.run.q.imag / STEP

    @property
    def v(self) -> Array:
        """Of the velocities."""
        return self.run.v.imag / STEP

    @property
    def a(self) -> Array:
        """Of the accelerations."""
        return self.run.a.imag / STEP

    @property
    def multipliers(self) -> Array:
        """Of the multipliers."""
        assert self.run.loads is not None
        return self.run.loads.multipliers.imag / STEP

    @property
    def memory(self) -> Array:
        """Of all that forces and signals keep."""
        assert self.run.loads is not None
        return self.run.loads.memory.imag / STEP

    @property
    def states(self) -> Array:
        """Of the states that forces and signals own, the integrals of the powers last."""
        signals = self.system.signals
        if signals is None:
            return self.memory[:, :0]
        return self.memory[:, signals.first_state :][:, : len(signals.states)]

    @property
    def events(self) -> Array:
        """Of the times of the events of the run."""
        return np.array([np.imag(event.t) for event in self.run.events]) / STEP


def simulate_tangents(
    mechanism: Mechanism, names: Sequence[str], until: float, points: int = 201, **options: Any
) -> tuple[Run, list[Tangents]]:
    """The run of `simulate` with these options, and its derivatives by the parameters named."""
    require_smooth(mechanism)
    values = parameter_values(mechanism, names)
    run = simulate(mechanism, until, points, **options)
    if run.moment is None:
        raise AnalysisError(f"{mechanism.name}: this simulation cannot be differentiated; {INSTEAD}")
    start = Start(mechanism, run.q[0], float(run.t[0]), options.get("hold"), options.get("speeds"))
    grid = np.union1d(run.t, added_times(run))
    return run, [_tangents(mechanism, run, grid, start, name, value) for name, value in values.items()]


def require_smooth(mechanism: Mechanism) -> None:
    """Refuse what is decided in real numbers only."""
    refuse_touching(mechanism, "the derivative of a simulation", INSTEAD)
    pressing = [name for name, contact in mechanism.touching_parts.items() if contact.force is not None]
    if pressing:
        raise AnalysisError(
            f"{mechanism.name}: the derivative of a simulation knows no contact '{pressing[0]}'; {INSTEAD}"
        )


def parameter_values(mechanism: Mechanism, names: Sequence[str]) -> dict[str, float]:
    """The values of the parameters named."""
    known = resolve_parameters(mechanism.parameters_by_name)
    for name in names:
        if name not in known:
            raise AnalysisError(f"there is no parameter '{name}'; parameters are: {', '.join(known) or 'none'}")
    return {name: float(np.real(known[name])) for name in names}


def twin_of(mechanism: Mechanism, overrides: Mapping[str, Any]) -> System:
    """The tables in complex numbers; refused where a law cannot be compiled for them."""
    from numba.core.errors import NumbaError

    try:
        return compile_system(mechanism, overrides=overrides, scalar="complex", dynamics=True)
    except NumbaError:
        raise AnalysisError(
            f"{mechanism.name}: a law cannot be compiled for complex numbers, which carry derivatives; {INSTEAD}"
        ) from None


def _tangents(mechanism: Mechanism, run: Run, grid: Array, start: Start, name: str, value: float) -> Tangents:
    """The derivatives by one parameter, over a grid that has the times of the run and more between its events."""
    overrides = {name: complex(value, STEP)}
    system = twin_of(mechanism, overrides)
    q, v = start.carrying(overrides, system)
    found = run_loop(fresh_loop(system, q, v, float(run.t[0]), run.moment.options), grid)
    if len(found.t) != len(grid) or len(found.events) != len(run.events):
        raise AnalysisError(
            f"{mechanism.name}: the motion is so sensitive that rounding changes its events; give smaller tolerances"
        )
    return Tangents(name, found if len(grid) == len(run.t) else only_at(found, run.t))
