"""March: bring a state of a mechanism forward in time, for analyses that simulate again and again."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.simulation.time_loop import fresh_loop, run_loop, state_at
from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.loop.moment import Options
from linkwork.system.system import System


class TimeIntegration:
    """One system; `go` integrates a state from one time to another, through events and samples."""

    def __init__(self, system: System, rtol: float = 1e-10, atol: float = 1e-12, method: str = "dop853") -> None:
        self.system, self.rtol = system, rtol
        self.options = Options(method=method, rtol=rtol, atol=atol, formulation="projection")
        self.states = system.workspace()[system.k[layout.STATE] :][: int(system.k[layout.STATES])].copy()
        self.steps = 0
        self._settling: tuple[float, float] | None = None

    def settling(self, t: float, drag: float) -> TimeIntegration:
        """Freeze the time and damp every motion by `drag` (1/s) from now on."""
        self._settling = t, drag
        return self

    def state(self, q: Array, v: Array, own: Array | None = None) -> Array:
        """The state vector of a position and velocity, with the own states given or as they start."""
        states = self.states.copy()
        if own is not None:
            states[: len(own)] = own
        return np.concatenate([q, v, states])

    def go(self, y: Array, start: float, stop: float) -> Array:
        """The state at `stop` of the motion that is in y at `start`."""
        from linkwork.numerics.integrators.integrator_state_kernel import STEPS, Y

        n = len(self.system.coordinates)
        system, world = self.system, self.system.world
        moment = fresh_loop(system, y[:n], y[n : 2 * n], start, self.options)
        moment.z[int(moment.s[Y]) :][: len(y)] = np.concatenate([world.charted(system, y[:n]), y[n:]])
        if self._settling is not None:
            self._let_settle(moment)
        state = state_at(moment, stop, frozen=self._settling is not None)
        self.steps += int(moment.s[STEPS])
        chart, rates = state[:n].copy(), state[n : 2 * n].copy()
        state[:n] = world.position(system, moment.w, chart)
        state[n : 2 * n] = world.speeds(system, moment.w, chart, rates)
        return state

    def along(self, q: Array, v: Array, times: Array) -> Run:
        """The motion from a position and velocity at the first of some times, at all of them."""
        return run_loop(fresh_loop(self.system, q, v, float(times[0]), self.options), times)

    def _let_settle(self, moment: Any) -> None:
        from linkwork.numerics.jit import address
        from linkwork.system.constraints.kept_rows import replace_correction
        from linkwork.system.loop import simulation_state_kernel as loop
        from linkwork.system.methods.settling_kernel import DRAG, MOMENT, settling_correct, settling_rate

        floats = int(self.system.k[layout.FLOATS])
        moment.w[[floats + MOMENT, floats + DRAG]] = self._settling
        moment.state[loop.RATE] = address(settling_rate, "rate", "real")
        moment.state[loop.OBSERVE] = address(settling_correct, "rate", "real")
        replace_correction(moment, int(moment.state[loop.OBSERVE]))
