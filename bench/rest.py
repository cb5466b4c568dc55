"""How the whole calls of `equilibrium` and `linearise` grow with the size: chains of pinned rods with springs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from bench.implicit import springs
from bench.scaling import exponent

Row = dict[str, Any]
SIZES = (10, 40, 80, 160, 320)
FROM = 100  # coordinates from which the exponent is fitted


def measure(size: int) -> Row:
    """Processor time of both calls for one chain."""
    m = springs(size)
    m.assemble()
    start = time.process_time()
    rest = m.equilibrium()
    found = time.process_time()
    m.linearise(rest)
    end = time.process_time()
    return {
        "problem": "chain with springs",
        "coordinates": 3 * size,
        "equilibrium_ms": round(1e3 * (found - start), 1),
        "linearise_ms": round(1e3 * (end - found), 1),
    }


def rows() -> Iterator[Row]:
    """One row a size, then the exponents."""
    measure(SIZES[0])  # what is compiled or imported at the first call is not counted
    found = []
    for size in SIZES:
        found.append(measure(size))
        yield found[-1]
    large = [row for row in found if row["coordinates"] >= FROM]
    sizes = [row["coordinates"] for row in large]
    for what in ("equilibrium_ms", "linearise_ms"):
        fitted = exponent(sizes, [row[what] for row in large])
        yield {"problem": f"chain with springs, {what}", "exponent": round(fitted, 2)}
