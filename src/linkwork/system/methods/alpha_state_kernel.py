"""Where the generalised-alpha method keeps its numbers, its coefficients, and its residual.

Unknown of a step is the change of the coordinates; velocities and accelerations follow it (Arnold, Bruls: Convergence
of the generalized-alpha scheme for constrained mechanical systems, Multibody Syst. Dyn. 18 (2007) 185):

    (1 - am) a1 + am a0 = (1 - af) v1' + af v0',  v1 = v0 + h ((1 - g) a0 + g a1),
    q1 = q0 + h v0 + h^2 ((1/2 - b) a0 + b a1),   M v1' + Phi_q' lambda = Q,  Phi = 0

With am = af = 0, b = g = 1 and nothing of a0 that is backward Euler, q1 = q0 + h v1, v1 = v0 + h v1'.

The equations of motion are multiplied by b h^2 and the multipliers scaled likewise, so that the matrix stays as well
conditioned as the mechanism when h becomes small (Bottasso, Dopico, Trainelli 2008).
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import EVALUATIONS, EXTRA, OWN, OWN_TABLE, SIZE, TRIAL, Y_OLD
from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    LOAD,
    MASS_SCALE,
    MOTION,
    MULTIPLIERS,
    QUADRATURES,
    ROW_SCALE,
    STATE_RATE,
    STATES,
)
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.dynamics.state_kernel import load_state, store_powers
from linkwork.system.methods.newton_kernel import add_inertia, add_row_forces, copy_values
from linkwork.system.tangent.layout_kernel import ENTRIES, FACTOR_NUMBERS

RHO, FIXED, COLUMNS, EQUATION_COUNT = range(4)  # settings: damping, fixed step or not, coordinates, equations
H_FACTORED, H_TANGENT, THETA, CONVERGENCE, H_BEFORE = range(4, 9)
DISTRUST = 9  # for so many steps the matrix of an earlier step is not used
REST = 10  # what a fixed step that was cut has left of its length
NUMBERS = 11
EULER = -1.0  # in the place of the spectral radius: backward Euler

# The method's own vectors, each as long as y: the first half of most belongs to the coordinates.
SLOPE, RATE0, RATE1, AUX0, AUX1, RATE, BEFORE = range(7)
OWN_VECTORS, SLOPE_VECTOR = 7, 0
# SLOPE: f at the accepted y. RATE0, RATE1: rates of y at the two ends of the last step. AUX0, AUX1: the auxiliary
# accelerations a there. RATE: work of the right-hand side. BEFORE: change of a in the step before, per second.


def own_numbers(coordinates: int, equations: int, states: int) -> int:
    """How many numbers the method needs beside its vectors."""
    size = coordinates + equations + states
    return NUMBERS + equations * (1 + coordinates) + 2 * size * size + 3 * size


def sparse_numbers(size: int, equations: int, entries: int, factor: int, room: int) -> int:
    """The same with a matrix on the pattern of the system."""
    return NUMBERS + equations + 2 * entries + factor + 3 * size + room


@njit
def vector(s, which):
    """Where one of the method's own vectors starts."""
    return s[OWN] + which * s[SIZE]


@njit
def blocks(z, s):
    """Size of the matrix, and where lie: multipliers, rows, tangent, matrix, pivots, residual, base residual.

    On the pattern of the system: no rows, entries instead of squares, the factor in the place of the pivots; behind the
    base residual is room for the work of the tangent.
    """
    n, m = int(z[s[EXTRA] + COLUMNS].real), int(z[s[EXTRA] + EQUATION_COUNT].real)
    size = s[SIZE] - n + m - QUADRATURES
    multipliers = s[EXTRA] + NUMBERS
    rows = multipliers + m
    if s[OWN_TABLE] > 0:
        entries, factor = s[s[OWN_TABLE] + ENTRIES], rows + 2 * s[s[OWN_TABLE] + ENTRIES]
        side = factor + s[s[OWN_TABLE] + FACTOR_NUMBERS]
        return size, multipliers, rows, rows, rows + entries, factor, side, side + size
    tangent = rows + m * n
    matrix = tangent + size * size
    pivots = matrix + size * size
    return size, multipliers, rows, tangent, matrix, pivots, pivots + size, pivots + 2 * size


@njit
def coefficients(z, s):
    """am, af, b, g of the spectral radius at infinity (Chung, Hulbert 1993)."""
    rho = z[s[EXTRA] + RHO].real
    if rho < 0.0:
        return 0.0, 0.0, 1.0, 1.0
    am, af = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    g = 0.5 + af - am
    return am, af, 0.25 * (g + 0.5) ** 2, g


@njit
def early_shares(z, s):
    """What counts of a0 in the positions, and of the rates at the start in own states: of backward Euler none."""
    if z[s[EXTRA] + RHO].real < 0.0:
        return 0.0, 0.0
    return 0.5 - coefficients(z, s)[2], 0.5


@njit
def residual(address, k, p, w, z, s, t, h, target):
    """The scaled equations at the trial state: motion, constraints, own states."""
    n, m, x = k[COORDINATES], k[EQUATIONS], k[STATES] - QUADRATURES
    multipliers = blocks(z, s)[1]
    trial, rate0, rate1 = s[TRIAL], vector(s, RATE0), vector(s, RATE1)
    s[EVALUATIONS] += 1
    load_state(k, w, part(z, trial))
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    for row in range(m):
        w[k[MULTIPLIERS] + row] = z[multipliers + row]
    store_powers(k, w)
    for i in range(k[STATES]):
        z[rate1 + 2 * n + i] = w[k[STATE_RATE] + i]
    copy_values(k, w, z, target + n)
    for i in range(n):
        z[target + i] = -w[k[LOAD] + i]
    add_inertia(k, p, w, z, rate1 + n, target, 1.0)
    add_row_forces(k, w, z, multipliers, target)
    for row in range(m):
        z[target + n + row] *= p[k[ROW_SCALE] + row]
    b, early = coefficients(z, s)[2], early_shares(z, s)[1]
    for i in range(n):
        z[target + i] *= b * h * h * p[k[COLUMN_SCALE] + i] / p[k[MASS_SCALE]]
    for i in range(x):
        at = 2 * n + i
        rise = h * (early * z[rate0 + at] + (1.0 - early) * z[rate1 + at])
        z[target + n + m + i] = z[trial + at] - z[s[Y_OLD] + at] - rise
