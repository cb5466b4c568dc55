"""Pneumatic parts: absolute pressures in Pa, flows of mass in kg/s; `ground` is vacuum."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Lowered, Wanted
from linkwork.networks.domains import PNEUMATIC, REFERENCE, Domain
from linkwork.networks.part import NetworkPart, Surroundings, TwoEnds
from linkwork.networks.parts.electrical import formula
from linkwork.signals.parts import Sensor, Signal

_ROOM = as_expression(293.15)
_ZERO = as_expression(0)


class GasSource(NetworkPart):
    """A node whose pressure follows any law, such as the atmosphere or a supply."""

    type: Literal["gas_source"] = "gas_source"
    at: str = Field(description="the node")
    pressure: Law = Field(
        default=formula(as_expression(101325)), description="Pa, absolute: a law of t and any channel"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        return Lowered([Branch(name, PNEUMATIC, (self.at, REFERENCE), "across", self.pressure)])


class GasChamber(NetworkPart):
    """An ideal gas at a node, in a volume that a piston between two points may change; T p^((1-n)/n) stays.

    w = V/(n R T) dp/dt + p/(R T) dV/dt, T = T0 (p/p0)^((n - 1)/n).
    """

    type: Literal["gas_chamber"] = "gas_chamber"
    at: str = Field(description="the node whose pressure it has")
    volume: Number = Field(description="V in m^3; with a piston where its points have the closed length")
    exponent: Number = Field(default=as_expression(1.4), description="n: 1 for slow, 1.4 for fast changes")
    constant: Number = Field(default=as_expression(287.05), description="R of the gas in J/(kg K)")
    temperature: Number = Field(default=_ROOM, description="T0 in K at the start")
    start: Number = Field(default=as_expression(101325), description="p0 at the start in Pa, absolute")
    points: tuple[str, str] | None = Field(default=None, description="two points of bodies that a piston pushes apart")
    area: Number = Field(default=_ZERO, description="of the piston in m^2")
    closed_length: Number = Field(default=_ZERO, description="distance of the points in m at the volume given")
    outside: Number = Field(default=as_expression(101325), description="pressure behind the piston in Pa, absolute")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        words = {"V": self.volume, "n": self.exponent, "R": self.constant, "T0": self.temperature, "p0": self.start}
        warm = substituted(parse("T0*(pressure/p0)^((n - 1)/n)"), words)
        lowered = Lowered()
        here = {"pressure": named(f"{name}.pressure")}
        lowered.signals[f"{name}.temperature"] = Signal(value=formula(substituted(warm, here)), unit="K")
        other = None
        room = self.volume
        if self.points is not None:
            length, speed = named(f"{name}.length"), named(f"{name}.length.rate")
            lowered.signals[f"{name}.length"] = Sensor(channel=f"distance({self.points[0]}, {self.points[1]})")
            room = self.volume + self.area * (length - self.closed_length)
            dense = named(f"{name}.pressure") / (self.constant * named(f"{name}.temperature"))
            other = dense * self.area * speed
            push = self.area * (named(f"{name}.pressure") - self.outside)
            lowered.signals[f"{name}.force"] = Signal(value=formula(push), unit="N")
            law = formula(-named(f"{name}.force"))
            lowered.forces[name] = Wanted("Spring", {"between": self.points, "force": law})
        elif self.area.constant != 0.0:
            raise MechanismError(f"part '{name}': a piston needs the two points that it pushes apart")
        value = room / (self.exponent * self.constant * warm)
        ends = (self.at, REFERENCE)
        branch = Branch(name, PNEUMATIC, ends, "capacity", value, "volume", "", self.start, other)
        lowered.branches.append(branch)
        return lowered


class GasOrifice(TwoEnds):
    """An orifice by ISO 6358: w = C rho0 p1 sqrt(T0/T1), choked below the ratio b of pressures, else times an ellipse.

    sqrt(1 - ((r - b)/(1 - b))^2), r = p2/p1; for r above `linear` the flow goes to zero along a straight line.
    """

    domain: ClassVar[Domain] = PNEUMATIC
    type: Literal["gas_orifice"] = "gas_orifice"
    conductance: Number = Field(description="C in m^3/(s Pa): a number, or a formula of t and channels")
    ratio: Number = Field(default=as_expression(0.5), description="b, the ratio of pressures below which it is choked")
    temperature: Number = Field(default=_ROOM, description="T1 of what flows in, in K")
    linear: Number = Field(default=as_expression(0.999), description="ratio above which the flow is laminar")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if REFERENCE in self.between:
            raise MechanismError(f"part '{name}': ground is vacuum here; join it to a node of a gas_source")
        circuit = name.partition(".")[0]
        first, second = (named(f"{circuit}.{node}.pressure").text for node in self.between)
        signals = {}
        for label, one, two in (("out", first, second), ("back", second, first)):
            words = {"C": self.conductance, "b": self.ratio, "T1": self.temperature, "lin": self.linear}
            share = (
                "if(r < b, 1, if(r < lin, sqrt(1 - ((min(r, lin) - b)/(1 - b))^2), "
                "(1 - r)/(1 - lin)*sqrt(1 - ((lin - b)/(1 - b))^2)))"
            )
            law = f"C*1.185*{one}*sqrt(293.15/T1)*{share}"
            ratio = parse(f"{two}/{one}")
            signals[label] = substituted(parse(law), {**words, "r": ratio})
        flow = substituted(parse(f"if({first} > {second}, go, -back)"), {"go": signals["out"], "back": signals["back"]})
        return Lowered([self.branch(name, "law", value=flow)])
