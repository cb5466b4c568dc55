"""Thermal parts as a user adds them in Python."""

from __future__ import annotations

from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import thermal


@public
class ThermalBuilder(PartBuilder):
    """Capacities, ways of heat and sources; temperatures in K."""

    def heat_capacity(self, name: str, at: str, capacity: Num, start: Num | None = None) -> None:
        """A body that takes up heat at a node: q = C dT/dt; 293.15 K at the start unless given."""
        self._part(name, thermal.HeatCapacity, at=at, capacity=capacity, start=start)

    def conductance(self, name: str, first: str, second: str, conductance: Num) -> None:
        """Conduction: q = G (T1 - T2)."""
        self._part(name, thermal.Conductance, between=(first, second), conductance=conductance)

    def convection(self, name: str, first: str, second: str, coefficient: Num, area: Num) -> None:
        """Convection: q = h A (T1 - T2); h may be a formula of channels."""
        self._part(name, thermal.Convection, between=(first, second), coefficient=coefficient, area=area)

    def radiation(self, name: str, first: str, second: str, area: Num, emissivity: Num | None = None) -> None:
        """Radiation: q = e A s (T1^4 - T2^4)."""
        self._part(name, thermal.Radiation, between=(first, second), area=area, emissivity=emissivity)

    def temperature_source(self, name: str, at: str, temperature: Any) -> None:
        """A node whose temperature follows any law."""
        self._part(name, thermal.TemperatureSource, at=at, temperature=temperature)

    def heat_source(self, name: str, at: str, heat: Any) -> None:
        """Heat into a node by any law, such as the loss of a part elsewhere."""
        self._part(name, thermal.HeatSource, at=at, heat=heat)
