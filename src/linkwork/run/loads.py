"""Loads over a run: multipliers, reactions of joints and drivers, energies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.errors import AnalysisError
from linkwork.run.redundancy import Unique, uniqueness
from linkwork.system.scope import suggestion
from linkwork.system.system import System

Array = NDArray[Any]
REACTIONS = {"fx": (0, "N"), "fy": (1, "N"), "torque": (2, "N m")}
ENERGIES = {"kinetic": 0, "gravity": 1, "elastic": 2}


@dataclass
class Loads:
    """Forces and energies, one row a frame."""

    system: System
    multipliers: Array
    wrenches: Array  # frames by elements by (fx, fy, torque) on the second body, at the joint's point
    energy: Array  # frames by (kinetic, gravity, elastic, power lost)
    points: tuple[Array, Array] | None = None  # times and coordinates at which uniqueness is asked
    settled: Unique | None = None  # what is known of uniqueness already

    @property
    def unique(self) -> Unique:
        """Which components of which reactions are unique: `run.loads.unique["A.fx"]`, at every point of the run."""
        if self.settled is None:
            if self.points is None:
                raise AnalysisError("these loads do not know their run; settle_reactions(run) tells them")
            self.settled = uniqueness(self.system, *self.points)
        return self.settled

    def reaction(self, element: str) -> Array:
        """Force and torque of an element on its second body over the run."""
        names = [placed.name for placed in self.system.elements]
        if element not in names:
            close = suggestion(element, names, "joints and drivers")
            raise AnalysisError(f"there is no joint or driver '{element}'{close}")
        return self.wrenches[:, names.index(element)]


def load_names(loads: Loads) -> list[str]:
    """Channels of the loads: `O.fx`, `O.fy`, `O.torque` of every joint and driver, and the energies."""
    names = [f"{placed.name}.{label}" for placed in loads.system.elements for label in REACTIONS]
    return [*names, *(f"energy.{label}" for label in ENERGIES), "energy.potential", "energy.total", "energy.lost_power"]


def load_channel(loads: Loads, name: str) -> tuple[Array, str] | None:
    """A channel of the loads with its unit, or nothing when the name is not one of them."""
    head, _, label = name.rpartition(".")
    if head == "energy":
        if label == "total":
            return np.sum(loads.energy[:, :3], axis=1), "J"
        if label == "potential":
            return loads.energy[:, 1] + loads.energy[:, 2], "J"
        if label == "lost_power":
            return loads.energy[:, 3], "W"
        return (loads.energy[:, ENERGIES[label]], "J") if label in ENERGIES else None
    if label in REACTIONS and any(placed.name == head for placed in loads.system.elements):
        component, unit = REACTIONS[label]
        return loads.reaction(head)[:, component], unit
    return None


def loads_of(system: System, t: Array, q: Array, v: Array) -> Loads:
    """The loads of a known motion."""
    from linkwork.system.dynamics_kernel import inverse_loop

    count, m, elements = len(t), len(system.equations), len(system.elements)
    loads = Loads(system, np.zeros((count, m)), np.zeros((count, elements, 3)), np.zeros((count, 4)))
    flat = loads.wrenches.reshape(count, 3 * elements)
    inverse_loop(system.k, system.p, system.workspace(), t, q, v, 0, count, loads.multipliers, flat, loads.energy)
    return loads
