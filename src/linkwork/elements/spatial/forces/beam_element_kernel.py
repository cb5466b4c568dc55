"""One element of a geometrically exact beam in space, between the frames of two bodies, its nodes.

Both frames have their x axis along the beam and y, z along the principal axes of the section. The element is the helix
of constant strain between them: xi = (u, phi) is the logarithm of the relative motion in SE(3),

    phi = rotation vector of A_i'A_j,   u = (I - ~phi/2 + b ~phi^2) A_i'(r_j - r_i)
    U = (xi - xi_0)' C (xi - xi_0) / 2L,     C = diag(EA, GA_y, GA_z, GJ, EI_y, EI_z),     xi_0 = (L, 0, 0, phi_0)
    xi' = f(ad) eta_j - f(-ad) eta_i,  f(z) = z / (1 - exp(-z)),  eta the velocities and spins in axes of the bodies

so that a rigid motion stores nothing and arcs and helices are met exactly (Sonneville, Cardona and Bruls, CMAME 268
(2014) 451). With s = C (xi - xi_0) / L the wrenches are -f(ad)' s on the second node and f(-ad)' s on the first: the
gradient of U. f is a polynomial of the matrix ad of the fourth degree, for ad (ad^2 + |phi|^2)^2 = 0. Shear
stiffnesses hold the residual bending flexibility as in the plane; damping adds beta C xi' / L.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector, tangent
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, minus, plus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin, sqrt

SMALL = 0.05  # square of the angle below which coefficients are summed as series


@njit
def coefficients(phi):
    """Of the second and the fourth power of ad in f."""
    y = dot(phi, phi)
    if y.real < SMALL:
        # series in the square of the angle, to rounding below SMALL
        second = 1.0 / 12.0 - y * y * (1.0 / 30240.0 + y * (1.0 / 604800.0 + y / 15966720.0))
        fourth = -1.0 / 720.0 - y * (1.0 / 15120.0 + y * (1.0 / 403200.0 + y * (1.0 / 11975040.0 + y * 2.642e-9)))
        return second, fourth
    x = sqrt(y)
    c, s = cos(0.5 * x), sin(0.5 * x)
    g = 0.5 * x * c / s - 1.0
    slope = 0.25 * x * c / s - 0.125 * y / (s * s)
    return (slope - 2.0 * g) / y, (slope - g) / (y * y)


@njit
def bracket(u, phi, v, w):
    """ad of (u, phi) applied to the twist (v, w)."""
    return plus(cross(phi, v), cross(u, w)), cross(phi, w)


@njit
def along(u, phi, second, fourth, v, w, sign):
    """f(sign ad) applied to the twist (v, w)."""
    v1, w1 = bracket(u, phi, v, w)
    v2, w2 = bracket(u, phi, v1, w1)
    v3, w3 = bracket(u, phi, v2, w2)
    v4, w4 = bracket(u, phi, v3, w3)
    half = 0.5 * sign
    return (
        plus(plus(v, times(half, v1)), plus(times(second, v2), times(fourth, v4))),
        plus(plus(w, times(half, w1)), plus(times(second, w2), times(fourth, w4))),
    )


@njit
def transposed(u, phi, force, moment):
    """ad' applied to a wrench."""
    return cross(force, phi), plus(cross(force, u), cross(moment, phi))


def beam_element(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: L, phi_0 (3), C / L (6), beta."""
    i, j, vi, vj = k[b], k[b + 2], k[b + 1], k[b + 3]
    one = 1.0 + 0.0 * pose[i]
    phi = rotation_vector(pose, i, j, (one, 0.0 * one, 0.0 * one, 0.0 * one))
    u = tangent(phi, into_body(pose, i, minus(vector(pose, j), vector(pose, i))))
    second, fourth = coefficients(phi)
    e = (u[0] - p[a], u[1], u[2])
    bent = minus(phi, vector(p, a + 1))
    force = (p[a + 4] * e[0], p[a + 5] * e[1], p[a + 6] * e[2])
    moment = (p[a + 7] * bent[0], p[a + 8] * bent[1], p[a + 9] * bent[2])
    stored = 0.5 * (dot(force, e) + dot(moment, bent))
    lost = 0.0 * stored
    beta = p[a + 10]
    if beta != 0.0:
        v_j, v_i = into_body(pose, j, vector(twist, vj)), into_body(pose, i, vector(twist, vi))
        ej, bj = along(u, phi, second, fourth, v_j, vector(twist, vj + 3), 1.0)
        ei, bi = along(u, phi, second, fourth, v_i, vector(twist, vi + 3), -1.0)
        de, db = minus(ej, ei), minus(bj, bi)
        pull = (beta * p[a + 4] * de[0], beta * p[a + 5] * de[1], beta * p[a + 6] * de[2])
        turn = (beta * p[a + 7] * db[0], beta * p[a + 8] * db[1], beta * p[a + 9] * db[2])
        lost = dot(pull, de) + dot(turn, db)
        force, moment = plus(force, pull), plus(moment, turn)
    f1, m1 = transposed(u, phi, force, moment)
    f2, m2 = transposed(u, phi, f1, m1)
    f3, m3 = transposed(u, phi, f2, m2)
    f4, m4 = transposed(u, phi, f3, m3)
    even_f = plus(force, plus(times(second, f2), times(fourth, f4)))
    even_m = plus(moment, plus(times(second, m2), times(fourth, m4)))
    put(out, c, into_world(pose, i, minus(even_f, times(0.5, f1))))
    put(out, c + 3, minus(even_m, times(0.5, m1)))
    put(out, c + 6, into_world(pose, j, times(-1.0, plus(even_f, times(0.5, f1)))))
    put(out, c + 9, times(-1.0, plus(even_m, times(0.5, m1))))
    put_powers(stored, lost, 0.0 * stored, force[0], c, out)
