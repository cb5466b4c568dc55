"""Vectors that are affine in the natural coordinates, and the quadratic equations that their products make.

v = C s + c,        u.v - value = s' B s + b' s + e
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array

NOTHING = 1e-14  # coefficients of products of unit vectors below this are roundings


@dataclass(frozen=True)
class Affine:
    """C s + c, with C as a column for each coordinate that counts."""

    columns: dict[int, Array]
    constant: Array

    def __add__(self, other: Affine) -> Affine:
        columns = dict(self.columns)
        for place, column in other.columns.items():
            columns[place] = columns[place] + column if place in columns else column
        return Affine({p: c for p, c in columns.items() if np.any(c != 0)}, self.constant + other.constant)

    def __sub__(self, other: Affine) -> Affine:
        return self + other.times(-1.0)

    def times(self, factor: Any) -> Affine:
        """The same by a number, or with a matrix before it."""
        if np.ndim(factor) == 2:
            return Affine({p: factor @ c for p, c in self.columns.items()}, factor @ self.constant)
        return Affine({p: factor * c for p, c in self.columns.items()}, factor * self.constant)

    def at(self, s: Array) -> Array:
        """Its value."""
        return self.constant + sum((s[p] * c for p, c in self.columns.items()), 0.0 * self.constant)


@dataclass(frozen=True)
class Row:
    """One equation: squares and products of two coordinates, coordinates, a number; and what it is of."""

    name: str
    products: dict[tuple[int, int], Any]
    linear: dict[int, Any]
    number: Any
    scale: float

    @property
    def signature(self) -> tuple[Any, ...]:
        """The same for equations that differ by nothing but rounding."""
        terms = [(pair, np.round(np.real(c) * self.scale, 9)) for pair, c in sorted(self.products.items())]
        return (*terms, *((place, np.round(np.real(c) * self.scale, 9)) for place, c in sorted(self.linear.items())))

    @property
    def is_empty(self) -> bool:
        """Whether no coordinate counts in it."""
        return not self.products and not self.linear


def product_row(name: str, u: Affine, v: Affine, value: Any, scale: float, half: bool = False) -> Row:
    """u.v - value, or half of it, as for a square."""
    share = 0.5 if half else 1.0
    products, linear = dict[tuple[int, int], Any](), dict[int, Any]()
    for i, one in u.columns.items():
        for j, other in v.columns.items():
            pair = (i, j) if i <= j else (j, i)
            products[pair] = products.get(pair, 0.0) + share * (one @ other)
    for first, second in ((u, v), (v, u)):
        for i, one in first.columns.items():
            linear[i] = linear.get(i, 0.0) + share * (one @ second.constant)
    kept = {pair: c for pair, c in products.items() if abs(c) > NOTHING}
    number = share * (u.constant @ v.constant - value)
    return Row(name, kept, {i: c for i, c in linear.items() if abs(c) > NOTHING / scale}, number, scale)


def linear_rows(name: str, u: Affine, unit: float) -> list[Row]:
    """u = 0, one equation a component."""
    linear_rows = []
    for axis in range(len(u.constant)):
        linear = {i: c[axis] for i, c in u.columns.items() if abs(c[axis]) > NOTHING}
        linear_rows.append(Row(name, {}, linear, u.constant[axis], 1.0 / unit))
    return linear_rows
