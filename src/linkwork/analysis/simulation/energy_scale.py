"""An energy that is typical of a motion, against which errors are judged."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System


def energy_scale(system: System, v: Array) -> float:
    """An energy typical of the motion: kinetic at the start, and weight times the model's length."""
    world, count, at = system.world, int(system.k[layout.MASSES]), int(system.k[layout.MASS_NUMBERS])
    dimensions, size = world.dimensions, world.mass_numbers
    bodies = system.k[int(system.k[layout.MASS_AT]) :][:count]
    numbers = system.p[at : at + size * count].real.reshape(-1, size)
    rates = np.real(v[: world.size * len(system.bodies)]).reshape(-1, world.size)[bodies]
    gravity = float(np.linalg.norm(system.p[int(system.k[layout.GRAVITY]) :][:dimensions].real))
    inertias = numbers[:, 1 + dimensions :][:, : world.size - dimensions]
    moving = 0.5 * float(
        numbers[:, 0] @ np.sum(rates[:, :dimensions] ** 2, axis=1) + np.sum(inertias * rates[:, dimensions:] ** 2)
    )
    weight = float(np.sum(numbers[:, 0])) * gravity * system.length
    return moving + weight + float(system.p[int(system.k[layout.MASS_SCALE])].real)
