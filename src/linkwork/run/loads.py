"""Loads over a run: multipliers, reactions of joints and drivers, energies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.elements.base import Element
from linkwork.run.contact.contact_channels import contact_channel
from linkwork.run.redundancy import Unique, uniqueness
from linkwork.system.dynamics.load_room import load_arrays
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.signals.parts import SignalPart

ENERGIES = {"kinetic": 0, "gravity": 1, "elastic": 2}


@dataclass
class Loads:
    """Forces and energies, one row a frame."""

    system: System
    multipliers: Array
    wrenches: Array  # frames by elements by (fx, fy, torque), in space six, on the second body at the joint's point
    energy: Array  # frames by (kinetic, gravity, elastic; powers lost, given by forces, given by drivers)
    forces: Array  # frames by the results of every force kernel, see `World.force_results`
    memory: Array  # frames by the memory: states, signals
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


_FORCE = {"energy": (0, "J"), "lost_power": (1, "W"), "given_power": (2, "W"), "strength": (3, "N or N m")}
"""Numbers behind the two wrenches of a force."""
_INTEGRAL_PLACES = "places of the integrals of powers"
INTEGRALS = {"lost": "energy.lost", "given": "energy.given", "driven": "energy.driven"}


def empty_loads(system: System, count: int) -> Loads:
    """Room for the loads of so many frames."""
    multipliers, wrenches, energy, forces, memory = load_arrays(system, count)
    world = system.world
    return Loads(
        system, multipliers, wrenches.reshape(count, len(system.elements), world.reaction), energy, forces, memory
    )


ARRAYS = ("multipliers", "wrenches", "energy", "forces", "memory")


def loads_from(system: System, arrays: Iterable[Array]) -> Loads:
    """Loads made of their five arrays."""
    multipliers, wrenches, energy, forces, memory = arrays
    return Loads(system, multipliers, wrenches, energy, forces, memory)


def arrays_of(loads: Loads) -> tuple[Array, ...]:
    """The arrays as the compiled loops fill them."""
    flat = loads.wrenches.reshape(len(loads.multipliers), -1)
    return loads.multipliers, flat, loads.energy, loads.forces, loads.memory


def reaction_units(system: System) -> dict[str, str]:
    """Names of the numbers of a reaction with their units."""
    return {label: "N" if label.startswith("f") else "N m" for label in system.world.reaction_labels}


def load_names(loads: Loads) -> list[str]:
    """Channels of the loads: `O.fx` ... `O.torque` of every joint and driver, energies, forces and signals."""
    names = [f"{placed.name}.{label}" for placed in loads.system.elements for label in reaction_units(loads.system)]
    names += [f"energy.{label}" for label in (*ENERGIES, "potential", "total", *INTEGRALS, "balance", "lost_power")]
    names += [f"{force}.{label}" for force in loads.system.forces for label in _FORCE]
    return names + signal_names(loads)


def signal_names(loads: Loads) -> list[str]:
    """Signals and own states by name."""
    signals = loads.system.signals
    if signals is None:
        return []
    states = [name for name in signals.states if not name.startswith("energy.")]
    return list(dict.fromkeys([*loads.system.mechanism.signals, *states, *signals.reported]))


def load_channel(loads: Loads, name: str) -> tuple[Array, str] | None:
    """A channel of the loads with its unit, or nothing when the name is not one of them."""
    head, _, label = name.rpartition(".")
    if head == "energy":
        return _energy(loads, label)
    if name in signal_names(loads):
        values, unit = contact_channel(loads, name, loads.memory[:, place_of(loads.system, name)])
        unit = unit or unit_of_signal(loads.system.mechanism.signals, name)
        return values, unit or _unit_in(loads.system.mechanism.forces.get(head), label)
    if head in loads.system.forces and label in _FORCE:
        world, (column, unit) = loads.system.world, _FORCE[label]
        place = world.force_results * loads.system.forces.index(head) + 2 * world.size + column
        return loads.forces[:, place], _strength_unit(loads.system.mechanism, head) if label == "strength" else unit
    units = reaction_units(loads.system)
    if label in units and any(placed.name == head for placed in loads.system.elements):
        return loads.reaction(head)[:, list(units).index(label)], units[label]
    return None


_TURNING, _SLIDING = ("revolute", "universal"), ("translational",)


def _strength_unit(mechanism: Mechanism, force: str) -> str:
    """N of what pulls along a way, N m of what turns; both where that is not said."""
    part = mechanism.forces.get(force)
    kind = getattr(mechanism.joints.get(getattr(part, "joint", "")), "type", "")
    by_joint = "N m" if kind in _TURNING else "N" if kind in _SLIDING else ""
    return _unit_in(part, "strength") or by_joint or _FORCE["strength"][1]


def unit_of_signal(signals: Mapping[str, SignalPart], name: str) -> str:
    """The unit that a signal was given; that of its rate per second."""
    if name in signals:
        return str(getattr(signals[name], "unit", ""))
    head, _, label = name.rpartition(".")
    unit = unit_of_signal(signals, head) if label == "rate" and head in signals else ""
    return f"{unit}/s" if unit else ""


def _unit_in(force: Element | None, label: str) -> str:
    """The unit of what a force writes down."""
    return "" if force is None else force.channel_units.get(label, "")


def place_of(system: System, name: str) -> int:
    """Where a signal or a state lies in what is remembered of every row."""
    signals = system.signals
    assert signals is not None
    if name in signals.reported:
        return signals.reported[name]
    return signals.state(name)[0] if name in signals.states else signals.places[name]


def _energy(loads: Loads, label: str) -> tuple[Array, str] | None:
    """Energies, integrals of the powers, and what is missing in the balance of all of them."""
    if label in ENERGIES:
        return loads.energy[:, ENERGIES[label]], "J"
    if label in INTEGRALS:
        return loads.memory[:, place_of(loads.system, INTEGRALS[label])], "J"
    if label == "potential":
        return loads.energy[:, 1] + loads.energy[:, 2], "J"
    if label == "balance":
        return energy_balance(loads)[0], "J"
    if label == "lost_power":
        return loads.energy[:, 3], "W"
    return (np.sum(loads.energy[:, :3], axis=1), "J") if label == "total" else None


def energy_balance(loads: Loads) -> tuple[Array, Array]:
    """What neither forces nor drivers account for of the change of the energy since the start; all energy."""
    energy, memory = loads.energy, loads.memory
    lost, given, driven = integral_places(loads)
    total = energy[:, 0] + energy[:, 1] + energy[:, 2]
    with np.errstate(invalid="ignore"):  # of a run that stopped because an energy is without bound
        return total - total[0] - (memory[:, driven] + memory[:, given] - memory[:, lost]), total


def integral_places(loads: Loads) -> list[int]:
    """Where in the memory the integrals of the powers stand: lost, given by forces, given by drivers."""
    structure = loads.system.structure
    if _INTEGRAL_PLACES not in structure:
        structure[_INTEGRAL_PLACES] = [place_of(loads.system, name) for name in INTEGRALS.values()]
    places: list[int] = structure[_INTEGRAL_PLACES]
    return places


def loads_of(system: System, t: Array, q: Array, v: Array) -> Loads:
    """The loads of a known motion."""
    from linkwork.system.dynamics.dynamics_kernel import inverse_loop

    loads = empty_loads(system, len(t))
    inverse_loop(system.k, system.p, system.workspace(), t, q, v, 0, len(t), arrays_of(loads))
    return loads


def loads_in_joints(system: System, t: Array, q: Array, v: Array) -> Loads:
    """The same in joint coordinates: multipliers of cut elements first, then those of the tree, leaves before root."""
    from linkwork.system.tree.joint_motion_kernel import inverse_of_joints
    from linkwork.system.tree.joint_system import joint_space
    from linkwork.system.tree.tree import with_tree

    whole, loads = with_tree(system), empty_loads(system, len(t))
    motion = np.ascontiguousarray(q), np.ascontiguousarray(v)  # else it is compiled once more
    inverse_of_joints(whole.k, whole.p, joint_space(whole), t, *motion, arrays_of(loads))
    return loads
