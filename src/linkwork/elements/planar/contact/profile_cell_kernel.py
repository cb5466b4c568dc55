"""Where in a cell of two curves a common normal lies, by halving, for Newton's method to begin at.

At a tip the tangent turns by half a turn between two samples, and Newton's method leaves from anywhere else than close
by. In a cell of two curves the one that turns more has, for every place of the other, a place with a parallel tangent:
that is found by halving, and the place of the other by halving again. Real numbers only.
"""

from __future__ import annotations

from linkwork.elements.planar.contact.profile_element_kernel import curve_at
from linkwork.numerics.jit import njit

HALVINGS = 16


@njit
def _place(f, pose, p, k, a, b, body, element, out, c):
    """Place and tangent of a curve in the world."""
    i = k[b + 2 * body]
    x, y, tx, ty, _ox, _oy, _bend, _speed = curve_at(f + 0.0 * pose[i], pose, i, p, k, a, b, body, element, out, c)
    return x.real, y.real, tx.real, ty.real


@njit
def _across(f, u, v, pose, p, k, a, b, body, element, out, c):
    """The part of a curve's tangent that lies across (u, v)."""
    _x, _y, tx, ty = _place(f, pose, p, k, a, b, body, element, out, c)
    return u * ty - v * tx


@njit
def _parallel(u, v, low, high, pose, p, k, a, b, body, element, out, c):
    """Fraction between two of a curve where its tangent is along (u, v); an end where there is none."""
    begin = _across(low, u, v, pose, p, k, a, b, body, element, out, c)
    end = _across(high, u, v, pose, p, k, a, b, body, element, out, c)
    if begin * end > 0.0:
        return low if abs(begin) < abs(end) else high
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if _across(middle, u, v, pose, p, k, a, b, body, element, out, c) * begin > 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@njit
def _along(f, low, high, pose, p, k, a, b, body, first, second, out, c):
    """Distance along the tangent at f to the place of the other curve with a parallel one, and its fraction."""
    x, y, u, v = _place(f, pose, p, k, a, b, body, first, out, c)
    g = _parallel(u, v, low, high, pose, p, k, a, b, 1 - body, second, out, c)
    other_x, other_y, _tx, _ty = _place(g, pose, p, k, a, b, 1 - body, second, out, c)
    return (other_x - x) * u + (other_y - y) * v, g


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
