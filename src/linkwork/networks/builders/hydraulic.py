"""Hydraulic parts as a user adds them in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import hydraulic, pneumatic, pumps, valves


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
        self,
        name: str,
        at: str,
        volume: Num,
        bulk_modulus: Num | None = None,
        start: Num | None = None,
        air: Num | None = None,
        vapour: Num | None = None,
    ) -> None:
        """The fluid at a node with its compliance: Q = (V/B) dp/dt; with `air` the pressure never falls to vacuum, or
        to that of `vapour`."""
        fields = {"bulk_modulus": bulk_modulus, "start": start, "air": air, "vapour": vapour}
        self._part(name, hydraulic.Volume, at=at, volume=volume, **fields)

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
        air: Num | None = None,
        vapour: Num | None = None,
        stop_stiffness: Num | None = None,
        stop_damping: Num | None = None,
        start_a: Num | None = None,
        start_b: Num | None = None,
    ) -> None:
        """A cylinder between two points such as "ground.A" and "arm.B": pressure in a pushes them apart."""
        ports = {"chamber_a": chamber_a, "chamber_b": chamber_b, "area_a": area_a, "area_b": area_b}
        shape = {"closed_length": closed_length, "stroke": stroke, "dead_volume": dead_volume}
        more = {"bulk_modulus": bulk_modulus, "friction": friction, "leakage": leakage, "air": air, "vapour": vapour}
        more |= {"stop_stiffness": stop_stiffness, "stop_damping": stop_damping}
        start = {"start_a": start_a, "start_b": start_b}
        self._part(name, hydraulic.Cylinder, points=(first, second), **ports, **shape, **more, **start)

    def flow_control(
        self,
        name: str,
        first: str,
        second: str,
        area: Num,
        difference: Num,
        coefficient: Num | None = None,
        density: Num | None = None,
        laminar: Num | None = None,
        leakage: Num | None = None,
    ) -> None:
        """An orifice behind a pressure compensator, which holds a pressure `difference` across it."""
        fields = {"area": area, "difference": difference, "leakage": leakage}
        fluid = {"coefficient": coefficient, "density": density, "laminar": laminar}
        self._part(name, valves.FlowControl, between=(first, second), **fields, **fluid)

    def directional_valve(
        self,
        name: str,
        pump: str,
        a: str,
        b: str,
        command: Any,
        *,
        area: Num,
        tank: str | None = None,
        overlap: Num | None = None,
        frequency: Num | None = None,
        damping_ratio: Num | None = None,
        coefficient: Num | None = None,
        density: Num | None = None,
        laminar: Num | None = None,
        leakage: Num | None = None,
    ) -> None:
        """A 4/3 valve: above zero the pump goes to a and b to the tank; with a `frequency` its spool has dynamics."""
        fields = {"pump": pump, "tank": tank, "a": a, "b": b, "command": command, "area": area, "overlap": overlap}
        fields |= {"frequency": frequency, "damping_ratio": damping_ratio, "coefficient": coefficient}
        fields |= {"density": density, "laminar": laminar, "leakage": leakage}
        self._part(name, valves.DirectionalValve, **fields)

    def line(
        self,
        name: str,
        first: str,
        second: str,
        *,
        length: Num,
        diameter: Num,
        pieces: int | None = None,
        density: Num | None = None,
        viscosity: Num | None = None,
        bulk_modulus: Num | None = None,
        air: Num | None = None,
        start: Num | None = None,
    ) -> None:
        """A line with the inertia, friction and compliance of its oil, cut into pieces."""
        fields = {"length": length, "diameter": diameter, "pieces": pieces, "density": density, "air": air}
        fields |= {"viscosity": viscosity, "bulk_modulus": bulk_modulus, "start": start}
        self._part(name, valves.HydraulicLine, between=(first, second), **fields)

    def pump_motor(
        self,
        name: str,
        first: str,
        second: str,
        *,
        displacement: Num,
        joint: str | None = None,
        shaft: str | None = None,
        setting: Any = None,
        leakage: Num | None = None,
        friction: Num | None = None,
        volumetric_efficiency: Any = None,
        mechanical_efficiency: Any = None,
        slow: Num | None = None,
        laminar: Num | None = None,
        freedom: str | None = None,
    ) -> None:
        """A pump or motor on a joint or shaft; `setting` from -1 to 1 is its share of the displacement.

        Its efficiencies are formulas of `speed` and `pressure`, or maps: {"speeds": ..., "pressures": ..., "values":
        a row for every speed}.
        """
        fields = {"displacement": displacement, "joint": joint, "shaft": shaft, "setting": setting}
        fields |= {"leakage": leakage, "friction": friction, "freedom": freedom, "slow": slow, "laminar": laminar}
        fields |= {"volumetric_efficiency": volumetric_efficiency, "mechanical_efficiency": mechanical_efficiency}
        self._part(name, pumps.PumpMotor, between=(first, second), **fields)

    def gas_source(self, name: str, at: str, pressure: Any = None) -> None:
        """A node of gas whose absolute pressure follows any law; the atmosphere when left out."""
        self._part(name, pneumatic.GasSource, at=at, pressure=pressure)

    def gas_chamber(
        self,
        name: str,
        at: str,
        volume: Num,
        *,
        start: Num | None = None,
        exponent: Num | None = None,
        temperature: Num | None = None,
        constant: Num | None = None,
        points: Sequence[Any] | None = None,
        area: Num | None = None,
        closed_length: Num | None = None,
        outside: Num | None = None,
    ) -> None:
        """An ideal gas at a node; with two `points` and an `area` it pushes a piston."""
        fields = {"volume": volume, "start": start, "exponent": exponent, "temperature": temperature}
        fields |= {"constant": constant, "area": area, "closed_length": closed_length, "outside": outside}
        self._part(name, pneumatic.GasChamber, at=at, points=None if points is None else tuple(points), **fields)

    def gas_orifice(
        self,
        name: str,
        first: str,
        second: str,
        conductance: Num,
        ratio: Num | None = None,
        temperature: Num | None = None,
    ) -> None:
        """An orifice by ISO 6358 with its conductance C and its critical ratio b."""
        fields = {"conductance": conductance, "ratio": ratio, "temperature": temperature}
        self._part(name, pneumatic.GasOrifice, between=(first, second), **fields)
