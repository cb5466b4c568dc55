"""A control unit for the brakes and the drive of a car: ABS, traction control, yaw control, and its degradation.

ABS holds the torque of a brake back once its wheel has slipped too much, so that it keeps a slip with much grip.
Traction control takes the drive back while driven wheels spin. Yaw control compares the yaw rate with that which the
steering asks for: of a car that turns too much (oversteer) it brakes the outer front wheel, of one that turns too
little (understeer) the inner rear one. A signal that fails takes away what needs it, and no more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.control.bus import FUNCTIONS
from linkwork.library.vehicles.control.monitoring import Monitor, trusted
from linkwork.library.vehicles.control.sensing import WHEELS, Sensing, car_sensors

COMMANDS = (*(f"brake_{name}" for name in WHEELS), "throttle")
SLIP = 0.15  # of a braked wheel, from which its brake is held back, and which it is brought to
RATE, DOWN, UP = 150_000.0, 60_000.0, 10_000.0  # N m/s: of a slip of one; at most, down and up
SLOWS = 11.0  # m/s^2, the most that the reference speed falls by
SPINS, BACK, ON = 0.12, 4.0, 1.0  # slip of driven wheels; share of the drive a second, back and on
STILL = 2.0  # m/s, below which nothing is controlled
GRIP = 0.9 * 9.81  # m/s^2, beyond which no yaw rate is asked for
FREE = 0.05  # rad/s of the yaw rate without a hand on it


@public
@publicly_made
@dataclass
class ControlUnit:
    """The unit; `step` takes what sensors tell and the driver's brake, and gives torques and the share of the drive."""

    wheelbase: float
    track: float
    radius: float
    characteristic_speed: float = 25.0
    period: float = 0.005
    yaw_gain: float = 8_000.0
    """Brake torque per yaw rate that is wrong, N m s/rad."""
    most: float = 2_500.0
    """Brake torque, N m."""
    sensors: dict[str, Sensing] = field(default_factory=car_sensors)

    def __post_init__(self) -> None:
        numbers = {"wheelbase": self.wheelbase, "track": self.track, "radius": self.radius, "period": self.period}
        numbers |= {"characteristic_speed": self.characteristic_speed, "most": self.most}
        require_positive("a control unit", **numbers)
        self.start()

    def start(self) -> None:
        """Forget everything."""
        sizes = (self.wheelbase, self.track, self.characteristic_speed, self.radius)
        self.monitor = Monitor(self.sensors, *sizes)
        self.t, self.speed, self.throttle = 0.0, -1.0, 1.0
        self.allowed = dict.fromkeys(WHEELS, self.most)
        self.loose = dict.fromkeys(WHEELS, False)
        self.braked = False
        self.acting = dict.fromkeys(FUNCTIONS, False)
        self.expected = (0.0, 0.0, 0.0)
        """Yaw rate, angle of the wheels and lateral acceleration by the reference: in the place of a lost signal."""

    @property
    def working(self) -> dict[str, bool]:
        """Which functions are there still; the lamp is on where one is not."""
        failed = self.monitor.failed
        wheels = not any(name.startswith("wheel") for name in failed)
        return {"abs": wheels, "traction": wheels, "yaw_control": wheels and not failed}

    @property
    def lamp(self) -> bool:
        """Whether the driver is told."""
        return not all(self.working.values())

    def step(self, told: dict[str, float], demand: float) -> dict[str, float]:
        """Commands for the next period."""
        self.monitor.lines(self.t, self.period, told)
        heard = {name: value if trusted(value) else 0.0 for name, value in told.items()}
        speeds = {name: heard[f"wheel_{name}"] * self.radius for name in WHEELS}
        self._estimate(speeds, demand)
        rates = self.monitor.yaw_rates(self.speed, heard, self.braked)
        reference = self.monitor.models(self.t, rates, self.speed)
        self.expected = self.monitor.expected(self.speed, reference)
        working, torques = self.working, dict.fromkeys(WHEELS, demand)
        self.acting = dict.fromkeys(FUNCTIONS, False)
        if working["yaw_control"] and reference is not None and not self.monitor.suspects:
            self._turn(torques, self.monitor.yaw_from_steering(self.speed, heard["steering"]), heard["yaw_rate"])
        if working["abs"]:
            self._hold(torques, speeds)
        self.throttle = self._drive(speeds) if working["traction"] else 1.0
        self.braked = max(torques.values()) > 0.0
        self.t += self.period
        limited = {f"brake_{name}": min(max(torque, 0.0), self.most) for name, torque in torques.items()}
        return limited | {"throttle": self.throttle}

    def _estimate(self, speeds: dict[str, float], demand: float) -> None:
        """The speed of the car: the fastest wheel when braked, the undriven ones else, never falling too fast."""
        lost = self.monitor.failed
        free = ("front_left", "front_right")
        names = WHEELS if demand > 0.0 or self.braked else free
        there = [speeds[name] for name in names if f"wheel_{name}" not in lost] or [max(speeds.values())]
        seen = max(there) if names is WHEELS else sum(there) / len(there)
        self.speed = seen if self.speed < 0.0 else max(seen, self.speed - SLOWS * self.period)

    def _turn(self, torques: dict[str, float], asked: float, rate: float) -> None:
        if self.speed < STILL:
            return
        most = GRIP / max(self.speed, STILL)
        asked = min(max(asked, -most), most)
        side = math.copysign(1.0, rate if abs(rate) > abs(asked) else asked)
        more = side * (rate - asked)  # turns too much where positive
        push = self.yaw_gain * (abs(more) - FREE)
        if push <= 0.0:
            return
        outer, inner = ("right", "left") if side > 0.0 else ("left", "right")
        wheel = f"front_{outer}" if more > 0.0 else f"rear_{inner}"
        torques[wheel] += push
        self.acting["yaw_control"] = True

    def _hold(self, torques: dict[str, float], speeds: dict[str, float]) -> None:
        for name in WHEELS:
            if self.speed < STILL or torques[name] <= 0.0:
                self.allowed[name], self.loose[name] = self.most, False
                continue
            over = SLIP - (1.0 - speeds[name] / self.speed)
            if not self.loose[name] and over > 0.0:
                continue
            if not self.loose[name]:
                self.loose[name], self.allowed[name] = True, min(self.allowed[name], torques[name])
            change = min(max(RATE * over, -DOWN), UP)
            self.allowed[name] = min(max(self.allowed[name] + change * self.period, 0.0), self.most)
            if self.allowed[name] < torques[name]:
                torques[name], self.acting["abs"] = self.allowed[name], True

    def _drive(self, speeds: dict[str, float]) -> float:
        driven = max(speeds["rear_left"], speeds["rear_right"])
        spins = self.speed > STILL and driven / self.speed - 1.0 > SPINS
        self.acting["traction"] = spins
        return min(max(self.throttle + (-BACK if spins else ON) * self.period, 0.0), 1.0)
