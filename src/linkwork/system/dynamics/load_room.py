"""Room for the loads of a run: the arrays that the compiled loops fill, one row a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.system.system import System


def load_arrays(system: System, count: int) -> tuple[Array, ...]:
    """Multipliers, reactions, energies, forces and memory of so many frames, empty."""
    world = system.world
    sizes = (
        len(system.equations),
        world.reaction * len(system.elements),
        layout.ENERGIES,
        world.force_results * len(system.forces),
        system.signals.size if system.signals is not None else 0,
    )
    dtype = system.dtype
    return tuple([np.zeros((count, size), dtype) for size in sizes])
