"""Diagnosis of a kinematic run: lock-up located in time, bifurcations named, failures told apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from linkwork.analysis.kinematics.driving import jumps_between
from linkwork.analysis.kinematics.filled import fill_in
from linkwork.analysis.kinematics.time_grid import continue_on_grid
from linkwork.base.arrays import Array
from linkwork.run.run import Event, Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

_ROUNDS, _FINER, _CLOSE = 3, 34, 0.02


def explain_stop(run: Run, target: float) -> None:
    """Say why the run ended before `target`, and add the exact time of a lock-up."""
    run.completed = False
    t = float(run.t[-1])
    jumps = jumps_between(run.system, t, target)
    if jumps:
        text = f"no position could be followed after t = {t:.6g} s: {'; '.join(jumps)}; make the driver continuous"
        run.events.append(Event(t, "driver jump", text))
        return
    fixed = _fixed_already(run)
    if fixed:
        text = f"after t = {t:.6g} s no position fulfils all drivers: {fixed}; or give it a value that agrees with them"
        run.events.append(Event(t, "drivers in conflict", text))
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


def _fixed_already(run: Run) -> str:
    """Which drivers are one too many, and what to do; empty where none is."""
    if len(run.mechanism.drivers) < 2:
        return ""
    from linkwork.analysis.check.check import check
    from linkwork.analysis.check.check_text import advice

    report = check(run.mechanism)
    return advice(report) if report.redundant_drivers else ""


def _newton_failure(run: Run, t: float, target: float) -> tuple[str, str]:
    """Kind and words of a failure at a regular position: Newton's method wanders, cycles, or starts too far off."""
    equations = Equations(run.system)
    h = target - t
    q = run.system.moved(run.q[-1], h * run.v[-1] + 0.5 * h * h * run.a[-1])
    sizes = []
    for _ in range(30):
        equations.evaluate(q, target)
        step, _ = equations.solve(-equations.residual())
        sizes.append(float(np.linalg.norm(step)))
        q = equations.moved(q, step)
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


def _lock_up(run: Run, t: float, q: Array) -> Event:
    motion, failing = null_motion(run.system, q, t)
    bodies = loudest([name.rpartition(".")[0] for name in run.system.coordinates], motion)
    closed = loudest([equation.element for equation in run.system.equations], failing, 6, 0.05)
    joints = [name for name in closed if name not in run.mechanism.drivers] or closed
    drivers = ", ".join(f"'{name}'" for name in run.mechanism.drivers)
    text = (
        f"lock-up at t = {t:.10g} s: driver {drivers} cannot go on, no position exists beyond it; "
        f"bodies that would have to move infinitely fast: {', '.join(bodies)}; "
        f"joints that cannot all stay closed: {', '.join(joints)}. "
        "Change a length, or drive another joint; trace follows the motion through this position"
    )
    return Event(t, "lock-up", text, names=(*joints, *bodies))


def explain_lock_up(run: Run, t: float, q: Array) -> None:
    """End the run at a lock-up that was located."""
    run.completed = False
    run.events.append(_lock_up(run, t, q))


def explain_crossing(run: Run, first: int, last: int) -> None:
    """Name the bifurcation between two points of a run and fill in the singular points between them."""
    t = crossing_time(*_narrowed(run, first, last))
    fill_in(run, first, last, singular=True)
    run.events.append(Event(t, "bifurcation", _crossing_text(run, t, first)))


def _narrowed(run: Run, first: int, last: int) -> tuple[Run, int, int]:
    """The crossing on a finer grid of its own, so that interpolation between the two points is exact enough."""
    for _ in range(_ROUNDS):
        if np.linalg.norm(run.system.difference(run.q[last], run.q[first]).real / run.system.column_scale) < _CLOSE:
            break
        grid = np.linspace(run.t[first], run.t[last], _FINER)
        moved = continue_on_grid(run.system, run.q[first], grid)
        regular = [i for i in range(moved.done) if moved.sigma[i] != 0.0]
        bracket = next(((i, j) for i, j in pairwise(regular) if moved.sigma[i] * moved.sigma[j] < 0.0), None)
        if bracket is None:
            break
        run = Run(run.system, grid, moved.q, moved.v, moved.a, moved.sigma, moved.memory, run.branch)
        first, last = bracket
    return run, first, last


def crossing_time(run: Run, first: int, last: int) -> float:
    """Time between two points at which the singular value passes through zero, by the secant rule on the motion."""
    from linkwork.analysis.kinematics.interpolate import SignedValue

    low, high, signed = float(run.t[first]), float(run.t[last]), SignedValue(run, first, last)
    value_low, value_high = signed.at(low), signed.at(high)
    for _ in range(60):
        t = low - value_low * (high - low) / (value_high - value_low)
        if not low < t < high or high - low < 1e-14 * max(1.0, abs(high)):
            break
        value = signed.at(t)
        if abs(value) < 1e-13:
            return t
        if value * value_low < 0.0:
            high, value_high = t, value
            value_low *= 0.5
        else:
            low, value_low = t, value
            value_high *= 0.5
    return low - value_low * (high - low) / (value_high - value_low)


def _crossing_text(run: Run, t: float, index: int) -> str:
    equations = Equations(run.system)
    q = run.system.moved(run.q[index], (t - run.t[index]) * run.v[index])
    equations.evaluate(q, t)
    _, _, vt = np.linalg.svd(equations.jacobian())
    rank = min(len(run.system.coordinates), len(run.system.equations))
    bodies = loudest([name.rpartition(".")[0] for name in run.system.coordinates], vt[rank - 1])
    return (
        f"bifurcation near t = {t:.8g} s: two continuations exist, the motion went on smoothly; "
        f"bodies that could have gone the other way: {', '.join(bodies)}"
    )
