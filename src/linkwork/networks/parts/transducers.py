"""Stores with a moving end: by a formula of the user, solenoid, piezo stack."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.expression.substitute import substituted
from linkwork.networks.branches import Lowered, Wanted
from linkwork.networks.domains import ELECTRICAL, HYDRAULIC, ROTATION, TRANSLATION, Domain
from linkwork.networks.fields import Field as StoreField
from linkwork.networks.fields import Move, Port, Store, from_coenergy, from_energy
from linkwork.networks.part import BETWEEN, NetworkPart, Surroundings
from linkwork.networks.parts.electrical import ElectricalPart, formula
from linkwork.signals.parts import Signal

_ZERO = as_expression(0)
MU_0 = "1.25663706127e-6"
DOMAINS: dict[str, Domain] = {
    "electrical": ELECTRICAL,
    "hydraulic": HYDRAULIC,
    "rotation": ROTATION,
    "translation": TRANSLATION,
}


class StorePort(Part):
    """An end of a store by its energy."""

    between: tuple[str, str] = BETWEEN
    domain: Literal["electrical", "hydraulic", "rotation", "translation"] = Field(
        default="electrical", description="what its nodes are"
    )
    store: Store = Field(
        description="inertance: its through variable (a current) stores; capacity: its across variable (a voltage)"
    )
    start: Number = Field(
        default=_ZERO, description="at the start: of that variable; by an energy of the content (flux, charge)"
    )


def _moved(store_field: StoreField, name: str, joints: dict[str, tuple[str, str | None]]) -> Lowered:
    """With the forces in the joints."""
    lowered = store_field.lowered
    for label, (joint, freedom) in joints.items():
        channel = f"{name}.force" if len(joints) == 1 else f"{name}.force_{label}"
        lowered.signals[channel] = Signal(value=formula(store_field.forces[label]))
        law = formula(named(channel))
        key = name if len(joints) == 1 else f"{name}.{label}"
        lowered.forces[key] = Wanted("Actuator", {"joint": joint, "freedom": freedom, "force": law})
    return lowered


class EnergyStore(NetworkPart):
    """A store of the user's own by its energy or co-energy; currents, voltages and forces are its derivatives."""

    type: Literal["energy_store"] = "energy_store"
    ports: dict[str, StorePort] = Field(description="its ends by the name that stands for each in the formula")
    joints: dict[str, str] = Field(
        default_factory=dict, description="joints by the name that stands for the position of each in the formula"
    )
    energy: Number | None = Field(default=None, description="J, of the contents (flux, charge, volume) and positions")
    coenergy: Number | None = Field(default=None, description="J, of currents or voltages and positions")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if (self.energy is None) == (self.coenergy is None):
            raise MechanismError(f"part '{name}': give its energy or its coenergy, one of them")
        if not self.ports:
            raise MechanismError(f"part '{name}': it has no ports; give at least one")
        ports = [
            Port(label, DOMAINS[port.domain], port.between, port.store, port.start)
            for label, port in self.ports.items()
        ]
        moves = []
        for label, joint in self.joints.items():
            place, rate = around.motion_of(name, joint, None)
            moves.append(Move(label, named(place), named(rate)))
        given = self.energy if self.energy is not None else self.coenergy
        own = {*self.ports, *self.joints}
        for label in own:
            if given is not None and label not in given.names:
                raise MechanismError(f"part '{name}': '{label}' does not stand in its formula '{given.text}'")
        if self.energy is not None:
            lowered = from_energy(name, ports, moves, self.energy)
        else:
            lowered = from_coenergy(name, ports, moves, _some(self.coenergy))
        return _moved(lowered, name, {label: (joint, None) for label, joint in self.joints.items()})


def _some(value: Expression | None) -> Expression:
    return _ZERO if value is None else value


class Solenoid(ElectricalPart):
    """A coil that draws an armature: flux lambda in N turns, iron that saturates, and the gap that a joint opens.

    E = lambda^2 (g + x)/(2 mu0 A N^2) + (l A/mu0) (B^2/2 + B^8/(8 Bs^6)), B = lambda/(N A), l the length of a gap that
    is as hard to pass as the iron.
    """

    type: Literal["solenoid"] = "solenoid"
    joint: str = Field(description="joint whose position opens the gap")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")
    turns: Number = Field(description="N")
    area: Number = Field(description="A of the gap in m^2")
    gap: Number = Field(description="g in m where the joint's position is zero")
    iron: Number = Field(default=as_expression(1e-4), description="l in m: the gap that stands for the iron")
    saturation: Number = Field(default=as_expression(1.5), description="Bs in T, at which the iron takes twice as much")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        place, rate = around.motion_of(name, self.joint, self.freedom)
        text = f"coil^2*(g + x)/(2*{MU_0}*A*N^2) + l*A/{MU_0}*((coil/(N*A))^2/2 + (coil/(N*A))^8/(8*Bs^6))"
        known = {"N": self.turns, "A": self.area, "g": self.gap, "l": self.iron, "Bs": self.saturation}
        port = Port("coil", ELECTRICAL, self.between, "inertance")
        lowered = from_energy(name, [port], [Move("x", named(place), named(rate))], substituted(parse(text), known))
        lowered.lowered.signals[f"{name}.force"] = Signal(value=formula(lowered.forces["x"]), unit="N")
        lowered.lowered.signals[f"{name}.gap"] = Signal(value=formula(self.gap + named(place)), unit="m")
        law = formula(named(f"{name}.force"))
        fields = {"joint": self.joint, "freedom": self.freedom, "force": law}
        lowered.lowered.forces[name] = Wanted("Actuator", fields)
        return lowered.lowered


class PiezoStack(ElectricalPart):
    """A stack of piezo discs along a joint: q = C v + a x, F = a v - k x."""

    type: Literal["piezo"] = "piezo"
    joint: str = Field(description="joint along which it pushes")
    freedom: str | None = Field(default=None, description="freedom of the joint, where it has several")
    capacitance: Number = Field(description="C in F with the joint held")
    coupling: Number = Field(description="a in N/V, the same as A s/m")
    stiffness: Number = Field(description="k in N/m with the ends shorted")
    start: Number = Field(default=_ZERO, description="voltage at the start in V")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        place, rate = around.motion_of(name, self.joint, self.freedom)
        known = {"C": self.capacitance, "a": self.coupling, "k": self.stiffness}
        law = substituted(parse("C*v^2/2 + a*v*x - k*x^2/2"), known)
        port = Port("v", ELECTRICAL, self.between, "capacity", self.start)
        lowered = from_coenergy(name, [port], [Move("x", named(place), named(rate))], law)
        return _moved(lowered, name, {"x": (self.joint, self.freedom)})
