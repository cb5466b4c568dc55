"""A frame on a planar body with modes: its pose, its twist, what its acceleration owes to velocities, projections.

With the place s = s_0 + S q + q B q / 2 and the turn R q of the frame in the body's frame, rho = A s:

    r_f = r + rho,                         phi_f = phi + R q
    v_f = v + omega B rho + A S q',        omega_f = omega + R q'          (B: a quarter turn)
    a_f = J a - omega^2 rho + 2 omega B A S q' + A (q' B q')

Its numbers in p: s_0, then S_x, S_y, R of every mode, and behind them B of every pair where there is any; S is that of
the modes as they are, S + B q.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin
from linkwork.system.modal.modal_layout_kernel import (
    FRAME_CURVED,
    FRAME_MODES,
    FRAME_NUMBERS,
    MODE_POSE,
    MODE_TWIST,
    OWNER_POSE,
    OWNER_TWIST,
    POSE_OF,
    TWIST_OF,
)


@njit
def once(k, p, f, mode, values, first):
    """B of a mode times those at values[first]."""
    n = k[f + FRAME_MODES]
    at = k[f + FRAME_CURVED] + 2 * n * mode
    x, y = 0.0 * p[at], 0.0 * p[at]
    for other in range(n):
        x += p[at + 2 * other] * values[first + other]
        y += p[at + 2 * other + 1] * values[first + other]
    return x, y


@njit
def twice(k, p, f, values, first):
    """B against the modes at values[first] twice."""
    x, y = 0.0 * p[k[f + FRAME_CURVED]], 0.0 * p[k[f + FRAME_CURVED]]
    for mode in range(k[f + FRAME_MODES]):
        bx, by = once(k, p, f, mode, values, first)
        x += values[first + mode] * bx
        y += values[first + mode] * by
    return x, y


@njit
def bending(k, p, pose, twist, f):
    """A (q' B q')."""
    x, y = 0.0 * p[k[f + FRAME_NUMBERS]], 0.0 * p[k[f + FRAME_NUMBERS]]
    if k[f + FRAME_CURVED] > 0:
        x, y = twice(k, p, f, twist, k[f + MODE_TWIST])
    c, s = pose[k[f + OWNER_POSE] + 3], pose[k[f + OWNER_POSE] + 4]
    return c * x - s * y, s * x + c * y


@njit
def arm(k, p, pose, f):
    """rho, and the turn of the frame in its body."""
    owner, at, q = k[f + OWNER_POSE], k[f + FRAME_NUMBERS], k[f + MODE_POSE]
    x, y, turn = p[at], p[at + 1], 0.0 * p[at]
    for mode in range(k[f + FRAME_MODES]):
        at_mode = at + 2 + 3 * mode
        x += p[at_mode] * pose[q + mode]
        y += p[at_mode + 1] * pose[q + mode]
        turn += p[at_mode + 2] * pose[q + mode]
    if k[f + FRAME_CURVED] > 0:
        bx, by = twice(k, p, f, pose, q)
        x, y = x + 0.5 * bx, y + 0.5 * by
    c, s = pose[owner + 3], pose[owner + 4]
    return c * x - s * y, s * x + c * y, turn


@njit
def shape(k, p, pose, f, mode):
    """A S and R of one mode."""
    owner, at = k[f + OWNER_POSE], k[f + FRAME_NUMBERS] + 2 + 3 * mode
    x, y = p[at], p[at + 1]
    if k[f + FRAME_CURVED] > 0:
        bx, by = once(k, p, f, mode, pose, k[f + MODE_POSE])
        x, y = x + bx, y + by
    c, s = pose[owner + 3], pose[owner + 4]
    return c * x - s * y, s * x + c * y, p[at + 2]


@njit
def flow(k, p, pose, twist, f):
    """A S q' and R q'."""
    x, y, turn = 0.0 * p[k[f + FRAME_NUMBERS]], 0.0 * p[k[f + FRAME_NUMBERS]], 0.0 * p[k[f + FRAME_NUMBERS]]
    for mode in range(k[f + FRAME_MODES]):
        rate = twist[k[f + MODE_TWIST] + mode]
        sx, sy, turning = shape(k, p, pose, f, mode)
        x += sx * rate
        y += sy * rate
        turn += turning * rate
    return x, y, turn


@njit
def place_frame(k, p, pose, f):
    """The pose of the frame into its slot."""
    owner, to = k[f + OWNER_POSE], k[f + POSE_OF]
    x, y, turn = arm(k, p, pose, f)
    angle = pose[owner + 2] + turn
    pose[to], pose[to + 1], pose[to + 2] = pose[owner] + x, pose[owner + 1] + y, angle
    pose[to + 3], pose[to + 4] = cos(angle), sin(angle)


@njit
def move_frame(k, p, pose, twist, f):
    """The twist of the frame into its slot."""
    owner, to = k[f + OWNER_TWIST], k[f + TWIST_OF]
    rx, ry, _ = arm(k, p, pose, f)
    x, y, turn = flow(k, p, pose, twist, f)
    spin = twist[owner + 2]
    twist[to], twist[to + 1] = twist[owner] - spin * ry + x, twist[owner + 1] + spin * rx + y
    twist[to + 2] = spin + turn


@njit
def bias(k, p, pose, twist, f):
    """The part of the frame's acceleration that depends on velocities; the angle has none."""
    rx, ry, _ = arm(k, p, pose, f)
    x, y, _ = flow(k, p, pose, twist, f)
    bx, by = bending(k, p, pose, twist, f)
    spin = twist[k[f + OWNER_TWIST] + 2]
    return bx - spin * spin * rx - 2.0 * spin * y, by - spin * spin * ry + 2.0 * spin * x
