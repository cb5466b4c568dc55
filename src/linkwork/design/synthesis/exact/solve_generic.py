"""Solves the generic nine-point problem once and writes the data that users' problems are continued from.

    python -m linkwork.design.synthesis.exact.solve_generic nine_points.npz

It goes on with the file where it is there, so that it can be interrupted. Each loop tells how many sets of cognates are
known; it ends when all 1442 are.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from linkwork.design.synthesis.exact.path_equations import cognate_invariants, generic_nine, nine_point_family
from linkwork.numerics.homotopy.monodromy import monodromy

SETS = 1442
_SEED = 11


def main(path: str) -> None:
    """Lead the parameters round until all sets are known."""
    file, family = Path(path), nine_point_family()
    known, given = generic_nine(np.random.default_rng(_SEED))
    known = known[None]
    if file.exists():
        known = np.load(file)["solutions"]
    loop, begin = 0, time.process_time()
    while len(known) < SETS:
        loop += 1
        seed = 1000 * len(known) + loop
        known = monodromy(
            family, known, given, loops=1, most=SETS, invariant=cognate_invariants, expected=SETS, seed=seed
        )
        np.savez(file, solutions=known, parameters=given)
        print(f"{len(known)} sets of cognates, {time.process_time() - begin:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
