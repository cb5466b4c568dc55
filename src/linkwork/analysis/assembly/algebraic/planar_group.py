"""A planar group as a polynomial system in isotropic coordinates, and its positions.

What is left after all that is linear (see `isotropic_rows`) is of first degree in both groups of unknowns: a group of
l loops of pins has C(2l, l) paths, which is 2 for a dyad and 6 for the groups of four bodies. Slides are taken as they
are drawn, not turned round.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.analysis.assembly.algebraic.isotropic_rows import IsotropicRows, isotropic_rows
from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import solve
from linkwork.numerics.homotopy.starts import number_of_paths
from linkwork.numerics.homotopy.system import PolynomialSystem
from linkwork.system.constraints.equations import Equations

MOST = 1000
"""Paths that are followed at most."""


@dataclass
class PlanarGroup:
    """The equations of a group and the same as a system that can be solved."""

    isotropic: IsotropicRows
    system: PolynomialSystem

    @property
    def paths(self) -> int:
        """How many paths lead to its positions."""
        return number_of_paths(self.system)

    def solved(self) -> Solutions:
        """All solutions, complex ones included."""
        return solve(self.system, what="assemblies")

    def position(self, x: Array, q: Array) -> Array:
        """The position of the group for a real solution, with the whole turns of q."""
        return self.isotropic.position(x[: self.isotropic.free], q)


def planar_group(equations: Equations, group: Group, q: Array, like: Array, t: float) -> PlanarGroup | None:
    """The group as polynomials, or nothing where parts of it are none; slides are turned as in `like`."""
    made = isotropic_rows(equations, group, q, like, t)
    if made is None or len(made.polynomials) != 2 * made.free or made.free == 0:
        return None
    free, mirror = made.free, made.mirror
    groups = [list(range(free)), list(range(free, 2 * free))]
    parted = PolynomialSystem(made.polynomials, 2 * free, groups, mirror=mirror)
    whole = PolynomialSystem(made.polynomials, 2 * free, mirror=mirror)
    return PlanarGroup(made, min(parted, whole, key=number_of_paths))
