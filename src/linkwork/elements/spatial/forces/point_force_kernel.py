"""Force at a point and torque on a body, with world components or components along the body's own axes.

Wrench on the body: force F in world axes, moment s x A'F + n about the body's origin in body axes (Haug 11.1.19);
power given F . v + n . w.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, plus, vector
from linkwork.numerics.scalar import sqrt


def point_force(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j, 1 when it follows the body; k: places of the components of F and of n."""
    j, v, s = k[b + 2], k[b + 3], vector(p, a)
    force = (memory[k[b + 4]], memory[k[b + 5]], memory[k[b + 6]])
    torque = (memory[k[b + 7]], memory[k[b + 8]], memory[k[b + 9]])
    local = force
    if p[a + 3].real > 0.5:
        force = into_world(pose, j, force)
    else:
        local = into_body(pose, j, force)
        torque = into_body(pose, j, torque)
    moment = plus(cross(s, local), torque)
    for place in range(6):
        out[c + place] = 0.0 * force[0]
    put(out, c + 6, force)
    put(out, c + 9, moment)
    power = dot(force, vector(twist, v)) + dot(moment, vector(twist, v + 3))
    square = dot(force, force)
    strength = sqrt(square) if square.real > 0.0 else 0.0 * square
    put_powers(0.0 * power, 0.0 * power, power, strength, c, out)
