"""Executor: who evaluates designs. This process, others on this machine, or a cluster: the results are the same."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from linkwork.design.studies.task import Outcome, outcomes
from linkwork.design.studies.variants import Variants

Batch = list[tuple[int, list[float]]]
"""Numbers of variants with their values."""
Finished = list[tuple[int, list[float], Outcome]]
SLICE = 0.25
"""Seconds of work after which finished variants are handed over."""
_MOMENT = 2.0
"""Seconds over which the pace is judged."""
MOST = 256
"""Variants handed out together at most."""


class Executor(ABC):
    """Takes batches while it has room, and hands over what is finished."""

    @abstractmethod
    def room(self) -> int:
        """How many batches can be handed out now."""

    @abstractmethod
    def submit(self, batch: Batch) -> None:
        """Take a batch."""

    @abstractmethod
    def finished(self) -> Finished:
        """Variants that were finished meanwhile; waits a little for some."""

    def left_over(self) -> Finished:
        """What was finished when an interruption came."""
        return []

    def __enter__(self) -> Executor:
        return self

    @abstractmethod
    def __exit__(self, *error: object) -> None:
        """End, whatever is still going on."""


class InProcess(Executor):
    """Evaluates in this process."""

    def __init__(self, variants: Variants) -> None:
        self.variants = variants
        self._waiting: deque[tuple[int, list[float]]] = deque()
        self._evaluated: Finished = []

    def room(self) -> int:
        return 0 if self._waiting else 1

    def submit(self, batch: Batch) -> None:
        self._waiting.extend(batch)

    def finished(self) -> Finished:
        evaluate_slice(self.variants, self._waiting, self._evaluated.append)
        return self.left_over()

    def left_over(self) -> Finished:
        left_over, self._evaluated = self._evaluated, []
        return left_over

    def __exit__(self, *error: object) -> None:
        self._waiting.clear()


def evaluate_slice(
    variants: Variants,
    waiting: deque[tuple[int, list[float]]],
    take: Callable[[tuple[int, list[float], Outcome]], None],
) -> None:
    """Evaluate designs for a while: at least one; many together where a compiled call can, no longer than a slice."""
    begin = time.perf_counter()
    while waiting:
        called = time.perf_counter()
        group = [waiting.popleft() for _ in range(min(len(waiting), variants.together))]
        for place, outcome in outcomes(variants, [values for _, values in group]):
            take((*group[place], outcome))
        now = time.perf_counter()
        variants.expect(len(group), now - called, SLICE)
        if now - begin > SLICE:
            return


class Pace:
    """How many variants make a batch of about `seconds`, judged by those that were finished a moment ago."""

    def __init__(self, seconds: float, workers: int) -> None:
        self.seconds, self.workers = seconds, workers
        self._notes: deque[tuple[float, int]] = deque()

    def note(self, count: int) -> None:
        """So many more are finished."""
        if count:
            self._notes.append((time.perf_counter(), count))
        while len(self._notes) > 2 and self._notes[-1][0] - self._notes[0][0] > _MOMENT:
            self._notes.popleft()

    @property
    def rate(self) -> float:
        """Variants a second, of all workers; zero while nothing is known."""
        if len(self._notes) < 2:
            return 0.0
        elapsed = self._notes[-1][0] - self._notes[0][0]
        return (sum(count for _, count in self._notes) - self._notes[0][1]) / elapsed if elapsed > 0 else 0.0

    def batch(self) -> int:
        """Variants for the next batch."""
        return max(1, min(MOST, int(self.seconds * self.rate / self.workers)))
