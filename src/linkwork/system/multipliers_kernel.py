"""Formulations "direct" and "projection": accelerations and multipliers from the whole system (Haug 6.3.18).

The parts of a formulation are described in `formulation_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.dynamics_kernel import accelerate, project
from linkwork.system.state_kernel import load_state, save_state, store_rates

FAR = 0.1  # a projection this long (model lengths, radians) means that the step is worthless
TINY = 1e-13  # a shorter one changes nothing


@njit
def onto_constraints(k, p, w, t):
    """Project until the position no longer changes; false when it runs away."""
    for _ in range(4):
        size = project(k, p, w, t)
        if not size < FAR:
            return False
        if size < TINY:
            break
    return True


def multipliers_rate(k, p, w, t, y, dy):
    """Right-hand side of the equations of motion."""
    load_state(k, w, y)
    accelerate(k, p, w, t)
    store_rates(k, w, dy)


def projected(k, p, w, t, y, out):
    """Position and velocity onto the constraints by the shortest way in the metric of the masses."""
    load_state(k, w, y)
    good = onto_constraints(k, p, w, t)
    save_state(k, w, out)
    if not good:
        out[0] = 0.0 * t + float("nan")
