"""Linear equations whose matrix is block tridiagonal with a border: unknowns along a line, and some that all see.

    | A  B | | x |   | a |     A: n blocks of m by m on the diagonal, beside them `lower` and `upper`
    | C  D | | y | = | b |

A is eliminated block by block without exchange of blocks, the border by partial pivoting with scaled rows. Nothing is
allocated; matrices and right-hand sides are overwritten, the solution takes their place.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.sparse.rows_kernel import take_rows


@njit
def _exchange(one, two):
    for c in range(len(one)):
        one[c], two[c] = two[c], one[c]


@njit
def _subtract(row, share, other):
    for c in range(len(row)):
        row[c] -= share * other[c]


@njit
def _divide(row, by):
    for c in range(len(row)):
        row[c] /= by


@njit
def _solve_block(block, beside, border, right, at, m):
    """Make a small block the unit matrix by Gauss and Jordan with partial pivoting, and with it the rows beside it.

    Whole rows are worked on, which a processor does several numbers at a time. False when the block is singular.
    """
    for step in range(m):
        best = step
        for i in range(step + 1, m):
            if abs(block[i, step]) > abs(block[best, step]):
                best = i
        pivot = block[best, step]
        if not abs(pivot) > 0.0:
            return False
        if best != step:
            _exchange(block[best], block[step])
            _exchange(beside[best], beside[step])
            _exchange(border[at + best], border[at + step])
            right[at + best], right[at + step] = right[at + step], right[at + best]
        _divide(block[step], pivot)
        _divide(beside[step], pivot)
        _divide(border[at + step], pivot)
        right[at + step] /= pivot
        for i in range(m):
            ratio = block[i, step]
            if i != step and ratio != 0.0:
                _subtract(block[i], ratio, block[step])
                _subtract(beside[i], ratio, beside[step])
                _subtract(border[at + i], ratio, border[at + step])
                right[at + i] -= ratio * right[at + step]
    return True


@njit
def _eliminate_line(diagonal, lower, upper, border, right, block):
    """Replace B by A^-1 B and a by A^-1 a; False when a block is singular."""
    n, m = diagonal.shape[0], diagonal.shape[1]
    for k in range(n):
        for i in range(m):
            for j in range(m):
                block[i, j] = diagonal[k, i, j]
        if k > 0:
            for i in range(m):
                for p in range(m):
                    ratio = lower[k, i, p]
                    if ratio != 0.0:
                        _subtract(block[i], ratio, upper[k - 1, p])
                        _subtract(border[k * m + i], ratio, border[(k - 1) * m + p])
                        right[k * m + i] -= ratio * right[(k - 1) * m + p]
        if not _solve_block(block, upper[k], border, right, k * m, m):
            return False
    for k in range(n - 2, -1, -1):
        for i in range(m):
            for p in range(m):
                ratio = upper[k, i, p]
                if ratio != 0.0:
                    _subtract(border[k * m + i], ratio, border[(k + 1) * m + p])
                    right[k * m + i] -= ratio * right[(k + 1) * m + p]
    return True


@njit
def _factor_panel(matrix, right, begin, end):
    """Eliminate below the diagonal in the columns begin to end of all rows from there on; False when singular."""
    n = len(right)
    for step in range(begin, end):
        best = step
        for i in range(step + 1, n):
            if abs(matrix[i, step]) > abs(matrix[best, step]):
                best = i
        if not abs(matrix[best, step]) > 0.0:
            return False
        if best != step:
            for j in range(n):
                matrix[best, j], matrix[step, j] = matrix[step, j], matrix[best, j]
            right[best], right[step] = right[step], right[best]
        for i in range(step + 1, n):
            ratio = matrix[i, step] / matrix[step, step]
            matrix[i, step] = ratio
            for j in range(step + 1, end):
                matrix[i, j] -= ratio * matrix[step, j]
            right[i] -= ratio * right[step]
    return True


@njit
def _take_panel(row, one, two, three, four, a, b, c, d):
    for j in range(len(row)):
        row[j] -= a * one[j] + b * two[j] + c * three[j] + d * four[j]


@njit
def _solve_full(matrix, right):
    """Gaussian elimination with partial pivoting, rows scaled to the size 1; False when it is singular.

    Four columns are eliminated together, so that each row behind them is read and written once for four.
    """
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
    for begin in range(0, n, 4):
        end = min(begin + 4, n)
        if not _factor_panel(matrix, right, begin, end):
            return False
        if end == n:
            break
        for step in range(begin + 1, end):
            for above in range(begin, step):
                _subtract(matrix[step, end:], matrix[step, above], matrix[above, end:])
        one, two = matrix[begin, end:], matrix[begin + 1, end:]
        three, four = matrix[begin + 2, end:], matrix[begin + 3, end:]
        for i in range(end, n):
            a, b, c, d = matrix[i, begin], matrix[i, begin + 1], matrix[i, begin + 2], matrix[i, begin + 3]
            _take_panel(matrix[i, end:], one, two, three, four, a, b, c, d)
    for i in range(n - 1, -1, -1):
        total = right[i]
        for j in range(i + 1, n):
            total -= matrix[i, j] * right[j]
        right[i] = total / matrix[i, i]
    return True


@njit
def solve_bordered(diagonal, lower, upper, border, feet, corner, right, right_corner, block, shares, places):
    """Solve; x takes the place of `right`, y that of `right_corner`. False when the matrix is singular.

    `block` is m by m; `shares` and `places` have room for a number each unknown along the line.
    """
    n, m, wide = diagonal.shape[0], diagonal.shape[1], border.shape[1]
    if not _eliminate_line(diagonal, lower, upper, border, right, block):
        return False
    for i in range(wide):
        count = 0
        for p in range(n * m):
            ratio = feet[i, p]
            if ratio != 0.0:
                shares[count], places[count] = ratio, p
                count += 1
                right_corner[i] -= ratio * right[p]
        take_rows(corner, i, wide, border, shares, places, count)
    if not _solve_full(corner, right_corner):
        return False
    for p in range(n * m):
        total = right[p]
        for c in range(wide):
            total -= border[p, c] * right_corner[c]
        right[p] = total
    return True
