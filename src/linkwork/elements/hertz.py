"""Hertz's stiffness of a contact from material and curvature: f = k d^1.5 (Schiehlen and others 2005, 8, 63)."""

from __future__ import annotations

import math

from linkwork.base.errors import MechanismError
from linkwork.expression.given import Unbounded, public


def contact_modulus(modulus_1: float, poisson_1: float, modulus_2: float, poisson_2: float) -> float:
    """1 / E* = (1 - nu1^2) / E1 + (1 - nu2^2) / E2."""
    for modulus, poisson in ((modulus_1, poisson_1), (modulus_2, poisson_2)):
        if not modulus > 0.0:
            raise MechanismError(f"hertz_stiffness: the modulus must be greater than zero; it is {modulus:g}")
        if not -1.0 < poisson <= 0.5:
            raise MechanismError(f"hertz_stiffness: Poisson's ratio is above -1 and at most 0.5; it is {poisson:g}")
    return 1.0 / ((1.0 - poisson_1**2) / modulus_1 + (1.0 - poisson_2**2) / modulus_2)


@public
def hertz_stiffness(
    modulus_1: float,
    poisson_1: float,
    modulus_2: float,
    poisson_2: float,
    radius_1: Unbounded,
    radius_2: Unbounded = math.inf,
    across_1: Unbounded | None = None,
    across_2: Unbounded | None = None,
) -> float:
    """Stiffness k of Hertz's law in N/m^1.5 for two bodies of the given materials and radii.

    A radius may be infinite (a plane) or negative (a hollow). `across_1` and `across_2` are the radii square to the
    first ones, the same where left out: a cylinder has one infinite radius. The principal directions of both bodies lie
    along each other.
    """
    modulus = contact_modulus(modulus_1, poisson_1, modulus_2, poisson_2)
    along = 0.5 * (1.0 / radius_1 + 1.0 / radius_2)
    one = radius_1 if across_1 is None else across_1
    two = radius_2 if across_2 is None else across_2
    across = 0.5 * (1.0 / one + 1.0 / two)
    if not (along > 0.0 and across > 0.0):
        raise MechanismError(
            "hertz_stiffness: the bodies touch in a line or fit into each other (the sum of their curvatures "
            f"1/R is {2.0 * min(along, across):g}); Hertz's law is for contact in a point"
        )
    return 4.0 / 3.0 * modulus * _shape(max(along, across), min(along, across))


def _shape(more: float, less: float) -> float:
    """k / (4/3 E*) of an elliptical contact with half curvatures A <= B: sqrt(R) for a sphere on a plane.

    With the axes b <= a of the contact and m = 1 - (b/a)^2, B / A = ((a/b)^2 E(m) - K(m)) / (K(m) - E(m)).
    """
    if more <= less * (1.0 + 1e-9):
        return math.sqrt(0.5 / less)
    low, high = 0.0, 1.0
    for _ in range(200):
        ratio = 0.5 * (low + high)
        first, second = elliptic_integrals(ratio)
        low, high = (low, ratio) if (second / ratio**2 - first) < more / less * (first - second) else (ratio, high)
    first, second = elliptic_integrals(ratio)
    size = 1.0 - ratio**2
    shape = (4.0 / (math.pi * size)) ** (1 / 3) * math.sqrt(ratio)
    shape *= ((second / ratio**2 - first) * (first - second)) ** (1 / 6)
    approach = 2.0 / math.pi * math.sqrt(ratio) / shape * first
    return math.sqrt(0.5 / math.sqrt(more * less)) / approach**1.5


def elliptic_integrals(ratio: float) -> tuple[float, float]:
    """Complete elliptic integrals K and E of the parameter 1 - ratio^2, by the arithmetic-geometric mean."""
    a, b, power, total = 1.0, ratio, 1.0, 0.5 * (1.0 - ratio * ratio)
    while abs(a - b) > 1e-15 * a:
        a, b, c = 0.5 * (a + b), math.sqrt(a * b), 0.5 * (a - b)
        total += power * c * c
        power *= 2.0
    first = 0.5 * math.pi / a
    return first, first * (1.0 - total)
