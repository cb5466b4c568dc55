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

In these models F_x is against V_sx and F_y against V_sy: slipping never gives energy. COEFFICIENTS are those of tyre
files, in `magic_formula/`, as LETTERS and MOTORCYCLE are.

Camber gamma (the sine of the lean to the left) acts in LINEAR, HSRI and BRUSH as a slip angle C_gamma gamma / C_alpha
more, which fades below the low speed, as does that of LETTERS and MOTORCYCLE (the angle). M_z has -t F of the slip
alone, with the pneumatic trail t, and C_M gamma.

With a relaxation length sigma the slip is that of a tread whose deflection u follows the rolling:

    u' = -V_s - (|V| / sigma + g) u,  slip s = (u - w tau V_s) / sigma,  w = v0^2 / (V^2 + v0^2)

(V_r for V in HSRI and BRUSH.) At rest u is a spring between wheel and road: nothing creeps. tau damps it there. g = 0
until the elastic force would be three times the friction; then h = w |V_s| / sigma times the square of what is more and
g = h / (1 + AIR h): at rest a tread that slides is not drawn out further. In the air it goes back within AIR.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, sin, sqrt
from linkwork.numerics.switch_kernel import decide

LINEAR, HSRI, BRUSH, MAGIC, COEFFICIENTS, LETTERS, MOTORCYCLE = range(7)
TINY = 1e-9
TAU = 0.02  # s
AIR = 0.02  # s
DRAWN = 3.0  # elastic force over friction from which a tread at rest is not drawn out further


@njit
def stretched(memory, state, rate, sigma, velocity, pace, low, drawn, rolls):
    """The slip of a tread with a relaxation length; the rate of its deflection goes into the memory.

    `drawn` is the elastic force over the friction without the other slip's part, a factor of the slip; `rolls`: the
    wheel is on the road.
    """
    deflection = memory[state]
    if not rolls:
        memory[rate] = -deflection / AIR
        return 0.0 * deflection
    fast = pace if pace.real >= 0.0 else -pace
    slow = low * low / (pace * pace + low * low)
    slip = (deflection - slow * TAU * velocity) / sigma
    over = drawn * slip
    over = (over if over.real >= 0.0 else -over) - DRAWN
    leak = fast / sigma
    if over.real > 0.0:
        slides = slow * (velocity if velocity.real >= 0.0 else -velocity) * over * over / sigma
        leak = leak + slides / (1.0 + AIR * slides)
    memory[rate] = -velocity - leak * deflection
    return slip


@njit
def root(square):
    """Square root that is zero, without slope, at zero."""
    return sqrt(square) if square.real > 0.0 else 0.0 * square


@njit
def clipped(size, limit, memory, switch):
    """LINEAR: the share of the elastic force; the switch is on while it is shortened to the limit."""
    saturated = decide(memory, switch, size * size - limit * limit)
    if saturated and size.real > 0.0:
        return limit / size, saturated
    return 1.0 + 0.0 * size, saturated


@njit
def dugoff(size, limit, memory, switch):
    """HSRI: the switch is on while a part of the patch slides."""
    sliding = decide(memory, switch, 2.0 * size - limit)
    if sliding and size.real > 0.0:
        return limit * (1.0 - limit / (4.0 * size)) / size, sliding
    return 1.0 + 0.0 * size, sliding


@njit
def bristles(size, half_length, limit, memory, switch):
    """BRUSH: share and pneumatic trail; the switch is on while the whole patch slides."""
    sliding = decide(memory, switch, size - 3.0 * limit)
    if limit.real <= 0.0:
        return 0.0 * size, 0.0 * size, sliding
    if sliding:
        return limit / size, 0.0 * size, sliding
    z = size / (3.0 * limit)
    share = 1.0 - z + z * z / 3.0
    return share, half_length * (1.0 - z) * (1.0 - z) * (1.0 - z) / (3.0 * share), sliding


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


@njit
def elastic(model, p, m, trail, camber_force, limit, s_x, s_y, memory, switch):
    """F_x, F_y, M_z and whether it is saturated, of the models whose force is a share of an elastic one."""
    x, slip_force = p[m] * s_x, p[m + 1] * s_y
    y = slip_force + camber_force
    size = root(x * x + y * y)
    if model == LINEAR:
        share, saturated = clipped(size, limit, memory, switch)
    elif model == HSRI:
        share, saturated = dugoff(size, limit, memory, switch)
    else:
        share, of_patch, saturated = bristles(size, p[m + 2], limit, memory, switch)
        trail = trail + of_patch
    return share * x, share * y, -trail * share * slip_force, saturated
