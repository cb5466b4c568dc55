"""A wheel that rolls without slip on a plane of another body: a disc, a wheel with a round tread, a sphere.

Plane: point s_i, axes f, g in it and normal h of the first body. Wheel: centre s_j and axis h_j of the second body,
radius R of the circle of tread centres, radius e of the tread (a disc has e = 0, a sphere R = 0). In the world n is the
normal, a the axis, d = r_jC - r_iP, c = n . a, S = sqrt(1 - c^2); w = (n - c a) / S points from the contact to the
centre in the plane of the wheel. The contact point is r_jC - R w - e n.

    Phi       = n . d - R S - e                                                      (contact, holonomic)
    rows      f . v, g . v                                                           (no slip, of velocities only)
    v         = r_j' + W_j x b_j - r_i' - W_i x b_i, velocity of the wheel's point at the contact against the plane's
    b_j       = A_j s_j - R w - e n,  b_i = r_j + b_j - r_i                          (W: angular velocity, world axes)
    gamma_1   = -(2 n' . d' + n'' . d + n . d'' - R S''),  S'' = -(c'^2 + c c'' + S'^2) / S
    gamma_f   = -(f . (W_j x b_j' - W_i x b_i') + (W_i x f) . v),  b_j' = W_j x A_j s_j - R w' - e n'

Second derivatives are those at constant twists. Where only positions count the contact is the only equation. A disc
that lies flat (S = 0) has no single contact point.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import put
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, minus, plus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

WIDTH = 12


@njit
def put_slip_row(pose, i, j, e, b_i, b_j, row, out):
    """Row of e . v, e in world axes."""
    put(out, row, times(-1.0, e))
    put(out, row + 3, into_body(pose, i, cross(e, b_i)))
    put(out, row + 6, e)
    put(out, row + 9, into_body(pose, j, cross(b_j, e)))


@njit
def slip_bias(e, e_rate, v, w_i, w_j, b_i_rate, b_j_rate):
    """The derivative of e . v at constant twists."""
    return dot(e, minus(cross(w_j, b_j_rate), cross(w_i, b_i_rate))) + dot(e_rate, v)


@njit
def height(radius, c):
    """S = sqrt(1 - c^2), which matters to a wheel with a radius only."""
    return sqrt(1.0 - c * c) if radius.real != 0.0 else 1.0 + 0.0 * c


def rolling(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, f, g, h, s_j, h_j, R, e; k: number of equations, 3, or 1 for the contact alone."""
    i, j, vi, vj, rows = k[b], k[b + 2], k[b + 1], k[b + 3], k[b + 4]
    radius, tread = p[a + 18], p[a + 19]
    h_i, h_j = vector(p, a + 9), vector(p, a + 15)
    point, centre = into_world(pose, i, vector(p, a)), into_world(pose, j, vector(p, a + 12))
    n, axis = into_world(pose, i, h_i), into_world(pose, j, h_j)
    apart = minus(vector(pose, j), vector(pose, i))
    d = minus(plus(apart, centre), point)
    cosine = dot(n, axis)
    size = height(radius, cosine)
    up = times(1.0 / size, minus(n, times(cosine, axis)))
    b_j = minus(minus(centre, times(radius, up)), times(tread, n))
    b_i = plus(apart, b_j)
    out[c] = dot(n, d) - radius * size - tread
    row, lean = c + 3 * rows, radius * cosine / size
    put(out, row, times(-1.0, n))
    seen = plus(d, times(lean, axis))
    put(out, row + 3, minus(cross(h_i, into_body(pose, i, seen)), into_body(pose, i, cross(point, n))))
    put(out, row + 6, n)
    put(out, row + 9, into_body(pose, j, plus(cross(centre, n), times(lean, cross(axis, n)))))
    f, g = into_world(pose, i, vector(p, a + 3)), into_world(pose, i, vector(p, a + 6))
    if rows == 3:
        put_slip_row(pose, i, j, f, b_i, b_j, row + WIDTH, out)
        put_slip_row(pose, i, j, g, b_i, b_j, row + 2 * WIDTH, out)
    if stage == 0:
        return
    w_i, w_j = into_world(pose, i, vector(twist, vi + 3)), into_world(pose, j, vector(twist, vj + 3))
    apart_rate = minus(vector(twist, vj), vector(twist, vi))
    n_rate, axis_rate, centre_rate, point_rate = cross(w_i, n), cross(w_j, axis), cross(w_j, centre), cross(w_i, point)
    n_second, axis_second = cross(w_i, n_rate), cross(w_j, axis_rate)
    d_rate = plus(apart_rate, minus(centre_rate, point_rate))
    d_second = minus(cross(w_j, centre_rate), cross(w_i, point_rate))
    cosine_rate = dot(n_rate, axis) + dot(n, axis_rate)
    cosine_second = dot(n_second, axis) + 2.0 * dot(n_rate, axis_rate) + dot(n, axis_second)
    size_rate = -cosine * cosine_rate / size
    size_second = -(cosine_rate * cosine_rate + cosine * cosine_second + size_rate * size_rate) / size
    bias = 2.0 * dot(n_rate, d_rate) + dot(n_second, d) + dot(n, d_second) - radius * size_second
    out[c + 2 * rows] = -bias
    if rows == 1:
        return
    falling = plus(times(cosine_rate, axis), times(cosine, axis_rate))
    up_rate = times(1.0 / size, minus(minus(n_rate, falling), times(size_rate, up)))
    b_j_rate = minus(minus(centre_rate, times(radius, up_rate)), times(tread, n_rate))
    b_i_rate = plus(apart_rate, b_j_rate)
    v = plus(apart_rate, minus(cross(w_j, b_j), cross(w_i, b_i)))
    out[c + 7] = -slip_bias(f, cross(w_i, f), v, w_i, w_j, b_i_rate, b_j_rate)
    out[c + 8] = -slip_bias(g, cross(w_i, g), v, w_i, w_j, b_i_rate, b_j_rate)
