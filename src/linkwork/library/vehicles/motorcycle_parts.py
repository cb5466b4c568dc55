"""Parts of motorcycles: wheels with their tyres, forks, swing arms, what gives a little, the rider, the air."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.bicycle import Rigid
from linkwork.library.vehicles.linkages.monoshock import Monoshock
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial

LOW_SPEED = 1e-3  # m/s, below which slips are smoothed: a motorcycle is not asked to stand


@public
@publicly_made
@dataclass(frozen=True)
class Compliance:
    """A spring and a damper in a joint: N/m and N s/m, or N m/rad and N m s/rad; `at`, `tilt` where it has a place."""

    stiffness: float
    damping: float
    at: tuple[float, float] | None = None
    """x and z of a point of its axis."""
    tilt: float | None = None
    """The axis lies in the plane of the machine, across one that leans back by this angle from the vertical."""

    def __post_init__(self) -> None:
        require_not_negative("a compliance", "a number", stiffness=self.stiffness, damping=self.damping)


@public
@publicly_made
@dataclass(frozen=True)
class Rider:
    """The upper body of a rider that leans on a hinge along the machine."""

    body: Rigid
    hinge: tuple[float, float]
    stiffness: float
    damping: float


@public
@publicly_made
@dataclass(frozen=True)
class Air:
    """Drag and lift over the square of the speed, N s^2/m^2, and the point (x, z) where they act."""

    drag: float = 0.0
    lift: float = 0.0
    at: tuple[float, float] = (0.0, 0.0)
    pitch: float = 0.0
    """The moment that lifts the nose over the square of the speed, N m s^2/m^2."""

    def __post_init__(self) -> None:
        require_not_negative("air", "a number", drag=self.drag)

    def add(self, m: Spatial, body: str, headwind: str | None = None) -> None:
        """Let it act on a body with the point `air`, by the signal `forward` of a mechanism.

        `headwind` is a law of the speed of the air against the heading, m/s, which comes to the car's.
        """
        back, aside = (f"-{self.drag!r}*forward*{body}.v{axis}" for axis in "xy")
        pressure, along = "forward^2", False
        if headwind is not None:
            pressure, along = f"(forward + {headwind})*abs(forward + {headwind})", True
            back, aside = f"-{self.drag!r}*{pressure}", "0"
        if self.drag or self.lift:
            m.force("air", f"{body}.air", back, aside, z=f"{self.lift!r}*{pressure}", follows=along)
        if self.pitch:
            m.force("air_pitch", body, torque=(0, f"-({self.pitch!r})*{pressure}", 0), follows=True)


@public
@publicly_made
@dataclass(frozen=True)
class RoadWheel:
    """A wheel on a tyre of round section. Stiffnesses are polynomials of the load (N): rising powers, from none on."""

    x: float
    radius: float
    """As loaded when the machine is drawn, m."""
    spin: float
    """Moment of inertia about the axle, kg m^2; what it has across is part of the body that carries it."""
    crown: float
    """Radius of the section, m."""
    cornering: tuple[float, ...]
    """Side force per slip angle, N/rad."""
    camber: tuple[float, ...]
    """Side force per camber, N/rad."""
    aligning: tuple[float, ...]
    """Moment per slip angle, N m/rad."""
    twisting: tuple[float, ...]
    """Moment per camber, N m/rad."""
    relaxation: tuple[float, ...]
    """Way over which the slip angle follows, m."""
    mass: float = 0.0
    """Of the wheel beside the body that carries it, kg."""
    stiffness: float = 115e3
    damping: float = 100.0
    slip_stiffness: float = 15e3
    friction: float = 1.3
    rolling: tuple[float, ...] = (0.0,)
    """Rolling resistance as a share of the load: a polynomial of the speed."""

    def __post_init__(self) -> None:
        numbers = {"radius": self.radius, "spin": self.spin, "stiffness": self.stiffness, "friction": self.friction}
        require_positive("a wheel", **numbers)
        require_not_negative("a wheel", "a number", crown=self.crown, mass=self.mass, damping=self.damping)

    def resistance(self, speed: float) -> float:
        """Rolling resistance as a share of the load."""
        return polynomial(self.rolling, speed)

    def tyre(self, load: float, speed: float) -> dict[str, Any]:
        """The fields of the tyre element for a load in N and a speed in m/s."""
        cornering, aligning = polynomial(self.cornering, load), polynomial(self.aligning, load)
        relaxation = polynomial(self.relaxation, load)
        if cornering <= 0.0 or relaxation <= 0.0:
            raise MechanismError(f"a wheel: under {load:g} N its polynomials have no cornering stiffness or relaxation")
        return {
            "model": "linear",
            "radius": self.radius + load / self.stiffness,
            "crown": self.crown,
            "stiffness": self.stiffness,
            "damping": self.damping,
            "friction": self.friction,
            "slip_stiffness": self.slip_stiffness,
            "cornering_stiffness": cornering,
            "camber_stiffness": polynomial(self.camber, load),
            "camber_moment": polynomial(self.twisting, load),
            "trail": aligning / cornering,
            "relaxation_across": relaxation,
            "rolling_resistance": self.resistance(speed),
            "low_speed": LOW_SPEED,
        }


def polynomial(coefficients: tuple[float, ...], x: float) -> float:
    """Sum of coefficients times rising powers."""
    return sum(value * x**power for power, value in enumerate(coefficients))


@public
@publicly_made
@dataclass(frozen=True)
class Fork:
    """A telescopic fork: what slides along the steering axis on a spring and a damper, the wheel included."""

    body: Rigid
    at: tuple[float, float]
    """Where both parts meet."""
    stiffness: float
    damping: float
    preload: float
    """Force of the spring as drawn, N."""

    def __post_init__(self) -> None:
        require_positive("a fork", stiffness=self.stiffness)
        require_not_negative("a fork", "a number", damping=self.damping)

    def add(self, m: Spatial, steered: SpatialBodyHandle, up: tuple[float, float, float]) -> SpatialBodyHandle:
        """Put it on the steered part; the body that carries the wheel. `fork.position` is positive in compression."""
        inertia = (self.body.xx, self.body.yy, self.body.zz)
        sliding = m.body("fork_leg", (self.body.x, 0, self.body.z), mass={"mass": self.body.mass, "inertia": inertia})
        x, z = self.at
        m.translational("fork", steered, sliding, at=(x, 0, z), axis=up)
        free = -self.preload / self.stiffness
        m.joint_spring("fork_spring", "fork", stiffness=self.stiffness, damping=self.damping, free=free)
        return sliding


@public
@publicly_made
@dataclass(frozen=True)
class SwingArm:
    """A swing arm on a pivot of the main frame with a strut from one of its points to the frame."""

    pivot: tuple[float, float]
    strut: tuple[tuple[float, float], tuple[float, float]]
    """On the swing arm, on the frame; with a linkage on its link, and where that says."""
    stiffness: float
    damping: float
    preload: float
    body: Rigid | None = field(default=None)
    linkage: Monoshock | None = None
    """Between the arm and the strut; left out, the strut stands on the arm."""

    def __post_init__(self) -> None:
        require_positive("a swing arm", stiffness=self.stiffness, strut=math.dist(*self.strut))
        require_not_negative("a swing arm", "a number", damping=self.damping)

    def add(self, m: Spatial, frame: SpatialBodyHandle) -> SpatialBodyHandle:
        """Put it on the frame; the body that carries the wheel. `swing_arm.angle` is positive in bump."""
        x, z = self.pivot
        part = self.body
        mass = None if part is None or part.mass <= 0.0 else {"mass": part.mass, "inertia": (part.xx, part.yy, part.zz)}
        arm = m.body("arm", (x, 0, z) if part is None else (part.x, 0, part.z), mass=mass)
        m.revolute("swing_arm", frame, arm, at=(x, 0, z), axis=(0, 1, 0))
        lower, upper = ((point[0], 0, point[1]) for point in self.strut)
        free = math.dist(*self.strut) + self.preload / self.stiffness
        spring: dict[str, Any] = {"stiffness": self.stiffness, "damping": self.damping, "free_length": free}
        if self.linkage is not None:
            self.linkage.add(m, (frame, arm), self.pivot, self.strut, spring)
            return arm
        m.spring("rear_strut", frame.drawn(*upper), arm.drawn(*lower), **spring)
        return arm

    def slope(self, angle: float = 0.0) -> float:
        """How much longer the strut gets a radian of bump, m, at an angle of the arm: below zero, what its force has as
        lever."""
        if self.linkage is not None:
            return self.linkage.slope(angle, self.pivot, self.strut)
        (x, z), (top_x, top_z) = self.strut
        x, z, c, s = x - self.pivot[0], z - self.pivot[1], math.cos(angle), math.sin(angle)
        low = self.pivot[0] + x * c + z * s, self.pivot[1] + z * c - x * s
        rate = z * c - x * s, -x * c - z * s
        across = (top_x - low[0]) * rate[0] + (top_z - low[1]) * rate[1]
        return -across / math.dist(low, (top_x, top_z))
