"""Five poses or five pairs of angles: dyads by Burmester's theory, as four equations of first degree in each end.

A pin w of the body and a pivot G of the ground that keep their distance in poses (z_j, e_j):

    |z_j + w e_j - G|^2 = |z_0 + w e_0 - G|^2     for j = 1 ... 4.

Squares cancel; in G and w with their conjugates as unknowns there are six paths, two of which go to infinity: at most
four dyads (Burmester 1888). Function generation is the same problem seen from the crank.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial, constant, unknowns
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import solve
from linkwork.numerics.homotopy.system import PolynomialSystem

DYADS = 4


def burmester(places: Array, turns: Array) -> Solutions:
    """All dyads (G, its conjugate, w, its conjugate) of five poses given as complex numbers."""
    pivot, pivot_image, pin, pin_image = unknowns(4)

    def terms(number: int) -> Polynomial:
        z, e = complex(places[number]), complex(turns[number])
        row = constant(abs(z) ** 2)
        row = row + z.conjugate() * e * pin + z * e.conjugate() * pin_image
        row = row - z.conjugate() * pivot - z * pivot_image
        return row - e * pin * pivot_image - e.conjugate() * pin_image * pivot

    first = terms(0)
    equations = [terms(number) - first for number in range(1, 5)]
    return solve(PolynomialSystem(equations, 4, [[0, 1], [2, 3]], mirror=[1, 0, 3, 2]), bound=DYADS, what="dyads")


def crank_and_rocker(crank: Array, rocker: Array) -> Solutions:
    """All pairs (crank R, its conjugate, rocker S, its conjugate) whose coupler keeps its length at five turns.

    The ground link goes from 0 to 1; |1 + S s_j - R r_j| is the same for all j. R = S = 0 is a solution that is none.
    """
    one, one_image, other, other_image = unknowns(4)

    def terms(number: int) -> Polynomial:
        r, s = complex(crank[number]), complex(rocker[number])
        terms = other * s + other_image * s.conjugate() - one * r - one_image * r.conjugate()
        both = s * r.conjugate()
        return terms - both * other * one_image - both.conjugate() * other_image * one

    first = terms(0)
    equations = [terms(number) - first for number in range(1, 5)]
    return solve(PolynomialSystem(equations, 4, [[0, 1], [2, 3]], mirror=[1, 0, 3, 2]), bound=DYADS, what="dyads")


def five_turns(angles: Array) -> Array:
    """Angles as turns."""
    return np.exp(1j * np.asarray(angles, float))
