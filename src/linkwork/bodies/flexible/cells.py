"""Finite elements on a reference cell: nodes, shape functions and quadrature, of first and second order.

Shape functions are polynomials; their coefficients follow from the nodes (a Vandermonde matrix inverted), so that a
cell is a list of nodes and one of exponents. Names and orders of nodes are those of VTK and meshio.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Cell:
    """A reference cell: nodes (n x d), coefficients of the shape functions, quadrature points and weights."""

    name: str
    nodes: Floats
    exponents: NDArray[np.int64]
    coefficients: Floats
    points: Floats
    weights: Floats
    corners: int

    @property
    def dimension(self) -> int:
        """Of the space that it fills."""
        return int(self.nodes.shape[1])

    def values(self, at: Floats) -> Floats:
        """Shape functions at points: points x nodes."""
        return _monomials(at, self.exponents) @ self.coefficients

    def gradients(self, at: Floats) -> Floats:
        """Their derivatives by the reference coordinates: points x nodes x d."""
        gradients = np.empty((len(at), len(self.nodes), self.dimension))
        for axis in range(self.dimension):
            lowered = self.exponents.copy()
            lowered[:, axis] = np.maximum(lowered[:, axis] - 1, 0)
            gradients[:, :, axis] = (_monomials(at, lowered) * self.exponents[:, axis]) @ self.coefficients
        return gradients


_LINE = ((-1.0,), (1.0,))
_QUAD = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_HEX = tuple((x, y, z) for z in (-1, 1) for x, y in _QUAD)
_TRIANGLE = ((0, 0), (1, 0), (0, 1))
_TETRA = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
_QUAD_EDGES = ((0, 1), (1, 2), (2, 3), (3, 0))
_TRIANGLE_EDGES = ((0, 1), (1, 2), (2, 0))
_TETRA_EDGES = (*_TRIANGLE_EDGES, (0, 3), (1, 3), (2, 3))
_HEX_EDGES = (*_QUAD_EDGES, *((a + 4, b + 4) for a, b in _QUAD_EDGES), (0, 4), (1, 5), (2, 6), (3, 7))
EDGES = {
    "triangle6": _TRIANGLE_EDGES,
    "quad8": _QUAD_EDGES,
    "tetra10": _TETRA_EDGES,
    "hexahedron20": _HEX_EDGES,
}
"""Between which corners the nodes in the middle of edges lie."""
CORNERS = {"triangle": _TRIANGLE, "quad": _QUAD, "tetra": _TETRA, "hexahedron": _HEX}
SECOND = {"triangle": "triangle6", "quad": "quad8", "tetra": "tetra10", "hexahedron": "hexahedron20"}
"""The cell of second order of each of first order."""
FIRST = {second: first for first, second in SECOND.items()}


@cache
def cell(name: str) -> Cell:
    """The reference cell of that name."""
    first = FIRST.get(name, name)
    corners = np.array(CORNERS[first], dtype=float)
    nodes = corners
    if name in EDGES:
        nodes = np.vstack([corners, [(corners[a] + corners[b]) / 2 for a, b in EDGES[name]]])
    exponents = np.array(_exponents(first, 2 if name in EDGES else 1))
    points, weights = _quadrature(first, 3 if name in EDGES else 2)
    coefficients: Floats = np.linalg.inv(_monomials(nodes, exponents)).astype(float)
    return Cell(name, nodes, exponents, coefficients, points, weights, len(corners))


def _monomials(at: Floats, exponents: NDArray[np.int64]) -> Floats:
    """Products of powers: points x monomials."""
    powers: Floats = np.prod(at[:, None, :] ** exponents[None, :, :], axis=2)
    return powers


def _exponents(first: str, order: int) -> list[tuple[int, ...]]:
    """The polynomials of a cell: complete ones of simplices, those of the serendipity family of squares and cubes."""
    d = len(CORNERS[first][0])
    every = product(range(order + 1), repeat=d)
    if first in ("triangle", "tetra"):
        return [powers for powers in every if sum(powers) <= order]
    return [powers for powers in every if sum(power for power in powers if power > 1) <= order]


def _quadrature(first: str, count: int) -> tuple[Floats, Floats]:
    """Gauss' rule with so many points a direction; on simplices with one corner drawn together (Gauss and Jacobi)."""
    d = len(CORNERS[first][0])
    if first in ("quad", "hexahedron"):
        x, w = np.polynomial.legendre.leggauss(count)
        points = np.array(list(product(x, repeat=d)))
        return points, np.prod(list(product(w, repeat=d)), axis=1)
    from scipy.special import roots_jacobi

    rules = [roots_jacobi(count, power, 0) for power in range(d)]
    places, weights = [], []
    for picks in product(range(count), repeat=d):
        place, left, weight = [], 1.0, 1.0
        for axis in range(d):  # the last direction has no power, the first the highest
            power = d - 1 - axis
            x, w = rules[power][0][picks[axis]], rules[power][1][picks[axis]]
            place.append(left * (1.0 + x) / 2.0)
            weight *= w / 2.0 ** (power + 1)
            left *= (1.0 - x) / 2.0
        places.append(place)
        weights.append(weight)
    return np.array(places), np.array(weights)
