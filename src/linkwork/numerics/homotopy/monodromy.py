"""A generic case solved from one solution: its parameters are led round closed ways until no new solutions appear.

Every loop of the parameters permutes the solutions of an irreducible family (Duff, Hill, Jensen, Lee, Leykin and
Sommars 2019); one solution is made by choosing it, and parameters that fit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.layout_kernel import REGULAR
from linkwork.numerics.homotopy.paths import alike, canonical, continue_paths
from linkwork.numerics.homotopy.solutions import INFINITE
from linkwork.numerics.homotopy.system import PolynomialSystem, moving

_SAME = 1e-7
_QUIET = 12  # loops without a new solution after which there are none

Others = Callable[[Array], Array]
"""Solutions that follow from given ones by a symmetry."""


def monodromy(
    system: PolynomialSystem,
    x: Array,
    parameters: Array,
    *,
    expected: int | None = None,
    loops: int = 200,
    most: int = 400,
    invariant: Others | None = None,
    seed: int = 1,
) -> Array:
    """Solutions for the same parameters as the given one; it ends at `expected` ones or when nothing new appears.

    `invariant` gives numbers that tell solutions apart up to a symmetry: then one of each set is kept. `most` bounds
    how many paths a loop has.
    """
    random = np.random.default_rng(seed)
    tell: Others = invariant or (lambda points: points)
    known = np.atleast_2d(np.asarray(x, complex))
    quiet = 0
    for _ in range(loops):
        if quiet >= _QUIET or (expected is not None and len(known) >= expected):
            break
        chosen = known if len(known) <= most else known[random.permutation(len(known))[:most]]
        points = system.with_ones(chosen)
        here = np.asarray(parameters, complex)
        size = np.abs(here) + float(np.mean(np.abs(here)))
        corners = [size * (random.normal(size=len(here)) + 1j * random.normal(size=len(here))) for _ in range(2)]
        for target in (*corners, np.asarray(parameters, complex)):
            ends = continue_paths(moving(system, here, target), points, "loops")
            points, here = ends.points[(ends.ended == REGULAR) & ~infinite(system, ends.points)], target
        before = len(known)
        known = _joined(known, system.without_ones(points), tell)
        quiet = quiet + 1 if len(known) == before else 0
    return known


def infinite(system: PolynomialSystem, points: Array) -> Array:
    """Which points lie at infinity: there paths may run smoothly too, and would lead loops to more and more of them."""
    sizes = np.abs(canonical(points, np.array(system.group_of)))
    return np.asarray(np.min(sizes[:, system.unknowns :], axis=1) < INFINITE)


def _joined(known: Array, new: Array, tell: Others) -> Array:
    """Both lists without repetitions, the known ones first."""
    both = np.concatenate([known, new[np.all(np.isfinite(new), axis=1)]])
    told = tell(both)
    marks = np.concatenate([told, np.ones((len(told), 1))], axis=1)
    group = np.zeros(marks.shape[1] + 1, np.int64)
    group[-1] = 1
    return both[sorted(min(members) for members in alike(canonical(marks, group), _SAME))]
