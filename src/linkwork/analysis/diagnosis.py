"""Diagnosis of a kinematic run: lock-up located in time, bifurcations named, failures told apart."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.arc import Follower
from linkwork.analysis.driving import jumps_between
from linkwork.run.run import Event, Run
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations
from linkwork.system.system import System

Array = NDArray[Any]
_ARC_POINTS = 4000
_NEAR_SINGULAR = 1e-3


def explain_stop(run: Run, target: float) -> None:
    """Say why the run ended before `target`, and add the exact time of a lock-up."""
    run.completed = False
    lock = _find_lock_up(run, target)
    if lock is not None:
        t, q = lock
        run.events.append(Event(t, "lock-up", _lock_text(run, t, q)))
        return
    t = float(run.t[-1])
    jumps = jumps_between(run.system, t, target)
    if jumps:
        text = f"no position could be followed after t = {t:.6g} s: {'; '.join(jumps)}; make the driver continuous"
        run.events.append(Event(t, "driver jump", text))
        return
    smallest = float(np.abs(run.sigma[-1]))
    if smallest < 1e-3:
        text = (
            f"no step beyond t = {t:.6g} s converged near a singular position (singular value {smallest:.2g}); "
            "the mechanism is close to lock-up or bifurcation: use trace to see the whole curve"
        )
        run.events.append(Event(t, "singular", text))
        return
    run.events.append(Event(t, *_newton_failure(run, t, target)))


def _newton_failure(run: Run, t: float, target: float) -> tuple[str, str]:
    """Kind and words of a failure at a regular position: Newton's method wanders, cycles, or starts too far off."""
    equations = Equations(run.system)
    h = target - t
    q = run.q[-1] + h * run.v[-1] + 0.5 * h * h * run.a[-1]
    sizes = []
    for _ in range(30):
        equations.evaluate(q, target)
        step, _ = equations.solve(-equations.residual())
        sizes.append(float(np.linalg.norm(step)))
        q = q + equations.unscale(step)
    if sizes[-1] < 1e-9:
        text = (
            f"the prediction at t = {t:.6g} s is too far off: Newton's method converges at t = {target:.6g} s, but "
            "to a position that the motion does not reach; use more time points, or look for a corner in an outline"
        )
        return "bad predictor", text
    tail = np.array(sizes[-12:])
    for period in (2, 3, 4):
        if np.allclose(tail[period:], tail[:-period], rtol=1e-3):
            return (
                "cycle",
                f"after t = {t:.6g} s Newton's method repeats the same {period} positions without converging",
            )
    return (
        "no position",
        f"Newton's method finds no position after t = {t:.6g} s although the rows are regular there; "
        "look at the drivers' values at that time and at corners of outlines",
    )


def _find_lock_up(run: Run, target: float) -> tuple[float, Array] | None:
    """Follow the motion by arc length, the time free, to where the time stops rising."""
    system = timed(run.system)
    q = np.append(run.q[-1], run.t[-1])
    forward = np.zeros(len(q))
    forward[-1] = 1.0
    follower = Follower(system, q, forward, step=1e-3)
    if follower.first[-1] < 0.0:
        return None
    before = (q, follower.first, 0.0)
    arc = follower.follow(_ARC_POINTS, lambda points, tangents: _turned(points, tangents, target))
    if len(arc.q) == 0 or arc.tangent[-1, -1] >= 0.0:
        return None
    if len(arc.q) > 1:
        before = (arc.q[-2], arc.tangent[-2], arc.s[-2])
    reach = 1.5 * (arc.s[-1] - before[2])
    try:
        lock = follower.zero(before[0], before[1], reach, lambda _, tangent: float(tangent[-1]))
    except (ArithmeticError, ValueError):
        return None
    return float(lock[-1]), lock[:-1]


def _turned(points: Array, tangents: Array, target: float) -> int:
    """How many points to keep when the time has turned back (or passed the target), else -1."""
    for index in range(len(points)):
        if tangents[index, -1] < 0.0 or points[index, -1] > target:
            return index + 1
    return -1


def timed(system: System) -> System:
    """The same mechanism with the time as a free coordinate, scaled to the speed of the motion."""
    return compile_system(system.mechanism, time_free=True, overrides=system.env)


def null_motion(system: System, q: Array, t: float) -> tuple[Array, Array]:
    """The free motion (scaled) at a singular position and the combination of equations that fails."""
    equations = Equations(system)
    equations.evaluate(q, t)
    u, _, vt = np.linalg.svd(equations.jacobian())
    rank = min(len(system.coordinates), len(system.equations))
    return vt[rank - 1], u[:, rank - 1]


def loudest(names: list[str], sizes: Array, most: int = 3, least: float = 0.3) -> list[str]:
    """The names with the largest sizes, without repetition."""
    order = np.argsort(-np.abs(sizes))
    chosen = [names[i] for i in order if abs(sizes[i]) >= least * abs(sizes[order[0]])]
    return list(dict.fromkeys(chosen))[:most]


def _lock_text(run: Run, t: float, q: Array) -> str:
    motion, failing = null_motion(run.system, q, t)
    bodies = loudest([name.rpartition(".")[0] for name in run.system.coordinates], motion)
    joints = loudest([equation.element for equation in run.system.equations], failing)
    drivers = ", ".join(f"'{name}'" for name in run.mechanism.drivers)
    return (
        f"lock-up at t = {t:.10g} s: driver {drivers} cannot go on, no position exists beyond it; "
        f"bodies that would have to move infinitely fast: {', '.join(bodies)}; "
        f"joints that cannot all stay closed: {', '.join(joints)}. "
        "Change a length, or drive another joint; trace follows the motion through this position"
    )


def explain_crossings(run: Run) -> None:
    """Name the bifurcations that the run has passed: the smallest singular value changed its sign."""
    signs = np.sign(np.where(np.abs(run.sigma) < _NEAR_SINGULAR, 0.0, run.sigma))
    last = 0
    for index in range(len(signs)):
        if signs[index] == 0.0:
            continue
        if index > last and signs[last] * signs[index] < 0.0:
            t = crossing_time(run, last, index)
            _mend(run, last, index)
            run.events.append(Event(t, "bifurcation", _crossing_text(run, t, last)))
        elif index - last > 1:
            _mend(run, last, index)
        last = index


def crossing_time(run: Run, first: int, last: int) -> float:
    """Time between two points at which the singular value passes through zero, by the secant rule on the motion."""
    from linkwork.analysis.between import signed_value

    low, high = float(run.t[first]), float(run.t[last])
    value_low, value_high = signed_value(run, low, first, last), signed_value(run, high, first, last)
    for _ in range(60):
        t = low - value_low * (high - low) / (value_high - value_low)
        if not low < t < high or high - low < 1e-14 * max(1.0, abs(high)):
            break
        value = signed_value(run, t, first, last)
        if abs(value) < 1e-13:
            return t
        if value * value_low < 0.0:
            high, value_high = t, value
            value_low *= 0.5
        else:
            low, value_low = t, value
            value_high *= 0.5
    return low - value_low * (high - low) / (value_high - value_low)


def _mend(run: Run, first: int, last: int) -> None:
    """Replace the motion at singular grid points by what the regular points around them say."""
    from linkwork.analysis.between import motion_between

    for index in range(first + 1, last):
        run.q[index], run.v[index], run.a[index] = motion_between(run, float(run.t[index]), first, last)


def _crossing_text(run: Run, t: float, index: int) -> str:
    equations = Equations(run.system)
    q = run.q[index] + (t - run.t[index]) * run.v[index]
    equations.evaluate(q, t)
    _, _, vt = np.linalg.svd(equations.jacobian())
    rank = min(len(run.system.coordinates), len(run.system.equations))
    bodies = loudest([name.rpartition(".")[0] for name in run.system.coordinates], vt[rank - 1])
    return (
        f"bifurcation near t = {t:.8g} s: two continuations exist, the motion went on smoothly; "
        f"bodies that could have gone the other way: {', '.join(bodies)}"
    )
