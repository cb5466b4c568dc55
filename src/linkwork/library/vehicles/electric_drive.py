"""An electric drive: a motor for every driven axle, held down by its torque and its power, and what the battery gives.

Written in signals, as the drive train with an engine is, in whose place it stands. The inertia of a rotor belongs to
that of the wheels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.drive_train import Differential
from linkwork.library.vehicles.driven_axles import DrivenAxle
from linkwork.mechanism.spatial.spatial import Spatial

_SLOW = 10.0  # rad/s of a motor, below which it no longer recuperates


@public
@publicly_made
@dataclass(frozen=True)
class ElectricDrive:
    """From the pedal to the driven wheels: full torque up to the speed where the power is reached, then full power.

    With two driven axles each has a motor, by the share of the torque that `front_drive` of the car says.
    """

    torque: float
    """Of all motors, N m."""
    power: float
    """Of all motors, W."""
    ratio: float = 9.0
    efficiency: float = 1.0
    """Between battery and wheels, in either direction."""
    recuperation: float = 0.0
    """The share of the torque with which a negative pedal brakes."""
    differential: Differential = field(default_factory=Differential)

    def __post_init__(self) -> None:
        numbers = {"torque": self.torque, "power": self.power, "ratio": self.ratio, "efficiency": self.efficiency}
        require_positive("an electric drive", **numbers)
        require_not_negative("an electric drive", "a number", recuperation=self.recuperation)
        if self.efficiency > 1.0 or self.recuperation > 1.0:
            raise MechanismError("an electric drive: efficiency and recuperation are shares, at most 1")

    def add(
        self,
        m: Spatial,
        axles: Sequence[DrivenAxle],
        *,
        pedal: str,
        shifts: Sequence[tuple[float, int]] | None = None,
        speed: float = 0.0,
    ) -> None:
        """Drive the wheels of axles in a mechanism.

        Signals: `pedal`, `motor_speed`, `motor_torque`, `axle_torque`, `locked_torque`, each with the word of its axle
        behind it where there are two; `battery_power`, and the state `battery_work` (J), what it has given so far.
        """
        if shifts is not None:
            raise MechanismError("an electric drive has no gears; leave out `shifts`")
        m.signal("pedal", f"max(-{self.recuperation!r}, min(1, {pedal}))")
        powers = []
        for axle in axles:
            turning, moment, given = (axle.named(word) for word in ("motor_speed", "motor_torque", "axle_torque"))
            m.signal(turning, f"{self.ratio!r}*({axle.speed})", unit="rad/s")
            most = f"min({self.torque!r}, {self.power!r}/max(abs({turning}), {self.power / self.torque / 2!r}))"
            forward = f"if(pedal < 0, tanh({turning}/{_SLOW!r}), 1)"
            m.signal(moment, f"{axle.share!r}*pedal*{forward}*{most}", unit="N m")
            m.signal(given, f"{self.ratio!r}*{moment}", unit="N m")
            self.differential.add(m, axle, given)
            work = f"{moment}*{turning}"
            powers.append(f"max({work}/{self.efficiency!r}, {work}*{self.efficiency!r})")
        m.signal("battery_power", " + ".join(powers), unit="W")
        m.state("battery_work", rate="battery_power", start=0, unit="J")
