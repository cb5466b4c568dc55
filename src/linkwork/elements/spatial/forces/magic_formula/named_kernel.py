"""The Magic Formula with all its coefficients, as tyre files have them (Pacejka, Tire and Vehicle Dynamics, 2012, 4.E).

Versions 5.2 (that of 2002) and 6.1 differ in how camber enters: 5.2 shifts the slip angle by PHY3 gamma, 6.1 derives
the shift from the camber stiffness PKY6, PKY7; |gamma| and gamma change places in the pneumatic trail. Turn slip is
that of 6.1 (`turn_slip_kernel.py`). Left out: inflation pressure. Signs are those of the files (ISO): alpha has the
sign of the sliding to the left, gamma leans to the right for gamma > 0, and so do the coefficients; forces are along
the heading and to the left.
"""

from __future__ import annotations

from linkwork.elements.spatial.forces.magic_formula.shape_kernel import bent, size
from linkwork.elements.spatial.forces.magic_formula.turn_slip_kernel import (
    kept_spin,
    spin_factors,
    spin_moment,
    spin_shift,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, cos, exp, sin, sqrt

# fmt: off
(FNOMIN, UNLOADED_RADIUS, FITTYP, LFZO, LMUX, LMUY, LKX, LKY,
 PCX1, PDX1, PDX2, PDX3, PEX1, PEX2, PEX3, PEX4, PKX1, PKX2, PKX3, PHX1, PHX2, PVX1, PVX2,
 RBX1, RBX2, RBX3, RCX1, REX1, REX2, RHX1,
 PCY1, PDY1, PDY2, PDY3, PEY1, PEY2, PEY3, PEY4, PEY5, PKY1, PKY2, PKY3, PKY4, PKY5, PKY6, PKY7,
 PHY1, PHY2, PHY3, PVY1, PVY2, PVY3, PVY4,
 RBY1, RBY2, RBY3, RBY4, RCY1, REY1, REY2, RHY1, RHY2, RVY1, RVY2, RVY3, RVY4, RVY5, RVY6,
 QSX1, QSX2, QSX3, QSY1, QSY2,
 QBZ1, QBZ2, QBZ3, QBZ4, QBZ5, QBZ6, QBZ9, QBZ10, QCZ1, QDZ1, QDZ2, QDZ3, QDZ4, QDZ6, QDZ7, QDZ8, QDZ9, QDZ10, QDZ11,
 QEZ1, QEZ2, QEZ3, QEZ4, QEZ5, QHZ1, QHZ2, QHZ3, QHZ4, SSZ1, SSZ2, SSZ3, SSZ4,
 TURN) = range(106)  # those of turn slip follow
# fmt: on
TINY = 1e-9
HALF_TURN = 1.5707963267948966


@njit
def stiffnesses(p, m, load, gamma):
    """K_x and K_y at no slip; K_y is below zero for a tyre that is pushed against its sliding."""
    nominal = p[m + LFZO] * p[m + FNOMIN]
    more = (load - nominal) / nominal
    k_x = load * (p[m + PKX1] + p[m + PKX2] * more) * exp(p[m + PKX3] * more) * p[m + LKX]
    bend = p[m + PKY4] * atan(load / ((p[m + PKY2] + p[m + PKY5] * gamma * gamma) * nominal))
    k_y = p[m + PKY1] * nominal * sin(bend) * (1.0 - p[m + PKY3] * size(gamma)) * p[m + LKY]
    return k_x, k_y


@njit
def along(p, m, load, more, grip, kappa, alpha, gamma, k_x, shift, zeta_1):
    """F_x; `shift` is that of the slip ratio."""
    shifted = kappa + shift
    peak = (p[m + PDX1] + p[m + PDX2] * more) * (1.0 - p[m + PDX3] * gamma * gamma) * p[m + LMUX] * grip * load * zeta_1
    e = p[m + PEX1] + p[m + PEX2] * more + p[m + PEX3] * more * more
    e = e * (1.0 - p[m + PEX4] if shifted.real > 0.0 else 1.0 + p[m + PEX4])
    pure = peak * sin(bent(p[m + PCX1], k_x / (p[m + PCX1] * peak) * shifted, e))
    pure += load * (p[m + PVX1] + p[m + PVX2] * more) * p[m + LMUX] * grip * zeta_1
    b = (p[m + RBX1] + p[m + RBX3] * gamma * gamma) * cos(atan(p[m + RBX2] * kappa))
    e = p[m + REX1] + p[m + REX2] * more
    rest = cos(bent(p[m + RCX1], b * p[m + RHX1], e))
    return pure * cos(bent(p[m + RCX1], b * (alpha + p[m + RHX1]), e)) / rest


@njit
def weight_across(p, m, more, kappa, alpha, gamma, peak):
    """What slip along the wheel leaves of the side force, G_yk, and the side force S_Vyk that it makes by itself."""
    b = (p[m + RBY1] + p[m + RBY4] * gamma * gamma) * cos(atan(p[m + RBY2] * (alpha - p[m + RBY3])))
    e, moved = p[m + REY1] + p[m + REY2] * more, p[m + RHY1] + p[m + RHY2] * more
    weight = cos(bent(p[m + RCY1], b * (kappa + moved), e)) / cos(bent(p[m + RCY1], b * moved, e))
    ply = peak * (p[m + RVY1] + p[m + RVY2] * more + p[m + RVY3] * gamma) * cos(atan(p[m + RVY4] * alpha))
    return weight, ply * sin(p[m + RVY5] * atan(p[m + RVY6] * kappa))


@njit
def _across(p, m, load, more, grip, kappa, alpha, gamma, k_y, zeta_2, turns, by_spin):
    """F_y, the part S_Vyk of slip along the wheel, the shift S_Hf of the slip angle, B_y C_y, G_yk, past the peak.

    Where the tyre knows turn slip, `by_spin` is the shift of the slip angle in the place of that by camber.
    """
    scale = p[m + LMUY] * grip * zeta_2
    by_camber = load * (p[m + PVY3] + p[m + PVY4] * more) * gamma * scale
    lift = load * (p[m + PVY1] + p[m + PVY2] * more) * scale + by_camber
    shift = p[m + PHY1] + p[m + PHY2] * more
    if turns:
        shift += by_spin - by_camber / k_y
    elif p[m + FITTYP].real >= 60.0:
        shift += (load * (p[m + PKY6] + p[m + PKY7] * more) * gamma - by_camber) / k_y
    else:
        shift += p[m + PHY3] * gamma
    slip = alpha + shift
    peak = (p[m + PDY1] + p[m + PDY2] * more) * (1.0 - p[m + PDY3] * gamma * gamma) * scale * load
    skew = p[m + PEY3] + p[m + PEY4] * gamma
    e = 1.0 + p[m + PEY5] * gamma * gamma - (skew if slip.real > 0.0 else -skew)
    e = e * (p[m + PEY1] + p[m + PEY2] * more)
    product = k_y / peak
    turn = bent(p[m + PCY1], product / p[m + PCY1] * slip, e)
    pure = peak * sin(turn) + lift
    weight, ply = weight_across(p, m, more, kappa, alpha, gamma, peak)
    return weight * pure + ply, ply, shift + lift / k_y, product, weight, size(turn).real > HALF_TURN


@njit
def equal(slip, share):
    """The slip angle that stands for both slips: its size with the other's share, its own sign."""
    both = slip * slip + share * share
    if both.real <= 0.0:
        return slip
    return sqrt(both) if slip.real >= 0.0 else -sqrt(both)


@njit
def _aligning(p, m, load, more, grip, kappa, alpha, gamma, k_x, k_y, x, y, ply, shift, product, zetas, turns, drill):
    """M_z; `zetas` are 2, 5, 6 and 7, `drill` the moment of turn slip in the place of that by camber."""
    radius, share, lean = p[m + UNLOADED_RADIUS], k_x / k_y * kappa, size(gamma)
    slip = alpha + p[m + QHZ1] + p[m + QHZ2] * more + (p[m + QHZ3] + p[m + QHZ4] * more) * gamma
    both, rest = equal(slip, share), equal(alpha + shift, share)
    new = p[m + FITTYP].real >= 60.0
    b = (p[m + QBZ1] + more * (p[m + QBZ2] + p[m + QBZ3] * more)) * (
        1.0 + p[m + QBZ5] * lean + (p[m + QBZ6] * gamma * gamma if new else p[m + QBZ4] * gamma)
    )
    d = load * radius / (p[m + FNOMIN] * p[m + LFZO]) * (p[m + QDZ1] + p[m + QDZ2] * more)
    d = d * (1.0 + p[m + QDZ3] * (lean if new else gamma) + p[m + QDZ4] * gamma * gamma) * zetas[1]
    e = p[m + QEZ1] + more * (p[m + QEZ2] + p[m + QEZ3] * more)
    turned = atan(b * p[m + QCZ1] * slip) / HALF_TURN
    e = e * (1.0 + (p[m + QEZ4] + p[m + QEZ5] * gamma) * turned)
    level = 1.0 / sqrt(1.0 + alpha * alpha)  # cos of the slip angle, whose tangent alpha is
    trail = d * cos(bent(p[m + QCZ1], b * both, e)) * level
    left = (p[m + QDZ6] + p[m + QDZ7] * more) * zetas[0]
    if not turns:
        left += (p[m + QDZ8] + p[m + QDZ9] * more) * gamma + (p[m + QDZ10] + p[m + QDZ11] * more) * gamma * lean
    steep = (p[m + QBZ9] * p[m + LKY] / (p[m + LMUY] * grip) + p[m + QBZ10] * product) * zetas[2]
    left = (left * load * radius * p[m + LMUY] * grip * level + drill) * cos(zetas[3] * atan(steep * rest))
    arm = p[m + SSZ1] + p[m + SSZ2] * y / p[m + FNOMIN] + (p[m + SSZ3] + p[m + SSZ4] * more) * gamma
    return left - trail * (y - ply) + radius * arm * x


@njit
def by_coefficients(p, m, load, grip, kappa, alpha, gamma, turns, turn, tilt, onward):
    """F_x, F_y, M_x, share of rolling resistance in R Fz, M_z, whether it is past its peak across.

    kappa: slip ratio; alpha: tangent of the slip angle; gamma: sine of the camber. Where the tyre `turns`: `turn` is
    the turning of its heading over its speed, `tilt` its rolling times gamma over its speed, `onward` the sign of the
    way it rolls, smooth about rest.
    """
    zero = 0.0 * load
    if load.real <= TINY:
        return zero, zero, zero, zero, zero, False
    nominal, radius = p[m + LFZO] * p[m + FNOMIN], p[m + UNLOADED_RADIUS]
    more = (load - nominal) / nominal
    k_x, k_y = stiffnesses(p, m, load, gamma)
    one = 1.0 + zero
    zeta_1, zeta_2, zeta_5, zeta_6, zeta_7, spin, by_spin, drill = one, one, one, one, one, zero, zero, zero
    if turns:
        spin = radius * (turn + kept_spin(p, m + TURN, more) * tilt)
        zeta_1, zeta_2, zeta_3, zeta_5, zeta_6 = spin_factors(p, m + TURN, more, kappa, alpha, spin)
        upright = stiffnesses(p, m, load, zero)[1]
        by_lean = load * (p[m + PKY6] + p[m + PKY7] * more)
        by_spin = spin_shift(p, m + TURN, more, spin * onward, by_lean, upright)
        k_y = k_y * zeta_3
    moved = p[m + PHX1] + p[m + PHX2] * more
    x = along(p, m, load, more, grip, kappa, alpha, gamma, k_x, moved, zeta_1)
    y, ply, shift, product, weight, past = _across(
        p, m, load, more, grip, kappa, alpha, gamma, k_y, zeta_2, turns, by_spin
    )
    if turns:
        friction = (p[m + PDY1] + p[m + PDY2] * more) * (1.0 - p[m + PDY3] * gamma * gamma) * p[m + LMUY] * grip
        stiff = load * radius * (p[m + QDZ8] + p[m + QDZ9] * more)
        drill, zeta_7 = spin_moment(p, m + TURN, load, nominal, more, radius, friction, stiff, spin, turn, weight)
    zetas = (zeta_2, zeta_5, zeta_6, zeta_7)
    z = _aligning(p, m, load, more, grip, kappa, alpha, gamma, k_x, k_y, x, y, ply, shift, product, zetas, turns, drill)
    tip = p[m + QSX1] - p[m + QSX2] * gamma + p[m + QSX3] * y / p[m + FNOMIN]
    rolling = p[m + QSY1] + p[m + QSY2] * x / p[m + FNOMIN]
    return x, y, radius * load * tip, rolling, z, past
