"""Bodies that joints hold: how they answer an impulse together, and how a step leaves them on the constraints.

Joints keep the mean of the velocities before and after the step, Phi_q (v + v') / 2 = nu at the middle of the step, so
that they do no work; what is left at its end is projected away. The torque of the spin itself, W x J W, is that of the
mean spin, found in a few passes, so that spin keeps its energy as that of free bodies does. A contact with linked
bodies has the answer of all of them to a unit impulse along each of its axes, by the factor of the equations of motion.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, minus, plus, put, times, vector
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    EQUATIONS,
    LOAD,
    MASS_SCALE,
    MULTIPLIERS,
    RHS,
    ROW_SCALE,
    STEPPING_ROOM,
    V0,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import factor_motion, load_right_side, solve_exactly, solve_smoothly
from linkwork.system.dynamics.dynamics_kernel import subtract_rows
from linkwork.system.spatial.body_kernel import times as inertia_times
from linkwork.system.stepping.axes_kernel import columns_of, in_space, mass_at, mass_of, to_body, to_world
from linkwork.system.stepping.bodies_kernel import is_free, spin_force
from linkwork.system.stepping.layout_kernel import (
    ARM_1,
    ARM_2,
    BEFORE,
    BODY_1,
    BODY_2,
    COUNT,
    IMPULSE,
    LINK,
    LINK_AT,
    LINK_OF_AT,
    LINKED,
    LINKED_AT,
    MATRIX,
    NORMAL,
    OFFSET,
    SECOND,
    SPIN,
    VELOCITY,
    WHIRL,
    body_at,
    contact_at,
    room,
    table,
)
from linkwork.system.stepping.points_kernel import add_to_matrix

ACCURACY = 1e-14  # relative residual: velocities of the joints keep their digits over many steps
PASSES = 3  # for the mean spin: each gains a factor of the turn in a step


@njit
def solve_side(k, w, smooth):
    """Solve for the right-hand side with the factor in the workspace."""
    if smooth > 0:
        solve_smoothly(k, w)
    else:
        solve_exactly(k, w, ACCURACY)


@njit
def load_side(k, p, w, h):
    """Impulses of the forces, and twice what the velocities before lack, as the right-hand side."""
    load_right_side(k, p, w, 1)
    subtract_rows(k, p, w)
    rhs, n, mass = k[RHS], k[COORDINATES], p[k[MASS_SCALE]]
    for row in range(k[EQUATIONS]):
        w[rhs + n + row] *= 2.0
    for column in range(n):
        w[rhs + column] = h * w[k[LOAD] + column] * p[k[COLUMN_SCALE] + column] / mass
    for number in range(table(k, LINKED)):
        body = k[table(k, LINKED_AT) + number]
        add_force(k, p, w, body, spin_force(k, p, w, body), (0.0, 0.0, 0.0), h)
        column = k[COLUMNS] * (body - 1) + 3
        for i in range(k[COLUMNS] - 3):
            w[rhs + column + i] += h * w[body_at(k, body) + WHIRL + i] * p[k[COLUMN_SCALE] + column + i] / mass


@njit
def push_by_forces(k, p, w, h):
    """Velocities of the linked bodies after a step without contacts; whether the solution was a smooth one."""
    smooth = factor_motion(k, p, w)
    for number in range(table(k, LINKED)):
        put(w, body_at(k, k[table(k, LINKED_AT) + number]) + WHIRL, (0.0, 0.0, 0.0))
    for done in range(1 + PASSES):
        load_side(k, p, w, h)
        solve_side(k, w, smooth)
        take_velocities(k, p, w)
        if done == PASSES or not find_whirls(k, p, w):
            break
    return smooth


@njit
def find_whirls(k, p, w):
    """W x J W of the spin before less that of the mean spin, of all linked bodies; whether there is any."""
    whirls = False
    if not in_space(k):  # W and J W have one direction
        return whirls
    for number in range(table(k, LINKED)):
        body = k[table(k, LINKED_AT) + number]
        at, mass = body_at(k, body), mass_of(k, body)
        if mass < 0:
            continue
        j = mass_at(k, mass) + 4
        before = to_body(k, w, body, vector(w, at + BEFORE + SPIN - VELOCITY))
        mean = times(0.5, plus(before, to_body(k, w, body, vector(w, at + SPIN))))
        whirl = minus(_whirl(p, j, before), _whirl(p, j, mean))
        put(w, at + WHIRL, whirl)
        whirls = whirls or whirl[0] != 0.0 or whirl[1] != 0.0 or whirl[2] != 0.0
    return whirls


@njit
def _whirl(p, j, spin):
    """W x J W, J at p[j...] about the centre."""
    x, y, z = spin
    return cross(spin, inertia_times(p[j], p[j + 1], p[j + 2], p[j + 3], p[j + 4], p[j + 5], x, y, z))


@njit
def take_velocities(k, p, w):
    """Velocities before the step and what was just solved for become those of the linked bodies and own coordinates."""
    for column in range(k[COORDINATES]):
        w[k[V0] + column] = w[k[V] + column] + w[k[X] + column] * p[k[COLUMN_SCALE] + column]
    for number in range(table(k, LINKED)):
        body = k[table(k, LINKED_AT) + number]
        put_twist(k, w, body, k[V0], body_at(k, body) + VELOCITY, body_at(k, body) + SPIN)


@njit
def put_twist(k, w, body, source, velocity, spin):
    """The velocity of the centre and the spin in world axes, from columns at `source`."""
    u, own = columns_of(k, w, source, body)
    turning = to_world(k, w, body, own)
    put(w, velocity, plus(u, cross(turning, vector(w, body_at(k, body) + OFFSET))))
    put(w, spin, turning)


@njit
def add_force(k, p, w, body, force, arm, share):
    """Add an impulse at a point, `arm` away from the centre, to the right-hand side."""
    mass, first = p[k[MASS_SCALE]], k[RHS] + k[COLUMNS] * (body - 1)
    lever = plus(arm, vector(w, body_at(k, body) + OFFSET))
    torque = to_body(k, w, body, cross(lever, force))
    scale, size = k[COLUMN_SCALE] + k[COLUMNS] * (body - 1), k[COLUMNS]
    if size == 6:
        for i in range(3):
            w[first + i] += share * force[i] * p[scale + i] / mass
            w[first + 3 + i] += share * torque[i] * p[scale + 3 + i] / mass
        return
    w[first] += share * force[0] * p[scale] / mass
    w[first + 1] += share * force[1] * p[scale + 1] / mass
    w[first + 2] += share * torque[2] * p[scale + 2] / mass


@njit
def add_impulse(k, p, w, at, impulse):
    """Add an impulse at a contact, in the world, to the right-hand side, for its linked bodies."""
    one, two = int(w[at + BODY_1]), int(w[at + BODY_2])
    if one > 0 and not is_free(k, one):
        add_force(k, p, w, one, impulse, vector(w, at + ARM_1), -1.0)
    if two > 0 and not is_free(k, two):
        add_force(k, p, w, two, impulse, vector(w, at + ARM_2), 1.0)


@njit
def answers_at(k, link, axis):
    """Where the answer of the linked bodies to a unit impulse begins: six numbers a body."""
    return room(k, LINK_AT) + (3 * link + axis) * 6 * table(k, LINKED)


@njit
def answer_together(k, p, w, smooth):
    """Of every contact with linked bodies their answers, and W."""
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        at = contact_at(k, contact)
        if w[at + LINK] < 0.0:
            continue
        for axis in range(3):
            to = answers_at(k, int(w[at + LINK]), axis)
            if k[COLUMNS] == 3 and axis == 2:
                for i in range(6 * table(k, LINKED)):
                    w[to + i] = 0.0
                put_unit(w, at)
                continue
            for i in range(k[COORDINATES] + k[EQUATIONS]):
                w[k[RHS] + i] = 0.0
            add_impulse(k, p, w, at, vector(w, at + NORMAL + 3 * axis))
            solve_side(k, w, smooth)
            for column in range(k[COORDINATES]):
                w[k[V0] + column] = w[k[X] + column] * p[k[COLUMN_SCALE] + column]
            for number in range(table(k, LINKED)):
                body = k[table(k, LINKED_AT) + number]
                put_twist(k, w, body, k[V0], to + 6 * number, to + 6 * number + 3)
            add_to_matrix(w, at, axis, speed_by(k, w, at, to))


@njit
def put_unit(w, at):
    """In the plane nothing moves along the third axis: any W will do there, such as that of the other tangent."""
    add_to_matrix(w, at, 2, times(w[at + MATRIX + 3], vector(w, at + SECOND)))


@njit
def speed_by(k, w, at, answers):
    """Velocity at a contact that an answer of the linked bodies has."""
    speed = (0.0, 0.0, 0.0)
    for side in range(2):
        body = int(w[at + BODY_1 + side])
        if body == 0 or is_free(k, body):
            continue
        here = answers + 6 * k[table(k, LINK_OF_AT) + body]
        u = plus(vector(w, here), cross(vector(w, here + 3), vector(w, at + ARM_1 + 3 * side)))
        speed = plus(speed, u) if side == 1 else minus(speed, u)
    return speed


@njit
def push_linked(k, w, link, offset, n, first, second):
    """Let an impulse at a contact with linked bodies act on all of them; offset as in `push`."""
    one, two, three = answers_at(k, link, 0), answers_at(k, link, 1), answers_at(k, link, 2)
    for number in range(table(k, LINKED)):
        to = body_at(k, k[table(k, LINKED_AT) + number]) + VELOCITY + offset
        for i in range(6):
            here = 6 * number + i
            w[to + i] += n * w[one + here] + first * w[two + here] + second * w[three + here]


@njit
def settle_linked(k, p, w, h, smooth):
    """The same once more with the impulses found: velocities without rounding errors of the sweeps, and multipliers."""
    load_side(k, p, w, h)
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        at = contact_at(k, contact)
        if w[at + LINK] >= 0.0:
            impulse = (0.0, 0.0, 0.0)
            for axis in range(3):
                impulse = plus(impulse, times(w[at + IMPULSE + axis], vector(w, at + NORMAL + 3 * axis)))
            add_impulse(k, p, w, at, impulse)
    solve_side(k, w, smooth)
    take_velocities(k, p, w)
    x, mass = k[X] + k[COORDINATES], p[k[MASS_SCALE]]
    for row in range(k[EQUATIONS]):
        w[k[MULTIPLIERS] + row] = w[x + row] * mass * p[k[ROW_SCALE] + row] / h
