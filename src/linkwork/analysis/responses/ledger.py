"""Ledger: the shares of the pieces of which integrals are summed, while a response is evaluated.

Who wants to know how an integral depends on every sample of a channel need not move one sample after the other: samples
far apart move different pieces, and their shares tell them apart before they are summed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP


class Ledger:
    """The integrals of one evaluation in their order: of every piece its left point and its share."""

    def __init__(self, moved: int | None = None) -> None:
        self.moved = moved
        """The number of an integral whose value carries a derivative of one."""
        self.entries: list[tuple[Array, Array]] = []
        self.reach = 0
        """On how many points beyond its ends a piece depends, at most."""
        self.mixed = False
        """Whether one integral stands in another, so that its shares do not tell where they come from."""

    def enter(self, history: Any, left: Array, shares: Array) -> Any:
        """The sum of the shares of an integral."""
        self.mixed = self.mixed or any(np.any(np.imag(number) != 0.0) for number in history.numbers.values())
        self.reach = max([self.reach, *(course.reach for course in history.courses.values())])
        self.entries.append((left, shares))
        total = np.sum(shares)
        return total + 1j * STEP if self.moved == len(self.entries) - 1 else total


_open: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


@contextmanager
def keeping(ledger: Ledger) -> Iterator[Ledger]:
    """Enter all integrals of what is evaluated inside."""
    before = _open.set(ledger)
    try:
        yield ledger
    finally:
        _open.reset(before)


def summed(history: Any, left: Array, shares: Array) -> Any:
    """The sum of the shares of an integral of a history, entered where a ledger is kept."""
    ledger = _open.get()
    return np.sum(shares) if ledger is None else ledger.enter(history, left, shares)
