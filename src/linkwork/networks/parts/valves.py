"""Directional valve, pressure compensator, line with inertia."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.functions.law import Law
from linkwork.networks.branches import Branch, Lowered
from linkwork.networks.domains import HYDRAULIC, REFERENCE
from linkwork.networks.part import NetworkPart, Surroundings
from linkwork.networks.parts.electrical import formula
from linkwork.networks.parts.hydraulic import AIR, BULK, VAPOUR, HydraulicPart, compliance
from linkwork.signals.parts import Signal, State

_ZERO = as_expression(0)


class DirectionalValve(NetworkPart):
    """A 4/3 valve: four orifices that a spool opens; above zero the pump goes to a and b to the tank, below it across.

    A = A_max (s - o)/(1 - o) for s above the overlap o; a servo-valve follows its command with a frequency.
    """

    type: Literal["directional_valve"] = "directional_valve"
    pump: str = Field(description="node P")
    tank: str = Field(default=REFERENCE, description="node T")
    a: str = Field(description="node A")
    b: str = Field(description="node B")
    command: Law = Field(description="place of the spool from -1 to 1: a law of t and any channel")
    area: Number = Field(description="A_max of an orifice in m^2")
    overlap: Number = Field(default=_ZERO, description="o: share of the stroke before it opens; below zero it is open")
    coefficient: Number = Field(default=as_expression(0.7), description="cd, the share of the area that flows")
    density: Number = Field(default=as_expression(850), description="rho in kg/m^3")
    laminar: Number = Field(default=as_expression(1e4), description="pl in Pa, below which the flow is laminar")
    leakage: Number = Field(default=as_expression(1e-14), description="of a closed orifice in m^3/(s Pa)")
    frequency: Number | None = Field(default=None, description="of the spool's own motion in Hz; at once when left out")
    damping_ratio: Number = Field(default=as_expression(0.7), description="of the spool's own motion")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        lowered = Lowered(signals={f"{name}.command": Signal(value=self.command)})
        own = named(name).text
        spool = parse(f"min(max({own}.command, -1), 1)")
        if self.frequency is not None:
            words = {"w": self.frequency * parse("2*pi"), "z": self.damping_ratio, "u": spool}
            law = parse(f"w^2*(u - {own}.spool) - 2*z*w*{own}.spool.rate")
            lowered.signals[f"{name}.spool"] = State(acceleration=formula(substituted(law, words)))
        else:
            lowered.signals[f"{name}.spool"] = Signal(value=formula(spool))
        for label, ends, sign in (
            ("pa", (self.pump, self.a), ""),
            ("bt", (self.b, self.tank), ""),
            ("pb", (self.pump, self.b), "-"),
            ("at", (self.a, self.tank), "-"),
        ):
            words = {"o": self.overlap, "A": self.area, "cd": self.coefficient, "rho": self.density}
            words |= {"pl": self.laminar, "leak": self.leakage}
            share = f"min(max(({sign}{own}.spool - o)/(1 - o), 0), 1)"
            law = parse(f"cd*A*{share}*sqrt(2/rho)*pressure/(pressure^2 + pl^2)^0.25 + leak*pressure")
            lowered.branches.append(Branch(f"{name}.{label}", HYDRAULIC, ends, "law", substituted(law, words)))
        return lowered


class FlowControl(HydraulicPart):
    """An orifice behind a pressure compensator, which holds the difference across it as far as there is any.

    Q = cd A sqrt(2/rho) d/(d^2 + pl^2)^(1/4) + G p, d the least of the pressure difference p and that of its spring.
    """

    type: Literal["flow_control"] = "flow_control"
    area: Number = Field(description="A in m^2: a number, or a formula of t and channels")
    difference: Number = Field(description="Pa, which the compensator holds across the orifice")
    coefficient: Number = Field(default=as_expression(0.7), description="cd, the share of the area that flows")
    density: Number = Field(default=as_expression(850), description="rho in kg/m^3")
    laminar: Number = Field(default=as_expression(1e4), description="pl in Pa, below which the flow is laminar")
    leakage: Number = Field(
        default=as_expression(1e-14), description="G in m^3/(s Pa): how much the flow rises with the pressure"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if self.difference.constant is not None and not self.difference.constant > 0.0:
            given = self.difference.constant
            raise MechanismError(f"part '{name}': difference must be greater than zero; it is {given:g}")
        words = {"A": self.area, "cd": self.coefficient, "rho": self.density, "pl": self.laminar, "d": self.difference}
        words |= {"leak": self.leakage}
        held = "min(pressure, d)"
        law = parse(f"cd*A*sqrt(2/rho)*{held}/({held}^2 + pl^2)^0.25 + leak*pressure")
        return Lowered([self.branch(name, "law", value=substituted(law, words))])


class HydraulicLine(HydraulicPart):
    """A line of pieces: the compliance of each in its middle, inertia and friction of the oil between the middles.

    I = rho l/A, R = 128 mu l/(pi d^4), C = A l/B.
    """

    type: Literal["line"] = "line"
    length: Number = Field(description="l in m")
    diameter: Number = Field(description="d in m")
    pieces: int = Field(default=1, ge=1, le=200, description="into how many pieces it is cut")
    density: Number = Field(default=as_expression(850), description="rho in kg/m^3")
    viscosity: Number = Field(
        default=as_expression(0.03), description="mu in Pa s: a number, or a formula of channels, such as a temperature"
    )
    bulk_modulus: Number = Field(default=BULK, description="B in Pa")
    air: Number = AIR
    vapour: Number = VAPOUR
    start: Number | None = Field(default=None, description="pressure inside at the start in Pa; 0 when left out")

    def lower(self, name: str, around: Surroundings) -> Lowered:
        piece = self.length / self.pieces
        words = {"rho": self.density, "len": piece, "d": self.diameter, "mu": self.viscosity}
        inertia = substituted(parse("4*rho*len/(pi*d^2)"), words)
        friction = substituted(parse("128*mu*len/(pi*d^4)"), words)
        room = substituted(parse("pi*d^2*len/4"), words) * compliance(name, self.bulk_modulus, self.air, self.vapour)
        lowered, node = Lowered(), self.between[0]
        for n in range(self.pieces + 1):
            share = as_expression(0.5 if n in (0, self.pieces) else 1)
            inner = f"{name}.inner{n}"
            end = self.between[1] if n == self.pieces else f"{name}.middle{n + 1}"
            value = share * friction
            ends = (node, inner)
            slows = Branch(f"{name}.friction{n}", HYDRAULIC, ends, "resistance", value, "viscosity")
            if around.constant(value) is None:
                slows = replace(slows, kind="drop", value=value * parse("flow"), size=as_expression(1e-4))
            lowered.branches += [
                slows,
                Branch(f"{name}.inertia{n}", HYDRAULIC, (inner, end), "inertance", share * inertia, "length"),
            ]
            if n < self.pieces:
                ends = (end, REFERENCE)
                lowered.branches.append(
                    Branch(f"{name}.oil{n + 1}", HYDRAULIC, ends, "capacity", room, "volume", "", self.start)
                )
            node = end
        return lowered
