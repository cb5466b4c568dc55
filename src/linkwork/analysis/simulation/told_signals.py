"""Signals that only results ask for, such as the powers of a circuit: the loop leaves them out, rows get them after it.

They are sums and products of numbers of the memory, and stand behind all signals that a right-hand side, an event or a
force needs (`Signals.needed`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.numerics import opcodes
from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.signals.formula_kernel import formula
from linkwork.signals.linear_kernel import linear
from linkwork.system.system import System

_ENDS = 4  # integers before those of the kernel
_STEP = 3  # integers of a step of a formula


@dataclass(frozen=True)
class ToldSignals:
    """Signals of a system that are filled in."""

    system: System
    first: int
    """The number of the first of them; all that come behind are."""
    sums: frozenset[int]
    """Numbers of those that are sums; the others are products."""

    def left_out_of(self, k: NDArray[np.int64]) -> NDArray[np.int64]:
        """The table of integers with as many signals as the loop has to evaluate."""
        k = k.copy()
        k[layout.SIGNALS] = self.first
        return k

    def fill_in(self, t: Array, memory: Array) -> None:
        """Their values in every row of what is remembered."""
        k, p = self.system.k, self.system.p
        for number in range(self.first, int(k[layout.SIGNALS])):
            record = int(k[layout.SIGNAL_AT]) + layout.RECORD * number
            at = int(k[record + layout.INTS_AT]) + _ENDS
            place, count = int(k[at]), int(k[at + 1])
            if number in self.sums:
                factors = p[int(k[record + layout.FLOATS_AT]) :][:count]
                memory[:, place] = memory[:, k[at + 2 : at + 2 + count]] @ factors
                continue
            places = [int(argument) for code, argument, _ in _steps(k, at) if code == opcodes.VARIABLE]
            memory[:, place] = np.prod([memory[:, one] if one >= 0 else t for one in places], axis=0)


def told_signals(system: System) -> ToldSignals | None:
    """What may be left out of the loop; none where something else than a sum or a product of signals is among it."""
    signals, k = system.signals, system.k
    if signals is None or signals.needed is None or not signals.needed < int(k[layout.SIGNALS]):
        return None
    kernels = {address(kernel, "constraint", system.scalar): kernel for kernel in (linear, formula)}
    sums = set[int]()
    for number in range(signals.needed, int(k[layout.SIGNALS])):
        record = int(k[layout.SIGNAL_AT]) + layout.RECORD * number
        kernel = kernels.get(int(k[record + layout.ADDRESS]))
        if kernel is linear:
            sums.add(number)
        elif kernel is not formula or not _is_product(k, int(k[record + layout.INTS_AT]) + _ENDS):
            return None
    return ToldSignals(system, signals.needed, frozenset(sums))


def _steps(k: NDArray[np.int64], at: int) -> NDArray[np.int64]:
    return np.reshape(k[at + 2 : at + 2 + _STEP * int(k[at + 1])], (-1, _STEP))


def _is_product(k: NDArray[np.int64], at: int) -> bool:
    return all(code in (opcodes.VARIABLE, opcodes.MULTIPLY) for code, _, _ in _steps(k, at))
