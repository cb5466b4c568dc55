"""A drive train: engine by its full-load curve, clutch, gearbox and the differential of the driven axle.

Written in signals: the engine's speed is a state of its own, all torques are formulas that a plot may show. A clutch
and a limited-slip differential rub with a torque that grows with the slip and is full beyond a few rad/s: they never
stick exactly, but creep at a small speed under load.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.straight_lines import piecewise
from linkwork.library.vehicles.driven_axles import DrivenAxle, mean_speed
from linkwork.mechanism.spatial.spatial import Spatial

_CLUTCH_SLIP = 8.0  # rad/s, in which the torque of a clutch grows to 76 % of its capacity
_AXLE_SLIP = 0.5  # rad/s, the same of the plates of a differential
_GEAR_SLIP = 2.0  # rad/s of the gearbox, within which the losses of its gears grow
_OPEN = 0.3  # s, for which a clutch is open about the moment of a shift


@public
@publicly_made
@dataclass(frozen=True)
class Differential:
    """Open as it is made; with a preload (N m) or a share of the torque it resists a difference of both speeds."""

    preload: float = 0.0
    share: float = 0.0
    """Of the axle's torque: how much more the slower wheel may get than the faster one."""

    def __post_init__(self) -> None:
        require_not_negative("a differential", "a number", preload=self.preload, share=self.share)
        if self.share >= 1.0:
            raise MechanismError("a differential: its share is below 1; with 1 the faster wheel would get nothing")

    def law(self, torque: str, left: str, right: str) -> str:
        """The formula of what the slower wheel gets more than the faster one, positive to the right wheel."""
        if self.preload == 0.0 and self.share == 0.0:
            return "0"
        return f"({self.preload!r} + {self.share!r}*abs({torque}))*tanh(({left} - {right})/{_AXLE_SLIP!r})"

    def add(self, m: Spatial, axle: DrivenAxle, torque: str) -> None:
        """Share a torque of an axle between its wheels: the signal `locked_torque`, two actuators."""
        locked = axle.named("locked_torque")
        m.signal(locked, self.law(torque, f"{axle.left}.omega", f"{axle.right}.omega"), unit="N m")
        for side, hub, sign in (("left", axle.left, "-"), ("right", axle.right, "+")):
            m.actuator(f"{axle.named('drive')}_{side}", hub, force=f"({torque} {sign} {locked})/2")


@public
@publicly_made
@dataclass(frozen=True)
class DriveTrain:
    """From the pedal to the driven wheels."""

    engine: tuple[tuple[float, float], ...]
    """Full load: pairs of speed (rad/s) and torque (N m), straight lines between, and beyond the ends of them."""
    gears: tuple[float, ...]
    """Ratios, from the first gear on."""
    final: float = 3.5
    inertia: float = 0.2
    """Of the engine, kg m^2."""
    drag: float = 0.05
    """Of the engine, N m s/rad."""
    clutch: float = 500.0
    """What the clutch bears, N m."""
    efficiency: float = 1.0
    """Of gearbox and axle, in either direction: of an engine that is dragged along, too, they take their part."""
    differential: Differential = Differential()

    def __post_init__(self) -> None:
        numbers = {"final": self.final, "inertia": self.inertia, "clutch": self.clutch, "efficiency": self.efficiency}
        require_positive("a drive train", **numbers)
        require_not_negative("a drive train", "a number", drag=self.drag)
        speeds = [speed for speed, _ in self.engine]
        if len(speeds) < 2 or any(b <= a for a, b in itertools.pairwise(speeds)):
            raise MechanismError("a drive train: the engine has at least two points, whose speeds rise")
        if not self.gears or min(self.gears) <= 0.0:
            raise MechanismError("a drive train: it has at least one gear, and ratios are positive")
        if self.efficiency > 1.0:
            raise MechanismError("a drive train: its efficiency is at most 1")

    def full_load(self, speed: str) -> str:
        """The formula of the torque at full load."""
        return piecewise(self.engine, speed)

    def ratio(self, shifts: Sequence[tuple[float, int]]) -> str:
        """The formula of the whole ratio in time for pairs of time and gear, the first of them at the start."""
        for (one, _), (other, _) in itertools.pairwise(shifts):
            if not other - one > _OPEN:
                raise MechanismError(f"a drive train: shifts are more than {_OPEN:g} s apart")
        if not shifts or any(gear not in range(1, len(self.gears) + 1) for _, gear in shifts):
            raise MechanismError(f"a drive train: gears are 1 to {len(self.gears)}")
        if shifts[0][0] != 0.0:
            raise MechanismError(
                f"a drive train: the first of its shifts is at 0, with the gear it begins in, not at {shifts[0][0]:g} s"
            )
        text = repr(self.final * self.gears[int(shifts[-1][1]) - 1])
        for (_, gear), (until, _) in zip(shifts[-2::-1], shifts[:0:-1], strict=True):
            text = f"if(t < {until!r}, {self.final * self.gears[int(gear) - 1]!r}, {text})"
        return text

    def engaged(self, shifts: Sequence[tuple[float, int]]) -> str:
        """The formula of the share of the clutch's capacity: it opens for each shift and closes evenly after it."""
        texts = [f"min(1, abs(t - {at!r})/{_OPEN / 2!r})" for at, _ in shifts[1:]]
        return "*".join(texts) or "1"

    def ratio_by_ports(self) -> str:
        """The formula of the whole ratio for the input `gear`: the nearest that there is."""
        ratios = [repr(self.final * gear) for gear in self.gears]
        text = ratios[-1]
        for place in range(len(ratios) - 2, -1, -1):
            text = f"if(gear < {place + 1.5!r}, {ratios[place]}, {text})"
        return text

    def behind(self) -> str:
        """The formula of the torque of the axle: what the gears take is lost, whichever way the power flows.

        Driven by the wheels, an engine gets the efficiency's share of their torque, so they give 1/efficiency of its.
        """
        if self.efficiency == 1.0:
            return "ratio*clutch_torque"
        turning = f"tanh(gearbox_speed/{_GEAR_SLIP!r})"
        driven, dragged = (
            f"{share!r}*clutch_torque*{turning}" for share in (1 - self.efficiency, 1 - 1 / self.efficiency)
        )
        return f"ratio*(clutch_torque - max({driven}, {dragged})*{turning})"

    def add(
        self,
        m: Spatial,
        axles: Sequence[DrivenAxle],
        *,
        pedal: str,
        shifts: Sequence[tuple[float, int]] | None = None,
        speed: float,
        by_ports: bool = False,
    ) -> None:
        """Drive the wheels of one axle, or of two by a centre differential; `speed` is that of the wheels, rad/s.

        `by_ports`: shifted by the inputs `gear` and `clutch`, in first gear at the start.

        Signals: `pedal`, `engine_speed`, `engine_torque`, `ratio`, `gearbox_speed`, `clutch_torque`, `axle_torque`,
        `locked_torque`; actuators `drive_left` and `drive_right`. With two axles there are `front_torque` and
        `rear_torque`, `locked_torque_front` ..., `drive_front_left` ...
        """
        shifts = ((0.0, 1),) if shifts is None else shifts
        ratio = self.ratio_by_ports() if by_ports else self.ratio(shifts)
        engaged = "max(0, min(1, clutch))" if by_ports else self.engaged(shifts)
        begin = self.final * self.gears[int(shifts[0][1]) - 1] * speed
        m.signal("pedal", pedal)
        m.signal("ratio", ratio)
        flow = f"(engine_torque - clutch_torque)/{self.inertia!r}"
        m.state("engine_speed", rate=flow, start=begin, unit="rad/s")
        torque = f"max(0, min(1, pedal))*{self.full_load('engine_speed')} - {self.drag!r}*engine_speed"
        m.signal("engine_torque", torque, unit="N m")
        m.signal("gearbox_speed", f"ratio*({mean_speed(tuple(axles))})", unit="rad/s")
        slip = f"(engine_speed - gearbox_speed)/{_CLUTCH_SLIP!r}"
        m.signal("clutch_torque", f"{self.clutch!r}*{engaged}*tanh({slip})", unit="N m")
        m.signal("axle_torque", self.behind(), unit="N m")
        for axle in axles:
            if axle.word:
                m.signal(f"{axle.word}_torque", f"{axle.share!r}*axle_torque", unit="N m")
            self.differential.add(m, axle, f"{axle.word}_torque" if axle.word else "axle_torque")
