"""Accelerations at a singular position: the equations have none there, but the motion that is stepped over it has."""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrators.integrator_kernel import dense
from linkwork.numerics.integrators.integrator_state_kernel import T_OLD, T
from linkwork.numerics.jit import call_rate, njit
from linkwork.places.layout_kernel import COORDINATES
from linkwork.system.formulations.formulation_kernel import PASSING_STEP, PASSING_TIME, own
from linkwork.system.loop.simulation_state_kernel import OBSERVE

PLACES, WEIGHTS = 16.0, np.array([0.0, 45.0, -9.0, 1.0]) / 60.0  # of differences, on a step in as many parts
BESIDE = 0.1  # of the step over it: so far accelerations are those of the motion, not of the equations


@njit
def is_beside(k, w, t):
    """Whether a time is so close to that of the last singular position that the equations are of no use there."""
    step = w[own(k) + PASSING_STEP].real
    return step > 0.0 and abs(t.real - w[own(k) + PASSING_TIME].real) < BESIDE * step


@njit
def accelerations_of_motion(k, p, w, z, s, state, t, y, plain, out):
    """Accelerations at a time inside the last step, as the rate at which velocities change there; false where it has
    no room. Differences over seven places: exact for polynomials of degree six. The workspace is left at that time.
    """
    n, apart = k[COORDINATES], (z[T] - z[T_OLD]) / PLACES
    if t.real - 3.0 * apart.real < z[T_OLD].real or t.real + 3.0 * apart.real > z[T].real:
        return False
    for i in range(n):
        out[i] = 0.0 * t
    for place in range(-3, 4):
        if place != 0:
            weight = WEIGHTS[abs(place)] * (1.0 if place > 0 else -1.0)
            dense(z, s, t + place * apart, y)
            call_rate(state[OBSERVE], k, p, w, t + place * apart, y, plain)
            for i in range(n):
                out[i] += weight * plain[n + i] / apart
    dense(z, s, t, y)
    call_rate(state[OBSERVE], k, p, w, t, y, plain)
    return True
