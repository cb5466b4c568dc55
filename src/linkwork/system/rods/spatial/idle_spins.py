"""Rods between balls whose spin about their own lines moves no mass: as distances they need none, as bodies they do."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial.layout_kernel import TWIST_SIZE
from linkwork.system.system import System
from linkwork.topology.axial import ROUNDING

_TURNS = 3  # where the angular velocity begins in a twist


def idle_spins(system: System) -> dict[str, NDArray[np.float64]]:
    """The rods that a tree of the system does without and that have no inertia about their lines: directions of spins.

    Each is a row of velocities, in which the rod alone turns about its line.
    """
    if system.world.dimensions == 2 or system.modal:
        return {}
    at, count, size = int(system.k[layout.MASS_AT]), int(system.k[layout.MASSES]), system.world.mass_numbers
    rows = system.p[system.k[layout.MASS_NUMBERS] :][: size * count].real.reshape(-1, size)
    moments = dict(zip(system.k[at : at + count].tolist(), rows[:, 4:10], strict=True))
    if system.k[layout.BODIES] == count and all(_stout(row) for row in moments.values()):
        return {}
    from linkwork.system.rods.spatial.rod_table import pin_places

    spins = {}
    for rod in system.plan.rods:
        first, second = (system.p[pin_places(rod, pin)[1] :][:3].real for pin in range(2))
        along = (second - first) / np.linalg.norm(second - first)
        xx, yy, zz, xy, yz, zx = moments.get(rod.body - 1, np.zeros(6))
        about = float(along @ np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]) @ along)
        if rod.free_to_spin and about <= ROUNDING * max(xx, yy, zz):
            spin = spins[system.bodies[rod.body - 1]] = np.zeros(len(system.coordinates))
            spin[TWIST_SIZE * (rod.body - 1) + _TURNS :][:3] = along
    return spins


def held_spins(masses: Array, spins: Iterable[Array]) -> Array:
    """The masses with inertia about the lines of these rods, which changes nothing but how they spin."""
    heaviest = float(np.max(np.abs(masses), initial=0.0))
    for spin in spins:
        masses = masses + heaviest * np.outer(spin, spin)
    return masses


def _stout(moments: NDArray[np.float64]) -> bool:
    """Whether a body surely resists every turn: the determinant of its inertia is more than rounding leaves."""
    xx, yy, zz, xy, yz, zx = moments.tolist()
    determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx)
    return bool(determinant > 10.0 * ROUNDING * max(xx, yy, zz) ** 3)
