"""A component of the rotation vector phi of a body as a function of time, to hold it while a mechanism is assembled.

    Phi   = u . phi - C(t)
    row   = B' u on the angular velocity w in the world,  phi' = B w,  B = I - ~phi/2 + b ~phi^2
    nu    = C'
    gamma = C'' - u . B_t w,  B_t = -~phi'/2 + b_t ~phi^2 + b (~phi' ~phi + ~phi ~phi'),  b_t = 2 (db/ds) phi . phi'
    b     = 1/s - cot(n/2) / (2 n),  s = n^2 = |phi|^2

It jumps at half a turn.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import put_turn
from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector, tangent
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, plus, times, vector
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sin, sqrt, tan

SMALL = 1e-2  # squares of angles below this are summed as series


@njit
def shares(s):
    """b and db/ds."""
    if s.real < SMALL:
        # series of (1 - (x/2) cot(x/2)) / x^2 and its derivative, s = x^2, to rounding below SMALL
        b = 1.0 / 12.0 + s * (1.0 / 720.0 + s * (1.0 / 30240.0 + s * (1.0 / 1209600.0 + s / 47900160.0)))
        slope = 1.0 / 720.0 + s * (1.0 / 15120.0 + s * (1.0 / 403200.0 + s / 11975040.0))
        return b, slope
    n = sqrt(s)
    cot, sine = 1.0 / tan(0.5 * n), sin(0.5 * n)
    slope = -2.0 / (s * n) + 0.5 * cot / s + 0.25 / (n * sine * sine)
    return 1.0 / s - 0.5 * cot / n, 0.5 * slope / n


@njit
def bias(phi, w):
    """B_t w."""
    rate = tangent(phi, w)
    b, slope = shares(dot(phi, phi))
    once = cross(phi, w)
    twice = plus(cross(rate, once), cross(phi, cross(rate, w)))
    grown = times(2.0 * slope * dot(phi, rate), cross(phi, once))
    return plus(plus(times(-0.5, cross(rate, w)), times(b, twice)), grown)


def turned(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: the axis in the world; function: C."""
    function = c + 15
    evaluate(t, p, k, k[b + 4], out, function)
    i, j, u = k[b], k[b + 2], vector(p, a)
    phi = rotation_vector(pose, i, j, (1.0, 0.0, 0.0, 0.0))
    row = into_body(pose, j, tangent(times(-1.0, phi), u))
    put_turn(out, c, c + 2, c + 3, dot(u, phi) - out[function], out[function + 2], times(0.0, row), row)
    if stage != 0:
        w = into_world(pose, j, vector(twist, k[b + 3] + 3))
        out[c + 1] = out[function + 1]
        out[c + 2] -= dot(u, bias(phi, w))
