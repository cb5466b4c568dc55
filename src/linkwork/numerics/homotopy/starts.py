"""Start systems: products of linear forms whose solutions are known, as many as Bezout's number of the groups.

Every equation of degree d_g in group g becomes a product of d_g linear forms in the unknowns of each group (Morgan and
Sommese 1987). A solution chooses one factor of each equation so that a group of n_g unknowns is chosen n_g times, and
is found by linear equations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Monomial, Polynomial, constant
from linkwork.numerics.homotopy.system import PolynomialSystem


def bezout(degrees: Sequence[Sequence[int]], sizes: Sequence[int]) -> int:
    """Bezout's number for groups: the coefficient of the product of a_g^n_g in that of the sums of d_ig a_g."""
    counts: dict[tuple[int, ...], int] = {tuple(sizes): 1}
    for row in degrees:
        new: dict[tuple[int, ...], int] = {}
        for left, ways in counts.items():
            for group, degree in enumerate(row):
                if degree and left[group]:
                    rest = (*left[:group], left[group] - 1, *left[group + 1 :])
                    new[rest] = new.get(rest, 0) + ways * degree
        counts = new
    return counts.get(tuple(0 for _ in sizes), 0)


def number_of_paths(system: PolynomialSystem) -> int:
    """How many paths a start system of these groups has."""
    return bezout(system.degrees, [len(group) for group in system.groups])


def start_system(system: PolynomialSystem, random: np.random.Generator) -> tuple[list[Polynomial], Array]:
    """Equations of the start system and its solutions, one in a row."""
    if len(system.groups) == 1:
        return _powers(system, random)
    return _products(system, random)


def _powers(system: PolynomialSystem, random: np.random.Generator) -> tuple[list[Polynomial], Array]:
    """x_i^d_i = r_i for one group."""
    equations, roots = [], []
    for i, (degree,) in enumerate(system.degrees):
        right = np.exp(2j * np.pi * random.random())
        equations.append(Polynomial({(i,) * degree: 1.0}) - constant(right))
        roots.append(right ** (1.0 / degree) * np.exp(2j * np.pi * np.arange(degree) / degree))
    return equations, np.array(list(product(*roots)), complex).reshape(-1, system.unknowns)


def _products(system: PolynomialSystem, random: np.random.Generator) -> tuple[list[Polynomial], Array]:
    forms: list[list[list[Array]]] = []
    equations = []
    for row in system.degrees:
        made = [
            [_form(len(group), random) for _ in range(degree)] for group, degree in zip(system.groups, row, strict=True)
        ]
        equation = constant(1.0)
        for group, factors in zip(system.groups, made, strict=True):
            for form in factors:
                linear: dict[Monomial, complex] = {
                    (unknown,): value for unknown, value in zip(group, form[:-1], strict=True)
                }
                equation = equation * Polynomial({**linear, (): form[-1]})
        forms.append(made)
        equations.append(equation)
    sizes = [len(group) for group in system.groups]
    products = [_solved(system, forms, choice) for choice in _choices(system.degrees, sizes, 0)]
    return equations, np.array(products, complex).reshape(-1, system.unknowns)


def _form(size: int, random: np.random.Generator) -> Array:
    return np.exp(2j * np.pi * random.random(size + 1)) * random.uniform(0.5, 1.0, size + 1)


def _choices(degrees: Sequence[Sequence[int]], left: list[int], row: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Group and number of a factor for each equation, so that every group is chosen as often as it has unknowns."""
    if row == len(degrees):
        yield ()
        return
    for group, degree in enumerate(degrees[row]):
        if degree and left[group]:
            rest = [size - (number == group) for number, size in enumerate(left)]
            for behind in _choices(degrees, rest, row + 1):
                for factor in range(degree):
                    yield ((group, factor), *behind)


def _solved(system: PolynomialSystem, forms: list[list[list[Array]]], choice: Sequence[tuple[int, int]]) -> Array:
    x = np.empty(system.unknowns, complex)
    for number, group in enumerate(system.groups):
        rows = np.array([forms[row][number][factor] for row, (at, factor) in enumerate(choice) if at == number])
        x[list(group)] = np.linalg.solve(rows[:, :-1], -rows[:, -1])
    return x
