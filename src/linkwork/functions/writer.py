"""Laying out packed functions in the two tables of a System: one of floats, one of integers."""

from __future__ import annotations

from linkwork.functions.packed import Packed
from linkwork.numerics.jit import address


class TableWriter:
    """Collects the numbers of a System; `floats` are complex in the complex twin."""

    def __init__(self) -> None:
        self.floats: list[complex] = []
        self.ints: list[int] = []

    def function(self, packed: Packed, scalar: str) -> int:
        """Write a function and its parts; the place B of its block in `ints`.

        A block is: address of the kernel, place of its floats, its own integers, the places of its parts.
        """
        parts = [self.function(part, scalar) for part in packed.parts]
        start = len(self.floats)
        self.floats.extend(packed.floats)
        block = len(self.ints)
        self.ints += [address(packed.body, "function", scalar), start, *packed.ints, *parts]
        return block
