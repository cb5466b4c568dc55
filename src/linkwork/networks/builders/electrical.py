"""Electrical parts as a user adds them in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import electrical


@public
class ElectricalBuilder(PartBuilder):
    """Resistors, stores, sources, switches and motors; positive current goes from the first node to the second."""

    def resistor(self, name: str, first: str, second: str, resistance: Any, heats: str | None = None) -> None:
        """A resistor: v = R i; R is a number or a formula of channels, and its loss may heat a thermal node."""
        self._part(name, electrical.Resistor, between=(first, second), resistance=resistance, heats=heats)

    def capacitor(self, name: str, first: str, second: str, capacitance: Num, start: Num | None = None) -> None:
        """A capacitor: i = C dv/dt; `start` is its voltage at the start."""
        self._part(name, electrical.Capacitor, between=(first, second), capacitance=capacitance, start=start)

    def inductor(self, name: str, first: str, second: str, inductance: Num, start: Num | None = None) -> None:
        """An inductor: v = L di/dt; `start` is its current at the start."""
        self._part(name, electrical.Inductor, between=(first, second), inductance=inductance, start=start)

    def voltage_source(self, name: str, first: str, second: str, voltage: Any) -> None:
        """An ideal source of a voltage by any law; the first node is its plus."""
        self._part(name, electrical.VoltageSource, between=(first, second), voltage=voltage)

    def current_source(self, name: str, first: str, second: str, current: Any) -> None:
        """An ideal source of a current by any law, through it from the first node to the second."""
        self._part(name, electrical.CurrentSource, between=(first, second), current=current)

    def transformer(self, name: str, primary: Sequence[str], secondary: Sequence[str], ratio: Num) -> None:
        """An ideal transformer: v1 = n v2, n i1 + i2 = 0."""
        self._part(name, electrical.Transformer, primary=tuple(primary), secondary=tuple(secondary), ratio=ratio)

    def diode(
        self,
        name: str,
        first: str,
        second: str,
        *,
        saturation: Num | None = None,
        thermal_voltage: Num | None = None,
        forward: Num | None = None,
        blocking: Num | None = None,
        ideal: bool | None = None,
    ) -> None:
        """A diode from the first node to the second: smooth by Shockley's law, with `forward` two lines, or ideal."""
        smooth = {"saturation": saturation, "thermal_voltage": thermal_voltage}
        lines = {"forward": forward, "blocking": blocking}
        self._part(name, electrical.Diode, between=(first, second), **smooth, **lines, ideal=ideal)

    def switch(
        self,
        name: str,
        first: str,
        second: str,
        closed: Any,
        on: Num | None = None,
        off: Num | None = None,
        ideal: bool | None = None,
    ) -> None:
        """A switch, closed while its law is above zero."""
        self._part(name, electrical.Switch, between=(first, second), closed=closed, on=on, off=off, ideal=ideal)

    def conductor(self, name: str, first: str, second: str, current: Num) -> None:
        """A part whose current is any formula of its `voltage`, of t and of channels."""
        self._part(name, electrical.Conductor, between=(first, second), current=current)

    def dc_motor(
        self,
        name: str,
        first: str,
        second: str,
        *,
        joint: str | None = None,
        shaft: str | None = None,
        constant: Num,
        resistance: Num,
        inductance: Num | None = None,
        friction: Num | None = None,
        gear: Num | None = None,
        start: Num | None = None,
        freedom: str | None = None,
        heats: str | None = None,
    ) -> None:
        """A motor with permanent magnets on a joint or a rotational node: v = k w + R i + L di/dt, torque k i."""
        winding = {"resistance": resistance, "inductance": inductance, "start": start, "heats": heats}
        turning = {"joint": joint, "shaft": shaft, "freedom": freedom, "friction": friction, "gear": gear}
        self._part(name, electrical.DcMotor, between=(first, second), constant=constant, **winding, **turning)

    def moving_plate(
        self,
        name: str,
        first: str,
        second: str,
        *,
        joint: str,
        area: Num,
        gap: Num,
        start: Num | None = None,
        freedom: str | None = None,
    ) -> None:
        """A capacitor with a plate that a joint moves: C = area/(gap + x), and its attraction acts in the joint."""
        fields = {"joint": joint, "freedom": freedom, "area": area, "gap": gap, "start": start}
        self._part(name, electrical.MovingPlate, between=(first, second), **fields)
