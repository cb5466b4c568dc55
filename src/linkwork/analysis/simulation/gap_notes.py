"""Notes on solenoids, air gaps and moving plates whose gap has closed: beyond that their formulas mean nothing."""

from __future__ import annotations

import numpy as np

from linkwork.run.run import Run

_WITH_GAP = ("solenoid", "moving_plate", "air_gap")


def gap_notes(run: Run) -> list[str]:
    """A sentence a part: when its gap was first seen closed."""
    notes: list[str] = []
    for circuit, described in run.mechanism.circuits.items():
        for name, part in described.parts.items():
            if part.type not in _WITH_GAP or f"{circuit}.{name}.gap" not in run.mechanism.signals:
                continue
            closed = np.flatnonzero(np.real(run[f"{circuit}.{name}.gap"]) <= 0.0)
            if len(closed):
                since = float(run.t[closed[0]].real)
                notes.append(
                    f"part '{circuit}.{name}': its gap is closed at t = {since:.4g} s, and below zero its forces mean "
                    "nothing; give its joint an end stop that is stiff enough"
                )
    return notes
