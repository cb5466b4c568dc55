"""Six-bars whose first and last link turn together by pairs of angles, as polynomials in isotropic coordinates.

The crank turns about 0 by Q_j and carries the pin C = c Q_j, the follower turns about 1 by S_j and carries
G = 1 + g S_j; b is the third pivot. A link with three pins, turned by e_j, has its first one at R_j, its others at
R_j + d e_j and R_j + h e_j:

    Stephenson III: R_j = C_j, pins joined by links to b and to G_j;
    Watt II:        R_j = b,   pins joined by links to C_j and to G_j.

The links keep their lengths: |R_j + d e_j - P_j| and |R_j + h e_j - G_j| are those of the first position. Five pairs of
angles leave d and h free, seven g too, nine b, eleven c (the rest is given). Conjugates are unknowns of their own.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial, constant, parameters, unknowns
from linkwork.numerics.homotopy.reciprocals import with_reciprocals
from linkwork.numerics.homotopy.system import PolynomialSystem

KINDS = ("stephenson", "watt")
VECTORS = ("d", "h", "g", "b", "c")
"""In the order in which more pairs of angles set them free."""

Pair = tuple[Polynomial, Polynomial]
_ONE: Pair = (constant(1.0), constant(1.0))


def free_vectors(count: int) -> tuple[str, ...]:
    """Vectors that are unknown for so many pairs of angles: 5, 7, 9 or 11."""
    return VECTORS[: (count - 1) // 2]


def given_vectors(count: int) -> tuple[str, ...]:
    """Vectors that have to be given."""
    return VECTORS[(count - 1) // 2 :]


@cache
def six_bar_family(kind: str, count: int) -> PolynomialSystem:
    """Unknowns e_1, its conjugate ..., free vectors; parameters: all Q_j, all S_j, given vectors, with conjugates."""
    turns, free, given = count - 1, free_vectors(count), given_vectors(count)
    x, p = unknowns(2 * turns + 2 * len(free)), parameters(4 * turns + 2 * len(given))
    vector = {name: _pair(x, turns + number) for number, name in enumerate(free)}
    vector |= {name: _pair(p, 2 * turns + number) for number, name in enumerate(given)}
    equations: list[Polynomial] = []
    first = _places(kind, vector, _ONE, _ONE)
    for j in range(turns):
        root, *ends = _places(kind, vector, _pair(p, j), _pair(p, turns + j))
        turn = _pair(x, j)
        for arm, end, end_first in zip((vector["d"], vector["h"]), ends, first[1:], strict=True):
            way, start = _less(root, end), _less(first[0], end_first)
            kept = arm[0] * start[1] + arm[1] * start[0] + start[0] * start[1]
            equations.append(way[0] * way[1] + arm[0] * turn[0] * way[1] + arm[1] * turn[1] * way[0] - kept)
        equations.append(turn[0] * turn[1] - 1)
    mirror = [number + 1 - 2 * (number % 2) for number in range(len(x))]
    return PolynomialSystem(equations, len(x), parameters=len(p), mirror=mirror)


@cache
def turning_family(kind: str, count: int) -> PolynomialSystem:
    """The same family, in which the conjugates of Q_j and S_j are 1 by them all along a homotopy."""
    return with_reciprocals(six_bar_family(kind, count), {2 * j: 2 * j + 1 for j in range(2 * (count - 1))})


def _pair(values: list[Polynomial], number: int) -> Pair:
    return values[2 * number], values[2 * number + 1]


def _less(one: Pair, other: Pair) -> Pair:
    return one[0] - other[0], one[1] - other[1]


def _places(kind: str, vector: dict[str, Pair], crank: Pair, follower: Pair) -> tuple[Pair, Pair, Pair]:
    """First pin of the link with three, and the far ends of the links at its other two."""
    pin = (vector["c"][0] * crank[0], vector["c"][1] * crank[1])
    last = (1 + vector["g"][0] * follower[0], 1 + vector["g"][1] * follower[1])
    return (pin, vector["b"], last) if kind == "stephenson" else (vector["b"], pin, last)


def turns_of(kind: str, vector: dict[str, Array], crank: Array, follower: Array) -> Array:
    """e_j and its conjugate from the linear equations of both links; last axis: the unknowns.

    Vectors with their conjugates along the last axis; crank and follower: Q_j and S_j with their conjugates.
    """
    turns = []
    still = np.array([1.0, 1.0])
    for j in range(len(crank) // 2):
        here = _numbers(kind, vector, crank[2 * j : 2 * j + 2], follower[2 * j : 2 * j + 2])
        first = _numbers(kind, vector, still, still)
        rows = []
        for number, name in ((1, "d"), (2, "h")):
            arm, way, start = vector[name], here[0] - here[number], first[0] - first[number]
            kept = arm[..., 0] * start[..., 1] + arm[..., 1] * start[..., 0] + start[..., 0] * start[..., 1]
            right = kept - way[..., 0] * way[..., 1]
            rows.append((arm[..., 0] * way[..., 1], arm[..., 1] * way[..., 0], right))
        (m, n, one), (o, q, two) = rows
        whole = m * q - n * o
        turns += [(one * q - n * two) / whole, (m * two - o * one) / whole]
    return np.stack(turns, axis=-1)


def _numbers(kind: str, vector: dict[str, Array], crank: Array, follower: Array) -> tuple[Array, Array, Array]:
    pin, last = vector["c"] * crank, 1.0 + vector["g"] * follower
    return (pin, vector["b"], last) if kind == "stephenson" else (vector["b"], pin, last)


def generic_six_bar(kind: str, count: int, random: np.random.Generator) -> tuple[Array, Array]:
    """A solution of generic complex parameters: vectors and turns of the crank chosen, the other turns follow."""
    draw = lambda: np.array([complex(random.normal(), random.normal()) for _ in range(2)])  # noqa: E731
    vector = {name: draw() for name in VECTORS}
    turns: dict[str, list[complex]] = {"e": [], "Q": [], "S": []}
    still = np.array([1.0, 1.0])
    first = _numbers(kind, vector, still, still)
    for _ in range(count - 1):
        crank = draw()[0]
        root, end, _ = _numbers(kind, vector, np.array([crank, 1.0 / crank]), still)
        e = _turn(vector["d"], root - end, first[0] - first[1], random)
        # the follower's turn: |(R + h e - 1) - g S|, seen from the other end
        reach, start = root + vector["h"] * np.array([e, 1.0 / e]) - 1.0, first[0] + vector["h"] - 1.0
        s = _turn(-vector["g"], reach, start, random)
        for name, value in (("e", e), ("Q", crank), ("S", s)):
            turns[name] += [value, 1.0 / value]
    x = np.concatenate([turns["e"], *(vector[name] for name in free_vectors(count))])
    return x, np.concatenate([turns["Q"], turns["S"], *(vector[name] for name in given_vectors(count))])


def _turn(arm: Array, way: Array, start: Array, random: np.random.Generator) -> complex:
    """A turn z with |way + arm z| as at the start, where it is 1."""
    kept = np.prod(start + arm)
    constant_part = np.prod(way) + np.prod(arm) - kept
    return complex(np.roots([arm[0] * way[1], constant_part, arm[1] * way[0]])[random.integers(2)])
