"""SimmSplines: cubic pieces through points, the third derivative at each end that of the cubic through four points.

Sixths s of the second derivatives, h the widths, m the slopes of chords (Forsythe, Malcolm and Moler 1977):

    h[i-1] s[i-1] + 2 (h[i-1] + h[i]) s[i] + h[i] s[i+1] = m[i] - m[i-1],   h (s[1] - s[0]) = h^2 d at the ends

with d the divided difference of four points; of three points both ends have none, and the pieces are one parabola.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

END, FOUR, CUBIC = 2, 4, 5


@njit
def third(x, y, first):
    """The divided difference of four points, a sixth of the third derivative of their cubic."""
    a, b, c, d = first, first + 1, first + 2, first + 3
    ab, bc, cd = (y[b] - y[a]) / (x[b] - x[a]), (y[c] - y[b]) / (x[c] - x[b]), (y[d] - y[c]) / (x[d] - x[c])
    return ((cd - bc) / (x[d] - x[b]) - (bc - ab) / (x[c] - x[a])) / (x[d] - x[a])


@njit
def matched(x, y, diagonal, sixth, rows):
    """Rows of the curve: where a piece begins and its coefficients there; straight before the first, behind the last.

    Of three points at least; `diagonal` and `sixth` are room for as many numbers.
    """
    n = len(x)
    last = n - 1
    h = x[1] - x[0]
    diagonal[0], sixth[0] = -h, h * h * third(x, y, 0) if n >= FOUR else 0.0
    off = h  # beside the diagonal, in the row before
    for i in range(1, n):
        below, h = x[i] - x[i - 1], (x[i + 1] - x[i]) if i < last else 0.0
        if i < last:
            right = (y[i + 1] - y[i]) / h - (y[i] - y[i - 1]) / below
            on = 2.0 * (below + h)
        else:
            right, on = -below * below * third(x, y, n - FOUR) if n >= FOUR else 0.0, -below
        factor = below / diagonal[i - 1]
        diagonal[i] = on - factor * off
        sixth[i] = right - factor * sixth[i - 1]
        off = h
    sixth[last] /= diagonal[last]
    for i in range(last - 1, -1, -1):
        h = x[i + 1] - x[i]
        sixth[i] = (sixth[i] - h * sixth[i + 1]) / diagonal[i]
        row = rows[i + 1]
        row[0], row[1] = x[i], y[i]
        row[2] = (y[i + 1] - y[i]) / h - h * (2.0 * sixth[i] + sixth[i + 1])
        row[3], row[4] = 3.0 * sixth[i], (sixth[i + 1] - sixth[i]) / h
    h = x[last] - x[last - 1]
    for column in range(CUBIC):
        rows[0, column], rows[n, column] = rows[1, column] if column <= END else 0.0, 0.0
    rows[n, 0], rows[n, 1] = x[last], y[last]
    rows[n, 2] = rows[last, 2] + h * (2.0 * rows[last, 3] + 3.0 * rows[last, 4] * h)
