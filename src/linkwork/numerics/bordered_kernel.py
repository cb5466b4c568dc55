"""Linear equations whose matrix is block tridiagonal with a border: unknowns along a line, and some that all see.

    | A  B | | x |   | a |     A: n blocks of m by m on the diagonal, beside them `lower` and `upper`
    | C  D | | y | = | b |

A is eliminated block by block without exchange of blocks, the border by partial pivoting with scaled rows. Nothing is
allocated; matrices and right-hand sides are overwritten, the solution takes their place.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def _invert(block, inverse, m):
    """The inverse of a small block by Gauss and Jordan with partial pivoting; False when it is singular."""
    for i in range(m):
        for j in range(m):
            inverse[i, j] = 1.0 if i == j else 0.0
    for step in range(m):
        best = step
        for i in range(step + 1, m):
            if abs(block[i, step]) > abs(block[best, step]):
                best = i
        pivot = block[best, step]
        if not abs(pivot) > 0.0:
            return False
        for j in range(m):
            block[best, j], block[step, j] = block[step, j], block[best, j] / pivot
            inverse[best, j], inverse[step, j] = inverse[step, j], inverse[best, j] / pivot
        for i in range(m):
            if i != step:
                ratio = block[i, step]
                if ratio != 0.0:
                    for j in range(m):
                        block[i, j] -= ratio * block[step, j]
                        inverse[i, j] -= ratio * inverse[step, j]
    return True


@njit
def _scale_rows(matrix, right, at, inverse, m, wide, work):
    """Multiply m rows of the border and of the right-hand side by a small matrix."""
    for c in range(wide):
        for i in range(m):
            work[i] = matrix[at + i, c]
        for i in range(m):
            total = 0.0
            for j in range(m):
                total += inverse[i, j] * work[j]
            matrix[at + i, c] = total
    for i in range(m):
        work[i] = right[at + i]
    for i in range(m):
        total = 0.0
        for j in range(m):
            total += inverse[i, j] * work[j]
        right[at + i] = total


@njit
def _eliminate_line(diagonal, lower, upper, border, right, block, inverse, work):
    """Replace B by A^-1 B and a by A^-1 a; False when a block is singular."""
    n, m, wide = diagonal.shape[0], diagonal.shape[1], border.shape[1]
    for k in range(n):
        for i in range(m):
            for j in range(m):
                block[i, j] = diagonal[k, i, j]
        if k > 0:
            for i in range(m):
                for p in range(m):
                    ratio = lower[k, i, p]
                    if ratio != 0.0:
                        for j in range(m):
                            block[i, j] -= ratio * upper[k - 1, p, j]
                        row, above = border[k * m + i], border[(k - 1) * m + p]
                        for c in range(wide):
                            row[c] -= ratio * above[c]
                        right[k * m + i] -= ratio * right[(k - 1) * m + p]
        if not _invert(block, inverse, m):
            return False
        _scale_rows(border, right, k * m, inverse, m, wide, work)
        for j in range(m):
            for i in range(m):
                work[i] = upper[k, i, j]
            for i in range(m):
                total = 0.0
                for p in range(m):
                    total += inverse[i, p] * work[p]
                upper[k, i, j] = total
    for k in range(n - 2, -1, -1):
        for i in range(m):
            for p in range(m):
                ratio = upper[k, i, p]
                if ratio != 0.0:
                    row, below = border[k * m + i], border[(k + 1) * m + p]
                    for c in range(wide):
                        row[c] -= ratio * below[c]
                    right[k * m + i] -= ratio * right[(k + 1) * m + p]
    return True


@njit
def _solve_full(matrix, right):
    """Gaussian elimination with partial pivoting, rows scaled to the size 1; False when it is singular."""
    n = len(right)
    for i in range(n):
        size = 0.0
        for j in range(n):
            size = max(size, abs(matrix[i, j]))
        if not size > 0.0:
            return False
        for j in range(n):
            matrix[i, j] /= size
        right[i] /= size
    for step in range(n):
        best = step
        for i in range(step + 1, n):
            if abs(matrix[i, step]) > abs(matrix[best, step]):
                best = i
        if not abs(matrix[best, step]) > 0.0:
            return False
        if best != step:
            for j in range(step, n):
                matrix[best, j], matrix[step, j] = matrix[step, j], matrix[best, j]
            right[best], right[step] = right[step], right[best]
        top = matrix[step]
        for i in range(step + 1, n):
            ratio = matrix[i, step] / top[step]
            if ratio != 0.0:
                row = matrix[i]
                for j in range(step + 1, n):
                    row[j] -= ratio * top[j]
                right[i] -= ratio * right[step]
    for i in range(n - 1, -1, -1):
        total = right[i]
        for j in range(i + 1, n):
            total -= matrix[i, j] * right[j]
        right[i] = total / matrix[i, i]
    return True


@njit
def solve_bordered(diagonal, lower, upper, border, feet, corner, right, right_corner, block, inverse, work):
    """Solve; x takes the place of `right`, y that of `right_corner`. False when the matrix is singular.

    `block` and `inverse` are m by m, `work` has m numbers.
    """
    n, m, wide = diagonal.shape[0], diagonal.shape[1], border.shape[1]
    if not _eliminate_line(diagonal, lower, upper, border, right, block, inverse, work):
        return False
    for i in range(wide):
        row = corner[i]
        for p in range(n * m):
            ratio = feet[i, p]
            if ratio != 0.0:
                other = border[p]
                for c in range(wide):
                    row[c] -= ratio * other[c]
                right_corner[i] -= ratio * right[p]
    if not _solve_full(corner, right_corner):
        return False
    for p in range(n * m):
        total = right[p]
        for c in range(wide):
            total -= border[p, c] * right_corner[c]
        right[p] = total
    return True
