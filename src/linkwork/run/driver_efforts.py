"""What drivers give: the force or torque with which each keeps to its motion, and its power."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.run.reactions import required

if TYPE_CHECKING:
    from linkwork.run.run import Run


@dataclass(frozen=True)
class DriverEffort:
    """One equation of a driver: its effort -lambda in N or N m along the driven value, and its power -lambda nu in W.

    `turns` says that the driven value is an angle. A power above zero is given to the mechanism.
    """

    name: str
    turns: bool
    effort: Array
    power: Array

    @property
    def unit(self) -> str:
        """Unit of the effort."""
        return "N m" if self.turns else "N"


def driver_efforts(run: Run) -> list[DriverEffort]:
    """The drivers of a run with loads, one entry an equation."""
    from linkwork.system.constraints.equations import Equations

    loads = required(run)
    rows = [row for row, equation in enumerate(loads.system.equations) if equation.driver]
    if not rows:
        return []
    equations, speeds = Equations(loads.system), np.zeros((len(run.t), len(rows)))
    for index, t in enumerate(run.t):
        equations.evaluate(run.q[index], float(t), run.v[index])
        speeds[index] = (equations.velocity_side() / loads.system.row_scale)[rows].real
    driver_efforts = []
    for number, row in enumerate(rows):
        equation = loads.system.equations[row]
        several = sum(loads.system.equations[other].element == equation.element for other in rows) > 1
        name = f"{equation.element} ({equation.name})" if several else equation.element
        effort = -np.real(loads.multipliers[:, row])
        driver_efforts.append(DriverEffort(name, equation.unit == "angle", effort, effort * speeds[:, number]))
    return driver_efforts
