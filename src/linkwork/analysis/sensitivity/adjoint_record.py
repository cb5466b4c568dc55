"""A simulation step by step, with the states at its steps, in stretches between which the loop starts anew.

A stretch ends where a law changes its side or an event is noted (inside its last step), where a function of time has a
kink or a jump, and in space where charts get new references.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.analysis.sensitivity.dynamic import require_kept_sides
from linkwork.analysis.simulation.simulate import begin
from linkwork.analysis.simulation.time_loop import Driver
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.mechanism.mechanism import Mechanism
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run

SWITCH, BREAK, CHART = "switch", "break", "chart"
_INSTEAD = "use method='direct'"


@dataclass
class Stretch:
    """Steps one after another: times, states and memories at them, one more than there are steps, and numbers in force.

    `cause` tells why the stretch before it ended, `watch` which watched number passed zero then.
    """

    reference: Array
    cause: str = ""
    watch: int = -1
    times: list[float] = field(default_factory=list)
    states: list[Array] = field(default_factory=list)
    memories: list[Array] = field(default_factory=list)
    numbers: list[Array] = field(default_factory=list)

    def add(self, t: float, state: Array, memory: Array, numbers: Array | None = None) -> None:
        """One more step, or without numbers the start."""
        if numbers is not None:
            self.numbers.append(numbers)
        self.times.append(t)
        self.states.append(state.copy())
        self.memories.append(memory.copy())


class Recorder(Driver):
    """The loop of a simulation, one step at a time, that keeps the states at its steps.

    `end` is the moment at which an event ended the motion.
    """

    stretches: list[Stretch]
    end: Stretch | None

    def drive(self, progress: bool) -> None:
        """Step after step up to the end."""
        from linkwork.numerics.integrators import integrator_state_kernel as place

        moment, loop = self.moment, self.loop
        z, s, k, w = moment.z, moment.s, self.system.k, moment.w
        size, memory = int(s[place.SIZE]), slice(int(k[layout.MEMORY]), int(k[layout.OUT]))
        self.stretches, self.end = list[Stretch](), None
        numbers = self.system.p
        while self._goes_on():
            before, remembered, numbers = int(s[place.STEPS]), w[memory].copy(), self._in_force(numbers)
            self._slice(1)
            if s[place.STEPS] == before:
                continue
            old, new = int(s[place.Y_OLD]), int(s[place.Y])
            self._begin(float(z[place.T_OLD]), z[old : old + size], remembered)
            self.stretches[-1].add(float(z[place.T]), z[new : new + size], w[memory], numbers)
        if self.state[loop.STATUS] == loop.ENDED:
            now = int(s[place.Y])
            self.end = self._ended(float(z[place.T]), z[now : now + size], w[memory])
        elif self.state[loop.STATUS] != loop.FINISHED:
            raise AnalysisError(
                f"{self.system.mechanism.name}: the motion ends early, which the adjoint does not follow; {_INSTEAD}"
            )

    def _in_force(self, last: Array) -> Array:
        """The numbers of the system with the scales of the rows that the next step keeps; the last ones if the same."""
        whole, moving = self.system, self.moment.moving
        if moving is None:
            return whole.p
        tables = whole.p.copy()
        for place, count in ((layout.ROW_SCALE, len(whole.equations)), (layout.ENTRY_SCALE, len(whole.entry_rows))):
            at, other = int(whole.k[place]), int(moving.k[place])
            tables[at : at + count] = moving.p[other : other + count]
        return last if np.array_equal(tables, last) else tables

    def _begin(self, t: float, state: Array, memory: Array) -> None:
        """Begin a new stretch where the step did not start from the end of the last one."""
        at = int(self.system.k[layout.REFERENCE])
        reference = self.moment.w[at : at + self.references].copy()
        stretch = Stretch(reference)
        if self.stretches:
            last = self.stretches[-1]
            if t == last.times[-1] and np.array_equal(state, last.states[-1]):
                return
            self._explain(stretch, last, t, memory)
        stretch.add(t, state, memory)
        self.stretches.append(stretch)

    def _ended(self, t: float, state: Array, memory: Array) -> Stretch:
        """The event that ends the motion: a stretch without steps."""
        count = len(self.stretches)
        if count:
            self._begin(t, state, memory)
        if len(self.stretches) == count or self.stretches[-1].cause != SWITCH or self.stretches[-1].watch < 0:
            self._refuse()
        return self.stretches.pop()

    @property
    def passed(self) -> list[float]:
        """Times at which watched numbers passed zero, that of an event which ended the motion too."""
        ends = [] if self.end is None else [self.end]
        return [stretch.times[0] for stretch in (*self.stretches, *ends) if stretch.cause == SWITCH]

    @property
    def references(self) -> int:
        """How many numbers the references of all charts are."""
        return 4 * len(self.system.bodies) if self.system.world.dimensions == 3 else 0

    def _explain(self, stretch: Stretch, last: Stretch, t: float, memory: Array) -> None:
        """Why a stretch begins."""
        if not np.array_equal(stretch.reference, last.reference):
            stretch.cause = CHART
            if t != last.times[-1]:
                self._refuse()
            return
        if t >= last.times[-1]:
            stretch.cause = BREAK
            if not any(abs(t - float(time)) <= 1e-12 * max(abs(t), 1e-300) for time in self.breaks):
                self._refuse()
            return
        changed = np.flatnonzero(self._sides(last.memories[-2]) != self._sides(memory))
        if len(changed) > 1:
            self._refuse()
        stretch.cause, stretch.watch = SWITCH, int(changed[0]) if len(changed) else -1

    def _sides(self, memory: Array) -> Array:
        """The sides on which the watched numbers are held."""
        from linkwork.numerics.switch_kernel import STATE

        k = self.system.k
        records = int(k[layout.SWITCH_AT]) + layout.WATCH * np.arange(int(k[layout.SWITCHES]))
        return memory[k[records + layout.WATCHED] + STATE] > 0.5

    def _refuse(self) -> None:
        raise AnalysisError(
            f"{self.system.mechanism.name}: the adjoint goes through switches of laws and plain events one at a time, "
            f"not through blows, samples or events at one moment; {_INSTEAD}"
        )

    def _goes_on(self) -> bool:
        first = len(self.events)
        more = super()._goes_on()
        require_kept_sides(self.system.mechanism, self.events[first:])
        return more

    def _jump(self) -> None:
        self._refuse()

    def _act(self, events: Any) -> None:
        described = self.system.mechanism.events
        if any(
            event.name in described and (described[event.name].put or described[event.name].strikes) for event in events
        ):
            self._refuse()
        super()._act(events)


def _require_smooth(mechanism: Mechanism) -> None:
    """Refuse contacts and dry friction."""
    refuse_contacts(mechanism, "the adjoint of a simulation", _INSTEAD)
    compliant = [name for name, contact in mechanism.touching_parts.items() if contact.force is not None]
    if compliant:
        raise AnalysisError(
            f"{mechanism.name}: the adjoint of a simulation knows no force of '{compliant[0]}'; {_INSTEAD}"
        )


def record(
    mechanism: Mechanism, until: float, points: int, options: dict[str, Any], added: Array | None = None
) -> tuple[Recorder, Run]:
    """The simulation with its steps, at times added to its points too."""
    _require_smooth(mechanism)
    unneeded = ("progress", "check_energy", "compiled", "estimate_error", "stiffness")
    options = {name: value for name, value in options.items() if name not in unneeded}
    if options.pop("method", "dop853") != "dop853":
        raise AnalysisError("the adjoint goes back through the steps of method 'dop853'; leave the method out")
    if options.pop("formulation", "auto") not in ("auto", "cartesian", "projection"):
        raise AnalysisError("the adjoint goes back in the coordinates of the bodies; leave the formulation out")
    begun = begin(mechanism, until, points, formulation="projection", **options)
    recorder = Recorder(begun.loop, begun.grid if added is None else np.union1d(begun.grid, added))
    run = recorder.run(False)
    run.notes += begun.notes
    return recorder, run
