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
    POSE,
    POSE_SIZE,
    STATE,
    STATE_RATE,
    STATES,
    TWIST,
    TWIST_SIZE,
    WORLD,
    Q,
    V,
    X,
)
from linkwork.system.constraints.elimination_kernel import LIMIT
from linkwork.system.constraints.equations_kernel import load_jacobian, move_bodies, place_bodies
from linkwork.system.constraints.grip_kernel import is_near, tell_grip
from linkwork.system.dynamics.dynamics_kernel import load_motion, take_motion
from linkwork.system.dynamics.forces_kernel import add_forces, add_gravity_and_spin
from linkwork.system.dynamics.state_kernel import load_state, store_powers
from linkwork.system.formulations.formulation_kernel import GRIP, NOT_A_NUMBER, OPTIONS, driven, option, own
from linkwork.system.formulations.joint_dense_kernel import add_freedoms
from linkwork.system.formulations.null_space_kernel import least_multipliers
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
    MARKS,
    MASS,
    NATURAL,
    RANK,
    SIDE,
    SPARE,
    SPREAD,
    STATE_SPARE,
    TABLE,
    TURNS,
    UNITS,
    WEIGHTS,
    natural,
)
from linkwork.system.natural.natural_rows_kernel import all_rows, evaluate_kept, load_table

PROJECTIONS = 12  # most steps of a projection
FAR = 0.1  # a step of a projection this long (model lengths, radians) means that the state is worthless
NOTHING = 1e-15  # a remainder that does not count
ANY = 1 << 30  # rows that may count as independent


@njit
def spread(k, p, w, t, z, table):
    """Poses and twists of the bodies that belong to the coordinates and rates at z."""
    call_world(k[table + SPREAD], k, p, w, z, 0, table, t)


@njit
def remember_turns(k, w, t, table):
    """Remember the angles of the bodies in a plane, from which turns are counted."""
    at = k[table + TURNS]
    w[at] = t.real
    if k[WORLD] > 0:
        return
    for body in range(k[BODIES]):
        w[at + 1 + 2 * body] = w[k[POSE] + POSE_SIZE * (body + 1) + 2].real
        w[at + 2 + 2 * body] = w[k[TWIST] + TWIST_SIZE * (body + 1) + 2].real


@njit
def load_own(k, w, y, table):
    """The own states behind the coordinates and rates into the workspace."""
    for i in range(k[STATES]):
        w[k[STATE] + i] = y[2 * k[table + COUNT] + i]


@njit
def eliminate(k, w, table, most):
    """A solution of the rows of the table to the place of what is found, and a basis B; returns the freedoms.

    At most so many rows count as independent: off the constraints redundant ones contradict each other.
    """
    n, m, rows = k[table + COUNT], all_rows(k, table), k[table + TABLE]
    found, basis, row_of, width = k[table + FOUND], k[table + INERTIA] + n * n, k[table + MARKS], n + 1
    w[own(k) + GRIP] = reduce_table(w, rows, m, n, row_of, most)
    freedoms = 0
    for free in range(n):
        row = int(w[row_of + free].real)
        w[found + free] = 0.0
        if row >= 0:
            w[found + free] = w[rows + row * width + n]
            continue
        for column in range(n):
            row = int(w[row_of + column].real)
            w[basis + freedoms * n + column] = -w[rows + row * width + free] if row >= 0 else 0.0
        w[basis + freedoms * n + free] = 1.0
        freedoms += 1
    return freedoms


@njit
def reduce_table(w, table, rows, columns, row_of, most):
    """Gauss-Jordan elimination with full pivoting and one right-hand side; returns the smallest pivot.

    Afterwards row_of[column] is the row in which a pivot column has its 1, and -1 for all other columns.
    """
    used, width, smallest = row_of + columns, columns + 1, 0.0
    for column in range(columns):
        w[row_of + column] = -1.0
    for row in range(rows):
        w[used + row] = 0.0
    for _ in range(min(rows, columns, most)):
        best, pivot_row, pivot_column = 0.0, -1, -1
        for row in range(rows):
            if w[used + row].real == 0.0:
                for column in range(columns):
                    size = abs(w[table + row * width + column].real)
                    if size > best and w[row_of + column].real < 0.0:
                        best, pivot_row, pivot_column = size, row, column
        if best < LIMIT:
            break
        clear_column(w, table, rows, width, pivot_row, pivot_column)
        w[used + pivot_row], w[row_of + pivot_column], smallest = 1.0, pivot_row, best
    return smallest


@njit
def clear_column(w, table, rows, width, pivot_row, pivot_column):
    """Make a pivot 1 and clear its column."""
    at = table + pivot_row * width
    inverse = 1.0 / w[at + pivot_column]
    for column in range(width):
        w[at + column] *= inverse
    for row in range(rows):
        other = table + row * width
        factor = w[other + pivot_column]
        if row != pivot_row and factor != 0.0:
            for column in range(width):
                w[other + column] -= factor * w[at + column]
            w[other + pivot_column] = 0.0


@njit
def rank(k, w):
    """How many of the equations are independent, as far as it is known; of a start any number."""
    found = int(option(k, w, RANK).real)
    return found if found > 0 else ANY


@njit
def shortest(k, w, table, most):
    """The shortest solution of the rows of the table, in model lengths and radians; returns its largest number."""
    n, inertia, side = k[table + COUNT], k[table + INERTIA], k[table + SIDE]
    freedoms = eliminate(k, w, table, most)
    w[own(k) + OPTIONS + COUNTED] = n - freedoms
    for i in range(n):
        for j in range(n):
            w[inertia + n * i + j] = 1.0 if i == j else 0.0
        w[side + i] = 0.0
    add_freedoms(w, inertia, n, freedoms, k[table + FOUND], side)
    largest = 0.0
    for i in range(n):
        size = abs(w[k[table + FOUND] + i].real)
        if not size <= largest:
            largest = size if size == size else 1e300
    return largest


@njit
def close(k, p, w, t, z, table):
    """Bring coordinates and rates at z onto the constraints; false when they run away."""
    n, found, units, before = k[table + COUNT], k[table + FOUND], k[table + UNITS], 1e300
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
            z[i] += w[found + i] * p[units + i]
        spread(k, p, w, t, z, table)
        if size * size <= NOTHING or size >= before:
            break
        before = size
    evaluate_kept(k, p, w, t, table)
    load_table(k, p, w, z, table, 1)
    shortest(k, w, table, ANY)
    w[own(k) + OPTIONS + RANK] = max(option(k, w, RANK).real, option(k, w, COUNTED).real)
    for i in range(n):
        z[n + i] += w[found + i] * p[units + i]
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
    found, units, body, column = k[table + FOUND], k[table + UNITS], k[table + BODY_AT], 0
    for _ in range(k[BODIES]):
        count, block = k[body + COLUMN_COUNT], k[body + BLOCK_AT]
        for i in range(size):
            total = w[k[table + BIAS] + column]
            for place in range(count):
                at = k[k[body + COLUMNS_AT] + place]
                total += w[block + count * i + place] * w[found + at] * p[units + at]
            w[k[X] + column] = total / p[k[COLUMN_SCALE] + column]
            column += 1
        body += BODY
    for i in range(k[OWN]):
        at = k[table + NATURAL] + i
        w[k[X] + column] = w[found + at] * p[units + at] / p[k[COLUMN_SCALE] + column]
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
