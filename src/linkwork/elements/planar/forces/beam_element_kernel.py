"""One element of a geometrically exact beam in the plane, between the frames of two bodies, its nodes.

Both frames have their x axis along the beam. With d = A_i'(r_j - r_i) and theta = phi_j - phi_i the element is the arc
of constant strain between them: (u, theta) is the logarithm of the relative motion in SE(2),

    u = k d + h (d_2, -d_1),   h = theta/2,   k = h cot h
    U = [EA (u_1 - L)^2 + GA u_2^2 + EI (theta - theta_0)^2] / 2L,      Q = -U_q

so that a rigid motion stores nothing and a circle is met exactly, whatever its angle (Sonneville, Cardona and Bruls,
CMAME 268 (2014) 451). 1/GA = 1/k G A + L^2/12 EI: with the bending that one element leaves out (MacNeal's residual
bending flexibility) linear nodes are exact and errors fall with the fourth power of L. N, V, M are the derivatives of
U L by u_1, u_2, theta; damping adds beta times their rates.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin

SMALL = 2e-3  # square of the half angle below which its functions are summed as series


@njit
def half_angle(theta):
    """h cot h of half the angle, and its derivative by the whole angle."""
    h = 0.5 * theta
    square = h * h
    if square.real < SMALL:
        # h cot h and its derivative as series, to rounding below SMALL
        k = 1.0 - square * (1.0 / 3.0 + square * (1.0 / 45.0 + square * (2.0 / 945.0 + square / 4725.0)))
        slope = -h * (1.0 / 3.0 + square * (2.0 / 45.0 + square * (2.0 / 315.0 + square * 4.0 / 4725.0)))
        return k, slope
    c, s = cos(h), sin(h)
    return h * c / s, 0.5 * (c / s - h / (s * s))


def beam_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: L, theta_0, EA/L, GA/L, EI/L, beta."""
    i, j, vi, vj = k[b], k[b + 2], k[b + 1], k[b + 3]
    rx, ry = pose[j] - pose[i], pose[j + 1] - pose[i + 1]
    ci, si = pose[i + 3], pose[i + 4]
    d1, d2 = ci * rx + si * ry, ci * ry - si * rx
    theta = pose[j + 2] - pose[i + 2]
    h = 0.5 * theta
    kk, slope = half_angle(theta)
    u1_turn, u2_turn = slope * d1 + 0.5 * d2, slope * d2 - 0.5 * d1
    e1, e2, e3 = kk * d1 + h * d2 - p[a], kk * d2 - h * d1, theta - p[a + 1]
    # rates as the first node sees them
    wx, wy, spin = twist[vj] - twist[vi], twist[vj + 1] - twist[vi + 1], twist[vi + 2]
    d1_rate, d2_rate = ci * wx + si * wy + spin * d2, ci * wy - si * wx - spin * d1
    turning = twist[vj + 2] - spin
    e1_rate = kk * d1_rate + h * d2_rate + u1_turn * turning
    e2_rate = kk * d2_rate - h * d1_rate + u2_turn * turning
    n, v, m = p[a + 2] * e1, p[a + 3] * e2, p[a + 4] * e3
    beta = p[a + 5]
    nd, vd, md = beta * p[a + 2] * e1_rate, beta * p[a + 3] * e2_rate, beta * p[a + 4] * turning
    ns, vs, ms = n + nd, v + vd, m + md
    g1, g2 = kk * ns - h * vs, h * ns + kk * vs
    moment = ms + ns * u1_turn + vs * u2_turn
    fx, fy = turn(pose, i, g1, g2)
    out[c] = fx
    out[c + 1] = fy
    out[c + 2] = moment + g2 * d1 - g1 * d2
    out[c + 3] = -fx
    out[c + 4] = -fy
    out[c + 5] = -moment
    out[c + 6] = 0.5 * (n * e1 + v * e2 + m * e3)
    out[c + 7] = nd * e1_rate + vd * e2_rate + md * turning
    out[c + 8] = 0.0 * n
    out[c + 9] = ns
