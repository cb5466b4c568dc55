"""Formulations "direct" and "projection": accelerations and multipliers from the whole system (Haug 6.3.18).

The parts of a formulation are described in `formulation_kernel`.
"""

from __future__ import annotations

from linkwork.places.layout_kernel import EQUATIONS, FACTOR, PATTERN
from linkwork.system.constraints.grip_kernel import keep_grip, least_pivot, load_beside, tell_motion
from linkwork.system.dynamics.dynamics_kernel import SOFT, accelerate, project
from linkwork.system.dynamics.state_kernel import load_state, save_state, store_rates


def multipliers_rate(k, p, w, t, y, dy):
    """Right-hand side of the equations of motion."""
    load_beside(k, p, w, t, y)
    accelerate(k, p, w, t)
    tell_motion(k, w, t)
    store_rates(k, w, dy)


def projected(k, p, w, t, y, out):
    """Position and velocity onto the constraints by the shortest way in the metric of the masses."""
    load_state(k, w, y)
    good = project(k, p, w, t)
    keep_grip(k, w, least_pivot(k, k[PATTERN], w, k[FACTOR], SOFT) if k[EQUATIONS] > 0 else 0.0)
    save_state(k, w, out)
    if not good:
        out[0] = 0.0 * t + float("nan")
