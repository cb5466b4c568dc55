"""An energy that is typical of a motion, against which errors are judged."""

from __future__ import annotations

import math

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.jit import EntryByName
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System

energy_at_rest = EntryByName("linkwork.system.loop.begin_kernel", "energy_at_rest")
_AT_REST = "energy at rest"


def energy_scale(system: System, v: Array) -> float:
    """An energy typical of the motion: kinetic at the start, and weight times the model's length."""
    return _kinetic(system, v) + _of_rest(system)


def _numbers(system: System) -> Array:
    """The mass properties of the bodies that have some, one row each."""
    count, at, size = int(system.k[layout.MASSES]), int(system.k[layout.MASS_NUMBERS]), system.world.mass_numbers
    return system.p[at : at + size * count].real.reshape(-1, size)


def _kinetic(system: System, v: Array) -> float:
    if not v.any():
        return 0.0
    world, numbers, dimensions = system.world, _numbers(system), system.world.dimensions
    bodies = system.k[int(system.k[layout.MASS_AT]) :][: len(numbers)]
    rates = np.real(v[: world.size * len(system.bodies)]).reshape(-1, world.size)[bodies]
    inertias = numbers[:, 1 + dimensions :][:, : world.size - dimensions]
    of_points = numbers[:, 0] @ np.sum(rates[:, :dimensions] ** 2, axis=1)
    return 0.5 * float(of_points + np.sum(inertias * rates[:, dimensions:] ** 2))


def note_energy_at_rest(system: System, energy: float) -> None:
    """Write down what does not depend on the motion, where it is known."""
    system.computed[_AT_REST] = energy


def _of_rest(system: System) -> float:
    """What does not depend on the motion; it is asked for at both ends of a run."""
    known: float | None = system.computed.get(_AT_REST)
    if known is None:
        if system.scalar == "real":
            known = system.computed[_AT_REST] = energy_at_rest(system.k, system.p)
            return known
        at = int(system.k[layout.GRAVITY])
        gravity = math.hypot(*system.p[at : at + system.world.dimensions].real.tolist())
        weight = float(np.add.reduce(_numbers(system)[:, 0])) * gravity * system.length
        known = system.computed[_AT_REST] = weight + float(system.p[int(system.k[layout.MASS_SCALE])].real)
    return known
