"""Velocities, spins and offsets of bodies as vectors of three numbers along axes, in the plane as in space.

This is where the time-stepping asks which of both it is in: in the plane the third axis is that of the angle, so that
one set of formulas serves both. The vectors stay in registers; functions called by address would put them into tables
for every body and contact of every sweep.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.vectors_kernel import into_body, into_world, point_at, put, vector
from linkwork.places.layout_kernel import COLUMNS, MASS_NUMBERS, POSE, POSE_SIZE
from linkwork.places.spatial.layout_kernel import MASS
from linkwork.places.spatial.layout_kernel import POSE_SIZE as SPATIAL_POSE
from linkwork.system.stepping.layout_kernel import MASS_OF_AT, table


@njit
def in_space(k):
    """Whether a body has six columns."""
    return k[COLUMNS] == 6


@njit
def mass_of(k, body):
    """The place of a body among the masses, -1 for none."""
    return k[table(k, MASS_OF_AT) + body]


@njit
def mass_at(k, number):
    """Where the numbers of a mass begin in p: its mass first."""
    return k[MASS_NUMBERS] + (MASS if in_space(k) else 4) * number


@njit
def offset_of(k, p, w, body):
    """From the body's origin to its mass centre, at the pose of the workspace."""
    number = mass_of(k, body)
    if number < 0:
        return 0.0, 0.0, 0.0
    if in_space(k):
        return into_world(part(w, k[POSE]), SPATIAL_POSE * body, vector(p, k[MASS_NUMBERS] + MASS * number + 1))
    at, pose = k[MASS_NUMBERS] + 4 * number, k[POSE] + POSE_SIZE * body
    x, y, c, s = p[at + 1], p[at + 2], w[pose + 3], w[pose + 4]
    return c * x - s * y, s * x + c * y, 0.0


@njit
def to_world(k, w, body, u):
    """A vector of the body in world axes."""
    if in_space(k):
        return into_world(part(w, k[POSE]), SPATIAL_POSE * body, u)
    return u


@njit
def to_body(k, w, body, u):
    """A vector of the world in body axes; in the plane only the third one is asked for."""
    if in_space(k):
        return into_body(part(w, k[POSE]), SPATIAL_POSE * body, u)
    return u


@njit
def columns_of(k, w, where, body):
    """Velocity of the origin in the world and spin in body axes from the columns of a body."""
    if in_space(k):
        at = where + 6 * (body - 1)
        return vector(w, at), vector(w, at + 3)
    at = where + 3 * (body - 1)
    return (w[at], w[at + 1], 0.0), (0.0, 0.0, w[at + 2])


@njit
def put_columns(k, w, where, body, u, spin):
    """The same back."""
    if in_space(k):
        at = where + 6 * (body - 1)
        put(w, at, u)
        put(w, at + 3, spin)
        return
    at = where + 3 * (body - 1)
    w[at], w[at + 1], w[at + 2] = u[0], u[1], spin[2]


@njit
def origin_of(k, w, body):
    """Place of a body's origin."""
    if in_space(k):
        return vector(w, k[POSE] + SPATIAL_POSE * body)
    at = k[POSE] + POSE_SIZE * body
    return w[at], w[at + 1], 0.0


@njit
def point_of(k, w, body, u):
    """Where a point of a body is in the world."""
    if in_space(k):
        return point_at(part(w, k[POSE]), SPATIAL_POSE * body, u)
    at = k[POSE] + POSE_SIZE * body
    c, s = w[at + 3], w[at + 4]
    return w[at] + c * u[0] - s * u[1], w[at + 1] + s * u[0] + c * u[1], 0.0
