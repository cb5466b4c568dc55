"""Notes on flexible bodies that spin: whether centrifugal forces stiffen them, and on large deflections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from linkwork.run.run import Run

FAST = 0.05
"""Spin, as a share of the first frequency, from which on centrifugal stiffness matters."""
LARGE = 0.1
"""Deflection, as a share of the body's size, beyond which a floating frame is no good picture."""


def flexible_notes(run: Run) -> list[str]:
    """What is to be said of the flexible bodies of a run."""
    notes: list[str] = []
    for name, body in run.mechanism.bodies_by_name.items():
        if body.flexible is None or name not in run.system.bodies:
            continue
        from linkwork.bodies.flexible.expand import reduced_body

        modes = reduced_body(body.flexible, run.mechanism.scope(), run.mechanism.world.dimensions)
        spin = _spin(run, name)
        if spin > FAST * modes.first_frequency:
            share = f"body '{name}' spins at up to {100 * spin / modes.first_frequency:.0f} % of its first frequency"
            if modes.shapes.stiffening:
                notes.append(f"{share}: its centrifugal stiffness is included, {modes.shapes.stiffening}")
            elif body.flexible.matrices is not None:
                notes.append(f"{share}: matrices hold no centrifugal stiffness, it is too soft; give its mesh instead")
            else:
                notes.append(f"{share} and is too soft: its centrifugal stiffness is switched off")
        largest = float(np.max(run[f"{name}.deflection"]))
        size = float(np.ptp(modes.reduced.structure.points, axis=0).max())
        if largest > LARGE * size:
            notes.append(
                f"body '{name}' deflects by up to {100 * largest / size:.0f} % of its size: shapes are for small "
                "deflections; cut it into several flexible bodies joined by fixed joints"
            )
    return notes


def _spin(run: Run, name: str) -> float:
    """The largest angular velocity of a body in a run."""
    if run.mechanism.world.dimensions == 2:
        return float(np.abs(run[f"{name}.omega"]).max())
    return float(np.linalg.norm([run[f"{name}.omega.{axis}"] for axis in "xyz"], axis=0).max())
