"""Formulation "baumgarte": constraint errors die out like a damped oscillator (Haug 7.3.4).

    Phi_q a = gamma - 2 alpha Phidot - beta^2 Phi

Reactions at output times are solved for with the plain gamma, so that they hold no stabilising forces.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    FIRST_ROW,
    OUT,
    OUT_AT,
    RECORD,
    RHS,
    ROW_SCALE,
    ROWS,
)
from linkwork.system.constraints.equations_kernel import factor_motion, row_speed, solve_exactly, solve_smoothly
from linkwork.system.constraints.grip_kernel import load_beside, tell_motion
from linkwork.system.dynamics.dynamics_kernel import ACCURACY, load_motion, take_motion
from linkwork.system.dynamics.state_kernel import store_rates
from linkwork.system.formulations.formulation_kernel import option

ALPHA, BETA = 0, 1  # options, 1/s


@njit
def add_stabilisation(k, p, w, damping, stiffness):
    """Take damping Phidot + stiffness Phi, scaled, from the right-hand side of the constraint rows."""
    rhs, record, scale = k[RHS] + k[COORDINATES], k[ELEMENT_AT], k[ROW_SCALE]
    for _ in range(k[ELEMENTS]):
        rows, first = k[record + ROWS], k[record + FIRST_ROW]
        source = k[OUT] + k[record + OUT_AT]
        for row in range(rows):
            rate = row_speed(k, w, record, row) - w[source + rows + row]
            error = damping * rate + stiffness * w[source + row]
            w[rhs + first + row] -= error * p[scale + first + row]
        record += RECORD


@njit
def accelerate_stabilised(k, p, w, t, alpha, beta):
    """Accelerations with Baumgarte's terms."""
    load_motion(k, p, w, t)
    add_stabilisation(k, p, w, 2.0 * alpha, beta * beta)
    if factor_motion(k, p, w) > 0:
        solve_smoothly(k, w)
    else:
        solve_exactly(k, w, ACCURACY)
    take_motion(k, p, w)


def baumgarte_rate(k, p, w, t, y, dy):
    """Right-hand side with Baumgarte's terms."""
    load_beside(k, p, w, t, y)
    accelerate_stabilised(k, p, w, t, option(k, w, ALPHA), option(k, w, BETA))
    tell_motion(k, w, t)
    store_rates(k, w, dy)
