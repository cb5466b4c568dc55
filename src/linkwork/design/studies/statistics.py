"""Statistics of a response over all variants: mean, deviation, percentiles, share inside limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError, shown

PERCENTILES = (1.0, 5.0, 50.0, 95.0, 99.0)


@dataclass(frozen=True)
class Statistics:
    """Of the variants that have a value; the deviation is that of the whole (divided by n - 1)."""

    name: str
    count: int
    mean: float
    deviation: float
    smallest: float
    largest: float
    percentiles: dict[float, float]
    limits: tuple[float | None, float | None] = (None, None)
    inside: float | None = None

    def text(self) -> str:
        """In words."""
        lines = [
            f"{self.name}: {self.count} variants",
            f"  mean {self.mean:.6g}, deviation {self.deviation:.4g}",
            f"  from {self.smallest:.6g} to {self.largest:.6g}",
            "  percentiles: " + ", ".join(f"{share:g} % {value:.6g}" for share, value in self.percentiles.items()),
        ]
        if self.inside is not None:
            low, high = (("" if limit is None else f"{limit:g}") for limit in self.limits)
            lines.append(f"  {100 * self.inside:.4g} % inside the limits {low} .. {high}")
        return "\n".join(lines)


def statistics(
    name: str,
    values: NDArray[np.float64],
    limits: tuple[float | None, float | None] | None = None,
    percentiles: tuple[float, ...] = PERCENTILES,
) -> Statistics:
    """Statistics of the values that are numbers; `limits` are (low, high), either of which may be None."""
    known = values[np.isfinite(values)]
    if known.size == 0:
        raise AnalysisError(f"study: no variant has a value of '{name}'; see .failed for the reasons")
    low, high = _limits(limits)
    inside = None
    if limits is not None:
        good = (known >= (-np.inf if low is None else low)) & (known <= (np.inf if high is None else high))
        inside = float(np.mean(good))
    shares = {float(share): float(value) for share, value in zip(percentiles, _shares(known, percentiles), strict=True)}
    deviation = float(np.std(known, ddof=1)) if known.size > 1 else 0.0
    extremes = float(known.min()), float(known.max())
    return Statistics(name, known.size, float(np.mean(known)), deviation, *extremes, shares, (low, high), inside)


def _shares(values: NDArray[np.float64], percentiles: tuple[float, ...]) -> Any:
    try:
        return np.percentile(values, percentiles)
    except (ValueError, TypeError):
        raise AnalysisError(f"study: percentiles lie between 0 and 100; found {shown(percentiles)}") from None


def _limits(limits: Any) -> tuple[float | None, float | None]:
    if limits is None:
        return None, None
    try:
        low, high = (None if limit is None else float(limit) for limit in limits)
    except (TypeError, ValueError):
        raise AnalysisError(
            f"study: limits are (low, high), either of which may be None; found {shown(limits)}"
        ) from None
    if low is not None and high is not None and not low < high:
        raise AnalysisError(f"study: the lower limit must lie below the upper one; found {shown(limits)}")
    return low, high
