"""Hydraulic parts: pressures in Pa above that of the tank, flows in m^3/s from the first node to the second."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, named, parse
from linkwork.expression.algebra import choose
from linkwork.expression.functions import maximum
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.expression import Formula
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Lowered, Wanted
from linkwork.networks.domains import HYDRAULIC, REFERENCE, Domain
from linkwork.networks.part import NetworkPart, Surroundings, TwoEnds
from linkwork.signals.parts import Sensor, Signal

BULK = as_expression(1.6e9)
_ATMOSPHERE = as_expression(101325)
_ZERO = as_expression(0)


AIR = Field(
    default=_ZERO,
    description="share of the volume that is gas at the pressure of the atmosphere; it keeps the pressure above vapour",
)
VAPOUR = Field(default=_ZERO, description="absolute pressure in Pa at which the fluid boils; needs some air to bubble")


def compliance(name: str, bulk_modulus: Expression, air: Expression, vapour: Expression) -> Expression:
    """1/B of oil, with that of the gas in it, which expands (n = 1.4) without end towards the pressure of vapour.

    P0/(P - Pv), with P from vacuum: bubbles grow so that the absolute pressure never falls to Pv.
    """
    if vapour.constant is not None and not 0.0 <= vapour.constant < 101325:
        given = vapour.constant
        raise MechanismError(f"part '{name}': vapour is an absolute pressure from 0 to 101325 Pa; it is {given:g}")
    if air.constant == 0.0:
        if vapour.constant != 0.0:
            raise MechanismError(f"part '{name}': vapour needs a share of gas to bubble; give `air`, such as 0.001")
        return 1 / bulk_modulus
    inside, at_rest = "(pressure + 101325 - Pv)", "(101325 - Pv)"
    softer = parse(f"({at_rest}/{inside})^(1/1.4)/{inside}")
    return 1 / bulk_modulus + air / 1.4 * substituted(softer, {"Pv": vapour})


class HydraulicPart(TwoEnds):
    """A part between two hydraulic nodes; `ground` is the tank."""

    domain: ClassVar[Domain] = HYDRAULIC


class Pump(HydraulicPart):
    """A pump: a flow from the first node to the second by any law, whatever the pressure."""

    type: Literal["pump"] = "pump"
    flow: Law = Field(description="m^3/s: a law of t and any channel, such as 8e-6*O.omega")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([self.branch(name, "through", value=self.flow)])


class PressureSource(NetworkPart):
    """A node whose pressure follows any law, such as a tank under pressure or an ideal supply."""

    type: Literal["pressure_source"] = "pressure_source"
    at: str = Field(description="the node")
    pressure: Law = Field(description="Pa: a law of t and any channel")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([Branch(name, HYDRAULIC, (self.at, REFERENCE), "across", self.pressure)])


class Orifice(HydraulicPart):
    """An orifice, turbulent for large pressure differences, else laminar: Q = cd A sqrt(2/rho) p/(p^2 + pl^2)^(1/4)."""

    type: Literal["orifice"] = "orifice"
    area: Number = Field(description="A in m^2: a number, or a formula of t and channels, such as that of a valve")
    coefficient: Number = Field(default=as_expression(0.7), description="cd, the share of the area that flows")
    density: Number = Field(default=as_expression(850), description="rho in kg/m^3")
    laminar: Number = Field(default=as_expression(1e4), description="pl in Pa, below which the flow is laminar")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        open_area = self.coefficient * self.area * parse(f"sqrt(2/({self.density.text}))")
        law = open_area * parse(f"pressure/(pressure^2 + ({self.laminar.text})^2)^0.25")
        return Lowered([self.branch(name, "law", value=law)])


class Valve(HydraulicPart):
    """A check or relief valve: it opens at a pressure difference and then lets pass the more the higher it is."""

    type: Literal["valve"] = "valve"
    opens: Number = Field(default=_ZERO, description="pressure difference in Pa at which it opens")
    gradient: Number = Field(description="m^3/(s Pa) beyond that")
    leakage: Number = Field(default=as_expression(1e-15), description="m^3/(s Pa) at all times")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        opens, gradient = self.opens.text, self.gradient.text
        flow = f"({self.leakage.text})*pressure + if(pressure > {opens}, ({gradient})*(pressure - ({opens})), 0)"
        return Lowered([self.branch(name, "law", value=parse(flow))])


class Leakage(HydraulicPart):
    """A laminar resistance, such as a leaking seal or a long thin line: Q = G p."""

    type: Literal["leakage"] = "leakage"
    conductance: Number = Field(
        description="G in m^3/(s Pa): a number, or a formula of channels, such as a temperature"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if around.constant(self.conductance) is None:
            return Lowered([self.branch(name, "law", value=self.conductance * parse("pressure"))])
        value = 1 / self.conductance
        return Lowered([self.branch(name, "resistance", value=value, what="1/conductance", remedy="leave it out")])


class Volume(NetworkPart):
    """The fluid of a line or a chamber at a node, with its compliance: Q = (V/B) dp/dt; its pressure is a state."""

    type: Literal["volume"] = "volume"
    at: str = Field(description="the node whose pressure it has")
    volume: Number = Field(description="V in m^3")
    bulk_modulus: Number = Field(default=BULK, description="B in Pa")
    air: Number = AIR
    vapour: Number = VAPOUR
    start: Number | None = Field(default=None, description="pressure at the start in Pa; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        value = self.volume * compliance(name, self.bulk_modulus, self.air, self.vapour)
        return Lowered([Branch(name, HYDRAULIC, (self.at, REFERENCE), "capacity", value, "volume", "", self.start)])


class Accumulator(NetworkPart):
    """A gas accumulator at a node: p V^n stays as it is in the gas; the pressure of the oil is a state.

    Q = C dp/dt with C = (V0/n) (p0/P)^(1/n) / P, P = p + the pressure of the atmosphere.
    """

    type: Literal["accumulator"] = "accumulator"
    at: str = Field(description="the node whose pressure it has")
    volume: Number = Field(description="V0 of the gas in m^3 at its precharge")
    precharge: Number = Field(description="p0 in Pa, absolute")
    exponent: Number = Field(default=as_expression(1.4), description="n: 1 for slow, 1.4 for fast changes")
    atmosphere: Number = Field(default=_ATMOSPHERE, description="pressure of the atmosphere in Pa")
    start: Number = Field(description="pressure at the start in Pa, not below the precharge")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        n, inside = self.exponent.text, f"(pressure + ({self.atmosphere.text}))"
        value = parse(f"({self.volume.text})/({n})*(({self.precharge.text})/{inside})^(1/({n}))/{inside}")
        ends = (self.at, REFERENCE)
        return Lowered([Branch(name, HYDRAULIC, ends, "capacity", value, "volume", "", self.start)])


class Cylinder(NetworkPart):
    """A cylinder between two points: pressure in chamber a pushes them apart, in b together; its speed takes oil.

    Extension s = distance of the points - closed length, V_a = dead + A_a s, V_b = dead + A_b (stroke - s):
    Q_a = A_a ds/dt + (V_a/B) dp_a/dt, Q_b = -A_b ds/dt + (V_b/B) dp_b/dt.
    """

    type: Literal["cylinder"] = "cylinder"
    points: tuple[str, str] = Field(description="two points of bodies, such as ground.A and arm.B")
    chamber_a: str = Field(description="node of the chamber that pushes the points apart")
    chamber_b: str = Field(
        default=REFERENCE, description="node of the chamber on the rod's side; the tank when left out"
    )
    area_a: Number = Field(description="A_a in m^2")
    area_b: Number = Field(default=_ZERO, description="A_b in m^2")
    closed_length: Number = Field(description="distance of the points in m when all is in")
    stroke: Number = Field(description="m")
    dead_volume: Number = Field(default=as_expression(1e-5), description="m^3 of each chamber that is always full")
    bulk_modulus: Number = Field(default=BULK, description="B in Pa")
    friction: Number = Field(default=_ZERO, description="viscous friction in N s/m")
    leakage: Number = Field(default=_ZERO, description="past the piston in m^3/(s Pa)")
    air: Number = AIR
    vapour: Number = VAPOUR
    stop_stiffness: Number = Field(
        default=_ZERO, description="of the stops at both ends in N/m; no stops when left out"
    )
    stop_damping: Number = Field(default=_ZERO, description="of the stops in N s/m, while they are pressed")
    start_a: Number | None = Field(default=None, description="pressure in a at the start in Pa; 0 when left out")
    start_b: Number | None = Field(default=None, description="pressure in b at the start in Pa; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        first, second = self.points
        length, speed = named(f"{name}.length"), named(f"{name}.length.rate")
        extension = length - self.closed_length
        lowered = Lowered()
        lowered.signals[f"{name}.length"] = Sensor(channel=f"distance({first}, {second})")
        soft = compliance(name, self.bulk_modulus, self.air, self.vapour)
        volume_a = (self.dead_volume + self.area_a * extension) * soft
        volume_b = (self.dead_volume + self.area_b * (self.stroke - extension)) * soft
        push = self._chamber(lowered, f"{name}.a", self.chamber_a, self.area_a * speed, volume_a, self.start_a)
        force = self.area_a * push
        if self.chamber_b != REFERENCE:
            pull = self._chamber(lowered, f"{name}.b", self.chamber_b, -self.area_b * speed, volume_b, self.start_b)
            force = force - self.area_b * pull
        if self.leakage.constant != 0.0:
            ends = (self.chamber_a, self.chamber_b)
            lowered.branches.append(
                Branch(f"{name}.leakage", HYDRAULIC, ends, "resistance", 1 / self.leakage, "1/leakage")
            )
        force = force - self.friction * speed
        if self.stop_stiffness.constant != 0.0:
            lowered.signals[f"{name}.stop_force"] = Signal(value=Formula(value=self._stops(extension, speed)), unit="N")
            force = force + named(f"{name}.stop_force")
        lowered.signals[f"{name}.force"] = Signal(value=Formula(value=force), unit="N")
        law = Formula(value=-named(f"{name}.force"))
        lowered.forces[name] = Wanted("Spring", {"between": self.points, "force": law, "look": "cylinder"})
        return lowered

    def _stops(self, extension: Expression, speed: Expression) -> Expression:
        """Springs and dampers that are pressed beyond both ends; they push and never pull."""
        beyond = extension - self.stroke
        out = choose(beyond, ">", 0, maximum(0, self.stop_stiffness * beyond + self.stop_damping * speed), 0)
        back = maximum(0, -self.stop_stiffness * extension - self.stop_damping * speed)
        return choose(extension, "<", 0, back, 0) - out

    @staticmethod
    def _chamber(lowered: Lowered, name: str, node: str, sweep: Any, compliance: Any, start: Any) -> Any:
        """The oil of a chamber and the flow that its piston takes; its pressure."""
        oil = Branch(name, HYDRAULIC, (node, REFERENCE), "capacity", compliance, "volume", "", start)
        piston = Branch(
            f"{name}.piston", HYDRAULIC, (node, REFERENCE), "through", Formula(value=sweep), acts="delivered"
        )
        lowered.branches += [oil, piston]
        return named(oil.across)
