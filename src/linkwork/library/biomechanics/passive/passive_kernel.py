"""Forces of limits of joints, of ligaments and of the ground on feet."""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

LIMIT_KINDS, LIMITS, FOOT_KINDS, FEET, LIGAMENTS, LIGAMENT_LAWS, UP = range(7)
"""Tables: coordinates of limits; low, high, both stiffnesses, damping, transition; bodies of spheres; their centers,
radius, stiffness, dissipation, friction, speed of transition; strength and slack length of ligaments; the pieces of
their curves; the direction away from the ground."""


@njit
def step_up(x):
    """From 0 to 1 with no slope and no bend at both ends."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    return x * x * x * (10 + x * (6 * x - 15))


@njit
def limit_force(numbers, q, u):
    """Moment of a limit: stiffness that is there from the limit on, over a transition, and damping with it."""
    low, high, soft, hard, damping, width = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
    up, down = step_up((q - high) / width), step_up((low - q) / width)
    return -hard * up * (q - high) + soft * down * (low - q) - damping * (up + down) * u


@njit
def foot_force(numbers, up, pose, twist, body, out):
    """Force of the ground on a sphere of a body and its moment about the origin of space (Hunt and Crossley 1975)."""
    x, y, z = numbers[0], numbers[1], numbers[2]
    r = pose[body]
    sx = r[0] * x + r[1] * y + r[2] * z
    sy = r[3] * x + r[4] * y + r[5] * z
    sz = r[6] * x + r[7] * y + r[8] * z
    px, py, pz = r[9] + sx, r[10] + sy, r[11] + sz
    depth = numbers[3] - (px * up[0] + py * up[1] + pz * up[2])
    for i in range(6):
        out[i] = 0.0
    if depth <= 0.0:
        return
    # the point of touch, half as deep as the sphere
    reach = numbers[3] - 0.5 * depth
    px, py, pz = px - reach * up[0], py - reach * up[1], pz - reach * up[2]
    lx, ly, lz = px - r[9], py - r[10], pz - r[11]
    w = twist[body]
    vx = w[6] + w[1] * lz - w[2] * ly
    vy = w[7] + w[2] * lx - w[0] * lz
    vz = w[8] + w[0] * ly - w[1] * lx
    rising = vx * up[0] + vy * up[1] + vz * up[2]
    normal = numbers[4] * depth * math.sqrt(depth) * max(0.0, 1 - 1.5 * numbers[5] * rising)
    tx, ty, tz = vx - rising * up[0], vy - rising * up[1], vz - rising * up[2]
    slip = math.sqrt(tx * tx + ty * ty + tz * tz + 1e-24)  # 1e-12 m/s: 0/0 without slip
    friction = numbers[6] * normal * math.tanh(slip / numbers[7]) / slip
    fx, fy, fz = normal * up[0] - friction * tx, normal * up[1] - friction * ty, normal * up[2] - friction * tz
    out[0], out[1], out[2] = fx, fy, fz
    out[3], out[4], out[5] = py * fz - pz * fy, pz * fx - px * fz, px * fy - py * fx
