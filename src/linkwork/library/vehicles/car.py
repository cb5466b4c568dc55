"""A car in space: a chassis on four suspensions of hard points, wheels on tyres, a steering rack, drive and brakes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.analysis.steady.steady_motion import SteadyMotion, steady_motion
from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import mounted, require_inertia, require_not_negative, require_positive, require_tyre
from linkwork.library.straight_lines import piecewise
from linkwork.library.vehicles.brakes import add_brake
from linkwork.library.vehicles.drive_train import DriveTrain
from linkwork.library.vehicles.driven_axles import driven_axles
from linkwork.library.vehicles.electric_drive import ElectricDrive
from linkwork.library.vehicles.motorcycle_parts import Air
from linkwork.library.vehicles.ports import HYDRAULIC, add_inputs, add_outputs
from linkwork.library.vehicles.suspensions import AXLE, RACK_GUIDE, Suspension, on_side
from linkwork.mechanism.model_requests import OutputRequest
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.run.run import Run

GRAVITY = 9.80665  # m/s^2
SIDES = {"left": 1, "right": -1}
SPRING_LENGTH = 0.4  # m, as drawn
_SERVO = (8e5, 1.5e4)  # N/m and N s/m, of a steering that follows a driver
_LATERAL_STEP = 2.0  # m/s^2, in which a lateral acceleration is approached
_OWN = ("rack", "drive", "brake", "driver", "train", "pedal", "shifts")  # options of a run that are a mechanism's
_HOLD = 2.0  # 1/s, with which a drive holds a speed where nothing is said of it


@public
@publicly_made
@dataclass(frozen=True)
class Axle:
    """Both wheels of an axle: suspension of the left one, springs that act at the wheels' centres, tyres.

    `tyre` holds the fields of the tyre element but for its radius, which is such that the wheel stands as it is drawn.
    """

    suspension: Suspension
    tyre: dict[str, Any]
    stiffness: float = 25_000.0
    """Of a spring, N/m."""
    damping: float = 2_000.0
    """Of a damper, N s/m."""
    anti_roll: float = 0.0
    """Force on either wheel per difference of their travels, N/m."""
    wheel_mass: float = 18.0
    wheel_inertia: tuple[float, float] = (0.4, 0.8)
    """About a diameter and about the axle, kg m^2."""
    damper: tuple[tuple[float, float], ...] = ()
    """In the place of `damping`: pairs of speed (m/s, below zero in bump) and force (N), straight lines between and
    beyond."""
    bump_stop: tuple[float, float] | None = None
    """The travel up (m) from which a stop pushes back, and its stiffness in N/m."""
    rebound_stop: tuple[float, float] | None = None
    """The travel down (m) from which a stop holds back, and its stiffness in N/m."""

    def __post_init__(self) -> None:
        across, spin = self.wheel_inertia
        numbers = {"stiffness": self.stiffness, "wheel_mass": self.wheel_mass, "across": across, "spin": spin}
        require_positive("an axle", **numbers)
        require_not_negative("an axle", "a number", damping=self.damping, anti_roll=self.anti_roll)
        for name in ("bump_stop", "rebound_stop"):
            travel, stiffness = getattr(self, name) or (1.0, 1.0)
            require_positive(f"an axle: its {name}", travel=travel, stiffness=stiffness)
        if self.damper and (len(self.damper) < 2 or any(b <= a for (a, _), (b, _) in pairwise(self.damper))):
            raise MechanismError("an axle: its damper has at least two points, whose speeds rise")
        if self.damper:
            self._refuse_driving()
        require_tyre("an axle", self.tyre, "the suspension's")

    def _refuse_driving(self) -> None:
        """Refuse a table that gives energy somewhere on its straight lines, or beyond them."""
        for (slow, low), (fast, high) in pairwise(self.damper):
            if high < low:
                raise MechanismError(
                    f"an axle: the force of its damper falls from {low:g} N at {slow:g} m/s to {high:g} N at {fast:g} "
                    "m/s; it rises with the speed, below zero in bump"
                )
        speeds, forces = zip(*self.damper, strict=True)
        rest = float(np.interp(0.0, speeds, forces))
        if not speeds[0] <= 0.0 <= speeds[-1] or abs(rest) > 1e-9 * max(map(abs, forces)):
            raise MechanismError("an axle: its damper has no force at the speed zero; give it the point (0, 0)")

    def parameters(self, word: str) -> dict[str, Any]:
        """What of it may be changed in a mechanism without making it anew; `word` is `front` or `rear`."""
        values = {"spring": self.stiffness, "bar": self.anti_roll}
        if not self.damper:
            values["damping"] = self.damping
        if "cornering_stiffness" in self.tyre:
            values["cornering"] = self.tyre["cornering_stiffness"]
        return {f"{word}_{name}": value for name, value in values.items()}

    def beside_spring(self) -> str:
        """The formula of what damper and stops pull with, of the length and the speed of a spring."""
        text = f" + {piecewise(self.damper, 'speed')}" if self.damper else ""
        if self.bump_stop is not None:
            travel, stiffness = self.bump_stop
            text += f" - {stiffness!r}*max(0, {SPRING_LENGTH - travel!r} - length)"
        if self.rebound_stop is not None:
            travel, stiffness = self.rebound_stop
            text += f" + {stiffness!r}*max(0, length - {SPRING_LENGTH + travel!r})"
        return text


@public
@publicly_made
@dataclass(frozen=True)
class Car:
    """A car whose front wheels are steered by a rack: 14 freedoms (chassis, four travels, four wheels)."""

    mass: float
    """Of the chassis, kg."""
    inertia: tuple[float, float, float]
    centre: tuple[float, float, float]
    """Mass centre of the chassis; x ahead, y to the left, z over the road."""
    front: Axle
    rear: Axle
    name: str = field(default="car")
    front_drive: float = 0.0
    """Share of the drive's torque that the front wheels get: 0 of a rear drive, 1 of a front drive, between them all
    wheels are driven by a differential in the middle."""
    air: Air = field(default_factory=Air)
    """Drag, lift and pitching moment; it acts at (x, z) of the car's axes."""

    def __post_init__(self) -> None:
        driven_axles(self.front_drive)
        require_positive(self.name, mass=self.mass, height=self.centre[2], wheelbase=self.wheelbase)
        require_inertia(self.name, self.inertia)
        if min(self.loads) <= 0.0:
            raise MechanismError(
                f"{self.name}: its mass centre is not between its axles; a wheel would have a negative load"
            )

    @property
    def wheelbase(self) -> float:
        """The distance of the axles in m."""
        return self.front.suspension.centre[0] - self.rear.suspension.centre[0]

    @property
    def loads(self) -> tuple[float, float]:
        """What the chassis puts on a front and on a rear wheel at rest, N."""
        share = (self.centre[0] - self.rear.suspension.centre[0]) / self.wheelbase
        weight = self.mass * GRAVITY / 2
        return share * weight, (1.0 - share) * weight

    def mechanism(
        self,
        speed: float,
        rack: str | None = None,
        drive: float | None = None,
        brake: str | None = None,
        ports: bool = False,
        driver: str | None = None,
        train: DriveTrain | ElectricDrive | None = None,
        pedal: str | None = None,
        shifts: tuple[tuple[float, int], ...] | None = None,
    ) -> Spatial:
        """The car at a speed (m/s) that its driven wheels hold with `drive` (2) times the mass in N a m/s too slow.

        `rack` is a law of the rack's way to the left in m, of t alone; behind the axle that steers to the right.
        `brake` is one of the torque on every wheel in N m. With `ports` the car has the inputs `CAR_INPUTS` and the
        outputs `CAR_OUTPUTS` that cars of every depth have: `steering` where neither `rack` nor `driver` steers, the
        brakes, one a wheel, which the torques follow within a lag of 20 ms, and `throttle`, the share of the drive;
        with an engine `gear` and `clutch` where no `shifts` are given.
        `driver` is a law of the rack's way that may know channels, such as `steer_along` gives; a servo of the rack
        follows it, in the place of `rack`.
        With a `train` an engine or an electric drive turns the driven wheels in the place of the law that holds the
        speed: `pedal` is a law of its share of the full load (1), `shifts` are pairs of time and gear of an engine,
        the first at 0 (the first gear).
        Parameters, for `set`, studies and `fit`: `cruise` without a train; for an axle `front` or `rear` its
        `front_spring`, `front_damping`, `front_bar` and, where its tyre has one, `front_cornering`.
        Channels: `chassis.*`, `front_left_tyre.load` ..., `front_left_hub.omega` ..., `forward`.
        """
        require_positive(self.name, speed=speed)
        self._refuse_idle(rack, drive, brake, ports, driver, train, pedal, shifts)
        m = Spatial(self.name)
        m.set_gravity(0, 0, -GRAVITY)
        if train is None:
            m.parameters(cruise=speed)  # `speed` would be that of the joint in the law of an actuator
        for word, axle in (("front", self.front), ("rear", self.rear)):
            m.parameters(**axle.parameters(word))
        points: Any = {"ahead": (1, 0, 0)} | ({"aside": (0, 1, 0)} if ports else {})
        if self.air != Air():
            points["air"] = (self.air.at[0] - self.centre[0], 0, self.air.at[1] - self.centre[2])
        chassis = m.body("chassis", self.centre, points=points, mass={"mass": self.mass, "inertia": self.inertia})
        x, _, z = self.front.suspension.centre
        bar = m.body("rack", (x, 0, z), mass={"mass": 3.0, "inertia": (0.1, 0.01, 0.1)})
        m.translational(RACK_GUIDE, chassis, bar, at=(x, 0, z), axis=(0, 1, 0))
        steered = ports and rack is None and driver is None
        wanted = f"{self.rack_lever!r}*steering" if steered else driver
        if wanted is None:
            m.drive("steering", joint=RACK_GUIDE, position=rack or "0")
        else:
            m.signal("wanted", wanted, unit="m")
            stiff, damped = _SERVO
            m.joint_spring("steering_servo", RACK_GUIDE, stiffness=stiff, damping=damped)
            m.actuator("rack_force" if steered else "steering", RACK_GUIDE, force=f"{stiff!r}*wanted")
        m.signal("forward", "sqrt(chassis.vx^2 + chassis.vy^2)", unit="m/s")
        shifted = isinstance(train, DriveTrain) and shifts is None and ports
        if ports:
            add_inputs(m, self._remarks(shifted), steering=steered)
            m.force("side_wind_push", "chassis", y="side_wind", follows=True)
        self.air.add(m, "chassis", headwind="headwind" if ports else None)
        if not ports and brake is not None:
            m.signal("brake", brake)
        for word, axle, load in zip(("front", "rear"), (self.front, self.rear), self.loads, strict=True):
            self._add_axle(m, word, axle, load, chassis, bar if word == "front" else None)
            for side in SIDES:
                name = f"{word}_{side}"
                if ports:
                    m.filter(f"{name}_torque", f"brake_{name}", time_constant=HYDRAULIC)
                if ports or brake is not None:
                    add_brake(m, name, f"{name}_hub", f"{name}_torque" if ports else "brake")
        axles = driven_axles(self.front_drive)
        radii = {"front": self.front.suspension.radius, "rear": self.rear.suspension.radius}
        radii[""] = radii["front" if self.front_drive == 1.0 else "rear"]  # of an axle that is driven alone
        if train is not None:
            law = f"({pedal or '1'})*throttle" if ports else pedal or "1"
            turning = speed * sum(driven.share / radii[driven.word] for driven in axles)
            shifting: Any = {"by_ports": True} if shifted else {"shifts": shifts}
            train.add(m, axles, pedal=law, speed=turning, **shifting)
        for driven in axles if train is None else ():
            whole = (_HOLD if drive is None else drive) * self.mass * driven.share / 2 * radii[driven.word]
            for side, hub in (("left", driven.left), ("right", driven.right)):
                gain = f"{whole!r}*" + ("throttle*" if ports else "")
                m.actuator(f"{driven.named('drive')}_{side}", hub, force=f"{gain}(cruise - forward)")
        if ports:
            add_outputs(m, _seen(), {})
        pedals = ["pedal"] if train is not None else ["throttle"] if ports else []
        braking = ["brake_front_left"] if ports else ["brake"] if brake is not None else []
        steering = ["steered" if ports else f"{RACK_GUIDE}.position"]
        m.output = OutputRequest(chase="chassis", controls=[*steering, *pedals, *braking])
        return m

    def _remarks(self, shifted: bool) -> dict[str, str]:
        """Of the inputs that have no meaning for this car."""
        remarks: dict[str, str] = {}
        if not shifted:
            remarks |= dict.fromkeys(("gear", "clutch"), "without meaning here: no gears that an input would shift")
        if self.air == Air():
            remarks["headwind"] = "without meaning here: the car has no `air`"
        return remarks

    def _refuse_idle(
        self,
        rack: str | None,
        drive: float | None,
        brake: str | None,
        ports: bool,
        driver: str | None,
        train: DriveTrain | ElectricDrive | None,
        pedal: str | None,
        shifts: tuple[tuple[float, int], ...] | None,
    ) -> None:
        """Refuse options that would do nothing beside the others."""
        for name, value in (("pedal", pedal), ("shifts", shifts)):
            if train is None and value is not None:
                raise MechanismError(f"{self.name}: `{name}` belongs to a `train`; give one, or leave it out")
        if train is not None and drive is not None:
            raise MechanismError(
                f"{self.name}: `drive` holds the speed of a car without a `train`; with one there is its `pedal`"
            )
        if rack is not None and driver is not None:
            raise MechanismError(f"{self.name}: `rack` or `driver` steers it; give one of both")
        if ports and brake is not None:
            raise MechanismError(f"{self.name}: `brake` or `ports`; with ports the brakes are input signals")

    def _add_axle(
        self, m: Spatial, word: str, axle: Axle, load: float, chassis: SpatialBodyHandle, rack: SpatialBodyHandle | None
    ) -> None:
        s = axle.suspension
        across, spin = axle.wheel_inertia
        for side, sign in SIDES.items():
            name, centre = f"{word}_{side}", on_side(s.centre, sign)
            carrier = s.add(m, name, chassis, sign, rack)
            inertia = {"mass": axle.wheel_mass, "inertia": (across, spin, across)}
            wheel = m.body(f"{name}_wheel", centre, mass=inertia)
            m.revolute(f"{name}_hub", carrier, wheel, at=centre, axis=(0, 1, 0))
            top = (centre[0], centre[1], centre[2] + SPRING_LENGTH)
            other = f"{word}_{'right' if side == 'left' else 'left'}_spring"
            pull = f"{word}_bar*(length - {other}.length){axle.beside_spring()}"
            springs: Any = {"stiffness": f"{word}_spring", "force": pull}
            if not axle.damper:
                springs["damping"] = f"{word}_damping"
            ends = chassis.drawn(*top), carrier.drawn(*centre)
            m.spring(f"{name}_spring", *ends, free_length=f"{SPRING_LENGTH!r} + {load!r}/{word}_spring", **springs)
            whole = load + (s.carrier_mass + axle.wheel_mass) * GRAVITY
            radius = s.radius + whole / axle.tyre["stiffness"]
            tyre: Any = mounted(axle.tyre, side) | {"radius": radius}
            if "cornering_stiffness" in tyre:
                tyre["cornering_stiffness"] = f"{word}_cornering"
            m.tyre(f"{name}_tyre", m.ground, wheel.frame(axis=(0, 1, 0)), **tyre)

    def run(self, until: float, points: int, *, speed: float, **options: Any) -> Run:
        """A simulation that begins straight ahead at a speed; options of `mechanism`, the rest of `simulate`."""
        own = {name: options.pop(name) for name in _OWN if name in options}
        mechanism: Any = self.mechanism(speed, **own)
        speeds = self.starting_speeds(speed)
        simulated: Run = mechanism.simulate(until, points, speeds=speeds, **options)
        return simulated

    def steady(self, speed: float, lateral: float = 0.0, near: SteadyMotion | None = None) -> SteadyMotion:
        """Steady motion at a speed (m/s) with a lateral acceleration (m/s^2, to the left): a circle, or straight on.

        `controls` of it: `turned`, the way of the rack that the steering is told, and `cruise`, the speed that the
        drive is told. From the motion `near`, or by steps from straight on.
        """
        m = self.mechanism(speed, driver="turned")
        m.parameters(turned=0.0)
        spinning = {f"{word}_{side}_wheel": (0.0, 1.0, 0.0) for word in ("front", "rear") for side in SIDES}
        count = max(1, math.ceil(abs(lateral) / _LATERAL_STEP)) if near is None else 1
        if near is not None:
            m.set(**near.controls)
        for part in range(1, count + 1):
            near = steady_motion(
                m,
                "chassis",
                speed=speed,
                lateral=lateral * part / count,
                controls=("turned", "cruise"),
                spinning=spinning,
                near=near,
            )
        assert near is not None
        return near

    @property
    def rack_lever(self) -> float:
        """How far the rack goes to the left for a radian of the wheels to the left, m."""
        return self.front.suspension.rack_lever

    def starting_speeds(self, speed: float) -> dict[str, float]:
        """The rates with which a car rolls straight on at a speed in m/s, as `simulate` takes them."""
        at_rest = ("chassis.vy", "chassis.vz", "chassis.omega.x", "chassis.omega.y", "chassis.omega.z")
        speeds = {"chassis.vx": speed} | dict.fromkeys(at_rest, 0.0)
        for word, axle in (("front", self.front), ("rear", self.rear)):
            for side in SIDES:
                name = f"{word}_{side}"
                speeds |= {f"{name}_hub.omega": speed / axle.suspension.radius} | axle.suspension.rates(name, speed)
        return speeds


def _seen() -> dict[str, str]:
    """The formulas of the outputs of a car."""
    ahead = {axis: f"(chassis.ahead.{axis} - chassis.{axis})" for axis in "xy"}
    formulas = {"place_x": "chassis.x", "place_y": "chassis.y", "heading": f"atan2({ahead['y']}, {ahead['x']})"}
    rise, lift = "(chassis.ahead.z - chassis.z)", "(chassis.aside.z - chassis.z)"
    level = f"sqrt(1 - {rise}^2)"  # of a pitched chassis the level part of `ahead` is shorter than 1
    formulas |= {"along_speed": f"(chassis.vx*{ahead['x']} + chassis.vy*{ahead['y']})/{level}"}
    formulas |= {"across_speed": f"(chassis.vy*{ahead['x']} - chassis.vx*{ahead['y']})/{level}"}
    formulas |= {"yaw_rate": "chassis.omega.z", "steered": _steered()}
    formulas |= {"roll": f"asin({lift}/sqrt(1 - {rise}^2))", "pitch": f"-asin({rise})"}
    names = [f"{word}_{side}" for word in ("front", "rear") for side in SIDES]
    return formulas | {f"wheel_{name}": f"{name}_hub.omega" for name in names}


def _steered() -> str:
    """The formula of the mean angle of the front wheels against the chassis."""
    parts = []
    for side in SIDES:
        carrier = f"'front_{side} carrier'"
        parts.append(f"atan2({carrier}.x - {carrier}.{AXLE}.x, {carrier}.{AXLE}.y - {carrier}.y)")
    ahead = {axis: f"(chassis.ahead.{axis} - chassis.{axis})" for axis in "xy"}
    return f"({' + '.join(parts)})/2 - atan2({ahead['y']}, {ahead['x']})"


@public
def wheel_angle(run: Run, word: str = "front") -> Array:
    """The mean angle in rad by which the wheels of an axle are turned to the left of the chassis, in a run of a car."""
    angles = []
    for side in SIDES:
        carrier = f"{word}_{side} carrier"
        along = [run[f"{carrier}.{AXLE}.{axis}"] - run[f"{carrier}.{axis}"] for axis in "xy"]
        angles.append(np.arctan2(-along[0], along[1]))
    ahead = [run[f"chassis.ahead.{axis}"] - run[f"chassis.{axis}"] for axis in "xy"]
    mean: Array = np.mean(angles, axis=0) - np.arctan2(ahead[1], ahead[0])
    return mean
