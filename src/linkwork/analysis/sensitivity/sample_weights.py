"""The derivative of a response by every sample of every channel that it asks for.

What depends on few samples is found by halving. Integrals depend on all of them, but each piece of one only on samples
near it: every so many samples are moved at once, and the shares of the pieces tell them apart (`responses/ledger.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.analysis.responses.ledger import Ledger, keeping
from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP

_ROUNDING = 1e-10  # of the sum of all shares: what is left beside integrals of these is none


def sample_weights(response: Callable[[Any], Any], asked: Any) -> dict[str, Array]:
    """The weights of all samples by channel; `asked` is a run that notes its channels and can move their samples."""
    return _Weights(response, asked).of_samples()


class _Weights:
    def __init__(self, response: Callable[[Any], Any], asked: Any) -> None:
        self.response, self.asked, self.count = response, asked, len(asked.run.t)
        self.random = np.random.default_rng(1).uniform(0.5, 1.5, self.count)
        ledger = self._evaluated()[1]
        self.names = [name for name in asked.names if name != "t"]
        self.slopes = [self._evaluated(number)[0] for number in range(len(ledger.entries))]
        self.whole = {name: self._moved(name, self.random) for name in self.names}
        self.apart = not any(ledger.mixed for _, ledger in self.whole.values())
        self.distance = 2 + 2 * ledger.reach  # of samples that move no piece together

    def _evaluated(self, moved: int | None = None) -> tuple[float, Ledger]:
        """The derivative that the response carries, and its integrals."""
        with keeping(Ledger(moved)) as ledger:
            value = self.response(self.asked)
        return float(np.imag(value)) / STEP, ledger

    def _moved(self, name: str, samples: Array) -> tuple[float, Ledger]:
        """The same with samples of a channel moved."""
        self.asked.moved = {name: samples}
        try:
            return self._evaluated()
        finally:
            self.asked.moved = {}

    def of_samples(self) -> dict[str, Array]:
        weights = {name: np.zeros(self.count) for name in self.asked.names}
        for name in self.names:
            if self.apart and self.slopes:
                weights[name] += self._of_integrals(name)
            self._halve(name, 0, self.count, weights[name])
        return weights

    def _of_integrals(self, name: str) -> Array:
        """What comes through integrals."""
        weights = np.zeros(self.count)
        for first in range(min(self.distance, self.count)):
            samples = np.zeros(self.count)
            samples[first :: self.distance] = 1.0
            _, ledger = self._moved(name, samples)
            for slope, (left, shares) in zip(self.slopes, ledger.entries, strict=True):
                nearest = np.round((left + 0.5 - first) / self.distance).astype(int)
                owner = first + self.distance * np.clip(nearest, 0, (self.count - 1 - first) // self.distance)
                weights += slope * np.bincount(owner, np.imag(shares) / STEP, self.count)
        return weights

    def _halve(self, name: str, low: int, high: int, out: Array) -> None:
        """Add what comes otherwise, of the samples between two."""
        samples = np.zeros(self.count)
        samples[low:high] = self.random[low:high] if high - low > 1 else 1.0
        moved = self.whole[name] if high - low == self.count > 1 else self._moved(name, samples)
        value = self._otherwise(*moved)
        if high - low == 1:
            out[low] += value
        elif value != 0.0:
            middle = (low + high) // 2
            self._halve(name, low, middle, out)
            self._halve(name, middle, high, out)

    def _otherwise(self, value: float, ledger: Ledger) -> float:
        """A derivative without what comes through integrals; zero where no more is left than rounding."""
        if not self.apart:
            return value
        shares = [(slope, np.imag(parts) / STEP) for slope, (_, parts) in zip(self.slopes, ledger.entries, strict=True)]
        rest = value - sum(slope * float(np.sum(parts)) for slope, parts in shares)
        size = sum(abs(slope) * float(np.sum(np.abs(parts))) for slope, parts in shares)
        return rest if abs(rest) > _ROUNDING * size else 0.0
