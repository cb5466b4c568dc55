"""Running in: the first periods of a machine, from which shooting begins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.chart import Chart
from linkwork.analysis.shooting import Shooting
from linkwork.errors import AnalysisError

Array = NDArray[Any]
_PARTS, _MOST = 24, 600  # of a period; before the machine counts as standing


def run_in(
    shooting: Shooting, q: Array, v: Array, period: float | None, turn: float, periods: int
) -> tuple[Array, Array, float]:
    """Position, velocity and period after some periods; the position brought back by whole turns."""
    start, found = q, period or 0.0
    for _ in range(max(periods, 1 if shooting.section is not None else 0)):
        if shooting.section is None:
            q, v = shooting.forward(q, v, found)
        else:
            q, v, found = _once_round(shooting, q, v, turn)
        q = q - np.where(shooting.turning, 2 * np.pi * np.round((q - start) / (2 * np.pi)), 0.0)
    return q, v, found


def _once_round(shooting: Shooting, q: Array, v: Array, turn: float) -> tuple[Array, Array, float]:
    """Go on until the section's coordinate has gone one turn further, whichever way it goes."""
    column = shooting.section
    assert column is not None
    first, time = q[column], 0.0
    part = _pace(shooting, q, v, turn) / _PARTS
    for _ in range(_MOST):
        new_q, new_v = shooting.forward(q, v, part)
        if abs(new_q[column] - first) >= turn:
            return _exactly(shooting, q, v, time, part, first, turn)
        q, v, time = new_q, new_v, time + part
    name = shooting.system.coordinates[column]
    raise AnalysisError(
        f"{shooting.system.mechanism.name}: '{name}' does not come round: after {time:.4g} s it has gone "
        f"{abs(q[column] - first):.4g} rad and moves with {v[column]:.4g} rad/s; "
        "the machine stalls, or needs other speeds"
    )


def _exactly(
    shooting: Shooting, q: Array, v: Array, time: float, part: float, first: float, turn: float
) -> tuple[Array, Array, float]:
    """The moment at which the turn is full, by Newton's method on the time."""
    column = shooting.section
    assert column is not None
    span, end = part, shooting.forward(q, v, part)
    sign = 1.0 if end[0][column] > first else -1.0
    for _ in range(12):
        miss = end[0][column] - first - sign * turn
        if abs(miss) < 1e-11 or end[1][column] == 0.0:
            break
        span = min(max(span - miss / end[1][column], 1e-9 * part), 2.0 * part)
        end = shooting.forward(q, v, span)
    return end[0], end[1], time + span


def _pace(shooting: Shooting, q: Array, v: Array, turn: float) -> float:
    """About how long a turn takes, from speed and acceleration."""
    column = shooting.section
    assert column is not None
    chart = Chart(shooting.dynamics, q, shooting.start)
    speed, push = abs(v[column]), abs(chart.motion(shooting.dynamics, q, v).a[column])
    fastest = max(speed / turn, float(np.sqrt(push / (2.0 * turn))))
    if fastest == 0.0:
        name = shooting.system.coordinates[column]
        raise AnalysisError(
            f"{shooting.system.mechanism.name}: '{name}' neither moves nor is pushed; give speeds={{...}}"
        )
    return float(1.0 / fastest)
