"""Motion between two computed points of a run, for positions at which the equations are singular."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.run.run import Run
from linkwork.system.equations import Equations

Array = NDArray[Any]
State = tuple[Array, Array, Array]
_NEAR = 0.15  # of the interval: how close to the singular time regular positions are computed


def hermite(t: float, first: tuple[float, State], last: tuple[float, State]) -> State:
    """Position, velocity and acceleration of the quintic that has both ends' position, velocity and acceleration."""
    (t0, (q0, v0, a0)), (t1, (q1, v1, a1)) = first, last
    h = t1 - t0
    x = (t - t0) / h
    d = q1 - q0 - h * v0 - 0.5 * h * h * a0
    e = h * (v1 - v0) - h * h * a0
    f = h * h * (a1 - a0)
    c3, c4, c5 = 10 * d - 4 * e + 0.5 * f, -15 * d + 7 * e - f, 6 * d - 3 * e + 0.5 * f
    q = q0 + x * h * v0 + 0.5 * (x * h) ** 2 * a0 + x**3 * (c3 + x * (c4 + x * c5))
    v = v0 + x * h * a0 + x**2 * (3 * c3 + x * (4 * c4 + 5 * x * c5)) / h
    a = a0 + x * (6 * c3 + x * (12 * c4 + 20 * x * c5)) / h**2
    return q, v, a


def _ends(run: Run, first: int, last: int) -> tuple[tuple[float, State], tuple[float, State]]:
    states = [(float(run.t[i]), (run.q[i], run.v[i], run.a[i])) for i in (first, last)]
    return states[0], states[1]


def motion_between(run: Run, t: float, first: int, last: int) -> State:
    """The smooth motion at a time between two regular points, through regular positions close to it."""
    ends = _ends(run, first, last)
    equations = Equations(run.system)
    reach = _NEAR * (ends[1][0] - ends[0][0])
    close: list[tuple[float, State]] = []
    for time in (t - reach, t + reach):
        guess = hermite(time, *ends)[0]
        settled = equations.settle(guess, time)
        if settled is None or np.linalg.norm((settled - guess) / run.system.column_scale) > 0.01:
            return hermite(t, *ends)
        close.append((time, (settled, *equations.motion())))
    return hermite(t, close[0], close[1])


def signed_value(run: Run, t: float, first: int, last: int) -> float:
    """A function of time that changes sign where the equations become singular between two points.

    It is the last unknown g of [[J, b], [c', 0]] (x, g) = (0, 1) with b and c the singular vectors in the middle.
    """
    ends = _ends(run, first, last)
    equations = Equations(run.system)
    equations.evaluate(hermite(0.5 * (ends[0][0] + ends[1][0]), *ends)[0], t)
    u, _, vt = np.linalg.svd(equations.jacobian())
    rank = min(equations.n, equations.m)
    b, c = u[:, rank - 1], vt[rank - 1]
    equations.evaluate(hermite(t, *ends)[0], t)
    bordered = np.block([[equations.jacobian(), b[:, None]], [c[None, :], np.zeros((1, 1))]])
    side = np.zeros(equations.m + 1)
    side[-1] = 1.0
    return float(np.linalg.lstsq(bordered, side, rcond=None)[0][-1])
