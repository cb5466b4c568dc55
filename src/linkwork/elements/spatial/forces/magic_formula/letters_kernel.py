"""The Magic Formula by the letters a, b, c: the form of 1994 to 1996, of files PAC94.

    y = D sin(C atan(B x - E (B x - atan(B x)))) + S_v,  x = slip + S_h,  B = BCD / (C D)

F_z in kN, the slip angle alpha and the camber gamma in degrees, the slip ratio kappa in percent:

    F_y  C = a0   D = F_z (a1 F_z + a2) (1 - a15 gamma^2)   BCD = a3 sin(2 atan(F_z / a4)) (1 - a5 |gamma|)
         E = (a6 F_z + a7) (1 - (a16 gamma + a17) sgn x)    S_h = a8 F_z + a9 + a10 gamma
         S_v = a11 F_z + a12 + (a13 F_z^2 + a14 F_z) gamma
    F_x  C = b0   D = F_z (b1 F_z + b2)                     BCD = (b3 F_z^2 + b4 F_z) exp(-b5 F_z)
         E = (b6 F_z^2 + b7 F_z + b8) (1 - b13 sgn x)       S_h = b9 F_z + b10   S_v = b11 F_z + b12
    M_z  C = c0   D = F_z (c1 F_z + c2) (1 - c18 gamma^2)   BCD = (c3 F_z^2 + c4 F_z) (1 - c6 |gamma|) exp(-c5 F_z)
         E = (c7 F_z^2 + c8 F_z + c9) (1 - (c19 gamma + c20) sgn x) / (1 - c10 |gamma|)
         S_h = c11 F_z + c12 + c13 gamma   S_v = c14 F_z + c15 + (c16 F_z^2 + c17 F_z) gamma

Signs are those of that form: y to the right and z down, alpha > 0 pushes to the right, gamma > 0 leans there.

It tells pure slip alone. With both slips each curve is taken at the size s of both, x_k (slip ratio) and x_a (rad), and
acts by its own share of it: F_x = x_k/s y_x(s), F_y = x_a/s y_y(s), M_z = x_a/s y_z(s) with the x_a of the moment; in
pure slip these are the curves, and the ellipse of both forces is kept. A factor of the friction is one of D.
"""

from __future__ import annotations

from linkwork.elements.spatial.forces.magic_formula.shape_kernel import bent, size
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, exp, sin, sqrt

B0, C0 = 18, 32  # where the letters b and c begin, behind a0 to a17
DEGREES, PERCENT, KILO = 57.29577951308232, 100.0, 1000.0
HALF_TURN = 1.5707963267948966
TINY = 1e-9


@njit
def slopes(p, m, load, lean):
    """dF_x per slip ratio and dF_y per radian at no slip; `lean` in degrees."""
    kn, b = load / KILO, m + B0
    k_x = (p[b + 3] * kn + p[b + 4]) * kn * exp(-p[b + 5] * kn)
    k_y = p[m + 3] * sin(2.0 * atan(kn / p[m + 4])) * (1.0 - p[m + 5] * size(lean))
    return PERCENT * k_x, DEGREES * k_y


@njit
def peak_friction(p, m, load):
    """The peak of F_y over the load."""
    return (p[m + 1] * load / KILO + p[m + 2]) / KILO


@njit
def _share(c, peak, slope, e, own, whole):
    """The curve at the size of both slips, times the share of its own slip; whether it is past its peak."""
    if whole.real <= TINY:
        return slope * own, False
    turn = bent(c, slope / (c * peak) * whole, e)
    return peak * sin(turn) * own / whole, turn.real > HALF_TURN


@njit
def _sign(x):
    return 1.0 if x.real > 0.0 else -1.0


@njit
def by_letters(p, m, load, grip, kappa, alpha, gamma):
    """F_x, F_y (to the left), M_x, share of rolling resistance, M_z (about the normal), whether it is past its peak.

    kappa: slip ratio; alpha: the angle with the sign of the sliding to the left; gamma: the angle of the lean to the
    right.
    """
    zero = 0.0 * load
    if load.real <= TINY:
        return zero, zero, zero, zero, zero, False
    kn, lean, b, c = load / KILO, DEGREES * gamma, m + B0, m + C0
    k_x, k_y = slopes(p, m, load, lean)
    tilt, square = size(lean), lean * lean
    own_x = kappa + (p[b + 9] * kn + p[b + 10]) / PERCENT
    own_y = alpha + (p[m + 8] * kn + p[m + 9] + p[m + 10] * lean) / DEGREES
    both = sqrt(own_x * own_x + own_y * own_y + TINY * TINY)
    peak = kn * (p[b + 1] * kn + p[b + 2]) * grip
    e = (p[b + 6] * kn + p[b + 7]) * kn + p[b + 8]
    x = _share(p[b], peak, k_x, e * (1.0 - p[b + 13] * _sign(own_x)), own_x, both)[0]
    x += (p[b + 11] * kn + p[b + 12]) * grip
    peak = kn * (p[m + 1] * kn + p[m + 2]) * (1.0 - p[m + 15] * square) * grip
    e = (p[m + 6] * kn + p[m + 7]) * (1.0 - (p[m + 16] * lean + p[m + 17]) * _sign(own_y))
    y, past = _share(p[m], peak, k_y, e, own_y, both)
    y += (p[m + 11] * kn + p[m + 12] + (p[m + 13] * kn + p[m + 14]) * kn * lean) * grip
    z = (p[c + 14] * kn + p[c + 15] + (p[c + 16] * kn + p[c + 17]) * kn * lean) * grip
    peak = kn * (p[c + 1] * kn + p[c + 2]) * (1.0 - p[c + 18] * square) * grip
    if p[c].real > 0.0 and size(peak).real > TINY:
        own = alpha + (p[c + 11] * kn + p[c + 12] + p[c + 13] * lean) / DEGREES
        both = sqrt(own_x * own_x + own * own + TINY * TINY)
        slope = DEGREES * (p[c + 3] * kn + p[c + 4]) * kn * (1.0 - p[c + 6] * tilt) * exp(-p[c + 5] * kn)
        e = (p[c + 7] * kn + p[c + 8]) * kn + p[c + 9]
        e = e * (1.0 - (p[c + 19] * lean + p[c + 20]) * _sign(own)) / (1.0 - p[c + 10] * tilt)
        z += _share(p[c], peak, slope, e, own, both)[0]
    return x, -y, zero, zero, -z, past
