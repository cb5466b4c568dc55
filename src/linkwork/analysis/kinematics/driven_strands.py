"""Beams, cables and solids along a driven motion: how they bend by its loads, without vibrations of their own.

Drivers give the motion of what is rigid; that of the nodes follows from forces. Positions q_k at times t_k are rests
under the loads of inertia: with velocities v_k and accelerations a_k from polynomials through neighbouring q,

    M a_k + Phi_q' lambda - Q(q, v_k, t_k) = 0,   Phi(q, t_k) = 0

is solved for q and lambda at every time, and repeated with the new positions. As with modes (`driven_modes`) that
converges by the square of the ratio of the frequencies of drive and beam each time. Where the drive is as fast as the
beam it does not, and nodes have to be integrated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.equilibrium.static_step import FARTHEST, Loaded
from linkwork.analysis.kinematics.asked_course import AskedCourse
from linkwork.analysis.kinematics.moving_step import MovingStep
from linkwork.analysis.kinematics.neighbours import nearest, neighbours
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.run.loads import loads_in_joints, loads_of
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_LADDER = (17, 33, 65, 129, 257, 513, 1025)  # times at which rests are found
_NEIGHBOURS = 9  # points of one polynomial
_ORDERS = 2  # by which a polynomial is lower than that, to see how much is open
_PASSES = 12
_NONE = 1e-10  # of the model: a deflection that round-off allows no shares of
_ENOUGH = 1e-6  # of the largest deflection: more points need not be tried
_SAME = 1e-11  # of the largest deflection: changes that end it
_GOOD = 1e-3  # of the largest deflection: what may be wrong with it at most
_BETWEEN = (0.19, 0.5, 0.83)  # of intervals in turn: where it is measured; uneven, so that no drive hides there
_NO_BETTER = 0.5  # of what was left with fewer points: more of them do not help
_HALVED = 8  # times at most on the way from one time to the next


def driven_strands(
    mechanism: Mechanism, grid: Array, assembly: Assembly, joints: bool = False
) -> tuple[Run, float] | None:
    """The motion at the times of a grid with its loads, and what is wrong with how it bends; none where too much is.

    Polynomials through more points follow the drive more closely, until they begin to follow vibrations: the best is
    taken. `joints` says whether loads are found in the coordinates of joints.
    """
    if assembly.wound is not None:
        return None
    step = MovingStep(mechanism)
    asked = AskedCourse.of(step, assembly.q, grid)
    if asked is None:
        return None
    course: _Course | None = None
    best: tuple[_Course, float] | None = None
    for count in _LADDER:
        times = np.linspace(grid[0], grid[-1], count)
        if course is None and not asked.followed_by(times, _NEIGHBOURS):
            continue
        start = _resting(step, mechanism, times, assembly) if course is None else course.at_times(times)
        if start is None:
            continue
        course = _Course(step, times, start)
        wrong = course.settle()
        if wrong is None:
            course = None if best is None else best[0]
            if best is not None:
                break
            continue
        if best is not None and wrong > _NO_BETTER * best[1]:
            best = (course, wrong) if wrong < best[1] else best
            break
        best = course, wrong
        if wrong <= _ENOUGH:
            break
    if best is None or best[1] > _GOOD:
        return None
    motion = best[0].run(grid, assembly, joints)
    if motion is None or motion[1] > _GOOD:
        return None
    return motion[0], max(best[1], motion[1])


def _resting(step: MovingStep, mechanism: Mechanism, times: Array, assembly: Assembly) -> list[Loaded] | None:
    """Rests under the loads of every time, as if it stood still there; None where they cannot be followed."""
    first = step.first(assembly.q, float(times[0]))
    if first is None:
        return None
    points = [first]
    for time in times[1:]:
        new = _later(step, points[-1], float(time))
        if new is None:
            return None
        points.append(new)
    return points


def _later(step: MovingStep, point: Loaded, time: float) -> Loaded | None:
    """The rest at a later time, by as many steps as it takes."""
    from scipy.sparse.linalg import splu

    part, left = time - point.t, time - point.t
    for _ in range(2**_HALVED):
        try:
            way = splu(step.matrix(point)).solve(-step.by_time(point)) * part
        except RuntimeError:  # exactly singular
            return None
        near = float(np.max(np.abs(way[: step.n]), initial=0.0)) < FARTHEST
        new = step.solve(step.moved(point, way, part)) if near else None
        if new is None:
            part *= 0.5
            if part < left * 0.5**_HALVED:
                return None
            continue
        point, left = new[0], time - new[0].t
        if left <= 1e-12 * abs(time):
            return Loaded(point.q, point.multipliers, time)
        part = min(left, 2.0 * part)
    return None


@dataclass
class _Course:
    """Positions at times of even distance."""

    step: MovingStep
    times: Array
    points: list[Loaded]

    def settle(self) -> float | None:
        """Repeat until nothing changes; what is wrong, of the largest deflection, and none where that gets no less."""
        factors = [self.step.factor(point) for point in self.points]
        if any(factor is None for factor in factors):
            return None
        last = np.inf
        for _ in range(_PASSES):
            motions = [self.motion(float(t))[1:] for t in self.times]
            new, size = list[Loaded](), 0.0
            for point, motion, factor in zip(self.points, motions, factors, strict=True):
                closer = self.step.balanced(point, *motion, factor)
                if closer is None:
                    return None if last == np.inf else self._wrong(factors, last)
                new.append(closer)
                size = max(size, self.step.far(point, closer))
            if size >= last:
                break
            self.points, last = new, size
            if size <= _SAME * self._deflection(factors):
                break
        return self._wrong(factors, last)

    def _wrong(self, factors: list[Any], last: float) -> float:
        """What is wrong, of the largest deflection, after a last change of this size."""
        return max(self._between(factors), last) / max(self._deflection(factors), _NONE)

    def _deflection(self, factors: list[Any]) -> float:
        return max(self.step.deflection(point, factor) for point, factor in zip(self.points, factors, strict=True))

    def _between(self, factors: list[Any]) -> float:
        """How far accelerations that are open between the times would bend it: by order, and by what drivers ask."""
        largest, h = 0.0, self.times[1] - self.times[0]
        for number, (time, factor) in enumerate(zip(self.times[:-1], factors[:-1], strict=True)):
            when = float(time + _BETWEEN[number % len(_BETWEEN)] * h)
            (point, v, a), lower = self.motion(when), self.motion(when, _NEIGHBOURS - _ORDERS)[2]
            asked = self.step.kept(point, v, a)[1]
            largest = max(largest, *(self.step.bent_by(part, factor) for part in (a - lower, asked - a)))
        return largest

    def at_times(self, times: Array) -> list[Loaded] | None:
        """Balanced positions at other times; None where there are none."""
        points = list[Loaded]()
        for time in times:
            point = self.balanced_at(float(time))[0]
            if point is None:
                return None
            points.append(point)
        return points

    def balanced_at(self, time: float) -> tuple[Loaded | None, Array, Array, Any]:
        """The balanced position at a time, velocity, acceleration, and the factors there."""
        point, v, a = self.motion(time)
        factor = self.step.factor(point)
        return None if factor is None else self.step.balanced(point, v, a, factor), v, a, factor

    def motion(self, time: float, most: int = _NEIGHBOURS) -> tuple[Loaded, Array, Array]:
        """Position, velocity and acceleration at a time, by the polynomial through the points around it."""
        first, weights = neighbours(self.times, time, most)
        part = slice(first, first + weights.shape[1])
        about = self.step.dynamics.about(self.points[nearest(self.times, time)].q)
        around = about.gathered(np.array([point.q for point in self.points[part]]))[0]
        q, v, a = about.spread(*(weights @ around))
        carried = weights[0] @ np.array([point.multipliers for point in self.points[part]])
        return Loaded(q, carried, time), v, a

    def run(self, grid: Array, assembly: Assembly, joints: bool) -> tuple[Run, float] | None:
        """The motion at the times of a grid with its loads, and what is wrong there, of the largest deflection."""
        n, system = self.step.n, self.step.dynamics.system
        q, v, a = np.zeros((3, len(grid), n))
        open_, largest = 0.0, _NONE
        for number, time in enumerate(grid):
            point, *motion, factor = self.balanced_at(float(time))
            if point is None:
                return None
            q[number] = point.q
            v[number], a[number] = self.step.kept(point, *motion)
            open_ = max(open_, self.step.bent_by(a[number] - motion[1], factor))
            largest = max(largest, self.step.deflection(point, factor))
        run = Run(system, grid, q, v, a, np.ones(len(grid)), np.zeros(0), assembly.branch)
        run.notes += assembly.notes
        run.loads = (loads_in_joints if joints else loads_of)(system, run.t, run.q, run.v)
        return run, open_ / largest
