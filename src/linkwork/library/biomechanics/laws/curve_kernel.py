"""Curves of muscles by any law: quintic pieces, formulas, or cubic pieces of one's own; values and slopes.

A curve that is no row of quintic pieces begins with a row of its number and constants, marked by something that is not
a number.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.signals.muscles.bezier_kernel import bezier

BELL, RISE, TOE, HILL, BELLS, EXPONENT, LOGARITHM, TWIN, CUBE, ARC, PIECES = range(11)
"""Active force, passive force, tendon and speed after Thelen; active force, tendon and speed after De Groote; active
force, passive force and speed after Ambrosio and Silva; cubic pieces."""
KIND, FIRST = 1, 2


@njit
def law_curve(rows, x):
    """Value and slope of a curve of a law."""
    if rows[0, 0] == rows[0, 0]:
        return bezier(rows, x)
    kind, c = int(rows[0, KIND]), rows[0, FIRST:]
    if kind == BELL:
        value = math.exp(-((x - 1) ** 2) / c[0])
        return value, -2 * (x - 1) / c[0] * value
    if kind == RISE:  # shape over strain, exp(shape) - 1, and whether slack fibres push
        if x <= 1.0 and c[2] == 0.0:
            return 0.0, 0.0
        value = math.exp(c[0] * (x - 1))
        return (value - 1) / c[1], c[0] * value / c[1]
    if kind == TOE:  # strain and force where it becomes straight, slope from there
        strain = x - 1.0
        if strain <= 0.0:
            return 0.0, 0.0
        if strain >= c[0]:
            return c[1] + c[2] * (strain - c[0]), c[2]
        scale = c[1] / (math.exp(3.0) - 1)
        value = math.exp(3 * strain / c[0])
        return scale * (value - 1), scale * 3 / c[0] * value
    if kind == BELLS:
        value, slope = 0.0, 0.0
        for k in range(3):
            height, place, width, growth = rows[k, FIRST], rows[k, FIRST + 1], rows[k, FIRST + 2], rows[k, FIRST + 3]
            wide = width + growth * x
            one = height * math.exp(-0.5 * ((x - place) / wide) ** 2)
            value += one
            slope -= one * (x - place) / wide * (wide - growth * (x - place)) / (wide * wide)
        return value, slope
    if kind == EXPONENT:
        value = c[1] * math.exp(c[0] * (x - c[2]))
        return value - c[3], c[0] * value
    if kind == LOGARITHM:
        inner = c[1] * x + c[2]
        root = math.sqrt(inner * inner + 1)
        return c[0] * math.log(inner + root) + c[3], c[0] * c[1] / root
    if kind == TWIN:
        y = -9 / 4 * (x - 19 / 20)
        value = math.exp(y * y / 4 - y**4)
        return value, value * (y / 2 - 4 * y**3) * (-9 / 4)
    if kind == CUBE:
        if x < 1.0 or x > 1.63:
            return (0.0, 0.0) if x < 1.0 else (2.0, 0.0)
        return 8 * (x - 1) ** 3, 24 * (x - 1) ** 2
    if kind == ARC:
        whole = math.atan(5.0)
        if x <= -1.0 or x >= 0.2:
            return (0.0, 0.0) if x <= -1.0 else (1 + math.pi / (4 * whole), 0.0)
        return 1 + math.atan(5 * x) / whole, 5 / (whole * (1 + 25 * x * x))
    return pieces_of(rows, x)


@njit
def pieces_of(rows, x):
    """Cubic pieces, from the second row on: where one begins, then its coefficients; straight before and after."""
    row, last = 1, len(rows) - 1
    while row < last and rows[row + 1, 0] <= x:
        row += 1
    s = x - rows[row, 0]
    b, c, d = rows[row, 2], rows[row, 3], rows[row, 4]
    return rows[row, 1] + s * (b + s * (c + s * d)), b + s * (2 * c + s * 3 * d)


@njit
def law_speed(rows, v, activation):
    """Force of active fibres over their speed, and its slope; after Thelen fibres of less activation are slower."""
    if rows[0, 0] == rows[0, 0] or int(rows[0, KIND]) != HILL:
        return law_curve(rows, v)
    shape, limit = rows[0, FIRST], rows[0, FIRST + 1]
    factor = 1 / (0.25 + 0.75 * activation)
    x = factor * v
    if x < -1.0:
        slope = shape / (1 + shape)
        return slope * (x + 1), slope * factor
    if x < 0.0:
        below = 1 - x / shape
        return (1 + x) / below, (1 + 1 / shape) / (below * below) * factor
    steep, near = (2 + 2 / shape) / (limit - 1), 0.05 * limit
    end = (limit - near - 1) / (steep * near)
    if x > end:
        slope = steep * near**2 / (limit - 1)
        return limit - near + slope * (x - end), slope * factor
    below = 1 + steep * x
    return (1 + steep * limit * x) / below, steep * (limit - 1) / (below * below) * factor


@njit
def curve_values(rows, x, speeds, activation, out):
    """Values and slopes at many places; `speeds` says that the curve is one over speeds."""
    for i in range(len(x)):
        out[i, 0], out[i, 1] = law_speed(rows, x[i], activation) if speeds else law_curve(rows, x[i])
