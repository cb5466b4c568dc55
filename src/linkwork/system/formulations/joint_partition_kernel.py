"""Independent and dependent joint coordinates: the choice, and the dependent ones that belong to the independent ones.

The rows J of the cut elements stand in a table with the unit matrix beside them. Elimination with total pivoting makes
of them (E J, E), with ones in the dependent columns; so E gives dependent steps, rates and accelerations for the right
sides -Phi, nu and gamma, and its transpose the multipliers. Rows that others imply are left over.

    z' = R z'_i + S nu,   R = [-(J_d)^-1 J_i; I],   S nu = [E nu; 0]      (Garcia de Jalon et al., Eqs. 42, 43, 50)

Own numbers behind those of "joint": single numbers, marks of coordinates that the user wants independent, of the
dependent ones and of a candidate set, the rows of the pivots, tolerances as given and as used, the table, a state, H,
the rows of R', R' H R, and five vectors.
"""

from __future__ import annotations

from math import log

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import MOTION, STATES
from linkwork.system.constraints.choice_kernel import (
    BETTER,
    RANK,
    SMALLEST,
    VOLUME,
    control_independent,
    differs,
    has_become_ill,
    keep_choice,
    mark_pivots,
)
from linkwork.system.constraints.elimination_kernel import reduce_rows
from linkwork.system.constraints.grip_kernel import is_near
from linkwork.system.formulations.joint_dense_kernel import behind, copy_rows, sizes
from linkwork.system.formulations.joint_kernel import close
from linkwork.system.tree.closure_place_kernel import given_at, multipliers_at
from linkwork.system.tree.cut_kernel import evaluate_cuts, load_rows, load_sides
from linkwork.system.tree.tree_kernel import spread, vectors_at

WANTED, GIVEN_UP, GIVEN_UP_TIME = 4, 5, 6  # beside those of the choice: the user's, whether and when it was given up
SINGLES = 7
VECTORS = 5
MOST_STEPS = 12  # of Newton's method
FAR = 0.5  # a step this long (model lengths, radians) means that the state is worthless
NEAR = 0.01  # a table serves for positions up to this distance from the one where it was made
NOTHING, ENOUGH = 1e-15, 1e-10  # remainders: one that does not count, and one that may be left after all steps
WORST = log(0.01)  # of the best volume: below it the user's choice is given up


def numbers(n: int, m: int, states: int) -> int:
    """How many numbers are needed behind those of "joint"."""
    return SINGLES + 4 * n + m + 3 * (2 * n + states) + m * (n + m) + 3 * n * n + VECTORS * n


def first_tolerance(n: int, m: int) -> int:
    """Where the tolerances as given lie among them; those used follow."""
    return SINGLES + 4 * n + m


@njit
def wanted_marks(k, w):
    """Where the marks of the coordinates lie that the user wants independent."""
    return behind(k, w) + SINGLES


@njit
def dependent_marks(k, w):
    """Where the marks of the dependent coordinates lie, then those of a candidate set and the rows of the pivots."""
    return wanted_marks(k, w) + sizes(k)[0]


@njit
def tolerances_at(k, w):
    """Where the tolerances as given lie."""
    n, m = sizes(k)
    return dependent_marks(k, w) + 3 * n + m


@njit
def table_at(k, w):
    """Where the table lies."""
    return tolerances_at(k, w) + 2 * (2 * sizes(k)[0] + k[STATES])


@njit
def state_at(k, w):
    """Where joint coordinates and rates lie that fulfil the closures, with own states."""
    n, m = sizes(k)
    return table_at(k, w) + m * (n + m)


@njit
def inertia_at(k, w):
    """Where H lies; then the basis, R' H R and the vectors."""
    return state_at(k, w) + 2 * sizes(k)[0] + k[STATES]


@njit
def reduce_table(k, p, w, allowed):
    """Eliminate the rows at the poses of the workspace; how many pivots, the smallest, their volume."""
    n, m = sizes(k)
    table, width = table_at(k, w), n + m
    load_rows(k, p, w)
    copy_rows(k, w, w, table, width)
    for row in range(m):
        for column in range(m):
            w[table + width * row + n + column] = 1.0 if row == column else 0.0
    return reduce_rows(w, table, m, n, width, allowed, dependent_marks(k, w) + 2 * n)


@njit
def _choose(k, p, w, bound):
    """Mark the candidate set, with the user's coordinates independent when bound; its size and volume."""
    n, _ = sizes(k)
    wanted, marks = wanted_marks(k, w), dependent_marks(k, w)
    for column in range(n):
        w[marks + n + column] = 0.0 if bound and w[wanted + column].real > 0.0 else 1.0
    count, _, volume = reduce_table(k, p, w, marks + n)
    mark_pivots(w, marks + n, marks + 2 * n, n)
    return count, volume


@njit
def partition(k, p, w, t):
    """Choose the dependent coordinates at the poses of the workspace, and set the tolerances."""
    n, _ = sizes(k)
    at, marks, given = behind(k, w), dependent_marks(k, w), tolerances_at(k, w)
    count, volume = _choose(k, p, w, False)
    if w[at + WANTED].real > 0.0 and w[at + GIVEN_UP].real == 0.0:
        bound, least = _choose(k, p, w, True)
        if bound >= count and least >= WORST + volume:
            volume = least
        else:
            w[at + GIVEN_UP], w[at + GIVEN_UP_TIME] = 1.0, t
            _choose(k, p, w, False)
    keep_choice(w, at, marks, n, count, volume)
    control_independent(w, marks, n, k[STATES], given, given + 2 * n + k[STATES])


@njit
def wants_other_choice(k, p, w):
    """Whether the choice has become ill-conditioned and total pivoting would now choose otherwise."""
    n, _ = sizes(k)
    at = behind(k, w)
    if not has_become_ill(w, at):
        return False
    volume = w[at + VOLUME].real
    count, other = _choose(k, p, w, False)
    bound = w[at + WANTED].real > 0.0 and w[at + GIVEN_UP].real == 0.0
    if count < int(w[at + RANK].real) or volume >= (WORST if bound else -BETTER) + other:
        return False
    return differs(w, dependent_marks(k, w), n)


@njit
def _dependent(k, w, column, source):
    """E times the right sides at `source`, in the row of a dependent column; zero for an independent one."""
    n, m = sizes(k)
    row, total = int(w[dependent_marks(k, w) + 2 * n + column].real), 0.0 * w[source]
    if row >= 0:
        at = table_at(k, w) + (n + m) * row + n
        for other in range(m):
            total += w[at + other] * w[source + other]
    return total


@njit
def load_dependent(k, w, out):
    """S times the right sides of the rows, as a scaled vector of all coordinates."""
    source = given_at(k)
    for column in range(sizes(k)[0]):
        w[out + column] = _dependent(k, w, column, source)


@njit
def reduce_choice(k, p, w):
    """Eliminate with the choice in use; false when it has fewer pivots than it should have."""
    at = behind(k, w)
    count, smallest, volume = reduce_table(k, p, w, dependent_marks(k, w))
    w[at + SMALLEST], w[at + VOLUME] = smallest, volume
    return count >= int(w[at + RANK].real)


@njit
def nearest_state(k, p, w, t, y):
    """Beside a singular position the state on the closures that is nearest to y into `state_at`, and the table there.

    False elsewhere, and where that fails.
    """
    n, at = sizes(k)[0], state_at(k, w)
    if not is_near(k, w):
        return False
    state = part(w, at)
    for i in range(2 * n + k[STATES]):
        state[i] = y[i]
    if not close(k, p, w, t, state, True):
        return False
    spread(k, p, w, state, True)
    evaluate_cuts(k, p, w, MOTION, t)
    return reduce_choice(k, p, w)


@njit
def solve_positions(k, p, w, t, y):
    """Dependent coordinates from the independent ones into `state_at`, and the table there; false when that fails."""
    n, _ = sizes(k)
    units, at = vectors_at(k), state_at(k, w)
    state, source = part(w, at), given_at(k)
    for i in range(2 * n + k[STATES]):
        state[i] = y[i]
    spread(k, p, w, state, True)
    evaluate_cuts(k, p, w, MOTION, t)
    if not reduce_choice(k, p, w):
        return False
    distance, before = 0.0, 1e300  # before the first step: longer than any
    for _ in range(MOST_STEPS):
        load_sides(k, p, w, 0)
        size = 0.0
        for column in range(n):
            change = _dependent(k, w, column, source)
            state[column] += change * w[units + column]
            if not abs(change.real) <= size:
                size = abs(change.real)
        if not size < FAR:
            return False
        spread(k, p, w, state, True)
        evaluate_cuts(k, p, w, MOTION, t)
        distance += size
        if size * max(distance, size / before) <= NOTHING:
            return reduce_choice(k, p, w)
        before = size
        if distance > NEAR:
            if not reduce_choice(k, p, w):
                return False
            distance, before = 0.0, 1e300  # before the first step: longer than any
    return before < ENOUGH and reduce_choice(k, p, w)


@njit
def solve_rates(k, p, w, vector):
    """Dependent rates of the state from its independent ones, with a table made there."""
    n, m = sizes(k)
    marks, table, rates, units = dependent_marks(k, w), table_at(k, w), state_at(k, w) + n, vectors_at(k)
    load_sides(k, p, w, 1)
    load_dependent(k, w, vector)
    for column in range(n):
        row = int(w[marks + 2 * n + column].real)
        if row >= 0:
            speed, at = w[vector + column], table + (n + m) * row
            for other in range(n):
                if w[marks + other].real == 0.0:
                    speed -= w[at + other] * w[rates + other] / w[units + other]
            w[rates + column] = speed * w[units + column]


@njit
def load_basis(k, w, basis):
    """The rows of R', one an independent coordinate; their number."""
    n, m = sizes(k)
    marks, table = dependent_marks(k, w), table_at(k, w)
    freedoms = 0
    for free in range(n):
        if w[marks + free].real != 0.0:
            continue
        for column in range(n):
            row = int(w[marks + 2 * n + column].real)
            w[basis + n * freedoms + column] = -w[table + (n + m) * row + free] if row >= 0 else 0.0
        w[basis + n * freedoms + free] = 1.0
        freedoms += 1
    return freedoms


@njit
def load_multipliers(k, w, force):
    """Scaled multipliers of the rows that balance the dependent part of `force`."""
    n, m = sizes(k)
    row_of, table, multipliers = dependent_marks(k, w) + 2 * n, table_at(k, w), multipliers_at(k)
    for other in range(m):
        w[multipliers + other] = 0.0
    for column in range(n):
        row = int(w[row_of + column].real)
        if row >= 0:
            for other in range(m):
                w[multipliers + other] += w[table + (n + m) * row + n + other] * w[force + column]
