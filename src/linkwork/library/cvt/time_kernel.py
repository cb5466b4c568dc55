"""A push-belt drive through time: steps of BDF2 whose lengths suit, without a call back into Python.

Rates are c0 y + past, with the last two states in `past`; a dynamic function has its acceleration from its rates in the
same way. A step is predicted by the rates before it (Adams and Bashforth), and what the prediction misses measures the
error: 8/23 of it for even steps. After a corner of what is asked for, and after a step that failed, the first step is
one of Euler's.
"""

from __future__ import annotations

import math

from linkwork.library.cvt.continuation_kernel import SOLVED, copy_state, newton, prepare
from linkwork.numerics.jit import njit

SHARE = 8.0 / 23.0  # of what an even step misses its prediction by
FIRST_SHARE = 0.5  # the same for a step of Euler's, predicted by the rate before it
SHORTEST = 1e-9  # s
MORE, LESS, CARE = 2.0, 0.3, 0.85  # most and least change of a step, and how sure it is to be
BEGIN, AFTER_CORNER = 1e-4, 1e-3  # s, the first step, and the longest one after a corner of what is asked for
LEAST_ERROR = 1e-6  # of the tolerance: an error below allows no longer step
T_TIME, T_STEPS, T_FAILED, T_NEWTON, T_REASON = range(5)  # what `told` holds


@njit
def asked(knots, values, t, wanted):
    """What is asked of the drive at a time: straight lines between the knots, the last value behind them."""
    last = len(knots) - 1
    k = 0
    while k < last - 1 and t > knots[k + 1]:
        k += 1
    share = 0.0
    if last > 0:
        share = min(1.0, max(0.0, (t - knots[k]) / (knots[k + 1] - knots[k])))
    for c in range(len(wanted)):
        wanted[c] = values[k, c] if last == 0 else values[k, c] + share * (values[k + 1, c] - values[k, c])


@njit
def next_corner(knots, t):
    """The first knot behind a time; far away when there is none."""
    for knot in knots:
        if knot > t + SHORTEST:
            return knot
    return math.inf


@njit
def lay_past(step, before, now, earlier, past):
    """The past of a step for BDF2, or for Euler's where there is no step before; returns c0.

    now and earlier: strains, unknowns, rates of the last two states.
    """
    if before <= 0.0:
        c0, one, two = 1.0 / step, -1.0 / step, 0.0
    else:
        w = step / before
        c0 = (1.0 + 2.0 * w) / ((1.0 + w) * step)
        one, two = -(1.0 + w) / step, w * w / ((1.0 + w) * step)
    for i in range(now[0].shape[0]):
        for k in range(now[0].shape[1]):
            past[0][i, k] = one * now[0][i, k] + two * earlier[0][i, k]
    for c in range(len(now[1])):
        past[1][c] = one * now[1][c] + two * earlier[1][c]
        past[2][c] = one * now[2][c] + two * earlier[2][c]
    return c0


@njit
def predict(step, before, now, earlier, y):
    """The unknowns after a step by the rates before it."""
    w = 0.0 if before <= 0.0 else 0.5 * step / before
    for c in range(len(y)):
        y[c] = now[1][c] + step * (now[2][c] + w * (now[2][c] - earlier[2][c]))


@njit
def missed(y, predicted, scale):
    """The root mean square of what a prediction missed, in the scales of the unknowns."""
    total = 0.0
    for c in range(len(y)):
        part = (y[c] - predicted[c]) / scale[c]
        total += part * part
    return math.sqrt(total / len(y))


@njit
def go_on(model, room, strains, y, now, earlier, past, predicted, wanted, knots, values, times, rows, scale,
          strain_scale, tolerance, close, told):  # fmt: skip
    """From the state at times[0], which rests, through all times; false when steps become too short.

    rows: strains, unknowns and rates at the times.
    """
    t, before, step = times[0], 0.0, BEGIN
    copy_state(strains, y, now[0], now[1])
    now[2][:] = 0.0
    keep_row(0, now, rows)
    row = 1
    while row < len(times):
        corner = next_corner(knots, t)
        length = min(step, times[row] - t, corner - t)
        if length < times[row] - t < 1.5 * length:
            length = 0.5 * (times[row] - t)  # not a long step and a tiny one
        c0 = lay_past(length, before, now, earlier, past)
        predict(length, before, now, earlier, predicted)
        copy_state(now[0], predicted, strains, y)
        asked(knots, values, t + length, wanted)
        prepare(model, room, y)
        reason, count = newton(model, room, strains, y, past, c0, wanted, scale, strain_scale, close, 0.0)
        told[T_NEWTON] += count
        told[T_REASON] = reason
        share = FIRST_SHARE if before <= 0.0 else SHARE
        error = share * missed(y, predicted, scale) / tolerance if reason == SOLVED else math.inf
        if not error <= 1.0:
            told[T_FAILED] += 1
            step = length * (LESS if reason != SOLVED else max(LESS, CARE * error ** (-1.0 / 3.0)))
            if reason != SOLVED:
                before = 0.0
            if step < SHORTEST:
                copy_state(now[0], now[1], strains, y)
                return False
            continue
        copy_state(now[0], now[1], earlier[0], earlier[1])
        copy_state(strains, y, now[0], now[1])
        for c in range(len(y)):
            earlier[2][c] = now[2][c]
            now[2][c] = c0 * y[c] + past[1][c]
        t += length
        told[T_TIME], told[T_STEPS] = t, told[T_STEPS] + 1
        best = length * min(MORE, max(LESS, CARE * max(error, LEAST_ERROR) ** (-1.0 / 3.0)))
        step = best if length >= 0.99 * step else max(step, best)
        before = length
        if t >= corner - SHORTEST:
            before, step = 0.0, min(step, AFTER_CORNER)
        if t >= times[row] - SHORTEST:
            keep_row(row, now, rows)
            row += 1
    return True


@njit
def keep_row(row, now, rows):
    """Keep a state."""
    copy_state(now[0], now[1], rows[0][row], rows[1][row])
    for c in range(len(now[2])):
        rows[2][row, c] = now[2][c]
