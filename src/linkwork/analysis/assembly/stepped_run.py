"""Single positions as a run to step through: each stands still for a second, and is an event with its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.base.arrays import Array
from linkwork.run.run import Event, Run

_STANDS = 0.96  # of every second; in the rest the page goes on to the next


def stepped_run(assemblies: Sequence[Assembly], words: Sequence[str], kind: str) -> Run:
    """The positions in a row: number n stands from t = n - 1 on."""
    system = assemblies[0].system
    rows: Array = np.repeat(np.array([one.q[: len(system.coordinates)] for one in assemblies]), 2, axis=0)
    t = np.array([number + share for number in range(len(assemblies)) for share in (0.0, _STANDS)])
    still = np.zeros((len(t), len(system.coordinates)))
    run = Run(system, t, rows, still, still, np.zeros(len(t)), np.zeros(0), kind)
    count = len(assemblies)
    run.events = [Event(float(i), kind, f"{kind} {i + 1} of {count}: {text}") for i, text in enumerate(words)]
    return run
