"""Where in a stretch of a curve, or in a cell of two, a common normal lies: by halving, for Newton's method to begin at.

At a tip the tangent turns by half a turn between two samples, and Newton's method leaves from anywhere else than close
by. In a cell of two curves the one that turns more has, for every place of the other, a place with a parallel tangent:
that is found by halving, and the place of the other by halving again. Real numbers only.
"""

from __future__ import annotations

from linkwork.elements.planar.contact.profile_element_kernel import curve_at
from linkwork.numerics.jit import njit

HALVINGS = 16


@njit
def _parallel(x, y, low, high, pose, p, k, a, b, body, element, out, c):
    """Fraction between two of a curve where its tangent is along (x, y); an end where there is none."""
    i = k[b + 2 * body]
    _px, _py, tx, ty, _ox, _oy, _bend, _speed = curve_at(
        low + 0.0 * pose[i], pose, i, p, k, a, b, body, element, out, c
    )
    begin = x * ty.real - y * tx.real
    _px, _py, tx, ty, _ox, _oy, _bend, _speed = curve_at(
        high + 0.0 * pose[i], pose, i, p, k, a, b, body, element, out, c
    )
    end = x * ty.real - y * tx.real
    if begin * end > 0.0:
        return low if abs(begin) < abs(end) else high
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        _px, _py, tx, ty, _ox, _oy, _bend, _speed = curve_at(
            middle + 0.0 * pose[i], pose, i, p, k, a, b, body, element, out, c
        )
        if (x * ty.real - y * tx.real) * begin > 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@njit
def _along(f, low, high, pose, p, k, a, b, body, first, second, out, c):
    """Distance along the tangent at f to the place of the other curve with a parallel one, and its fraction."""
    i, j = k[b + 2 * body], k[b + 2 - 2 * body]
    px, py, tx, ty, _ox, _oy, _bend, _speed = curve_at(
        f + 0.0 * pose[i], pose, i, p, k, a, b, body, first, out, c
    )
    x, y, u, v = px.real, py.real, tx.real, ty.real
    g = _parallel(u, v, low, high, pose, p, k, a, b, 1 - body, second, out, c)
    qx, qy, _tx, _ty, _ox, _oy, _bend, _speed = curve_at(
        g + 0.0 * pose[i], pose, j, p, k, a, b, 1 - body, second, out, c
    )
    return (qx.real - x) * u + (qy.real - y) * v, g


@njit
def in_cell(low, high, low_b, high_b, pose, p, k, a, b, body, first, second, out, c):
    """Fractions of a curve of `body` and of the other's, which turns more, near their common normal in a cell."""
    begin, g = _along(low, low_b, high_b, pose, p, k, a, b, body, first, second, out, c)
    end, g_end = _along(high, low_b, high_b, pose, p, k, a, b, body, first, second, out, c)
    if begin * end > 0.0:
        return (low, g) if abs(begin) < abs(end) else (high, g_end)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        along, g = _along(middle, low_b, high_b, pose, p, k, a, b, body, first, second, out, c)
        if along * begin > 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high), g
