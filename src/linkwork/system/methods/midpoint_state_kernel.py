"""The equations of a step of the energy-conserving midpoint rule, and where it keeps its numbers.

Coordinates u are those of the mass centres and the orientations, in which the mass matrix is constant. With s(u0, u1)
the motion of the step, du in what moves and Cayley's vector of the turn in what turns:

    M (V1 - V0) / h = Q_m - D Phi' lambda - C,   (V0 + V1) / 2 = s / h,   Phi(u1, t1) = 0

D is a discrete gradient as Gonzalez has it (J. Nonlinear Sci. 6 (1996) 449): the gradient at the midpoint, corrected so
that D Phi s is the change of Phi over the step at the time of the midpoint. C does the same for what each force stores,
C s = U1 - U0 - h U'_m (`midpoint_forces_kernel`). So kinetic and potential energy change by the work of the other
forces in Q_m, and by nothing without them. Corrections of forces act between their two bodies and change no momentum
(`midpoint_pair_kernel`): momentum and angular momentum of what forces alone hold together, or distances of mass centres
that are kept, stay as they are. Those of rows are along the whole motion: of joints the energy alone is promised.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    EVALUATIONS,
    EXTRA,
    OWN,
    OWN_TABLE,
    SIZE,
    TRIAL,
    Y_OLD,
    moment,
)
from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    CONTACTS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    FORCES,
    FUNCTIONS,
    LOAD,
    MASS_SCALE,
    MOTION,
    MULTIPLIERS,
    POSITION,
    QUADRATURES,
    RECORD,
    RHS,
    ROW_SCALE,
    ROWS,
    SHIFT,
    STATE,
    STATE_RATE,
    STATES,
    STEP_INERTIA,
    TAKE_OUT_SPIN,
    TO_CENTRES,
    Q,
    X,
)
from linkwork.system.constraints.equations_kernel import evaluate, place_bodies, row_speed
from linkwork.system.contact.contact_layout_kernel import POINTS
from linkwork.system.dynamics.forces_kernel import apply_forces, evaluate_forces
from linkwork.system.dynamics.state_kernel import load_state, store_powers
from linkwork.system.methods.midpoint_compliant_kernel import (
    GRADIENT,
    add_chords,
    has_compliant,
    keep_end,
    keep_gradients,
    kept_at,
    law_record,
    mark_step,
)
from linkwork.system.methods.midpoint_forces_kernel import add_missing, keep_stored, spread_forces
from linkwork.system.methods.newton_kernel import add_row_forces, copy_rows, copy_values
from linkwork.system.tangent.layout_kernel import ENTRIES, FACTOR_NUMBERS

PLACES, RATES, SPINS = range(3)  # what `shift` moves
STEP_MOTION, WORLD_MOTION, MIDDLE_OF, END_OF = 4.0, 5.0, 6.0, 7.0  # what `shift` does with a step
# settings: coordinates, equations; contraction of the last iteration; forces; below what motion corrections fade out
COLUMNS, EQUATION_COUNT, THETA, FORCE_COUNT, FADING = range(5)
REST = 5  # what a step that was cut has left of the length that was tried
NUMBERS = 6

# The method's own vectors, each as long as y: f at the accepted y, u and V at the start of the step and at its end,
# y at the midpoint, work, the acceleration of u in the step before, the motion of the step (behind it that in the axes
# of the world), more work.
SLOPE, CENTRE0, CENTRE1, MIDDLE, RATE, PUSH, MOVED, ROOM = range(8)
OWN_VECTORS, SLOPE_VECTOR = 8, 0
STILL = 1e-20  # square of the scaled motion below which a row needs no correction


def own_numbers(coordinates: int, equations: int, states: int, forces: int) -> int:
    """How many numbers the method needs beside its vectors."""
    size = coordinates + equations + states
    return NUMBERS + 3 * forces + equations * (4 + coordinates) + size * size + 3 * size


def sparse_numbers(size: int, coordinates: int, equations: int, entries: int, factor: int, forces: int) -> int:
    """The same with a matrix on the pattern of the system."""
    return NUMBERS + 3 * forces + 4 * equations + entries + factor + 4 * size + coordinates


@njit
def vector(s, which):
    """Where one of the method's own vectors starts."""
    return s[OWN] + which * s[SIZE]


@njit
def stores(z, s):
    """Where the energies lie that forces store at the start and at the end of the step, and works beside them."""
    start, count = s[EXTRA] + NUMBERS, int(z[s[EXTRA] + FORCE_COUNT].real)
    return start, start + count, start + 2 * count


@njit
def blocks(z, s):
    """Size of the matrix, and where lie: multipliers, start and end values, rows, matrix, pivots, residual, base.

    Before them are the energies that forces store at the start and at the end (`stores`); behind start and end values
    the changes that the rows expect. On the pattern of the system there are no rows,
    entries instead of the square, and the factor in the place of the pivots.
    """
    n, m = int(z[s[EXTRA] + COLUMNS].real), int(z[s[EXTRA] + EQUATION_COUNT].real)
    size = s[SIZE] - n + m - QUADRATURES
    multipliers = stores(z, s)[2] + int(z[s[EXTRA] + FORCE_COUNT].real)
    rows = multipliers + 4 * m
    if s[OWN_TABLE] > 0:
        factor = rows + s[s[OWN_TABLE] + ENTRIES]
        side = factor + s[s[OWN_TABLE] + FACTOR_NUMBERS]
        return size, multipliers, multipliers + m, multipliers + 2 * m, rows, rows, factor, side
    matrix = rows + m * n
    pivots = matrix + size * size
    return size, multipliers, multipliers + m, multipliers + 2 * m, rows, matrix, pivots, pivots + size


@njit
def shift(k, p, w, z, source, target, velocities, sign):
    """Between body frames and mass centres: sign +1 from q to u, -1 back; with the velocities behind, if asked.

    In space the coordinates of an orientation are its chart, zero at the start of the step; velocities are its rates
    (RATES), or the angular ones of the body (SPINS), which at the start are the same.
    """
    call_world(k[k[FUNCTIONS] + SHIFT], k, p, w, part(z, 0), source, target, sign * (1.0 + velocities) + 0.0 * w[0])


@njit
def to_centres(k, p, w, z, at):
    """Derivatives by q made those by u: angles turn about the mass centre, not about the frame's origin."""
    call_world(k[k[FUNCTIONS] + TO_CENTRES], k, p, w, part(z, 0), at, 0, 0.0 * w[0])


@njit
def values_at(k, p, w, z, s, centres, t, target):
    """Values of the constraints at coordinates of the mass centres."""
    work = vector(s, RATE)
    shift(k, p, w, z, centres, work, PLACES, -1.0)
    for i in range(k[COORDINATES]):
        w[k[Q] + i] = z[work + i]
    evaluate(k, p, w, POSITION, t)
    copy_values(k, w, z, target)
    s[EVALUATIONS] += 1


@njit
def along(k, p, w, z, source, target, what):
    """Motion, midpoint or end of a step: see `along_step` of the worlds."""
    call_world(k[k[FUNCTIONS] + SHIFT], k, p, w, part(z, 0), source, target, what + 0.0 * w[0])


@njit
def measure_motion(k, p, w, z, s):
    """The motion of the step from its start to its end, in the coordinates of the velocities and in the world."""
    work, moved, first, last = vector(s, RATE), vector(s, MOVED), vector(s, CENTRE0), vector(s, CENTRE1)
    for i in range(k[COORDINATES]):
        z[work + i] = z[last + i] - z[first + i]
    along(k, p, w, z, work, moved, STEP_MOTION)
    along(k, p, w, z, work, moved + k[COORDINATES], WORLD_MOTION)


@njit
def keep_energies(k, p, w, z, s, centres, states, t, target):
    """The energies that forces store at coordinates of the mass centres, with the own states at z[states]."""
    work, n = vector(s, RATE), k[COORDINATES]
    shift(k, p, w, z, centres, work, PLACES, -1.0)
    for i in range(n):
        w[k[Q] + i] = z[work + i]
    for i in range(k[STATES] - QUADRATURES):
        w[k[STATE] + i] = z[states + 2 * n + i]
    place_bodies(k, w)
    evaluate_forces(k, p, w, t)
    keep_stored(k, w, z, target)
    s[EVALUATIONS] += 1


@njit
def load_midpoint(address, k, p, w, z, s, t, h):
    """Forces and constraint rows at the midpoint, in the workspace."""
    n, x = k[COORDINATES], k[STATES]
    first, last, middle, work = vector(s, CENTRE0), vector(s, CENTRE1), vector(s, MIDDLE), vector(s, RATE)
    room = vector(s, ROOM)
    for i in range(n):
        z[room + i], z[room + n + i] = z[first + i], z[last + i] - z[first + i]
    along(k, p, w, z, room, work, MIDDLE_OF)
    for i in range(n, 2 * n):
        z[work + i] /= h
    shift(k, p, w, z, work, middle, RATES, -1.0)
    for i in range(2 * n, 2 * n + x):
        z[middle + i] = 0.5 * (z[s[Y_OLD] + i] + z[s[TRIAL] + i])
    s[EVALUATIONS] += 1
    load_state(k, w, part(z, middle))
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    multipliers = blocks(z, s)[1]
    for row in range(k[EQUATIONS]):
        w[k[MULTIPLIERS] + row] = z[multipliers + row]
    store_powers(k, w)
    for i in range(x):
        z[work + 2 * n + i] = w[k[STATE_RATE] + i]


@njit
def lost_at(k, s):
    """Where the power that is lost at the midpoint lies, and behind it the one that is given."""
    return vector(s, RATE) + 2 * k[COORDINATES] + k[STATES] - QUADRATURES


@njit
def load_residual(address, k, p, w, z, s, h, target):
    """What forces, multipliers and rates at the midpoint give, before it is scaled, and the changes rows expect."""
    n, m, x = k[COORDINATES], k[EQUATIONS], k[STATES] - QUADRATURES
    multipliers, changes, work = blocks(z, s)[1], blocks(z, s)[3] + m, vector(s, RATE)
    measure_motion(k, p, w, z, s)
    load_midpoint(address, k, p, w, z, s, moment(z, 0.5, h), h)
    for i in range(x):
        at = 2 * n + i
        z[target + n + m + i] = z[s[TRIAL] + at] - z[s[Y_OLD] + at] - h * z[work + at]
    for i in range(n):
        z[target + i] = -w[k[LOAD] + i]
    take_out_spin(k, p, w, z, target)
    add_row_forces(k, w, z, multipliers, target)
    to_centres(k, p, w, z, target)
    first, last, moved = vector(s, CENTRE0), vector(s, CENTRE1), vector(s, MOVED) + n
    lost, given = spread_forces(k, p, w, z, first, last, moved, moment(z, 0.5, h), h, stores(z, s)[2], target)
    z[lost_at(k, s)] += lost
    z[lost_at(k, s) + 1] += given
    record = k[ELEMENT_AT]
    for _ in range(k[ELEMENTS]):
        for row in range(k[record + ROWS]):
            z[changes + k[record + FIRST_ROW] + row] = h * row_speed(k, w, record, row)
        record += RECORD


@njit
def end_residual(k, p, w, z, s, h, target):
    """Constraints at the end of the step, and all scaled."""
    values_at(k, p, w, z, s, vector(s, CENTRE1), moment(z, 1.0, h), target + k[COORDINATES])
    _scale(k, p, w, z, s, h, target)


@njit
def residual(address, k, p, w, z, s, h, target):
    """The scaled equations for the end of the step: motion (times h^2 / 2), constraints, own states."""
    first, last, moved, room = vector(s, CENTRE0), vector(s, CENTRE1), vector(s, MOVED), vector(s, ROOM)
    start, end, works = stores(z, s)
    t = moment(z, 0.5, h)
    mark_step(k, w, 1.0)
    if k[FORCES] > 0:
        keep_energies(k, p, w, z, s, last, s[TRIAL], moment(z, 1.0, h), end)
    load_residual(address, k, p, w, z, s, h, target)
    still = z[s[EXTRA] + FADING]
    add_missing(k, p, w, z, first, last, moved + k[COORDINATES], h, still, start, end, works, room, target)
    if has_compliant(k):
        load_gradients(k, p, w, z, t)
        compliant_step(k, p, w, z, s, t, target)
    values_at(k, p, w, z, s, last, t, blocks(z, s)[3])
    add_missing_of_rows(k, p, w, z, s, target)
    end_residual(k, p, w, z, s, h, target)
    mark_step(k, w, 0.0)


@njit
def squared_motion(k, p, z, moved):
    """The square of the scaled motion of the step."""
    square = 0.0 * z[moved]
    for i in range(k[COORDINATES]):
        square += (z[moved + i] / p[k[COLUMN_SCALE] + i]) ** 2
    return square


@njit
def add_missing_of_rows(k, p, w, z, s, target):
    """Correct the forces of the constraint rows along the whole motion, where their values change otherwise."""
    _, multipliers, starts, ends, _, _, _, _ = blocks(z, s)
    moved = vector(s, MOVED) + k[COORDINATES]
    changes, square, more = ends + k[EQUATIONS], squared_motion(k, p, z, moved), 0.0 * z[moved]
    if square.real > STILL:
        for row in range(k[EQUATIONS]):
            more += (z[ends + row] - z[starts + row] - z[changes + row]) * z[multipliers + row]
        for i in range(k[COORDINATES]):
            z[target + i] += more / square * z[moved + i] / p[k[COLUMN_SCALE] + i] ** 2


@njit
def full_rows(address, k, p, w, z, s, h):
    """The rows at the midpoint in full, by u, with the share of the motion that makes them discrete gradients."""
    n, m = k[COORDINATES], k[EQUATIONS]
    _, _, starts, ends, rows, _, _, _ = blocks(z, s)
    moved, changes = vector(s, MOVED) + n, ends + m
    measure_motion(k, p, w, z, s)
    load_midpoint(address, k, p, w, z, s, moment(z, 0.5, h), h)
    copy_rows(k, w, z, rows)
    square = squared_motion(k, p, z, moved)
    for row in range(m):
        to_centres(k, p, w, z, rows + row * n)
        if square.real > STILL:
            miss = (z[ends + row] - z[starts + row] - z[changes + row]) / square
            for i in range(n):
                z[rows + row * n + i] += miss * z[moved + i] / p[k[COLUMN_SCALE] + i] ** 2


@njit
def load_gradients(k, p, w, z, t):
    """Gradients by u of the gaps of contacts with a force law, at the midpoint that is loaded."""
    keep_gradients(k, p, w, t)
    for point in range(k[k[CONTACTS] + POINTS]):
        if law_record(k, point) >= 0:
            to_centres(k, p, w, w, kept_at(k, point) + GRADIENT)


@njit
def compliant_step(k, p, w, z, s, t, target):
    """Elastic forces of contacts with a force law, from what they store at both ends of the step."""
    first, last, work = vector(s, CENTRE0), vector(s, CENTRE1), vector(s, RATE) + k[COORDINATES]
    moved = vector(s, MOVED) + k[COORDINATES]
    for end in range(2):
        shift(k, p, w, z, first if end == 0 else last, work, PLACES, -1.0)
        keep_end(k, p, w, z, work, t, end)
        s[EVALUATIONS] += 1
    add_chords(k, p, w, z, first, last, moved, vector(s, ROOM), target)


@njit
def add_step_inertia(k, p, w, z, first, moved, h, target):
    """Add M (s - h V0); in space, where the body turns in the world, as Simo and Wong (1991) have it."""
    n = k[COORDINATES]
    for i in range(n):
        w[k[RHS] + i] = z[moved + i]
        w[k[X] + i] = w[k[RHS] + i] - h * z[first + n + i]
    call_world(k[k[FUNCTIONS] + STEP_INERTIA], k, p, w, part(z, 0), target, 0, h)


@njit
def _scale(k, p, w, z, s, h, target):
    """Add inertia, and scale."""
    n, m = k[COORDINATES], k[EQUATIONS]
    for row in range(m):
        z[target + n + row] *= p[k[ROW_SCALE] + row]
    for i in range(n):
        z[target + i] *= 0.5 * h * h
    add_step_inertia(k, p, w, z, vector(s, CENTRE0), vector(s, MOVED), h, target)
    for i in range(n):
        z[target + i] *= p[k[COLUMN_SCALE] + i] / p[k[MASS_SCALE]]


@njit
def take_out_spin(k, p, w, z, target):
    """Take the inertia force of mass centres off the origin out of the load: u has none."""
    call_world(k[k[FUNCTIONS] + TAKE_OUT_SPIN], k, p, w, part(z, 0), target, 0, 0.0 * w[0])
