"""Generic cases solved once, from which users' cases are continued; this module, run, solves them and writes the file.

python -m linkwork.analysis.assembly.algebraic.generic
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.analysis.assembly.algebraic.hinge_equations import POSTURES, generic_hinges, hinge_family
from linkwork.analysis.assembly.algebraic.platform_equations import POSES, generic_platform, platform_family
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.numerics.homotopy.monodromy import monodromy
from linkwork.numerics.homotopy.paths import continue_paths
from linkwork.numerics.homotopy.system import moving

_FILE = Path(__file__).with_name("generic.npz")


@cache
def generic_case(name: str) -> tuple[Array, Array]:
    """Solutions and parameters of a generic case: `platform` or `hinges`."""
    with np.load(_FILE) as data:
        return data[f"{name}_solutions"], data[f"{name}_parameters"]


def solve_platform() -> tuple[Array, Array]:
    """All 40 poses of a generic platform."""
    x, given = generic_platform(np.random.default_rng(3))
    return monodromy(platform_family(), x, given, expected=POSES), given


def solve_hinges() -> tuple[Array, Array]:
    """All 16 postures of a generic loop of six hinges with complex numbers, from one of a real loop."""
    family, random = hinge_family(), np.random.default_rng(4)
    x, real = generic_hinges(random)
    given = random.normal(size=18) + 1j * random.normal(size=18)
    ends = continue_paths(moving(family, real, given), family.with_ones(x[None]))
    return monodromy(family, family.without_ones(ends.points), given, expected=POSTURES), given


def main() -> None:
    """Solve all and write them."""
    arrays: dict[str, Any] = {}
    for name, solve, count in (("platform", solve_platform, POSES), ("hinges", solve_hinges, POSTURES)):
        solutions, given = solve()
        if len(solutions) != count:
            raise LinkworkError(f"{name}: {len(solutions)} solutions, not {count}")
        arrays[f"{name}_solutions"], arrays[f"{name}_parameters"] = solutions, given
        print(f"{name}: {len(solutions)} solutions")
    np.savez(_FILE, **arrays)


if __name__ == "__main__":
    main()
