"""What a function of one variable becomes before it is written into the tables of a System."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from linkwork.base.late_dataclass import dataclass


@dataclass
class Packed:
    """A kernel body with its numbers.

    `scratch` counts the numbers that the kernel uses after its results (four, or eight for a plane curve),
    those of its parts included; `range` is where it may be evaluated, None when everywhere.
    """

    body: Callable[..., None]
    floats: list[Any] = field(default_factory=list)
    ints: list[int] = field(default_factory=list)
    scratch: int = 0
    parts: list[Packed] = field(default_factory=list)
    range: tuple[float, float] | None = None

    @property
    def carries(self) -> bool:
        """Whether a number of it carries a derivative."""
        return any(value.imag for value in self.floats) or any(part.carries for part in self.parts)

    @property
    def real(self) -> Packed:
        """The same with real numbers only."""
        floats = [value.real for value in self.floats]
        return Packed(self.body, floats, self.ints, self.scratch, [part.real for part in self.parts], self.range)
