"""Radau's linear equations (c - J) x = r on the pattern of a large system, J being the Jacobian of its motion.

With x = (dq, dv, du, dE) for positions, velocities, own states and integrals of the powers, and with the equations of
motion in full beside them, dq = (dv + r_q) / c and the accelerations change by c dv - r_v; what is left are sparse
equations for dv, du and multipliers (see `tangent_kernel` for A by positions and B by velocities and own states):

    (K + A / c^2 + B / c) (dv, dl / c, du) = K (r_v, 0, r_u) / c - A r_q / c^2,   K = [[M, Phi_q'], [Phi_q, -e]]

Powers change with positions, velocities and multipliers; nothing depends on their integrals.

The matrix is that of the start of this or of an earlier step. A beam that turns takes its great stiffness along its
axis with it, and the iteration would diverge unless steps were so short that the product of the angle and of that
stiffness is small. Therefore right-hand sides of every stage are turned back by the mean angle that the beam has turned
until there since the matrix was made, and what is solved is turned forth: the matrix is then that of a beam which has
turned as a whole, and serves for many steps. What the iteration converges to is not changed.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    EVALUATIONS,
    EXTRA,
    OWN,
    OWN_TABLE,
    SIZE,
    TASK,
    Y_OLD,
    T,
    Y,
)
from linkwork.numerics.integrators.radau_full_kernel import increment
from linkwork.numerics.integrators.radau_newton_kernel import (
    ALPHA,
    BACK,
    BETA,
    FACTOR,
    FORTH,
    H_FACTORED,
    MAKE,
    NUMBERS,
    REAL,
    SIDES,
    SOLVE_ALL,
    STAGES,
)
from linkwork.numerics.jit import call_rate, njit, part
from linkwork.numerics.scalar import cos, sin
from linkwork.numerics.sparse import lu_kernel
from linkwork.numerics.sparse.complex_view import complex_view
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    MASS_SCALE,
    MOTION,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECORD,
    ROW_SCALE,
    ROWS,
    STATE,
    A,
    Q,
    V,
)
from linkwork.system.constraints.equations_kernel import evaluate, load_jacobian
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.tangent.layout_kernel import (
    COLOURS,
    ENTRIES,
    FACTOR_NUMBERS,
    FACTOR_ROOM,
    FACTOR_TABLE,
    OWN_STATES,
    SECOND_ROOM,
)
from linkwork.system.tangent.layout_kernel import SIZE as UNKNOWNS
from linkwork.system.tangent.newton_matrix_kernel import add_product, load_entries
from linkwork.system.tangent.tangent_kernel import POSITIONS, make_tangent, steps_at


def sparse_numbers(size: int, n: int, m: int, entries: int, factor: int, room: int, unknowns: int, beams: int) -> int:
    """How many numbers the method needs beside its vectors, of length `size`."""
    kept = n + 2 * m + QUADRATURES * size + 3 * entries + 3 * factor + beams
    return NUMBERS + kept + max(room + size, 2 * entries, 6 * unknowns + 2 * size)


@njit
def _blocks(k, z, s):
    """Where lie: accelerations, multipliers, driven speeds, slopes of powers, entries of K, A, B, factors, work.

    Between the factors and the work stand the mean angles of beams where the matrix was made.
    """
    n, m, at = k[COORDINATES], k[EQUATIONS], s[OWN_TABLE]
    acceleration = s[EXTRA] + NUMBERS
    multipliers = acceleration + n
    speeds = multipliers + m
    slopes = speeds + m
    entries = slopes + QUADRATURES * s[SIZE]
    factor = entries + 3 * s[at + ENTRIES]
    work = _made(s, factor) + s[_beam_list(s)]
    return acceleration, multipliers, speeds, slopes, entries, factor, work


@njit
def _made(s, factor):
    """Where the mean angles of beams lie at which the matrix was made, behind the factors."""
    return factor + 3 * s[s[OWN_TABLE] + FACTOR_NUMBERS]


@njit
def _beam_list(s):
    """Where the list of beams stands, behind the rooms of the two factors."""
    at = s[OWN_TABLE]
    return at + 2 * s[at + SECOND_ROOM] - s[at + FACTOR_ROOM]


def solve_radau(address, k, p, w, z, s):
    """The solver of Radau's linear equations: what s[TASK] asks for; 1 where it could."""
    task = s[TASK]
    if task == MAKE:
        _make(address, k, p, w, z, s)
        return 1
    h = z[s[EXTRA] + H_FACTORED]
    if task == FACTOR:
        return _factor(k, z, s, h)
    side = s[OWN] + SIDES * s[SIZE]
    _turn(k, z, s, side, -1.0, task == SOLVE_ALL)
    _solve_real(k, p, z, s, REAL / h, side)
    if task == SOLVE_ALL:
        _solve_pair(k, p, z, s, complex(ALPHA / h, BETA / h), side + s[SIZE])
    _turn(k, z, s, side, 1.0, task == SOLVE_ALL)
    return 1


@njit
def _turn(k, z, s, side, sense, stages):
    """Turn the shares of beams, back or forth: in the transformed vectors of all stages, or in one at the start."""
    n, size = k[COORDINATES], s[SIZE]
    stage, made = s[OWN] + STAGES * size, _made(s, _blocks(k, z, s)[5])
    place = _beam_list(s)
    beams = s[place]
    place += 1
    for beam in range(beams):
        nodes = s[place]
        first = place + 1
        place = first + nodes
        start = _mean_angle(z, s, s[Y_OLD], first, nodes) - z[made + beam].real
        if stages:
            angles = (
                sense * (start + _mean_angle(z, s, stage, first, nodes)),
                sense * (start + _mean_angle(z, s, stage + size, first, nodes)),
                sense * (start + _mean_angle(z, s, stage + 2 * size, first, nodes)),
            )
            turns = (
                (cos(angles[0]), sin(angles[0])),
                (cos(angles[1]), sin(angles[1])),
                (cos(angles[2]), sin(angles[2])),
            )
            for node in range(first, place):
                _turn_pair(z, side + s[node], size, turns)
                _turn_pair(z, side + n + s[node], size, turns)
        elif start != 0.0:
            c, e = cos(sense * start), sin(sense * start)
            for node in range(first, place):
                _turn_one(z, side + s[node], c, e)
                _turn_one(z, side + n + s[node], c, e)


@njit
def _mean_angle(z, s, at, first, nodes):
    """The mean angle of the nodes in a state, or how far they have turned in one of the stages."""
    total = 0.0
    for node in range(first, first + nodes):
        total += z[at + s[node] + 2].real
    return total / nodes


@njit
def _turn_one(z, at, c, e):
    """Turn two components, x and y."""
    x, y = z[at], z[at + 1]
    z[at] = c * x - e * y
    z[at + 1] = e * x + c * y


@njit
def _turn_pair(z, at, size, turns):
    """Turn two components, x and y, of three transformed stages, each by its cosine and sine."""
    x1, x2, x3 = z[at], z[at + size], z[at + 2 * size]
    y1, y2, y3 = z[at + 1], z[at + 1 + size], z[at + 1 + 2 * size]
    for row in range(3):
        z[at + row * size] = 0.0
        z[at + 1 + row * size] = 0.0
    for row in range(3):
        c, e = turns[row]
        x = FORTH[row, 0] * x1 + FORTH[row, 1] * x2 + FORTH[row, 2] * x3
        y = FORTH[row, 0] * y1 + FORTH[row, 1] * y2 + FORTH[row, 2] * y3
        for target in range(3):
            z[at + target * size] += BACK[target, row] * (c * x - e * y)
            z[at + 1 + target * size] += BACK[target, row] * (e * x + c * y)


@njit
def _make(address, k, p, w, z, s):
    """Tangents by positions and by velocities at the accepted state, its masses and rows, and slopes of the powers."""
    n, x, at, t = k[COORDINATES], s[s[OWN_TABLE] + OWN_STATES], s[OWN_TABLE], z[T]
    acceleration, multipliers, speeds, slopes, entries, _, room = _blocks(k, z, s)
    steps, count = steps_at(k, s, at, room), s[at + ENTRIES]
    _keep_angles(k, z, s)
    call_rate(address, k, p, w, t, part(z, s[Y]), part(z, room))
    for i in range(n):
        z[acceleration + i] = w[k[A] + i]
    for row in range(k[EQUATIONS]):
        z[multipliers + row] = w[k[MULTIPLIERS] + row]
    load_state(k, w, part(z, s[Y]))
    evaluate(k, p, w, MOTION, t)
    load_jacobian(k, p, w)
    load_entries(k, w, s, at, part(z, entries), 1.0)
    _take_speeds(k, w, z, speeds)
    for i in range(QUADRATURES * s[SIZE]):
        z[slopes + i] = 0.0
    for what in range(2):
        where = k[Q] if what == POSITIONS else k[V]
        for i in range(n):
            value = w[where + i]
            z[steps + i] = (value + increment(z, s, what * n + i, value)) - value
        for i in range(x):
            value = w[k[STATE] + i]
            z[steps + n + i] = (value + increment(z, s, 2 * n + i, value)) - value
        values, none = entries + (1 + what) * count, 0.0 * t
        make_tangent(k, p, w, z, s, at, t, acceleration, multipliers, values, room, what, none, slopes)
    s[EVALUATIONS] += 2 * s[at + COLOURS]


@njit
def _keep_angles(k, z, s):
    """Keep the mean angles of the beams at the accepted state, where the matrix is made."""
    made, place = _made(s, _blocks(k, z, s)[5]), _beam_list(s)
    beams = s[place]
    place += 1
    for beam in range(beams):
        nodes = s[place]
        z[made + beam] = _mean_angle(z, s, s[Y], place + 1, nodes)
        place += 1 + nodes


@njit
def _take_speeds(k, w, z, target):
    """The speeds nu of the constraints just evaluated."""
    record = k[ELEMENT_AT]
    for _ in range(k[ELEMENTS]):
        rows, source = k[record + ROWS], k[OUT] + k[record + OUT_AT]
        for row in range(rows):
            z[target + k[record + FIRST_ROW] + row] = w[source + rows + row]
        record += RECORD


@njit
def _factor(k, z, s, h):
    """Factor for a step length: a real matrix and a complex one; 1 where both could be."""
    at = s[OWN_TABLE]
    _, _, _, _, entries, factor, work = _blocks(k, z, s)
    table, second = at + s[at + FACTOR_TABLE], factor + s[at + FACTOR_NUMBERS]
    real, turned = part(z, work), complex_view(part(z, 0), work)
    _add_shares(z, s, entries, real, REAL / h)
    if not lu_kernel.factor(s, table, at + s[at + FACTOR_ROOM], real, part(z, factor)):
        return 0
    _add_shares(z, s, entries, turned, complex(ALPHA / h, BETA / h))
    good = lu_kernel.factor(s, table, at + s[at + SECOND_ROOM], turned, complex_view(part(z, 0), second))
    return 1 if good else 0


@njit
def _add_shares(z, s, entries, target, c):
    """K + A / c^2 + B / c."""
    count, first = s[s[OWN_TABLE] + ENTRIES], 1.0 / c
    second = first * first
    for i in range(count):
        target[i] = z[entries + i] + second * z[entries + count + i] + first * z[entries + 2 * count + i]


@njit
def _solve_real(k, p, z, s, c, side):
    """Replace the right-hand side at `side` by the solution."""
    at = s[OWN_TABLE]
    _, _, _, _, _, factor, work = _blocks(k, z, s)
    room = at + s[at + FACTOR_ROOM]
    _solve(k, p, z, s, c, room, part(z, factor), part(z, side), part(z, work))


@njit
def _solve_pair(k, p, z, s, c, side):
    """The same for a complex one, whose imaginary part lies behind the real one."""
    at, size = s[OWN_TABLE], s[SIZE]
    _, _, _, _, _, factor, work = _blocks(k, z, s)
    room, second = at + s[at + SECOND_ROOM], complex_view(part(z, 0), factor + s[at + FACTOR_NUMBERS])
    y = complex_view(part(z, 0), work)
    for i in range(size):
        y[i] = complex(z[side + i], z[side + size + i])
    _solve(k, p, z, s, c, room, second, y, complex_view(part(z, 0), work + 2 * size))
    for i in range(size):
        z[side + i] = y[i].real
        z[side + size + i] = y[i].imag


@njit
def _solve(k, p, z, s, c, room, factor, y, work):
    """Solve for the right-hand side y, real or complex, which the solution replaces."""
    at, n, m, x = s[OWN_TABLE], k[COORDINATES], k[EQUATIONS], s[s[OWN_TABLE] + OWN_STATES]
    _, _, speeds, slopes, entries, _, _ = _blocks(k, z, s)
    count, unknowns, units = s[at + ENTRIES], s[at + UNKNOWNS], k[COLUMN_SCALE]
    given, right, solution = part(work, 0), part(work, unknowns), part(work, 2 * unknowns)
    for i in range(unknowns):
        given[i] = 0.0
        right[i] = 0.0
    for i in range(n):
        given[i] = y[n + i] / p[units + i]
    for i in range(x):
        given[n + m + i] = y[2 * n + i]
    add_product(s, at, part(z, entries), given, 1.0 / c, right)
    for i in range(n):
        given[i] = y[i] / p[units + i]
    for i in range(x):
        given[n + m + i] = 0.0
    add_product(s, at, part(z, entries + count), given, -1.0 / (c * c), right)
    lu_kernel.solve(s, at + s[at + FACTOR_TABLE], room, factor, right, solution)
    for i in range(n):
        speed = solution[i] * p[units + i]
        y[n + i] = speed
        y[i] = (speed + y[i]) / c
    for i in range(x):
        y[2 * n + i] = solution[n + m + i]
    last = 2 * n + x
    for power in range(QUADRATURES):
        total = y[last + power]
        for i in range(last):
            total += z[slopes + power * s[SIZE] + i] * y[i]
        if power == QUADRATURES - 1:
            for row in range(m):
                force = c * solution[n + row] * p[k[MASS_SCALE]] * p[k[ROW_SCALE] + row]
                total -= z[speeds + row] * force
        y[last + power] = total / c
