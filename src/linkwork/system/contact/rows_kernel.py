"""The rows of closed points and rubbing joints: evaluated, gathered, and how the mechanism responds to them."""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import FREE, GAMMA, GAP, rows_at
from linkwork.numerics.jit import call_constraint, call_world, njit, part
from linkwork.places.layout_kernel import (
    CHART_ROWS,
    CHARTS,
    COLUMN_SCALE,
    COLUMNS,
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    EQUATIONS,
    FUNCTIONS,
    MASS_SCALE,
    MEMORY,
    OUT,
    POSE,
    RECORD,
    RHS,
    TWIST,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import call_element, solve_exactly, solve_smoothly
from linkwork.system.contact.contact_layout_kernel import (
    ACTIVE,
    F_ADDRESS,
    F_CHART,
    F_FLOATS,
    F_I,
    F_INTS,
    F_J,
    F_OUT,
    F_TANGENTS,
    FRICTION_AT,
    FRICTION_RECORD,
    FRICTIONS,
    PAIR_AT,
    PAIRS,
    POINT_AT,
    POINT_CHART,
    POINT_I,
    POINT_J,
    POINT_LAW,
    POINT_OUT,
    POINT_RECORD,
    POINTS,
    RESPONSES_AT,
    ROW,
    ROW_GAMMA,
    ROW_I,
    ROW_J,
    ROW_NUMBERS,
    ROWS_AT,
    SLOT,
    TANGENTS,
)

ACCURACY = 1e-14  # relative residual of what a unit force does
HELD = 1e-12  # of what a force would do to free bodies: less than this is nothing, the joints and drivers hold the row


@njit
def room(k, what):
    """Where in w a part of the room begins."""
    return k[CONTACT_ROOM] + k[k[CONTACTS] + what]


@njit
def point_record(k, point):
    """Where in k the record of a point begins."""
    return k[k[CONTACTS] + POINT_AT] + POINT_RECORD * point


@njit
def is_compliant(k, point):
    """Whether a point follows a force law and does not collide."""
    return k[point_record(k, point) + POINT_LAW] > 0


@njit
def friction_record(k, friction):
    """Where in k the record of a friction begins."""
    return k[k[CONTACTS] + FRICTION_AT] + FRICTION_RECORD * friction


@njit
def call_pairs(k, p, w, stage, t):
    """Call every pair kernel."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    record = k[k[CONTACTS] + PAIR_AT]
    for _ in range(k[k[CONTACTS] + PAIRS]):
        call_element(k, p, record, stage, t, pose, twist, memory, out)
        record += RECORD


@njit
def crossing(k, w):
    """A point of outlines that cross, where all pairs have just been asked (`CROSS`) and it does not press; or -1."""
    for point in range(k[k[CONTACTS] + POINTS]):
        record = point_record(k, point)
        if (
            k[record + SLOT] == 0
            and w[k[OUT] + k[record + POINT_OUT] + GAP].real <= -FREE
            and not is_compliant(k, point)
        ):
            return point
    return -1


@njit
def evaluate_points(k, p, w, stage, t):
    """Gaps and rows of all points at the poses of the workspace; at MOTION also what depends on velocities."""
    call_pairs(k, p, w, stage, t)
    if k[CHARTS] > 0:
        for point in range(k[k[CONTACTS] + POINTS]):
            chart = k[point_record(k, point) + POINT_CHART]
            call_world(k[k[FUNCTIONS] + CHART_ROWS], k, p, w, w, stage, chart, 0.0 * w[0])


@njit
def evaluate_frictions(k, p, w, stage, t):
    """Directions in which joints rub, and what presses there."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        at = friction_record(k, friction)
        call_constraint(
            k[at + F_ADDRESS], stage, t, pose, twist, memory, p, k, k[at + F_FLOATS], k[at + F_INTS], k[at + F_OUT], out
        )
        if k[CHARTS] > 0:
            call_world(k[k[FUNCTIONS] + CHART_ROWS], k, p, w, w, stage, k[at + F_CHART], 0.0 * w[0])


@njit
def gather_row(k, w, numbers, gamma, i, j):
    """Add a row to those that take part; its number among them."""
    count = int(w[k[CONTACT_ROOM] + ACTIVE].real)
    at = room(k, ROWS_AT) + ROW * count
    w[at + ROW_NUMBERS], w[at + ROW_GAMMA], w[at + ROW_I], w[at + ROW_J] = numbers, gamma, i, j
    w[k[CONTACT_ROOM] + ACTIVE] = count + 1.0
    return count


@njit
def gather_point(k, w, point, rows):
    """The normal of a point, and its tangents when `rows` is more than one; the number of the first."""
    record, tangents, size = point_record(k, point), k[k[CONTACTS] + TANGENTS], 2 * k[COLUMNS]
    out = k[OUT] + k[record + POINT_OUT]
    first = -1
    for row in range(rows):
        number = gather_row(
            k, w, out + rows_at(tangents) + row * size, out + GAMMA + row, k[record + POINT_I], k[record + POINT_J]
        )
        first = number if row == 0 else first
    return first


@njit
def gather_friction(k, w, friction):
    """The directions in which a joint rubs; the number of the first."""
    record, size = friction_record(k, friction), 2 * k[COLUMNS]
    out, tangents, first = k[OUT] + k[record + F_OUT], k[record + F_TANGENTS], -1
    for row in range(tangents):
        number = gather_row(k, w, out + tangents + row * size, out + row, k[record + F_I], k[record + F_J])
        first = number if row == 0 else first
    return first


@njit
def row_times(k, w, row, vector):
    """A row times velocities or accelerations at a place of w."""
    at, size = room(k, ROWS_AT) + ROW * row, k[COLUMNS]
    numbers, total = int(w[at + ROW_NUMBERS].real), 0.0 * w[vector]
    for side in range(2):
        column = int(w[at + ROW_I + side].real)
        if column >= 0:
            for i in range(size):
                total += w[numbers + size * side + i] * w[vector + column + i]
    return total


@njit
def row_times_scaled(k, p, w, row, vector):
    """A row times a vector of scaled unknowns."""
    at, size, scale = room(k, ROWS_AT) + ROW * row, k[COLUMNS], k[COLUMN_SCALE]
    numbers, total = int(w[at + ROW_NUMBERS].real), 0.0 * w[vector]
    for side in range(2):
        column = int(w[at + ROW_I + side].real)
        if column >= 0:
            for i in range(size):
                total += w[numbers + size * side + i] * w[vector + column + i] * p[scale + column + i]
    return total


@njit
def row_gamma(k, w, row):
    """Gamma of a gathered row."""
    return w[int(w[room(k, ROWS_AT) + ROW * row + ROW_GAMMA].real)]


@njit
def active(k, w):
    """How many rows take part."""
    return int(w[k[CONTACT_ROOM] + ACTIVE].real)


@njit
def respond(k, p, w, matrix, smooth):
    """Scaled responses of the mechanism to a unit force along each gathered row, and the matrix W of the rows by them.

    The factor of the equations of motion has been made at this position.
    """
    n, count = k[COORDINATES], active(k, w)
    whole, size, scale, mass = n + k[EQUATIONS], k[COLUMNS], k[COLUMN_SCALE], p[k[MASS_SCALE]]
    responses = room(k, RESPONSES_AT)
    for row in range(count):
        for i in range(whole):
            w[k[RHS] + i] = 0.0
        at = room(k, ROWS_AT) + ROW * row
        numbers = int(w[at + ROW_NUMBERS].real)
        for side in range(2):
            column = int(w[at + ROW_I + side].real)
            if column >= 0:
                for i in range(size):
                    w[k[RHS] + column + i] += w[numbers + size * side + i] * p[scale + column + i] / mass
        if smooth > 0:
            solve_smoothly(k, w)
        else:
            solve_exactly(k, w, ACCURACY)
        for i in range(whole):
            w[responses + row * whole + i] = w[k[X] + i]
    for row in range(count):
        for other in range(row + 1):
            value = row_times_scaled(k, p, w, row, responses + other * whole)
            w[matrix + row * count + other] = value
            w[matrix + other * count + row] = value
    drop_held(k, p, w, matrix)


@njit
def drop_held(k, p, w, matrix):
    """Make rows of W nothing where joints and drivers hold what moves along them."""
    count = active(k, w)
    for row in range(count):
        if abs(w[matrix + row * (count + 1)].real) <= HELD * _mobility(k, p, w, row):
            for other in range(count):
                w[matrix + row * count + other] = 0.0
                w[matrix + other * count + row] = 0.0


@njit
def _mobility(k, p, w, row):
    """About what a unit force along a row would do to the bodies alone."""
    at, size, scale = room(k, ROWS_AT) + ROW * row, k[COLUMNS], k[COLUMN_SCALE]
    numbers, total = int(w[at + ROW_NUMBERS].real), 0.0
    for side in range(2):
        column = int(w[at + ROW_I + side].real)
        if column >= 0:
            for i in range(size):
                total += (w[numbers + size * side + i].real * p[scale + column + i].real) ** 2
    return total / p[k[MASS_SCALE]].real


@njit
def slip_of(k, w, row):
    """Velocity along a gathered row."""
    return row_times(k, w, row, k[V])
