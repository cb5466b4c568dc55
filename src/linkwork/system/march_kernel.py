"""March: integrate a motion to a time without writing output on the way; a variant with frozen time and added damping.

The right-hand side and the correction are those of a formulation (see `multipliers_kernel`), called by address.
"""

from __future__ import annotations

from linkwork.numerics.integrator_kernel import revise, step
from linkwork.numerics.integrator_state_kernel import ACCEPTED, AT_STOP, T, Y
from linkwork.numerics.jit import call_rate, njit, part
from linkwork.system.dynamics_kernel import accelerate
from linkwork.system.layout_kernel import COORDINATES, FLOATS, A, V
from linkwork.system.multipliers_kernel import onto_constraints
from linkwork.system.state_kernel import load_state, save_state, store_rates

MOMENT, DRAG = 14, 15  # single numbers in the workspace: the frozen time, the added damping in 1/s
RUNNING, ARRIVED, FAILED = range(3)


@njit
def march(k_table, p_table, w_table, z, s, rate, correct, scratch, budget):
    """Up to `budget` corrected steps; tells whether the stop is reached."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for _ in range(budget):
        status = step(rate, k, p, w, z, s)
        if status == AT_STOP:
            return ARRIVED
        if status != ACCEPTED:
            return FAILED
        call_rate(correct, k, p, w, z[T], part(z, s[Y]), part(scratch, 0))
        if not abs(scratch[0].real) < 1e300:
            return FAILED
        revise(z, s, scratch)
    return RUNNING


def settling_rate(k, p, w, t, y, dy):
    """Motion at a frozen time with every momentum damped: M a + Phi_q' lambda = Q - c M v.

    Where the constraints stand still, -c v fulfils them, so that the accelerations are those without it less c v.
    """
    load_state(k, w, y)
    accelerate(k, p, w, w[k[FLOATS] + MOMENT])
    drag = w[k[FLOATS] + DRAG]
    for column in range(k[COORDINATES]):
        w[k[A] + column] -= drag * w[k[V] + column]
    store_rates(k, w, dy)


def settling_correct(k, p, w, t, y, out):
    """Onto the constraints of the frozen time."""
    load_state(k, w, y)
    good = onto_constraints(k, p, w, w[k[FLOATS] + MOMENT])
    save_state(k, w, out)
    if not good:
        out[0] = 0.0 * t + float("nan")
