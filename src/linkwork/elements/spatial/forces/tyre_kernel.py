"""A tyre on a plane road: load, slip forces and aligning moment on a wheel, and the opposite on the road's body.

Road: point s_i and normal h_i of the first body. Wheel: centre s_j and axle h_j of the second. In the world n is the
normal, a the axle, d = r_jC - r_iP, S = sqrt(1 - (n . a)^2), w = (n - (n . a) a) / S up in the plane of the wheel,
e_x = a x w its heading along the road and e_y = n x e_x (left of it, for an axle that points to the left).

    loaded radius  q = n . d / S,  contact point r_jC - q w on the road
    deflection     x = R - q,  x' from the velocity V of the wheel's point there: x' = -n . V / S
    load           Fz = (k x + c x') / S where x > 0, never below zero
    velocities     V_sx = e_x . V,  V_sy = e_y . V of the tyre's surface;  V_x = V_sx + q a . (W_j - W_i) of the centre

All velocities are against the road. The loaded radius is the rolling radius. The load divided by S makes k x^2 / 2 its
exact potential. A wheel that does not spin (a body that carries it, free rolling) has no force along its heading.
Power lost: by the damper, -F . V_s, and -M_z times the yaw rate, which alone may have either sign.
"""

from __future__ import annotations

from linkwork.elements.one_sided_kernel import one_sided
from linkwork.elements.spatial.forces.tyre_slip_kernel import (
    HSRI,
    LINEAR,
    MAGIC,
    bristles,
    clipped,
    dugoff,
    magic,
    root,
)
from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, minus, plus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, sqrt
from linkwork.numerics.switch_kernel import SWITCH

RADIUS, STIFFNESS, DAMPING, FRICTION, LOW_SPEED, MODEL_AT = range(12, 18)  # behind s_i, h_i, s_j, h_j
FLAT = 1e-6  # a wheel whose plane is nearer to the road's than this does not touch it
SLIP_ANGLE, SLIP_RATIO, LOAD, ALONG, ACROSS, ALIGNING, GRIP, SATURATED = range(8)  # what it reports


@njit
def slip_forces(model, spins, p, m, memory, switch, load, limit, speed, along, across, low):
    """F_x, F_y, M_z, whether the tyre is saturated, slip ratio, slip angle."""
    smooth = sqrt(speed * speed + low * low)
    alpha = -atan(across / smooth)
    slip = along if spins else 0.0 * along
    kappa = -slip / smooth
    if model == LINEAR:
        x, y, z, saturated = clipped(p[m], p[m + 1], limit, kappa, alpha, memory, switch)
    elif model != MAGIC:
        rolling = speed - slip
        pace = sqrt(rolling * rolling + low * low)
        if model == HSRI:
            x, y, z, saturated = dugoff(p[m], p[m + 1], limit, -slip / pace, -across / pace, memory, switch)
        else:
            x, y, z, saturated = bristles(p[m], p[m + 1], p[m + 2], limit, -slip / pace, -across / pace, memory, switch)
    else:
        x, y, z, saturated = magic(p, m, load, kappa, alpha)
    return x, y, z, saturated, kappa, alpha


def tyre(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, h_i, s_j, h_j, R, k, c, mu, v0, numbers of the model; k: model, 1 when it spins, switches, report."""
    i, j, vi, vj, report = k[b], k[b + 2], k[b + 1], k[b + 3], k[b + 7]
    n, axle = into_world(pose, i, vector(p, a + 3)), into_world(pose, j, vector(p, a + 9))
    centre = into_world(pose, j, vector(p, a + 6))
    apart = minus(vector(pose, j), vector(pose, i))
    d = minus(plus(apart, centre), into_world(pose, i, vector(p, a)))
    camber = dot(n, axle)
    square = 1.0 - camber * camber
    for place in range(16):
        out[c + place] = 0.0 * camber
    for place in range(8):
        memory[report + place] = 0.0 * camber
    stands = square.real > FLAT * FLAT
    size = sqrt(square) if stands else 1.0 + 0.0 * square
    up = times(1.0 / size, minus(n, times(camber, axle)))
    heading = cross(axle, up)
    left = cross(n, heading)
    reach = dot(n, d) / size
    b_j = minus(centre, times(reach, up))
    b_i = plus(apart, b_j)
    w_i, w_j = into_world(pose, i, vector(twist, vi + 3)), into_world(pose, j, vector(twist, vj + 3))
    travel = minus(minus(vector(twist, vj), vector(twist, vi)), cross(w_i, b_i))
    velocity = plus(travel, cross(w_j, b_j))
    deflection = p[a + RADIUS] - reach if stands else -1.0 + 0.0 * size
    elastic, viscous = one_sided(
        memory,
        k[b + 6],
        1.0,
        True,
        deflection,
        p[a + STIFFNESS] * deflection,
        -p[a + DAMPING] * dot(n, velocity) / size,
    )
    load = (elastic + viscous) / size
    limit = p[a + FRICTION] * load
    along, across = dot(heading, velocity), dot(left, velocity)
    speed = along + reach * dot(axle, minus(w_j, w_i))
    x, y, z, saturated, kappa, alpha = slip_forces(
        k[b + 4],
        k[b + 5] == 1,
        p,
        a + MODEL_AT,
        memory,
        k[b + 6] + 2 * SWITCH,
        load,
        limit,
        speed,
        along,
        across,
        p[a + LOW_SPEED],
    )
    force = plus(times(load, n), plus(times(x, heading), times(y, left)))
    moment = times(z, n)
    put(out, c, times(-1.0, force))
    put(out, c + 3, into_body(pose, i, times(-1.0, plus(cross(b_i, force), moment))))
    put(out, c + 6, force)
    put(out, c + 9, into_body(pose, j, plus(cross(b_j, force), moment)))
    yaw = dot(n, minus(w_j, w_i))
    damped = -viscous * dot(n, velocity) / size
    lost = damped - x * along - y * across - z * yaw
    put_powers(0.5 * elastic * deflection, lost, 0.0 * lost, load, c, out)
    memory[report + SLIP_ANGLE] = alpha
    memory[report + SLIP_RATIO] = kappa
    memory[report + LOAD] = load
    memory[report + ALONG] = x
    memory[report + ACROSS] = y
    memory[report + ALIGNING] = z
    if limit.real > 0.0:
        memory[report + GRIP] = root(x * x + y * y) / limit
    memory[report + SATURATED] = 1.0 if saturated else 0.0
