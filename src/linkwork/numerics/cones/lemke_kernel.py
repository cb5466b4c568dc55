"""The linear complementarity problem y = M z + q, y >= 0, z >= 0, y.z = 0, by Lemke's complementary pivoting.

Cottle, Pang, Stone: The Linear Complementarity Problem (1992), 4.4, with the lexicographic rule against cycling (4.9).
The tableau y - M z - d z0 = q is kept whole; its first columns are the inverse of the basis that the rule compares. A
ray says, for the matrices met in contact problems, that there is no solution.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part

FOUND, RAY, LIMIT = 0, 1, 2
TIE = 1e-12  # relative difference below which two ratios are equal
PIVOT = 1e-11  # least pivot, of numbers of the size 1


@njit
def lemke(w, n, matrix, q, cover, z, work):
    """Solve from the covering vector at `cover` (positive); the solution goes to z. Returns FOUND, RAY or LIMIT.

    With RAY z holds the direction of the ray: its positive entries are the unknowns that would grow beyond all bounds.

    `work` has n (2 n + 2) numbers for the tableau and n for the basis. M should have entries of the size 1.
    """
    w = part(w, 0)  # of arrays too: the rest is compiled once
    width, basis = 2 * n + 2, work + n * (2 * n + 2)
    size, leaving = _fill(w, n, matrix, q, cover, work, basis)
    for i in range(n):
        w[z + i] = 0.0
    if leaving < 0:
        return FOUND
    entering = 2 * n
    for _ in range(100 + 30 * n):
        left = int(w[basis + leaving])
        _pivot(w, n, width, work, leaving, entering, size)
        w[basis + leaving] = entering
        if left == 2 * n:
            for i in range(n):
                if n <= w[basis + i] < 2 * n:
                    w[z + int(w[basis + i]) - n] = max(0.0, w[work + i * width + width - 1])
            return FOUND
        entering = left + n if left < n else left - n
        leaving = _choose(w, n, width, work, basis, entering, size)
        if leaving < 0:
            _tell_ray(w, n, width, work, basis, entering, z)
            return RAY
    return LIMIT


@njit
def _fill(w, n, matrix, q, cover, work, basis):
    """The first tableau; returns the size of q and the row of z0, or -1 when z = 0 is the solution."""
    width, size, leaving, least = 2 * n + 2, 0.0, -1, 0.0
    for i in range(n):
        size = max(size, abs(w[q + i]))
    for i in range(n):
        row = work + i * width
        for j in range(n):
            w[row + j] = 0.0
            w[row + n + j] = -w[matrix + i * n + j]
        w[row + i] = 1.0
        w[row + 2 * n] = -w[cover + i]
        w[row + 2 * n + 1] = w[q + i]
        w[basis + i] = i
        ratio = w[q + i] / w[cover + i]
        # negative by more than rounding
        if ratio < -1e-15 * size and ratio <= least:
            leaving, least = i, ratio
    return size, leaving


@njit
def _tell_ray(w, n, width, work, basis, entering, z):
    """The direction in which the unknowns grow."""
    for i in range(n):
        if n <= w[basis + i] < 2 * n:
            w[z + int(w[basis + i]) - n] = max(0.0, -w[work + i * width + entering])
    if entering >= n:
        w[z + entering - n] = 1.0


@njit
def _pivot(w, n, width, work, leaving, entering, size):
    """Bring a column into the basis in the place of a row."""
    top = work + leaving * width
    inverse = 1.0 / w[top + entering]
    for j in range(width):
        w[top + j] *= inverse
    for i in range(n):
        row = work + i * width
        ratio = w[row + entering]
        if i != leaving and ratio != 0.0:
            for j in range(width):
                w[row + j] -= ratio * w[top + j]
            w[row + entering] = 0.0
            # rounding: a tie is told by the lexicographic rule, which needs an exact zero
            if abs(w[row + width - 1]) < 1e-15 * size:
                w[row + width - 1] = 0.0
    w[top + entering] = 1.0


@njit
def _choose(w, n, width, work, basis, entering, size):
    """The row that leaves: of least ratio, z0 first among equals, the others in lexicographic order; -1 for a ray."""
    best, cover = -1, -1
    for i in range(n):
        row = work + i * width
        if w[row + entering] > PIVOT:
            if best < 0 or _order(w, n, width, row, work + best * width, entering, size) < 0:
                best = i
            if int(w[basis + i]) == 2 * n:
                cover = i
    if cover >= 0 and abs(_order(w, n, width, work + cover * width, work + best * width, entering, size)) < 2:
        return cover
    return best


@njit
def _order(w, n, width, one, other, entering, size):
    """Which of two rows has the smaller ratio: -2 or 2 by the ratio itself, -1 or 1 by the lexicographic rule."""
    first, second = w[one + entering], w[other + entering]
    ratio, least = w[one + width - 1] / first, w[other + width - 1] / second
    # apart by more than rounding
    if abs(ratio - least) > TIE * (abs(ratio) + abs(least)) + 1e-15 * size:
        return -2 if ratio < least else 2
    for j in range(n):
        ratio, least = w[one + j] / first, w[other + j] / second
        # apart by more than rounding
        if abs(ratio - least) > TIE * (abs(ratio) + abs(least)):
            return -1 if ratio < least else 1
    return 0
