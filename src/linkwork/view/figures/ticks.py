"""Numbers at the ticks of an axis in engineering form: powers of ten in steps of three, and a zero that is one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.ticker import AutoLocator, Formatter

_LARGE, _SMALL = 1e5, 1e-3  # from here on, and below, a common power of ten stands at the end of the axis
_EXACT = 1e-6  # of the distance of two ticks
_MOST = 12  # decimals


class EngineeringFormatter(Formatter):
    """Ticks such as 1.2 with one 10^3 for all of them."""

    def __init__(self) -> None:
        self.power = 0

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """The texts of all ticks, with as many decimals as tell them apart."""
        largest = max((abs(value) for value in values), default=0.0)
        plain = largest == 0.0 or _SMALL <= largest < _LARGE
        self.power = 0 if plain else 3 * math.floor(math.log10(largest) / 3.0)
        scaled = [value / 10.0**self.power for value in values]
        steps = [abs(b - a) for a, b in pairwise(scaled) if b != a]
        near = _EXACT * min(steps, default=1.0)
        digits = next(d for d in range(_MOST + 1) if d == _MOST or all(abs(round(v, d) - v) <= near for v in scaled))
        return [f"{0.0 if abs(v) <= near else v:.{digits}f}".replace("-", "\N{MINUS SIGN}") for v in scaled]

    def __call__(self, x: float, pos: Any = None) -> str:
        """One number by itself."""
        return f"{x:g}"

    def get_offset(self) -> str:
        """The common power of ten, if it is not one."""
        return rf"$\times10^{{{self.power}}}$" if self.power else ""


class LengthLocator(AutoLocator):
    """Ticks at round numbers of another unit than that of the axis, of which there are so many in one of its own."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor

    def tick_values(self, vmin: float, vmax: float) -> Any:
        """Where ticks lie between two ends, in the unit of the axis."""
        return np.asarray(super().tick_values(vmin * self.factor, vmax * self.factor)) / self.factor


class LengthFormatter(EngineeringFormatter):
    """Ticks told in another unit than that of the axis."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """The texts of all ticks in that unit."""
        return super().format_ticks([value * self.factor for value in values])

    def __call__(self, x: float, pos: Any = None) -> str:
        """One number by itself."""
        return super().__call__(x * self.factor, pos)
