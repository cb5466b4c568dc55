"""Notes on energy that is lost where states of circuits jump at ideal switches and diodes."""

from __future__ import annotations

import numpy as np

from linkwork.run.run import Run
from linkwork.system.system import System


def jump_notes(run: Run, system: System) -> list[str]:
    """A sentence a circuit in which states have jumped: how much energy that has lost."""
    notes: list[str] = []
    for group in {} if system.signals is None else system.signals.modes:
        circuit = group.partition(".")[0]
        lost = float(np.real(run[f"{circuit}.lost_at_jumps"][-1]))
        if lost > 0.0:
            notes.append(
                f"circuit '{circuit}': voltages of capacitors or currents of inductors have jumped at its ideal parts "
                f"and have lost {lost:.3g} J ('{circuit}.lost_at_jumps'); with a resistance (`on` and `off`, "
                "`forward`) they would change smoothly"
            )
    return notes
