"""Forces of contacts and of dry friction when it is known which are open, slide (and where to) and stick.

Open: no force. Closed: x = 0 along the normal. Sliding: friction -mu N u. Sticking: x = 0. Unknowns are the forces that
are not given by others and, for every sliding joint, the length of its load N = |L0 + L h| + preload. With the
direction n of the load held, that length is linear, n.(L0 + L h), and a pass over n is a Newton step. Redundant rows
are dropped; contacts share their load as `cone_share_kernel` says, else the shortest set of forces is taken
(Householder).
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    BARE,
    COEFFICIENT,
    CONES,
    CONTACT,
    DEFICIT,
    DIRECTION,
    FINEST,
    IDLE,
    JOINT,
    KIND,
    KINETIC,
    LOAD,
    LOAD_COUNT,
    LOAD_FIRST,
    LOAD_MATRIX,
    MATRIX,
    MODE,
    OPEN,
    PRELOAD,
    PULL,
    ROW,
    SLIDE,
    TANGENTS,
    WEIGHT,
    B,
    H,
    X,
    choose_scales,
    cone_at,
    evaluate,
    first_tangent,
    group_length,
    group_size,
    linear_at,
    load_component,
    load_length,
    number,
    scale_of,
    unknowns,
    vector_at,
)
from linkwork.numerics.cones.cone_share_kernel import clear_bare, find_free_sets, rebalance
from linkwork.numerics.householder_kernel import factor_vectors, least_solution
from linkwork.numerics.jit import njit, part
from linkwork.numerics.small_step import small_step

PASSES = 40
DEPENDENT = 1e-11  # remainder, of a row of length 1, below which it is redundant
SAFE = 1e-6  # share of the product of the diagonal that the determinant of two unknowns must exceed
COMPATIBLE = 1e-6  # of the problem's size: x that redundant rows may keep
SETTLED, GOOD = 1e-13, 1e-10  # change of a load's direction in the last pass: aimed at, and enough after many
COARSEST = 100.0  # times the finest weight: the coarsest of a load's length
PLAIN, NORMAL, LENGTH = 0.0, 1.0, 2.0  # unknowns: a force; a normal force with its friction; a load's length


@njit
def solve_modes(w, at):
    """Forces h and x of the modes and directions in the cones' records; false when no solution was reached.

    h as it stands is the first guess of the loads of sliding joints.
    """
    w = part(w, 0)  # of arrays too: the rest is compiled once
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[cone + COEFFICIENT] = w[cone + KINETIC]
    w[at + DEFICIT] = 0.0
    clear_bare(w, at)
    count, lengths = _list(w, at)
    if lengths == 0 and count <= 2 and _solve_small(w, at, count):
        return True
    choose_scales(w, at)
    return solve_fixed(w, at) and _stays(w, at)


@njit
def _solve_small(w, at, count):
    """One or two unknowns that are forces, at once; false when they depend on each other too much."""
    rows, matrix, b = number(w, at), number(w, at + MATRIX), number(w, at + B)
    _, _, unknowns, listed, _ = _places(w, at)
    if count > 0:
        name, what = int(w[listed].real), w[listed + 1].real
        row = name if what == PLAIN else int(w[cone_at(w, at, name) + ROW].real)
        first = _along(w, at, matrix + rows * row, name, what)
        if count == 1:
            if not abs(first.real) > 0.0:
                return False
            w[unknowns] = -w[b + row] / first
        else:
            next_name, next_what = int(w[listed + 2].real), w[listed + 3].real
            next_row = next_name if next_what == PLAIN else int(w[cone_at(w, at, next_name) + ROW].real)
            across = _along(w, at, matrix + rows * row, next_name, next_what)
            back = _along(w, at, matrix + rows * next_row, name, what)
            second = _along(w, at, matrix + rows * next_row, next_name, next_what)
            determinant = first * second - across * back
            if not abs(determinant.real) > SAFE * (abs((first * second).real) + abs((across * back).real)):
                return False
            w[unknowns] = (w[b + next_row] * across - w[b + row] * second) / determinant
            w[unknowns + 1] = (w[b + row] * back - w[b + next_row] * first) / determinant
    _spread(w, at, count)
    return True


@njit
def _stays(w, at):
    """Whether x is zero, but for rounding, in the rows where the modes want it so."""
    x, weight, scale = number(w, at + X), vector_at(w, at, WEIGHT), COMPATIBLE * scale_of(w, at)
    _, _, _, listed, _ = _places(w, at)
    count, _ = _list(w, at)
    for i in range(count):
        name, what = int(w[listed + 2 * i].real), w[listed + 2 * i + 1].real
        if what != LENGTH:
            row = name if what == PLAIN else int(w[cone_at(w, at, name) + ROW].real)
            held = what == PLAIN and w[number(w, at + MATRIX) + row * (number(w, at) + 1)].real == 0.0
            if not held and not abs(w[x + row].real) * w[weight + row].real <= scale:
                return False
    return True


@njit
def solve_fixed(w, at):
    """As `solve_modes`, with the coefficients and scales as they are."""
    clear_bare(w, at)
    solved = _solve_loaded(w, at)
    for _ in range(2 * number(w, at + CONES)):
        if not solved or w[at + DEFICIT].real == 0.0 or not rebalance(w, at):
            break
        solved = _solve_loaded(w, at)
    return solved


@njit
def _solve_loaded(w, at):
    """The forces with the load on the contacts that bear it; a derivative comes right one pass later."""
    count, lengths = _list(w, at)
    if lengths == 0:
        return _solve_linear(w, at, count)
    change, carries, left = _direct_loads(w, at), small_step(w[at]).imag != 0.0, 1
    for _ in range(PASSES):
        if not _solve_linear(w, at, count):
            return False
        change = _direct_loads(w, at)
        settled = change <= SETTLED
        if settled and (left == 0 or not carries):
            break
        left -= 1 if settled else 0
    return change <= GOOD and _lengths_agree(w, at, count)


@njit
def _places(w, at):
    """Places of the system's matrix, right side, unknowns, their list (two numbers each) and the loads' directions."""
    n = unknowns(number(w, at), number(w, at + CONES))
    matrix = linear_at(w, at)
    side = matrix + n * n + 2 * n
    return matrix, side, side + n, side + 2 * n, side + 4 * n


@njit
def _list(w, at):
    """List the unknowns: row or cone, and what it is; returns their number and how many are lengths."""
    _, _, _, listed, _ = _places(w, at)
    count, lengths = 0, 0
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangents = int(w[cone + ROW].real), int(w[cone + TANGENTS].real)
        kind, mode = w[cone + KIND].real, w[cone + MODE].real
        if kind >= IDLE or (kind == CONTACT and (mode == OPEN or w[cone + BARE].real != 0.0)):
            continue
        if kind == JOINT and mode == SLIDE:
            w[listed + 2 * count], w[listed + 2 * count + 1] = i, LENGTH
            count, lengths = count + 1, lengths + 1
            continue
        if kind != JOINT:
            slides = kind == CONTACT and mode == SLIDE
            w[listed + 2 * count] = i if slides else row
            w[listed + 2 * count + 1] = NORMAL if slides else PLAIN
            count += 1
            if slides or kind != CONTACT:
                continue
        for j in range(tangents):
            w[listed + 2 * count] = first_tangent(w, cone) + j
            w[listed + 2 * count + 1] = PLAIN
            count += 1
    return count, lengths


@njit
def _along(w, at, vector, name, what):
    """Product of a vector with the forces that belong to an unknown of size 1."""
    if what == PLAIN:
        return w[vector + name]
    cone = cone_at(w, at, name)
    row, total = first_tangent(w, cone), 0.0
    for j in range(int(w[cone + TANGENTS].real)):
        total -= w[cone + DIRECTION + j] * w[vector + row + j]
    total *= w[cone + COEFFICIENT]
    return total + w[vector + int(w[cone + ROW].real)] if what == NORMAL else total


@njit
def _weight(w, at, name, what):
    """Scale of an unknown."""
    weight = vector_at(w, at, WEIGHT)
    if what == PLAIN:
        return w[weight + name].real
    cone = cone_at(w, at, name)
    if what == NORMAL:
        return w[weight + int(w[cone + ROW].real)].real
    finest = min(w[weight + int(w[cone + ROW].real)].real, COARSEST * w[at + FINEST].real)
    # a contact with next to no friction has next to no tangential force to be scaled
    return finest / max(w[cone + COEFFICIENT].real, 1e-3)


@njit
def _direct_loads(w, at):
    """Directions of the loads of sliding joints at the forces h; returns the greatest change of one.

    The direction of a load that has come out small from large parts counts for as much less.
    """
    rows, h, change = number(w, at), number(w, at + H), 0.0
    _, _, _, _, directions = _places(w, at)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real != JOINT or w[cone + MODE].real != SLIDE:
            continue
        first, group = int(w[cone + LOAD_FIRST].real), group_size(w, cone)
        for j in range(first, first + int(w[cone + LOAD_COUNT].real), group):
            length, parts = group_length(w, at, j, group, h), _load_parts(w, at, j, group)
            share = min(1.0, length.real / parts) if parts > 0.0 else 0.0
            for row in range(j, j + group):
                new = load_component(w, at, rows, row, h) / length if length.real > 0.0 else 0.0
                change = max(change, share * abs((new - w[directions + row]).real))
                w[directions + row] = new
    return change


@njit
def _load_parts(w, at, first, count):
    """Sum of the sizes of all parts of which some rows of the loads are made."""
    rows, h, total = number(w, at), number(w, at + H), 0.0
    for i in range(first, first + count):
        total += abs(w[number(w, at + LOAD) + i].real)
        for j in range(rows):
            total += abs(w[number(w, at + LOAD_MATRIX) + rows * i + j].real * w[h + j].real)
    return total


@njit
def _lengths_agree(w, at, count):
    """Whether no length of a load has come out negative."""
    _, _, unknowns, listed, _ = _places(w, at)
    for i in range(count):
        if w[listed + 2 * i + 1].real == LENGTH:
            cone = cone_at(w, at, int(w[listed + 2 * i].real))
            length = load_length(w, at, cone, number(w, at + H)).real
            parts = _load_parts(w, at, int(w[cone + LOAD_FIRST].real), int(w[cone + LOAD_COUNT].real))
            # the length comes of a square root of parts that may cancel
            if not abs(w[unknowns + i].real - length) <= 1e-9 * length + 1e-12 * parts:
                return False
    return True


@njit
def _pull(w, at, cone, vector):
    """n.L, the change of the length of a load with the forces, into `vector`; returns n.L0 + preload."""
    rows, total = number(w, at), w[cone + PRELOAD]
    _, _, _, _, directions = _places(w, at)
    for j in range(rows):
        w[vector + j] = 0.0
    first = int(w[cone + LOAD_FIRST].real)
    for i in range(first, first + int(w[cone + LOAD_COUNT].real)):
        total += w[directions + i] * w[number(w, at + LOAD) + i]
        for j in range(rows):
            w[vector + j] += w[directions + i] * w[number(w, at + LOAD_MATRIX) + rows * i + j]
    return total


@njit
def _assemble(w, at, count):
    """Matrix and right side, in scaled unknowns, every row of about the length 1."""
    rows, pull = number(w, at), vector_at(w, at, PULL)
    matrix, side, _, listed, _ = _places(w, at)
    for i in range(count):
        name, what = int(w[listed + 2 * i].real), w[listed + 2 * i + 1].real
        if what == LENGTH:
            w[side + i] = _pull(w, at, cone_at(w, at, name), pull)
            vector, sign = pull, -1.0
        else:
            row = name if what == PLAIN else int(w[cone_at(w, at, name) + ROW].real)
            vector, sign = number(w, at + MATRIX) + rows * row, 1.0
            w[side + i] = -w[number(w, at + B) + row]
        size = 0.0
        for j in range(count):
            other, kind = int(w[listed + 2 * j].real), w[listed + 2 * j + 1].real
            value = sign * _along(w, at, vector, other, kind)
            if what == LENGTH and i == j:
                value += 1.0
            value *= _weight(w, at, other, kind)
            w[matrix + i * count + j] = value
            size = max(size, abs(value.real))
        if size > 0.0:
            for j in range(count):
                w[matrix + i * count + j] /= size
            w[side + i] /= size


@njit
def _solve_linear(w, at, count):
    """Solve for the unknowns and spread them over the forces; false when a single unknown has no equation."""
    matrix, side, unknowns, listed, _ = _places(w, at)
    _assemble(w, at, count)
    w[at + DEFICIT] = 0.0
    if count == 1:
        if w[matrix].real == 0.0 and w[listed + 1].real != PLAIN:
            return False
        w[unknowns] = w[side] / w[matrix] if w[matrix].real != 0.0 else 0.0
    else:
        rank, rows = factor_vectors(w, matrix, count, count, DEPENDENT), count
        missing = count - rank
        if missing > 0:
            _assemble(w, at, count)
            rows += _demand_shares(w, at, count)
            rank = factor_vectors(w, matrix, count, rows, DEPENDENT)
        least_solution(w, matrix, count, rows, rank, side, unknowns)
        w[at + DEFICIT] = missing + _count_bare(w, at)
    for i in range(count):
        w[unknowns + i] *= _weight(w, at, int(w[listed + 2 * i].real), w[listed + 2 * i + 1].real)
    _spread(w, at, count)
    return True


@njit
def _count_bare(w, at):
    """Contacts whose load others bear."""
    bare = 0
    for i in range(number(w, at + CONES)):
        bare += 1 if w[cone_at(w, at, i) + BARE].real != 0.0 else 0
    return bare


@njit
def _demand_shares(w, at, count):
    """Add an equation for every set of normal forces without resultant: the loads have no part of it. How many."""
    matrix, side, _, listed, _ = _places(w, at)
    loaded, rank, cones, sets = find_free_sets(w, at)
    for k in range(loaded - rank):
        vector, size = matrix + (count + k) * count, 0.0
        for j in range(count):
            name, what = int(w[listed + 2 * j].real), w[listed + 2 * j + 1].real
            w[vector + j], w[side + count + k] = 0.0, 0.0
            for i in range(loaded):
                number_of = int(w[cones + i].real)
                row = int(w[cone_at(w, at, number_of) + ROW].real)
                if (what == NORMAL and name == number_of) or (what == PLAIN and name == row):
                    w[vector + j] = w[sets + k * loaded + i]
            size = max(size, abs(w[vector + j].real))
        for j in range(count):
            w[vector + j] /= size
    return loaded - rank


@njit
def _spread(w, at, count):
    """Forces from the unknowns, and x."""
    rows, h = number(w, at), number(w, at + H)
    _, _, unknowns, listed, _ = _places(w, at)
    for i in range(rows):
        w[h + i] = 0.0
    for i in range(count):
        name, what = int(w[listed + 2 * i].real), w[listed + 2 * i + 1].real
        if what == PLAIN:
            w[h + name] = w[unknowns + i]
            continue
        cone = cone_at(w, at, name)
        if what == NORMAL:
            w[h + int(w[cone + ROW].real)] = w[unknowns + i]
        for j in range(int(w[cone + TANGENTS].real)):
            w[h + first_tangent(w, cone) + j] = -w[cone + COEFFICIENT] * w[cone + DIRECTION + j] * w[unknowns + i]
    evaluate(w, at)
