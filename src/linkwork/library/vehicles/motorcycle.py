"""Motorcycles: a main frame, a steered front, wheels that lean on tyres of round section, and what gives between them.

Axes: x ahead, y to the left, z up, the road at z = 0; the drawing is that of the machine upright. Parts are told as in
the papers of Sharp and others: lengths in m, angles in rad.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.steady.steady_motion import SteadyMotion, steady_motion
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.bicycle import Rigid
from linkwork.library.vehicles.final_drive import Chain, Shaft
from linkwork.library.vehicles.linkages.telelever import Telelever
from linkwork.library.vehicles.motorcycle_parts import Air, Compliance, Fork, Rider, RoadWheel, SwingArm
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.run.run import Run

GRAVITY = 9.81  # m/s^2, as in the papers
LEFT = (0.0, 1.0, 0.0)
_LEAN_STEP = 0.25  # rad, in which a lean is approached
_HOLD = 500.0  # N a m/s too slow, of the drive


@public
@publicly_made
@dataclass(frozen=True)
class Motorcycle:
    """A motorcycle with its rider; parts that are left out are rigid.

    Data sets: `sharp_1994()` (no suspensions, five compliances) and `sharp_limebeer_2001()` (suspensions, twist).
    """

    frame: Rigid
    """Main frame with what is fixed to it; where there is no swing arm, the rear assembly is beside it."""
    steered: Rigid
    """What turns with the steering, without a sliding part; moments are about axes along the steering axis."""
    rear: RoadWheel
    front: RoadWheel
    head: tuple[float, float]
    """A point of the steering axis, where twist and sideways compliance of the head are."""
    tilt: float
    """How far the steering axis leans back from the vertical."""
    rear_assembly: Rigid | None = None
    """What carries the rear wheel on a hinge of its own (`rear_twist`), the wheel included."""
    rear_twist: Compliance | None = None
    head_twist: Compliance | None = None
    """About an axis through the head, across the steering axis."""
    head_sideways: Compliance | None = None
    fork: Fork | Telelever | None = None
    swing_arm: SwingArm | None = None
    final_drive: Chain | Shaft | None = None
    """How the torque comes to the rear wheel; left out, the body that carries the wheel takes it up."""
    rider: Rider | None = None
    steering: Compliance = field(default_factory=lambda: Compliance(0.0, 0.0))
    """What the rider's hands and a damper do to the steering."""
    flywheel: float = 0.0
    """Spin inertia of the engine that turns as the rear wheel does, kg m^2."""
    air: Air = field(default_factory=Air)
    name: str = field(default="motorcycle")

    def __post_init__(self) -> None:
        require_positive(self.name, wheelbase=self.wheelbase, mass=self.frame.mass)
        require_not_negative(self.name, "a number", flywheel=self.flywheel)
        if (self.rear_assembly is None) != (self.rear_twist is None):
            raise MechanismError(f"{self.name}: a rear assembly and its twist come together; give both or neither")
        if self.rear_assembly is not None and self.swing_arm is not None:
            raise MechanismError(f"{self.name}: the rear wheel is on a rear assembly or on a swing arm, not on both")
        if self.final_drive is not None and self.swing_arm is None:
            raise MechanismError(f"{self.name}: a chain or a shaft goes to a wheel on a swing arm; there is none")
        if isinstance(self.final_drive, Chain):
            self.final_drive.require_room((self.rear.x, self.rear.radius))
        if isinstance(self.fork, Telelever) and (self.head_twist is not None or self.head_sideways is not None):
            raise MechanismError(f"{self.name}: the head of a Telelever is a ball joint on the frame; it does not give")
        if not abs(self.tilt) < math.pi / 2:
            raise MechanismError(f"{self.name}: the steering axis leans by less than a quarter turn, not {self.tilt:g}")
        if min(self.loads(0.0)) <= 0.0:
            raise MechanismError(f"{self.name}: its mass centre is not between its wheels; one has a negative load")

    @property
    def wheelbase(self) -> float:
        """The distance of the wheels in m."""
        return self.front.x - self.rear.x

    @property
    def trail(self) -> float:
        """How far ahead of the front wheel's contact the steering axis meets the road, m."""
        return self.head[0] + self.head[1] * math.tan(self.tilt) - self.front.x

    @property
    def bodies(self) -> list[Rigid]:
        """All that has mass."""
        parts = [self.frame, self.steered]
        parts += [] if self.rear_assembly is None else [self.rear_assembly]
        parts += [] if self.rider is None else [self.rider.body]
        parts += [part.body for part in (self.fork, self.swing_arm) if part is not None and part.body is not None]
        wheels = [Rigid(wheel.mass, wheel.x, wheel.radius, 0, 0, 0) for wheel in (self.rear, self.front)]
        return [part for part in (*parts, *wheels) if part.mass > 0.0]

    @property
    def mass(self) -> float:
        """Of the whole, kg."""
        return sum(part.mass for part in self.bodies)

    def loads(self, speed: float) -> tuple[float, float]:
        """Of the rear and the front wheel in N, going steadily straight on with the drawn geometry.

        With drag, lift and the couple by which rolling is resisted.
        """
        lift, drag = self.air.lift * speed**2, self.air.drag * speed**2
        total = self.mass * GRAVITY - lift
        moment = sum(part.mass * (part.x - self.rear.x) for part in self.bodies) * GRAVITY
        moment -= drag * self.air.at[1] + lift * (self.air.at[0] - self.rear.x) + self.air.pitch * speed**2
        rear_couple, front_couple = (
            wheel.resistance(speed) * wheel.radius if speed > 0.0 else 0.0 for wheel in (self.rear, self.front)
        )
        front = (moment - rear_couple * total) / (self.wheelbase + front_couple - rear_couple)
        return total - front, front

    def steady(self, speed: float, lean: float = 0.0, hands: str = "0", **laws: Any) -> SteadyMotion:
        """The steady motion at a speed in m/s, straight on or with a lean in rad (to the right: it turns to the right).

        `steady.run.mechanism` has the torques of drive and steering that hold it as its parameters.
        """
        motion: SteadyMotion | None = None
        m = self.mechanism(speed, hands, **laws)
        count = math.ceil(abs(lean) / _LEAN_STEP)
        for part in range(count + 1):
            motion = steady_motion(
                m,
                "frame",
                speed=speed,
                lean=lean * part / max(count, 1),
                controls=("drive_torque", "steer_torque"),
                spinning=self.spinning,
                near=motion,
            )
        assert motion is not None
        return motion

    def run(self, until: float, points: int, *, speed: float, lean: float = 0.0, **options: Any) -> Run:
        """A simulation from the steady motion; `push` is a rate of the steering in rad/s more, `hands` a law of it.

        `pace`, `brake` and `throttle` are laws of `mechanism`; the steady motion has their values at t = 0. Further
        options are those of `simulate`. The drive holds the speed and the rider the torque; treads begin without
        deflection.
        """
        push, hands = float(options.pop("push", 0.0)), str(options.pop("hands", "0"))
        laws = {name: str(options.pop(name)) for name in ("pace", "brake", "throttle") if name in options}
        motion = self.steady(speed, lean, hands, **laws)
        mechanism: Any = motion.run.mechanism
        axes = ("vx", "vy", "vz", "omega.x", "omega.y", "omega.z")
        speeds = {f"frame.{axis}": motion[f"frame.{axis}"] for axis in axes}
        speeds |= {f"{word}_hub.omega": motion[f"{word}_hub.omega"] for word in ("rear", "front")}
        for joint, rate in self._joints().items():
            speeds[f"{joint}.{rate}"] = push if joint == "steer" else 0.0
        if isinstance(self.final_drive, Chain):
            ratio = self.final_drive.wheel_radius / self.final_drive.gearbox_radius
            speeds["gearbox.omega"] = ratio * speeds["rear_hub.omega"]
        start = Assembly(motion.run.system, motion.run.q[0], True, 0.0, "")
        simulated: Run = mechanism.simulate(until, points, speeds=speeds, branch=start, **options)
        return simulated

    def _joints(self) -> dict[str, str]:
        """Joints that give, and the word for the rate of each."""
        there = {
            "steer": ("omega", True),
            "twist": ("omega", self.head_twist is not None),
            "head_sideways": ("speed", self.head_sideways is not None),
            "rear_twist": ("omega", self.rear_twist is not None),
            "rider_lean": ("omega", self.rider is not None),
            "fork": ("speed", self.fork is not None),
            "swing_arm": ("omega", self.swing_arm is not None),
        }
        return {joint: rate for joint, (rate, there) in there.items() if there}

    # ------------------------------------------------------------------ mechanism

    def mechanism(
        self, speed: float, hands: str = "0", pace: str = "0", brake: str = "0", throttle: str = "1"
    ) -> Spatial:
        """The machine at a speed in m/s; `steady` finds the motion from which it goes on.

        Parameters: `cruise`, the speed that the drive holds; `drive_torque` at the rear wheel, `steer_torque` of the
        rider on the steering (pushes to the left), `lean_torque` of the rider on his upper body. `hands` is a law of
        a further torque on the steering that may know channels, such as `balancing` gives. `pace` is a law of what is
        added to the speed that the drive holds, `throttle` one of the share of its torque, `brake` one of the torque of
        the front brake.
        Channels: those of `frame`, `rear_tyre`, `front_tyre`, the joints `steer`, `twist`, `fork`, `swing_arm`,
        `rider_lean`, `rear_hub`, `front_hub`, and `forward`.
        """
        require_positive(self.name, speed=speed)
        m = Spatial(self.name)
        m.set_gravity(0, 0, -GRAVITY)
        m.parameters(cruise=speed, drive_torque=0.0, steer_torque=0.0, lean_torque=0.0)
        points: Any = {"air": (self.air.at[0] - self.frame.x, 0, self.air.at[1] - self.frame.z), "left": LEFT}
        points |= {"ahead": (1, 0, 0), "above": (0, 0, 1)}
        frame = _body(m, "frame", self.frame, points=points)
        m.signal("forward", "sqrt(frame.vx^2 + frame.vy^2)", unit="m/s")
        self.air.add(m, "frame")
        for word, carrier in (("rear", self._add_rear(m, frame)), ("front", self._add_front(m, frame, hands))):
            self._add_wheel(m, word, carrier, speed)
        torque = f"({throttle})*(drive_torque + {_HOLD * self.rear.radius!r}*(cruise + {pace} - forward))"
        if self.final_drive is None or self.swing_arm is None:
            m.actuator("drive", "rear_hub", force=torque)
        else:
            self.final_drive.add(m, torque, (self.rear.x, self.rear.radius), self.swing_arm.pivot)
        if brake != "0":
            m.actuator("front_brake", "front_hub", force=f"-({brake})*tanh(front_hub.omega)")
        if self.flywheel:
            engine = m.body(
                "engine", (self.frame.x, 0, self.frame.z), mass={"mass": 0, "inertia": (0, self.flywheel, 0)}
            )
            m.revolute("crankshaft", frame, engine, at=(self.frame.x, 0, self.frame.z), axis=LEFT)
            m.coupler("gears", {"rear_hub.angle": 1, "crankshaft.angle": -1})
        if self.rider is not None:
            body = _body(m, "rider", self.rider.body)
            x, z = self.rider.hinge
            m.revolute("rider_lean", frame, body, at=(x, 0, z), axis=(1, 0, 0))
            m.joint_spring("rider_back", "rider_lean", self.rider.stiffness, damping=self.rider.damping)
            m.actuator("rider_leans", "rider_lean", force="lean_torque")
        return m

    @property
    def spinning(self) -> dict[str, tuple[float, float, float]]:
        """Bodies of the mechanism that spin, with their axles."""
        names = ["rear_wheel", "front_wheel", *(["engine"] if self.flywheel else [])]
        names += ["sprocket"] if isinstance(self.final_drive, Chain) else []
        return dict.fromkeys(names, LEFT)

    def _add_rear(self, m: Spatial, frame: SpatialBodyHandle) -> SpatialBodyHandle:
        if self.rear_assembly is not None and self.rear_twist is not None:
            body = _body(m, "rear_assembly", self.rear_assembly)
            _give(m, "rear_twist", frame, body, self.rear_twist, (0.0, 0.0), 0.0)
            return body
        return frame if self.swing_arm is None else self.swing_arm.add(m, frame)

    def _add_front(self, m: Spatial, frame: SpatialBodyHandle, hands: str) -> SpatialBodyHandle:
        x, z = self.head
        carrier = frame
        if self.head_sideways is not None:
            moved = m.body("head", (x, 0, z))
            m.translational("head_sideways", carrier, moved, at=(x, 0, z), axis=LEFT)
            spring = self.head_sideways
            m.joint_spring("head_sideways_spring", "head_sideways", spring.stiffness, damping=spring.damping)
            carrier = moved
        if self.head_twist is not None:
            twisted = m.body("twisted", (x, 0, z))
            _give(m, "twist", carrier, twisted, self.head_twist, self.head, self.tilt)
            carrier = twisted
        if isinstance(self.fork, Telelever):
            carrier = self.fork.head(m, frame, self.head)
        steered = _body(m, "steered", self.steered, turned=self.tilt)
        up = (-math.sin(self.tilt), 0, math.cos(self.tilt))
        m.revolute("steer", carrier, steered, at=(x, 0, z), axis=up)
        m.joint_spring("steering", "steer", self.steering.stiffness, damping=self.steering.damping)
        m.actuator("hands", "steer", force=f"steer_torque + {hands}")
        if isinstance(self.fork, Telelever):
            return self.fork.add(m, steered, frame)
        return steered if self.fork is None else self.fork.add(m, steered, up)

    def _add_wheel(self, m: Spatial, word: str, carrier: SpatialBodyHandle, speed: float) -> None:
        wheel: RoadWheel = getattr(self, word)
        place = (wheel.x, 0, wheel.radius)
        body = m.body(f"{word}_wheel", place, mass={"mass": wheel.mass, "inertia": (0, wheel.spin, 0)})
        m.revolute(f"{word}_hub", carrier, body, at=place, axis=LEFT)
        suspended = self.fork is not None or self.swing_arm is not None
        load = self.loads(0.0 if suspended else speed)[0 if word == "rear" else 1]
        m.tyre(f"{word}_tyre", m.ground, body.frame(axis=LEFT), **wheel.tyre(load, speed))


@public
def balancing(lean: float = 0.0, stiffness: float = 120.0, damping: float = 40.0) -> str:
    """The law of a rider who balances by the steering: he steers into the fall, towards a lean in rad.

    The torque is `stiffness` (N m/rad) times what the machine leans too much to the right, and `damping` (N m s/rad)
    times the rate, to the right.
    """
    require_not_negative("balancing", "a number", stiffness=stiffness, damping=damping)
    return f"({stiffness!r}*({math.sin(lean)!r} - (frame.left.z - frame.z)) - {damping!r}*frame.omega.x)"


def _body(m: Spatial, name: str, part: Rigid, points: Any = None, turned: float = 0.0) -> SpatialBodyHandle:
    """A body whose moments are given in axes that are turned back by an angle about the left."""
    c, s = math.cos(turned), math.sin(turned)
    xx = c * c * part.xx + s * s * part.zz - 2 * s * c * part.zx
    zz = s * s * part.xx + c * c * part.zz + 2 * s * c * part.zx
    zx = s * c * (part.xx - part.zz) + (c * c - s * s) * part.zx
    inertia = {"xx": xx, "yy": part.yy, "zz": zz, "zx": zx}
    return m.body(name, (part.x, 0, part.z), points=points, mass={"mass": part.mass, "inertia": inertia})


def _give(
    m: Spatial,
    name: str,
    first: SpatialBodyHandle,
    second: SpatialBodyHandle,
    compliance: Compliance,
    place: tuple[float, float],
    tilt: float,
) -> None:
    """A hinge with a spring and a damper about an axis in the machine's plane, across one that leans back by `tilt`."""
    (x, z), tilt = compliance.at or place, tilt if compliance.tilt is None else compliance.tilt
    m.revolute(name, first, second, at=(x, 0, z), axis=(math.cos(tilt), 0, math.sin(tilt)))
    m.joint_spring(f"{name}_spring", name, stiffness=compliance.stiffness, damping=compliance.damping)
