"""Contact and friction as a linear complementarity problem: exact in the plane, a pyramid in space.

Unknowns of a contact: its normal force; and, where it rests, the shares of friction along each tangent to both sides
(facets) and the speed of slip s (Stewart, Trinkle 1996):

    x_N >= 0,  x_T.d_i + s >= 0,  mu h_N - sum of the shares >= 0

each complementary to h_N, share i, s. A sliding contact has friction -mu u h_N and one unknown. A joint has the same
without the normal, its load held. An equality is the difference of two unknowns. All in scaled unknowns.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    BLAME,
    BOUND,
    COEFFICIENT,
    CONES,
    CONTACT,
    DIRECTION,
    EQUAL,
    FLOOR,
    IDLE,
    JOINT,
    KIND,
    MATRIX,
    MODE,
    OPEN,
    ROW,
    SLIDE,
    STICK,
    TANGENTS,
    WEIGHT,
    H,
    X,
    cone_at,
    evaluate,
    first_tangent,
    load_length,
    number,
    pivoting_at,
    turn_direction,
    vector_at,
)
from linkwork.numerics.cones.cone_map_kernel import is_linear
from linkwork.numerics.cones.lemke_kernel import FOUND, RAY, lemke
from linkwork.numerics.jit import njit


@njit
def _places(w, at, n):
    """Places of forces of an unknown, their effect, matrix, right side, cover, solution and tableau."""
    rows = number(w, at)
    forces = pivoting_at(w, at)
    effect = forces + n * rows
    matrix = effect + n * rows
    side = matrix + n * n
    return forces, effect, matrix, side, side + n, side + 2 * n, side + 3 * n


@njit
def count_pairs(w, at):
    """Number of complementary pairs."""
    count = 0
    for i in range(number(w, at + CONES)):
        count += _pairs_of(w, cone_at(w, at, i))
    return count


@njit
def _pairs_of(w, cone):
    """Complementary pairs of a cone."""
    if w[cone + KIND] >= IDLE:
        return 0
    if w[cone + KIND] == EQUAL:
        return 2
    facets = 0 if is_linear(w, cone) or w[cone + TANGENTS] == 0.0 else 2 * int(w[cone + TANGENTS]) + 1
    return facets + (1 if w[cone + KIND] == CONTACT else 0)


@njit
def hold_bounds(w, at):
    """Hold the bounds of joints at the forces h, and those of contacts at their least normal force."""
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] == CONTACT:
            w[cone + BOUND] = w[cone + COEFFICIENT] * w[cone + FLOOR]
        elif w[cone + KIND] == JOINT:
            w[cone + BOUND] = w[cone + COEFFICIENT] * load_length(w, at, cone, number(w, at + H))


@njit
def _spread_unknowns(w, at, n, forces):
    """Forces of every unknown, a row each; the first unknown of cone after cone."""
    rows, weight = number(w, at), vector_at(w, at, WEIGHT)
    for i in range(n * rows):
        w[forces + i] = 0.0
    unknown = forces
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangent, pairs = int(w[cone + ROW]), first_tangent(w, cone), _pairs_of(w, cone)
        if w[cone + KIND] == EQUAL:
            w[unknown + row], w[unknown + rows + row] = w[weight + row], -w[weight + row]
        elif w[cone + KIND] == CONTACT:
            w[unknown + row] = w[weight + row]
            if is_linear(w, cone):
                for j in range(int(w[cone + TANGENTS])):
                    w[unknown + tangent + j] = -w[cone + COEFFICIENT] * w[cone + DIRECTION + j] * w[weight + row]
        if pairs > 2 and w[cone + KIND] != EQUAL:
            first = unknown + (rows if w[cone + KIND] == CONTACT else 0)
            for j in range(int(w[cone + TANGENTS])):
                w[first + 2 * j * rows + tangent + j] = w[weight + tangent + j]
                w[first + (2 * j + 1) * rows + tangent + j] = -w[weight + tangent + j]
        unknown += pairs * rows


@njit
def _given_forces(w, at, h):
    """Forces that no unknown changes: friction of sliding joints, least forces of contacts."""
    for i in range(number(w, at)):
        w[h + i] = 0.0
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] == CONTACT:
            w[h + int(w[cone + ROW])] = w[cone + FLOOR]
        if (w[cone + KIND] == CONTACT or w[cone + KIND] == JOINT) and is_linear(w, cone):
            for j in range(int(w[cone + TANGENTS])):
                w[h + first_tangent(w, cone) + j] = -w[cone + BOUND] * w[cone + DIRECTION + j]


@njit
def _multiply(w, at, n, forces, effect, regular):
    """Effect of every unknown, W + regular on its forces."""
    rows, matrix, weight = number(w, at), number(w, at + MATRIX), vector_at(w, at, WEIGHT)
    for i in range(n):
        for j in range(rows):
            w[effect + i * rows + j] = 0.0
        for j in range(rows):
            force = w[forces + i * rows + j]
            if force != 0.0:
                for m in range(rows):
                    w[effect + i * rows + m] += force * w[matrix + m * rows + j]
                w[effect + i * rows + j] += force * regular / w[weight + j] ** 2


@njit
def _fill(w, at, n, regular):
    """Matrix and right side of the complementarity problem; forces h hold those that are given."""
    rows, weight, h = number(w, at), vector_at(w, at, WEIGHT), number(w, at + H)
    forces, effect, matrix, side, cover, _, _ = _places(w, at, n)
    _spread_unknowns(w, at, n, forces)
    _multiply(w, at, n, forces, effect, regular)
    _given_forces(w, at, h)
    evaluate(w, at)
    given = number(w, at + X)
    for i in range(n * n):
        w[matrix + i] = 0.0
    unknown = 0
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangents, pairs = int(w[cone + ROW]), int(w[cone + TANGENTS]), _pairs_of(w, cone)
        tangent, facets = first_tangent(w, cone), 0
        contact = 1 if w[cone + KIND] == CONTACT else 0
        if w[cone + KIND] == EQUAL:
            tangent, facets = row, 2
        elif pairs > contact:
            facets = 2 * tangents
        for j in range(contact + facets):
            place = row if j < contact else tangent + (j - contact) // 2
            sign = 1.0 if j < contact or (j - contact) % 2 == 0 else -1.0
            for m in range(n):
                w[matrix + (unknown + j) * n + m] = sign * w[weight + place] * w[effect + m * rows + place]
            w[side + unknown + j] = sign * w[weight + place] * w[given + place]
        if w[cone + KIND] != EQUAL and facets > 0:
            slip = unknown + contact + facets
            for j in range(facets):
                w[matrix + (unknown + contact + j) * n + slip] = 1.0
                w[matrix + slip * n + unknown + contact + j] = -1.0
            w[side + slip] = w[cone + BOUND] / w[weight + tangent]
            if contact == 1:
                w[matrix + slip * n + unknown] = w[cone + COEFFICIENT]
        unknown += pairs
    for i in range(n):
        w[cover + i] = 1.0


@njit
def _take(w, at, n):
    """Forces, modes and directions from the solution."""
    rows, h = number(w, at), number(w, at + H)
    forces, _, _, _, _, solved, _ = _places(w, at, n)
    for i in range(n):
        for j in range(rows):
            w[h + j] += w[solved + i] * w[forces + i * rows + j]
    evaluate(w, at)
    unknown = solved
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        pairs, contact = _pairs_of(w, cone), w[cone + KIND] == CONTACT
        if w[cone + KIND] == EQUAL:
            w[cone + MODE] = STICK
        elif w[cone + KIND] >= IDLE or (contact and w[unknown] == 0.0):
            w[cone + MODE] = OPEN
        elif is_linear(w, cone) or w[cone + TANGENTS] == 0.0:
            w[cone + MODE] = SLIDE
        elif w[unknown + pairs - 1] > 0.0:
            w[cone + MODE] = SLIDE
            _direct(w, at, cone)
        else:
            w[cone + MODE] = STICK
        unknown += pairs


@njit
def _direct(w, at, cone):
    """Direction of the slip: against the friction, or that of x where there is none."""
    row = first_tangent(w, cone)
    if not turn_direction(w, cone, number(w, at + H) + row, -1.0):
        turn_direction(w, cone, number(w, at + X) + row, 1.0)


@njit
def _blame(w, at, n):
    """Blame the cones whose forces grow along a ray."""
    _, _, _, _, _, solved, _ = _places(w, at, n)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        for j in range(_pairs_of(w, cone)):
            # parts of a ray of length about 1 that are more than rounding
            if w[solved + j] > 1e-9:
                w[cone + BLAME] = 1.0
        solved += _pairs_of(w, cone)


@njit
def solve_pivoting(w, at, regular):
    """Solve by complementary pivoting with W + regular; returns what `lemke` tells.

    Found: h, x and the modes are set. A ray: the cones that grow along it are blamed.
    """
    n = count_pairs(w, at)
    hold_bounds(w, at)
    _fill(w, at, n, regular)
    _, _, matrix, side, cover, solved, tableau = _places(w, at, n)
    outcome = lemke(w, n, matrix, side, cover, solved, tableau)
    if outcome == FOUND:
        _take(w, at, n)
    elif outcome == RAY:
        _blame(w, at, n)
    return outcome
