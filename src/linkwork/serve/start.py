"""The start that the pages chose: a position by the names of its coordinates, it outlives a change of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.serve.held_start import held_of, held_there
from linkwork.system.system import System

_SAME = 1e-9


@dataclass(frozen=True, eq=False)
class Start:
    """A position, the time at which it is wanted, what the analysis holds, and the held values as they are there."""

    values: Mapping[str, float]
    at: float = 0.0
    hold: Mapping[str, Any] | None = None
    held: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, mechanism: Any, system: System, q: Array, at: float, hold: Mapping[str, Any] | None) -> Start:
        """The start at a position of a system."""
        values = dict(zip(system.coordinates, map(float, np.real(q)), strict=False))
        return cls(values, at, hold, held_there(mechanism, system, q, at))

    def holds_else(self, other: Start) -> bool:
        """Whether held values are others there."""
        return any(abs(value - other.held.get(name, value)) > _SAME for name, value in self.held.items())

    def position(self, mechanism: Any) -> Array:
        """The position for a mechanism; bodies that it has more stay at their estimates."""
        system = mechanism.system(drivers=False)
        there = zip(system.coordinates, np.real(system.start).tolist(), strict=True)
        return np.array([self.values.get(name, value) for name, value in there])


def estimates_of(mechanism: Any) -> dict[str, Any]:
    """What a file says of where its bodies are: when that changes, a start that was chosen before is out of date."""
    bodies = {f"body '{name}'": body.estimate for name, body in mechanism.bodies_by_name.items()}
    contacts = {f"joint '{name}'": one.contact for name, one in mechanism.joints.items() if hasattr(one, "contact")}
    held = held_of(mechanism.initial, mechanism.analysis)
    return bodies | contacts | {f"held value '{path[-1]}'": value for path, value in held.items()}
