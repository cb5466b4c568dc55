"""Sparse LU of an unsymmetric matrix whose pattern stays: rows are exchanged once, then the numbers alone are renewed.

`linkwork.numerics.sparse.lu.analyse` makes the table of the pattern with an order of elimination. The first
factorisation finds the fill column by column and chooses its pivots (Gilbert and Peierls, SIAM J. Sci. Stat. Comput. 9
(1988) 862): the diagonal one as long as it is not tiny beside the largest, so that the order keeps its little fill.
Later ones take over pattern and pivots; when one has become tiny beside its column they are chosen anew.

Integers lie in `s`: the table from `base` on, what a factor has found from `room` on. Numbers lie behind pointers: the
entries of the matrix at a[0...], those of the factor at f[0...]. One source serves real and complex numbers.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

# the table of a pattern: counts, then where in the table each list starts
SIZE, ENTRIES, L_ROOM, U_ROOM = range(4)
ORDER = 4  # unknown of each step; its equation is the pivot that is preferred
COLUMN, ROW, ENTRY = 5, 6, 7  # entries by columns in that order: first of each column; equation and number of each
HEADER = 8

PREFERRED = 1e-5  # of the largest number of its column: a diagonal pivot is taken down to this
TINY = 1e-8  # the same for pivots that are taken over from an earlier factorisation
LEAST = 1e-12  # what is preferred at last, when other pivots have filled the room


def room_of(size: int, l_room: int, u_room: int) -> int:
    """How many integers a factor needs beside the table."""
    return 1 + 8 * size + 2 + l_room + u_room


def numbers_of(size: int, l_room: int, u_room: int) -> int:
    """How many numbers it needs."""
    return 2 * size + l_room + u_room


@njit
def _size(x):
    """Size of a number for the choice of pivots."""
    return abs(x.real) + abs(x.imag)


@njit
def _places(s, base, room):
    """Where lie: rows of pivots, steps of rows, columns of L and U, rows of L, steps of U, and three lists for work."""
    n = s[base + SIZE]
    pivot_row = room + 1
    step_of = pivot_row + n
    l_column = step_of + n
    u_column = l_column + n + 1
    work = u_column + n + 1
    l_row = work + 4 * n
    return pivot_row, step_of, l_column, u_column, l_row, l_row + s[base + L_ROOM], work


@njit
def factor(s, base, room, a, f):
    """Factor the matrix; false when it is singular, or when its fill does not find room."""
    if s[room] == 1 and _renew(s, base, room, a, f):
        return True
    s[room] = 0
    if _choose(s, base, room, a, f, PREFERRED) or _choose(s, base, room, a, f, LEAST):
        s[room] = 1
    return s[room] == 1


@njit
def _renew(s, base, room, a, f):
    """The factor with pattern and pivots of an earlier one; false when a pivot has become tiny."""
    n = s[base + SIZE]
    column, row, entry = base + s[base + COLUMN], base + s[base + ROW], base + s[base + ENTRY]
    pivot_row, _, l_column, u_column, l_row, u_step, _ = _places(s, base, room)
    lower, upper = 2 * n, 2 * n + s[base + L_ROOM]
    for step in range(n):
        for i in range(s[column + step], s[column + step + 1]):
            f[n + s[row + i]] += a[s[entry + i]]
        for i in range(s[u_column + step], s[u_column + step + 1]):
            other = s[u_step + i]
            value = f[n + s[pivot_row + other]]
            f[n + s[pivot_row + other]] = 0.0
            f[upper + i] = value
            if value != 0.0:
                for j in range(s[l_column + other], s[l_column + other + 1]):
                    f[n + s[l_row + j]] -= f[lower + j] * value
        pivot = f[n + s[pivot_row + step]]
        f[n + s[pivot_row + step]] = 0.0
        largest, inverse = 0.0, 1.0 / pivot
        for j in range(s[l_column + step], s[l_column + step + 1]):
            value = f[n + s[l_row + j]]
            f[n + s[l_row + j]] = 0.0
            largest = max(largest, _size(value))
            f[lower + j] = value * inverse
        f[step] = inverse
        if not _size(pivot) > TINY * largest:
            return False
    return True


@njit
def _choose(s, base, room, a, f, preferred):
    """Find the fill and choose the pivots; false when the matrix is singular or the fill does not find room."""
    n = s[base + SIZE]
    _, step_of, l_column, u_column, _, _, work = _places(s, base, room)
    for i in range(n):
        s[step_of + i] = -1
        s[work + i] = -1
        f[n + i] = 0.0
    s[l_column] = 0
    s[u_column] = 0
    for step in range(n):
        top, count = _reach(s, base, room, step)
        if count < 0 or s[u_column + step] + n - top > s[base + U_ROOM]:
            return False
        _eliminate(s, base, room, a, f, step, top)
        if not _pivot(s, base, room, f, step, count, preferred):
            return False
    return True


@njit
def _reach(s, base, room, step):
    """Which earlier steps, in the order of their elimination, and which rows a column meets; -1: there is no room.

    Steps are left in the last list for work from `top` on, rows behind the columns of L.
    """
    n = s[base + SIZE]
    column, row = base + s[base + COLUMN], base + s[base + ROW]
    _, step_of, l_column, _, l_row, _, mark = _places(s, base, room)
    stack, path, met = mark + n, mark + 2 * n, mark + 3 * n
    begin, most = s[l_column + step], s[base + L_ROOM]
    top, count = n, 0
    for i in range(s[column + step], s[column + step + 1]):
        here = s[row + i]
        if s[mark + here] == step:
            continue
        s[mark + here] = step
        if s[step_of + here] < 0:
            if begin + count >= most:
                return top, -1
            s[l_row + begin + count] = here
            count += 1
            continue
        depth = 0
        s[stack] = s[step_of + here]
        s[path] = s[l_column + s[stack]]
        while depth >= 0:
            at = s[stack + depth]
            j, last, deeper = s[path + depth], s[l_column + at + 1], False
            while j < last and not deeper:
                other = s[l_row + j]
                j += 1
                if s[mark + other] != step:
                    s[mark + other] = step
                    deeper = s[step_of + other] >= 0
                    if not deeper:
                        if begin + count >= most:
                            return top, -1
                        s[l_row + begin + count] = other
                        count += 1
                    else:
                        s[path + depth] = j
                        depth += 1
                        s[stack + depth] = s[step_of + other]
                        s[path + depth] = s[l_column + s[stack + depth]]
            if not deeper:
                depth -= 1
                top -= 1
                s[met + top] = at
    return top, count


@njit
def _eliminate(s, base, room, a, f, step, top):
    """A column of U, and what is left of the matrix's column in the list for work."""
    n = s[base + SIZE]
    column, row, entry = base + s[base + COLUMN], base + s[base + ROW], base + s[base + ENTRY]
    pivot_row, _, l_column, u_column, l_row, u_step, work = _places(s, base, room)
    met, lower, upper = work + 3 * n, 2 * n, 2 * n + s[base + L_ROOM]
    for i in range(s[column + step], s[column + step + 1]):
        f[n + s[row + i]] += a[s[entry + i]]
    last = s[u_column + step]
    for i in range(top, n):
        other = s[met + i]
        value = f[n + s[pivot_row + other]]
        f[n + s[pivot_row + other]] = 0.0
        s[u_step + last] = other
        f[upper + last] = value
        last += 1
        for j in range(s[l_column + other], s[l_column + other + 1]):
            f[n + s[l_row + j]] -= f[lower + j] * value
    s[u_column + step + 1] = last


@njit
def _pivot(s, base, room, f, step, count, preferred):
    """Choose the pivot of a column and divide by it; false when all that is left of the column is zero."""
    n = s[base + SIZE]
    pivot_row, step_of, l_column, _, l_row, _, _ = _places(s, base, room)
    begin, lower, own = s[l_column + step], 2 * n, s[base + s[base + ORDER] + step]
    best, largest, diagonal = -1, 0.0, -1
    for j in range(begin, begin + count):
        size = _size(f[n + s[l_row + j]])
        if size > largest:
            best, largest = j, size
        if s[l_row + j] == own:
            diagonal = j
    # no pivot, or one that is not a number
    if best < 0 or not largest < 1e300:
        return False
    if diagonal >= 0 and _size(f[n + own]) >= preferred * largest:
        best = diagonal
    chosen = s[l_row + best]
    s[l_row + best] = s[l_row + begin + count - 1]
    s[pivot_row + step] = chosen
    s[step_of + chosen] = step
    inverse = 1.0 / f[n + chosen]
    f[n + chosen] = 0.0
    f[step] = inverse
    for j in range(begin, begin + count - 1):
        f[lower + j] = f[n + s[l_row + j]] * inverse
        f[n + s[l_row + j]] = 0.0
    s[l_column + step + 1] = begin + count - 1
    return True


@njit
def solve(s, base, room, f, b, x):
    """Solve with the factor: the right-hand side b is used up, x gets the solution; they must not be the same."""
    n = s[base + SIZE]
    pivot_row, _, l_column, u_column, l_row, u_step, _ = _places(s, base, room)
    order, lower, upper = base + s[base + ORDER], 2 * n, 2 * n + s[base + L_ROOM]
    for step in range(n):
        value = b[s[pivot_row + step]]
        if value != 0.0:
            for j in range(s[l_column + step], s[l_column + step + 1]):
                b[s[l_row + j]] -= f[lower + j] * value
    for step in range(n - 1, -1, -1):
        value = b[s[pivot_row + step]] * f[step]
        x[s[order + step]] = value
        if value != 0.0:
            for i in range(s[u_column + step], s[u_column + step + 1]):
                b[s[pivot_row + s[u_step + i]]] -= f[upper + i] * value
