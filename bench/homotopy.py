"""All solutions of polynomial systems: processor time and paths a second; nothing may be lost."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family
from linkwork.design.synthesis.exact.path import _generic_nine
from linkwork.design.synthesis.exact.path_equations import nine_point_family, with_conjugates
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import continued, solve

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "numerics" / "homotopy"))


def problems() -> dict[str, Callable[[], Solutions]]:
    """The systems by name."""
    from known_systems import cyclic, katsura, noon

    random = np.random.default_rng(1)
    platform = random.normal(size=42)
    platform[36:] = random.uniform(1.0, 4.0, 6)
    points = random.normal(size=9) + 1j * random.normal(size=9)
    return {
        "Katsura 8, 256 paths": lambda: solve(katsura(8)),
        "noon 5, 243 paths": lambda: solve(noon(5)),
        "cyclic 5, 120 paths": lambda: solve(cyclic(5)),
        "cyclic 6, 720 paths": lambda: solve(cyclic(6)),
        "cyclic 7, 5040 paths": lambda: solve(cyclic(7)),
        "Stewart platform, 40 paths": lambda: continued(platform_family(), *generic_case("platform"), platform),
        "nine points, 1442 paths": lambda: continued(nine_point_family(), *_generic_nine(), with_conjugates(points)),
    }


def rows() -> Iterator[dict[str, Any]]:
    """Processor times with what was found."""
    made = problems()
    made["Stewart platform, 40 paths"]()
    for name, call in made.items():
        begin = time.process_time()
        found = call()
        seconds = time.process_time() - begin
        yield {
            "problem": name,
            "cpu_s": seconds,
            "paths_per_s": found.paths / seconds,
            "solutions": found.count,
            "real": len(found.real),
            "lost": found.lost,
        }
