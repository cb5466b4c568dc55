"""Running in: the first periods of a machine, from which shooting begins."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.linear.chart import Near
from linkwork.analysis.periodic.shooting import Shooting
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError

Whole = tuple[Array, Array, Array]  # position, velocity, own states
_PARTS, _MOST = 24, 600  # of a period; before the machine counts as standing


def run_in(
    shooting: Shooting, q: Array, v: Array, period: float | None, turn: float, periods: int
) -> tuple[Array, Array, Array, float]:
    """Position, velocity, own states and period after some periods; the position brought back by whole turns."""
    start, duration, own = q, period or 0.0, shooting.dynamics.states()
    for _ in range(max(periods, 1 if shooting.section is not None else 0)):
        if shooting.section is None:
            q, v, own = shooting.forward(q, v, own, duration)
        else:
            (q, v, own), duration = _once_round(shooting, (q, v, own), turn)
        q = q - np.where(shooting.turning, 2 * np.pi * np.round((q - start) / (2 * np.pi)), 0.0)
    return q, v, own, duration


def _once_round(shooting: Shooting, state: Whole, turn: float) -> tuple[Whole, float]:
    """Go on until the section has gone one turn further, whichever way it goes."""
    section = shooting.section
    assert section is not None
    first, time = section.value(state[0]), 0.0
    value, speed = first, _rates(shooting, state)[0]
    part = _pace(shooting, state, turn) / _PARTS
    for _ in range(_MOST):
        new = shooting.forward(*state, part)
        pace = _rates(shooting, new)[0]
        value = section.value(new[0], value + 0.5 * part * (speed + pace))
        if abs(value - first) >= turn:
            goal = first + (turn if value > first else -turn)
            return _exactly(shooting, state, time, part, goal)
        state, time, speed = new, time + part, pace
    raise AnalysisError(
        f"{shooting.system.mechanism.name}: '{section.name}' does not come round: after {time:.4g} s it has gone "
        f"{abs(value - first):.4g} rad and moves with {speed:.4g} rad/s; "
        "the machine stalls, or needs other speeds"
    )


def _exactly(shooting: Shooting, state: Whole, time: float, part: float, goal: float) -> tuple[Whole, float]:
    """The moment at which the turn is full, by Newton's method on the time."""
    section = shooting.section
    assert section is not None
    span, end = part, shooting.forward(*state, part)
    for _ in range(12):
        miss, rate = section.value(end[0], goal) - goal, _rates(shooting, end)[0]
        if abs(miss) < 1e-11 or rate == 0.0:
            break
        span = min(max(span - miss / rate, 1e-9 * part), 2.0 * part)
        end = shooting.forward(*state, span)
    return end, time + span


def _rates(shooting: Shooting, state: Whole, a: Array | None = None) -> tuple[float, float]:
    """Rate of the section, and with the acceleration its second derivative."""
    assert shooting.section is not None
    return shooting.section.rates(state[0], state[1], np.zeros_like(state[1]) if a is None else a)


def _pace(shooting: Shooting, state: Whole, turn: float) -> float:
    """About how long a turn takes, from speed and acceleration."""
    assert shooting.section is not None
    q, v, own = state
    near = Near(shooting.dynamics, q, shooting.start)
    speed, push = (abs(rate) for rate in _rates(shooting, state, near.acceleration(q, v, own)))
    fastest = max(speed / turn, float(np.sqrt(push / (2.0 * turn))))
    if fastest == 0.0:
        raise AnalysisError(
            f"{shooting.system.mechanism.name}: '{shooting.section.name}' neither moves nor is pushed; "
            "give speeds={...}"
        )
    return float(1.0 / fastest)
