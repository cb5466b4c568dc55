"""Formulation "multipliers": accelerations and multipliers from the whole system (Haug 6.3.18), with projection.

A formulation has three parts, all called by address with the signature of a right-hand side:

    rate(k, p, w, t, y, dy)       the rates of the state y
    correct(k, p, w, t, y, out)   y of an accepted step brought back onto the constraints; out[0] NaN when that fails
    observe(k, p, w, t, y, out)   coordinates, velocities and own states that belong to y at an output time, likewise
"""

from __future__ import annotations

from linkwork.system.dynamics_kernel import accelerate, project
from linkwork.system.state_kernel import load_state, save_state, store_rates


def multipliers_rate(k, p, w, t, y, dy):
    """Right-hand side of the equations of motion."""
    load_state(k, w, y)
    accelerate(k, p, w, t)
    store_rates(k, w, dy)


def projected(k, p, w, t, y, out):
    """Position and velocity onto the constraints by the shortest way in the metric of the masses."""
    load_state(k, w, y)
    good = project(k, p, w, t)
    save_state(k, w, out)
    if not good:
        out[0] = 0.0 * t + float("nan")
