"""Kinetic energies of the states of a system, from its masses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.audit.motion_kernel import planar_energies, spatial_energies
from linkwork.system import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.system.system import System

Array = NDArray[Any]


def kinetic_energies(system: System, q: Array, v: Array) -> Array:
    """Of rows of plain coordinates and velocities."""
    k, p, size = system.k, system.p, system.world.mass_numbers
    count, at = int(k[layout.MASSES]), int(k[layout.MASS_NUMBERS])
    bodies = np.ascontiguousarray(k[int(k[layout.MASS_AT]) :][:count], np.int64)
    masses = np.ascontiguousarray(np.real(p[at : at + size * count]), float).reshape(count, size)
    q, v, out = np.ascontiguousarray(q, float), np.ascontiguousarray(v, float), np.zeros(len(q))
    if system.world.dimensions == 2:
        planar_energies(q, v, bodies, masses, out)
    else:
        spatial_energies(q, v, bodies, masses, np.zeros((3, 3)), out)
    return out
