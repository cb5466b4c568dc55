"""What the energy-conserving midpoint rule does not keep: momenta of what joints hold together in free flight."""

from __future__ import annotations

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.system.system import Placed, System

_DISTANCES = ("distance", "relative_distance")


def momentum_notes(system: System, method: str) -> list[str]:
    """A sentence where nothing is joined to the ground, and joints are more than distances of mass centres."""
    if method != "midpoint" or not system.elements:
        return []
    if any(0 in placed.ends for placed in system.elements):
        return []
    vector = [placed.name for placed in system.elements if not _is_between_centres(system, placed)]
    if not vector:
        return []
    names = ", ".join(f"'{name}'" for name in vector[:3]) + (", ..." if len(vector) > 3 else "")
    return [
        f"midpoint: of joints ({names}) the energy alone is kept; momentum and angular momentum of what flies freely "
        "change with the square of the step"
    ]


def _is_between_centres(system: System, placed: Placed) -> bool:
    """Whether a row is the distance of two mass centres, which changes no momentum."""
    d = system.world.dimensions
    if getattr(placed.element, "type", "") not in _DISTANCES or any(placed.frames):
        return False
    points = np.real(system.p[placed.floats_at : placed.floats_at + 2 * d]).reshape(2, d)
    each, at = system.world.mass_numbers, int(system.k[layout.MASS_NUMBERS])
    numbers = np.real(system.p[at : at + each * int(system.k[layout.MASSES])]).reshape(-1, each)
    if len(numbers) < len(system.bodies):
        return False
    centres = numbers[[end - 1 for end in placed.ends], 1 : 1 + d]
    return bool(np.abs(points - centres).max() <= 1e-12 * system.length)
