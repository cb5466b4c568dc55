"""The driver that is set free: its value and rate in its own terms, read off positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.motion import Measured
from linkwork.run.channels import channels_of

if TYPE_CHECKING:
    from linkwork.system.system import System


class Freed:
    """What a driver prescribes, measured: the length of a strut, the angle of a joint with its mounting angles."""

    def __init__(self, system: System, name: str) -> None:
        self.system = system
        self.element = system.mechanism.drivers[name]
        self.row = system.row(name, f"driver '{name}'")
        mounting = [float(self.row.number(angle).real) for angle in getattr(self.element, "mounting", ())]
        self.mounted = mounting[1] - mounting[0] if mounting else 0.0

    def values(self, q: Array) -> Array:
        """Its value at each position."""
        return self._measured(q, np.zeros_like(q)).value + self.mounted

    def rates(self, q: Array, v: Array) -> Array:
        """Its rate at each position, moving with v; zero where two points meet and their distance has none."""
        return np.nan_to_num(self._measured(q, v).rate)

    def _measured(self, q: Array, v: Array) -> Measured:
        motion = channels_of(self.system, q, v, np.zeros_like(q)).motion
        measure = self.element.measure(self.row, motion)
        joint = getattr(self.element, "joint", None)
        if not measure and joint is not None:
            measure = self.row.scope.joint(joint).measure(self.row, motion)
        if not measure:
            raise AnalysisError(f"{self.row.where}: it measures nothing, so its limits cannot be told")
        return next(iter(measure.values()))
