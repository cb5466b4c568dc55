"""A set of stimuli in the place of a car: recorded signals are played to a control unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public
from linkwork.library.vehicles.control.bench import BenchRun, Scenario
from linkwork.library.vehicles.control.faults import Fault, FaultLine
from linkwork.library.vehicles.control.sensing import SIGNALS, UNITS
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import UnitPart
from linkwork.library.vehicles.control.unit_under_test import UnitUnderTest
from linkwork.run.comparison.measured_table import read_table


@public
def play(
    stimuli: Any, unit: ControlUnit, *, part: Any = None, faults: Sequence[Fault] = (), name: str = "stimuli"
) -> BenchRun:
    """Give a unit recorded signals in the place of a car: nothing that it commands changes them.

    `stimuli` is a run of a bench, a mapping, a DataFrame or a CSV file with the signals of the sensors, `demand` where
    the driver brakes, and the times `t`, a period of the unit apart. `part` is as in `control_bench`; `faults` are put
    onto the signals. The same stimuli give the same numbers, bit by bit.
    """
    own: Any = UnitPart(unit) if part is None else part
    try:
        asked, table = UnitUnderTest(own), _stimuli(stimuli, unit.period)
        t, lines = table["t"], [FaultLine(fault, unit.sensors[fault.signal]) for fault in faults]
        scenario = Scenario(name, speed=1.0, until=max(float(t[-1] - t[0]), unit.period), faults=tuple(faults))
        asked.start(float(t[0]))
        rows = []
        for number, moment in enumerate(t):
            heard = {signal: float(table[signal][number]) for signal in SIGNALS}
            for line in lines:
                heard[line.fault.signal] = line.passed(float(moment), heard)
            demand = float(table["demand"][number])
            rows.append([*heard.values(), *asked.step(float(moment), unit.period, [*heard.values()], demand), demand])
        values = dict(zip([*SIGNALS, *asked.outputs, "demand"], np.array(rows).T, strict=True))
        return BenchRun(scenario, t, values, asked.failures)
    finally:
        own.close()


def _stimuli(given: Any, period: float) -> dict[str, Array]:
    """Columns of stimuli, refused where one is missing or not sampled with the period."""
    table = {"t": given.t, **given.values} if isinstance(given, BenchRun) else read_table(given, UNITS.get)
    missing = [name for name in ("t", *SIGNALS) if name not in table]
    if missing:
        raise MechanismError(f"stimuli: there is no column '{missing[0]}'; they have t and {', '.join(SIGNALS)}")
    t = table["t"]
    if len(t) < 1 or not np.allclose(np.diff(t), period, rtol=0.0, atol=1e-3 * period):
        raise MechanismError(f"stimuli: their times are a period of the unit apart, {period:g} s")
    table.setdefault("demand", np.zeros(len(t)))
    uneven = [name for name in (*SIGNALS, "demand") if np.shape(table[name]) != np.shape(t)]
    if uneven:
        name = uneven[0]
        raise MechanismError(f"stimuli: '{name}' has {np.size(table[name])} values for {len(t)} times")
    wrong = [name for name in ("t", *SIGNALS, "demand") if not np.isfinite(table[name]).all()]
    if wrong:
        raise MechanismError(f"stimuli: '{wrong[0]}' holds something that is no finite number")
    return table
