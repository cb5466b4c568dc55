"""Newton's matrix of a step of the generalised-alpha method on the pattern of a large system.

Unknowns, equations and their scaling are those of `alpha_state_kernel`; the tangent has the stiffness, with the damping
that goes with the step length at which it was made.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import ATOL, EVALUATIONS, OWN_TABLE, RTOL, TRIAL
from linkwork.numerics.jit import njit, part
from linkwork.numerics.sparse import lu_kernel
from linkwork.places.layout_kernel import COLUMN_SCALE, COORDINATES, MOTION, STATE, Q
from linkwork.system.constraints.equations_kernel import evaluate, load_jacobian
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.methods.alpha_state_kernel import RATE1, blocks, coefficients, early_shares, vector
from linkwork.system.methods.step_iteration_kernel import INCREMENT
from linkwork.system.tangent.layout_kernel import (
    COLOURS,
    ENTRIES,
    FACTOR_ROOM,
    FACTOR_TABLE,
    KIND,
    OF_MOTION,
    OF_STATE,
    OWN_STATES,
)
from linkwork.system.tangent.newton_matrix_kernel import load_entries
from linkwork.system.tangent.tangent_kernel import POSITIONS, make_tangent, steps_at


@njit
def make_sparse_tangent(k, p, w, z, s, t, h):
    """Derivatives of the equations of motion by the coordinates, velocities going with them, and by own states."""
    n, at = k[COORDINATES], s[OWN_TABLE]
    size, multipliers, _, tangent, _, _, _, base = blocks(z, s)
    _, _, b, g = coefficients(z, s)
    room = base + 2 * size
    steps = steps_at(k, s, at, room)
    load_state(k, w, part(z, s[TRIAL]))
    for i in range(n):
        z[steps + i] = (w[k[Q] + i] + INCREMENT * p[k[COLUMN_SCALE] + i].real) - w[k[Q] + i]
    for i in range(s[at + OWN_STATES]):
        # an own state at zero is as large as its tolerances say; without a relative one 0.01
        least = z[s[ATOL] + 2 * n + i].real / z[RTOL].real if z[RTOL].real > 0.0 else 1e-2
        value = w[k[STATE] + i]
        z[steps + n + i] = (value + INCREMENT * max(abs(value.real), least)) - value
    acceleration = vector(s, RATE1) + n
    make_tangent(k, p, w, z, s, at, t, acceleration, multipliers, tangent, room, POSITIONS, g / (b * h), -1)
    load_state(k, w, part(z, s[TRIAL]))
    evaluate(k, p, w, MOTION, t)
    s[EVALUATIONS] += s[at + COLOURS]


@njit
def make_sparse_matrix(k, p, w, z, s, h):
    """Newton's matrix for the step length h, with the rows and masses just evaluated; factored."""
    at = s[OWN_TABLE]
    _, _, _, tangent, matrix, factor, _, _ = blocks(z, s)
    am, af, b, _ = coefficients(z, s)
    late = 1.0 - early_shares(z, s)[1]
    load_jacobian(k, p, w)
    load_entries(k, w, s, at, part(z, matrix), (1.0 - am) / (1.0 - af))
    kind = at + s[at + KIND]
    for i in range(s[at + ENTRIES]):
        if s[kind + i] == OF_MOTION:
            z[matrix + i] += b * h * h * z[tangent + i]
        elif s[kind + i] == OF_STATE:
            z[matrix + i] += late * h * z[tangent + i]
    table, room = at + s[at + FACTOR_TABLE], at + s[at + FACTOR_ROOM]
    return lu_kernel.factor(s, table, room, part(z, matrix), part(z, factor))


@njit
def solve_sparse(z, s):
    """The residual replaced by what Newton's matrix makes of it."""
    at = s[OWN_TABLE]
    size, _, _, _, _, factor, side, base = blocks(z, s)
    solution = base + size
    table, room = at + s[at + FACTOR_TABLE], at + s[at + FACTOR_ROOM]
    lu_kernel.solve(s, table, room, part(z, factor), part(z, side), part(z, solution))
    for i in range(size):
        z[side + i] = z[solution + i]
