"""A few linear equations, solved in place."""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def solve_rows(w, rows, size, wide, least):
    """The solution in the place of the right side, which stands in the column behind; how many unknowns it tells.

    Rows are `wide` numbers apart. An unknown is left as it is, at zero, where no pivot above `least` is left for it.
    """
    rank = 0
    for column in range(size):
        best = rank
        for i in range(rank + 1, size):
            if abs(w[rows + wide * i + column].real) > abs(w[rows + wide * best + column].real):
                best = i
        if not abs(w[rows + wide * best + column].real) > least:
            for i in range(rank, size):
                w[rows + wide * i + column] = 0.0 * w[rows]
            continue
        if best != rank:
            for k in range(column, size + 1):
                one, two = rows + wide * rank + k, rows + wide * best + k
                w[one], w[two] = w[two], w[one]
        own = rows + wide * rank
        for i in range(rank + 1, size):
            row = rows + wide * i
            if w[row + column] != 0.0:
                factor = w[row + column] / w[own + column]
                for k in range(column + 1, size + 1):
                    w[row + k] = w[row + k] - factor * w[own + k]
                w[row + column] = 0.0 * factor
        rank += 1
    row = rank - 1
    for column in range(size - 1, -1, -1):
        own, told = rows + wide * row, row >= 0
        for k in range(row, column):  # the pivot of a row is its first number that is not zero
            if told and w[own + k].real != 0.0:
                told = False
        if not told:
            w[rows + wide * column + size] = 0.0 * w[rows]
            continue
        total = w[own + size]
        for k in range(column + 1, size):
            total = total - w[own + k] * w[rows + wide * k + size]
        w[rows + wide * column + size] = total / w[own + column]
        row -= 1
    return rank
