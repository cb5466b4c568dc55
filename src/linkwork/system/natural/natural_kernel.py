"""Formulation "natural": points and unit vectors as coordinates s, a constant mass matrix, quadratic constraints.

    M s'' + Phi_s' lambda = Q,   Phi_s s'' = gamma

solved in a basis of the motions that the constraints allow, so that redundant equations do no harm (Garcia de Jalon and
Bayo 1994). The state is (s, s', own states); every step is projected onto the constraints by the shortest way. The
parts of a formulation are described in `formulation_kernel`. Reactions follow from the accelerations of the bodies.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ENERGIES,
    ENERGY,
    EQUATIONS,
    LOAD,
    MASS_SCALE,
    OWN,
    STATE,
    STATE_RATE,
    STATES,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import load_jacobian, move_bodies, place_bodies
from linkwork.system.constraints.grip_kernel import is_near, tell_grip
from linkwork.system.dynamics.dynamics_kernel import load_motion, take_motion
from linkwork.system.dynamics.forces_kernel import add_forces, add_gravity_and_spin
from linkwork.system.dynamics.state_kernel import load_state, store_powers
from linkwork.system.formulations.formulation_kernel import GRIP, NOT_A_NUMBER, OPTIONS, driven, option, own
from linkwork.system.formulations.joint_dense_kernel import add_freedoms
from linkwork.system.formulations.null_space_kernel import least_multipliers
from linkwork.system.natural.natural_elimination_kernel import ANY, eliminate, rank, shortest
from linkwork.system.natural.natural_layout_kernel import (
    BIAS,
    BLOCK_AT,
    BODY,
    BODY_AT,
    COLLECT,
    COLUMN_COUNT,
    COLUMNS_AT,
    COUNT,
    COUNTED,
    FOUND,
    GATHER,
    INERTIA,
    MASS,
    NATURAL,
    RANK,
    REMEMBER,
    SIDE,
    SPARE,
    SPREAD,
    STATE_SPARE,
    UNITS,
    WEIGHTS,
    natural,
)
from linkwork.system.natural.natural_rows_kernel import all_rows, evaluate_kept, load_table

PROJECTIONS = 12  # most steps of a projection
FAR = 0.1  # a step of a projection this long (model lengths, radians) means that the state is worthless
NOTHING = 1e-15  # a remainder that does not count


@njit
def spread(k, p, w, t, z, table):
    """Poses and twists of the bodies that belong to the coordinates and rates at z."""
    call_world(k[table + SPREAD], k, p, w, z, 0, table, t)


@njit
def remember_turns(k, w, t, table):
    """Remember the time and what the world counts turns from: in a plane the angles of the bodies."""
    call_world(k[table + REMEMBER], k, w, w, w, 0, table, t + 0.0 * w[0])


@njit
def load_own(k, w, y, table):
    """The own states behind the coordinates and rates into the workspace."""
    for i in range(k[STATES]):
        w[k[STATE] + i] = y[2 * k[table + COUNT] + i]


@njit
def close(k, p, w, t, z, table):
    """Bring coordinates and rates at z onto the constraints; false when they run away."""
    # before the first step: longer than any
    n, solved, units, before = k[table + COUNT], k[table + FOUND], k[table + UNITS], 1e300
    spread(k, p, w, t, z, table)
    if all_rows(k, table) == 0:
        return True
    for _ in range(PROJECTIONS):
        evaluate_kept(k, p, w, t, table)
        load_table(k, p, w, z, table, 0)
        size = shortest(k, w, table, rank(k, w))
        if not size < FAR:
            return False
        for i in range(n):
            z[i] += w[solved + i] * p[units + i]
        spread(k, p, w, t, z, table)
        if size * size <= NOTHING or size >= before:
            break
        before = size
    evaluate_kept(k, p, w, t, table)
    load_table(k, p, w, z, table, 1)
    shortest(k, w, table, ANY)
    w[own(k) + OPTIONS + RANK] = max(option(k, w, RANK).real, option(k, w, COUNTED).real)
    for i in range(n):
        z[n + i] += w[solved + i] * p[units + i]
    spread(k, p, w, t, z, table)
    return True


@njit
def load_forces(k, p, w, t, table):
    """Scaled generalised forces: weights, which are constant, and what the forces do to the bodies; the energies."""
    n, units, side, size = k[table + COUNT], k[table + UNITS], k[table + SIDE], k[COLUMNS]
    for i in range(ENERGIES):
        w[k[ENERGY] + i] = 0.0
    add_gravity_and_spin(k, p, w)
    for column in range(k[COORDINATES]):
        w[k[LOAD] + column] = 0.0
    add_forces(k, p, w, t)
    for i in range(n):
        w[side + i] = p[k[table + WEIGHTS] + i]
    body, load = k[table + BODY_AT], k[LOAD]
    for _ in range(k[BODIES]):
        count, block = k[body + COLUMN_COUNT], k[body + BLOCK_AT]
        for column in range(count):
            total = 0.0 * w[load]
            for i in range(size):
                total += w[load + i] * w[block + count * i + column]
            w[side + k[k[body + COLUMNS_AT] + column]] += total
        load += size
        body += BODY
    for i in range(k[OWN]):
        w[side + k[table + NATURAL] + i] += w[load + i]
    scale = p[k[MASS_SCALE]]
    for i in range(n):
        w[side + i] *= p[units + i] / scale


@njit
def accelerate(k, p, w, t, z, table):
    """The accelerations of the coordinates, scaled, to the place of what is found."""
    n, inertia = k[table + COUNT], k[table + INERTIA]
    spread(k, p, w, t, z, table)
    evaluate_kept(k, p, w, t, table)
    load_forces(k, p, w, t, table)
    load_table(k, p, w, z, table, 2)
    freedoms = eliminate(k, w, table, rank(k, w))
    for i in range(n * n):
        w[inertia + i] = p[k[table + MASS] + i]
    add_freedoms(w, inertia, n, freedoms, k[table + FOUND], k[table + SIDE])


@njit
def recover(k, p, w, t, table):
    """Accelerations of the bodies and multipliers of all elements, from the accelerations of the coordinates."""
    size, spare = k[COLUMNS], part(w, k[table + SPARE])
    call_world(k[table + COLLECT], k, p, w, spare, 0, table, 0.0 * w[0])
    for i in range(k[COORDINATES]):
        w[k[Q] + i], w[k[V] + i] = spare[i], spare[k[COORDINATES] + i]
    load_motion(k, p, w, t)
    load_jacobian(k, p, w)
    solved, units, body, column = k[table + FOUND], k[table + UNITS], k[table + BODY_AT], 0
    for _ in range(k[BODIES]):
        count, block = k[body + COLUMN_COUNT], k[body + BLOCK_AT]
        for i in range(size):
            total = w[k[table + BIAS] + column]
            for place in range(count):
                at = k[k[body + COLUMNS_AT] + place]
                total += w[block + count * i + place] * w[solved + at] * p[units + at]
            w[k[X] + column] = total / p[k[COLUMN_SCALE] + column]
            column += 1
        body += BODY
    for i in range(k[OWN]):
        at = k[table + NATURAL] + i
        w[k[X] + column] = w[solved + at] * p[units + at] / p[k[COLUMN_SCALE] + column]
        column += 1
    for row in range(k[EQUATIONS]):
        w[k[X] + k[COORDINATES] + row] = 0.0
    least_multipliers(k, w)
    take_motion(k, p, w)


@njit
def beside(k, p, w, t, y, table):
    """The coordinates and rates of y; the nearest ones on the constraints where it counts that they are off.

    That is beside a singular position, and where equations are redundant.
    """
    if not is_near(k, w) and rank(k, w) >= all_rows(k, table):
        return y
    n, spare = k[table + COUNT], part(w, k[table + STATE_SPARE])
    for i in range(2 * n):
        spare[i] = y[i]
    return spare if close(k, p, w, t, spare, table) else y


def natural_rate(k, p, w, t, y, dy):
    """Rates of the coordinates, of their rates and of own states."""
    table = natural(k, w)
    n, units = k[table + COUNT], k[table + UNITS]
    state = beside(k, p, w, t, y, table)
    load_own(k, w, y, table)
    accelerate(k, p, w, t, state, table)
    if all_rows(k, table) > 0:
        tell_grip(k, w, t, w[own(k) + GRIP].real)
    for i in range(n):
        dy[i] = state[n + i]
        dy[n + i] = w[k[table + FOUND] + i] * p[units + i]
    if driven(k, w):
        recover(k, p, w, t, table)
    store_powers(k, w)
    for i in range(k[STATES]):
        dy[2 * n + i] = w[k[STATE_RATE] + i]


def natural_correct(k, p, w, t, y, out):
    """The state on the constraints."""
    table = natural(k, w)
    for i in range(2 * k[table + COUNT] + k[STATES]):
        out[i] = y[i]
    if not close(k, p, w, t, out, table):
        out[0] = 0.0 * t + NOT_A_NUMBER
    remember_turns(k, w, t, table)


def natural_observe(k, p, w, t, y, out):
    """Coordinates and velocities of the bodies, and own states, that belong to y, on the constraints."""
    table = natural(k, w)
    n, spare = k[table + COUNT], part(w, k[table + STATE_SPARE])
    for i in range(2 * n):
        spare[i] = y[i]
    good = close(k, p, w, t, spare, table)
    call_world(k[table + COLLECT], k, p, w, out, 0, table, 0.0 * w[0])
    for i in range(k[STATES]):
        out[2 * k[COORDINATES] + i] = y[2 * n + i]
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


@njit
def load_natural(k, p, w, t, y, out, table):
    """Natural coordinates, their rates and own states of coordinates and velocities of the bodies."""
    load_state(k, w, y)
    place_bodies(k, w)
    move_bodies(k, w)
    remember_turns(k, w, t, table)
    call_world(k[table + GATHER], k, p, w, out, 0, table, 0.0 * w[0])


def natural_renew(k, p, w, t, y, out):
    """Natural coordinates of coordinates and velocities of the bodies, on the constraints."""
    table = natural(k, w)
    load_natural(k, p, w, t, y, out, table)
    for i in range(k[STATES]):
        out[2 * k[table + COUNT] + i] = y[2 * k[COORDINATES] + i]
    if not close(k, p, w, t, out, table):
        out[0] = 0.0 * t + NOT_A_NUMBER


def natural_solve(k, p, w, t, y, out):
    """Accelerations of the bodies by those of the coordinates, then the multipliers."""
    table = natural(k, w)
    spare = part(w, k[table + STATE_SPARE])
    load_natural(k, p, w, t, y, spare, table)
    accelerate(k, p, w, t, spare, table)
    recover(k, p, w, t, table)
