"""Force at a point and torque on a body, fixed in the world or following the body (Haug 6.2.3, 6.2.4).

Q = [ F ; s' B' F + n ],   F = (X, Y) in the world, or A (X, Y) when it follows the body; power given F' v + n w
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn


def point_force(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j, 1 when it follows the body; k: places of X, Y, n."""
    j = k[b + 2]
    jx, jy = turn(pose, j, p[a], p[a + 1])
    fx, fy, torque = memory[k[b + 4]], memory[k[b + 5]], memory[k[b + 6]]
    if p[a + 2].real > 0.5:
        fx, fy = turn(pose, j, fx, fy)
    vx, vy = point_velocity(twist, k[b + 3], jx, jy)
    for place in range(3):
        out[c + place] = 0.0 * fx
    out[c + 3] = fx
    out[c + 4] = fy
    out[c + 5] = jx * fy - jy * fx + torque
    out[c + 6] = 0.0 * fx
    out[c + 7] = 0.0 * fx
    out[c + 8] = fx * vx + fy * vy + torque * twist[k[b + 3] + 2]
    out[c + 9] = torque
