"""Motion between two computed points of a run, for positions at which the equations are singular."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.kinematics.time_grid import continue_on_grid
from linkwork.numerics.hermite import State, hermite
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

WELL_CONDITIONED = 5e-3  # smallest singular value from which velocities are exact to ten digits
_CLOSE = 0.05  # distance of positions, in model lengths and radians, across which a quintic is exact enough
_FINE = 12  # points of the finer grid on either side


def passed(system: System, t: float, first: tuple[float, State], last: tuple[float, State]) -> State:
    """The same between two states of a mechanism."""
    world, count, base = system.world, len(system.bodies), first[1][0]
    one, other = ((at, world.into_chart(count, base, *state)) for at, state in (first, last))
    return world.out_of_chart(count, base, *hermite(t, one, other))


def _ends(run: Run, first: int, last: int) -> tuple[tuple[float, State], tuple[float, State]]:
    states = [(float(run.t[i]), (run.q[i], run.v[i], run.a[i])) for i in (first, last)]
    return states[0], states[1]


def motion_between(run: Run, t: float, first: int, last: int) -> State:
    """The smooth motion at a singular time between two regular points.

    Where these are close together the quintic through them is exact enough; otherwise the loop runs again from the
    first one on a grid of its own that comes as close to the singular time as the equations are well conditioned.
    """
    first, last = _well_conditioned(run, first, -1), _well_conditioned(run, last, 1)
    ends = _ends(run, first, last)
    distance = float(np.linalg.norm(run.system.difference(run.q[last], run.q[first]).real / run.system.column_scale))
    if distance < _CLOSE:
        return passed(run.system, t, *ends)
    begin, end = ends[0][0], ends[1][0]
    slope = abs(run.sigma[first]) / (t - begin)
    reach = min(0.5 * (t - begin), 0.5 * (end - t), WELL_CONDITIONED / slope)
    grid = np.concatenate([np.linspace(begin, t - reach, _FINE), np.linspace(t + reach, end, _FINE)])
    moved = continue_on_grid(run.system, run.q[first], grid)
    if moved.done < len(grid) or np.any(moved.sigma[_FINE - 1 : _FINE + 1] == 0.0):
        return passed(run.system, t, *ends)
    states = [(float(grid[i]), (moved.q[i], moved.v[i], moved.a[i])) for i in (_FINE - 1, _FINE)]
    return passed(run.system, t, states[0], states[1])


def _well_conditioned(run: Run, index: int, direction: int) -> int:
    """The next point in a direction at which the equations are well conditioned, if there is one."""
    while 0 < index < len(run.t) - 1 and abs(run.sigma[index]) < WELL_CONDITIONED:
        index += direction
    return index


class SignedValue:
    """A function of time that changes sign where the equations become singular between two points of a run.

    It is the last unknown g of [[J, b], [c', 0]] (x, g) = (0, 1) with b and c the singular vectors in the middle.
    """

    def __init__(self, run: Run, first: int, last: int) -> None:
        self._system, self._ends = run.system, _ends(run, first, last)
        self._equations = equations = Equations(run.system)
        middle = 0.5 * (self._ends[0][0] + self._ends[1][0])
        equations.evaluate(passed(run.system, middle, *self._ends)[0], middle)
        u, _, vt = np.linalg.svd(equations.jacobian())
        rank = min(equations.n, equations.m)
        self._b, self._c = u[:, rank - 1], vt[rank - 1]

    def at(self, t: float) -> float:
        """The value at a time; the shortest solution where more than one direction is free."""
        from scipy.linalg import lstsq

        equations = self._equations
        equations.evaluate(passed(self._system, t, *self._ends)[0], t)
        rows, columns = equations.m + 1, equations.n + 1
        bordered, side = np.zeros((rows, columns)), np.zeros(rows)
        bordered[:-1, :-1], bordered[:-1, -1], bordered[-1, :-1] = equations.jacobian(), self._b, self._c
        side[-1] = 1.0
        cut = max(rows, columns) * float(np.finfo(float).eps)
        return float(lstsq(bordered, side, cond=cut, lapack_driver="gelsy", check_finite=False)[0][-1])
