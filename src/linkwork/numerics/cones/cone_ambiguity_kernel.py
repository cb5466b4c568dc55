"""Whether a problem of contact and friction has a second solution (Painleve's indeterminate case).

Solutions are unique while friction couples normals and tangents weakly. Where it does not (a contact with
W_NN <= mu u.W_NT, or several whose coupled matrix is not positive), the other sets of modes are tried one by one. A
sliding joint whose friction raises its own load by more than itself is tried with the load turned round. Solutions
whose mean is one, too, differ by how they share a load: that is no other motion; nor is one that leaves a contact bare
which the rule of shares would load (see `cone_share_kernel`).
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    BEST,
    BLAME,
    COEFFICIENT,
    CONES,
    CONTACT,
    DIRECTION,
    JOINT,
    KEPT_NUMBERS,
    KIND,
    LOAD_COUNT,
    LOAD_FIRST,
    LOAD_MATRIX,
    MATRIX,
    MODE,
    OPEN,
    OTHER,
    ROW,
    SLIDE,
    SLIDING,
    STATE,
    STICK,
    TANGENTS,
    WEIGHT,
    H,
    X,
    cone_at,
    copy,
    evaluate,
    group_size,
    kept_cones_at,
    linear_at,
    load_length,
    number,
    vector_at,
)
from linkwork.numerics.cones.cone_map_kernel import is_linear, measure
from linkwork.numerics.cones.cone_modes_kernel import solve_fixed
from linkwork.numerics.cones.cone_share_kernel import spares_one
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

MOST_TRIED = 4096  # sets of modes
FAR = 1e6  # times a joint's load: the friction from which a second solution is looked for
SHARE = 10.0  # tolerances that the mean of two solutions may be off
APART = 1e4  # tolerances by which x of two solutions must differ


@njit
def is_ambiguous(w, at, tolerance):
    """Whether another set of modes solves the problem with other x; the solution in place is kept or bettered."""
    suspects, ambiguous, sets = _suspect(w, at), False, 1
    _keep(w, at)
    if suspects > 0:
        for i in range(number(w, at + CONES)):
            sets = min(MOST_TRIED + 1, sets * _choices(w, cone_at(w, at, i)))
        ambiguous = _try_sets(w, at, tolerance, sets <= MOST_TRIED)
        _restore(w, at)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] == JOINT and w[cone + MODE] == SLIDE and _gain(w, at, cone) > 1.0:
            if _try_turned(w, at, cone, tolerance):
                w[cone + BLAME] = 1.0
                ambiguous = True
            _restore(w, at)
    return ambiguous


@njit
def _gain(w, at, cone):
    """Growth of a joint's friction by the load that the friction itself makes."""
    rows, row, first, gain = number(w, at), int(w[cone + ROW]), int(w[cone + LOAD_FIRST]), 0.0
    group, square = group_size(w, cone), 0.0
    for i in range(int(w[cone + LOAD_COUNT])):
        total = 0.0
        for j in range(int(w[cone + TANGENTS])):
            total += w[number(w, at + LOAD_MATRIX) + (first + i) * rows + row + j] * w[cone + DIRECTION + j]
        square += total * total
        if (i + 1) % group == 0:
            gain += sqrt(square)
            square = 0.0
    return w[cone + COEFFICIENT] * gain


@njit
def _try_turned(w, at, cone, tolerance):
    """Whether there is another solution, looked for from a friction so large that it turns the load round."""
    row = int(w[cone + ROW])
    far = FAR * (1.0 + load_length(w, at, cone, number(w, at + H)))
    for j in range(int(w[cone + TANGENTS])):
        w[number(w, at + H) + row + j] = -far * w[cone + DIRECTION + j]
    return solve_fixed(w, at) and measure(w, at) <= tolerance and _differs(w, at, tolerance)


@njit
def _choices(w, cone):
    """Number of modes that a cone can be tried in; in space slip that begins is not tried."""
    if w[cone + KIND] != CONTACT:
        return 1
    if is_linear(w, cone) or w[cone + TANGENTS] == 0.0:
        return 2
    return 4 if w[cone + TANGENTS] == 1.0 else 2


@njit
def _couples(w, at, cone):
    """Whether the friction of a contact alone can press it closed."""
    rows, row, tangents = number(w, at), int(w[cone + ROW]), int(w[cone + TANGENTS])
    normal = number(w, at + MATRIX) + row * rows
    pull, square = 0.0, 0.0
    for j in range(tangents):
        pull += w[cone + DIRECTION + j] * w[normal + row + 1 + j]
        square += w[normal + row + 1 + j] ** 2
    if w[cone + STATE] != SLIDING:
        pull = sqrt(square)
    return w[cone + COEFFICIENT] > 0.0 and w[normal + row] <= w[cone + COEFFICIENT] * pull


@njit
def _suspect(w, at):
    """Mark (in the numbers kept a cone) the contacts that may have several modes; returns how many."""
    cones, marks, count = number(w, at + CONES), kept_cones_at(w, at), 0
    weak = not _is_positive(w, at)
    for i in range(cones):
        cone = cone_at(w, at, i)
        mark = w[cone + KIND] == CONTACT and (_couples(w, at, cone) or (weak and w[cone + STATE] == SLIDING))
        w[marks + KEPT_NUMBERS * i] = 1.0 if mark else 0.0
        count += 1 if mark else 0
    return count


@njit
def _is_positive(w, at):
    """Whether the matrix of the sliding contacts, W_NN - mu u W_NT, has a positive symmetric part (Cholesky)."""
    rows, cones, matrix = number(w, at), number(w, at + CONES), number(w, at + MATRIX)
    part, count, weight = linear_at(w, at), 0, vector_at(w, at, WEIGHT)
    for i in range(cones):
        one = cone_at(w, at, i)
        if w[one + KIND] != CONTACT or w[one + STATE] != SLIDING:
            continue
        column = 0
        for j in range(i + 1):
            other = cone_at(w, at, j)
            if w[other + KIND] != CONTACT or w[other + STATE] != SLIDING:
                continue
            value = _coupling(w, matrix, rows, one, other) + _coupling(w, matrix, rows, other, one)
            value *= 0.5 * w[weight + int(w[one + ROW])] * w[weight + int(w[other + ROW])]
            if i == j:
                # what is zero but for rounding counts as positive (entries are scaled to about 1)
                value = value * (1.0 + 1e-9) + 1e-12
            for m in range(column):
                value -= w[part + count * cones + m] * w[part + column * cones + m]
            if i == j:
                if not value > 0.0:
                    return False
                w[part + count * cones + column] = sqrt(value)
            else:
                w[part + count * cones + column] = value / w[part + column * cones + column]
            column += 1
        count += 1
    return True


@njit
def _coupling(w, matrix, rows, one, other):
    """Normal acceleration of one contact by the normal force of another with its friction."""
    row, column = matrix + int(w[one + ROW]) * rows, int(w[other + ROW])
    value = w[row + column]
    for j in range(int(w[other + TANGENTS])):
        value -= w[other + COEFFICIENT] * w[other + DIRECTION + j] * w[row + column + 1 + j]
    return value


@njit
def _keep(w, at):
    """Keep forces, x, modes and directions of slip."""
    rows, marks = number(w, at), kept_cones_at(w, at)
    copy(w, number(w, at + H), vector_at(w, at, BEST), rows)
    copy(w, number(w, at + X), vector_at(w, at, OTHER), rows)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[marks + KEPT_NUMBERS * i + 1], w[marks + KEPT_NUMBERS * i + 2] = w[cone + MODE], w[cone + DIRECTION]


@njit
def _restore(w, at):
    """Put back what was kept."""
    rows, marks = number(w, at), kept_cones_at(w, at)
    copy(w, vector_at(w, at, BEST), number(w, at + H), rows)
    copy(w, vector_at(w, at, OTHER), number(w, at + X), rows)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[cone + MODE], w[cone + DIRECTION] = w[marks + KEPT_NUMBERS * i + 1], w[marks + KEPT_NUMBERS * i + 2]


@njit
def _set_mode(w, cone, choice):
    """Put a cone into one of its modes."""
    w[cone + MODE] = OPEN
    if choice == 1:
        w[cone + MODE] = SLIDE if is_linear(w, cone) or w[cone + TANGENTS] == 0.0 else STICK
    elif choice > 1:
        w[cone + MODE] = SLIDE
        w[cone + DIRECTION] = 5.0 - 2.0 * choice


@njit
def _try_sets(w, at, tolerance, everything):
    """Try the sets of modes until one solves the problem with other x; blame the cones whose modes differ."""
    marks = kept_cones_at(w, at)
    for index in range(MOST_TRIED):
        rest = index
        for i in range(number(w, at + CONES)):
            cone = cone_at(w, at, i)
            if (everything or w[marks + KEPT_NUMBERS * i] == 1.0) and _choices(w, cone) > 1:
                _set_mode(w, cone, rest % _choices(w, cone))
                rest //= _choices(w, cone)
        if rest > 0:
            return False
        if solve_fixed(w, at) and measure(w, at) <= tolerance and _differs(w, at, tolerance):
            if spares_one(w, at, tolerance) or _is_share(w, at, tolerance):
                continue
            for i in range(number(w, at + CONES)):
                cone = cone_at(w, at, i)
                if w[cone + MODE] != w[marks + KEPT_NUMBERS * i + 1]:
                    w[cone + BLAME] = 1.0
            return True
    return False


@njit
def _is_share(w, at, tolerance):
    """Whether the mean of the kept forces and these solves the problem, too: all shares between them do."""
    h, kept = number(w, at + H), vector_at(w, at, BEST)
    for i in range(number(w, at)):
        w[h + i] = 0.5 * (w[h + i] + w[kept + i])
    evaluate(w, at)
    return measure(w, at) <= SHARE * tolerance


@njit
def _differs(w, at, tolerance):
    """Whether x is another one than the kept."""
    x, other, weight = number(w, at + X), vector_at(w, at, OTHER), vector_at(w, at, WEIGHT)
    apart = 0.0
    for i in range(number(w, at)):
        apart = max(apart, abs(w[x + i] - w[other + i]) * w[weight + i])
    return apart > APART * tolerance
