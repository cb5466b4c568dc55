"""Units for the unknowns of a system, in which its coefficients differ as little as they can.

A solution far out in its units looks as if it were at infinity, and its path is hard to tell from those that end there.
The units are powers of two, so that not a bit is lost: those for which the squares of the logarithms of all
coefficients, equations multiplied by numbers of their own, are least (Meintjes and Morgan 1987).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial
from linkwork.numerics.homotopy.solutions import Singular, Solutions
from linkwork.numerics.homotopy.system import PolynomialSystem


def powers_of_two(system: PolynomialSystem) -> Array:
    """Of each unknown the power of two that is its unit; the same for one and its mirror image."""
    n, rows, right = system.unknowns, [], []
    for number, equation in enumerate(system.equations):
        for monomial, value in equation.terms.items():
            row = np.zeros(n + len(system.equations))
            for unknown in monomial:
                row[unknown] += 0.5
                row[system.mirror[unknown]] += 0.5
            row[n + number] = 1.0
            rows.append(row)
            right.append(-np.log2(abs(value)))
    best = np.linalg.lstsq(np.array(rows), np.array(right), rcond=1e-9)[0]
    powers = np.round(0.5 * (best[:n] + best[list(system.mirror)]))
    return np.clip(powers, -60.0, 60.0).astype(int)


def in_units(system: PolynomialSystem, powers: Array) -> PolynomialSystem:
    """The system for unknowns in these units, equations scaled anew."""
    sizes = 2.0**powers
    equations = [
        Polynomial({m: value * float(np.prod(sizes[list(m)])) for m, value in equation.terms.items()})
        for equation in system.equations
    ]
    return replace(system, equations=equations).at(())


def out_of_units(solutions: Solutions, system: PolynomialSystem, powers: Array) -> Solutions:
    """Solutions in the units of the system itself."""
    sizes, proofs = 2.0**powers, solutions.certificates
    singular = [Singular(one.point * sizes, one.multiplicity, one.smooth, one.corank) for one in solutions.singular]
    scaled = replace(proofs, points=proofs.points * sizes, radii=proofs.radii * sizes)
    return replace(solutions, system=system, certificates=scaled, singular=singular)
