"""The start that the pages chose: a position by the names of its coordinates, it outlives a change of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.system.system import System

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Start:
    """A position, the time at which it is wanted, and the values that the analysis holds there."""

    values: Mapping[str, float]
    at: float = 0.0
    hold: Mapping[str, Any] | None = field(default=None)

    @classmethod
    def of(cls, system: System, q: Array, at: float, hold: Mapping[str, Any] | None) -> Start:
        """The start at a position of a system."""
        return cls(dict(zip(system.coordinates, map(float, np.real(q)), strict=False)), at, hold)

    def position(self, mechanism: Any) -> Array:
        """The position for a mechanism; bodies that it has more stay at their estimates."""
        system = mechanism.system(drivers=False)
        there = zip(system.coordinates, np.real(system.start).tolist(), strict=True)
        return np.array([self.values.get(name, value) for name, value in there])


def estimates_of(mechanism: Any) -> dict[str, Any]:
    """What a file says of where its bodies are: when that changes, a start that was chosen before is out of date."""
    bodies = {f"body '{name}'": body.estimate for name, body in mechanism.bodies_by_name.items()}
    return bodies | {
        f"joint '{name}'": joint.contact for name, joint in mechanism.joints.items() if hasattr(joint, "contact")
    }
