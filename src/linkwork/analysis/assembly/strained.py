"""Notes on elastic parts that the assembly strained: a beam and its joints that are drawn apart.

Assembly moves what is near, the node at the joint, and knows no forces: a stiff beam whose joint is drawn elsewhere is
closed by stretching its last element. That is a position like any other, with an energy that nobody meant.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_PIECES = {
    "beam_element": "_element_",
    "cable_element": "_element_",
    "solid_element": "_cell",
    "isoparametric_element": "_cell",
}
"""Kernels of elements, and what stands in their names behind that of the whole."""
_KINDS = dict(zip(_PIECES, ("beam", "cable", "solid", "solid"), strict=True))
_EARTH = 9.81
_MEANT = 0.01  # of the energy: with as much in the drawing already, it is strained on purpose


def strained_notes(
    mechanism: Mechanism, system: System, drawn: Array, q: Array, t: float, given: Collection[str] = ()
) -> list[str]:
    """A sentence on every elastic part that is free of strain as drawn and holds much energy as assembled.

    Much is more than the weight of the model times its size. Parts whose coordinates are among the `given` ones,
    initial or held, are bent because the user wants it.
    """
    pieces = any(getattr(force, "kernel", "") in _PIECES for force in mechanism.forces.values())
    if not (pieces or system.modal) or np.array_equal(drawn, q):
        return []
    try:
        whole = mechanism.system(dynamics=True)
        n = len(whole.coordinates)
        before, after = (_energies(mechanism, whole, place[:n], t) for place in (drawn, q))
    except LinkworkError:
        return []  # forces that cannot be told at a position: the analyses that need them say why
    much = _weight_times_size(whole)
    return [
        f"{part} holds {energy:.3g} J of elastic energy where the mechanism is assembled, and next to none as drawn: "
        "it and its joints are drawn apart, and closing them strained it; draw it so that they meet"
        for part, energy in after.items()
        if energy > much and before[part] < _MEANT * energy and not _is_given(part, given)
    ]


def _is_given(part: str, given: Collection[str]) -> bool:
    name = part.split("'")[1]
    return any(one == name or one.startswith((f"{name}_", f"{name}.", f"{name}@")) for one in given)


def _energies(mechanism: Mechanism, system: System, q: Array, t: float) -> dict[str, float]:
    """Elastic energy of every beam, cable, solid and body with modes."""
    from linkwork.system.dynamics.dynamics import Dynamics

    state, size, column = Dynamics(system), system.world.force_results, 2 * system.world.size
    state.place(q, t)
    stored = np.real(state.force_results()).reshape(-1, size)[:, column]
    energies: dict[str, float] = {}
    for name, energy in zip(system.forces, stored.tolist(), strict=True):
        kernel = getattr(mechanism.forces[name], "kernel", "")
        if kernel in _PIECES:
            whole = f"{_KINDS[kernel]} '{name.rpartition(_PIECES[kernel])[0] or name}'"
            energies[whole] = energies.get(whole, 0.0) + energy
    for body in system.modal:
        x, count = np.real(q[list(body.columns)]), body.numbers.count
        stiffness = np.real(np.asarray(body.numbers.stiffness)).astype(float).reshape(count, count)
        energies[f"flexible body '{system.bodies[body.number]}'"] = 0.5 * float(x @ stiffness @ x)
    return energies


def _weight_times_size(system: System) -> float:
    """The weight of all bodies, on earth at least, times the length of the model."""
    count, at, size = int(system.k[layout.MASSES]), int(system.k[layout.MASS_NUMBERS]), system.world.mass_numbers
    mass = float(system.p[at : at + size * count].real.reshape(-1, size)[:, 0].sum())
    gravity = math.hypot(*system.p[int(system.k[layout.GRAVITY]) :][: system.world.dimensions].real.tolist())
    return mass * max(gravity, _EARTH) * system.length
