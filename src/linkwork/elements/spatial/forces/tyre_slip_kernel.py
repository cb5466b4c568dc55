"""What a tyre does in the plane of the road: forces along and across the wheel and the aligning moment, from its slips.

Slips (V: speed of the wheel along its heading; V_sx, V_sy: velocity of the tyre's surface over the road, along and
across; V_r = V - V_sx: rolling speed). Denominators are sqrt(V^2 + v0^2) with the low speed v0, so that the slips are
smooth and finite at rest, where the tyre acts as a damper on the slip velocity:

    slip ratio  kappa = -V_sx / sqrt(V^2 + v0^2)               -1: the wheel is locked
    slip angle  alpha = -atan2(V_sy, sqrt(V^2 + v0^2))         heading less direction of travel (Haug 12.5.1, 12.5.3)

LINEAR  F = (C_kappa kappa, C_alpha alpha), shortened to mu Fz where it is longer (Haug 12.5.1).
HSRI    Dugoff, Fancher and Segel 1970, with sigma = -V_s / sqrt(V_r^2 + v0^2), S = |(C_kappa sigma_x, C_alpha sigma_y)|
        and u = mu Fz:  F = S for 2 S <= u, otherwise u - u^2 / (4 S), along (C_kappa sigma_x, C_alpha sigma_y).
BRUSH   parabolic pressure on a patch of half length l (Pacejka, Tyre and Vehicle Dynamics, 3.2), z = S / (3 u):
        F = S (1 - z + z^2 / 3) for z < 1, otherwise u; aligning moment -t F_y, t = l/3 (1 - z)^3 / (1 - z + z^2 / 3).
MAGIC   y(s) = D sin(C atan(B s - E (B s - atan(B s)))) Fz (Bakker, Nyborg, Pacejka 1987) of the whole slip
        s = sqrt(kappa^2 + alpha^2): F_x = kappa/s y_x(s), F_y = alpha/s y_y(s), M_z = -alpha/s y_z(s).
        In pure slip it is the Magic Formula; in combined slip the ellipse (F_x/D_x)^2 + (F_y/D_y)^2 <= Fz^2 is kept.

In every model F_x is against V_sx and F_y against V_sy: slipping never gives energy.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, sin, sqrt
from linkwork.numerics.switch_kernel import decide

LINEAR, HSRI, BRUSH, MAGIC = range(4)
TINY = 1e-9


@njit
def root(square):
    """Square root that is zero, without slope, at zero."""
    return sqrt(square) if square.real > 0.0 else 0.0 * square


@njit
def clipped(stiffness_x, stiffness_y, limit, kappa, alpha, memory, switch):
    """Linear forces, shortened to the limit; the switch is on while they are."""
    x, y = stiffness_x * kappa, stiffness_y * alpha
    square = x * x + y * y
    saturated = decide(memory, switch, square - limit * limit)
    if saturated and square.real > 0.0:
        share = limit / sqrt(square)
        x, y = share * x, share * y
    return x, y, 0.0 * x, saturated


@njit
def dugoff(stiffness_x, stiffness_y, limit, sigma_x, sigma_y, memory, switch):
    """HSRI: the switch is on while a part of the patch slides."""
    x, y = stiffness_x * sigma_x, stiffness_y * sigma_y
    size = root(x * x + y * y)
    sliding = decide(memory, switch, 2.0 * size - limit)
    share = 1.0 + 0.0 * size
    if sliding and size.real > 0.0:
        share = limit * (1.0 - limit / (4.0 * size)) / size
    return share * x, share * y, 0.0 * x, sliding


@njit
def bristles(stiffness_x, stiffness_y, half_length, limit, sigma_x, sigma_y, memory, switch):
    """Brush: the switch is on while the whole patch slides."""
    x, y = stiffness_x * sigma_x, stiffness_y * sigma_y
    size = root(x * x + y * y)
    sliding = decide(memory, switch, size - 3.0 * limit)
    if limit.real <= 0.0:
        return 0.0 * x, 0.0 * y, 0.0 * x, sliding
    if sliding:
        share, trail = limit / size, 0.0 * size
    else:
        z = size / (3.0 * limit)
        share = 1.0 - z + z * z / 3.0
        trail = half_length * (1.0 - z) * (1.0 - z) * (1.0 - z) / (3.0 * share)
    return share * x, share * y, -trail * share * y, sliding


@njit
def curve(p, m, slip):
    """y(s) / s of the Magic Formula with B, C, D, E from p[m] on, for a load of one."""
    stiff = p[m] * slip
    if stiff.real < TINY:
        return p[m] * p[m + 1] * p[m + 2]
    return p[m + 2] * sin(p[m + 1] * atan(stiff - p[m + 3] * (stiff - atan(stiff)))) / slip


@njit
def magic(p, m, load, kappa, alpha):
    """Magic Formula; p: B, C, D, E of the forces along and across and of the aligning moment."""
    slip = root(kappa * kappa + alpha * alpha)
    x, y = load * kappa * curve(p, m, slip), load * alpha * curve(p, m + 4, slip)
    stiff = (p[m + 4] * slip).real
    past = p[m + 5].real * math.atan(stiff - p[m + 7].real * (stiff - math.atan(stiff))) > 0.5 * math.pi
    return x, y, -load * alpha * curve(p, m + 8, slip), past
