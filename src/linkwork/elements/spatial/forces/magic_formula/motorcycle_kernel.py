"""The Magic Formula of motorcycle tyres (Pacejka, Tire and Vehicle Dynamics, 11.6; files of MF-MCTyre and PAC_MC).

Camber, up to the lean of a motorcycle, has a curve of its own inside the sine, so that both forces share one peak:

    F_y = D sin(C_y atan(B_y a - E_y (B_y a - atan(B_y a))) + C_g atan(B_g gamma - E_g (B_g gamma - atan(B_g gamma))))
    a = alpha + PHY1, C_y = PCY1, C_g = PCY2, D = mu F_z, mu = PDY1 exp(PDY2 dfz) / (1 + PDY3 gamma^2)
    E_y = PEY1 + PEY2 gamma^2 + (PEY3 + PEY4 gamma) sgn a, E_g = PEY5
    B_y = K_y / (C_y D), K_y = PKY1 F_z0 sin(PKY2 atan(F_z / ((PKY3 + PKY4 gamma^2) F_z0))) / (1 + PKY5 gamma^2)
    B_g = K_g / (C_g D), K_g = (PKY6 + PKY7 dfz) F_z

The trail takes the side force without camber, what is left is a moment of camber by itself:

    M_z = -t F_y(gamma = 0) G + M_zr + s F_x,  t = D_t cos(C_t atan(B_t a_t - E_t (..))) cos alpha,  a_t = alpha
    D_t = F_z R0 / F_z0 (QDZ1 + QDZ2 dfz) (1 + QDZ3 |gamma| + QDZ4 gamma^2)
    B_t = (QBZ1 + QBZ2 dfz + QBZ3 dfz^2) (1 + QBZ4 gamma + QBZ5 |gamma|)
    M_zr = D_r cos(atan(B_r a_r)),  a_r = alpha + QHZ1 + QHZ2 dfz + (QHZ3 + QHZ4 dfz) gamma
    D_r = F_z R0 mu-scale (QDZ6 + QDZ7 dfz + (QDZ8 + QDZ9 dfz) gamma + (QDZ10 + QDZ11 dfz) gamma |gamma|) cos alpha

With slip along the wheel a_t and a_r are the sizes that stand for both slips. F_x, its weight and that of F_y (G) are
those of `named_kernel.py`, but for the shift of the slip ratio: at none the force is that of rolling resistance.
alpha and gamma are angles; signs are those of files (ISO), as there.
"""

from __future__ import annotations

from linkwork.elements.spatial.forces.magic_formula.named_kernel import (
    FNOMIN,
    HALF_TURN,
    LFZO,
    LKY,
    LMUX,
    LMUY,
    PCY1,
    PDY1,
    PDY2,
    PDY3,
    PEY1,
    PEY2,
    PEY3,
    PEY4,
    PEY5,
    PHY1,
    PKY1,
    PKY2,
    PKY3,
    PKY4,
    PKY5,
    PKY6,
    PKY7,
    PVX1,
    PVX2,
    QBZ1,
    QBZ2,
    QBZ3,
    QBZ4,
    QBZ5,
    QBZ9,
    QBZ10,
    QCZ1,
    QDZ1,
    QDZ2,
    QDZ3,
    QDZ4,
    QDZ6,
    QDZ7,
    QDZ8,
    QDZ9,
    QDZ10,
    QDZ11,
    QEZ1,
    QEZ2,
    QEZ3,
    QEZ4,
    QEZ5,
    QHZ1,
    QHZ2,
    QHZ3,
    QHZ4,
    QSX1,
    QSX2,
    QSX3,
    QSY1,
    QSY2,
    SSZ1,
    SSZ2,
    SSZ3,
    SSZ4,
    TINY,
    TURN,
    UNLOADED_RADIUS,
    along,
    equal,
    stiffnesses,
    weight_across,
)
from linkwork.elements.spatial.forces.magic_formula.shape_kernel import bent, size
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, cos, exp, sin

PCY2 = TURN + 20  # behind the coefficients of turn slip


@njit
def stiffness_across(p, m, load, gamma):
    """K_y; below zero for a tyre that is pushed against its sliding."""
    nominal, square = p[m + LFZO] * p[m + FNOMIN], gamma * gamma
    bend = p[m + PKY2] * atan(load / ((p[m + PKY3] + p[m + PKY4] * square) * nominal))
    return p[m + PKY1] * nominal * sin(bend) / (1.0 + p[m + PKY5] * square) * p[m + LKY]


@njit
def _pure_across(p, m, load, more, grip, alpha, gamma):
    """F_y of slip across and camber alone, K_y, its peak, whether it is past it."""
    square = gamma * gamma
    k_y = stiffness_across(p, m, load, gamma)
    peak = p[m + PDY1] * exp(p[m + PDY2] * more) / (1.0 + p[m + PDY3] * square) * p[m + LMUY] * grip * load
    slip = alpha + p[m + PHY1]
    skew = p[m + PEY3] + p[m + PEY4] * gamma
    e = p[m + PEY1] + p[m + PEY2] * square + (skew if slip.real > 0.0 else -skew)
    turn = bent(p[m + PCY1], k_y / (p[m + PCY1] * peak) * slip, e)
    k_g = (p[m + PKY6] + p[m + PKY7] * more) * load
    turn += bent(p[m + PCY2], k_g / (p[m + PCY2] * peak) * gamma, p[m + PEY5])
    return peak * sin(turn), k_y, peak, size(turn).real > HALF_TURN


@njit
def _aligning(p, m, load, more, grip, alpha, gamma, share, upright, k_y, peak, arm_force):
    """M_z; `share`: the slip along the wheel as a slip across it, `upright`: the weighted side force without camber."""
    radius, lean = p[m + UNLOADED_RADIUS], size(gamma)
    shifted = alpha + p[m + QHZ1] + p[m + QHZ2] * more + (p[m + QHZ3] + p[m + QHZ4] * more) * gamma
    both, rest = equal(alpha, share), equal(shifted, share)
    b = p[m + QBZ1] + more * (p[m + QBZ2] + p[m + QBZ3] * more)
    b = b * (1.0 + p[m + QBZ4] * gamma + p[m + QBZ5] * lean)
    d = load * radius / (p[m + FNOMIN] * p[m + LFZO]) * (p[m + QDZ1] + p[m + QDZ2] * more)
    d = d * (1.0 + p[m + QDZ3] * lean + p[m + QDZ4] * gamma * gamma)
    e = p[m + QEZ1] + more * (p[m + QEZ2] + p[m + QEZ3] * more)
    e = e * (1.0 + (p[m + QEZ4] + p[m + QEZ5] * gamma) * atan(b * p[m + QCZ1] * alpha) / HALF_TURN)
    level = cos(alpha)
    trail = d * cos(bent(p[m + QCZ1], b * both, e)) * level
    left = p[m + QDZ6] + p[m + QDZ7] * more + (p[m + QDZ8] + p[m + QDZ9] * more) * gamma
    left += (p[m + QDZ10] + p[m + QDZ11] * more) * gamma * lean
    steep = p[m + QBZ9] * p[m + LKY] / (p[m + LMUY] * grip) + p[m + QBZ10] * k_y / peak
    left = left * load * radius * p[m + LMUY] * grip * level * cos(atan(steep * rest))
    return left - trail * upright + arm_force


@njit
def by_motorcycle(p, m, load, grip, kappa, alpha, gamma, onward, spins):
    """F_x, F_y, M_x, share of rolling resistance in R Fz, M_z, whether it is past its peak across.

    kappa: slip ratio; alpha, gamma: angles; `onward`: the sign of the way it rolls, smooth about rest; `spins`: whether
    its body turns with it, so that its rolling resistance comes by the slip ratio.
    """
    zero = 0.0 * load
    if load.real <= TINY:
        return zero, zero, zero, zero, zero, False
    nominal, radius = p[m + LFZO] * p[m + FNOMIN], p[m + UNLOADED_RADIUS]
    more, one = (load - nominal) / nominal, 1.0 + zero
    k_x = stiffnesses(p, m, load, zero)[0]
    lift = load * (p[m + PVX1] + p[m + PVX2] * more) * p[m + LMUX] * grip
    shift = -(lift + p[m + QSY1] * load * onward) / k_x if spins else zero
    x = along(p, m, load, more, grip, kappa, alpha, gamma, k_x, shift, one)
    pure, k_y, peak, past = _pure_across(p, m, load, more, grip, alpha, gamma)
    weight, ply = weight_across(p, m, more, kappa, alpha, gamma, peak)
    y = weight * pure + ply
    upright = weight * _pure_across(p, m, load, more, grip, alpha, zero)[0]
    arm = p[m + SSZ1] + p[m + SSZ2] * y / p[m + FNOMIN] + (p[m + SSZ3] + p[m + SSZ4] * more) * gamma
    share = k_x / k_y * kappa
    z = _aligning(p, m, load, more, grip, alpha, gamma, share, upright, k_y, peak, radius * arm * x)
    tip = p[m + QSX1] - p[m + QSX2] * gamma + p[m + QSX3] * y / p[m + FNOMIN]
    rolling = p[m + QSY1] + p[m + QSY2] * x / p[m + FNOMIN]
    return x, y, radius * load * tip, rolling, z, past
