"""Polynomial systems as flat tables: homogeneous in every group of unknowns, coefficients that move with t."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.layout_kernel import ROOM
from linkwork.numerics.homotopy.polynomial import Monomial, Polynomial

Part = tuple[Monomial, complex, complex]
"""Parameters of a part of a coefficient, its number at t = 0 and at t = 1."""


@dataclass(frozen=True)
class PolynomialSystem:
    """As many equations as unknowns; `groups` says which unknowns go to infinity together (all, if left out)."""

    equations: Sequence[Polynomial]
    unknowns: int
    groups: Sequence[Sequence[int]] = ()
    parameters: int = 0
    mirror: Sequence[int] = ()  # of each unknown, the one that is its conjugate in real solutions: itself, if left out

    def __post_init__(self) -> None:
        if not self.mirror:
            object.__setattr__(self, "mirror", list(range(self.unknowns)))
        if not self.groups:
            object.__setattr__(self, "groups", [list(range(self.unknowns))])
        if len(self.equations) != self.unknowns:
            raise ValueError(f"{len(self.equations)} equations for {self.unknowns} unknowns")

    @property
    def degrees(self) -> list[list[int]]:
        """Degree of every equation in every group."""
        return [[equation.degree(group) for group in self.groups] for equation in self.equations]

    def at(self, values: Sequence[complex] | Array) -> PolynomialSystem:
        """The system with numbers in place of its parameters, scaled so that the largest coefficients are 1."""
        by = {-1 - number: Polynomial({(): value}) for number, value in enumerate(values)}
        polynomials = []
        for equation in self.equations:
            given = equation.replaced(by)
            largest = max((abs(value) for value in given.terms.values()), default=1.0)
            scale = 2.0 ** -np.floor(np.log2(largest))  # a power of two: coefficients stay the doubles they are
            polynomials.append(self._balanced(given * float(scale)))
        return PolynomialSystem(polynomials, self.unknowns, self.groups, mirror=self.mirror)

    def _balanced(self, equation: Polynomial) -> Polynomial:
        """The equation with mirrored coefficients exactly conjugate where only rounding has made them differ."""
        balanced: dict[Monomial, complex] = {}
        images = equation.mirrored(self.mirror).terms
        for monomial, value in equation.terms.items():
            other = images.get(monomial, 0.0)
            if abs(value - other) > 1e-12:
                return equation
            balanced[monomial] = (value + other) / 2.0
        return Polynomial(balanced)

    @property
    def real(self) -> bool:
        """Whether the mirror image of a solution is one too: every equation's image is an equation of the system."""
        rows = [equation.terms for equation in self.equations]
        return all(equation.mirrored(self.mirror).terms in rows for equation in self.equations)

    @property
    def group_of(self) -> list[int]:
        """The group of every unknown, homogeneous ones last, and behind them how many groups there are."""
        group_of = {unknown: number for number, group in enumerate(self.groups) for unknown in group}
        return [*(group_of[i] for i in range(self.unknowns)), *range(len(self.groups)), len(self.groups)]

    def with_ones(self, x: Array) -> Array:
        """Points with the homogeneous unknown of each group, which is 1."""
        return np.concatenate([x, np.ones((*x.shape[:-1], len(self.groups)))], axis=-1).astype(complex)

    def without_ones(self, points: Array) -> Array:
        """Points with every group divided by its homogeneous unknown."""
        plain = np.empty((*points.shape[:-1], self.unknowns), complex)
        with np.errstate(all="ignore"):
            for number, group in enumerate(self.groups):
                plain[..., list(group)] = points[..., list(group)] / points[..., self.unknowns + number, None]
        return plain


@dataclass
class Tables:
    """The arrays that kernels are given."""

    table: tuple[Array, ...]
    numbers: tuple[Array, ...]
    room: tuple[Array, ...] = field(repr=False)


def tables(system: PolynomialSystem, rows: Sequence[dict[Monomial, list[Part]]], parameters: Array) -> Tables:
    """Tables of equations given as terms with the parts of their coefficients; parameters: at t = 0 and at t = 1."""
    n, groups = system.unknowns, system.groups
    group_of = {unknown: number for number, group in enumerate(groups) for unknown in group}
    equation_at, term_at, sum_at, part_at = [0], [0], [0], [0]
    factors: list[int] = []
    part_factors: list[int] = []
    end: list[complex] = []
    begin: list[complex] = []
    for row in rows:
        degrees = [max(sum(group_of[x] == g for x in term) for term in row) for g in range(len(groups))]
        for term, parts in row.items():
            factors += term
            for g, degree in enumerate(degrees):
                factors += [n + g] * (degree - sum(group_of[x] == g for x in term))
            term_at.append(len(factors))
            for of_parameters, at_end, at_begin in parts:
                part_factors += [-1 - number for number in of_parameters]
                part_at.append(len(part_factors))
                end.append(at_end)
                begin.append(at_begin)
            sum_at.append(len(end))
        equation_at.append(len(term_at) - 1)
    whole = (equation_at, term_at, factors, sum_at, part_at, part_factors, system.group_of)
    size, terms, degree = n + len(groups), len(term_at) - 1, int(np.max(np.diff(term_at)))
    given = np.ascontiguousarray(parameters, dtype=complex).reshape(2, -1)
    lengths = [terms, terms, given.shape[1], given.shape[1], degree + 1, size * size, *[size] * (ROOM - 6)]
    return Tables(
        tuple(np.array(values, np.int64) for values in whole),
        (np.array(end, complex), np.array(begin, complex), given[0].copy(), given[1].copy()),
        tuple(np.zeros(length, complex) for length in lengths),
    )


def between(system: PolynomialSystem, start: Sequence[Polynomial], turn: complex) -> Tables:
    """The homotopy (1 - t) F + turn t G from the equations G (t = 1) to F (t = 0); neither has parameters."""
    rows: list[dict[Monomial, list[Part]]] = []
    for target, first in zip(system.equations, start, strict=True):
        monomials = dict.fromkeys((*target.terms, *first.terms))
        rows.append({m: [((), target.terms.get(m, 0.0), turn * first.terms.get(m, 0.0))] for m in monomials})
    return tables(system, rows, np.zeros((2, 0)))


def moving(system: PolynomialSystem, start: Array, end: Array) -> Tables:
    """The homotopy in which the parameters go from `start` (t = 1) to `end` (t = 0)."""
    rows: list[dict[Monomial, list[Part]]] = []
    for equation in system.equations:
        row: dict[Monomial, list[Part]] = {}
        largest = max((abs(value) for value in equation.terms.values()), default=1.0)
        for monomial, value in equation.terms.items():
            of_unknowns = tuple(number for number in monomial if number >= 0)
            of_parameters = tuple(number for number in monomial if number < 0)
            row.setdefault(of_unknowns, []).append((of_parameters, value / largest, value / largest))
        rows.append(row)
    return tables(system, rows, np.stack([np.asarray(end, complex), np.asarray(start, complex)]))
