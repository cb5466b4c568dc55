"""Winding: drivers that begin many turns away are brought near without travelling there turn by turn.

The mechanism moves over as few turns of such a driver as bring it back into the same shape: bodies differ by whole
turns, or by a shift along straight guides. That motion, repeated so often, is the way there: gears, racks, screws,
belts and torsion springs are wound by it as they would be. What does not come back is moved all the way.
"""

from __future__ import annotations

import numpy as np

from linkwork.analysis.kinematics.ramp import corrected, moved_along
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.system.constraints.equations import Equations

_TURN = 2.0 * np.pi
_WORTH = 3.0  # turns that are as quickly travelled
_MOST = 400  # turns of the driver over which a repetition is looked for
_SAME = 1e-9  # scaled: so little do two positions of one shape differ
_WHOLE = 1e-6  # rad by which the motion over a whole turn may be off
_FARTHEST = 1e10  # rad: beyond, an angle has too few digits for a position


def wound(equations: Equations, q: Array, t: float, gap: Array) -> tuple[Array, Array]:
    """The position with all whole turns done, and what is then left of the residuals."""
    system = equations.system
    for placed in [placed for placed in system.elements if placed.driver]:
        for row in range(placed.first_row, placed.first_row + len(placed.element.equations)):
            if system.equations[row].unit == "angle":
                turns = float(gap[row].real / system.row_scale[row]) / _TURN
                if abs(turns) * _TURN > _FARTHEST:
                    raise AnalysisError(
                        f"driver '{placed.name}' begins {abs(turns):.3g} turns away, where angles have too few digits; "
                        "take whole turns off its value"
                    )
                if abs(turns) > _WORTH:
                    q, gap = _wind(equations, q, t, gap, row, turns)
    return q, gap


def _wind(equations: Equations, q: Array, t: float, gap: Array, row: int, turns: float) -> tuple[Array, Array]:
    """The same with whole turns of one driver done, as many as come back into the same shape."""
    one = np.zeros_like(gap)
    one[row] = np.sign(turns) * _TURN * equations.system.row_scale[row]
    places = [q]
    for count in range(1, min(_MOST, int(abs(turns))) + 1):
        after = moved_along(equations, places[-1], t, gap - (count - 1) * one, gap - count * one)
        if after is None:
            return q, gap
        places.append(after)
        period = _period_found(equations, places, t)
        if period:
            times = int(abs(turns)) // period
            left = gap - times * period * one
            wound = corrected(equations, q + times * _change(equations, places[period], q), t, left)
            return (q, gap) if wound is None else (wound, left)
    return q, gap


def _period_found(equations: Equations, places: list[Array], t: float) -> int:
    """After how many turns the motion repeats itself, by the positions after each of them; 0 when not yet known.

    Either the last has the shape of the first, for its rows are the same; or the last half of the motion changed all
    coordinates by as much as the first, as a rack's does.
    """
    last = len(places) - 1
    equations.evaluate(places[0], t)
    rows = equations.jacobian()
    equations.evaluate(places[last], t)
    largest = float(np.max(np.abs(rows), initial=1.0))
    small = equations.coarse(_SAME)
    if float(np.max(np.abs(equations.jacobian() - rows), initial=0.0)) <= small * largest:
        return last
    if last % 2 == 0:
        first, second = (equations.apart(places[n], places[n - last // 2]) for n in (last // 2, last))
        if float(np.max(np.abs(first - second), initial=0.0)) <= small * max(1.0, float(np.max(np.abs(first)))):
            return last // 2
    return 0


def _change(equations: Equations, after: Array, before: Array) -> Array:
    """By what the coordinates change over a period, whole turns made exact."""
    change = np.array(after - before)
    columns = equations.system.turning
    whole = _TURN * np.round(change[columns].real / _TURN)
    change[columns] = np.where(np.abs(change[columns] - whole) < _WHOLE, whole, change[columns])
    return change
