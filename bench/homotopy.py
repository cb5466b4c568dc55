"""All solutions of polynomial systems: processor time and paths a second; nothing may be lost."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.peers import phcpack
from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family
from linkwork.design.synthesis.exact.path import _generic_nine
from linkwork.design.synthesis.exact.path_equations import nine_point_family, with_conjugates
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import continued, solve
from linkwork.numerics.homotopy.system import PolynomialSystem

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "numerics" / "homotopy"))


def systems() -> dict[str, PolynomialSystem]:
    """Systems that are solved from a start system, by name."""
    from known_systems import cyclic, katsura, noon

    return {
        "Katsura 8, 256 paths": katsura(8),
        "noon 5, 243 paths": noon(5),
        "cyclic 5, 120 paths": cyclic(5),
        "cyclic 6, 720 paths": cyclic(6),
        "cyclic 7, 5040 paths": cyclic(7),
    }


def problems() -> dict[str, Callable[[], Solutions]]:
    """What is solved, by name."""
    random = np.random.default_rng(1)
    platform = random.normal(size=42)
    platform[36:] = random.uniform(1.0, 4.0, 6)
    points = random.normal(size=9) + 1j * random.normal(size=9)
    here = {name: partial(solve, system) for name, system in systems().items()}
    return here | {
        "Stewart platform, 40 paths": lambda: continued(platform_family(), *generic_case("platform"), platform),
        "nine points, 1442 paths": lambda: continued(
            nine_point_family(), *_generic_nine(), with_conjugates(points), workers=1
        ),
    }


def _spent() -> float:
    """Processor time of this process and of those that it has started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def rows() -> Iterator[dict[str, Any]]:
    """Processor times with what was found; PHCpack's black box on the same systems where it is installed."""
    made, others = problems(), systems() if phcpack.is_installed() else {}
    made["Stewart platform, 40 paths"]()
    for name, call in made.items():
        begin = _spent()
        solved = call()
        seconds = _spent() - begin
        row = {
            "problem": name,
            "cpu_s": seconds,
            "paths_per_s": solved.paths / seconds,
            "solutions": solved.count,
            "real": len(solved.real),
            "lost": solved.lost,
        }
        if name in others:
            row["phcpack_cpu_s"], row["phcpack_solutions"] = phcpack.solve(others[name])
        yield row
