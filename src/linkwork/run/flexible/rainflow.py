"""Cycles of a channel by rainflow counting (ASTM E1049-85, 5.4.4), and the damage that they do (Palmgren and Miner)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.run.run import Run


@public
@dataclass(frozen=True)
class Cycles:
    """Cycles of a channel: of each its range (from least to greatest), its mean, and 1 or a half for a half."""

    channel: str
    unit: str
    ranges: Array
    means: Array
    counts: Array

    def damage(self, amplitude: float, cycles: float, slope: float, strength: float | None = None) -> float:
        """The sum of counts over lives N = cycles (amplitude / a)^slope, by Miner; at 1 it breaks.

        `amplitude` is half the range that is borne for so many `cycles`. With the static `strength`, amplitudes are
        raised for their mean as Goodman has it.
        """
        if not (amplitude > 0.0 and cycles > 0.0 and slope > 0.0):
            raise AnalysisError("damage: amplitude, cycles and slope must be more than zero")
        halves = self.ranges / 2.0
        if strength is not None:
            if not strength > 0.0 or np.any(self.means >= strength):
                raise AnalysisError("damage: the mean of some cycle reaches the strength, which must be more than zero")
            halves = halves / (1.0 - np.maximum(self.means, 0.0) / strength)
        return float(np.sum(self.counts / cycles * (halves / amplitude) ** slope))


def turning_points(values: Array) -> Array:
    """The values between which a channel rises or falls, with its ends."""
    steps = values[np.append(True, np.diff(values) != 0.0)]
    if len(steps) < 3:
        return steps
    turns = np.diff(steps)[:-1] * np.diff(steps)[1:] < 0.0
    return steps[np.concatenate([[True], turns, [True]])]


def rainflow(values: Array) -> tuple[Array, Array, Array]:
    """Ranges, means and counts (1, or a half for what does not close)."""
    stack: list[float] = []
    rows: list[tuple[float, float, float]] = []

    def count(one: float, other: float, share: float) -> None:
        rows.append((abs(one - other), (one + other) / 2.0, share))

    for value in turning_points(np.asarray(values, dtype=float)).tolist():
        stack.append(value)
        while len(stack) >= 3:
            new, old = abs(stack[-1] - stack[-2]), abs(stack[-2] - stack[-3])
            if new < old:
                break
            if len(stack) == 3:  # it holds the start
                count(stack[0], stack[1], 0.5)
                stack.pop(0)
            else:
                count(stack[-3], stack[-2], 1.0)
                del stack[-3:-1]
    for one, other in pairwise(stack):
        count(one, other, 0.5)
    table = np.array(rows).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def cycles_of(run: Run, channel: str) -> Cycles:
    """The cycles of a channel of a run."""
    values = np.real(run[channel])
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise AnalysisError(
            f"cycles: '{channel}' has no number at t = {float(run.t[wrong[0]]):.6g} s; nothing to count"
        )
    return Cycles(channel, run.unit(channel), *rainflow(values))
