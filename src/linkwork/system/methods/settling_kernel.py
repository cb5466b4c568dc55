"""Settling: motion at a frozen time with every momentum damped, M a + Phi_q' lambda = Q - c M v.

Where the constraints stand still, -c v fulfils them, so that the accelerations are those without it less c v.
"""

from __future__ import annotations

from linkwork.places.layout_kernel import COORDINATES, FLOATS, A, V
from linkwork.system.dynamics.dynamics_kernel import accelerate, project
from linkwork.system.dynamics.state_kernel import load_state, save_state, store_rates

MOMENT, DRAG = 14, 15  # single numbers in the workspace: the frozen time, the added damping in 1/s


def settling_rate(k, p, w, t, y, dy):
    """Right-hand side at the frozen time, damped."""
    load_state(k, w, y)
    accelerate(k, p, w, w[k[FLOATS] + MOMENT])
    drag = w[k[FLOATS] + DRAG]
    for column in range(k[COORDINATES]):
        w[k[A] + column] -= drag * w[k[V] + column]
    store_rates(k, w, dy)


def settling_correct(k, p, w, t, y, out):
    """Onto the constraints of the frozen time."""
    load_state(k, w, y)
    good = project(k, p, w, w[k[FLOATS] + MOMENT])
    save_state(k, w, out)
    if not good:
        out[0] = 0.0 * t + float("nan")
