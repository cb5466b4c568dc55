"""Paths and certificates with many digits, for what double precision cannot tell; needs python-flint.

The same homotopy, read off the same tables, in arithmetic of some hundred bits. Paths that were lost are followed again
by the classical Runge-Kutta method and Newton's; solutions that are too ill-conditioned to be certified are sharpened
and put to Krawczyk's test, whose balls python-flint rounds outwards itself.
"""

from __future__ import annotations

import time
from itertools import accumulate, pairwise
from operator import mul
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.layout_kernel import (
    BEGIN,
    END,
    EQUATION_AT,
    FACTOR,
    GROUP,
    LOST,
    PARAMETER_BEGIN,
    PARAMETER_END,
    PART_AT,
    PART_FACTOR,
    REGULAR,
    SUM_AT,
    TERM_AT,
)
from linkwork.numerics.homotopy.system import PolynomialSystem, Tables

BITS = 256
_ACCURACY = 1e-6  # of a step, before it is corrected
_ON_PATH, _CONVERGED = 1e-22, 1e-40  # last corrections along a path and at its end
_LEAST = 1e-60  # step: very near to its end an ill-conditioned path still turns
_STEPS = 250
_NEWTON = 60
_TRIES = 4


def has_flint() -> bool:
    """Whether python-flint is installed."""
    from importlib.util import find_spec

    return find_spec("flint") is not None


class PreciseHomotopy:
    """Values and derivatives of a homotopy in arithmetic of many bits."""

    def __init__(self, tables: Tables) -> None:
        from flint import acb

        table = [array.tolist() for array in tables.table]
        self.numbers = [[acb(value.real, value.imag) for value in array.tolist()] for array in tables.numbers]
        self.group = table[GROUP]
        self.size = len(self.group) - 1
        self.zero, self.one = acb(0), acb(1)
        at_end, at_begin = self.numbers[PARAMETER_END], self.numbers[PARAMETER_BEGIN]
        self.rates = [begin - end for begin, end in zip(at_begin, at_end, strict=True)]
        parts = [
            (end, begin - end, table[PART_FACTOR][table[PART_AT][i] : table[PART_AT][i + 1]])
            for i, (begin, end) in enumerate(zip(self.numbers[BEGIN], self.numbers[END], strict=True))
        ]
        self.sums = [parts[first:last] for first, last in pairwise(table[SUM_AT])]
        terms = [(term, table[FACTOR][first:last]) for term, (first, last) in enumerate(pairwise(table[TERM_AT]))]
        self.equations = [terms[first:last] for first, last in pairwise(table[EQUATION_AT])]
        self.kept: tuple[Any, list[Any], list[Any]] | None = None

    def coefficients(self, t: Any) -> tuple[list[Any], list[Any]]:
        """Coefficients of all terms at t, and their derivatives by it; those of the last t are kept."""
        if self.kept is not None and self.kept[0] == t:
            return self.kept[1:]
        rates = self.rates
        values = [end + t * rate for end, rate in zip(self.numbers[PARAMETER_END], rates, strict=True)]
        sums, slopes = [], []
        for parts in self.sums:
            total, slope = self.zero, self.zero
            for end, change, factors in parts:
                value = end + t * change
                for j in factors:
                    change, value = change * values[j] + value * rates[j], value * values[j]
                total, slope = total + value, slope + change
            sums.append(total)
            slopes.append(slope)
        self.kept = (t, sums, slopes)
        return sums, slopes

    def evaluate(self, x: list[Any], t: Any, patch: list[Any]) -> tuple[list[Any], list[list[Any]], list[Any]]:
        """Values, rows of derivatives by the unknowns, derivatives by t; the last rows are the patches."""
        sums, slopes = self.coefficients(t)
        values: list[Any] = []
        rows: list[list[Any]] = []
        changes: list[Any] = []
        for terms in self.equations:
            value, change, line = self.zero, self.zero, [self.zero] * self.size
            for term, factors in terms:
                slope, behind = slopes[term], sums[term]
                if factors:
                    before = list(accumulate((x[column] for column in factors), mul))
                    slope = slope * before[-1]
                    for place in range(len(factors) - 1, 0, -1):
                        line[factors[place]] += before[place - 1] * behind
                        behind = behind * x[factors[place]]
                    line[factors[0]] += behind
                    behind = behind * x[factors[0]]
                change += slope
                value += behind
            values.append(value)
            rows.append(line)
            changes.append(change)
        group = self.group
        for one in range(group[self.size]):
            line = [patch[i] if group[i] == one else self.zero for i in range(self.size)]
            values.append(sum((a * b for a, b in zip(line, x, strict=True)), -self.one))
            rows.append(line)
            changes.append(self.zero)
        return values, rows, changes

    def patch(self, x: list[Any]) -> tuple[list[Any], list[Any]]:
        """The point with groups of length 1, and patches there."""
        group, point = self.group, list(x)
        for one in range(group[self.size]):
            members = [i for i in range(self.size) if group[i] == one]
            length = sum((x[i].real * x[i].real + x[i].imag * x[i].imag for i in members), self.zero.real).sqrt()
            for i in members:
                point[i] = (x[i] / length).mid()
        return point, [value.conjugate() for value in point]


def _solved(rows: list[list[Any]], right: list[Any]) -> list[Any]:
    """The solution of linear equations, as numbers without radius."""
    from flint import acb_mat

    solved = acb_mat(rows).solve(acb_mat([[value] for value in right]), algorithm="approx")
    return [solved[i, 0].mid() for i in range(len(right))]


def _size(values: list[Any]) -> float:
    return max(float(abs(complex(value))) for value in values)


def continue_precisely(tables: Tables, starts: Array, ends: Array, lost: Array, seconds: float) -> tuple[Array, Array]:
    """Where paths end that double precision has lost, or has led to singular ends, and how: at regular ends, or lost.

    A singular end to which Newton's method does not run with many digits either is one: its path is not followed again.
    After so many seconds of processor time no further path is begun.
    """
    from flint import ctx

    points, ended = np.array(starts, complex), np.full(len(starts), LOST, np.int64)
    bits, ctx.prec = ctx.prec, BITS
    try:
        homotopy = PreciseHomotopy(tables)
        begin = time.process_time()
        for number, start in enumerate(starts):
            if time.process_time() - begin > seconds:
                break
            if not lost[number] and _is_singular(homotopy, ends[number]):
                continue
            end = _end_of(homotopy, start)
            if end is not None:
                points[number], ended[number] = end, REGULAR
    finally:
        ctx.prec = bits
    return points, ended


def _is_singular(homotopy: PreciseHomotopy, end: Array) -> bool:
    """Whether Newton's method from there does not run to a simple solution, the last steps ever faster."""
    from flint import acb

    x, patch = homotopy.patch([acb(value.real, value.imag) for value in end.tolist()])
    before = 1.0
    for _ in range(_NEWTON):
        values, rows, _ = homotopy.evaluate(x, acb(0), patch)
        try:
            step = _solved(rows, [-value for value in values])
        except ZeroDivisionError:
            return True
        size = _size(step)
        if size < _CONVERGED:
            return not size < 1e-6 * before
        x, patch = homotopy.patch([(a + b).mid() for a, b in zip(x, step, strict=True)])
        before = size
    return True


def _end_of(homotopy: PreciseHomotopy, start: Array) -> Array | None:
    from flint import acb

    x, patch = homotopy.patch([acb(value.real, value.imag) for value in start.tolist()])
    begun = _corrected(homotopy, x, acb(1), patch)
    if begun is None:
        return None
    x, patch = homotopy.patch(begun[0])
    t, h = 1.0, 0.05
    for _ in range(_STEPS):
        last = h >= t
        step = t if last else h
        trial = _step(homotopy, x, t, step, patch)
        if trial is None:
            h = 0.4 * step
            if h < _LEAST:
                return None
            continue
        x, patch = homotopy.patch(trial[0])
        t = 0.0 if last else t - step
        if last:
            end = _corrected(homotopy, x, acb(0), patch, _CONVERGED)
            return None if end is None else np.array([complex(value) for value in end[0]])
        h = step * min(3.0, max(0.3, 0.85 * (_ACCURACY / max(trial[1], 1e-300)) ** 0.2))
    return None


def _step(
    homotopy: PreciseHomotopy, x: list[Any], t: float, h: float, patch: list[Any]
) -> tuple[list[Any], float] | None:
    """A step from t to t - h; the new point and the length of its first correction."""
    from flint import acb

    slopes: list[list[Any]] = []
    for share in (0.0, 0.5, 0.5, 1.0):
        place = [a - share * h * b for a, b in zip(x, slopes[-1], strict=True)] if slopes else x
        _, rows, changes = homotopy.evaluate(place, acb(t) - acb(share) * acb(h), patch)
        try:
            slopes.append(_solved(rows, [-value for value in changes]))
        except ZeroDivisionError:
            return None
    weights = (1, 2, 2, 1)
    moved = [
        (a - h / 6.0 * sum((w * k[i] for w, k in zip(weights, slopes, strict=True)), acb(0))).mid()
        for i, a in enumerate(x)
    ]
    corrected = _corrected(homotopy, moved, acb(t) - acb(h), patch)
    return None if corrected is None or corrected[1] > 10.0 * _ACCURACY else corrected


def _corrected(
    homotopy: PreciseHomotopy, x: list[Any], t: Any, patch: list[Any], enough: float = _ON_PATH
) -> tuple[list[Any], float] | None:
    """Newton's method; the point and the length of the first correction, or nothing where it does not contract."""
    first = before = -1.0
    for _ in range(12):
        values, rows, _ = homotopy.evaluate(x, t, patch)
        try:
            step = _solved(rows, [-value for value in values])
        except ZeroDivisionError:
            return None
        x = [(a + b).mid() for a, b in zip(x, step, strict=True)]
        size = _size(step)
        if first < 0.0:
            first = size
        elif not size < 0.1 * before and size > enough:
            return None
        if size < enough:
            return x, first
        before = size
    return None


# ---------------------------------------------------------------------- certificates


def certify_precisely(system: PolynomialSystem, x: Array) -> tuple[Array, Array, bool, bool, bool]:
    """The sharpened point, radii of a polydisc, and whether a solution in it is proven, is real, is not real."""
    from flint import ctx

    bits, ctx.prec = ctx.prec, BITS
    try:
        return _certified(system, x)
    finally:
        ctx.prec = bits


def _certified(system: PolynomialSystem, x: Array) -> tuple[Array, Array, bool, bool, bool]:
    from flint import acb

    nothing = x, np.zeros(len(x)), False, False, False
    point = [acb(value.real, value.imag) for value in np.asarray(x, complex).tolist()]
    sharp = _sharpened(system, point)
    if sharp is None or max(abs(complex(a) - b) for a, b in zip(sharp, x, strict=True)) > 1e-6 * (
        1 + np.max(np.abs(x))
    ):
        return nothing
    mirror = list(system.mirror)
    image = [sharp[other].conjugate() for other in mirror]
    real = False
    if system.real and max(abs(complex(a - b)) for a, b in zip(sharp, image, strict=True)) < 1e-25:
        flat = [((a + b) / 2).mid() for a, b in zip(sharp, image, strict=True)]
        flat = [flat[i] if i <= mirror[i] else flat[mirror[i]].conjugate() for i in range(len(flat))]
        flat = [acb(one.real) if mirror[i] == i else one for i, one in enumerate(flat)]
        radius = _krawczyk(system, flat)
        real = radius is not None
        sharp = flat if real else sharp
    else:
        radius = _krawczyk(system, sharp)
    if radius is None:
        return nothing
    rounded = np.array([complex(value) for value in sharp])
    radii = np.array([1.001 * radius + 2.3e-16 * abs(value) for value in rounded])
    apart = max(float(abs(complex(a - b))) for a, b in zip(sharp, image, strict=True))
    return rounded, radii, True, real, not real and apart > 4.0 * radius


def _sharpened(system: PolynomialSystem, x: list[Any]) -> list[Any] | None:
    for _ in range(40):
        values, rows = _values_and_rows(system, x)
        try:
            step = _solved(rows, [-value for value in values])
        except ZeroDivisionError:
            return None
        x = [(a + b).mid() for a, b in zip(x, step, strict=True)]
        if _size(step) < _CONVERGED * (1.0 + _size(x)):
            return x
    return None


def _krawczyk(system: PolynomialSystem, x: list[Any]) -> float | None:
    """A radius for which Krawczyk's test succeeds."""
    from flint import acb, acb_mat, arb

    values, rows = _values_and_rows(system, x)
    try:
        inverse = acb_mat(acb_mat(rows).mid()).inv().mid()
    except ZeroDivisionError:
        return None
    shift = inverse * acb_mat([[value] for value in values])
    reach = max(float(abs(complex(shift[i, 0])) + complex(shift[i, 0].rad()).real) for i in range(len(x)))
    radius = max(4.0 * reach, 1e-35 * (1.0 + _size(x)))
    unit = acb_mat([[acb(float(i == j)) for j in range(len(x))] for i in range(len(x))])
    for _ in range(_TRIES):
        ball = acb(arb(0, radius), arb(0, radius))
        spread = _values_and_rows(system, [value + ball for value in x])[1]
        rest = unit - inverse * acb_mat(spread)
        # a square of half-width `radius` holds the disc and lies in one of sqrt(2) radius: both are kept inside
        good = True
        for i in range(len(x)):
            total = shift[i, 0].abs_upper() + arb(1.5 * radius) * sum(
                (rest[i, j].abs_upper() for j in range(len(x))), arb(0)
            )
            good = good and bool(total < arb(radius))
        if good:
            return radius
        radius *= 1e4
    return None


def _values_and_rows(system: PolynomialSystem, x: list[Any]) -> tuple[list[Any], list[list[Any]]]:
    from flint import acb

    values: list[Any] = []
    rows: list[list[Any]] = []
    for equation in system.equations:
        value, line = acb(0), [acb(0)] * len(x)
        for monomial, coefficient in equation.terms.items():
            given = complex(coefficient)
            before = [acb(given.real, given.imag)]
            for i in monomial:
                before.append(before[-1] * x[i])
            value += before[-1]
            behind = acb(1)
            for place in range(len(monomial) - 1, -1, -1):
                line[monomial[place]] += before[place] * behind
                behind *= x[monomial[place]]
        values.append(value)
        rows.append(line)
    return values, rows
