"""What a step response is judged by: rise, settling, overshoot, the value at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.run.run import Run


@dataclass(frozen=True)
class StepResponse:
    """Of a channel that goes from its first value to another one; times count from the start of the run, in s."""

    initial: float
    final: float
    rise: float
    """From 10 to 90 % of the way."""
    settling: float
    """After which it stays within the band about the final value."""
    overshoot: float
    """How far it goes beyond the final value, as a share of the way."""
    peak: float
    peak_time: float


def step_response(run: Run, name: str, final: float | None = None, band: float = 0.02) -> StepResponse:
    """Measure a channel between its output points, along straight lines."""
    values, t = np.real(run[name]), np.real(run.t)
    first = float(values[0])
    last = float(values[-1]) if final is None else float(final)
    way = last - first
    if not 0.0 < band < 1.0:
        raise AnalysisError(f"step_response: the band is a share between 0 and 1; found {band:g}")
    if len(t) < 3 or abs(way) <= 1e-12 * max(1.0, float(np.max(np.abs(values)))):
        raise AnalysisError(f"step_response: '{name}' ends where it begins; give the final value, as in final=1")
    share = (values - first) / way
    low, high = _first(t, share, 0.1), _first(t, share, 0.9)
    if np.isnan(high):
        raise AnalysisError(f"step_response: '{name}' does not come to 90 % of its way; simulate longer")
    outside = np.flatnonzero(np.abs(share - 1.0) > band)
    settled = float(t[0]) if not len(outside) else _settled(t, share, int(outside[-1]), band)
    top = int(np.argmax(share))
    over = max(float(share[top]) - 1.0, 0.0)
    return StepResponse(first, last, high - low, settled - float(t[0]), over, float(values[top]), float(t[top] - t[0]))


def _first(t: Array, share: Array, level: float) -> float:
    """When it first passes a level; no number where it never does."""
    beyond = np.flatnonzero(share >= level)
    if not len(beyond):
        return float("nan")
    n = int(beyond[0])
    if n == 0:
        return float(t[0])
    return float(t[n - 1] + (t[n] - t[n - 1]) * (level - share[n - 1]) / (share[n] - share[n - 1]))


def _settled(t: Array, share: Array, last: int, band: float) -> float:
    """When it comes into the band for good; no number where it is outside at the end."""
    if last == len(t) - 1:
        return float("nan")
    level = 1.0 + band if share[last] > 1.0 else 1.0 - band
    return float(t[last] + (t[last + 1] - t[last]) * (level - share[last]) / (share[last + 1] - share[last]))
