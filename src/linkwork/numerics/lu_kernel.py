"""Gaussian elimination with partial pivoting of small dense matrices that lie in a flat array, row after row.

`factor` and `solve` work on one matrix; the `pair` versions on A + i B, whose two parts are kept apart so that the
numbers themselves may be those of the complex step. Pivots are chosen by real parts. Nothing is allocated: the factor
takes the place of the matrix, the numbers of the rows that were exchanged lie in the same array.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def _exchange(z, first, second, n):
    """Exchange two rows."""
    for j in range(n):
        z[first + j], z[second + j] = z[second + j], z[first + j]


@njit
def factor(z, a, n, pivots):
    """Factor the matrix at `a` in place; false when a pivot is zero or not a number."""
    for step in range(n):
        best, size = step, abs(z[a + step * n + step].real)
        for i in range(step + 1, n):
            other = abs(z[a + i * n + step].real)
            if other > size:
                best, size = i, other
        z[pivots + step] = best
        if not size > 0.0:
            return False
        top = a + step * n
        if best != step:
            _exchange(z, top, a + best * n, n)
        inverse = 1.0 / z[top + step]
        for i in range(step + 1, n):
            row = a + i * n
            if z[row + step] != 0.0:
                ratio = z[row + step] * inverse
                z[row + step] = ratio
                for j in range(step + 1, n):
                    z[row + j] -= ratio * z[top + j]
    return True


@njit
def solve(z, a, n, pivots, b):
    """Replace the right-hand side at `b` by the solution."""
    for i in range(n):
        other = int(z[pivots + i].real)
        if other != i:
            z[b + i], z[b + other] = z[b + other], z[b + i]
    for i in range(n):
        row, total = a + i * n, z[b + i]
        for j in range(i):
            total -= z[row + j] * z[b + j]
        z[b + i] = total
    for i in range(n - 1, -1, -1):
        row, total = a + i * n, z[b + i]
        for j in range(i + 1, n):
            total -= z[row + j] * z[b + j]
        z[b + i] = total / z[row + i]


@njit
def factor_pair(z, a, b, n, pivots):
    """Factor the matrix A + i B in place; false when a pivot is zero or not a number."""
    for step in range(n):
        best, size = step, -1.0
        for i in range(step, n):
            at = i * n + step
            other = z[a + at].real ** 2 + z[b + at].real ** 2
            if other > size:
                best, size = i, other
        z[pivots + step] = best
        if not size > 0.0:
            return False
        top = step * n
        if best != step:
            _exchange(z, a + top, a + best * n, n)
            _exchange(z, b + top, b + best * n, n)
        x, y = z[a + top + step], z[b + top + step]
        square = x * x + y * y
        for i in range(step + 1, n):
            row = i * n
            u, v = z[a + row + step], z[b + row + step]
            if u != 0.0 or v != 0.0:
                ratio, turned = (u * x + v * y) / square, (v * x - u * y) / square
                z[a + row + step], z[b + row + step] = ratio, turned
                for j in range(step + 1, n):
                    p, q = z[a + top + j], z[b + top + j]
                    z[a + row + j] -= ratio * p - turned * q
                    z[b + row + j] -= ratio * q + turned * p
    return True


@njit
def solve_pair(z, a, b, n, pivots, right, turned):
    """Replace the right-hand side, its parts at `right` and `turned`, by the solution."""
    for i in range(n):
        other = int(z[pivots + i].real)
        if other != i:
            z[right + i], z[right + other] = z[right + other], z[right + i]
            z[turned + i], z[turned + other] = z[turned + other], z[turned + i]
    for i in range(n):
        row, u, v = i * n, z[right + i], z[turned + i]
        for j in range(i):
            p, q, x, y = z[a + row + j], z[b + row + j], z[right + j], z[turned + j]
            u -= p * x - q * y
            v -= p * y + q * x
        z[right + i], z[turned + i] = u, v
    for i in range(n - 1, -1, -1):
        row, u, v = i * n, z[right + i], z[turned + i]
        for j in range(i + 1, n):
            p, q, x, y = z[a + row + j], z[b + row + j], z[right + j], z[turned + j]
            u -= p * x - q * y
            v -= p * y + q * x
        x, y = z[a + row + i], z[b + row + i]
        square = x * x + y * y
        z[right + i], z[turned + i] = (u * x + v * y) / square, (v * x - u * y) / square
