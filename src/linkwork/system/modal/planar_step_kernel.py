"""The energy-conserving midpoint rule in a plane in which some bodies have modes.

Coordinates u are those of the mass centres as the modes have moved them, the angles, and the modes; the centre of a
body with modes is at e(q) = (m c + C q + q D q / 2) / m in its frame. About it, with W = (omega, q') and m its mass,

    T = m v.v / 2 + W.B(q) W / 2,   W0.B W1 = that of the shape integrals - m (omega0 x e + e0').(omega1 x e + e1')

Over a step, with the momenta Pi = B W at both ends and (W0 + W1) / 2 = du / h,

    Pi1 - Pi0 = h (forces + (0, W0.B_k W1 / 2))

B_k being the mean of dB/dq_k over the step, by Gauss' rule of two points, exact for the quartic B: the kinetic energy
changes by the work of the forces, and the angular momentum by their torque. Functions of the world, called by address
with (k, p, w, z, i, j, x); see `midpoint_state_kernel` for what is asked of them.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin
from linkwork.places.layout_kernel import COORDINATES, MASS_AT, MASS_NUMBERS, MASSES, RHS, Q, V, X
from linkwork.system.modal.modal_layout_kernel import (
    BODIES,
    BODIES_AT,
    BODY,
    BODY_RECORD,
    COLUMN,
    CURVED,
    MASS_NUMBER,
    MODES,
    NUMBERS,
)
from linkwork.system.modal.planar_shapes_kernel import (
    change_of_inertia,
    couplings,
    in_world,
    inertia_slope,
    mode_mass,
    moved_mass,
    spin_coupling,
)
from linkwork.system.modal.shape_integrals_kernel import mixed_sum, modal_sum, pair_sum, room_of, table_of
from linkwork.system.planar import midpoint_kernel as rigid

shift_rigid = njit(rigid.shift)
rigid_to_centres = njit(rigid.to_centres)
take_out_rigid_spin = njit(rigid.take_out_spin)

MASS = 4  # numbers of a mass: m, its centre, its inertia about that
GAUSS = 0.28867513459481287  # of the step, from its middle to Gauss' points


@njit
def centre_moved(k, p, record, z, q, first, share):
    """(C + share q D) times the numbers at z[first], in the axes of the body; the modes lie at z[q]."""
    at, curved = couplings(k, record)[0], k[record + CURVED]
    x, y = modal_sum(k, p, record, at, 2, z, first), modal_sum(k, p, record, at + 1, 2, z, first)
    if curved > 0:
        x += share * mixed_sum(k, p, record, curved, 2, z, q, first)
        y += share * mixed_sum(k, p, record, curved + 1, 2, z, q, first)
    return x, y


@njit
def shift_body(z, i, j, n, column, sign, moves, bx, by, fx, fy):
    """Move a body by the vector b of its frame, which changes there with f; velocities behind it, where asked."""
    angle, spin = z[i + column + 2], z[i + n + column + 2] if moves else 0.0 * bx
    c, s = cos(angle), sin(angle)
    x, y = c * bx - s * by, s * bx + c * by
    z[j + column] += sign * x
    z[j + column + 1] += sign * y
    if moves:
        z[j + n + column] += sign * (c * fx - s * fy - spin * y)
        z[j + n + column + 1] += sign * (s * fx + c * fy + spin * x)


def shift(k, p, w, z, i, j, x):
    """Coordinates at z[i] between frames and mass centres to z[j]; the sign of x is the way.

    |x| 1: places only; 2, 3: with the velocities behind them; from 4 on what a step does, as with rigid bodies.
    """
    if abs(x.real) > 3.5:
        shift_rigid(k, p, w, z, i, j, x)
        return
    n, sign, moves = k[COORDINATES], 1.0 if x.real > 0.0 else -1.0, abs(x.real) > 1.5
    zero = 0.0 * p[k[MASS_NUMBERS]]
    shift_rigid(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        m, q = p[k[MASS_NUMBERS] + MASS * k[record + MASS_NUMBER]], i + k[record + COLUMN]
        bx, by = centre_moved(k, p, record, z, q, q, 0.5)
        fx, fy = centre_moved(k, p, record, z, q, n + q, 1.0) if moves else (zero, zero)
        shift_body(z, i, j, n, 3 * k[record + BODY], sign, moves, bx / m, by / m, fx / m, fy / m)
        record += BODY_RECORD


def to_centres(k, p, w, z, i, j, x):
    """Derivatives at z[i] by the frames made those by the mass centres, at the poses of the workspace."""
    rigid_to_centres(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        m, to = p[k[MASS_NUMBERS] + MASS * k[record + MASS_NUMBER]], i + 3 * k[record + BODY]
        bx, by = moved_mass(k, p, w, record, k[Q] + k[record + COLUMN], 0.5)
        z[to + 2] += (z[to] * by - z[to + 1] * bx) / m
        for mode in range(k[record + MODES]):
            ex, ey = mode_mass(k, p, w, record, mode)
            z[i + k[record + COLUMN] + mode] -= (z[to] * ex + z[to + 1] * ey) / m
        record += BODY_RECORD


def take_out_spin(k, p, w, z, i, j, x):
    """Take the inertia forces of spin and of the modes' rates out of the negative load at z[i]."""
    take_out_rigid_spin(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        n, column, to = k[record + MODES], k[record + COLUMN], i + 3 * k[record + BODY]
        spin, rates, g = w[k[V] + 3 * k[record + BODY] + 2], k[V] + column, couplings(k, record)[4]
        dx, dy = moved_mass(k, p, w, record, k[Q] + column, 0.5)
        fx, fy = moved_mass(k, p, w, record, rates, 1.0)
        z[to] += spin * spin * dx + 2.0 * spin * fy
        z[to + 1] += spin * spin * dy - 2.0 * spin * fx
        for mode in range(n):
            slope = inertia_slope(k, p, w, record, mode)
            turning = modal_sum(k, p, record, g + mode, n, w, rates)
            turning -= modal_sum(k, p, record, g + n * mode, 1, w, rates)
            z[to + 2] -= spin * slope * w[rates + mode]
            z[i + column + mode] += 0.5 * spin * spin * slope - spin * turning
        if k[record + CURVED] > 0:
            bx = pair_sum(k, p, record, k[record + CURVED], 2, w, rates)
            by = pair_sum(k, p, record, k[record + CURVED] + 1, 2, w, rates)
            bx, by = in_world(k, w, record, bx, by)
            z[to] -= bx
            z[to + 1] -= by
            z[to + 2] -= pair_sum(k, p, record, g, 1, w, rates)
        record += BODY_RECORD


@njit
def from_centre(k, p, w, record, spin, rates):
    """m e, and m times the velocity of the centre in the frame for the spin and the rates at w[rates]."""
    at = k[MASS_NUMBERS] + MASS * k[record + MASS_NUMBER]
    dx, dy = moved_mass(k, p, w, record, k[Q] + k[record + COLUMN], 0.5)
    cx, cy = in_world(k, w, record, p[at] * p[at + 1], p[at] * p[at + 2])
    fx, fy = moved_mass(k, p, w, record, rates, 1.0)
    dx, dy = dx + cx, dy + cy
    return dx, dy, fx - spin * dy, fy + spin * dx


@njit
def add_momenta(k, p, w, record, z, i, spin, rates, factor):
    """Add the momenta of the spin and of the modes about the centre, beside those of the rigid body, to z[i]."""
    at, n = k[MASS_NUMBERS] + MASS * k[record + MASS_NUMBER], k[record + MODES]
    m, to = p[at], i + k[record + COLUMN]
    dx, dy, vx, vy = from_centre(k, p, w, record, spin, rates)
    momentum = (m * (p[at + 1] ** 2 + p[at + 2] ** 2) + change_of_inertia(k, p, w, record)) * spin
    momentum -= (dx * vy - dy * vx) / m
    for mode in range(n):
        coupling = spin_coupling(k, p, w, record, mode)
        ex, ey = mode_mass(k, p, w, record, mode)
        momentum += coupling * w[rates + mode]
        own = modal_sum(k, p, record, k[record + NUMBERS] + n * mode, 1, w, rates)
        z[to + mode] += factor * (own + coupling * spin - (ex * vx + ey * vy) / m)
    z[i + 3 * k[record + BODY] + 2] += factor * momentum


@njit
def add_slopes(k, p, w, record, z, i, spins, rates, factor):
    """Add factor times W0.(dB/dq_k) W1 of every mode at the modes of the workspace; rates of both ends at w[rates]."""
    m, n, g = p[k[MASS_NUMBERS] + MASS * k[record + MASS_NUMBER]], k[record + MODES], couplings(k, record)[4]
    one, two = spins
    _, _, ax, ay = from_centre(k, p, w, record, one, rates)
    _, _, bx, by = from_centre(k, p, w, record, two, rates + n)
    for mode in range(n):
        ex, ey = mode_mass(k, p, w, record, mode)
        px, py, qx, qy = 0.0 * ex, 0.0 * ex, 0.0 * ex, 0.0 * ex
        if k[record + CURVED] > 0:
            row = k[record + CURVED] + 2 * n * mode
            px = modal_sum(k, p, record, row, 2, w, rates)
            py = modal_sum(k, p, record, row + 1, 2, w, rates)
            qx = modal_sum(k, p, record, row, 2, w, rates + n)
            qy = modal_sum(k, p, record, row + 1, 2, w, rates + n)
            px, py = in_world(k, w, record, px, py)
            qx, qy = in_world(k, w, record, qx, qy)
        slope = one * two * inertia_slope(k, p, w, record, mode)
        slope += one * modal_sum(k, p, record, g + n * mode, 1, w, rates + n)
        slope += two * modal_sum(k, p, record, g + n * mode, 1, w, rates)
        slope -= ((px - one * ey) * bx + (py + one * ex) * by + ax * (qx - two * ey) + ay * (qy + two * ex)) / m
        z[i + k[record + COLUMN] + mode] += factor * slope


def step_inertia(k, p, w, z, i, j, x):
    """Add the inertia of a step to the forces at z[i]; its motion du lies at w[RHS], du - h V0 at w[X].

    The workspace holds the modes at the end of the step; x is its length.
    """
    for number in range(k[MASSES]):
        at, column = k[MASS_NUMBERS] + MASS * number, 3 * k[k[MASS_AT] + number]
        for axis in range(3):
            z[i + column + axis] += (p[at + 3] if axis == 2 else p[at]) * w[k[X] + column + axis]
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        n, column, turn, rates = k[record + MODES], k[record + COLUMN], 3 * k[record + BODY] + 2, room_of(k)
        q = k[Q] + column
        for mode in range(n):
            du, more = w[k[RHS] + column + mode], w[k[X] + column + mode]
            w[rates + mode], w[rates + n + mode] = (du - more) / x, (du + more) / x
        spins = (w[k[RHS] + turn] - w[k[X] + turn]) / x, (w[k[RHS] + turn] + w[k[X] + turn]) / x
        add_momenta(k, p, w, record, z, i, spins[1], rates + n, 0.5 * x)
        for place in range(3):
            share = 0.5 - GAUSS if place == 0 else 2.0 * GAUSS if place == 1 else 0.5 - GAUSS
            for mode in range(n):
                w[q + mode] -= share * w[k[RHS] + column + mode]
            if place < 2:
                add_slopes(k, p, w, record, z, i, spins, rates, -0.125 * x * x)
        add_momenta(k, p, w, record, z, i, spins[0], rates, -0.5 * x)
        record += BODY_RECORD
