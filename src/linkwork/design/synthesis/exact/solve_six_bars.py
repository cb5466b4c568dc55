"""Solves the generic six-bars once and writes the data that users' six-bars are continued from.

    python -m linkwork.design.synthesis.exact.solve_six_bars folder

Every loop of the parameters tells how many solutions of a case are known, and keeps them in a file in the folder, with
which it goes on if it is interrupted. A case ends after so many loops in a row without a new solution; no theorem says
that there are no others. Of a solution the free vectors are shipped: the turns follow from them but for solutions in
which a link has no length, whose turns are free; these are none that a user wants and are left out.
"""

from __future__ import annotations

import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.design.synthesis.exact.six_bar import GENERIC, SOLVED, completed
from linkwork.design.synthesis.exact.six_bar_equations import KINDS, generic_six_bar, turning_family
from linkwork.numerics.homotopy.monodromy import monodromy

_SEED = 2
_SAME = 1e-5
_QUIET = 5  # loops without a new solution after which a case ends


def solve_case(kind: str, count: int, file: Path) -> tuple[Array, Array]:
    """All solutions of a generic case that loops lead to, and its parameters."""
    family = turning_family(kind, count)
    x, given = generic_six_bar(kind, count, np.random.default_rng(_SEED))
    known, loop, quiet = x[None], 0, 0
    if file.exists():
        with np.load(file) as data:
            known, loop, quiet = data["solutions"], int(data["loop"]), int(data["quiet"])
    begin = time.perf_counter()
    while quiet < _QUIET:
        loop += 1
        before = len(known)
        known = monodromy(family, known, given, loops=1, most=len(known), seed=1000 * count + loop)
        quiet = quiet + 1 if len(known) == before else 0
        np.savez(file, solutions=known, loop=loop, quiet=quiet)
        print(f"{kind} {count}: {len(known)} after {loop} loops, {time.perf_counter() - begin:.0f} s", flush=True)
    return known, given


def main(folder: str) -> None:
    """Solve all cases, and write them where users' cases begin."""
    arrays: dict[str, Any] = {}
    for kind, count in product(KINDS, SOLVED):
        solutions, given = solve_case(kind, count, Path(folder) / f"{kind}_{count}.npz")
        shipped = solutions[:, 2 * count - 2 :]
        turns = completed(kind, count, shipped, given)[:, : 2 * count - 2]
        follow = np.max(np.abs(turns - solutions[:, : 2 * count - 2]), axis=1) < _SAME * np.max(np.abs(turns), axis=1)
        arrays[f"{kind}_{count}_vectors"] = shipped[follow]
        arrays[f"{kind}_{count}_parameters"] = given
        print(f"{kind} {count}: {np.sum(follow)} of {len(solutions)} are linkages", flush=True)
    np.savez_compressed(GENERIC, **arrays)


if __name__ == "__main__":
    main(sys.argv[1])
