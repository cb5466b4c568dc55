"""Four-bars whose coupler point goes through points, as polynomials in isotropic coordinates.

With the pivots G and H, the vectors a and b from the pins of the coupler to its point in the first position, and the
turn e_j of the coupler from the first to position j, the pins keep their distances from the pivots:

    |P_j - G - a e_j|^2 = |P_0 - G - a|^2,     |P_j - H - b e_j|^2 = |P_0 - H - b|^2,     e_j conj(e_j) = 1.

Conjugates are unknowns of their own (Wampler, Morgan and Sommese 1992). Five points with given pivots have 36 solutions
in general (Morgan and Wampler 1990), nine points 8652, which are 1442 sets of three cognates in two orders.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial, parameters, unknowns
from linkwork.numerics.homotopy.system import PolynomialSystem

FIVE, NINE = 5, 9


def _equations(
    points: list[Polynomial], mirrored: list[Polynomial], pivots: list[Polynomial], vectors: list[Polynomial],
    turns: list[Polynomial],
) -> list[Polynomial]:  # fmt: skip
    """Rows of every further point: of both pins, of the turn; pivots and vectors: G, H, a, b with their conjugates."""
    equations = []
    for j in range(1, len(points)):
        turn, back = turns[2 * j - 2], turns[2 * j - 1]
        for side in range(2):
            pivot, image = pivots[2 * side], pivots[2 * side + 1]
            vector, other = vectors[2 * side], vectors[2 * side + 1]
            way, start = points[j] - pivot, points[0] - pivot
            way_image, start_image = mirrored[j] - image, mirrored[0] - image
            kept = vector * start_image + other * start + (way * way_image - start * start_image)
            equations.append(vector * way_image * turn + other * way * back - kept)
        equations.append(turn * back - 1)
    return equations


@cache
def five_point_family() -> PolynomialSystem:
    """Unknowns e_1, its conjugate, ... e_4, a, b; parameters: five points, G, H, all with their conjugates."""
    x, given = unknowns(12), parameters(14)
    points, mirrored = given[0:10:2], given[1:10:2]
    equations = _equations(points, mirrored, given[10:], x[8:], x[:8])
    return PolynomialSystem(equations, 12, parameters=14, mirror=_pairs(12))


@cache
def nine_point_family() -> PolynomialSystem:
    """Unknowns e_1, its conjugate, ... e_8, G, H, a, b; parameters: nine points, all with their conjugates."""
    x, given = unknowns(24), parameters(18)
    equations = _equations(given[0::2], given[1::2], x[16:20], x[20:], x[:16])
    return PolynomialSystem(equations, 24, parameters=18, mirror=_pairs(24))


def _pairs(count: int) -> list[int]:
    return [number + 1 - 2 * (number % 2) for number in range(count)]


def with_conjugates(values: Array) -> Array:
    """Complex numbers, each followed by its conjugate."""
    doubled = np.empty(2 * len(values), complex)
    doubled[0::2], doubled[1::2] = values, np.conj(values)
    return doubled


def turns_of(points: Array, pivots: Array, vectors: Array) -> Array:
    """e_j and its conjugate for all further points from the linear equations of both pins; last axis: the unknowns.

    points: as many pairs (P, conjugate); pivots and vectors: G, H and a, b with their conjugates along the last axis.
    """
    turns = []
    for j in range(1, len(points) // 2):
        rows, right = [], []
        for side in range(2):
            pivot, image = pivots[..., 2 * side], pivots[..., 2 * side + 1]
            vector, other = vectors[..., 2 * side], vectors[..., 2 * side + 1]
            way, way_image = points[2 * j] - pivot, points[2 * j + 1] - image
            start, start_image = points[0] - pivot, points[1] - image
            rows.append((vector * way_image, other * way))
            right.append(vector * start_image + other * start + way * way_image - start * start_image)
        (m, n), (o, p) = rows
        whole = m * p - n * o
        turns += [(right[0] * p - n * right[1]) / whole, (m * right[1] - o * right[0]) / whole]
    return np.stack(turns, axis=-1)


def cognate_invariants(x: Array) -> Array:
    """Numbers that all cognates of a nine-point solution have in common: symmetric functions of their three pivots."""
    cognate_invariants = []
    for part in range(2):
        g, h, a, b = (x[..., 16 + part + 2 * number] for number in range(4))
        k = g + (h - g) * a / (a - b)
        cognate_invariants += [g + h + k, g * h + h * k + k * g, g * h * k]
    return np.stack(cognate_invariants, axis=-1)


def generic_five(random: np.random.Generator) -> tuple[Array, Array]:
    """A solution of generic complex parameters: turns, vectors, points and one pivot chosen, the rest follows."""
    return _generic(random, FIVE)


def generic_nine(random: np.random.Generator) -> tuple[Array, Array]:
    """The same for nine points."""
    return _generic(random, NINE)


def _generic(random: np.random.Generator, count: int) -> tuple[Array, Array]:
    """A complex linkage and points that it goes through, conjugates chosen apart.

    The turns and pin directions of both links are chosen for every position; the points are where both agree, so that
    G - H and the link's end are solved for: P_j = G + r s_j + a e_j = H + q v_j + b e_j. For given G, H, r, a, q, b
    these are three unknown turns s_j, v_j, e_j with two equations (and the mirrored ones) for each j: e_j is chosen,
    s_j and v_j follow from quadratics.
    """
    draw = lambda: complex(random.normal(), random.normal())  # noqa: E731
    g, gi, h, hi, a, ai, b, bi, r, q = (draw() for _ in range(10))
    points, turns = [], []
    for j in range(count):
        e = 1.0 + 0j if j == 0 else draw()
        way, image = h - g + (b - a) * e, hi - gi + (bi - ai) / e
        # r s - q v = way and r / s - q / v = image: q v = r s - way, (r - image s) (r s - way) = q^2 s
        s = np.roots([-r * image, r * r + way * image - q * q, -r * way])[random.integers(2)]
        points += [g + r * s + a * e, gi + r / s + ai / e]
        turns.append(e)
    first = np.array(points)
    flat = [value for e in turns[1:] for value in (e, 1.0 / e)]
    if count == NINE:
        return np.array([*flat, g, gi, h, hi, a, ai, b, bi]), first
    return np.array([*flat, a, ai, b, bi]), np.append(first, [g, gi, h, hi])
