"""Repeats: whether drivers, forces and signals that depend on time are the same again after a period."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.system.dynamics.dynamics import Dynamics

_TIMES = 97
_SAME = 1e-6  # of the largest value over the period
_MOST = 1  # times at which a jump may lie just between both sides


def require_period(dynamics: Dynamics, q: Array, start: float, period: float) -> None:
    """Refuse a period after which something that depends on time has another value."""
    name = dynamics.system.mechanism.name
    if not (np.isfinite(period) and period > 0.0):
        raise AnalysisError(f"{name}: the period must be a time above zero, not {period:g} s")
    times = start + period * (np.arange(_TIMES) + 0.3819660113) / _TIMES
    q = q[: dynamics.n]
    bad = _drivers(dynamics, q, times, period) + _forces(dynamics, q, times, period)
    if bad:
        raise AnalysisError(
            f"{name}: {', '.join(bad)} does not repeat itself after {period:.6g} s, so that no motion can; "
            "give the time after which everything is the same again, such as period='2*pi/20'"
        )


def _drivers(dynamics: Dynamics, q: Array, times: Array, period: float) -> list[str]:
    """Drivers with another value (whole turns aside), speed or acceleration."""
    system, drivers = dynamics.system, []
    now, later = ([_rows(dynamics, q, t + shift) for t in times] for shift in (0.0, period))
    for placed in system.elements:
        if placed.driver:
            row = placed.first_row
            one, other = np.array(now)[:, :, row], np.array(later)[:, :, row]
            gap = other - one
            size = np.max(np.abs(one - np.mean(one, axis=0)), axis=0) + np.max(np.abs(one[:, 1:]), initial=0.0)
            if system.equations[row].unit != "length":
                gap[:, 0] -= 2 * np.pi * np.round(gap[:, 0] / (2 * np.pi))
            if _differ(gap, size):
                drivers.append(f"driver '{placed.name}'")
    return drivers


def _rows(dynamics: Dynamics, q: Array, t: float) -> Array:
    """What every row asks for at a time: value, speed, acceleration."""
    dynamics.place(q, t, np.zeros(dynamics.n))
    parts = (dynamics.residual(), dynamics.velocity_side(), dynamics.acceleration_side())
    return np.array(parts) / dynamics.system.row_scale


def _forces(dynamics: Dynamics, q: Array, times: Array, period: float) -> list[str]:
    """Forces and own states that act otherwise a period later, in the same place or after a whole turn of it."""
    names = [f"force '{name}'" for name in dynamics.system.mechanism.forces]
    names += [f"state '{name}'" for name in dynamics.state_names()]
    before = [_actions(dynamics, q, t) for t in times]
    bad = set(range(len(names)))
    turning = np.array([name.endswith(".angle") for name in dynamics.system.coordinates])  # none in space
    for turn in (0.0, 2 * np.pi, -2 * np.pi):
        after = [_actions(dynamics, q + turn * turning, t + period) for t in times]
        for number in sorted(bad):
            one = np.array([actions[number] for actions in before])
            other = np.array([actions[number] for actions in after])
            if not _differ(other - one, np.full(one.shape[1], float(np.max(np.abs(one), initial=0.0)))):
                bad.discard(number)
    return [names[number] for number in sorted(bad)]


def _actions(dynamics: Dynamics, q: Array, t: float) -> list[Array]:
    dynamics.place(q, t, np.zeros(dynamics.n))
    count = len(dynamics.system.mechanism.forces)
    return [*(dynamics.force_of(number) for number in range(count)), *dynamics.state_rates()[:, None]]


def _differ(gap: Array, size: Array) -> bool:
    """Whether values differ at more times than rounding at a jump explains."""
    wrong = np.any(np.abs(gap) > _SAME * size + 1e-12, axis=1)
    return int(np.sum(wrong)) > _MOST
