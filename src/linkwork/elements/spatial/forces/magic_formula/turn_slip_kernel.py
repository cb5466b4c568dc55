"""Turn slip in the Magic Formula (Pacejka, Tire and Vehicle Dynamics, 2012, 4.3.3): tyres on curved paths, or parking.

The spin of the tyre over the road, with psi' the turning of its heading, W its rolling, gamma the sine of the camber:

    phi = (psi' + (1 - e) W gamma) / sqrt(V^2 + v0^2),  e = PECP1 (1 + PECP2 dfz)        4.76, 4.90

It takes over what camber alone did: the shift of the slip angle (4.80 to 4.84) and the moment about the normal, which
grows to that of turning on the spot (4.91 to 4.105), and lessens the other forces by the factors zeta. Signs are those
of the other coefficients (ISO): phi is above zero for a wheel that turns to the left.

The shift has the sign of V_x (4.86), here smooth, phi V / sqrt(V^2 + v0^2): turning on the spot pushes to no side, and
backwards to the other one, where camber, whose W changes its sign, too, pushes as it does forwards. The moment is that
of phi itself.
"""

from __future__ import annotations

from linkwork.elements.spatial.forces.magic_formula.shape_kernel import bent, size
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import acos, atan, cos, sin, sqrt

# fmt: off
(PECP1, PECP2, PDXP1, PDXP2, PDXP3, PKYP1, PDYP1, PDYP2, PDYP3, PDYP4, PHYP1, PHYP2, PHYP3, PHYP4,
 QDTP1, QCRP1, QCRP2, QBRP1, QDRP1, QDRP2) = range(20)
# fmt: on
HALF_TURN = 1.5707963267948966
TINY = 1e-9


@njit
def kept_spin(p, t, more):
    """1 - e: how much of the spin by camber counts."""
    return 1.0 - p[t + PECP1] * (1.0 + p[t + PECP2] * more)


@njit
def spin_factors(p, t, more, kappa, alpha, spin):
    """zeta 1, 2, 3, 5 and 6 of the spin times the radius."""
    way = size(spin)
    along = p[t + PDXP1] * (1.0 + p[t + PDXP2] * more) * cos(atan(p[t + PDXP3] * kappa))
    across = p[t + PDYP1] * (1.0 + p[t + PDYP2] * more) * cos(atan(p[t + PDYP3] * alpha))
    if p[t + PDYP4].real != 0.0 and way.real > 0.0:
        way = way + p[t + PDYP4] * sqrt(way)
    return (
        cos(atan(along * spin)),
        cos(atan(across * way)),
        cos(atan(p[t + PKYP1] * spin * spin)),
        cos(atan(p[t + QDTP1] * spin)),
        cos(atan(p[t + QBRP1] * spin)),
    )


@njit
def spin_shift(p, t, more, spin, camber_stiffness, k_y):
    """S_Hyphi: the slip angle that stands for the spin with the sign of V_x; both stiffnesses at no camber."""
    peak = p[t + PHYP2] + p[t + PHYP3] * more
    b = camber_stiffness / (kept_spin(p, t, more) * p[t + PHYP1] * peak * k_y)
    return peak * sin(bent(p[t + PHYP1], b * spin, p[t + PHYP4]))


@njit
def spin_moment(p, t, load, nominal, more, radius, friction, moment_stiffness, spin, turn, weight):
    """D_rphi, the moment of the spin, and zeta 7, by which slip across the wheel takes less from it.

    `friction` is that across the wheel, `turn` the turning of the heading over the speed, `weight` G_yk.
    """
    most = p[t + QCRP1] * friction * radius * load * sqrt(load / nominal)
    peak = most / sin(HALF_TURN * p[t + QDRP1])
    b = moment_stiffness / (p[t + QDRP1] * peak * kept_spin(p, t, more))
    moment = peak * sin(bent(p[t + QDRP1], b * spin, p[t + QDRP2]))
    whole = size(moment)
    aside = most * atan(p[t + QCRP2] * radius * size(turn)) / HALF_TURN * weight
    if whole.real <= TINY * most.real:
        return moment, 1.0 + 0.0 * moment
    if aside.real >= whole.real:
        return moment, 0.0 * moment
    return moment, acos(aside / whole) / HALF_TURN
