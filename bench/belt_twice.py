"""How much push and driving thrust of a push-belt drive change with twice the functions and stations everywhere.

`mean` and `most` are differences of push along the belt, as shares of its largest value; the bar is 1 % at every place.
`beyond` is how many mm of the belt are above it. The finer state is looked for on its own, not from the other one, so
that another one of several states is seen; `smoothed` tells where its friction did not become as sharp. States that
were found on other paths are compared where the belt is: at the nearest place of the other path.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy.spatial import cKDTree

from bench.belt import RATIOS, TORQUES, Row
from linkwork.base.errors import LinkworkError
from linkwork.cvt import Fineness, PushBeltDrive, SteadyState

BAR = 0.01
PLACES = 50_000


def apart(one: SteadyState, other: SteadyState) -> tuple[float, float, float]:
    """Differences of push, in the mean and the largest, as shares of the largest push of the second state, and along
    how many m of the belt they are above the bar."""
    line = np.linspace(0.0, one.path.length, PLACES, endpoint=False)
    nearest = cKDTree(one.path.rows(line)[:, :2]).query(other.path.rows(other.place)[:, :2])[1]
    push = np.interp(line[nearest], one.place, one.push, period=one.path.length)
    difference = np.abs(push - other.push) / np.max(-other.push)
    beyond = float(np.sum(other.length[difference > BAR]))
    return float(np.average(difference, weights=other.length)), float(np.max(difference)), beyond


def rows() -> Iterator[Row]:
    """A row a setting, then how many keep to the bar."""
    usual = Fineness()
    twice = replace(usual, arc=2 * usual.arc, span=2 * usual.span, coarse=2 * usual.coarse)
    changes = []
    for ratio in RATIOS:
        for torque in TORQUES:
            row: Row = {"problem": f"ratio {ratio:g}, {torque:g} of the torque"}
            begin = time.process_time()
            try:
                one, other = (PushBeltDrive(fine=fine).steady(ratio, torque) for fine in (usual, twice))
                mean, most, beyond = apart(one, other)
                changes.append((mean, most, abs(one.thrusts[0] / other.thrusts[0] - 1)))
                row |= {"mean": mean, "most": most, "beyond": 1000 * beyond, "thrust": changes[-1][2]}
                if other.smoothed[0] > 1.01 * one.smoothed[0]:
                    row["smoothed"] = other.smoothed[0]
            except LinkworkError as error:
                row["refused"] = str(error)
            yield row | {"seconds": time.process_time() - begin}
    if not changes:
        return
    mean, most, thrust = np.array(changes).T
    yield {
        "problem": "all",
        "within_1_percent_in_the_mean": int(np.sum(mean < BAR)),
        "within_1_percent_at_every_place": int(np.sum(most < BAR)),
        "of": len(RATIOS) * len(TORQUES),
        "median_of_the_mean": float(np.median(mean)),
        "largest_mean": float(mean.max()),
        "largest": float(most.max()),
        "largest_of_thrust": float(thrust.max()),
    }
