"""Thermal parts: absolute temperatures in K, heat flows in W from the first node to the second."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from linkwork.expression import as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Lowered
from linkwork.networks.domains import REFERENCE, THERMAL, Domain
from linkwork.networks.part import NetworkPart, Surroundings, TwoEnds

STEFAN_BOLTZMANN = 5.670374419e-8


class ThermalPart(TwoEnds):
    """A part between two thermal nodes."""

    domain: ClassVar[Domain] = THERMAL


class HeatCapacity(NetworkPart):
    """A body that takes up heat at a node: q = C dT/dt; its temperature is a state."""

    type: Literal["heat_capacity"] = "heat_capacity"
    at: str = Field(description="the node whose temperature it has")
    capacity: Number = Field(description="J/K")
    start: Number | None = Field(default=None, description="temperature at the start in K; 293.15 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        ends = (self.at, REFERENCE)
        return Lowered([Branch(name, THERMAL, ends, "capacity", self.capacity, "capacity", "", self.start)])


class Conductance(ThermalPart):
    """Conduction: q = G (T1 - T2)."""

    type: Literal["conductance"] = "conductance"
    conductance: Number = Field(description="W/K")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        remedy = "leave the part out"
        return Lowered(
            [self.branch(name, "resistance", value=1 / self.conductance, what="1/conductance", remedy=remedy)]
        )


class Convection(ThermalPart):
    """Convection from a surface: q = h A (T1 - T2); h may follow a formula of any channel."""

    type: Literal["convection"] = "convection"
    coefficient: Number = Field(description="h in W/(m^2 K): a number, or a formula of t and channels")
    area: Number = Field(description="A in m^2")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "law", value=self.coefficient * self.area * parse("temperature"))])


class Radiation(ThermalPart):
    """Radiation between two surfaces: q = e A s (T1^4 - T2^4), s the constant of Stefan and Boltzmann."""

    type: Literal["radiation"] = "radiation"
    emissivity: Number = Field(default=as_expression(1), description="e, between 0 and 1")
    area: Number = Field(description="A in m^2")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        circuit = name.partition(".")[0]
        hot, cold = (
            named(f"{circuit}.{node}.temperature") if node != REFERENCE else as_expression(0) for node in self.between
        )
        factor = self.emissivity * self.area * STEFAN_BOLTZMANN
        law = factor * parse("temperature") * (hot + cold) * (hot * hot + cold * cold)
        return Lowered([self.branch(name, "law", value=law)])


class TemperatureSource(NetworkPart):
    """A node whose temperature follows any law, such as the surroundings."""

    type: Literal["temperature_source"] = "temperature_source"
    at: str = Field(description="the node")
    temperature: Law = Field(description="K: a law of t and any channel")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([Branch(name, THERMAL, (self.at, REFERENCE), "across", self.temperature)])


class HeatSource(NetworkPart):
    """Heat that flows into a node by any law, such as the loss of a part elsewhere."""

    type: Literal["heat_source"] = "heat_source"
    at: str = Field(description="the node that it heats")
    heat: Law = Field(description="W: a law of t and any channel, such as drive.R1.power")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([Branch(name, THERMAL, (REFERENCE, self.at), "through", self.heat)])
