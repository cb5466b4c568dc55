"""Forces of closed points and rubbing joints in the equations of motion, and corrections of position and velocity.

All of it happens behind the solution of the mechanism without them, with its factor: the response to every row is one
more solution, and a small problem says how much of each is needed. Points and joints keep their modes meanwhile.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import FIRST, GAP, INSIDE, SECOND
from linkwork.elements.contact_point_layout_kernel import X as POINT_X
from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_carry_kernel import shares_out
from linkwork.numerics.cones.cone_layout_kernel import cone_at, evaluate, load_length, number
from linkwork.numerics.cones.cone_modes_kernel import solve_modes
from linkwork.numerics.gram_kernel import solve_gram
from linkwork.numerics.jit import njit
from linkwork.numerics.signed_kernel import root, size_of
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    ENERGY,
    EQUATIONS,
    LOST_POWER,
    MASS_SCALE,
    MEMORY,
    MOTION,
    MULTIPLIERS,
    OUT,
    POSITION,
    ROW_SCALE,
    A,
    X,
)
from linkwork.system.contact.cones_kernel import collect, give_modes, mode_of, pose_problem
from linkwork.system.contact.contact_layout_kernel import (
    ACTIVE,
    BLAMED,
    CLOSED,
    CONE,
    CONE_AT,
    CONE_WHOM,
    CONES,
    F_MEMORY,
    F_MODE,
    FINE,
    FRICTIONS,
    JAMMED,
    KEPT_AT,
    NOT_CARRIED,
    OPEN,
    POINT_FLOATS,
    POINT_MEMORY,
    POINT_OUT,
    POINTS,
    PROBLEM_AT,
    RESPONSES_AT,
    SHARED,
    SHOWN_FIRST,
    SHOWN_FORCE,
    SHOWN_FRICTION,
    SHOWN_GAP,
    SHOWN_INSIDE,
    SHOWN_JOINT_FRICTION,
    SHOWN_JOINT_SLIP,
    SHOWN_NORMAL,
    SHOWN_RATE,
    SHOWN_RESERVE,
    SHOWN_SECOND,
    SHOWN_SLIP,
    SHOWN_X,
    STATIC,
    STICK,
    TANGENTS,
    VERDICT,
)
from linkwork.system.contact.rows_kernel import (
    active,
    evaluate_frictions,
    evaluate_points,
    friction_record,
    gather_friction,
    gather_point,
    is_compliant,
    point_record,
    respond,
    room,
    row_gamma,
    row_times,
    row_times_scaled,
    slip_of,
)

NOT_A_NUMBER = float("nan")


def add_forces(k, p, w, z, i, j, t):
    """Add what the forces of closed points and rubbing joints do to accelerations and multipliers; i: how to solve."""
    if w[k[CONTACT_ROOM] + CLOSED].real == 0.0:
        return
    pose_accelerations(k, p, w, t, i)
    give_modes(k, w)
    if not find_forces(k, w):
        w[k[A]] = NOT_A_NUMBER
        return
    apply(k, p, w)
    show_forces(k, p, w)


@njit
def find_forces(k, w):
    """Forces of the problem in the modes given; false, with a verdict, where there are none.

    Where those of what sticks are not unique they are shared out within their bounds.
    """
    at, here = room(k, PROBLEM_AT), k[CONTACT_ROOM]
    w[here + SHARED] = 0.0
    if not solve_modes(w, at):
        _blame_sliding(k, w, at)
        return False
    w[here + VERDICT] = FINE
    if w[at + cone.DEFICIT].real > 0.0 and shares_out(w, at):
        w[here + SHARED], w[here + NOT_CARRIED] = 1.0, 1.0
    evaluate(w, at)
    return True


@njit
def _blame_sliding(k, w, at):
    """No forces are found as things slide: the last of those joints that slide is named, or else the last cone."""
    here = k[CONTACT_ROOM]
    w[here + VERDICT] = JAMMED
    for i in range(int(w[here + CONES].real)):
        record = cone_at(w, at, i)
        if i == 0 or (w[record + cone.KIND].real == cone.JOINT and w[record + cone.MODE].real == cone.SLIDE):
            w[here + BLAMED] = w[room(k, CONE_AT) + CONE * i + CONE_WHOM]


@njit
def pose_accelerations(k, p, w, t, smooth):
    """The problem of accelerations at the state, accelerations and multipliers of the workspace."""
    evaluate_points(k, p, w, MOTION, t)
    evaluate_frictions(k, p, w, MOTION, t)
    collect(k, p, w, False)
    pose_problem(k, p, w, smooth)
    b = number(w, room(k, PROBLEM_AT) + cone.B)
    for row in range(active(k, w)):
        w[b + row] = row_times(k, w, row, k[A]) - row_gamma(k, w, row)


@njit
def apply(k, p, w):
    """Add the responses to the forces found to accelerations and multipliers."""
    n, m, responses = k[COORDINATES], k[EQUATIONS], room(k, RESPONSES_AT)
    h, mass = number(w, room(k, PROBLEM_AT) + cone.H), p[k[MASS_SCALE]]
    for row in range(active(k, w)):
        force, at = w[h + row], responses + row * (n + m)
        for column in range(n):
            w[k[A] + column] += force * w[at + column] * p[k[COLUMN_SCALE] + column]
        for equation in range(m):
            w[k[MULTIPLIERS] + equation] += force * w[at + n + equation] * mass * p[k[ROW_SCALE] + equation]


@njit
def show_forces(k, p, w):
    """Forces, slips and the power lost into what the run shows."""
    at = room(k, PROBLEM_AT)
    h = number(w, at + cone.H)
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        first, tangents = cone.first_tangent(w, record), int(w[record + cone.TANGENTS].real)
        square, speed, power = 0.0 * w[h], 0.0 * w[h], 0.0 * w[h]
        for row in range(first, first + tangents):
            slip = slip_of(k, w, row)
            square += w[h + row] * w[h + row]
            speed += slip * slip
            power -= w[h + row] * slip
        w[k[ENERGY] + LOST_POWER] += power
        if tangents == 1:
            force, slip = w[h + first], slip_of(k, w, first)
        else:
            force, slip = root(square), root(speed)
        if whom >= 0:
            memory = k[MEMORY] + k[point_record(k, whom) + POINT_MEMORY]
            w[memory + SHOWN_FORCE] = w[h + int(w[record + cone.ROW].real)]
            w[memory + SHOWN_FRICTION], w[memory + SHOWN_SLIP] = force, slip
        else:
            memory = k[MEMORY] + k[friction_record(k, -1 - whom) + F_MEMORY]
            free = w[number(w, at + cone.MATRIX) + first * (number(w, at) + 1)].real != 0.0
            w[memory + SHOWN_JOINT_FRICTION] = force
            w[memory + SHOWN_JOINT_SLIP] = 0.0 if free and w[record + cone.MODE].real == cone.STICK else slip
            w[memory + SHOWN_NORMAL] = load_length(w, at, record, h)


@njit
def show_points(k, p, w):
    """Gaps and places of all points just evaluated into what the run shows; forces of open ones are none."""
    tangents = k[k[CONTACTS] + TANGENTS]
    w[k[CONTACT_ROOM] + ACTIVE] = 0.0
    for point in range(k[k[CONTACTS] + POINTS]):
        record = point_record(k, point)
        memory, out = k[MEMORY] + k[record + POINT_MEMORY], k[OUT] + k[record + POINT_OUT]
        row = gather_point(k, w, point, 1 + tangents)
        w[memory + SHOWN_GAP] = w[out + GAP]
        w[memory + SHOWN_RATE] = slip_of(k, w, row)
        w[memory + SHOWN_FIRST], w[memory + SHOWN_SECOND] = w[out + FIRST], w[out + SECOND]
        for i in range(6):
            w[memory + SHOWN_X + i] = w[out + POINT_X + i]
        square = 0.0 * w[out + GAP]
        for i in range(tangents):
            square += slip_of(k, w, row + 1 + i) * slip_of(k, w, row + 1 + i)
        w[memory + SHOWN_SLIP] = slip_of(k, w, row + 1) if tangents == 1 else root(square)
        if w[mode_of(k, w, point)].real == OPEN and not is_compliant(k, point):
            w[memory + SHOWN_FORCE], w[memory + SHOWN_FRICTION] = 0.0, 0.0
        most = p[k[record + POINT_FLOATS] + STATIC] * w[memory + SHOWN_FORCE]
        w[memory + SHOWN_RESERVE] = most - size_of(w[memory + SHOWN_FRICTION])
        w[memory + SHOWN_INSIDE] = w[out + INSIDE]


def add_position(k, p, w, z, i, j, t):
    """Add to a correction of the position, just solved for in scaled unknowns, what closes the gaps of points."""
    if w[k[CONTACT_ROOM] + CLOSED].real == 0.0:
        return
    evaluate_points(k, p, w, POSITION, t)
    collect(k, p, w, True)
    _correct(k, p, w, k[X], True)


def add_velocity(k, p, w, z, i, j, t):
    """Add to a correction of the velocity what stops closed points from opening, and sticking ones from sliding."""
    if w[k[CONTACT_ROOM] + CLOSED].real == 0.0:
        return
    gather_held(k, p, w, t)
    _correct(k, p, w, k[X], False)


@njit
def gather_held(k, p, w, t):
    """Gather the rows whose velocity must be zero: normals of closed points, and all that sticks."""
    evaluate_points(k, p, w, MOTION, t)
    evaluate_frictions(k, p, w, MOTION, t)
    here = k[CONTACT_ROOM]
    w[here + ACTIVE], w[here + CONES] = 0.0, 0.0
    for point in range(k[k[CONTACTS] + POINTS]):
        mode = w[mode_of(k, w, point)].real
        if mode != OPEN and not is_compliant(k, point):
            gather_point(k, w, point, 1 + k[k[CONTACTS] + TANGENTS] if mode == STICK else 1)
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        if w[k[MEMORY] + k[friction_record(k, friction) + F_MODE]].real == STICK:
            gather_friction(k, w, friction)


@njit
def load_defects(k, w, b, position):
    """What the gathered rows lack: closed gaps, or velocities of zero."""
    for row in range(active(k, w)):
        if position:
            point = int(w[room(k, CONE_AT) + CONE * row + CONE_WHOM].real)
            w[b + row] = -w[k[OUT] + k[point_record(k, point) + POINT_OUT] + GAP]
        else:
            w[b + row] = -slip_of(k, w, row)


@njit
def _correct(k, p, w, x, position):
    """Add to the scaled correction at `x` the shortest one that makes the gathered rows zero."""
    n, m, rows = k[COORDINATES], k[EQUATIONS], active(k, w)
    if rows == 0:
        return
    at = room(k, PROBLEM_AT)
    cone.open_problem(w, at, rows, 0, 0)
    matrix, b, h = number(w, at + cone.MATRIX), number(w, at + cone.B), number(w, at + cone.H)
    load_defects(k, w, b, position)
    for row in range(rows):
        w[b + row] -= row_times_scaled(k, p, w, row, x)
    kept = room(k, KEPT_AT)
    for i in range(n + m):
        w[kept + i] = w[x + i]
    respond(k, p, w, matrix, 1)
    solve_gram(w, matrix, b, h, rows, number(w, at + cone.WORK))
    for i in range(n + m):
        total = w[kept + i]
        for row in range(rows):
            total += w[h + row] * w[room(k, RESPONSES_AT) + row * (n + m) + i]
        w[x + i] = total
