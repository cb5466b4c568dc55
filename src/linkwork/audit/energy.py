"""The energy of a motion: kinetic, and that of weights and modes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.audit.modal_energy import add_modal_energies
from linkwork.audit.motion_kernel import planar_energies, spatial_energies
from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.system.system import System


def energies(system: System, q: Array, v: Array) -> Array:
    """Kinetic energy, and that of weights and modes, of rows of plain coordinates and velocities."""
    k, p, world = system.k, system.p, system.world
    count, at, size = int(k[layout.MASSES]), int(k[layout.MASS_NUMBERS]), world.mass_numbers
    bodies = np.ascontiguousarray(k[int(k[layout.MASS_AT]) :][:count], np.int64)
    masses = np.ascontiguousarray(np.real(p[at : at + size * count]), float)
    gravity = np.ascontiguousarray(np.real(p[int(k[layout.GRAVITY]) :][: world.dimensions]), float)
    q, v, out = np.ascontiguousarray(q, float), np.ascontiguousarray(v, float), np.zeros((len(q), 2))
    if world.dimensions == 2:
        planar_energies(q, v, bodies, masses, gravity, out)
    else:
        spatial_energies(q, v, bodies, masses, gravity, np.zeros((3, 3)), out)
    add_modal_energies(system, q, v, out)
    return out
