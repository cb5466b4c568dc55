"""The closed points and rubbing joints of a moment as cones of a small problem x = W h + b (see `cone_layout_kernel`).

A contact without friction has one row, its normal; one with friction has its tangents behind it. A joint that rubs has
the directions of its friction, and the loads that press there come from the joint's reaction.
"""

from __future__ import annotations

from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import cone_at, number, open_problem
from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import exp, sqrt, tanh
from linkwork.numerics.signed_kernel import root
from linkwork.places.layout_kernel import (
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    EQUATIONS,
    MASS_SCALE,
    MEMORY,
    MULTIPLIERS,
    OUT,
    REACTION,
    ROW_SCALE,
)
from linkwork.system.contact.contact_layout_kernel import (
    ACTIVE,
    CONE,
    CONE_AT,
    CONE_ROW,
    CONE_WHOM,
    CONES,
    DIRECTION,
    F_GROUP,
    F_KINETIC,
    F_LOADS,
    F_MEMORY,
    F_MODE,
    F_NUMBER,
    F_NUMBERS,
    F_OUT,
    F_PRELOAD,
    F_SMOOTH,
    F_STATIC,
    F_STRIBECK,
    F_TANGENTS,
    F_WHOLE,
    FOLLOWED,
    FRICTIONS,
    HARDLY,
    KEPT_AT,
    KINETIC,
    LOADS,
    NO_SPEED,
    OPEN,
    POINT_FLOATS,
    POINT_MEMORY,
    POINT_MODE,
    POINTS,
    PROBLEM_AT,
    REACH,
    RESPONSES_AT,
    RESTITUTION,
    SLIDE,
    SLOW,
    SLOW_STEPS,
    SOLVER_AT,
    STATIC,
    STRIBECK,
    TANGENTIAL,
    TANGENTS,
    WRENCHES_AT,
)
from linkwork.system.contact.rows_kernel import (
    active,
    friction_record,
    gather_friction,
    gather_point,
    is_compliant,
    point_record,
    respond,
    room,
    slip_of,
)
from linkwork.system.dynamics.dynamics_kernel import reactions

BACKWARDS = 0.5  # cosine to the direction last seen, below zero: slip that points farther back has passed zero


@njit
def mode_of(k, w, point):
    """Place of a point's mode."""
    return k[MEMORY] + k[point_record(k, point) + POINT_MODE]


@njit
def has_friction(k, p, point):
    """Whether a point has friction."""
    return p[k[point_record(k, point) + POINT_FLOATS] + STATIC].real > 0.0


@njit
def add_cone(k, w, whom, row):
    """Remember to which point (or -1 - friction) a cone belongs, and its first row."""
    count = int(w[k[CONTACT_ROOM] + CONES].real)
    at = room(k, CONE_AT) + CONE * count
    w[at + CONE_WHOM], w[at + CONE_ROW] = whom, row
    w[k[CONTACT_ROOM] + CONES] = count + 1.0


@njit
def collect(k, p, w, normals_only):
    """Gather the rows of all closed points, with their tangents unless `normals_only`, and of all joints that rub."""
    here, tangents = k[CONTACT_ROOM], k[k[CONTACTS] + TANGENTS]
    w[here + ACTIVE], w[here + CONES], w[here + LOADS] = 0.0, 0.0, 0.0
    for point in range(k[k[CONTACTS] + POINTS]):
        if w[mode_of(k, w, point)] != OPEN and not is_compliant(k, point):
            rows = 1 if normals_only or not has_friction(k, p, point) else 1 + tangents
            add_cone(k, w, point, gather_point(k, w, point, rows))
    if not normals_only:
        for friction in range(k[k[CONTACTS] + FRICTIONS]):
            add_cone(k, w, -1 - friction, gather_friction(k, w, friction))
            w[here + LOADS] += k[friction_record(k, friction) + F_LOADS]


@njit
def pose_problem(k, p, w, smooth):
    """W, the cones and the loads of what has been collected; the side b and the modes are left to the caller."""
    at = room(k, PROBLEM_AT)
    loads = open_cones(k, p, w)
    respond(k, p, w, number(w, at + cone.MATRIX), smooth)
    if loads > 0:
        _fill_loads(k, p, w, at)


@njit
def open_cones(k, p, w):
    """The problem of what has been collected, with its cones alone; how many loads it has."""
    here, at = k[CONTACT_ROOM], room(k, PROBLEM_AT)
    open_problem(w, at, active(k, w), int(w[here + CONES].real), int(w[here + LOADS].real))
    w[at + cone.SOLVER] = k[k[CONTACTS] + SOLVER_AT]
    load = 0
    for i in range(int(w[here + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        w[record + cone.ROW] = w[room(k, CONE_AT) + CONE * i + CONE_ROW]
        w[record + cone.BLAME], w[record + cone.FLOOR], w[record + cone.BARE] = 0.0, 0.0, 0.0
        for what in (cone.LOAD_FIRST, cone.LOAD_COUNT, cone.LOAD_GROUP, cone.PRELOAD):
            w[record + what] = 0.0
        if whom >= 0:
            _fill_point(k, p, w, whom, record)
        else:
            load = _fill_friction(k, p, w, -1 - whom, record, load)
    return load


@njit
def _fill_point(k, p, w, point, record):
    """The cone of a contact point."""
    at, row = k[point_record(k, point) + POINT_FLOATS], int(w[record + cone.ROW].real)
    tangents = k[k[CONTACTS] + TANGENTS] if p[at + STATIC].real > 0.0 else 0
    w[record + cone.KIND], w[record + cone.TANGENTS] = cone.CONTACT, tangents
    w[record + cone.RESTITUTION], w[record + cone.TANGENTIAL] = p[at + RESTITUTION], p[at + TANGENTIAL]
    memory = k[MEMORY] + k[point_record(k, point) + POINT_MEMORY] + DIRECTION
    speed = _direct(k, p, w, record, row + 1, tangents, memory)
    w[record + cone.STATIC] = p[at + STATIC]
    w[record + cone.KINETIC] = coefficient(k, p, w, p[at + KINETIC], p[at + STATIC], p[at + STRIBECK], speed)


@njit
def _fill_friction(k, p, w, friction, record, load):
    """The cone of a joint that rubs; the number of loads so far."""
    at = friction_record(k, friction)
    numbers, row, tangents = k[at + F_NUMBERS], int(w[record + cone.ROW].real), k[at + F_TANGENTS]
    w[record + cone.KIND], w[record + cone.TANGENTS] = cone.JOINT, tangents
    w[record + cone.LOAD_FIRST], w[record + cone.LOAD_COUNT] = load, k[at + F_LOADS]
    w[record + cone.LOAD_GROUP], w[record + cone.PRELOAD] = k[at + F_GROUP], p[numbers + F_PRELOAD]
    w[record + cone.RESTITUTION], w[record + cone.TANGENTIAL] = 0.0, 0.0
    smooth = p[numbers + F_SMOOTH]
    if smooth.real > 0.0:
        speed, share = follow_slip(k, w, record, row, tangents, smooth)
    else:
        speed, share = _direct(k, p, w, record, row, tangents, k[MEMORY] + k[at + F_MEMORY] + DIRECTION), 1.0
    mu = coefficient(k, p, w, p[numbers + F_KINETIC], p[numbers + F_STATIC], p[numbers + F_STRIBECK], speed)
    w[record + cone.STATIC] = of_reaction(p, numbers, p[numbers + F_STATIC])
    w[record + cone.KINETIC] = share * of_reaction(p, numbers, mu)
    return load + k[at + F_LOADS]


@njit
def of_reaction(p, numbers, mu):
    """The coefficient by which a joint's load is multiplied: less where friction is a part of the load, as in a pin."""
    return mu / sqrt(1.0 + mu * mu) if p[numbers + F_WHOLE].real > 0.0 else mu


@njit
def smoothed(k, p, friction):
    """Whether a joint rubs by a smoothed law: it never sticks."""
    return p[k[friction_record(k, friction) + F_NUMBERS] + F_SMOOTH].real > 0.0


@njit
def follow_slip(k, w, record, row, tangents, smooth):
    """Direction of the slip as it is; its speed, and by what it multiplies friction. Hardly any slip makes a line."""
    square = 0.0 * smooth
    for i in range(tangents):
        square += slip_of(k, w, row + i) * slip_of(k, w, row + i)
    speed = root(square)
    slow = speed.real <= SLOW * smooth.real
    for i in range(tangents):
        w[record + cone.DIRECTION + i] = slip_of(k, w, row + i) / (smooth if slow else speed)
    return speed, 1.0 + 0.0 * speed if slow else tanh(speed / smooth)


@njit
def coefficient(k, p, w, kinetic, static, fading, speed):
    """Coefficient while sliding, with Stribeck's fading where it is asked for, or by a law of the user.

    Of a law `fading` is minus the place of its block, and `kinetic` where behind the results of elements its own are.
    """
    if fading.real == 0.0:
        return kinetic + 0.0 * speed
    if fading.real < 0.0:
        out = k[OUT] + int(kinetic.real)
        evaluate(speed, p, k, int(-fading.real), w, out)
        return w[out]
    return kinetic + (static - kinetic) * exp(-(speed / fading) * (speed / fading))


@njit
def slowest(k, p, w, memory, tangents):
    """The speed up to which slip keeps its direction: a greater one where many steps have ended with hardly any."""
    still = p[k[k[CONTACTS] + REACH] + NO_SPEED].real
    return HARDLY * still if tangents == 2 and w[memory + SLOW_STEPS].real >= FOLLOWED else still


@njit
def _direct(k, p, w, record, row, tangents, memory):
    """Direction of the slip: along the line it was last seen in the plane, following it in space; its speed.

    Slip that comes out backwards in a trial has passed zero: there friction stays as it was, and is smooth. Slip that
    has only turned beyond a right angle has not, and is followed on.
    """
    along, square = 0.0, 0.0 * w[memory]
    for i in range(tangents):
        speed = slip_of(k, w, row + i)
        along += speed.real * w[memory + i].real
        square += speed * speed
        w[record + cone.DIRECTION + i] = w[memory + i]
    forwards = along > 0.0 or along * along < BACKWARDS * BACKWARDS * square.real
    if tangents > 1 and forwards and square.real > slowest(k, p, w, memory, tangents) ** 2:
        for i in range(tangents):
            w[record + cone.DIRECTION + i] = slip_of(k, w, row + i) / root(square)
    return root(square)


@njit
def _fill_loads(k, p, w, at):
    """What presses in the joints that rub: without the forces of the problem, and by a unit of each of them."""
    n, m, rows = k[COORDINATES], k[EQUATIONS], active(k, w)
    kept, mass = room(k, KEPT_AT), p[k[MASS_SCALE]]
    for i in range(m):
        w[kept + i] = w[k[MULTIPLIERS] + i]
    take_loads(k, p, w, number(w, at + cone.LOAD), 1)
    for row in range(rows):
        response = room(k, RESPONSES_AT) + row * (n + m) + n
        for i in range(m):
            w[k[MULTIPLIERS] + i] = w[response + i] * mass * p[k[ROW_SCALE] + i]
        take_loads(k, p, w, number(w, at + cone.LOAD_MATRIX) + row, rows)
    for i in range(m):
        w[k[MULTIPLIERS] + i] = w[kept + i]


@njit
def take_loads(k, p, w, target, stride):
    """The loads of all frictions by the multipliers of the workspace."""
    loads, size = room(k, WRENCHES_AT), k[REACTION]
    reactions(k, p, w, part(w, loads))
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        at = friction_record(k, friction)
        wrench = loads + size * k[at + F_NUMBER]
        factors = k[OUT] + k[at + F_OUT] + loads_at(k[at + F_TANGENTS], size)
        for _ in range(k[at + F_LOADS]):
            total = 0.0
            for i in range(size):
                total += w[factors + i] * w[wrench + i]
            w[target] = total
            target += stride
            factors += size


@njit
def loads_at(tangents, size):
    """Where, in what a friction kernel writes, the factors of the loads begin: behind gammas and rows."""
    return tangents * (1 + 2 * size)


@njit
def give_modes(k, w):
    """Tell the cones the modes that the points and frictions are in."""
    at = room(k, PROBLEM_AT)
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        place = mode_of(k, w, whom) if whom >= 0 else k[MEMORY] + k[friction_record(k, -1 - whom) + F_MODE]
        mode = w[place].real
        w[record + cone.MODE] = mode
        w[record + cone.STATE] = cone.SLIDING if mode == SLIDE else cone.RESTING
