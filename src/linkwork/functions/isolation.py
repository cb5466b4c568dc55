"""All zeros of a formula of one variable within an interval, none passed unseen, however near they are to each other.

Intervals over which the bounds of the formula (see `bounds`) hold no zero are dropped. Where the bounds of its slope
hold none either there is at most one zero, and a change of sign tells of it; all others are halved. What is left at the
end, a few numbers wide, holds a jump, a pole or a zero that is only touched. Where the intervals become too many (a
formula that is zero over a whole stretch, or tens of thousands of times) changes of sign over those reached are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.expression import Expression
from linkwork.functions.base import Environment
from linkwork.functions.bounds import Tape, bounds

Array = NDArray[np.float64]
_FIRST = 64  # intervals at the beginning
_BEYOND = 1e-12  # of the whole: how far outside it zeros still count, so that those at its ends do
_NARROWEST = 2.0**-46  # of the whole, or of the variable: intervals that are not halved any more
_BESIDE = 8.0  # narrowest intervals: a place that was not told so near to a sure one is the same
_MOST = 2**16  # intervals to be looked at in one round
_HALVINGS = 200  # more than it takes to get from any interval to neighbouring numbers


@dataclass(frozen=True)
class Zeros:
    """Where a formula is zero or changes its sign, in rising order, and whether no further place can be left."""

    places: tuple[float, ...]
    all_found: bool = True


def zeros(formula: Expression, env: Environment, variable: str, within: tuple[float, float]) -> Zeros:
    """The zeros, jumps through zero and poles of a formula between two values of its variable, and at them."""
    if not within[1] > within[0]:
        return Zeros(())
    known = tuple((name, float(np.real(env[name]))) for name in sorted(formula.names - {variable}))
    return _zeros(formula, known, variable, within)


@lru_cache(maxsize=64)
def _zeros(
    formula: Expression, known: tuple[tuple[str, float], ...], variable: str, within: tuple[float, float]
) -> Zeros:
    env = dict(known)
    tape, value = formula.tape(variable), _sampled(formula, env, variable)
    start, end = within
    all_found = True
    beyond = _BEYOND * (end - start)
    edges = np.concatenate([[start - beyond], np.linspace(start, end, _FIRST + 1), [end + beyond]])
    low, high = edges[:-1], edges[1:]
    single: list[tuple[Array, Array]] = []
    left: list[tuple[Array, Array]] = []
    while low.size:
        doubtful, lone = _doubtful(tape, env, low, high)
        single.append((low[lone], high[lone]))
        low, high = low[doubtful], high[doubtful]
        middle = 0.5 * (low + high)
        narrow = high - low <= _NARROWEST * np.maximum(end - start, np.maximum(np.abs(low), np.abs(high)))
        narrow |= ~((low < middle) & (middle < high))
        if 2 * np.count_nonzero(~narrow) > _MOST:
            single.append((low[~narrow], high[~narrow]))
            left.append((low[narrow], high[narrow]))
            all_found = False
            break
        left.append((low[narrow], high[narrow]))
        low, middle, high = low[~narrow], middle[~narrow], high[~narrow]
        low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
    lone_low, lone_high = (np.concatenate(parts) for parts in zip(*single, strict=True))
    rest_low, rest_high = _joined(*(np.concatenate(parts) for parts in zip(*left, strict=True)))
    sure, marks = _crossings(value, lone_low, lone_high), _marks(value, rest_low, rest_high)
    apart = _BESIDE * _NARROWEST * max(end - start, abs(start), abs(end))
    if sure.size and marks.size:
        marks = marks[np.min(np.abs(marks[:, None] - sure), axis=1) > apart]
    return Zeros(tuple(np.unique(np.concatenate([sure, marks])).tolist()), all_found)


def _doubtful(tape: Tape, env: Environment, low: Array, high: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Intervals that are to be halved, and those that hold one zero at most."""
    bound = bounds(tape, env, low, high)
    value, slope = bound.value, bound.slope
    nothing = (value.low == 0.0) & (value.high == 0.0)  # zero all along: what begins or ends it is seen beside it
    may = ~value.void & ~nothing & (value.low <= 0.0) & (value.high >= 0.0)
    lone = may & ((slope.low > 0.0) | (slope.high < 0.0))
    return may & ~lone, lone


def _sampled(formula: Expression, env: Environment, variable: str) -> Callable[[Array], Array]:
    """The formula itself at many places at once."""
    from linkwork.functions.expression import Formula
    from linkwork.functions.sample import sample

    packed = Formula(value=formula).pack(env, variable)

    def value(x: Array) -> Array:
        return np.asarray(sample(packed, x)[:, 0], float)

    return value


def _joined(low: Array, high: Array) -> tuple[Array, Array]:
    """Intervals that touch each other as one."""
    if not low.size:
        return low, high
    order = np.argsort(low)
    low, high = low[order], high[order]
    begins = np.concatenate([[True], low[1:] > high[:-1]])
    return low[begins], high[np.concatenate([begins[1:], [True]])]


def _crossings(value: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """The zeros of intervals at whose ends the signs differ, to neighbouring numbers."""
    if not low.size:
        return low
    at_low, at_high = value(low), value(high)
    crossings = [low[at_low == 0.0], high[at_high == 0.0]]
    across = at_low * at_high < 0.0
    low, high, falls = low[across], high[across], at_low[across] > 0.0
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        inside = (low < middle) & (middle < high)
        if not inside.any():
            break
        there = value(middle)
        before = (there > 0.0) == falls
        low, high = (
            np.where(inside & (before | (there == 0.0)), middle, low),
            np.where(inside & (~before | (there == 0.0)), middle, high),
        )
    return np.concatenate([*crossings, high])


def _marks(value: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """A place in each of the intervals that could not be told: where the sign changes, else the nearest to zero."""
    if not low.size:
        return low
    crossed = value(low) * value(high) < 0.0
    rest_low, rest_high = low[~crossed], high[~crossed]
    middle = 0.5 * (rest_low + rest_high)
    candidates = np.stack([rest_low, middle, rest_high])
    sizes = np.abs(np.stack([value(row) for row in candidates])) if rest_low.size else candidates
    nearest: Any = np.take_along_axis(candidates, np.argmin(sizes, axis=0)[None], axis=0)[0]
    return np.concatenate([_crossings(value, low[crossed], high[crossed]), nearest])
