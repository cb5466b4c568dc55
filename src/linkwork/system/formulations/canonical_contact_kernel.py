"""Closed points and rubbing joints in the canonical formulation.

Their forces N' h act on the momenta as any others do; h follows from the accelerations, as in "projection". What the
integration leaves of gaps and of velocities that are held is taken away after every step: the state goes the shortest
way onto constraints and contacts, sigma stays, and the momenta M v + Phi_q' sigma are taken there.
"""

from __future__ import annotations

from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import number
from linkwork.numerics.jit import njit
from linkwork.numerics.ldl_kernel import multiply_residual
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    EQUATIONS,
    MASS_SCALE,
    PATTERN,
    RHS,
    STATES,
    VALUES,
    Q,
    V,
    X,
)
from linkwork.system.contact.contact_layout_kernel import PROBLEM_AT, ROW, ROW_I, ROW_NUMBERS, ROWS_AT
from linkwork.system.contact.rows_kernel import active, room
from linkwork.system.dynamics.dynamics_kernel import project
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS, own


@njit
def add_contact_forces(k, w, rates):
    """Add the forces found by the last accelerations to rates of momenta."""
    h, size = number(w, room(k, PROBLEM_AT) + cone.H), k[COLUMNS]
    for row in range(active(k, w)):
        at = room(k, ROWS_AT) + ROW * row
        numbers = int(w[at + ROW_NUMBERS].real)
        for end in range(2):
            column = int(w[at + ROW_I + end].real)
            if column >= 0:
                for i in range(size):
                    rates[column + i] += w[h + row] * w[numbers + size * end + i]


@njit
def settle(k, p, w, t):
    """The state of the workspace onto constraints and contacts, its scaled sigma kept; false when that fails."""
    n, m = k[COORDINATES], k[EQUATIONS]
    kept = own(k) + OWN_NUMBERS + 2 * (n + m)
    for row in range(m):
        w[kept + row] = w[k[X] + n + row]
    if not project(k, p, w, t):
        return False
    for row in range(m):
        w[k[X] + n + row] = w[kept + row]
    return True


@njit
def store_settled(k, p, w, out):
    """Coordinates and momenta M v + Phi_q' sigma after `settle` into out, with no constraint errors."""
    n, m, scale, mass = k[COORDINATES], k[EQUATIONS], k[COLUMN_SCALE], p[k[MASS_SCALE]]
    solved = own(k) + OWN_NUMBERS
    for i in range(n + m):
        w[k[RHS] + i] = 0.0
    for i in range(n):
        w[k[X] + i] = w[k[V] + i] / p[scale + i]
    multiply_residual(k, k[PATTERN], w, k[VALUES], k[RHS], k[X], solved)
    for i in range(n):
        out[i] = w[k[Q] + i]
        out[n + i] = -w[solved + i] * mass / p[scale + i]
    for row in range(m):
        out[2 * n + k[STATES] + row] = 0.0 * w[k[Q]]
