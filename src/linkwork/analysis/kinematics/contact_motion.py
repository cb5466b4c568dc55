"""Kinematics with contacts: bodies that are driven push others; contacts switch by geometry alone.

Two outlines that meet are closed at once, without impact, and no force opens them again. Where closed points cannot all
stay closed, those open from which others lead away (`contact_choice`). A contact goes on to the next element of its
outlines; where there is none, or none that can be followed, it is lost. Freedoms without a driver lie
still until they are pushed, and then move as little as they can in the metric of the masses (bodies without mass count
as 1 kg with the model's length as radius of gyration). Events are found to 1e-12 of the time by halving.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.kinematics.contact_choice import chosen_by_rates, chosen_by_steps
from linkwork.analysis.kinematics.contact_moment import OPEN, ContactMoment
from linkwork.analysis.simulation.run_audit import audit_continuation
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.progress import Progress
from linkwork.elements import contact_point_layout_kernel as place
from linkwork.run.contact.contact_channels import of_all
from linkwork.run.contact.contact_log import ContactLog, contact_log_names
from linkwork.run.run import Event, Run
from linkwork.system.constraints.rank import freedoms
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_ALMOST = 0.99  # of what is left up to the next time of the grid: a step so long goes there
_SHORTEST = 1e-9  # of the grid's interval: a step that has to be shorter cannot be made
_NOTHING = 1e-11  # of the length, of an element: numbers so near zero have not passed it
_CLOSED_AT_START = 1e-7  # of the length
_HALVINGS = 60
_MOST_AT_ONCE = 30  # events without time passing


def continue_contacts(mechanism: Mechanism, assembly: Assembly, grid: NDArray[np.float64], progress: bool) -> Run:
    """The run over a grid from an assembled position."""
    return _ContactContinuation(mechanism, assembly, grid).run(progress)


class _Stuck(Exception):
    """No motion goes on; with the reason."""


class _ContactContinuation(ContactMoment):
    """One march over a grid."""

    def __init__(self, mechanism: Mechanism, assembly: Assembly, grid: NDArray[np.float64]) -> None:
        super().__init__(mechanism, assembly.q, float(grid[0]))
        self.assembly, self.grid = assembly, grid
        self.steps = self.rejected = 0
        self.states: list[tuple[float, Array]] = []
        """Times and places of the events, for the audit."""

    # ------------------------------------------------------------------ the march

    def run(self, progress: bool) -> Run:
        """Go over the grid; a march that cannot go on ends there and says why."""
        count, n = len(self.grid), len(self.q)
        rows = [np.zeros((count, n)) for _ in range(3)]
        memory = np.zeros((count, len(self.system.remembered(self.w))))
        done, reason = 0, ""
        with Progress("kinematics", count, show=progress) as bar:
            try:
                self._begin()
                for index, t in enumerate(self.grid):
                    self._go_to(float(t))
                    self._accelerate()
                    for row, values in zip(rows, (self.q, self.v, self.a), strict=True):
                        row[index] = values
                    memory[index] = self.system.remembered(self.w)
                    done = index + 1
                    bar.update(done, 1, 1.0)
            except _Stuck as stuck:
                reason = str(stuck)
        if done == 0:
            raise AnalysisError(f"{self.mechanism.name}: {reason}")
        return self._result(done, rows, memory, reason)

    def _result(self, done: int, rows: list[Array], memory: Array, reason: str) -> Run:
        q, v, a = (row[:done] for row in rows)
        own = self.mechanism.system()
        run = Run(own, self.grid[:done], q, v, a, np.ones(done), np.zeros(0), self.assembly.branch)
        signals = self.system.signals
        assert signals is not None
        hidden = ("force", "friction", "reserve")  # geometry alone does not tell them
        run.followed = {
            name: memory[:done, at] for name, at in signals.reported.items() if name.rpartition(".")[2] not in hidden
        }
        for name in set(signals.whole) & set(run.followed):
            run.followed[name] = of_all(memory[:done], name, signals.whole[name])
        run.touches = ContactLog.of(contact_log_names(self.system), self.changes)
        run.tell_contacts()
        run.notes += self.assembly.notes + self._idle_notes(own)
        audit_continuation(run, self.system, memory[:done], self.states)
        run.statistics = {"points": done, "steps": self.steps, "rejected steps": self.rejected}
        if reason:
            run.completed = False
            run.events.append(Event(self.t, "stopped", f"stopped at t = {self.t:.9g} s: {reason}"))
        return run

    def _idle_notes(self, system: System) -> list[str]:
        """What is done about freedoms that no driver moves."""
        left = freedoms(system, self.assembly.q, self.assembly.t)
        if left == 0:
            return []
        which = "1 freedom" if left == 1 else f"{left} freedoms"
        return [
            f"{which} without a driver: still until a contact pushes there; `simulate` knows the forces that move it"
        ]

    def _begin(self) -> None:
        """Settle the start: what touches there is closed."""
        self._look(self.q)
        gaps = self.w[self.outs + place.GAP] / self.system.length
        for point in map(int, np.flatnonzero(gaps < _CLOSED_AT_START)):
            if gaps[point] < -_CLOSED_AT_START:
                raise _Stuck(
                    f"contact '{self._who(point).who}': its two outlines overlap at the start already; move the bodies "
                    "apart (`hold` and the drawing say where they are)"
                )
            self._close(point)
        if not self._settled():
            raise _Stuck(
                f"contact {self._named()}: closed at the start, cannot stay so as the drivers move, for nothing gives "
                "way; what it meets is driven or held"
            )

    def _look(self, q: Array) -> None:
        self._ask(q, self.v, self.t, self.kernel.LOOK)

    def _go_to(self, t: float) -> None:
        """Step after step up to a time of the grid."""
        shortest = _SHORTEST * max(float(self.grid[-1] - self.grid[0]) / len(self.grid), 1e-300)
        share, at_once = 1.0, 0
        while self.t < t:
            left = t - self.t
            h = share * min(left, self._longest())
            h = left if h > _ALMOST * left else h
            before = self._numbers_here()
            if h < shortest and h < left:
                self._give_up(shortest)
                share = 1.0
                continue
            if not self._moved(h):
                share, self.rejected = 0.25 * share, self.rejected + 1
                continue
            self.steps += 1
            end = t if h == left else self.t + h
            after = self._numbers()
            wrong = after < -_NOTHING
            if not wrong.any():
                self._ask(self.there, self.speed, end, self.kernel.LOOK)
                after = self._numbers()
                wrong = after < -_NOTHING
                before = np.where(wrong & (before >= 1.0), 1.0, before)
            if wrong.any():
                happened = self._locate(h, before)
                at_once = at_once + 1 if happened <= shortest else 0
                if at_once > _MOST_AT_ONCE:
                    raise _Stuck("contacts change without end and no time passes; look at the outlines there")
                self._happen(happened)
            else:
                self.t, self.q, self.v = end, self.there, self.speed
                at_once = 0
            share = min(1.0, 4.0 * share)

    def _locate(self, h: float, before: Array) -> float:
        """How long after the start of the step the first number passes zero."""
        good, bad = 0.0, h
        for _ in range(_HALVINGS):
            middle = 0.5 * (good + bad)
            if bad - good <= 1e-13 * max(abs(self.t), h) or not good < middle < bad:
                break
            fits = self._moved(middle)
            now = self._numbers()
            late = (now < 0.0) & (before > 0.0) | (now < -_NOTHING)
            good, bad = (good, middle) if late.any() or not fits else (middle, bad)
        self._moved(bad)
        return bad

    def _happen(self, h: float) -> None:
        """The event at the end of a step of length h: contacts move on, are lost or close."""
        numbers, count = self._numbers(), len(self.names)
        self.t, self.q, self.v = self.t + h, self.there, self.speed
        moved = [point for point in range(count) if numbers[count + point] < 0.0]
        for point in moved:
            self._move_on(point)
        for point in map(int, np.flatnonzero(numbers[:count] < 0.0)):
            self._close(point)
        self._settle_event(moved)
        self.states.append((self.t, self.q.copy()))

    def _settled(self) -> bool:
        """New velocities, where need be with points let go that others lead away from; false where nothing moves."""
        if not self.settles():
            gone = chosen_by_rates(self)
            if gone is None:
                return False
            for point in gone:
                self._let_go(point)
            self.settles()
        self.q, self.v = self.there, self.speed
        return True

    def _named(self) -> str:
        return ", ".join(f"'{self._who(point).who}'" for point in self.closed_points())

    def _settle_event(self, moved: list[int]) -> None:
        """New velocities; a contact that has moved on to where it cannot be followed is lost."""
        if self._settled():
            return
        followed = [point for point in moved if self.w[self.modes[point]] != OPEN]
        if not followed:
            raise _Stuck(f"nothing gives way where contact {self._named()} is pushed; what it meets is driven or held")
        for point in followed:
            self._lose(point)
        self._settle_event([])

    def _give_up(self, shortest: float) -> None:
        """No step can be made: points are let go that others lead away from, or the last one is lost.

        The last is the contact that was closed or moved on last: it cannot be followed.
        """
        gone = chosen_by_steps(self, shortest, min(self._longest(), shortest / _SHORTEST))
        if gone is not None:
            for point in gone:
                self._let_go(point)
            self.v = self._rates(self.q, self.t)
            return
        for item in reversed(self.changes):
            point = self.names.index((item.name, item.point))
            if self.w[self.modes[point]] != OPEN and item.kind in ("moves", "closes"):
                self._lose(point)
                if self._moved(shortest):
                    self.v = self._rates(self.q, self.t)
                    return
                break
        raise _Stuck("joints, drivers and closed contacts cannot be fulfilled together beyond there")
