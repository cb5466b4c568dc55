"""All solutions of a polynomial system: from a start system, or from a generic case that is solved already."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.kept_paths import KeptPaths
from linkwork.numerics.homotopy.paths import continue_paths
from linkwork.numerics.homotopy.scaling import in_units, out_of_units, powers_of_two
from linkwork.numerics.homotopy.solutions import Solutions, solutions_of
from linkwork.numerics.homotopy.starts import number_of_paths, start_system
from linkwork.numerics.homotopy.system import PolynomialSystem, between, moving


def solve(system: PolynomialSystem, bound: int | None = None, seed: int = 1, what: str = "paths") -> Solutions:
    """All solutions of a system without parameters, by as many paths as Bezout's number of its groups.

    `bound` is a number of solutions that is known not to be exceeded; if left out it is the number of paths.
    """
    random = np.random.default_rng(seed)
    whole = system.at(())
    powers = powers_of_two(whole)
    scaled = in_units(whole, powers)
    start, x = start_system(scaled, random)
    turn = complex(np.exp(2j * np.pi * random.random()))
    ends = continue_paths(between(scaled, start, turn), scaled.with_ones(x), what)
    return out_of_units(solutions_of(scaled, ends, number_of_paths(scaled) if bound is None else bound), whole, powers)


def continued(
    system: PolynomialSystem,
    solved: Array,
    start: Array | Sequence[complex],
    end: Array | Sequence[complex],
    bound: int | None = None,
    what: str = "paths",
    keep: KeptPaths | None = None,
    workers: int | None = None,
) -> Solutions:
    """All solutions for parameters `end`, from all those for generic complex parameters `start`.

    As many as the generic case has is the bound of what is isolated (Morgan and Sommese 1989). `keep` is where the
    ends of paths are kept, so that an interrupted run goes on.
    """
    tables = moving(system, np.asarray(start), np.asarray(end))
    ends = continue_paths(tables, system.with_ones(solved), what, keep=keep, workers=workers)
    return solutions_of(system.at(np.asarray(end)), ends, len(solved) if bound is None else bound)
