"""Steady states of a push-belt drive over the settings that it is used at: processor time, and how far they are known.

`push` and `thrust` are how much both change with twice the distances of functions and stations; the bar is 2 s a state.
The suite `belt_twice` has both beside half the distances everywhere, arcs, spans and ends alike.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.cvt import PushBeltDrive

Row = dict[str, Any]
RATIOS = (0.5, 0.62, 0.8, 1.0, 1.25, 1.6, 2.16)
TORQUES = (-0.8, -0.4, 0.0, 0.26, 0.51, 0.77, 0.9)
BAR = 2.0


def rows() -> Iterator[Row]:
    """The first call of a process, which loads what is compiled, a row a setting, then how many keep to the bar."""
    begin = time.process_time()
    drive = PushBeltDrive()
    drive.steady()
    yield {"problem": "first call, ratio 1, 0 of the torque", "seconds": time.process_time() - begin}
    spent, missing = [], 0
    for ratio in RATIOS:
        for torque in TORQUES:
            row: Row = {"problem": f"ratio {ratio:g}, {torque:g} of the torque"}
            begin = time.process_time()
            try:
                state = drive.steady(ratio, torque)
                row |= {"newton": state.newton_steps, "push": state.spread[0], "thrust": state.spread[1]}
            except LinkworkError as error:
                row["refused"], missing = str(error), missing + 1
            spent.append(time.process_time() - begin)
            yield row | {"seconds": spent[-1]}
    yield {
        "problem": "all",
        "within_2_s": int(np.sum(np.array(spent) <= BAR)),
        "of": len(spent),
        "not_found": missing,
        "median": float(np.median(spent)),
        "longest": max(spent),
    }
