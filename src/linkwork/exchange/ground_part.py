"""The ground as a subsystem: a frame that stands still, whatever pulls at it."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import Description, Interface


class GroundPart:
    """A frame at the origin, in the plane or in space."""

    def __init__(self, dimensions: int) -> None:
        flat = dimensions == 2
        letters, about = ("xy", ("m",)) if flat else ("xyz", ("mx", "my", "mz"))
        spins = ("omega",) if flat else ("wx", "wy", "wz")
        forces = (*(f"frame.f{letter}" for letter in letters), *(f"frame.{letter}" for letter in about))
        position = (*(f"frame.{letter}" for letter in letters), *(("frame.angle",) if flat else ()))
        velocity = (*(f"frame.v{letter}" for letter in letters), *(f"frame.{spin}" for spin in spins))
        turn = () if flat else tuple(f"frame.e{part}" for part in range(4))
        units = ("m",) * len(letters) + (("rad",) if flat else ())
        face = Interface("force", forces, position, velocity, "frame", units, turn)
        self._told = Description(forces, (*position, *velocity, *turn), {"frame": face}, linear=True, derives=True)
        self._still = np.array([1.0 if name.endswith(".e0") else 0.0 for name in self._told.outputs])

    def describe(self) -> Description:
        """Forces and moments in, a frame that does not move out."""
        return self._told

    def start(self, t: float, inputs: Array) -> Array:
        """It stands."""
        return self._still.copy()

    def attempt(self, h: float, inputs: Array) -> Array:
        """It stays."""
        return self._still.copy()

    def derivatives(self, h: float, inputs: Array) -> Array:
        """Nothing moves it."""
        return np.zeros((len(inputs), len(self._told.inputs), len(self._told.outputs)))

    def commit(self) -> None:
        """Nothing changes."""

    def save(self) -> Any:
        """It has no state."""
        return 0

    def restore(self, token: Any) -> None:
        """It has none."""

    def close(self) -> None:
        """Nothing is held."""
