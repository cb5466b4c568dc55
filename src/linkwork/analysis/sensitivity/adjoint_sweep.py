"""The sweep back through the stretches of a recorded simulation, and from one stretch to the one before it.

Where a watched number g passes zero at the time T, with rates f- before and f+ behind,

    T_b = -(g_y y_b + g_b) / g',     y_b behind = y_b before + (f- - f+) T_b,     g' = g_t + g_y f-

so that weights on the state behind, and on T itself, become weights on the state before and on the parameters. A break
of a function of time has a T_b of its own. Behind an event that ends the motion there is no state, only T.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.sensitivity.adjoint_charts import before_recentring, chart_states, weights_on_charts
from linkwork.analysis.sensitivity.adjoint_probes import Probes
from linkwork.analysis.sensitivity.adjoint_record import BREAK, CHART, SWITCH, Recorder, Stretch
from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.system import System

_SLICE = 200  # steps between two looks for Ctrl-C


@dataclass
class Sweep:
    """What goes back: tables of the motion and of its probes, weights of the responses."""

    recorder: Recorder
    run: Run
    plain: System
    probes: Probes
    tables: Array  # derivatives of the numbers of the table, one row a parameter
    breaks: Array  # the same of the times at which functions of time break
    seeds: Array  # output points by responses by numbers of the state
    on_events: Array  # responses by switches that were passed: weights on their times

    def __post_init__(self) -> None:
        responses, size = self.seeds.shape[1:]
        self.sums = np.zeros((responses, len(self.tables)))  # of what comes through times of switches and breaks
        self.gathered = np.zeros((responses, len(self.tables) + len(self.probes.numbers)))
        self.rows = self.probes.room(responses)
        self.room = _room(responses, size, self.rows)
        self.whole = self.probes.whole()

    @property
    def system(self) -> System:
        """The tables of the motion."""
        return self.recorder.system

    def back(self) -> tuple[Array, Array]:
        """From the end to the start: weights on the state that is started from, and sums for the parameters."""
        stretches = self.recorder.stretches
        ends = np.zeros(self.seeds.shape[1:])
        event: tuple[float, Array] | None = None
        switch, end = self.on_events.shape[1], self.recorder.end
        if end is not None:
            switch -= 1
            event = end.times[0], self._across(end, stretches[-1], ends, self.on_events[:, switch])
        for number in range(len(stretches) - 1, -1, -1):
            here = stretches[number]
            behind = stretches[number + 1] if number + 1 < len(stretches) else end
            self._through(here, behind, ends, event, number == 0)
            event = None
            if here.cause == SWITCH:
                switch -= 1
                event = here.times[0], self._across(here, stretches[number - 1], ends, self.on_events[:, switch])
                ends = np.zeros_like(ends)
            elif here.cause == BREAK:
                self._past(here, stretches[number - 1], ends)
            elif here.cause == CHART:
                ends = before_recentring(self.system, ends, stretches[number - 1].states[-1])
        masses = self.probes.masses(self.rows[0], len(ends))
        return ends, self.sums + self.probes.gradient(self.gathered, masses)

    def _through(
        self, here: Stretch, behind: Stretch | None, ends: Array, event: tuple[float, Array] | None, first: bool
    ) -> None:
        """Through the steps of a stretch."""
        from linkwork.system.adjoint.tangent_adjoint_kernel import go_back, start_back

        moment = self.recorder.moment
        self._prepare(here)
        times = np.array(here.times)
        rows = self._outputs(here, behind, first)
        chosen, weights = self.run.t[rows], self._in_charts(here, rows)
        if event is not None:
            chosen, weights = np.append(chosen, event[0]), np.concatenate([weights, event[1][None]])
        steps = times, np.diff(times), np.array(here.states), np.array(here.memories)
        outputs = chosen, weights, np.searchsorted(chosen, times, side="right")
        responses, size = self.seeds.shape[1:]
        room, sums, last = self.room, self.gathered, len(times) - 2
        room[2][:] = 0.0
        while last >= 0:
            begin, numbers = last, here.numbers[last]
            while begin > 0 and last - begin < _SLICE - 1 and here.numbers[begin - 1] is numbers:
                begin -= 1
            go_back(self.whole, numbers, moment.w, steps, outputs, room, ends, sums, last, begin)
            last = begin - 1
        own = np.sum(weights[chosen == times[0]], axis=0).reshape(1, responses, size)  # a point, a switch, or both
        start_back(self.whole, here.numbers[0], moment.w, steps, own, room, ends, sums)

    def _prepare(self, here: Stretch) -> None:
        at = int(self.system.k[layout.REFERENCE])
        self.recorder.moment.w[at : at + len(here.reference)] = here.reference

    def _outputs(self, here: Stretch, behind: Stretch | None, first: bool) -> NDArray[np.int64]:
        """Numbers of the output points of a stretch; one at a break belongs to what is behind it."""
        t = self.run.t
        low = np.searchsorted(t, here.times[0], "left" if first or here.cause == BREAK else "right")
        high = np.int64(len(t))
        if behind is not None:
            high = np.searchsorted(t, behind.times[0], "left" if behind.cause == BREAK else "right")
        return np.arange(low, high)

    def _in_charts(self, here: Stretch, rows: Array) -> Array:
        """Weights on the outputs, in the charts of the stretch."""
        weights = self.seeds[rows]
        if self.system.world.dimensions == 3:
            for number, row in enumerate(rows):
                if np.any(weights[number]):
                    state = chart_states(self.system, here.reference, self.run.q[row], self.run.v[row])
                    weights[number] = weights_on_charts(self.system, weights[number], state)
        return weights

    def _across(self, here: Stretch, before: Stretch, ends: Array, on_time: Array) -> Array:
        """Weights on the state before a switch, at its time; what the time brings the parameters is summed."""
        t, y = here.times[0], here.states[0]
        was = self._flow(t, y, before.memories[-2])[0]
        now = self._flow(t, y, here.memories[0])[0]
        pull = ends @ (was - now) + on_time
        across: Array = ends.copy()
        if np.any(pull) and here.watch >= 0:
            number = here.watch
            slopes = np.array([self._watched(number, t, y + 1j * STEP * unit, before) for unit in np.eye(len(y))])
            rate = self._watched(number, t + 1j * STEP, y + 1j * STEP * was, before)
            across -= np.outer(pull / rate, slopes)
            own = [self._watched(number, t, y.astype(complex), before, direction) for direction in self.tables]
            self.sums -= np.outer(pull / rate, own)
        return across

    def _past(self, here: Stretch, before: Stretch, ends: Array) -> None:
        """The jump of the rates at a break of a function of time, whose time the parameters move."""
        was = self._flow(before.times[-1], before.states[-1], before.memories[-1])[0]
        now = self._flow(here.times[0], here.states[0], here.memories[0])[0]
        number = int(np.argmin(np.abs(np.real(self.recorder.breaks) - here.times[0])))
        self.sums += np.outer(ends @ (was - now), self.breaks[:, number])

    def _flow(self, t: float, y: Array, memory: Array) -> tuple[Array, Array]:
        from linkwork.system.adjoint.tangent_adjoint_kernel import flow_at

        system, w = self.system, self.recorder.moment.w
        w[int(system.k[layout.MEMORY]) : int(system.k[layout.OUT])] = memory
        rates, numbers = np.zeros(len(y)), np.zeros(max(int(system.k[layout.SWITCHES]), 1))
        flow_at(system.k, system.p, w, t, y.copy(), rates, numbers)
        return rates, numbers

    def _watched(self, number: int, t: Any, y: Array, before: Stretch, direction: Array | None = None) -> float:
        """The derivative that a watched number carries."""
        from linkwork.system.adjoint.tangent_adjoint_kernel import flow_at

        plain, w = self.plain, self.probes.workspace
        w[int(plain.k[layout.MEMORY]) : int(plain.k[layout.OUT])] = before.memories[-2]
        at = int(plain.k[layout.REFERENCE])
        w[at : at + len(before.reference)] = before.reference
        p = plain.p if direction is None else plain.p + 1j * STEP * direction
        rates, numbers = np.zeros(len(y), complex), np.zeros(max(int(plain.k[layout.SWITCHES]), 1), complex)
        flow_at(plain.k, p, w, complex(t), y.copy(), rates, numbers)
        return float(numbers[number].imag / STEP)


def _room(responses: int, size: int, rows: tuple[Array, ...]) -> tuple[Any, ...]:
    """Scratch of the backward sweep."""
    from linkwork.numerics.integrators.dop853_kernel import INTERPOLANT, STAGES

    return (
        np.zeros((STAGES, size)),
        np.zeros((STAGES, size)),
        np.zeros((STAGES, responses, size)),
        np.zeros((responses, size)),
        np.zeros((responses, size)),
        rows,
        np.zeros(INTERPOLANT),
        np.zeros(size),
        np.zeros(size),
    )
