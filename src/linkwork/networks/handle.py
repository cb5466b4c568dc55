"""A circuit as a user fills it in Python: `drive = m.circuit("drive")`, `drive.resistor("R1", "a", "ground", 2)`."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.expression.given import public
from linkwork.networks.builders.electrical import ElectricalBuilder
from linkwork.networks.builders.hydraulic import HydraulicBuilder
from linkwork.networks.builders.machines import MachineBuilder
from linkwork.networks.builders.magnetic import MagneticBuilder
from linkwork.networks.builders.mechanical import MechanicalBuilder
from linkwork.networks.builders.thermal import ThermalBuilder
from linkwork.networks.part import NetworkPart


@public
class CircuitHandle(
    ElectricalBuilder, MachineBuilder, MagneticBuilder, HydraulicBuilder, ThermalBuilder, MechanicalBuilder
):
    """Adds parts to one circuit of a mechanism; a node is there as soon as a part names it."""

    def __init__(self, name: str, put: Callable[[str, str, NetworkPart], None]) -> None:
        self.name = name
        self._put = put

    def __repr__(self) -> str:
        return f"<circuit {self.name!r}>"

    def add(self, name: str, part: NetworkPart) -> None:
        """Add a part that is already described."""
        self._put(self.name, name, part)
