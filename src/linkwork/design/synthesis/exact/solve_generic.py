"""Solves the generic path problems once and writes the data that users' problems are continued from.

    python -m linkwork.design.synthesis.exact.solve_generic nine_points.npz

Five points take a second or two. Nine points: every loop of the parameters tells how many of the 1442 sets of cognates
are known, and keeps them in the file named, with which it goes on if it is interrupted; all took 256 s of
processor time. Of a solution the pivots and vectors are shipped, to seven digits: the rest follows from them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from linkwork.design.synthesis.exact.path import GENERIC
from linkwork.design.synthesis.exact.path_equations import (
    cognate_invariants,
    five_point_family,
    generic_five,
    generic_nine,
    nine_point_family,
)
from linkwork.numerics.homotopy.monodromy import monodromy

FIVE_POINTS, SETS = 36, 1442
_SEED = 11


def main(path: str) -> None:
    """Lead the parameters round until all solutions are known; write both cases."""
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
    x, five = generic_five(np.random.default_rng(5))
    np.savez_compressed(
        GENERIC,
        nine_solutions=known[:, 16:].astype(np.complex64),
        nine_parameters=given,
        five_solutions=monodromy(five_point_family(), x, five, expected=FIVE_POINTS),
        five_parameters=five,
    )


if __name__ == "__main__":
    main(sys.argv[1])
