"""A truck with a trailer: solid axles on rods and springs, dual tyres, a steered axle with kingpins, a fifth wheel."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from linkwork.analysis.steady.steady_motion import SteadyMotion, steady_motion
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_inertia, require_not_negative, require_positive
from linkwork.library.vehicles.brakes import add_brake
from linkwork.library.vehicles.motorcycle_parts import Air
from linkwork.library.vehicles.truck_axle import GRAVITY, SIDES, TruckAxle
from linkwork.mechanism.model_requests import OutputRequest
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.run.run import Run

HITCH = "hitch"
_OWN = ("steer", "drive", "brake")  # options of a run that are a mechanism's
_HOLD = 2.0  # 1/s, with which a drive holds a speed where nothing is said of it
_LATERAL_STEP = 1.0  # m/s^2, in which a lateral acceleration is approached


@public
@publicly_made
@dataclass(frozen=True)
class Trailer:
    """A semi-trailer: its front rests on the fifth wheel of a truck, axles carry the rest in equal parts."""

    mass: float
    """Of the body with its load, without axles, kg."""
    inertia: tuple[float, float, float]
    centre: tuple[float, float, float]
    """Mass centre; x ahead, z over the road, drawn behind its truck."""
    hitch: tuple[float, float]
    """x and z of the fifth wheel."""
    axles: tuple[TruckAxle, ...]

    def __post_init__(self) -> None:
        require_positive("a trailer", mass=self.mass, height=self.centre[2], hitch_height=self.hitch[1])
        require_inertia("a trailer", self.inertia)
        if not self.axles:
            raise MechanismError("a trailer: it has at least one axle")
        if self.hitch_load <= 0.0 or self.axle_load <= 0.0:
            raise MechanismError("a trailer: its mass centre is not between hitch and axles; one has a negative load")

    @property
    def axle_load(self) -> float:
        """What the body puts on each of its axles at rest, N."""
        arms = sum(self.hitch[0] - axle.x for axle in self.axles)
        return self.mass * GRAVITY * (self.hitch[0] - self.centre[0]) / arms if arms > 0.0 else 0.0

    @property
    def hitch_load(self) -> float:
        """What it puts on the fifth wheel at rest, N."""
        return self.mass * GRAVITY - len(self.axles) * self.axle_load


@public
@publicly_made
@dataclass(frozen=True)
class Truck:
    """A truck or a tractor: a steered front axle, one or more driven rear axles with equal loads, perhaps a trailer."""

    mass: float
    """Of the frame with cab and load, without axles, kg."""
    inertia: tuple[float, float, float]
    centre: tuple[float, float, float]
    front: TruckAxle
    rear: tuple[TruckAxle, ...]
    trailer: Trailer | None = None
    air: Air = field(default_factory=Air)
    name: str = field(default="truck")

    def __post_init__(self) -> None:
        require_positive(self.name, mass=self.mass, height=self.centre[2])
        require_inertia(self.name, self.inertia)
        if not self.rear or any(axle.x >= self.front.x for axle in self.rear):
            raise MechanismError(f"{self.name}: it has a rear axle or more, all of them behind the front one")
        if min(self.loads[:2]) <= 0.0:
            raise MechanismError(f"{self.name}: its mass centre is not between its axles; one has a negative load")

    @property
    def loads(self) -> tuple[float, float, float]:
        """What frame and trailer put on the front, on each rear and on each axle of the trailer at rest, N."""
        weight = self.mass * GRAVITY
        moment = weight * (self.front.x - self.centre[0])
        behind = 0.0
        if self.trailer is not None:
            weight += self.trailer.hitch_load
            moment += self.trailer.hitch_load * (self.front.x - self.trailer.hitch[0])
            behind = self.trailer.axle_load
        each = moment / sum(self.front.x - axle.x for axle in self.rear)
        return weight - len(self.rear) * each, each, behind

    @property
    def axles(self) -> dict[str, tuple[TruckAxle, float, str]]:
        """By name: axle, load at rest in N, the body that it carries. Several in a row are numbered from 1 on."""
        front, rear, behind = self.loads
        rows = [("front", (self.front,), front, "chassis"), ("rear", self.rear, rear, "chassis")]
        rows += [] if self.trailer is None else [("trailer", self.trailer.axles, behind, "trailer")]
        return {
            (f"{word}_{n + 1}" if len(axles) > 1 else word): (axle, load, body)
            for word, axles, load, body in rows
            for n, axle in enumerate(axles)
        }

    def mechanism(self, speed: float, steer: str = "0", drive: float = _HOLD, brake: str | None = None) -> Spatial:
        """The truck at a speed (m/s) that its rear wheels hold with `drive` times the mass in N a m/s too slow.

        `steer` is a law of the angle of the left front wheel about its kingpin in rad, to the left; the steering gear
        follows as a stiff spring. `brake` is one of the torque on every wheel in N m.
        Parameter: `cruise`. Channels: `chassis.*`, `trailer.*`, `articulation` (heading of the truck less that of its
        trailer), `front_left_tyre.load`, of dual tyres `rear_left_inner_tyre.load` ..., `rear_left_hub.omega` ...,
        `forward`.
        """
        require_positive(self.name, speed=speed)
        require_not_negative(self.name, "a number", drive=drive)
        m = Spatial(self.name)
        m.set_gravity(0, 0, -GRAVITY)
        m.parameters(cruise=speed)
        m.signal("steer", steer, unit="rad")
        if brake is not None:
            m.signal("brake", brake, unit="N m")
        bodies = {"chassis": self._frame(m)}
        m.signal("forward", "sqrt(chassis.vx^2 + chassis.vy^2)", unit="m/s")
        self.air.add(m, "chassis")
        if self.trailer is not None:
            bodies["trailer"] = self._trailer(m, self.trailer, bodies["chassis"])
        for name, (axle, load, body) in self.axles.items():
            axle.add(m, name, bodies[body], load, steered=name == "front")
            for side in SIDES if brake is not None else ():
                add_brake(m, f"{name}_{side}", f"{name}_{side}_hub", "brake")
        for name, (axle, _, _) in self.axles.items():
            if not name.startswith("rear"):
                continue
            gain = drive * self._whole / (2 * len(self.rear)) * axle.radius
            for side in SIDES:
                m.actuator(f"{name}_{side}_drive", f"{name}_{side}_hub", force=f"{gain!r}*(cruise - forward)")
        controls = ["steer", *(["brake"] if brake is not None else [])]
        m.output = OutputRequest(chase="chassis", controls=controls)
        return m

    @property
    def _whole(self) -> float:
        """Mass of frame and trailer, kg."""
        return self.mass + (0.0 if self.trailer is None else self.trailer.mass)

    def _frame(self, m: Spatial) -> Any:
        points: Any = {"ahead": (1, 0, 0)}
        if self.air != Air():
            points["air"] = (self.air.at[0] - self.centre[0], 0, self.air.at[1] - self.centre[2])
        back = min(axle.x for axle in self.rear)
        x, z = self.centre[0], self.centre[2]
        rail, cab = self.front.x + 0.6 - back, self.front.x + 0.3 - x
        look = [
            {"type": "box", "size": (rail, 0.9, 0.2), "at": (back + rail / 2 - x, 0, 0.95 - z), "colour": "#5b6875"}
        ]
        look += [{"type": "box", "size": (1.9, 2.4, 2.2), "at": (cab - 0.55, 0, 2.2 - z), "colour": "#2f6db5"}]
        return m.body("chassis", self.centre, points=points, mass=_mass(self), geometry=look)

    def _trailer(self, m: Spatial, trailer: Trailer, chassis: Any) -> Any:
        (x, z), centre = trailer.hitch, trailer.centre
        back = min(axle.x for axle in trailer.axles) - 1.5
        size, middle = (x + 1.2 - back, 2.5, 2.4), (x + 1.2 + back) / 2 - centre[0]
        look = [{"type": "box", "size": size, "at": (middle, 0, z + 1.3 - centre[2]), "colour": "#c9d3dc"}]
        body = m.body("trailer", centre, points={"ahead": (1, 0, 0)}, mass=_mass(trailer), geometry=look)
        m.universal(HITCH, chassis, body, at=(x, 0, z), axis=(0, 1, 0), x=(0, 0, 1))
        (a, b), (c, d) = (
            [f"({name}.ahead.{axis} - {name}.{axis})" for axis in "xy"] for name in ("chassis", "trailer")
        )
        m.signal("articulation", f"atan2({b}*{c} - {a}*{d}, {a}*{c} + {b}*{d})", unit="rad")
        return body

    def starting_speeds(self, speed: float) -> dict[str, float]:
        """The rates with which a truck rolls straight on at a speed in m/s, as `simulate` takes them."""
        at_rest = ("vy", "vz", "omega.x", "omega.y", "omega.z")
        speeds = {"chassis.vx": speed} | {f"chassis.{rate}": 0.0 for rate in at_rest}
        if self.trailer is not None:
            speeds |= {"trailer.omega.y": 0.0, "trailer.omega.z": 0.0}
        for name, (axle, _, _) in self.axles.items():
            speeds |= {f"{name} axle.vz": 0.0, f"{name} axle.omega.x": 0.0}
            speeds |= {f"{name}_{side}_hub.omega": speed / axle.radius for side in SIDES}
        return speeds | {"front_left_kingpin.omega": 0.0}

    def run(self, until: float, points: int, *, speed: float, **options: Any) -> Run:
        """A simulation that begins straight ahead at a speed; options of `mechanism`, the rest of `simulate`."""
        own = {name: options.pop(name) for name in _OWN if name in options}
        mechanism: Any = self.mechanism(speed, **own)
        simulated: Run = mechanism.simulate(until, points, speeds=self.starting_speeds(speed), **options)
        return simulated

    def steady(self, speed: float, lateral: float = 0.0) -> SteadyMotion:
        """Steady motion at a speed (m/s) with a lateral acceleration (m/s^2, to the left): a circle, or straight on.

        `controls` of it: `turned`, the angle that the steering is told, and `cruise`, the speed that the drive is told.
        """
        m = self.mechanism(speed, steer="turned")
        m.parameters(turned=0.0)
        spinning = {f"{name}_{side}_wheel": (0.0, 1.0, 0.0) for name in self.axles for side in SIDES}
        motion: SteadyMotion | None = None
        count = max(1, math.ceil(abs(lateral) / _LATERAL_STEP))
        for part in range(1, count + 1):
            wanted = lateral * part / count
            motion = steady_motion(
                m,
                "chassis",
                speed=speed,
                lateral=wanted,
                controls=("turned", "cruise"),
                spinning=spinning,
                near=motion,
            )
        assert motion is not None
        return motion


def _mass(part: Truck | Trailer) -> dict[str, Any]:
    return {"mass": part.mass, "inertia": part.inertia}
