"""Spring, damper and actuator between two points (Haug 6.2.6 to 6.2.14).

With d = r_jP - r_iP, l = |d|, e = d / l (no direction, no force at l = 0), tension positive:

    f   = k (l - l0) + c l' + F(t)
    Q_i = [ f e ; f e' B_i s_i ],   Q_j = [ -f e ; -f e' B_j s_j ]
    potential energy k (l - l0)^2 / 2,   power lost c l'^2
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.scalar import sqrt


def spring(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, k, l0, c; function: F."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    stiffness, free, damping = p[a + 4], p[a + 5], p[a + 6]
    function = c + 8
    evaluate(t, p, k, k[b + 4], out, function)
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    length = sqrt(dx * dx + dy * dy)
    inverse = 1.0 / length if length.real > 0.0 else 0.0 * length
    ex, ey = dx * inverse, dy * inverse
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    speed = ex * (vjx - vix) + ey * (vjy - viy)
    force = stiffness * (length - free) + damping * speed + out[function]
    fx, fy = force * ex, force * ey
    out[c] = fx
    out[c + 1] = fy
    out[c + 2] = ix * fy - iy * fx
    out[c + 3] = -fx
    out[c + 4] = -fy
    out[c + 5] = jy * fx - jx * fy
    out[c + 6] = 0.5 * stiffness * (length - free) * (length - free)
    out[c + 7] = damping * speed * speed
