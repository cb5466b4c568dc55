"""Plain coordinates: those of the results. In the plane they are the coordinates of the equations.

In space the equations have a chart of every orientation; results have its rotation vector and body angular velocities.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import COORDINATES, FUNCTIONS, GIVE, RECENTRE_MOTION, STATES, TAKE
from linkwork.system.dynamics.state_kernel import load_state


@njit
def take_plain(k, p, w, q, v):
    """Plain coordinates and velocities into the workspace."""
    call_world(k[k[FUNCTIONS] + TAKE], k, p, w, part(q, 0), 0, 0, 0.0 * w[0])
    call_world(k[k[FUNCTIONS] + TAKE], k, p, w, part(v, 0), 1, 0, 0.0 * w[0])


@njit
def give_plain(k, p, w, q, v, a):
    """Plain coordinates, velocities and accelerations of the workspace."""
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(q, 0), 0, 0, 0.0 * w[0])
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(v, 0), 1, 0, 0.0 * w[0])
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(a, 0), 2, 0, 0.0 * w[0])


def plain_state(k, p, w, t, y, out):
    """A state of coordinates, velocities and own states with plain coordinates and velocities."""
    load_state(k, w, y)
    n = k[COORDINATES]
    for i in range(2 * n + k[STATES]):
        out[i] = y[i]
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, out, 0, 0, 0.0 * t)
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(out, n), 1, 0, 0.0 * t)


@njit
def give_position(k, p, w, q):
    """Plain coordinates of the workspace."""
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(q, 0), 0, 0, 0.0 * w[0])


@njit
def give_accelerations(k, p, w, a):
    """Plain accelerations of the workspace."""
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(a, 0), 2, 0, 0.0 * w[0])


@njit
def recentre_motion(k, p, w):
    """New references for all charts, with coordinates, velocities and accelerations of the workspace."""
    call_world(k[k[FUNCTIONS] + RECENTRE_MOTION], k, p, w, w, 0, 0, 0.0 * w[0])
