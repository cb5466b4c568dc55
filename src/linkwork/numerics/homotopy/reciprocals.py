"""Families in which some parameters are the reciprocals of others, such as a turn and its conjugate.

A parameter homotopy is complete only inside the family whose generic member was solved: led along a straight line
through q and 1/q as two free numbers, it leaves the family, paths go to infinity, and others that come from there are
never seen. Written in q alone, times the power of q that clears denominators, every point on the way is in the family.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from linkwork.numerics.homotopy.polynomial import Monomial, Polynomial
from linkwork.numerics.homotopy.system import PolynomialSystem


def with_reciprocals(system: PolynomialSystem, reciprocal: Mapping[int, int]) -> PolynomialSystem:
    """The system, each equation times a power of parameters, without those that are 1 by another: q to 1/q by number.

    Parameters keep their numbers; values of those that are reciprocals no longer matter.
    """
    return replace(system, equations=[_cleared(equation, reciprocal) for equation in system.equations])


def _cleared(equation: Polynomial, reciprocal: Mapping[int, int]) -> Polynomial:
    powers = [{q: _power(monomial, q, below) for q, below in reciprocal.items()} for monomial in equation.terms]
    least = {q: min((power[q] for power in powers), default=0) for q in reciprocal}
    gone = {-1 - number for both in reciprocal.items() for number in both}
    terms: dict[Monomial, complex] = {}
    for (monomial, value), power in zip(equation.terms.items(), powers, strict=True):
        factors = [number for number in monomial if number not in gone]
        factors += [-1 - q for q in reciprocal for _ in range(power[q] - least[q])]
        key = tuple(sorted(factors))
        terms[key] = terms.get(key, 0.0) + value
    return Polynomial(terms)


def _power(monomial: Monomial, q: int, below: int) -> int:
    return monomial.count(-1 - q) - monomial.count(-1 - below)
