"""The single-track car: both wheels of an axle drawn together, seen from above; closed forms of its linear motion."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.from_above.tyres import TyreLaw
from linkwork.library.vehicles.ports import HYDRAULIC, WHEELS, add_inputs, add_outputs
from linkwork.mechanism.planar import Planar

if TYPE_CHECKING:
    from linkwork.run.run import Run

GRAVITY = 9.80665  # m/s^2
_SLOW = 0.1  # m/s of a wheel, within which its brake fades: it does not hold a car that stands
_NO_GEARS = "without meaning here: a force holds the speed of a car on a single track, it has no gears"
_NO_MEANING = {
    **dict.fromkeys(("gear", "clutch"), _NO_GEARS),
    "headwind": "without meaning here: a car on a single track has no air",
    **dict.fromkeys(("roll", "pitch"), "always 0: a car on a single track neither rolls nor pitches"),
    **dict.fromkeys((f"wheel_{name}" for name in WHEELS), "of wheels that roll: brakes do not lock them"),
}
"""What is told of ports that have no meaning, or less, for this car."""


@public
@publicly_made
@dataclass(frozen=True)
class SingleTrack:
    """A car seen from above, SI: mass, inertia about the vertical, distances of the axles from the mass centre.

    The tyre laws are those of whole axles, under the loads at rest.
    """

    mass: float
    inertia: float
    front: float
    rear: float
    front_tyre: TyreLaw
    rear_tyre: TyreLaw
    relaxation: float = 0.0
    """The way in m over which side forces follow slip angles (to 1 - 1/e); none by default."""
    name: str = field(default="single-track car")
    radius: float = 0.3
    """Of a wheel, m: for the brakes and the speeds of the wheels of `ports`, as the half track is."""
    half_track: float = 0.75

    def __post_init__(self) -> None:
        positive = ("mass", "inertia", "front", "rear", "radius", "half_track")
        numbers = {name: getattr(self, name) for name in positive}
        require_positive(self.name, **numbers)
        require_not_negative(self.name, "a length", relaxation=self.relaxation)

    @property
    def wheelbase(self) -> float:
        """The distance of the axles in m."""
        return self.front + self.rear

    @property
    def loads(self) -> tuple[float, float]:
        """The loads of front and rear axle at rest in N."""
        weight = self.mass * GRAVITY / self.wheelbase
        return weight * self.rear, weight * self.front

    @property
    def stiffnesses(self) -> tuple[float, float]:
        """The cornering stiffnesses of front and rear axle at rest in N/rad."""
        front, rear = self.loads
        return self.front_tyre.cornering_stiffness(front), self.rear_tyre.cornering_stiffness(rear)

    def drive(self, until: float, points: int, *, speed: float, steer: str = "0", **options: Any) -> Run:
        """A simulation that begins straight ahead at a speed; the options are those of `simulate`."""
        mechanism: Any = self.mechanism(speed, steer)
        run: Run = mechanism.simulate(until, points, speeds=self.starting_speeds(speed), **options)
        return run

    def starting_speeds(self, speed: float) -> dict[str, float]:
        """The rates with which it rolls straight on at a speed in m/s, as `simulate` takes them."""
        return {"car.vx": speed}

    def mechanism(
        self, speed: float, steer: str | None = None, hold: float | None = None, ports: bool = False
    ) -> Planar:
        """The car that heads along x; `steer` is a law of the angle of the front wheels in rad, speeds are in m/s.

        A force at the mass centre holds the forward speed: `hold` is its gain in N s/m (left out: the mass a second).
        With `ports` it has the inputs `CAR_INPUTS` and the outputs `CAR_OUTPUTS` of cars in space, `steering` where
        no `steer` is given; the drive holds the parameter `cruise` as theirs does, by twice the mass a second and not
        against what turning takes, and its wheels roll: they never lock nor spin.
        The car stands until `simulate` is given a speed at the start, as `drive` does.
        Channels: `slip_front`, `slip_rear`, `side_front`, `side_rear`, `forward`, `sideways`, `steer`, and those of
        the body `car`.
        """
        self._require_moving(speed)
        m = Planar(self.name)
        if ports:
            m.parameters(cruise=speed, speed="cruise")  # paths to follow know it as `speed`
        else:
            m.parameters(speed=speed)
        m.body("car", estimate=(0, 0, 0), points={"front": (self.front, 0), "rear": (-self.rear, 0)})
        m.mass("car", mass=self.mass, inertia=self.inertia)
        if ports:
            add_inputs(m, _NO_MEANING, steering=steer is None)
        m.signal("steer", steer or ("steering" if ports else "0"), unit="rad")
        m.signal("forward", "car.vx*cos(car.angle) + car.vy*sin(car.angle)", unit="m/s")
        m.signal("sideways", "car.vy*cos(car.angle) - car.vx*sin(car.angle)", unit="m/s")
        m.signal("slip_front", f"steer - atan2(sideways + {self.front!r}*car.omega, forward)", unit="rad")
        m.signal("slip_rear", f"-atan2(sideways - {self.rear!r}*car.omega, forward)", unit="rad")
        for axle, tyre, load in zip(("front", "rear"), (self.front_tyre, self.rear_tyre), self.loads, strict=True):
            slip = f"slip_{axle}"
            if self.relaxation > 0:
                m.state(f"lag_{axle}", rate=f"forward*(slip_{axle} - lag_{axle})/{self.relaxation!r}", start=0)
                slip = f"lag_{axle}"
            m.signal(f"side_{axle}", tyre.side_force(slip, repr(load)), unit="N")
        m.force("front_axle", "car.front", x="-side_front*sin(steer)", y="side_front*cos(steer)", follows=True)
        m.force("rear_axle", "car.rear", y="side_rear", follows=True)
        if ports:
            self._add_ports(m, 2 * self.mass if hold is None else hold)
            return m
        gain = self.mass if hold is None else hold
        turning = f"{self.mass!r}*sideways*car.omega"  # what the axes of a turning car take from the forward speed
        m.force("engine", "car", x=f"{gain!r}*(speed - forward) + side_front*sin(steer) - {turning}", follows=True)
        return m

    def _add_ports(self, m: Planar, gain: float) -> None:
        """Brakes, drive and wind by inputs, and the outputs."""
        m.force("engine", "car", x=f"throttle*{gain!r}*(cruise - forward)", y="side_wind", follows=True)
        formulas = {"place_x": "car.x", "place_y": "car.y", "heading": "atan2(sin(car.angle), cos(car.angle))"}
        formulas |= {"along_speed": "forward", "across_speed": "sideways", "yaw_rate": "car.omega"}
        formulas |= {"steered": "steer", "roll": "0*forward", "pitch": "0*forward"}
        for axle in ("front", "rear"):
            pulls = []
            for side, sign in (("left", 1), ("right", -1)):
                name, beside = f"{axle}_{side}", sign * self.half_track
                m.filter(f"{name}_torque", f"brake_{name}", time_constant=HYDRAULIC)
                rolled = f"(forward - ({beside!r})*car.omega)"
                if axle == "front":
                    rolled = f"({rolled}*cos(steer) + (sideways + {self.front!r}*car.omega)*sin(steer))"
                formulas[f"wheel_{name}"] = f"{rolled}/{self.radius!r}"
                pulls.append(f"max(0, {name}_torque)*tanh({rolled}/{_SLOW!r})/{self.radius!r}")
            left, right = pulls
            along, across = ("cos(steer)", "sin(steer)") if axle == "front" else ("1", "0")
            m.force(
                f"{axle}_brakes",
                f"car.{axle}",
                x=f"-({left} + {right})*{along}",
                y=f"-({left} + {right})*{across}",
                torque=f"{self.half_track!r}*({left} - {right})*{along}",
                follows=True,
            )
        add_outputs(m, formulas, _NO_MEANING)

    def matrix(self, speed: float) -> Array:
        """The matrix of the linear motion of sideways speed and yaw rate at a speed in m/s."""
        self._require_moving(speed)
        front, rear = self.stiffnesses
        a, b, m, i = self.front, self.rear, self.mass, self.inertia
        return -np.array(
            [
                [(front + rear) / (m * speed), (a * front - b * rear) / (m * speed) + speed],
                [(a * front - b * rear) / (i * speed), (a * a * front + b * b * rear) / (i * speed)],
            ]
        )

    @property
    def understeer_gradient(self) -> float:
        """How much more the wheels are turned for a lateral acceleration, in rad s^2/m; negative: oversteer."""
        front, rear = self.stiffnesses
        return self.mass / self.wheelbase * (self.rear / front - self.front / rear)

    @property
    def characteristic_speed(self) -> float | None:
        """The speed in m/s at which the yaw rate for a steering angle is largest; None for a car that oversteers."""
        gradient = self.understeer_gradient
        return math.sqrt(self.wheelbase / gradient) if gradient > 0 else None

    @property
    def critical_speed(self) -> float | None:
        """The speed in m/s from which straight running is unstable; None for a car that does not oversteer."""
        gradient = self.understeer_gradient
        return math.sqrt(-self.wheelbase / gradient) if gradient < 0 else None

    def yaw_rate(self, speed: float, steer: float) -> float:
        """The yaw rate in rad/s of steady turning for a small steering angle in rad."""
        turn = self.wheelbase + self.understeer_gradient * speed * speed
        if turn == 0:
            raise MechanismError(f"{self.name}: {speed:g} m/s is its critical speed, where it turns without steering")
        return speed * steer / turn

    def _require_moving(self, speed: float) -> None:
        if not (math.isfinite(speed) and speed > 0):
            raise MechanismError(f"{self.name}: the speed must be positive, not {speed:g}, for slip to have a meaning")
