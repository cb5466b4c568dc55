"""Compiled loops around the parts of a simulation, for measuring what a single call costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.simulation.start import starting_rates
from linkwork.analysis.simulation.time_loop import begin_loop, state_at
from linkwork.numerics.jit import call_rate, njit, part
from linkwork.system.loop.moment import Loop, Options

LONG_ENOUGH, REPEATS = 0.008, 15  # processor seconds of a measured loop, loops


@njit
def call_often(address, k_table, p_table, w_table, t, y, dy, count):
    """Call a part of a formulation by its address, again and again."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for _ in range(count):
        call_rate(address, k, p, w, t, part(y, 0), part(dy, 0))


def moment_of(mechanism: Any, at: float, **options: Any) -> tuple[Loop, Any]:
    """A simulation that has come to a time, and its state vector there."""
    assembly = assemble(mechanism)
    system, v = mechanism.system(dynamics=True), starting_rates(mechanism, assembly, {})[0]
    moment = begin_loop(system, assembly, v, 0.0, Options(**options))
    return moment, state_at(moment, at)


def seconds(call: Callable[[int], Any], enough: float = LONG_ENOUGH) -> float:
    """Processor time of one of `count` calls that `call(count)` makes, best of several."""
    call(1)
    count = 1
    while True:
        begin = time.process_time()
        call(count)
        spent = time.process_time() - begin
        if spent > enough / 4:
            break
        count *= 4
    count = max(1, int(count * enough / spent))
    best = spent / count if count == 1 else np.inf
    for _ in range(REPEATS):
        begin = time.process_time()
        call(count)
        best = min(best, (time.process_time() - begin) / count)
        if best * count > 10 * enough:
            break
    return float(best)


def part_seconds(moment: Loop, place: int, y: Any) -> float:
    """Processor time of one call of a part of the formulation (its place in the state of the loop)."""
    w, out = moment.w.copy(), np.zeros(len(y) + 2 * len(moment.system.coordinates))
    address, k, p, t = int(moment.state[place]), moment.system.k, moment.system.p, float(moment.z[0])
    return seconds(lambda count: call_often(address, k, p, w, t, y, out, count))
