"""Where a small dense problem of contact and dry friction lies in a workspace: x = W h + b with a cone for every group.

h are forces or impulses, x accelerations or velocities, W (rows x rows) is symmetric and positive semidefinite. All
numbers of a problem lie in one stretch of a float workspace: a header of places, h, x, b, W, the records of the cones,
the loads N = L0 + L h on which the friction of joints depends, and room to work. The rows of a joint's load may form
groups: what presses is then the sum of the lengths of the groups, as the forces at both ends of a guide.
`open_problem` writes the header; the caller then fills SOLVER, b, W, the cones, L0 and L. Whole numbers are kept as
floats.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.numerics.signed_kernel import root

# header: counts, then places
ROWS, CONES, LOADS = 0, 1, 2
H, X, B, MATRIX, CONE, LOAD, LOAD_MATRIX, WORK = 3, 4, 5, 6, 7, 8, 9, 10
DEFICIT = 11  # equations of the last linear system that say what others say: its forces are not unique
FINEST = 12  # weight of the row that moves most easily
SOLVER, STATUS = 13, 14  # address of `cone_solver_kernel`, as a number; what it said last
UNCARRIED = 15  # 1 where impulses were found in a way that carries no derivatives
UNEVEN = 16  # 1 + a contact that shares load with others in one of many ways on which the motion depends; 0: none
HEADER = 17

# record of a cone
KIND = 0  # CONTACT, JOINT, EQUAL or IDLE
ROW = 1  # first row: a contact's normal, a joint's first direction of friction, the only row of an equality
TANGENTS = 2  # directions of friction: 1 in the plane, 2 in space, 3 in a ball; 0 without friction
LOAD_FIRST, LOAD_COUNT = 3, 4  # a joint's rows of the load
STATE = 5  # given: SLIDING along DIRECTION, or RESTING
MODE = 6  # found (or given to `solve_modes`): OPEN, SLIDE, STICK
STATIC, KINETIC = 7, 8  # coefficients of friction; a joint's may hold a radius
PRELOAD = 9  # of a joint, added to the length of its load; not in impacts
RESTITUTION, TANGENTIAL = 10, 11
DIRECTION = 12  # three numbers: unit vector of the slip; found where slip begins
BLAME = 15  # 1 where the cone has a part in a problem that is jammed or ambiguous
COEFFICIENT = 16  # used at present
NORMAL_STEP, TANGENT_STEP = 17, 18  # lengths that make a force of an acceleration
BOUND = 19  # of a joint's friction, held while a linear problem is solved
FLOOR = 20  # least normal force of a contact; zero but in the second phase of an impact
LOAD_GROUP = 21  # of a joint: rows of a group of its load; 0: all of them are one
BARE = 22  # 1 of a closed contact whose load others bear
CONE_SIZE = 23

CONTACT, JOINT, EQUAL, IDLE, SILENT = 0.0, 1.0, 2.0, 3.0, 4.0
# rows of an idle cone, or of none, have no force; silent is a contact that is idle for a while
SLIDING, RESTING = 0.0, 1.0
OPEN, SLIDE, STICK = 0.0, 1.0, 2.0
SOLVED, JAMMED, AMBIGUOUS, FAILED = 0, 1, 2, 3
ASK_MODES, ASK_SET, ASK_SHARE = range(3)  # questions to the solver

KEPT_NUMBERS = 7  # numbers a cone that solvers keep
KEPT_VECTORS = 18  # vectors of the length of h that solvers keep; see the places below
(WEIGHT, TRIAL, DEFECT, CHANGE, BEST, PULL, GUESS, OTHER) = range(8)
(BEFORE, COMPRESSION, NOW, IMPULSE, START, MIDDLE, SLOPE, COARSE, SUM, FIRST) = range(8, 18)  # of impacts


@njit
def unknowns(rows, cones):
    """Largest number of unknowns of a linear system: the rows and a bound for every cone."""
    return rows + cones


@njit
def complements(rows, cones):
    """Largest number of complementary pairs."""
    return 3 * rows + cones


@njit
def workspace_size(rows, cones, loads):
    """Numbers that a problem takes, all told."""
    n, m = unknowns(rows, cones), complements(rows, cones)
    data = HEADER + 3 * rows + rows * rows + CONE_SIZE * cones + loads * (rows + 1)
    linear = n * n + 6 * n + loads
    pivoting = 2 * m * rows + m * m + 4 * m + m * (2 * m + 3)
    return data + KEPT_VECTORS * rows + KEPT_NUMBERS * cones + loads + linear + pivoting


@njit
def open_problem(w, at, rows, cones, loads):
    """Write the header of a problem at `at`; its numbers are set to zero by nobody."""
    w[at + ROWS], w[at + CONES], w[at + LOADS] = rows, cones, loads
    w[at + UNCARRIED], w[at + UNEVEN] = 0.0, 0.0
    w[at + H] = at + HEADER
    w[at + X] = w[at + H] + rows
    w[at + B] = w[at + X] + rows
    w[at + MATRIX] = w[at + B] + rows
    w[at + CONE] = w[at + MATRIX] + rows * rows
    w[at + LOAD] = w[at + CONE] + CONE_SIZE * cones
    w[at + LOAD_MATRIX] = w[at + LOAD] + loads
    w[at + WORK] = w[at + LOAD_MATRIX] + loads * rows


@njit
def number(w, place):
    """A count or place that is kept as a float."""
    return int(w[place].real)


@njit
def cone_at(w, at, cone):
    """Place of the record of a cone."""
    return int(w[at + CONE].real) + CONE_SIZE * cone


@njit
def vector_at(w, at, which):
    """Place of one of the vectors that solvers keep."""
    return int(w[at + WORK].real) + which * int(w[at + ROWS].real)


@njit
def kept_cones_at(w, at):
    """Place of the numbers a cone that solvers keep."""
    return vector_at(w, at, KEPT_VECTORS)


@njit
def kept_loads_at(w, at):
    """Place where the given loads are kept."""
    return kept_cones_at(w, at) + KEPT_NUMBERS * int(w[at + CONES].real)


@njit
def linear_at(w, at):
    """Place of the room for linear systems."""
    return kept_loads_at(w, at) + int(w[at + LOADS].real)


@njit
def pivoting_at(w, at):
    """Place of the room for complementary pivoting."""
    n = unknowns(int(w[at + ROWS].real), int(w[at + CONES].real))
    return linear_at(w, at) + n * n + 6 * n + int(w[at + LOADS].real)


@njit
def first_tangent(w, cone):
    """First row of a cone's friction."""
    return int(w[cone + ROW].real) + (1 if w[cone + KIND].real == CONTACT else 0)


@njit
def turn_direction(w, cone, vector, sign):
    """Turn a cone's direction along a vector (against it with sign -1); false, and no direction, where it is zero."""
    square = 0.0
    for i in range(int(w[cone + TANGENTS].real)):
        square += w[vector + i] * w[vector + i]
    for i in range(int(w[cone + TANGENTS].real)):
        w[cone + DIRECTION + i] = sign * w[vector + i] / sqrt(square) if square.real > 0.0 else 0.0
    return square.real > 0.0


@njit
def copy(w, source, target, count):
    """Copy numbers."""
    for i in range(count):
        w[target + i] = w[source + i]


@njit
def evaluate(w, at):
    """x = W h + b."""
    rows, h, x, b, row = number(w, at), number(w, at + H), number(w, at + X), number(w, at + B), number(w, at + MATRIX)
    for i in range(rows):
        total = w[b + i]
        for j in range(rows):
            total += w[row + j] * w[h + j]
        w[x + i] = total
        row += rows


@njit
def load_length(w, at, cone, h):
    """Length of the load of a joint with the forces at `h`, summed over its groups, its preload added."""
    first, group, total = int(w[cone + LOAD_FIRST].real), group_size(w, cone), w[cone + PRELOAD]
    for i in range(first, first + int(w[cone + LOAD_COUNT].real), group):
        total += group_length(w, at, i, group, h)
    return total


@njit
def group_size(w, cone):
    """Rows of a group of a joint's load, at least 1."""
    group = w[cone + LOAD_GROUP].real if w[cone + LOAD_GROUP].real > 0.0 else w[cone + LOAD_COUNT].real
    return max(int(group), 1)


@njit
def group_length(w, at, first, group, h):
    """Length of a group of loads, from row `first` on, with the forces at `h`."""
    rows, square = number(w, at), 0.0
    for i in range(first, first + group):
        total = load_component(w, at, rows, i, h)
        square += total * total
    return root(square)


@njit
def load_component(w, at, rows, i, h):
    """Component i of the loads, L0 + L h."""
    total, row = w[number(w, at + LOAD) + i], number(w, at + LOAD_MATRIX) + rows * i
    for j in range(rows):
        total += w[row + j] * w[h + j]
    return total


@njit
def choose_scales(w, at):
    """Weights that make forces comparable, and the steps from accelerations to forces.

    All contacts share one weight, so that the shortest set of forces is the even one; a joint's friction has its own.
    """
    rows, matrix, weight, greatest, contact = number(w, at), number(w, at + MATRIX), vector_at(w, at, WEIGHT), 0.0, 0.0
    for i in range(rows):
        greatest = max(greatest, w[matrix + i * (rows + 1)].real)
    # a row that moves nothing has no scale of its own
    least = 1e-12 * greatest if greatest > 0.0 else 1.0
    w[at + FINEST] = 1.0 / sqrt(greatest) if greatest > 0.0 else 1.0
    for i in range(rows):
        w[weight + i] = 1.0 / sqrt(max(w[matrix + i * (rows + 1)].real, least))
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangent, size = int(w[cone + ROW].real), first_tangent(w, cone), least
        if w[cone + KIND].real == CONTACT:
            contact = max(contact, w[matrix + row * (rows + 1)].real)
        for j in range(tangent, tangent + int(w[cone + TANGENTS].real)):
            size = max(size, w[matrix + j * (rows + 1)].real)
        w[cone + NORMAL_STEP] = 1.0 / max(w[matrix + row * (rows + 1)].real, least)
        w[cone + TANGENT_STEP] = 1.0 / size
    contact = 1.0 / sqrt(max(contact, least))
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        tangent = first_tangent(w, cone)
        if w[cone + KIND].real == CONTACT:
            w[weight + int(w[cone + ROW].real)] = contact
        for j in range(tangent, tangent + int(w[cone + TANGENTS].real)):
            w[weight + j] = contact if w[cone + KIND].real == CONTACT else sqrt(w[cone + TANGENT_STEP].real)


@njit
def scale_of(w, at):
    """Size of the problem: the greatest of what is given, made comparable; 1 where all is zero."""
    b, weight, size = number(w, at + B), vector_at(w, at, WEIGHT), 0.0
    for i in range(number(w, at)):
        if w[number(w, at + MATRIX) + i * (number(w, at) + 1)].real != 0.0:
            size = max(size, abs(w[b + i].real) * w[weight + i].real)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real == CONTACT:
            size = max(size, w[cone + FLOOR].real / w[weight + int(w[cone + ROW].real)].real)
        elif w[cone + KIND].real == JOINT and w[cone + TANGENTS].real > 0.0:
            reach, first, square = w[cone + PRELOAD].real, int(w[cone + LOAD_FIRST].real), 0.0
            for j in range(first, first + int(w[cone + LOAD_COUNT].real)):
                square += w[number(w, at + LOAD) + j].real ** 2
            reach += sqrt(square)
            size = max(size, w[cone + COEFFICIENT].real * reach / w[weight + first_tangent(w, cone)].real)
    return size if size > 0.0 else 1.0
