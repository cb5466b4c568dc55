"""Kinematics with contacts: bodies that are driven push others; contacts switch by geometry alone.

Two outlines that meet are closed at once, without impact, and no force opens them again. A contact goes on to the next
element of its outlines; where there is none, or none that can be followed, it is lost. Freedoms without a driver lie
still until they are pushed, and then move as little as they can in the metric of the masses (bodies without mass count
as 1 kg with the model's length as radius of gyration). Events are found to 1e-12 of the time by halving.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assemble import Assembly
from linkwork.errors import AnalysisError
from linkwork.progress import Progress
from linkwork.run.run import Event, Run
from linkwork.run.touch_words import events_of
from linkwork.run.touches import Touch, TouchLog, touch_names
from linkwork.system import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.touch import point_layout_kernel as place
from linkwork.system.touch import touch_layout_kernel as touch

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]
_FARTHEST = 0.05  # of the model's length, or rad: displacement in one step
_SHORTEST = 1e-9  # of the grid's interval: a step that has to be shorter cannot be made
_GOOD = 1e-9  # residual of joints, gaps and rates, scaled
_NOTHING = 1e-11  # of the length, of an element: numbers so near zero have not passed it
_CLOSED_AT_START = 1e-7  # of the length
_HALVINGS = 60
_MOST_AT_ONCE = 30  # events without time passing
_OPEN, _CLOSED = 0.0, 1.0


def march(mechanism: Mechanism, assembly: Assembly, grid: NDArray[np.float64], progress: bool) -> Run:
    """The run over a grid from an assembled position."""
    return _March(mechanism, assembly, grid).run(progress)


def weighed(mechanism: Mechanism) -> Mechanism:
    """The mechanism without forces, in which every body has a mass."""
    twin = copy.copy(mechanism)
    twin.forces, twin.signals, twin.events, twin.frictions, twin.gravity = {}, {}, {}, {}, None
    twin.contacts = {name: contact for name, contact in mechanism.contacts.items() if contact.force is None}
    twin.bodies_by_name = dict(mechanism.bodies_by_name)
    twin._changed()
    light = [name for name, body in twin.bodies_by_name.items() if body.mass is None and name != "ground"]
    inertia = mechanism.system().length ** 2
    for name in light:
        twin.mass(name, mass=1, inertia=inertia)
    return twin


class _Stuck(Exception):
    """No motion goes on; with the reason."""


class _March:
    """One march over a grid."""

    def __init__(self, mechanism: Mechanism, assembly: Assembly, grid: NDArray[np.float64]) -> None:
        from linkwork.system.touch import pushed_kernel as kernel

        self.kernel, self.mechanism, self.assembly, self.grid = kernel, mechanism, assembly, grid
        self.system: System = weighed(mechanism).system(dynamics=True)
        self.w = self.system.workspace()
        self.t, self.q = float(grid[0]), np.array(assembly.q, float)
        self.v, self.a = np.zeros_like(self.q), np.zeros_like(self.q)
        self.touches: list[Touch] = []
        self.steps = self.rejected = 0
        self._find_points()

    # ------------------------------------------------------------------ places in the workspace

    def _find_points(self) -> None:
        k, tables = self.system.k, self.system.touch
        assert tables is not None
        head, memory, out = (int(k[at]) for at in (layout.TOUCH, layout.MEMORY, layout.OUT))
        records = k[int(k[head + touch.POINT_AT]) :][: touch.POINT_RECORD * len(tables.points)].reshape(
            -1, touch.POINT_RECORD
        )
        self.names = tables.points
        self.modes, self.outs = memory + records[:, touch.POINT_MODE], out + records[:, touch.POINT_OUT]
        self.shown = memory + records[:, touch.POINT_MEMORY]
        ints = [int(k[int(pair) + layout.INTS_AT]) for pair in records[:, touch.PAIR]]
        slots = 2 * records[:, touch.SLOT]
        self.elements = memory + np.array([k[at + place.PAIR_MEMORY] for at in ints]) + slots

    def _numbers(self) -> Array:
        """Gaps of open points (large where nothing is to be watched), then how far all are inside their elements."""
        gaps, inside = self.w[self.outs + place.GAP], self.w[self.outs + place.INSIDE]
        free = gaps >= place.FREE
        watched = np.where(free | (self.w[self.modes] != _OPEN), 1.0, gaps / self.system.length)
        return np.concatenate([watched, np.where(free, 1.0, inside)])

    # ------------------------------------------------------------------ questions

    def _ask(self, q: Array, v: Array, t: float, what: int, point: int = 0) -> tuple[Array, Array, Array, float]:
        q, v, a = q.copy(), v.copy(), np.zeros_like(v)
        room = int(self.system.k[layout.TOUCH_ROOM])
        self.w[room + touch.CLOSED] = float(np.any(self.w[self.modes] != _OPEN))
        residual = self.kernel.moment(self.system.k, self.system.p, self.w, q, v, a, t, what, point)
        return q, v, a, residual

    def _rates(self, q: Array, t: float) -> Array:
        return self._ask(q, np.zeros_like(q), t, self.kernel.RATES)[1]

    def _moved(self, h: float) -> bool:
        """The state a time h after the start of the step, settled; false when joints or closed points do not close."""
        q, t, moved = self.q, self.t, self.system.moved
        first = self.v
        second = self._rates(moved(q, 0.5 * h * first), t + 0.5 * h)
        third = self._rates(moved(q, 0.5 * h * second), t + 0.5 * h)
        last = self._rates(moved(q, h * third), t + h)
        ahead = moved(q, h * (first + 2.0 * second + 2.0 * third + last) / 6.0)
        self.there, self.speed, _, residual = self._ask(ahead, np.zeros_like(q), t + h, self.kernel.SETTLE)
        return residual < _GOOD and self._holds(self.speed)

    def _holds(self, v: Array) -> bool:
        """Whether the closed points are closed and stay so."""
        closed = self.w[self.modes] != _OPEN
        gap, rate = self.w[self.outs[closed] + place.GAP], self.w[self.shown[closed] + touch.SHOWN_RATE]
        length = self.system.length
        speed = float(np.max(np.abs(v), initial=0.0)) + length
        return bool(np.all(np.abs(gap) < _GOOD * length) and np.all(np.abs(rate) < 1e-6 * speed))

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
        run.touches = TouchLog.of(touch_names(self.system), self.touches)
        run.events = events_of(run.touches)
        run.notes += self.assembly.notes
        run.statistics = {"points": done, "steps": self.steps, "rejected steps": self.rejected}
        if reason:
            run.completed = False
            run.events.append(Event(self.t, "stopped", f"stopped at t = {self.t:.9g} s: {reason}"))
        return run

    def _begin(self) -> None:
        """Settle the start: what touches there is closed."""
        self._look(self.q)
        gaps = self.w[self.outs + place.GAP] / self.system.length
        for point in np.flatnonzero(gaps < _CLOSED_AT_START):
            if gaps[point] < -_CLOSED_AT_START:
                raise _Stuck(
                    f"contact '{self._who(point).who}': its two outlines overlap at the start already; move the bodies "
                    "apart (`hold` and the drawing say where they are)"
                )
            self._close(point)
        self.q, self.v, _, residual = self._ask(self.q, self.v, self.t, self.kernel.SETTLE)
        if residual > _GOOD or not self._holds(self.v):
            raise _Stuck("the contacts that are closed at the start cannot stay closed as the drivers move")

    def _look(self, q: Array) -> None:
        self._ask(q, self.v, self.t, self.kernel.LOOK)

    def _go_to(self, t: float) -> None:
        """Step after step up to a time of the grid."""
        shortest = _SHORTEST * max(float(self.grid[-1] - self.grid[0]) / len(self.grid), 1e-300)
        share, at_once = 1.0, 0
        while self.t < t:
            h = share * min(t - self.t, self._longest())
            before = self._numbers_here()
            if h < shortest:
                self._give_up(shortest)
                share = 1.0
                continue
            if not self._moved(h):
                share, self.rejected = 0.25 * share, self.rejected + 1
                continue
            self.steps += 1
            end = t if share == 1.0 and h == t - self.t else self.t + h
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

    def _numbers_here(self) -> Array:
        """The watched numbers at the start of the step."""
        self._ask(self.q, self.v, self.t, self.kernel.RATES)
        return self._numbers()

    def _longest(self) -> float:
        """The longest step in which nothing moves too far."""
        scaled = np.abs(self.v) / np.where(self.system.turning, 1.0, self.system.length)
        return float(_FARTHEST / max(float(np.max(scaled, initial=0.0)), 1e-300))

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
        for point in np.flatnonzero(numbers[:count] < 0.0):
            self._close(int(point))
        self._settle_event(moved)

    def _settle_event(self, moved: list[int]) -> None:
        """New velocities; a contact that has moved on to where it cannot be followed is lost."""
        self.q, self.v, _, residual = self._ask(self.q, np.zeros_like(self.v), self.t, self.kernel.SETTLE)
        if residual < _GOOD and self._holds(self.v):
            return
        followed = [point for point in moved if self.w[self.modes[point]] != _OPEN]
        if not followed:
            closed = ", ".join(f"'{self._who(point).who}'" for point in np.flatnonzero(self.w[self.modes] != _OPEN))
            raise _Stuck(f"nothing gives way where contact {closed} is pushed; what it meets is driven or held")
        for point in followed:
            self._lose(point)
        self._settle_event([])

    def _give_up(self, shortest: float) -> None:
        """No step can be made: the contact that was closed or moved on last cannot be followed and is lost."""
        for item in reversed(self.touches):
            point = self.names.index((item.name, item.point))
            if self.w[self.modes[point]] != _OPEN and item.kind in ("moves", "closes"):
                self._lose(point)
                if self._moved(shortest):
                    self.v = self._rates(self.q, self.t)
                    return
                break
        raise _Stuck("joints, drivers and closed contacts cannot be fulfilled together beyond there")

    # ------------------------------------------------------------------ changes of one point

    def _who(self, point: int, kind: str = "", **numbers: float) -> Touch:
        name, slot = self.names[point]
        first, second = (int(value) for value in self.w[self.elements[point] : self.elements[point] + 2])
        return Touch(self.t, kind, name, slot, first=first, second=second, **numbers)

    def _close(self, point: int) -> None:
        self.w[self.modes[point]] = _CLOSED
        self.touches.append(self._who(point, "closes", after=_CLOSED))

    def _lose(self, point: int) -> None:
        self.w[self.modes[point]] = _OPEN
        self.touches.append(self._who(point, "lost"))

    def _move_on(self, point: int) -> None:
        """To the next element; the contact is lost where there is none."""
        at = int(self.elements[point])
        first, second = (float(value) for value in self.w[at : at + 2])
        self._ask(self.q, self.v, self.t, self.kernel.MOVE_ON, point)
        if self.w[at] < 0.0:
            if self.w[self.modes[point]] != _OPEN:
                self._lose(point)
            return
        after, other = (float(value) for value in self.w[at : at + 2])
        self.touches.append(
            self._who(point, "moves", before=first, after=after, impulse=second, friction_impulse=other)
        )

    def _accelerate(self) -> None:
        """Accelerations of the motion: what the equations demand, and how the least motion changes where it is free."""
        length, rest = self.system.length, np.zeros_like(self.v)
        scaled = np.abs(self.v) / np.where(self.system.turning, 1.0, length)
        h = 1e-5 / max(float(np.max(scaled, initial=0.0)), 1.0)
        ahead, behind = (
            self._rates(self.system.moved(self.q, sign * h * self.v), self.t + sign * h) for sign in (1.0, -1.0)
        )
        self.q, self.v, least, _ = self._ask(self.q, rest, self.t, self.kernel.ACCELERATE)
        free = self._ask(self.q, (ahead - behind) / (2.0 * h) - least, self.t, self.kernel.RATES)[1]
        self._ask(self.q, self.v, self.t, self.kernel.RATES)
        self.a = least + free - self.v
