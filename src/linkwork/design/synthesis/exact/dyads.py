"""Three to five poses or pairs of angles: dyads by Burmester's theory, equations of first degree in each end.

A pin w of the body and a pivot G of the ground that keep their distance in poses (z_j, e_j):

    |z_j + w e_j - G|^2 = |z_0 + w e_0 - G|^2     for j = 1 ...

Squares cancel; in G and w with their conjugates as unknowns five poses have six paths, two of which go to infinity: at
most four dyads (Burmester 1888). Four poses leave a curve of pivots, which a line meets in at most three; three poses
leave the pivot free. Function generation is the same problem seen from the crank.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial, constant, unknowns
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import solve
from linkwork.numerics.homotopy.system import PolynomialSystem

DYADS = 4
Condition = tuple[complex, complex | None]
"""A place of the first end of a dyad; with a direction, a line on which it lies."""


def dyads_of(places: Array, turns: Array, condition: Condition | None = None) -> Solutions:
    """All dyads (G, its conjugate, w, its conjugate) of poses given as complex numbers."""
    pivot, pivot_image, pin, pin_image = unknowns(4)

    def terms(number: int) -> Polynomial:
        z, e = complex(places[number]), complex(turns[number])
        row = constant(abs(z) ** 2)
        row = row + z.conjugate() * e * pin + z * e.conjugate() * pin_image
        row = row - z.conjugate() * pivot - z * pivot_image
        return row - e * pin * pivot_image - e.conjugate() * pin_image * pivot

    return _solved([terms(number) for number in range(len(places))], condition)


def crank_and_rocker(crank: Array, rocker: Array, condition: Condition | None = None) -> Solutions:
    """All pairs (crank R, its conjugate, rocker S, its conjugate) whose coupler keeps its length at all turns.

    The ground link goes from 0 to 1; |1 + S s_j - R r_j| is the same for all j. R = S = 0 is a solution that is none.
    """
    one, one_image, other, other_image = unknowns(4)

    def terms(number: int) -> Polynomial:
        r, s = complex(crank[number]), complex(rocker[number])
        terms = other * s + other_image * s.conjugate() - one * r - one_image * r.conjugate()
        both = s * r.conjugate()
        return terms - both * other * one_image - both.conjugate() * other_image * one

    return _solved([terms(number) for number in range(len(crank))], condition)


def _solved(terms: list[Polynomial], condition: Condition | None) -> Solutions:
    """All dyads with the same terms in all positions; a condition stands for positions that are missing."""
    equations = [term - terms[0] for term in terms[1:]]
    first, image = unknowns(2)
    if condition is not None:
        place, along = condition
        if along is None:
            equations += [first - place, image - place.conjugate()]
        else:
            across = 1j * along.conjugate() / abs(along)
            equations.append(across * (first - place) + across.conjugate() * (image - place.conjugate()))
    bound = DYADS if condition is None else 1 if condition[1] is None else DYADS - 1
    return solve(PolynomialSystem(equations, 4, [[0, 1], [2, 3]], mirror=[1, 0, 3, 2]), bound=bound, what="dyads")


def turns_by(angles: Array) -> Array:
    """Angles as turns."""
    return np.exp(1j * np.asarray(angles, float))
