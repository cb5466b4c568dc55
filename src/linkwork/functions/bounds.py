"""Bounds of a formula of one variable, and of its slope, over many intervals at once (interval arithmetic).

A formula's postfix program is run with intervals in place of numbers (Moore, Kearfott, Cloud: Introduction to Interval
Analysis, 2009, chapters 2, 3 and 5). What comes out holds the range of the formula over each interval, however narrow
its features are; every operation is widened by its rounding. A slope without bounds is infinite: where the formula may
jump, or has a pole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.expression import Expression
from linkwork.functions.base import Environment
from linkwork.numerics import opcodes

Array = NDArray[np.float64]
Tape = Sequence[tuple[int, Any]]
_ROUNDING = 2.0**-50  # of a bound: more than any operation or elementary function is off
_TURN = 2.0 * np.pi


@dataclass(frozen=True)
class Range:
    """Least and largest value over each interval; `void` where there is no value at all."""

    low: Array
    high: Array
    void: NDArray[np.bool_]


@dataclass(frozen=True)
class Bounds:
    """The range of a formula over each interval, and that of its slope."""

    value: Range
    slope: Range


def bounds(tape: Tape, env: Environment, low: Array, high: Array) -> Bounds:
    """Bounds of a postfix program in one variable between `low` and `high`, the better of two kinds.

    The second starts from the value in the middle and goes on with the slope (the mean value form): over short
    intervals it is far closer, and exact where the slope is nothing.
    """
    middle = 0.5 * (low + high)
    plain, there = _run(tape, env, low, high), _run(tape, env, middle, middle)
    with np.errstate(all="ignore"):
        way = Range(low - middle, high - middle, np.zeros(low.shape, bool))
        other = _sum(there.value, _times(plain.slope, way))
        value = Range(
            np.maximum(plain.value.low, other.low), np.minimum(plain.value.high, other.high), plain.value.void
        )
    steady = ~there.value.void & np.isfinite(other.low) & np.isfinite(other.high)
    return Bounds(_pick(steady, value, plain.value), plain.slope)


def _run(tape: Tape, env: Environment, low: Array, high: Array) -> Bounds:
    """The program with intervals in place of numbers."""
    with np.errstate(all="ignore"):
        stack: list[Bounds] = []
        for code, argument in tape:
            if code == opcodes.VARIABLE:
                stack.append(Bounds(Range(low, high, np.zeros(low.shape, bool)), _constant(1.0, low)))
            elif code == opcodes.CONSTANT and isinstance(argument, Expression):
                stack.append(Bounds(_constant(_real(argument.value(env)), low), _constant(0.0, low)))
            elif code == opcodes.CHOOSE:
                right_side = [stack.pop() for _ in range(4)]
                stack.append(_chosen(argument, *reversed(right_side)))
            elif code == opcodes.POWER_CONSTANT:
                stack.append(_power(stack.pop(), _real(argument.value(env))))
            elif code in _ONE:
                stack.append(_ONE[code](stack.pop()))
            else:
                second, first = stack.pop(), stack.pop()
                stack.append(_TWO[code](first, second))
        return stack[0]


def _real(value: Any) -> float:
    return float(value.real)


# ---------------------------------------------------------------- ranges


def _range(low: Array, high: Array, void: NDArray[np.bool_] | None = None) -> Range:
    """A range widened by rounding; a bound that is no number is none."""
    least = np.where(np.isnan(low), -np.inf, low - _ROUNDING * np.abs(low))
    most = np.where(np.isnan(high), np.inf, high + _ROUNDING * np.abs(high))
    least, most = np.where(np.isnan(least), low, least), np.where(np.isnan(most), high, most)
    return Range(least, most, np.zeros(low.shape, bool) if void is None else void)


def _constant(value: float, like: Array) -> Range:
    return Range(np.full(like.shape, value), np.full(like.shape, value), np.zeros(like.shape, bool))


def _sum(a: Range, b: Range) -> Range:
    return _range(a.low + b.low, a.high + b.high, a.void | b.void)


def _minus(a: Range) -> Range:
    return Range(-a.high, -a.low, a.void)


def _times(a: Range, b: Range) -> Range:
    corners = np.stack([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high])
    corners[np.isnan(corners)] = 0.0  # nothing times infinity: a bound that is never reached
    return _range(corners.min(axis=0), corners.max(axis=0), a.void | b.void)


def _inverse(a: Range) -> Range:
    across = (a.low <= 0.0) & (a.high >= 0.0)
    return _range(np.where(across, -np.inf, 1.0 / a.high), np.where(across, np.inf, 1.0 / a.low), a.void)


def _hull(a: Range, b: Range) -> Range:
    """What holds both; where one has no value, the other alone."""
    low = np.where(a.void, b.low, np.where(b.void, a.low, np.minimum(a.low, b.low)))
    high = np.where(a.void, b.high, np.where(b.void, a.high, np.maximum(a.high, b.high)))
    return Range(low, high, a.void & b.void)


def _pick(where: NDArray[np.bool_], a: Range, b: Range) -> Range:
    return Range(np.where(where, a.low, b.low), np.where(where, a.high, b.high), np.where(where, a.void, b.void))


def _monotone(function: Callable[[Array], Array], a: Range) -> Range:
    return _range(function(a.low), function(a.high), a.void)


def _anything(like: Range) -> Range:
    return Range(np.full(like.low.shape, -np.inf), np.full(like.low.shape, np.inf), like.void)


def _wave(a: Range, crest: float, function: Callable[[Array], Array]) -> Range:
    """Range of a sine or cosine whose crests are at `crest` and whole turns beyond it."""
    ends = np.stack([function(a.low), function(a.high)])

    def passes(place: float) -> NDArray[np.bool_]:
        return np.asarray(np.floor((a.high - place) / _TURN) >= np.ceil((a.low - place) / _TURN))

    wide = ~(a.high - a.low < _TURN)
    high = np.where(wide | passes(crest), 1.0, ends.max(axis=0))
    low = np.where(wide | passes(crest + np.pi), -1.0, ends.min(axis=0))
    return _range(low, high, a.void)


def _sine(a: Range) -> Range:
    return _wave(a, 0.5 * np.pi, np.sin)


def _cosine(a: Range) -> Range:
    return _wave(a, 0.0, np.cos)


def _square(a: Range) -> Range:
    across = (a.low <= 0.0) & (a.high >= 0.0)
    ends = np.stack([a.low * a.low, a.high * a.high])
    return _range(np.where(across, 0.0, ends.min(axis=0)), ends.max(axis=0), a.void)


def _within(a: Range, least: float, most: float) -> Range:
    """The part of a range inside the domain of a function."""
    outside = (a.high < least) | (a.low > most)
    return Range(np.clip(a.low, least, most), np.clip(a.high, least, most), a.void | outside)


# ---------------------------------------------------------------- operations with slopes


def _add(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(_sum(a.value, b.value), _sum(a.slope, b.slope))


def _negate(a: Bounds) -> Bounds:
    return Bounds(_minus(a.value), _minus(a.slope))


def _multiply(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(_times(a.value, b.value), _sum(_times(a.slope, b.value), _times(a.value, b.slope)))


def _divide(a: Bounds, b: Bounds) -> Bounds:
    below = _inverse(b.value)
    value = _times(a.value, below)
    pole = ~np.isfinite(below.low) | ~np.isfinite(below.high)
    value = _pick(pole, _anything(value), value)
    slope = _times(_sum(a.slope, _minus(_times(value, b.slope))), below)
    return Bounds(value, _pick(pole, _anything(slope), slope))


def _of(value: Range, outer: Range, a: Bounds) -> Bounds:
    """A function with the range `value` and the derivative `outer`."""
    return Bounds(value, _times(outer, a.slope))


def _power(a: Bounds, exponent: float) -> Bounds:
    whole = exponent == int(exponent) if abs(exponent) < 1e15 else False
    base = a.value if whole else _within(a.value, 0.0, np.inf)

    def raised(x: Range, n: float) -> Range:
        if n == 0.0:
            return _range(np.ones(x.low.shape), np.ones(x.low.shape), x.void)
        ends = np.stack([np.power(x.low, n), np.power(x.high, n)])
        across = (x.low <= 0.0) & (x.high >= 0.0)
        low, high = ends.min(axis=0), ends.max(axis=0)
        if n > 0.0:
            low = np.where(across & (n % 2.0 == 0.0), 0.0, low)
        else:
            low, high = np.where(across, -np.inf, low), np.where(across, np.inf, high)
        return _range(low, high, x.void)

    factor = _constant(exponent, base.low)
    return _of(raised(base, exponent), _times(factor, raised(base, exponent - 1.0)), a)


def _power_of(a: Bounds, b: Bounds) -> Bounds:
    """a to the power b by exp(b log a), for positive a."""
    return _exp(_multiply(b, _log(a)))


def _exp(a: Bounds) -> Bounds:
    value = _monotone(np.exp, a.value)
    return _of(value, value, a)


def _log(a: Bounds) -> Bounds:
    inside = _within(a.value, 0.0, np.inf)
    return _of(_monotone(np.log, inside), _inverse(inside), a)


def _sqrt(a: Bounds) -> Bounds:
    value = _monotone(np.sqrt, _within(a.value, 0.0, np.inf))
    return _of(value, _times(_constant(0.5, value.low), _inverse(value)), a)


def _tan(a: Bounds) -> Bounds:
    cosine, sine = _cosine(a.value), _sine(a.value)
    below = _inverse(cosine)
    pole = ~np.isfinite(below.low) | ~np.isfinite(below.high)
    value = _pick(pole, _anything(sine), _monotone(np.tan, a.value))
    return _of(value, _pick(pole, _anything(sine), _square(below)), a)


def _asin(a: Bounds) -> Bounds:
    inside = _within(a.value, -1.0, 1.0)
    return _of(_monotone(np.arcsin, inside), _steep(inside), a)


def _acos(a: Bounds) -> Bounds:
    inside = _within(a.value, -1.0, 1.0)
    return _of(_minus(_monotone(lambda x: -np.arccos(x), inside)), _minus(_steep(inside)), a)


def _steep(inside: Range) -> Range:
    """1 / sqrt(1 - x^2)."""
    rest = _within(_sum(_constant(1.0, inside.low), _minus(_square(inside))), 0.0, 1.0)
    return _inverse(_monotone(np.sqrt, rest))


def _atan(a: Bounds) -> Bounds:
    return _of(_monotone(np.arctan, a.value), _inverse(_sum(_constant(1.0, a.value.low), _square(a.value))), a)


def _sinh(a: Bounds) -> Bounds:
    return _of(_monotone(np.sinh, a.value), _cosh_range(a.value), a)


def _cosh(a: Bounds) -> Bounds:
    return _of(_cosh_range(a.value), _monotone(np.sinh, a.value), a)


def _cosh_range(a: Range) -> Range:
    across = (a.low <= 0.0) & (a.high >= 0.0)
    ends = np.stack([np.cosh(a.low), np.cosh(a.high)])
    return _range(np.where(across, 1.0, ends.min(axis=0)), ends.max(axis=0), a.void)


def _tanh(a: Bounds) -> Bounds:
    cosh = _cosh_range(a.value)
    return _of(_monotone(np.tanh, a.value), _inverse(_square(cosh)), a)


def _abs(a: Bounds) -> Bounds:
    above, below = a.value.low >= 0.0, a.value.high <= 0.0
    across = ~(above | below)
    ends = np.stack([np.abs(a.value.low), np.abs(a.value.high)])
    value = Range(np.where(across, 0.0, ends.min(axis=0)), ends.max(axis=0), a.value.void)
    other = _minus(a.slope)
    slope = _pick(above, a.slope, _pick(below, other, _hull(a.slope, other)))
    return Bounds(value, slope)


def _sign(a: Bounds) -> Bounds:
    low = np.where(a.value.low > 0.0, 1.0, np.where(a.value.low == 0.0, 0.0, -1.0))
    high = np.where(a.value.high < 0.0, -1.0, np.where(a.value.high == 0.0, 0.0, 1.0))
    value = Range(low, high, a.value.void)
    return Bounds(value, _pick(low == high, _constant(0.0, low), _anything(value)))


def _hypot(a: Bounds, b: Bounds) -> Bounds:
    return _sqrt(_add(_of(_square(a.value), _doubled(a.value), a), _of(_square(b.value), _doubled(b.value), b)))


def _doubled(a: Range) -> Range:
    return Range(2.0 * a.low, 2.0 * a.high, a.void)


def _atan2(y: Bounds, x: Bounds) -> Bounds:
    """The angle, between -pi and pi; it jumps where y is zero and x below it."""
    corners = np.stack([np.arctan2(u, v) for u in (y.value.low, y.value.high) for v in (x.value.low, x.value.high)])
    around = (y.value.low <= 0.0) & (y.value.high >= 0.0) & (x.value.low <= 0.0)
    low, high = np.where(around, -np.pi, corners.min(axis=0)), np.where(around, np.pi, corners.max(axis=0))
    value = _range(low, high, y.value.void | x.value.void)
    square = _sum(_square(x.value), _square(y.value))
    turning = _sum(_times(x.value, y.slope), _minus(_times(y.value, x.slope)))
    slope = _times(turning, _inverse(square))
    return Bounds(value, _pick(around, _anything(value), slope))


def _least(a: Bounds, b: Bounds) -> Bounds:
    one, other = a.value, b.value
    value = Range(np.minimum(one.low, other.low), np.minimum(one.high, other.high), one.void | other.void)
    either = _hull(a.slope, b.slope)
    return Bounds(value, _pick(one.high <= other.low, a.slope, _pick(other.high <= one.low, b.slope, either)))


def _most(a: Bounds, b: Bounds) -> Bounds:
    return _negate(_least(_negate(a), _negate(b)))


def _chosen(comparison: int, left: Bounds, right: Bounds, then: Bounds, otherwise: Bounds) -> Bounds:
    """One branch where the comparison is sure, both where it is not; the slope is then without bounds."""
    less = comparison in (opcodes.LESS, opcodes.LESS_OR_EQUAL)
    one, other = (left.value, right.value) if less else (right.value, left.value)
    strict = comparison in (opcodes.LESS, opcodes.GREATER)
    sure = one.high < other.low if strict else one.high <= other.low
    never = one.low >= other.high if strict else one.low > other.high
    value = _pick(sure, then.value, _pick(never, otherwise.value, _hull(then.value, otherwise.value)))
    slope = _pick(sure, then.slope, _pick(never, otherwise.slope, _anything(value)))
    return Bounds(value, slope)


_ONE: dict[int, Callable[[Bounds], Bounds]] = {
    opcodes.NEGATE: _negate,
    opcodes.SIN: lambda a: _of(_sine(a.value), _cosine(a.value), a),
    opcodes.COS: lambda a: _of(_cosine(a.value), _minus(_sine(a.value)), a),
    opcodes.TAN: _tan,
    opcodes.ASIN: _asin,
    opcodes.ACOS: _acos,
    opcodes.ATAN: _atan,
    opcodes.SINH: _sinh,
    opcodes.COSH: _cosh,
    opcodes.TANH: _tanh,
    opcodes.EXP: _exp,
    opcodes.LOG: _log,
    opcodes.SQRT: _sqrt,
    opcodes.ABS: _abs,
    opcodes.SIGN: _sign,
}
_TWO: dict[int, Callable[[Bounds, Bounds], Bounds]] = {
    opcodes.ADD: _add,
    opcodes.SUBTRACT: lambda a, b: _add(a, _negate(b)),
    opcodes.MULTIPLY: _multiply,
    opcodes.DIVIDE: _divide,
    opcodes.POWER: _power_of,
    opcodes.ATAN2: _atan2,
    opcodes.HYPOT: _hypot,
    opcodes.MIN: _least,
    opcodes.MAX: _most,
}
