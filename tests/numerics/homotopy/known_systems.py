"""Polynomial systems of the literature whose numbers of solutions are known."""

from __future__ import annotations

from math import prod
from typing import Any

from linkwork.numerics.homotopy.polynomial import constant, unknowns
from linkwork.numerics.homotopy.system import PolynomialSystem


def katsura(n: int) -> PolynomialSystem:
    """Magnetism: n quadrics and a plane, 2^n solutions."""
    u = unknowns(n + 1)

    def at(number: int) -> Any:
        return u[abs(number)] if abs(number) <= n else constant(0.0)

    equations = [sum((2 * one for one in u[1:]), u[0]) - 1]
    equations += [sum((at(k) * at(m - k) for k in range(-n, n + 1)), constant(0.0)) - u[m] for m in range(n)]
    return PolynomialSystem(equations, n + 1)


def cyclic(n: int) -> PolynomialSystem:
    """Cyclic n-roots: 6 for 3, 70 for 5, 156 for 6, 924 for 7."""
    x = unknowns(n)
    equations = [
        sum((prod((x[(i + j) % n] for j in range(k)), start=constant(1.0)) for i in range(n)), constant(0.0))
        for k in range(1, n)
    ]
    return PolynomialSystem([*equations, prod(x, start=constant(1.0)) - 1], n)


def noon(n: int) -> PolynomialSystem:
    """Neural network of Noonburg: 3^n - 2n solutions."""
    x = unknowns(n)
    squares = sum((one * one for one in x), constant(0.0))
    return PolynomialSystem([10 * one * (squares - one * one) - 11 * one + 10 for one in x], n)
