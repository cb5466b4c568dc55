"""Frames that stay parallel, with or without coincident points: welds, held bodies, joints of constant velocity.

Its numbers are the two frames s, f, g, h (24), then the Euler parameters of both in their bodies (8). Its program has
three ints a primitive, as that of composed_kernel; Phi, Phi_q and gamma are in orientation_kernel.

    COINCIDE   -, -   d = 0, three equations
    PARALLEL   c, -   the frames are parallel, three equations; at c stand the parameters
    SQUARE     c, -   the third of them alone
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.composed_kernel import coincide
from linkwork.elements.spatial.joints.orientation_kernel import orientation
from linkwork.elements.spatial.joints.program import COINCIDE, F_I, F_J, PARALLEL, S_J
from linkwork.elements.spatial.vectors_kernel import vector


def parallel(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: both frames, their parameters; k: number of equations, number of primitives, the program."""
    m, program = k[b + 4], b + 6
    one, other = (k[b], k[b + 1]), (k[b + 2], k[b + 3])
    phi, gamma, row = c, c + 2 * m, c + 3 * m
    for number in range(k[b + 5]):
        code, parameters = k[program + 3 * number], a + k[program + 3 * number + 1]
        equations = 3
        if code == COINCIDE:
            coincide(stage, pose, twist, one, other, vector(p, a), vector(p, a + S_J), out, phi, gamma, row)
        else:
            first = 0 if code == PARALLEL else 2
            orientation(stage, pose, twist, one, other, p, a + F_I, a + F_J, parameters, first, out, phi, gamma, row)
            equations = 3 - first
        phi += equations
        gamma += equations
        row += 12 * equations
