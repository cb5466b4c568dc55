"""Hydraulic parts as a user adds them in Python."""

from __future__ import annotations

from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import hydraulic


@public
class HydraulicBuilder(PartBuilder):
    """Pumps, valves, volumes and cylinders; the node `ground` is the tank."""

    def pump(self, name: str, first: str, second: str, flow: Any) -> None:
        """A flow from the first node to the second by any law."""
        self._part(name, hydraulic.Pump, between=(first, second), flow=flow)

    def pressure_source(self, name: str, at: str, pressure: Any) -> None:
        """A node whose pressure follows any law."""
        self._part(name, hydraulic.PressureSource, at=at, pressure=pressure)

    def orifice(
        self,
        name: str,
        first: str,
        second: str,
        area: Num,
        coefficient: Num | None = None,
        density: Num | None = None,
        laminar: Num | None = None,
    ) -> None:
        """An orifice, turbulent above the pressure difference `laminar`; its area may be a formula of channels."""
        fields = {"area": area, "coefficient": coefficient, "density": density, "laminar": laminar}
        self._part(name, hydraulic.Orifice, between=(first, second), **fields)

    def valve(
        self,
        name: str,
        first: str,
        second: str,
        gradient: Num,
        opens: Num | None = None,
        leakage: Num | None = None,
    ) -> None:
        """A check valve, or with `opens` a relief valve: flow from the first node to the second only."""
        fields = {"gradient": gradient, "opens": opens, "leakage": leakage}
        self._part(name, hydraulic.Valve, between=(first, second), **fields)

    def leakage(self, name: str, first: str, second: str, conductance: Num) -> None:
        """A laminar resistance: Q = G p."""
        self._part(name, hydraulic.Leakage, between=(first, second), conductance=conductance)

    def volume(
        self, name: str, at: str, volume: Num, bulk_modulus: Num | None = None, start: Num | None = None
    ) -> None:
        """The fluid at a node with its compliance: Q = (V/B) dp/dt."""
        self._part(name, hydraulic.Volume, at=at, volume=volume, bulk_modulus=bulk_modulus, start=start)

    def accumulator(
        self,
        name: str,
        at: str,
        *,
        volume: Num,
        precharge: Num,
        start: Num,
        exponent: Num | None = None,
        atmosphere: Num | None = None,
    ) -> None:
        """A gas accumulator at a node; `volume` is that of the gas at its precharge (absolute)."""
        fields = {"volume": volume, "precharge": precharge, "exponent": exponent, "atmosphere": atmosphere}
        self._part(name, hydraulic.Accumulator, at=at, start=start, **fields)

    def cylinder(
        self,
        name: str,
        first: Any,
        second: Any,
        *,
        chamber_a: str,
        area_a: Num,
        closed_length: Num,
        stroke: Num,
        chamber_b: str | None = None,
        area_b: Num | None = None,
        dead_volume: Num | None = None,
        bulk_modulus: Num | None = None,
        friction: Num | None = None,
        leakage: Num | None = None,
        start_a: Num | None = None,
        start_b: Num | None = None,
    ) -> None:
        """A cylinder between two points such as "ground.A" and "arm.B": pressure in a pushes them apart."""
        ports = {"chamber_a": chamber_a, "chamber_b": chamber_b, "area_a": area_a, "area_b": area_b}
        shape = {"closed_length": closed_length, "stroke": stroke, "dead_volume": dead_volume}
        more = {"bulk_modulus": bulk_modulus, "friction": friction, "leakage": leakage}
        start = {"start_a": start_a, "start_b": start_b}
        self._part(name, hydraulic.Cylinder, points=(first, second), **ports, **shape, **more, **start)
