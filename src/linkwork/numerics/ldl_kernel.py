"""Solve with the factor of K = [[W + d, J^T], [J, -e]], on a pattern analysed once by `linkwork.numerics.ldl.analyse`.

The factor is made by `linkwork.numerics.ldl_factor_kernel`; what both share stands here.

All numbers live in one workspace `w`; names that end in `_at` are offsets into it. `k` is an integer table
that holds the pattern's table from `base` on. Both may be arrays or C pointers (twice as fast). The same
code serves float64 and complex128: decisions look at real parts, nothing is conjugated, nothing is
allocated.

The factor block holds, in the order of elimination, the inverse pivots 1/D, then the columns of L D (not
scaled by the pivot: that is one product in the solve), then rho J of the augmented rows.

Augmented rows are those that touch coordinates without mass in W. For them W is replaced by W + rho J^T J
and the right-hand side f by f + rho J^T b, which changes neither coordinates nor multipliers and keeps the
pivots of the coordinates positive (augmented Lagrangian; Golub and Greif, SIAM J. Sci. Comput. 24 (2003)
2076).
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part

# The header of a pattern's table: counts, then where in the table each list starts.
N, M, L_COUNT, W_COUNT, VALUE_COUNT, AUGMENT_COUNT, SQUARE_COUNT = range(7)
ORDER, STEP = 7, 8  # the unknown of each step of the elimination; the step of each unknown
COLUMN, INDEX, TARGET = 9, 10, 11  # columns of L: first entry; step of each entry; targets of products
PLACE = 12  # where each entry of K is loaded
ROW, ENTRY, OTHER = 13, 14, 15  # K by rows: first term; its entry, its unknown
AUGMENT, SQUARE = 16, 17  # (entry, step of row, step of column); (place, entry, entry)
FACTOR_AT, SOLVE_AT = 18, 19  # addresses of `factor_any` and `solve_any`
HEADER = 20

SLOW, STALLED = 0.1, 0.9  # ratios of successive residuals from which refinement is slow, has stalled
MAX_STALLS = 2
ROUND_OFF = 4e-16  # a relative residual that refinement cannot lower
LEAST_FALL = 1e-12  # square of the relative fall of a residual below which it is noise (inconsistent rows)


@njit
def solve(k, base, w, factor_at, rhs_at, x_at, work_at):
    """Solve the factored system for the right-hand side (f, b), which may lie at the same place as x."""
    total = k[base + N] + k[base + M]
    order, column, index = base + k[base + ORDER], base + k[base + COLUMN], base + k[base + INDEX]
    lower_at = factor_at + total
    for step in range(total):
        w[work_at + step] = w[rhs_at + k[order + step]]
    augment, kept_at = base + k[base + AUGMENT], lower_at + k[base + L_COUNT]
    for i in range(k[base + AUGMENT_COUNT]):
        w[work_at + k[augment + 3 * i + 2]] += w[kept_at + i] * w[rhs_at + k[order + k[augment + 3 * i + 1]]]
    first = k[column]
    for step in range(total):
        last = k[column + step + 1]
        y = w[work_at + step] * w[factor_at + step]
        w[work_at + step] = y
        for i in range(first, last):
            w[work_at + k[index + i]] -= w[lower_at + i] * y
        first = last
    for step in range(total - 1, -1, -1):
        first = k[column + step]
        y = 0.0 * w[work_at + step]
        for i in range(first, last):
            y += w[lower_at + i] * w[work_at + k[index + i]]
        y = w[work_at + step] - y * w[factor_at + step]
        w[work_at + step] = y
        w[x_at + k[order + step]] = y
        last = first


@njit
def _residual_of_rows(k, base, w, values_at, rhs_at, x_at, r_at, start, stop, floor, floor_imaginary):
    """Residuals of some equations; returns the largest, relative to the largest sum of their terms.

    One up to the floor counts as none.
    """
    row, entry, other = base + k[base + ROW], base + k[base + ENTRY], base + k[base + OTHER]
    largest, scale, largest_imaginary, scale_imaginary = 0.0, 0.0, 0.0, 0.0
    for i in range(start, stop):
        r = w[rhs_at + i]
        size, size_imaginary = abs(r.real), abs(r.imag)
        for t in range(k[row + i], k[row + i + 1]):
            term = w[values_at + k[entry + t]] * w[x_at + k[other + t]]
            r -= term
            size += abs(term.real)
            if term.imag != 0.0:  # the compiler drops this for real numbers
                size_imaginary += abs(term.imag)
        w[r_at + i] = r
        if not abs(r.real) <= largest:
            largest = abs(r.real)
        if size > scale:
            scale = size
        if r.imag != 0.0:
            largest_imaginary = max(largest_imaginary, abs(r.imag))
        if size_imaginary != 0.0:
            scale_imaginary = max(scale_imaginary, size_imaginary)
    relative = largest / scale if scale > 0.0 else largest
    relative_imaginary = largest_imaginary / scale_imaginary if scale_imaginary > 0.0 else largest_imaginary
    if largest <= floor:
        relative = 0.0
    if largest_imaginary <= floor_imaginary:
        relative_imaginary = 0.0
    return max(relative, relative_imaginary)


@njit
def largest_weight(k, base, w, values_at):
    """rho of the augmented rows: the largest entry of W, 1 if there is none."""
    rho = 0.0
    for i in range(k[base + W_COUNT]):
        rho = max(rho, w[values_at + i].real)
    return rho if rho > 0.0 else 1.0


@njit
def multiply_residual(k, base, w, values_at, rhs_at, x_at, r_at):
    """Write r = (f, b) - K x with the bare K (d = e = 0); returns its size relative to its terms.

    Coordinates and constraints are measured apart (forces and lengths), real and imaginary parts too: the
    number is the largest of those. Coordinates are exact to the rounding of the largest one; constraints on small
    ones alone can be met no better, and refining them would divide rounding errors by each other. The same holds for
    forces of augmented rows: nothing but the rounding of rho J x is left where no force acts and no mass moves.
    """
    n, total = k[base + N], k[base + N] + k[base + M]
    size, size_imaginary = 0.0, 0.0
    for i in range(n):
        size = max(size, abs(w[x_at + i].real))
        if w[x_at + i].imag != 0.0:
            size_imaginary = max(size_imaginary, abs(w[x_at + i].imag))
    size, size_imaginary = ROUND_OFF * size, ROUND_OFF * size_imaginary
    rho = largest_weight(k, base, w, values_at) if k[base + AUGMENT_COUNT] > 0 else 0.0
    forces = _residual_of_rows(k, base, w, values_at, rhs_at, x_at, r_at, 0, n, rho * size, rho * size_imaginary)
    lengths = _residual_of_rows(k, base, w, values_at, rhs_at, x_at, r_at, n, total, size, size_imaginary)
    return max(forces, lengths)


@njit
def _add(w, x_at, dx_at, count, length):
    for i in range(count):
        w[x_at + i] += length * w[dx_at + i]


@njit
def _product(w, one_at, other_at, start, stop):
    total = 0.0
    for i in range(start, stop):
        total += w[one_at + i].real * w[other_at + i].real
    return total


@njit
def _turn(w, r_at, next_at, dx_at, last_at, n, total):
    """Turn a correction that let the residual r fall to `next`, and return the length that makes r least.

    One step of conjugate residuals on the constraints: the fall of the residual along the correction becomes
    orthogonal to the fall along the correction before. A correction and its fall lie one after the other.
    """
    fall_at, last_fall_at = dx_at + total, last_at + total
    for i in range(total):
        w[fall_at + i] = w[r_at + i] - w[next_at + i]
    noise = LEAST_FALL * _product(w, r_at, r_at, n, total)
    square = _product(w, last_fall_at, last_fall_at, n, total)
    if square > noise:
        _add(w, dx_at, last_at, 2 * total, -_product(w, fall_at, last_fall_at, n, total) / square)
    square = _product(w, fall_at, fall_at, n, total)
    return _product(w, fall_at, r_at, n, total) / square if square > noise else 1.0


@njit
def solve_refined(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, max_refinements, tolerance):
    """Solve against the bare K (d = e = 0) by refinement; returns the number of refinements.

    Stops at a relative residual (see `multiply_residual`) of `tolerance` or when it falls no more, and
    leaves it in w[work_at]. Where e is not small against J W^-1 J^T plain refinement creeps; then it goes
    on as the method of conjugate residuals. Redundant consistent rows do not disturb the coordinates.
    """
    k, w = part(k, 0), part(w, 0)  # of arrays too: the rest is compiled once
    n, total = k[base + N], k[base + N] + k[base + M]
    sorted_at, r_at, next_at = work_at + 1, work_at + 1 + total, work_at + 1 + 2 * total
    dx_at, last_at = work_at + 1 + 3 * total, work_at + 1 + 5 * total
    solve(k, base, w, factor_at, rhs_at, x_at, sorted_at)
    residual = multiply_residual(k, base, w, values_at, rhs_at, x_at, r_at)
    for i in range(last_at, last_at + 2 * total):
        w[i] = 0.0
    tolerance = max(tolerance, ROUND_OFF)
    count, stalls = 0, 0
    while count < max_refinements and residual > tolerance and stalls < MAX_STALLS:
        solve(k, base, w, factor_at, r_at, dx_at, sorted_at)
        _add(w, x_at, dx_at, total, 1.0)
        before, residual = residual, multiply_residual(k, base, w, values_at, rhs_at, x_at, next_at)
        count += 1
        if residual > SLOW * before and residual > tolerance:
            _add(w, x_at, dx_at, total, -1.0)
            length = _turn(w, r_at, next_at, dx_at, last_at, n, total)
            _add(w, x_at, dx_at, total, length)
            residual = multiply_residual(k, base, w, values_at, rhs_at, x_at, next_at)
            dx_at, last_at = last_at, dx_at
        stalls = stalls + 1 if residual > STALLED * before else 0
        r_at, next_at = next_at, r_at
    w[work_at] = residual
    return count


@njit
def tiny_pivots(k, base, w, values_at, factor_at, e, threshold, out, found_at):
    """List the rows nearly implied by rows eliminated before: candidates for redundancy; returns how many.

    A row is listed when its pivot without e is at most `threshold` times the sum of j^2 / pivot over the
    row's columns. Writes row numbers 0 ... m-1 to found[found_at ...], in the order of elimination.
    With the "matched" rule and massless coordinates rows may be listed that are not redundant.
    """
    n, total = k[base + N], k[base + N] + k[base + M]
    order, step_of = base + k[base + ORDER], base + k[base + STEP]
    row, entry, other = base + k[base + ROW], base + k[base + ENTRY], base + k[base + OTHER]
    count = 0
    for step in range(total):
        unknown = k[order + step]
        if unknown < n:
            continue
        scale = 0.0
        for t in range(k[row + unknown], k[row + unknown + 1]):
            j = w[values_at + k[entry + t]].real
            scale += j * j * w[factor_at + k[step_of + k[other + t]]].real
        inverse = w[factor_at + step].real
        if inverse == 0.0 or -1.0 / inverse - e <= threshold * scale:
            out[found_at + count] = unknown - n
            count += 1
    return count


@njit
def solve_repeated(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements):
    """Solve against the bare K by a fixed number of plain refinements.

    What e changes falls with e/sigma^2 a refinement, so that rows far from redundant are met and those nearly redundant
    are left alone: the solution stays small and depends smoothly on the matrix.
    """
    total = k[base + N] + k[base + M]
    sorted_at, r_at, dx_at = work_at + 1, work_at + 1 + total, work_at + 1 + 3 * total
    solve(k, base, w, factor_at, rhs_at, x_at, sorted_at)
    for _ in range(refinements):
        w[work_at] = multiply_residual(k, base, w, values_at, rhs_at, x_at, r_at)
        solve(k, base, w, factor_at, r_at, dx_at, sorted_at)
        _add(w, x_at, dx_at, total, 1.0)
    return refinements


def solve_any(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements, tolerance):
    """`solve_refined`, `solve_repeated` with a negative tolerance, or `solve` without refinement; called by address."""
    if tolerance < 0.0:
        return solve_repeated(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements)
    if refinements == 0:
        solve(k, base, w, factor_at, rhs_at, x_at, work_at)
        return 0
    return solve_refined(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements, tolerance)
