"""Whether a mechanism, assembled from its estimates or near a start, comes to a position."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.serve.start import Start

THERE = 1e-9
"""How far it may stay from the position, in model lengths and rad."""


def leads_to(mechanism: Any, wanted: Start, near: Start | None = None) -> bool:
    """Whether the estimates, or the start that it is to be `near`, lead to the position wanted."""
    start = None if near is None else near.position(mechanism)
    assembly = assemble(mechanism, hold=wanted.hold, at=wanted.at, start=start)
    if not assembly.ok:
        return False
    system = assembly.system
    there = zip(system.coordinates, np.real(assembly.q).tolist(), strict=True)
    q = np.array([wanted.values.get(name, value) for name, value in there])
    step = system.difference(np.real(assembly.q), q) / system.column_scale
    return bool(np.max(np.abs(step), initial=0.0) <= THERE)
