"""How a control unit watches its signals: electrical, by the signal itself, and by models of the car.

Model based: the yaw rate is told four times, by its sensor, from steering (v delta / (l (1 + v^2/v_ch^2))), from the
lateral acceleration (a / v) and from the rear wheels ((v_right - v_left) / track). The median of those that are trusted
is the reference, which one wrong signal does not move. A signal is judged wrong that stays away from the others while
two of these agree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import median

from linkwork.expression.given import public, publicly_made
from linkwork.library.vehicles.control.faults import NO_SIGNAL
from linkwork.library.vehicles.control.sensing import Sensing

BEYOND = 1.02  # of the range: more is no measurement
RATES = {
    "wheel": 6000.0,
    "yaw_rate": 12.0,
    "lateral": 250.0,
    "steering": 6.0,
}  # a second; faster is no motion of a car
SOON, LATER = 3, 60  # samples in a row until a fault of a line, and one by models, is believed
AWAY, AGREE = 0.09, 0.06  # rad/s
LINEAR = 4.0  # m/s^2 of lateral acceleration, up to which a car follows its wheels
SLOW = 6.0  # m/s, below which models tell nothing


@public
@publicly_made
@dataclass(frozen=True)
class Failure:
    """An entry of the failure memory."""

    t: float
    signal: str
    layer: str
    """electrical, signal or model."""
    reason: str


@dataclass
class Monitor:
    """What is known of the signals so far."""

    sensors: dict[str, Sensing]
    wheelbase: float
    track: float
    characteristic_speed: float
    radius: float
    memory: list[Failure] = field(default_factory=list)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    last: dict[str, float] = field(default_factory=dict)

    @property
    def failed(self) -> set[str]:
        """Signals that are not used any more."""
        return {failure.signal for failure in self.memory}

    def lines(self, t: float, period: float, told: dict[str, float]) -> None:
        """Electrical layer and the signal by itself."""
        for name, value in told.items():
            if name in self.failed:
                continue
            sensing = self.sensors[name]
            off = "no signal" if abs(value) >= NO_SIGNAL else ""
            size = max(abs(sensing.least), abs(sensing.most))
            if not off and not sensing.least - (BEYOND - 1) * size <= value <= sensing.most + (BEYOND - 1) * size:
                off = "beyond what the sensor can tell: shorted"
            self._count(t, name, "electrical", off, SOON)
            if off:
                continue
            most = RATES["wheel" if name.startswith("wheel") else name]
            jump = abs(value - self.last.get(name, value)) / period
            self._count(t, name, "signal", f"changes by {jump:.3g} a second" if jump > most else "", 1)
            self.last[name] = value

    def yaw_rates(self, speed: float, told: dict[str, float], braked: bool) -> dict[str, float]:
        """The yaw rate by every signal that is trusted."""
        failed, rates = self.failed, {}
        if "yaw_rate" not in failed:
            rates["yaw_rate"] = told["yaw_rate"]
        if speed > SLOW:
            if "steering" not in failed:
                rates["steering"] = self.yaw_from_steering(speed, told["steering"])
            if "lateral" not in failed:
                rates["lateral"] = told["lateral"] / speed
            rear = ("wheel_rear_left", "wheel_rear_right")
            if not braked and not failed & set(rear):
                rates["wheels"] = (told[rear[1]] - told[rear[0]]) * self.radius / self.track
        return rates

    def yaw_from_steering(self, speed: float, angle: float) -> float:
        """Of a car that follows its wheels."""
        ratio = speed / self.characteristic_speed
        return speed * angle / (self.wheelbase * (1.0 + ratio * ratio))

    def steering_from_yaw(self, speed: float, rate: float) -> float:
        """The inverse: the angle of the wheels for a yaw rate."""
        ratio = speed / self.characteristic_speed
        return rate * self.wheelbase * (1.0 + ratio * ratio) / max(speed, SLOW)

    def lateral_from_yaw(self, speed: float, rate: float) -> float:
        """The inverse of the other: the lateral acceleration of a steady turn with a yaw rate."""
        return rate * speed

    def expected(self, speed: float, reference: float | None) -> tuple[float, float, float]:
        """What yaw rate, steering and lateral acceleration should tell by the reference; zero where there is none."""
        rate = 0.0 if reference is None else reference
        return rate, self.steering_from_yaw(speed, rate), self.lateral_from_yaw(speed, rate)

    @property
    def suspects(self) -> bool:
        """Whether models doubt a signal that is trusted still."""
        return any(count > 0 and layer == "model" for (_, layer), count in self.counts.items())

    def models(self, t: float, rates: dict[str, float], speed: float) -> float | None:
        """The reference yaw rate; signals that stay away from it are put down.

        Steering is judged where a car follows its wheels only: at its limit it does not, which is no fault.
        """
        if not rates:
            return None
        middle = median(rates.values())
        for name in ("yaw_rate", "steering", "lateral"):
            others = [value for other, value in rates.items() if other != name]
            agree = bool(others) and sum(abs(other - median(others)) < AGREE for other in others) >= 2
            follows = name != "steering" or abs(middle) * speed < LINEAR
            away = name in rates and agree and follows and abs(rates[name] - median(others)) > AWAY
            reason = f"yaw rate {rates[name]:.3g} rad/s against {median(others):.3g} by others" if away else ""
            self._count(t, name, "model", reason, LATER)
        return middle

    def _count(self, t: float, name: str, layer: str, reason: str, enough: int) -> None:
        if name in self.failed:
            return
        key = (name, layer)
        self.counts[key] = self.counts.get(key, 0) + 1 if reason else 0
        if self.counts[key] >= enough:
            self.memory.append(Failure(t, name, layer, reason))


def trusted(value: float) -> bool:
    """Whether a number can be computed with."""
    return math.isfinite(value) and abs(value) < NO_SIGNAL
