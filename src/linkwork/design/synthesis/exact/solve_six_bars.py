"""Solves the generic six-bars once and writes the data that users' six-bars are continued from.

    python -m linkwork.design.synthesis.exact.solve_six_bars folder

Every loop of the parameters tells how many solutions of a case are known, and keeps them in a file in the folder, with
which it goes on if it is interrupted. A case ends after so many loops in a row without a new solution; no theorem says
that there are no others. With seven pairs (`solve_case("stephenson", 7, file)`) 1314 were known after 53 loops, half an
hour, with new ones in the last of them; users' cases of that size are not solved. Of a solution the free vectors are
shipped, to seven digits: the turns follow from them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.design.synthesis.exact.six_bar import GENERIC, SOLVED
from linkwork.design.synthesis.exact.six_bar_equations import KINDS, generic_six_bar, six_bar_family
from linkwork.numerics.homotopy.monodromy import monodromy

_SEED = 2
_QUIET = 5  # loops without a new solution after which a case ends


def solve_case(kind: str, count: int, file: Path) -> tuple[Array, Array]:
    """All solutions of a generic case that loops lead to, and its parameters."""
    family = six_bar_family(kind, count)
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
    for kind in KINDS:
        solutions, given = solve_case(kind, SOLVED, Path(folder) / f"{kind}_{SOLVED}.npz")
        arrays[f"{kind}_{SOLVED}_vectors"] = solutions[:, 2 * SOLVED - 2 :].astype(np.complex64)
        arrays[f"{kind}_{SOLVED}_parameters"] = given
    np.savez_compressed(GENERIC, **arrays)


if __name__ == "__main__":
    main(sys.argv[1])
