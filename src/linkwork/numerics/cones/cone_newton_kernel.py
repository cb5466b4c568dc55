"""Contact and friction with circular cones and with the friction of joints: a nonsmooth Newton method.

The map of `cone_map_kernel` is brought to zero by Newton steps with its generalised derivative (Alart, Curnier 1991),
shortened until the map becomes smaller; between them, when that fails, sweeps of projected Gauss-Seidel. Where a start
from nothing does not succeed the friction is raised from zero in steps; when no step can be made any more the problem
is jammed. In the end the forces are found once more with the modes fixed.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_derivative_kernel import differentiate
from linkwork.numerics.cones.cone_layout_kernel import (
    BEST,
    BLAME,
    CHANGE,
    COEFFICIENT,
    CONES,
    CONTACT,
    DEFECT,
    DIRECTION,
    EQUAL,
    FLOOR,
    GUESS,
    IDLE,
    JAMMED,
    KEPT_NUMBERS,
    KIND,
    MATRIX,
    NORMAL_STEP,
    ROW,
    SOLVED,
    TANGENTS,
    TRIAL,
    WEIGHT,
    H,
    X,
    cone_at,
    copy,
    evaluate,
    first_tangent,
    kept_cones_at,
    linear_at,
    load_length,
    number,
    unknowns,
    vector_at,
)
from linkwork.numerics.cones.cone_map_kernel import aimed, aimed_length, find_modes, is_linear, measure
from linkwork.numerics.cones.cone_modes_kernel import solve_fixed
from linkwork.numerics.householder_kernel import factor_vectors, least_solution
from linkwork.numerics.jit import njit

SWEEPS = 30  # of Gauss-Seidel before Newton and whenever it is stuck
STEPS = 60  # of Newton
HALVINGS = 12  # of a step
RESTARTS = 6
DEPENDENT = 1e-11  # remainder, of a row of length 1, below which it is redundant
SMALLEST_RISE = 1e-6  # of the friction, in one step


@njit
def solve_newton(w, at, tolerance):
    """Solve with the coefficients as they are; returns SOLVED or JAMMED, blaming nobody."""
    clear_forces(w, at)
    if _iterate(w, at, tolerance):
        return finish(w, at, tolerance)
    if _raise_friction(w, at, tolerance):
        return finish(w, at, tolerance)
    return JAMMED


@njit
def clear_forces(w, at):
    """No forces, and x of that."""
    for i in range(number(w, at)):
        w[number(w, at + H) + i] = 0.0
    evaluate(w, at)


@njit
def finish(w, at, tolerance):
    """Find the forces again with the modes fixed; keep whichever are better, the even ones if both are good."""
    rows, h, kept = number(w, at), number(w, at + H), vector_at(w, at, BEST)
    find_modes(w, at)
    copy(w, h, kept, rows)
    if not (solve_fixed(w, at) and measure(w, at) <= tolerance):
        copy(w, kept, h, rows)
        evaluate(w, at)
    return SOLVED


@njit
def improve(w, at, tolerance):
    """Newton from h as it stands; whether the map came to zero."""
    evaluate(w, at)
    return _newton(w, at, tolerance)


@njit
def _iterate(w, at, tolerance):
    """Gauss-Seidel and Newton from h until the map is zero; whether it was reached."""
    for _ in range(RESTARTS):
        _sweep(w, at, SWEEPS)
        evaluate(w, at)
        if _newton(w, at, tolerance):
            return True
    return False


@njit
def _newton(w, at, tolerance):
    """Newton steps that shrink the map; whether it came to zero."""
    # Newton gains three digits more by one step; what stays between is good enough where it ends
    goal = 1e-3 * tolerance
    for _ in range(STEPS):
        size = measure(w, at)
        if size <= goal:
            return True
        # not a number, or infinite
        if not size < 1e300:
            return False
        merit = _merit(w, at)
        differentiate(w, at)
        solve_step(w, at)
        if not _search(w, at, merit):
            return size <= tolerance
    return measure(w, at) <= tolerance


@njit
def _merit(w, at):
    """Sum of squares of the scaled map."""
    defect, weight, total = vector_at(w, at, DEFECT), vector_at(w, at, WEIGHT), 0.0
    for i in range(number(w, at)):
        total += (w[defect + i] / w[weight + i]) ** 2
    return total


@njit
def _search(w, at, merit):
    """Go along the step, by halves, until the map is smaller; whether it became so."""
    rows, h = number(w, at), number(w, at + H)
    start, change = vector_at(w, at, TRIAL), vector_at(w, at, CHANGE)
    copy(w, h, start, rows)
    share = 1.0
    for _ in range(HALVINGS):
        for i in range(rows):
            w[h + i] = w[start + i] - share * w[change + i]
        evaluate(w, at)
        measure(w, at)
        # a ten-thousandth of what a linear map would gain (Armijo 1966)
        if _merit(w, at) <= (1.0 - 1e-4 * share) * merit:
            return True
        share *= 0.5
    copy(w, start, h, rows)
    evaluate(w, at)
    return False


@njit
def solve_step(w, at):
    """The shortest step, in scaled forces, that the derivative asks for."""
    rows, weight = number(w, at), vector_at(w, at, WEIGHT)
    n, matrix = unknowns(rows, number(w, at + CONES)), linear_at(w, at)
    side = matrix + n * n + 2 * n
    defect, change = vector_at(w, at, DEFECT), vector_at(w, at, CHANGE)
    for i in range(rows):
        size = 0.0
        for j in range(rows):
            w[matrix + i * rows + j] *= w[weight + j]
            size = max(size, abs(w[matrix + i * rows + j].real))
        size = size if size > 0.0 else 1.0
        for j in range(rows):
            w[matrix + i * rows + j] /= size
        w[side + i] = w[defect + i] / size
    rank = factor_vectors(w, matrix, rows, rows, DEPENDENT)
    least_solution(w, matrix, rows, rows, rank, side, change)
    for i in range(rows):
        w[change + i] *= w[weight + i]


@njit
def _shift(w, at, row, value):
    """Set a force and bring x up to date."""
    rows, h, x, matrix = number(w, at), number(w, at + H), number(w, at + X), number(w, at + MATRIX)
    change = value - w[h + row]
    if change != 0.0:
        w[h + row] = value
        for j in range(rows):
            w[x + j] += w[matrix + j * rows + row] * change


@njit
def _sweep(w, at, times):
    """Sweeps of projected Gauss-Seidel, a cone at a time."""
    guess = vector_at(w, at, GUESS)
    for _ in range(times):
        for i in range(number(w, at + CONES)):
            cone = cone_at(w, at, i)
            row, tangent = int(w[cone + ROW].real), first_tangent(w, cone)
            h, x = number(w, at + H) + row, number(w, at + X) + row
            if w[cone + KIND] == CONTACT:
                _shift(w, at, row, max(w[cone + FLOOR], w[h] - w[cone + NORMAL_STEP] * w[x]))
                bound = w[cone + COEFFICIENT] * w[h]
            elif w[cone + KIND] >= IDLE:
                continue
            elif w[cone + KIND] == EQUAL:
                _shift(w, at, row, w[h] - w[cone + NORMAL_STEP] * w[x])
                continue
            else:
                bound = w[cone + COEFFICIENT] * load_length(w, at, cone, number(w, at + H))
            length = aimed_length(w, at, cone)
            share = 1.0 if length <= bound else bound / length
            for j in range(int(w[cone + TANGENTS].real)):
                given = -bound * w[cone + DIRECTION + j]
                w[guess + j] = given if is_linear(w, cone) else share * aimed(w, at, cone, j)
            for j in range(int(w[cone + TANGENTS].real)):
                _shift(w, at, tangent + j, w[guess + j])


@njit
def _raise_friction(w, at, tolerance):
    """Raise the coefficients from zero to their values in steps, each a start for the next; whether the end is reached.

    Gauss-Seidel makes only the first start: a step must be short enough for Newton alone.
    """
    rows, cones, kept, saved = number(w, at), number(w, at + CONES), kept_cones_at(w, at), vector_at(w, at, BEST)
    for i in range(cones):
        w[kept + KEPT_NUMBERS * i] = w[cone_at(w, at, i) + COEFFICIENT]
    clear_forces(w, at)
    share, rise, reached = 0.0, 0.1, False
    _set_friction(w, at, 0.0)
    if _iterate(w, at, tolerance):
        while rise > SMALLEST_RISE:
            copy(w, number(w, at + H), saved, rows)
            _set_friction(w, at, min(1.0, share + rise))
            if _newton(w, at, tolerance):
                share += rise
                rise *= 1.5
                if share >= 1.0:
                    reached = True
                    break
            else:
                copy(w, saved, number(w, at + H), rows)
                evaluate(w, at)
                rise *= 0.25
    _set_friction(w, at, 1.0)
    return reached


@njit
def _set_friction(w, at, share):
    """A share of the coefficients that were kept."""
    kept = kept_cones_at(w, at)
    for i in range(number(w, at + CONES)):
        w[cone_at(w, at, i) + COEFFICIENT] = share * w[kept + KEPT_NUMBERS * i]


@njit
def blame_forces(w, at):
    """Blame the cones with the greatest forces where the friction stopped rising."""
    h, weight, greatest = number(w, at + H), vector_at(w, at, WEIGHT), 0.0
    for i in range(number(w, at)):
        greatest = max(greatest, abs(w[h + i]) / w[weight + i])
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row = int(w[cone + ROW].real)
        for j in range(row, first_tangent(w, cone) + int(w[cone + TANGENTS].real)):
            if w[cone + KIND] < EQUAL and abs(w[h + j]) / w[weight + j] >= 0.1 * greatest:
                w[cone + BLAME] = 1.0
