"""The assembly beside a known one: of a mechanism whose parameters changed a little since it was found from nothing.

The search from the estimates ends where the one before ended, moved on a little, as long as nothing on its way was
near to splitting in two: what steps of the penalty method shorten by tells how near it was (`approach_root`). A
sum that nearly splits answers a small change d of its numbers with one of the order d / (1 - s), s being the slowest
shortening, and it may end in its other half where d is of the order (1 - s)^(3/2), as in every fold and fork. A
known assembly is therefore used while the numbers that the search sees have changed by a small part of that, and
while Newton's method finds one closed position beside it and sees that it is the only one. All else is sought anew.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.position import CLOSED, find_root, nearest_root, norm_of
from linkwork.analysis.kinematics.ramp import margin_along
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.system.constraints.beside_kernel import SLACK, TOLD, changed_since, close_beside, nearest_beside
from linkwork.system.constraints.equations import TINY, Equations
from linkwork.system.constraints.nearest_kernel import KEPT, ROWS
from linkwork.system.constraints.rank import freedoms, note_freedoms, note_independent, note_still
from linkwork.system.loop.kinematics_kernel import STATE

if TYPE_CHECKING:
    from linkwork.system.system import System

_SHARE = 0.1  # of the change that may lead the search elsewhere
_SPARE = 0.25  # of what would make another end of the search the nearer one, or a turn more
_OF_PIVOT = 0.25  # of the least pivot of the rows: as far is a fold beside a drawing that is nearly closed
_LONGEST = 0.1  # scaled: the first step to the position beside
_FARTHEST = 0.2  # scaled: from the position that was found from the estimates
_MOST_WAITS = 16  # calls
_ALIKE, _SAME = 1e-6, 1e-5  # scaled: what is left of a slide, and two ends of it that are one
_LEAST = 1e-7  # of reach: below, nothing is gained by looking


@dataclass
class Known:
    """An assembly that was found from the estimates, and what tells whether another one lies beside it."""

    path: Path
    system: System
    undriven: Array
    q: Array
    t: float
    freedoms: int
    reach: float
    """How far, scaled, residuals and estimates may change before the search might end elsewhere."""
    residual: Array
    """Of the estimate, of the system."""
    last: Array
    last_undriven: Array
    turns: bool
    """Whether something in it counts turns, or remembers a side."""

    def beside(self, free: System, system: System, estimate: Array) -> Beside | None:
        """The position of the same mechanism with other numbers; none where the search might end elsewhere."""
        if free.k is not self.path.free.k or system.k is not self.system.k:
            return None
        equations, t, drawn = Equations(system, system.blank.copy()), self.t, self.path.estimate
        tables = equations.k, equations.p, equations.w
        changed = changed_since(*tables, float(t), drawn, self.residual, estimate)
        changed += abs(system.length / self.system.length - 1.0) * self.far
        if not (changed <= self.reach and (system is free or changed <= self.reach_of_drivers)):
            return None
        undriven: Array | None = None
        if self.freedoms == 0:
            there = _closed(equations, self.last, t, self.implied, estimate, self.q)
        elif system is free:
            there = _nearest(equations, estimate, self.last, t, self.implied, self.q)
        else:
            by_itself = _nearest(Equations(free), estimate, self.last_undriven, t, None, self.undriven)
            if by_itself is None:
                return None
            undriven = by_itself.q
            there = _nearest(equations, undriven, self.last, t, self.implied, self.q)
        if there is None or not there.away <= _FARTHEST:
            return None
        self.last = there.q
        if undriven is not None:
            self.last_undriven = undriven
            there.distance = norm_of(equations.apart(there.q, estimate))
        there.undriven = there.q if system is free else undriven
        if self.implied:
            note_freedoms(system, there.q, t, self.freedoms)
        return there

    @cached_property
    def far(self) -> float:
        """How far, scaled, places of the bodies are from the drawing, twice: what a change of the scale changes."""
        world = self.path.free.world
        apart = Equations(self.path.free).apart(self.undriven, self.path.estimate)[: self.path.free.body_columns]
        return 2.0 * norm_of(apart.reshape(-1, world.size)[:, : world.dimensions].ravel())

    @cached_property
    def reach_of_drivers(self) -> float:
        """As `reach`, before drivers might lead elsewhere."""
        return _SHARE * _away_from_locks(Equations(self.system), self.undriven, self.undriven, self.q, self.t)

    @property
    def implied(self) -> int:
        """How many rows others imply."""
        return len(self.system.equations) - len(self.system.coordinates) + self.freedoms

    def undriven_beside(self, free: System, estimate: Array) -> Array:
        """The position nearest to the estimates from which the drivers moved what they leave nothing free of."""
        equations = Equations(free)
        root = find_root(equations, self.undriven, self.t)
        return nearest_root(equations, estimate, root.q, self.t)


@dataclass
class Near:
    """The known assembly of one question, and how often others lay beside it: where they do not it is soon let be."""

    known: Known | None = None
    misses: int = 0
    waits: int = 0

    def tried(self, good: bool) -> None:
        """It was looked for an assembly beside the known one."""
        if good:
            self.misses = 0
            return
        self.known, self.misses = None, self.misses + 1
        self.waits = min(2**self.misses, _MOST_WAITS) - 1

    def is_worth_it(self) -> bool:
        """Whether what was found from the estimates now is worth to be known."""
        self.waits -= 1
        return self.waits < 0


@dataclass
class Beside:
    """A position beside a known one: its distance from a start, by how much a coordinate differs from the known one."""

    q: Array
    distance: float
    away: float
    undriven: Array | None = None
    """The undriven one where it had to be found."""


@dataclass
class Path:
    """How an assembly was found from the estimates, as far as it tells where others are found."""

    free: System
    estimate: Array
    held: Any
    """What is held at the end."""
    slowest: float
    """The slowest that steps shortened on the way."""
    spare: float
    """By how much, scaled and up to 1, the end is nearer than that of another way."""
    other: Array | None
    """Where that way ended."""


def known_from(path: Path, system: System, undriven: Array, q: Array, t: float) -> Known | None:
    """What to keep of an assembly that was found from the estimates; none where nothing can be said of neighbours."""
    reach = _SHARE * max(1.0 - path.slowest, 0.0) ** 1.5
    if reach < _LEAST or system.scalar != "real" or path.free.wound is not None or system.wound is not None:
        return None
    if system.world.dimensions == 2:
        return None  # the search costs little there, and ends at the same last bit for the same values
    free_left = freedoms(system, q, t)
    equations = Equations(system)
    equations.evaluate(q, t)
    implied = equations.m - equations.n + free_left
    if not equations.implied(TINY) == implied == equations.implied(SLACK * TINY):
        return None
    without = Equations(path.free)
    without.evaluate(undriven, t)
    without.solve(without.residual())
    reach = min(reach, _OF_PIVOT * without.least_pivot()[0])
    if _SPARE * path.spare < reach and not _leads_there(path, equations, undriven, q, t, reach):
        reach = _SPARE * path.spare
    equations.evaluate(path.estimate, t)
    residual = equations.residual()
    turns = any(placed.element.memory for placed in system.elements)
    reach = min([reach, *(_SPARE * abs(np.pi - abs(residual[row])) for row in _driven_angles(system))])
    return Known(path, system, undriven, q, t, free_left, reach, residual, q, undriven, bool(turns))


def _driven_angles(system: System) -> list[int]:
    """Rows of what is driven or held and measured as an angle."""
    driven = (placed for placed in system.elements if placed.driver)
    rows = (
        row for placed in driven for row in range(placed.first_row, placed.first_row + len(placed.element.equations))
    )
    return [row for row in rows if system.equations[row].unit == "angle"]


def _away_from_locks(equations: Equations, start: Array, undriven: Array, q: Array, t: float) -> float:
    """How far, roughly, numbers may change before drivers do not bring a position to another any more, at most 1."""
    end, margin = margin_along(equations, start, t)
    if margin and freedoms(equations.system, end, t):
        end = nearest_root(equations, undriven, end, t, _ALIKE)
    return margin if norm_of(equations.apart(end, q)) <= _SAME else 0.0


def _leads_there(path: Path, equations: Equations, undriven: Array, q: Array, t: float, reach: float) -> bool:
    """Whether the other way leads to the same position in the end: then it is the same which of them was nearer."""
    if path.other is None:
        return False
    free = Equations(path.free)
    slid = nearest_root(free, path.estimate, path.other, t, _ALIKE)
    if norm_of(free.apart(slid, undriven)) > _SAME:
        return False
    if equations.system is path.free:
        return True
    return _SHARE * _away_from_locks(equations, path.other, undriven, q, t) >= reach


def on_grid(equations: Equations, q: Array, t: float) -> Array:
    """A closed position to the last bit as whatever way leads to it ends there; as it is where that is not plain."""
    same = _closed(equations, q, t, None, q, q)
    return q if same is None else same.q


def _closed(equations: Equations, q: Array, t: float, implied: int | None, start: Array, known: Array) -> Beside | None:
    """The closed position beside a position, with so many implied rows."""
    near, told, rows = q.copy(), np.zeros(TOLD), np.empty(max(equations.m, 1), np.int64)
    tables, room = (equations.k, equations.p, equations.w), (near, np.empty_like(near), rows, told)
    good = close_beside(*tables, float(t), 10 * CLOSED, TINY, start, known, *room)
    return _told(equations, near, t, told, implied) if good else None


def _nearest(
    equations: Equations, start: Array, q: Array, t: float, implied: int | None, known: Array
) -> Beside | None:
    """The closed position beside another that is nearest to a start."""
    near, told, rows = q.copy(), np.zeros(TOLD), np.empty(max(equations.m, 1), np.int64)
    tables, state = (equations.k, equations.p, equations.w), np.zeros(STATE, np.int64)
    room = near, np.empty_like(near), np.zeros((ROWS, max(equations.n, KEPT))), rows, told
    good = nearest_beside(*tables, state, float(t), TINY, start, known, *room)
    return _told(equations, near, t, told, implied) if good else None


def _told(equations: Equations, q: Array, t: float, told: Array, expected: int | None) -> Beside | None:
    """A position with as many implied rows as expected, after no long step; what is known of them is written down."""
    implied, surely, moving, first, distance, away = told.tolist()
    if first > _LONGEST or (expected is not None and not expected == implied == surely):
        return None
    if implied == 0:
        note_independent(equations.system, q, t)
        if moving == 0.0:
            note_still(equations.system, q, t)
    return Beside(q, distance, away)
