"""One moment of kinematics with contacts: positions that close what is closed, least motions, changes of points.

Freedoms without a driver move as little as they can in the metric of the masses. See `contact_march`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements import contact_point_layout_kernel as place
from linkwork.places import layout_kernel as layout
from linkwork.run.contact.contact_log import ContactEvent
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

FARTHEST = 0.05  # of the model's length, or rad: displacement in one step
GOOD = 1e-9  # residual of joints and gaps, scaled
_STILL = 1e-6  # of the largest speed: rate of a closed gap
_DIFFERENCE = 1e-5  # of the model's length, or rad: displacement over which rates are compared
OPEN, CLOSED = 0.0, 1.0


def weighed(mechanism: Mechanism) -> Any:
    """The mechanism without forces, in which every body has a mass."""
    twin: Any = copy.copy(mechanism)
    twin.circuits = {}
    twin.forces, twin.signals, twin.events, twin.frictions, twin.gravity = {}, {}, {}, {}, None
    twin.contacts = {name: contact for name, contact in mechanism.contacts.items() if contact.force is None}
    twin.bodies_by_name = dict(mechanism.bodies_by_name)
    twin._changed()
    light = [name for name, body in twin.bodies_by_name.items() if body.mass is None and name != "ground"]
    inertia: Any = mechanism.system().length ** 2
    if mechanism.world.dimensions == 3:
        inertia = [inertia] * 3
    for name in light:
        twin.mass(name, mass=1, inertia=inertia)
    return twin


class ContactMoment:
    """The state of a march: time, position, velocities, and a workspace with the contacts."""

    def __init__(self, mechanism: Mechanism, q: Array, t: float) -> None:
        from linkwork.system.contact import pushed_kernel as kernel

        self.kernel, self.mechanism = kernel, mechanism
        self.system: System = weighed(mechanism).system(dynamics=True)
        self.w = self.system.workspace()
        self.t, self.q = t, np.array(q, float)
        self.there, self.speed = self.q, np.zeros_like(self.q)
        self.v, self.a = np.zeros_like(self.q), np.zeros_like(self.q)
        self.changes: list[ContactEvent] = []
        self._find_points()

    # ------------------------------------------------------------------ places in the workspace

    def _find_points(self) -> None:
        k, tables = self.system.k, self.system.contact_tables
        assert tables is not None
        head, memory, out = (int(k[at]) for at in (layout.CONTACTS, layout.MEMORY, layout.OUT))
        records = k[int(k[head + contact_layout.POINT_AT]) :][
            : contact_layout.POINT_RECORD * len(tables.points)
        ].reshape(-1, contact_layout.POINT_RECORD)
        self.names = tables.points
        self.modes, self.outs = (
            memory + records[:, contact_layout.POINT_MODE],
            out + records[:, contact_layout.POINT_OUT],
        )
        self.shown = memory + records[:, contact_layout.POINT_MEMORY]
        ints = [int(k[int(pair) + layout.INTS_AT]) for pair in records[:, contact_layout.PAIR]]
        slots = 2 * records[:, contact_layout.SLOT]
        self.elements = memory + np.array([k[at + place.PAIR_MEMORY] for at in ints]) + slots

    def _numbers(self) -> Array:
        """Gaps of open points (large where nothing is to be watched), then how far all are inside their elements."""
        gaps, inside = self.w[self.outs + place.GAP], self.w[self.outs + place.INSIDE]
        free = gaps >= place.FREE
        watched = np.where(free | (self.w[self.modes] != OPEN), 1.0, gaps / self.system.length)
        return np.concatenate([watched, np.where(free, 1.0, inside)])

    # ------------------------------------------------------------------ questions

    def _ask(self, q: Array, v: Array, t: float, what: int, point: int = 0) -> tuple[Array, Array, Array, float]:
        q, v, a = q.copy(), v.copy(), np.zeros_like(v)
        room = int(self.system.k[layout.CONTACT_ROOM])
        self.w[room + contact_layout.CLOSED] = float(np.any(self.w[self.modes] != OPEN))
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
        return residual < GOOD and self._holds(self.speed)

    def _holds(self, v: Array) -> bool:
        """Whether the closed points are closed and stay so."""
        closed = self.w[self.modes] != OPEN
        gap, rate = self.w[self.outs[closed] + place.GAP], self.w[self.shown[closed] + contact_layout.SHOWN_RATE]
        return bool(np.all(np.abs(gap) < GOOD * self.system.length) and np.all(np.abs(rate) < self.still(v)))

    def still(self, v: Array) -> float:
        """A rate of a gap that counts as none."""
        return _STILL * (float(np.max(np.abs(v), initial=0.0)) + self.system.length)

    def _longest(self) -> float:
        """The longest step in which nothing moves too far."""
        scaled = np.abs(self.v) / np.where(self.system.turning, 1.0, self.system.length)
        return float(FARTHEST / max(float(np.max(scaled, initial=0.0)), 1e-300))

    def _numbers_here(self) -> Array:
        """The watched numbers at the start of the step."""
        self._ask(self.q, self.v, self.t, self.kernel.RATES)
        return self._numbers()

    # ------------------------------------------------------------------ trials with fewer closed points

    def closed_points(self) -> list[int]:
        """The points that are closed."""
        return [int(point) for point in np.flatnonzero(self.w[self.modes] != OPEN)]

    def close_only(self, points: Sequence[int]) -> None:
        """Let these points be closed and no others, without a word in the log."""
        self.w[self.modes] = OPEN
        self.w[self.modes[list(points)]] = CLOSED

    def settles(self) -> bool:
        """Whether the closed points can stay closed at this position, moving with `speed` from `there`."""
        self.there, self.speed, _, residual = self._ask(self.q, np.zeros_like(self.v), self.t, self.kernel.SETTLE)
        return residual < GOOD and self._holds(self.speed)

    def moves(self, h: float) -> bool:
        """Whether a step of length h can be made from this position with the least velocities there."""
        before, self.v = self.v, self._rates(self.q, self.t)
        made = self._moved(h)
        self.v = before
        return made

    def motion(self, v: Array) -> float:
        """How much moves: the sum of squares of velocities in lengths and radians."""
        return float(np.sum((v / np.where(self.system.turning, 1.0, self.system.length)) ** 2))

    # ------------------------------------------------------------------ changes of one point

    def _who(self, point: int, kind: str = "") -> ContactEvent:
        name, slot = self.names[point]
        first, second = (int(value) for value in self.w[self.elements[point] : self.elements[point] + 2])
        return ContactEvent(self.t, kind, name, slot, first=first, second=second)

    def _close(self, point: int) -> None:
        self.w[self.modes[point]] = CLOSED
        self.changes.append(replace(self._who(point, "closes"), after=CLOSED))

    def _let_go(self, point: int) -> None:
        """Open a point; one that has closed at this very time was never closed."""
        self.w[self.modes[point]] = OPEN
        closes = replace(self._who(point, "closes"), after=CLOSED)
        if closes in self.changes[-len(self.names) :]:
            self.changes.remove(closes)
        else:
            self.changes.append(self._who(point, "opens"))

    def _lose(self, point: int) -> None:
        self.w[self.modes[point]] = OPEN
        self.changes.append(self._who(point, "lost"))

    def _move_on(self, point: int) -> None:
        """To the next element; the contact is lost where there is none."""
        at = int(self.elements[point])
        first, second = (float(value) for value in self.w[at : at + 2])
        self._ask(self.q, self.v, self.t, self.kernel.MOVE_ON, point)
        if self.w[at] < 0.0:
            if self.w[self.modes[point]] != OPEN:
                self._lose(point)
            return
        after, other = (float(value) for value in self.w[at : at + 2])
        moves = self._who(point, "moves")
        self.changes.append(replace(moves, before=first, after=after, impulse=second, friction_impulse=other))

    def _accelerate(self) -> None:
        """Accelerations of the motion: what the equations demand, and how the least motion changes where it is free."""
        length, rest = self.system.length, np.zeros_like(self.v)
        scaled = np.abs(self.v) / np.where(self.system.turning, 1.0, length)
        h = _DIFFERENCE / max(float(np.max(scaled, initial=0.0)), 1.0)
        ahead, behind = (
            self._rates(self.system.moved(self.q, sign * h * self.v), self.t + sign * h) for sign in (1.0, -1.0)
        )
        self.q, self.v, least, _ = self._ask(self.q, rest, self.t, self.kernel.ACCELERATE)
        free = self._ask(self.q, (ahead - behind) / (2.0 * h) - least, self.t, self.kernel.RATES)[1]
        self._ask(self.q, self.v, self.t, self.kernel.RATES)
        self.a = least + free - self.v
