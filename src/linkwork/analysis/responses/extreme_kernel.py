"""The largest or smallest value of one channel over a run, between its points too: what `History.extreme` finds."""

from __future__ import annotations

from linkwork.numerics.jit import njit

CLOSE = 1e-12  # of a piece: the time of an extreme is known
MOST = 60  # steps


@njit
def between(t, y, v, a, quintic, left, right, time):
    """Value and rate of a channel at a time within a piece: polynomials with its values and rates at both ends."""
    if time == t[left]:
        return y[left], v[left]
    if time == t[right]:
        return y[right], v[right]
    x = time - t[left]
    if left == right:
        return y[left] + x * (v[left] + 0.5 * x * a[left]), v[left] + x * a[left]
    h = t[right] - t[left]
    s, second = x / h, a[left] if quintic else 0.0
    d = y[right] - y[left] - h * v[left] - 0.5 * h * h * second
    e = h * (v[right] - v[left]) - h * h * second
    if quintic:
        f = h * h * (a[right] - a[left])
        c3, c4, c5 = 10 * d - 4 * e + 0.5 * f, -15 * d + 7 * e - f, 6 * d - 3 * e + 0.5 * f
        value = y[left] + x * (v[left] + 0.5 * x * second) + s**3 * (c3 + s * (c4 + s * c5))
        return value, v[left] + x * second + s * s * (3 * c3 + s * (4 * c4 + 5 * s * c5)) / h
    c2, c3 = 3 * d - e, e - 2 * d
    return y[left] + x * v[left] + s * s * (c2 + s * c3), v[left] + s * (2 * c2 + 3 * s * c3) / h


@njit
def turning_time(t, y, v, a, quintic, left, right, low, high, side):
    """The time at which the rate is zero within a piece at whose ends it has opposite signs (Illinois method)."""
    close = CLOSE * (high - low)
    at_low = side * between(t, y, v, a, quintic, left, right, low)[1]
    at_high = side * between(t, y, v, a, quintic, left, right, high)[1]
    kept, time = 0, 0.5 * (low + high)
    for number in range(MOST):
        before = time
        time = low + (high - low) * at_low / (at_low - at_high)
        rate = side * between(t, y, v, a, quintic, left, right, time)[1]
        if number > 0 and (abs(time - before) < close or rate == 0.0):
            break
        if rate > 0.0:
            at_high = 0.5 * at_high if kept == 1 else at_high
            low, at_low, kept = time, rate, 1
        else:
            at_low = 0.5 * at_low if kept == -1 else at_low
            high, at_high, kept = time, rate, -1
    return time


@njit
def extreme_of(t, y, v, a, quintic, left, right, begin, end, side):
    """The largest (side 1) or smallest (side -1) value; no number where the channel is none somewhere."""
    best = side * between(t, y, v, a, quintic, left[0], right[0], begin[0])[0]
    for piece in range(left.shape[0]):
        first = side * between(t, y, v, a, quintic, left[piece], right[piece], begin[piece])[0]
        last = side * between(t, y, v, a, quintic, left[piece], right[piece], end[piece])[0]
        if not (first == first and last == last):
            return first + last
        best = max(best, max(first, last))
    highest = best
    for piece in range(left.shape[0]):
        i, j, low, high = left[piece], right[piece], begin[piece], end[piece]
        first, rise = between(t, y, v, a, quintic, i, j, low)
        last, fall = between(t, y, v, a, quintic, i, j, high)
        rise, fall = side * rise, side * fall
        bound = max(side * first, side * last) + 0.5 * (high - low) * max(rise, -fall)
        if rise > 0.0 and fall < 0.0 and bound > best:
            time = turning_time(t, y, v, a, quintic, i, j, low, high, side)
            highest = max(highest, side * between(t, y, v, a, quintic, i, j, time)[0])
    return side * highest


@njit
def extremes_of(t, y, v, a, quintic, left, right, begin, end, side, out):
    """The same of many runs over the same times, a row each."""
    for run in range(y.shape[0]):
        out[run] = extreme_of(t, y[run], v[run], a[run], quintic, left, right, begin, end, side)
