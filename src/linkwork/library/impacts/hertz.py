"""Hertz: the force of two elastic bodies pressed together is a stiffness times the power 3/2 of their approach."""

from __future__ import annotations

import math

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public
from linkwork.library.checks import require_poisson

_ROUND = 1e-6  # curvatures that differ by less are those of a circle, where the formula of the ellipse is 0/0


def joint_modulus(first: tuple[float, float], second: tuple[float, float]) -> float:
    """E* of two materials, each given by modulus of elasticity and Poisson's ratio."""
    for modulus, ratio in (first, second):
        if not (math.isfinite(modulus) and modulus > 0):
            raise MechanismError(f"hertz_stiffness: a modulus of elasticity must be positive, not {modulus:g}")
        require_poisson("hertz_stiffness", ratio)
    return 1 / sum((1 - ratio**2) / modulus for modulus, ratio in (first, second))


@public
def hertz_stiffness(curvatures: tuple[float, float], first: tuple[float, float], second: tuple[float, float]) -> float:
    """K in N/m^1.5 of F = K d^1.5, for the sums of both bodies' curvatures (1/m) in the two principal planes.

    A ball of radius R on a plane has (1/R, 1/R); across a cylinder of radius r (1/R, 1/R + 1/r). Materials are pairs of
    modulus of elasticity (Pa) and Poisson's ratio. After Johnson, Contact Mechanics (1985), 4.2.
    """
    from scipy.optimize import brentq
    from scipy.special import ellipe, ellipk

    low, high = sorted(float(value) for value in curvatures)
    if not (math.isfinite(high) and low > 0):
        raise MechanismError(f"hertz_stiffness: curvatures must be positive, not {low:g} and {high:g} 1/m")
    modulus = joint_modulus(first, second)
    if high / low - 1 < _ROUND:
        return 4 / 3 * modulus / math.sqrt(math.sqrt(low * high))

    def too_round(squared: float) -> float:
        """The ratio of curvatures of an ellipse of contact with this eccentricity squared, less the wanted one."""
        whole, part = float(ellipk(squared)), float(ellipe(squared))
        return (part / (1 - squared) - whole) / (whole - part) - high / low

    squared = brentq(too_round, 1e-9, 1 - 1e-13, xtol=1e-15, rtol=1e-14)
    whole, part = float(ellipk(squared)), float(ellipe(squared))
    return 2 * math.pi / 3 * modulus / whole * math.sqrt((whole - part) / (low / 2 * whole * squared))
