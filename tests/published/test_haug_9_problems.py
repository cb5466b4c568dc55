"""Haug, Problems 9.1.8 and 9.2.1: axes of frames given by three points, and by two directions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from published.case import Case
from published.case import tests_of as checks_of

AXES = {
    "9.1.8": {"f": (1 / sqrt(2), 0, -1 / sqrt(2)), "g": (0, 1, 0), "h": (1 / sqrt(2), 0, 1 / sqrt(2))},
    "9.2.1": {
        "f": (1 / sqrt(3), 1 / sqrt(3), 1 / sqrt(3)),
        "g": (1 / sqrt(6), 1 / sqrt(6), -2 / sqrt(6)),
        "h": (-1 / sqrt(2), 1 / sqrt(2), 0),
    },
}


@cache
def frame(problem: str) -> NDArray[np.float64]:
    """The axes f, g, h as columns: from P, Q on x' and R in the plane x' y'; or from h and a direction near f."""
    m = lw.Spatial()
    if problem == "9.1.8":
        m.body("a", orientation=lw.orient.points((0, 0, 1), (1, 0, 0), (0, 1, 1)))
        return np.array(m.scope().drawn_frame("a")[1], float)
    row: Any = m.row_class(m.scope(), "joint 'A'")
    return np.column_stack(row.frame(m.body("a").frame(axis=(-1, 1, 0), x=(1, 1, 1)))[1:])


def cases() -> list[Case]:
    found = []
    for problem, axes in AXES.items():
        for column, (axis, values) in enumerate(axes.items()):
            for row, (name, value) in enumerate(zip("xyz", values, strict=True)):
                how: Callable[[], float] = lambda a=(problem, row, column): float(frame(a[0])[a[1], a[2]])  # noqa: E731
                what = f"{axis} along {name} (-)"
                found.append(Case(f"Haug Prob. {problem}", what, None, how, 0.0, exact=value, exact_tolerance=1e-14))
    return found


test_cases = checks_of(cases)
