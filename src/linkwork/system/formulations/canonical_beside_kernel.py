"""Momenta beside a singular position: the nearest state on the constraints, and which rates they have there.

There the errors that passes leave of the constraints would be divided by a grip that vanishes. With pi = M v +
Phi_q' sigma the velocities are those on the constraints that are nearest to M^-1 pi in the metric of the masses, and
sigma is what is left over. Multipliers may grow without bound on the way: sigma is kept there, and pi' has those that
the accelerations need.

So rates beside such a position are others than elsewhere, and a step has one kind of them with all that belongs to it,
also what is evaluated at its end for its interpolant. When the kind changes a fresh start is asked for.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    MASS_SCALE,
    RHS,
    STATE,
    STATES,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    add_step,
    load_right_side,
    move_bodies,
    solve_plain,
    take_solution,
)
from linkwork.system.constraints.grip_kernel import MORE, is_near
from linkwork.system.dynamics.dynamics_kernel import factor_projection, in_contact, project, subtract_rows
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS, ask_for_fresh_start, own

# own numbers (`rooms`): end of the last step, whether it ran beside a singular position, whether one was near then
UNTIL, RAN, MARKED = range(3)
LONG_AGO = -1e300  # there was no step since the start


@njit
def kinds(k):
    """Where it is kept which rates the steps have."""
    return own(k) + OWN_NUMBERS + 2 * k[COORDINATES] + 3 * k[EQUATIONS]


@njit
def ran_beside(k, w):
    """Whether the last step had the rates beside a singular position."""
    return w[kinds(k) + RAN].real > 0.0


@njit
def is_beside(k, w, t):
    """Whether the rates at a time are those: up to the end of the last step as in that step, unless it is taken again;
    what touches is put right by itself.
    """
    if in_contact(k, w):
        return False
    at = kinds(k)
    if t.real <= w[at + UNTIL].real and (w[at + MARKED].real > 0.0) == is_near(k, w):
        return ran_beside(k, w)
    return is_near(k, w)


@njit
def runs_beside(k, w, t):
    """The same of a stage of the integrator, which is remembered of its step."""
    beside = is_beside(k, w, t)
    w[kinds(k) + RAN] = 1.0 if beside else 0.0
    return beside


@njit
def end_kind(k, w, t):
    """A step has ended; rates of another kind need a fresh start."""
    at = kinds(k)
    w[at + UNTIL], w[at + MARKED] = t.real, 1.0 if is_near(k, w) else 0.0
    if w[at + MARKED].real != w[at + RAN].real and not in_contact(k, w):
        ask_for_fresh_start(k, w)


@njit
def begin_kind(k, w):
    """There is no step behind."""
    w[kinds(k) + UNTIL] = LONG_AGO


@njit
def nearest_momenta(k, p, w, t, y):
    """Coordinates and velocities beside a singular position, sigma behind the unknowns; false where there are none."""
    n, m, scale, mass, sigma = k[COORDINATES], k[EQUATIONS], k[COLUMN_SCALE], p[k[MASS_SCALE]], own(k) + OWN_NUMBERS
    for i in range(n):
        w[k[Q] + i] = y[i]
        w[k[V] + i] = 0.0
    for i in range(k[STATES]):
        w[k[STATE] + i] = y[2 * n + i]
    if not project(k, p, w, t):
        return False
    factor_projection(k, p, w)
    load_right_side(k, p, w, 1)
    for column in range(n):
        w[k[RHS] + column] = y[n + column] * p[scale + column] / mass
    solve_plain(k, w)
    take_solution(k, p, w, k[V])
    for row in range(m):
        w[sigma + row] = w[k[X] + n + row]
    for _ in range(MORE):
        load_right_side(k, p, w, 1)
        subtract_rows(k, p, w)
        solve_plain(k, w)
        add_step(k, p, w, k[V], 1.0)
        for row in range(m):
            w[sigma + row] += w[k[X] + n + row]
    for row in range(m):
        w[k[X] + n + row] = w[sigma + row]
    move_bodies(k, w)
    return True
