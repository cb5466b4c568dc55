"""One contact point with Coulomb's friction: the impulse h of x = W h + b that fulfils Signorini and the circular cone.

    0 <= h_n  complementary to  x_n >= 0,    |h_t| <= mu h_n,    x_t = -s h_t, s >= 0, where it slides

Rows are the normal and two tangents. Sliding has one unknown, the direction u of the slip: h_t = -mu h_n u with
h_n = -b_n / (W_nn - mu W_nt u) and x_t along u; the iteration u <- (x_t + rho h_t') / |...| finds it, at once where
W_tt is a multiple of the unit matrix (spheres).
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

TURNS = 60  # most iterations for the direction of sliding; the sweeps over all contacts begin again where it ended
SAME = 1e-13  # change of the direction that counts as none
SINGULAR = 1e-13  # of W: what is added across the normal, where its determinant may be nothing
STEEPEST = 1e-3  # of W_nn: least growth of the normal velocity by the force of a sliding point


@njit
def stick(nn, n1, n2, t11, t12, t22, bn, b1, b2):
    """The impulse that stops the point in all three directions; very large where a joint lets it not stop in all."""
    least = SINGULAR * (nn + t11 + t22)
    t11, t22 = t11 + least, t22 + least
    a, b, c = t11 * t22 - t12 * t12, n2 * t12 - n1 * t22, n1 * t12 - n2 * t11
    whole = nn * a + n1 * b + n2 * c
    hn = -(a * bn + b * b1 + c * b2) / whole
    h1 = -(b * bn + (nn * t22 - n2 * n2) * b1 + (n1 * n2 - nn * t12) * b2) / whole
    h2 = -(c * bn + (n1 * n2 - nn * t12) * b1 + (nn * t11 - n1 * n1) * b2) / whole
    return hn, h1, h2


@njit
def normal_impulse(nn, n1, n2, bn, mu, u1, u2):
    """The normal impulse of a point that slides along u."""
    return -bn / max(nn - mu * (n1 * u1 + n2 * u2), STEEPEST * nn)


@njit
def slide(nn, n1, n2, t11, t12, t22, bn, b1, b2, mu, u1, u2):
    """The impulse of a point that slides; u is a first guess of the direction."""
    rho, hn = 0.5 * (t11 + t22), normal_impulse(nn, n1, n2, bn, mu, u1, u2)
    for _ in range(TURNS):
        push = mu * hn
        x1 = b1 + n1 * hn + push * ((rho - t11) * u1 - t12 * u2)
        x2 = b2 + n2 * hn + push * ((rho - t22) * u2 - t12 * u1)
        size = math.hypot(x1, x2)
        if not size > 0.0:
            break
        change = abs(x1 / size - u1) + abs(x2 / size - u2)
        u1, u2 = x1 / size, x2 / size
        hn = normal_impulse(nn, n1, n2, bn, mu, u1, u2)
        if change < SAME:
            break
    return hn, -mu * hn * u1, -mu * hn * u2


@njit
def solve_point(nn, n1, n2, t11, t12, t22, bn, b1, b2, mu):
    """The impulse of one point: none, sticking or sliding."""
    if bn >= 0.0:
        return 0.0, 0.0, 0.0
    if mu == 0.0:
        return -bn / nn, 0.0, 0.0
    hn, h1, h2 = stick(nn, n1, n2, t11, t12, t22, bn, b1, b2)
    size = math.hypot(h1, h2)
    if hn >= 0.0 and size <= mu * hn:
        return hn, h1, h2
    if not size > 0.0:
        return -bn / nn, 0.0, 0.0
    return slide(nn, n1, n2, t11, t12, t22, bn, b1, b2, mu, -h1 / size, -h2 / size)
