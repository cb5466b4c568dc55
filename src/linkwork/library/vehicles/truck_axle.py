"""A solid axle of a truck: on four rods and two springs, with one or two tyres a side, steered by kingpins or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import mounted, require_inertia, require_not_negative, require_positive, require_tyre
from linkwork.library.vehicles.suspensions import HardPoint, SolidAxle
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial

GRAVITY = 9.80665  # m/s^2
SIDES = {"left": 1, "right": -1}
_GEAR = (6e5, 6e3)  # N m/rad and N m s/rad, of a steering gear that follows a driver
_SPRING = 0.4  # m, drawn length of a spring
_KNUCKLE_MASS = 35.0  # kg
_INSIDE = 0.2  # m, from the middle of a wheel to its kingpin
_INWARDS = 0.2  # of an arm's length: about to the middle of the rear axle (Ackermann)
_ARM = 0.25  # m, from the axle back to the tie rod


@public
@publicly_made
@dataclass(frozen=True)
class TruckAxle:
    """Both wheels of a solid axle; `tyre` holds the fields of one tyre but for its radius."""

    x: float
    """Of the axle; ahead is positive."""
    tyre: dict[str, Any]
    dual: float = 0.0
    """Distance of the two tyres of a wheel, m; 0: a single one."""
    radius: float = 0.5
    """Under load, m."""
    half_track: float = 1.0
    """From the middle of the vehicle to that of a wheel, m."""
    spring_track: float = 0.45
    """From the middle of the vehicle to a spring, m."""
    stiffness: float = 400_000.0
    """Of a spring, N/m."""
    damping: float = 20_000.0
    """Of a damper, N s/m."""
    mass: float = 400.0
    """Of the axle without wheels, kg."""
    inertia: tuple[float, float, float] = (150.0, 15.0, 150.0)
    wheel_mass: float = 100.0
    """Of a wheel with one or two tyres, kg."""
    wheel_inertia: tuple[float, float] = (6.0, 10.0)
    """About a diameter and about the axle, kg m^2."""

    def __post_init__(self) -> None:
        across, spin = self.wheel_inertia
        numbers = {name: getattr(self, name) for name in ("radius", "half_track", "spring_track", "stiffness", "mass")}
        require_positive("an axle of a truck", **numbers, wheel_mass=self.wheel_mass, across=across, spin=spin)
        require_inertia("an axle of a truck", self.inertia)
        require_not_negative("an axle of a truck", "a number", damping=self.damping, dual=self.dual)
        require_tyre("an axle of a truck", self.tyre, "its own")

    @property
    def tyres(self) -> dict[str, float]:
        """The tyres of the left wheel: what their name has more, and how far outside of its middle they are, m."""
        return {"inner_": -self.dual / 2, "outer_": self.dual / 2} if self.dual else {"": 0.0}

    def own_weight(self, steered: bool) -> float:
        """Of the axle with its wheels, N."""
        return (self.mass + 2 * self.wheel_mass + (2 * _KNUCKLE_MASS if steered else 0.0)) * GRAVITY

    def _rods(self) -> dict[str, tuple[HardPoint, HardPoint]]:
        """Two below along the vehicle, two above to the middle of the axle, which hold it sideways."""
        x, z, rods = self.x, self.radius, {}
        for side, sign in SIDES.items():
            y = sign * self.spring_track
            rods[f"lower {side}"] = ((x + 0.8, y, z - 0.05), (x, y, z - 0.05))
            rods[f"upper {side}"] = ((x + 0.7, y, z + 0.25), (x, sign * 0.06, z + 0.25))
        return rods

    def add(self, m: Spatial, name: str, body: SpatialBodyHandle, load: float, steered: bool = False) -> None:
        """Put it under a body that rests on it with a load (N); a steered one follows the signal `steer`."""
        x, y, z = self.x, self.half_track, self.radius
        shape = SolidAxle(centre=(x, y, z), links=self._rods(), mass=self.mass, inertia=self.inertia, radius=z)
        axle = shape.add(m, name, body)
        carriers = dict.fromkeys(SIDES, axle)
        for side, sign in SIDES.items():
            low = (x, sign * self.spring_track, z)
            ends = body.drawn(low[0], low[1], z + _SPRING), axle.drawn(*low)
            free = _SPRING + load / 2 / self.stiffness
            m.spring(f"{name}_{side}_spring", *ends, stiffness=self.stiffness, damping=self.damping, free_length=free)
            if steered:
                carriers[side] = self._knuckle(m, f"{name}_{side}", axle, sign)
            self._wheel(m, f"{name}_{side}", carriers[side], sign, (load + self.own_weight(steered)) / 2)
        if steered:
            self._steering(m, name, carriers)

    def _steering(self, m: Spatial, name: str, knuckles: dict[str, SpatialBodyHandle]) -> None:
        """A tie rod between both knuckles, shorter than the kingpins are apart: the inner wheel turns more."""
        half = self.half_track - _INSIDE - _ARM * _INWARDS
        left, right = (knuckles[side].drawn(self.x - _ARM, sign * half, self.radius) for side, sign in SIDES.items())
        m.spherical_spherical(f"{name} tie rod", left, right)
        stiff, damped = _GEAR
        joint = f"{name}_left_kingpin"
        m.joint_spring("steering_gear", joint, stiffness=stiff, damping=damped)
        m.actuator("steering", joint, force=f"{stiff!r}*steer")

    def _knuckle(self, m: Spatial, name: str, axle: SpatialBodyHandle, sign: int) -> SpatialBodyHandle:
        place = (self.x, sign * (self.half_track - _INSIDE), self.radius)
        knuckle = m.body(f"{name} knuckle", place, mass={"mass": _KNUCKLE_MASS, "inertia": (0.8, 0.8, 0.8)})
        m.revolute(f"{name}_kingpin", axle, knuckle, at=place, axis=(0, 0, 1))
        return knuckle

    def _wheel(self, m: Spatial, name: str, carrier: SpatialBodyHandle, sign: int, load: float) -> None:
        across, spin = self.wheel_inertia
        centre = (self.x, sign * self.half_track, self.radius)
        mass = {"mass": self.wheel_mass, "inertia": (across, spin, across)}
        wheel = m.body(f"{name}_wheel", centre, mass=mass)
        m.revolute(f"{name}_hub", carrier, wheel, at=centre, axis=(0, 1, 0))
        radius = self.radius + load / len(self.tyres) / self.tyre["stiffness"]
        for word, outside in self.tyres.items():
            place = wheel.frame((0, sign * outside, 0), axis=(0, 1, 0))
            tyre = mounted(self.tyre, "left" if sign > 0 else "right")
            m.tyre(f"{name}_{word}tyre", m.ground, place, radius=radius, **tyre)
