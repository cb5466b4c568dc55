"""Polynomials with few terms, written as formulas are: unknowns and parameters that are added and multiplied.

A monomial is a tuple of numbers in rising order: 0, 1, 2 ... for unknowns, -1, -2 ... for parameters, each as often as
its power says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array

Monomial = tuple[int, ...]


class Polynomial:
    """A sum of monomials with complex coefficients."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, complex]) -> None:
        self.terms = {monomial: value for monomial, value in terms.items() if value != 0.0}

    def __add__(self, other: Any) -> Polynomial:
        terms = dict(self.terms)
        for monomial, value in as_polynomial(other).terms.items():
            terms[monomial] = terms.get(monomial, 0.0) + value
        return Polynomial(terms)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -value for monomial, value in self.terms.items()})

    def __sub__(self, other: Any) -> Polynomial:
        return self + (-as_polynomial(other))

    def __rsub__(self, other: Any) -> Polynomial:
        return as_polynomial(other) - self

    def __mul__(self, other: Any) -> Polynomial:
        terms: dict[Monomial, complex] = {}
        for one, a in self.terms.items():
            for two, b in as_polynomial(other).terms.items():
                both = tuple(sorted(one + two))
                terms[both] = terms.get(both, 0.0) + a * b
        return Polynomial(terms)

    __rmul__ = __mul__

    def __pow__(self, power: int) -> Polynomial:
        product = constant(1.0)
        for _ in range(power):
            product = product * self
        return product

    def degree(self, unknowns: Iterable[int]) -> int:
        """The highest number of these unknowns that stand together in a term."""
        group = set(unknowns)
        return max((sum(number in group for number in monomial) for monomial in self.terms), default=0)

    def replaced(self, by: Mapping[int, Polynomial]) -> Polynomial:
        """The polynomial with polynomials in place of some of its unknowns or parameters."""
        replaced = Polynomial({})
        for monomial, value in self.terms.items():
            term = Polynomial({tuple(number for number in monomial if number not in by): value})
            for number in monomial:
                if number in by:
                    term = term * by[number]
            replaced = replaced + term
        return replaced

    def mirrored(self, mirror: Sequence[int]) -> Polynomial:
        """The polynomial with conjugate coefficients, and of every unknown the one that is its conjugate."""
        terms = self.terms.items()
        return Polynomial({tuple(sorted(mirror[i] for i in m)): complex(value).conjugate() for m, value in terms})

    def slope(self, unknown: int) -> Polynomial:
        """Its derivative by an unknown."""
        terms: dict[Monomial, complex] = {}
        for monomial, value in self.terms.items():
            power = monomial.count(unknown)
            if power:
                at = monomial.index(unknown)
                terms[monomial[:at] + monomial[at + 1 :]] = power * value
        return Polynomial(terms)

    def at(self, x: Array, parameters: Array | Sequence[complex] = ()) -> Any:
        """The value for unknowns along the last axis of `x`."""
        x = np.asarray(x)
        total: Any = np.zeros(x.shape[:-1], complex)
        for monomial, value in self.terms.items():
            term: Any = value
            for number in monomial:
                term = term * (x[..., number] if number >= 0 else parameters[-number - 1])
            total = total + term
        return total


def constant(value: complex) -> Polynomial:
    """A number."""
    return Polynomial({(): value})


def as_polynomial(value: Any) -> Polynomial:
    """A polynomial, also of a number."""
    return value if isinstance(value, Polynomial) else constant(value)


def unknowns(count: int, first: int = 0) -> list[Polynomial]:
    """Unknowns number `first`, `first` + 1 ..."""
    return [Polynomial({(first + number,): 1.0}) for number in range(count)]


def parameters(count: int, first: int = 0) -> list[Polynomial]:
    """Parameters number `first`, `first` + 1 ..."""
    return [Polynomial({(-1 - first - number,): 1.0}) for number in range(count)]
