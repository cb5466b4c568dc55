"""Rows that the kinematic loop stepped over, close to a singular position: solved where they can be, never just drawn.

Beside a near miss of two branches the motion bends sharply in less than a row, but it is regular: there it is followed
by arc length to the time of each row. At a true singular position its smooth continuation is taken, put back onto the
constraints by the shortest way. What still misses the equations is told.
"""

from __future__ import annotations

import numpy as np

from linkwork.analysis.kinematics.arc_continuation import continued
from linkwork.analysis.kinematics.interpolate import motion_between
from linkwork.analysis.trace.arc import Continuation
from linkwork.base.arrays import Array
from linkwork.run.run import Event, Run
from linkwork.system.constraints.equations import Equations

State = tuple[Array, Array, Array]
_SAME = 1e-6  # scaled distance within which two positions are the same
_EXACT = 1e-14  # scaled residual below which no step makes a row better
_CLOSED = 1e-10  # scaled residual of a row that satisfies its equations
_DRIFT = 1e-7  # of the velocities: what they may miss theirs by
_SINGULAR = 1e-7  # singular value at which velocities are noise
_RANK = 1e-3  # of the largest singular value: smaller ones are none where a smooth continuation is put right


def fill_in(run: Run, first: int, last: int, singular: bool = False) -> None:
    """Give the rows between two regular ones their motion; an event tells where it misses the equations.

    `singular` says that a true singular position lies between them.
    """
    if last - first < 2:
        return
    equations = Equations(run.system)
    places = None if singular else _along_the_motion(run, first, last)
    missed: list[tuple[float, float]] = []
    for index in range(first + 1, last):
        t = float(run.t[index])
        place = None if places is None else places[index - first - 1]
        smallest = 0.0 if place is None else _smallest(equations, place, t)
        state = None if place is None or smallest < _SINGULAR else _settled(equations, place, t)
        if state is None:
            state = _put_right(equations, motion_between(run, t, first, last), t)
        else:
            run.sigma[index] = np.copysign(smallest, run.sigma[first])
        run.q[index], run.v[index], run.a[index] = state
        miss = _miss(equations, state, t)
        if miss > 0.0:
            missed.append((t, miss))
    if missed:
        times = ", ".join(f"{t:.6g}" for t, _ in missed[:6]) + (", ..." if len(missed) > 6 else "")
        text = (
            f"rows at t = {times} s are interpolated beside a singular position: they miss the equations by up to "
            f"{max(miss for _, miss in missed):.1e} model lengths, radians or their rates"
        )
        run.events.append(Event(missed[0][0], "interpolated", text))


def _along_the_motion(run: Run, first: int, last: int) -> list[Array] | None:
    """Positions at the rows between two regular ones, by arc length from the first; None where it leads elsewhere."""
    system, times = run.system, np.real(run.t[first + 1 : last + 1])
    if system.scalar == "complex":
        return None
    path = continued(system, run.q[first], float(run.t[first]), float(run.t[last]))
    if path is None or path.points[-1, -1] < times[-1] or np.any(np.diff(path.points[:, -1]) <= 0.0):
        return None
    try:
        along_the_motion = [_at_time(path.continuation, path.points, path.tangents, path.arcs, float(t)) for t in times]
    except (ArithmeticError, ValueError):
        return None
    apart = system.difference(along_the_motion[-1], run.q[last]).real / system.column_scale
    return along_the_motion[:-1] if float(np.linalg.norm(apart)) < _SAME else None


def _at_time(continuation: Continuation, points: Array, tangents: Array, arcs: Array, t: float) -> Array:
    """The position of a followed motion at a time."""
    after = int(np.searchsorted(points[:, -1], t))
    before = max(after - 1, 0)
    if after < len(points) and points[after, -1] == t:
        return np.asarray(points[after, :-1])
    reach = 1.5 * (arcs[after] - arcs[before])
    return continuation.zero(points[before], tangents[before], reach, lambda q, _: float(q[-1]) - t)[:-1]


def _settled(equations: Equations, q: Array, t: float) -> State | None:
    """The motion at a regular position, solved; None where Newton's method leads elsewhere."""
    settled = equations.settle(q, t)
    if settled is None or float(np.linalg.norm(equations.apart(settled, q))) > _SAME:
        return None
    return settled, *equations.motion()


def _put_right(equations: Equations, state: State, t: float) -> State:
    """A smooth continuation back on the constraints by the shortest way, position, velocity and acceleration."""
    q, v, a = state
    scale = equations.system.column_scale
    for _ in range(4):
        equations.evaluate(q, t)
        residual = equations.residual()
        if equations.is_closed(residual, _EXACT):
            break
        q = equations.moved(q, _shortest(equations, -residual))
    equations.evaluate(q, t)
    rows = equations.jacobian()
    v = v + scale * _shortest(equations, equations.velocity_side() - rows @ (v / scale))
    equations.evaluate(q, t, v)
    a = a + scale * _shortest(equations, equations.acceleration_side() - rows @ (a / scale))
    return q, v, a


def _shortest(equations: Equations, side: Array) -> Array:
    """The shortest step with these changes of the rows last evaluated, motions that are free left alone."""
    return np.asarray(np.linalg.lstsq(equations.jacobian(), side, rcond=_RANK)[0])


def _smallest(equations: Equations, q: Array, t: float) -> float:
    """The smallest singular value of the rows."""
    equations.evaluate(q, t)
    values = np.linalg.svd(equations.jacobian(), compute_uv=False)
    return float(values[-1])


def _miss(equations: Equations, state: State, t: float) -> float:
    """By how much a row misses its equations; zero where no more than it may."""
    q, v, _ = state
    equations.evaluate(q, t)
    residual, side = equations.residual(), equations.velocity_side()
    rates = v / equations.system.column_scale
    drift = float(np.max(np.abs(equations.jacobian() @ rates - side), initial=0.0))
    slow = drift <= _DRIFT * (1.0 + float(np.max(np.abs(rates), initial=0.0)))
    if equations.is_closed(residual, _CLOSED) and slow:
        return 0.0
    return max(float(np.max(np.abs(residual), initial=0.0)), drift)
