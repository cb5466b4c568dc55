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
def _subtract(row, share, other):
    for c in range(len(row)):
        row[c] -= share * other[c]


@njit
def _exchange(table, one, two):
    for c in range(table.shape[1]):
        table[one, c], table[two, c] = table[two, c], table[one, c]


@njit
def _factor_block(block, k, lower, upper, border, right):
    """L and U of a small block by partial pivoting; rows that it exchanges are exchanged in all that belongs to them.

    False when the block is singular.
    """
    m = len(block)
    at = k * m
    for step in range(m):
        best = step
        for i in range(step + 1, m):
            if abs(block[i, step]) > abs(block[best, step]):
                best = i
        if not abs(block[best, step]) > 0.0:
            return False
        if best != step:
            _exchange(block, best, step)
            _exchange(lower[k], best, step)
            _exchange(upper[k], best, step)
            _exchange(border, at + best, at + step)
            right[at + best], right[at + step] = right[at + step], right[at + best]
        for i in range(step + 1, m):
            block[i, step] /= block[step, step]
            for j in range(step + 1, m):
                block[i, j] -= block[i, step] * block[step, j]
    return True


@njit
def _solve_border(block, k, lower, border, shares, places):
    """Solve with a factored block in its rows of the border, less `lower` times the rows of the block before.

    A row takes off all others at once, so that it is read and written seldom, and several numbers of it at a time.
    """
    m, wide = len(block), border.shape[1]
    at = k * m
    for i in range(m):
        count = 0
        if k > 0:
            for p in range(m):
                shares[count], places[count] = lower[k, i, p], at - m + p
                count += 1
        for p in range(i):
            shares[count], places[count] = block[i, p], at + p
            count += 1
        take_rows(border, at + i, wide, border, shares, places, count)
    for i in range(m - 1, -1, -1):
        for p in range(i + 1, m):
            shares[p - i - 1], places[p - i - 1] = block[i, p], at + p
        take_rows(border, at + i, wide, border, shares, places, m - 1 - i)
        part = 1.0 / block[i, i]
        for c in range(wide):
            border[at + i, c] *= part


@njit
def _solve_right(block, k, lower, right):
    """The same in the right-hand side."""
    m = len(block)
    at = k * m
    for i in range(m):
        if k > 0:
            for p in range(m):
                right[at + i] -= lower[k, i, p] * right[at - m + p]
        for p in range(i):
            right[at + i] -= block[i, p] * right[at + p]
    for i in range(m - 1, -1, -1):
        for p in range(i + 1, m):
            right[at + i] -= block[i, p] * right[at + p]
        right[at + i] /= block[i, i]


@njit
def _solve_upper(block, k, upper):
    """The same in the rows of `upper`, from which nothing is taken off for the block before."""
    m = len(block)
    for j in range(m):
        for i in range(m):
            for p in range(i):
                upper[k, i, j] -= block[i, p] * upper[k, p, j]
        for i in range(m - 1, -1, -1):
            for p in range(i + 1, m):
                upper[k, i, j] -= block[i, p] * upper[k, p, j]
            upper[k, i, j] /= block[i, i]


@njit
def _eliminate_line(diagonal, lower, upper, border, right, block, shares, places):
    """Replace B by A^-1 B and a by A^-1 a; False when a block is singular."""
    n, m, wide = diagonal.shape[0], diagonal.shape[1], border.shape[1]
    for k in range(n):
        for i in range(m):
            for j in range(m):
                total = diagonal[k, i, j]
                if k > 0:
                    for p in range(m):
                        total -= lower[k, i, p] * upper[k - 1, p, j]
                block[i, j] = total
        if not _factor_block(block, k, lower, upper, border, right):
            return False
        _solve_upper(block, k, upper)
        _solve_border(block, k, lower, border, shares, places)
        _solve_right(block, k, lower, right)
    for at in range((n - 1) * m - 1, -1, -1):
        k = at // m
        i, after = at - k * m, (k + 1) * m
        for p in range(m):
            shares[p], places[p] = upper[k, i, p], after + p
            right[at] -= upper[k, i, p] * right[after + p]
        take_rows(border, at, wide, border, shares, places, m)
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
def _product(table, at, column):
    """A row times a column, in four sums, which a processor adds at the same time."""
    wide = len(column)
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    whole = wide - wide % 4
    for c in range(0, whole, 4):
        one += table[at, c] * column[c]
        two += table[at, c + 1] * column[c + 1]
        three += table[at, c + 2] * column[c + 2]
        four += table[at, c + 3] * column[c + 3]
    for c in range(whole, wide):
        one += table[at, c] * column[c]
    return (one + two) + (three + four)


@njit
def solve_bordered(diagonal, lower, upper, border, feet, corner, right, right_corner, block, shares, places):
    """Solve; x takes the place of `right`, y that of `right_corner`. False when the matrix is singular.

    `block` is m by m; `shares` and `places` have room for a number each unknown along the line, at least for 2 m.
    """
    n, m, wide = diagonal.shape[0], diagonal.shape[1], border.shape[1]
    if not _eliminate_line(diagonal, lower, upper, border, right, block, shares, places):
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
        right[p] -= _product(border, p, right_corner)
    return True
