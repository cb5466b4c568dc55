"""Suspensions as templates with hard points: what carries a wheel, drawn for the left side and mirrored for the right.

Axes of a vehicle: x ahead, y to the left, z up, the road at z = 0; lengths in m. The axle is drawn along y.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial

HardPoint = tuple[float, float, float]
AXLE = "axle"
"""The named point of a carrier, 1 m from the wheel's centre along the axle."""
RACK_GUIDE = "rack_guide"
_NO_LEVER = 1e-6  # m
"""The joint of a car along which its steering rack moves."""


@public
@publicly_made
@dataclass(frozen=True)
class Bush:
    """A rubber bush in the place of a bearing on the chassis: it gives across and along its axis, and turns freely."""

    radial: float = 8e6
    """N/m."""
    axial: float = 1.5e6
    tilting: float = 200.0
    """N m/rad, across its axis."""
    damping: float = 2e-4
    """Of its dampers over its stiffnesses, s."""

    def __post_init__(self) -> None:
        require_positive("a bush", radial=self.radial, axial=self.axial)
        require_not_negative("a bush", "a number", tilting=self.tilting, damping=self.damping)

    def add(
        self, m: Spatial, name: str, ends: tuple[HardPoint, HardPoint], chassis: SpatialBodyHandle, arm: Any
    ) -> None:
        """Two of them at the ends of a hinge."""
        along = minus(*ends)
        stiffness = (self.radial, self.radial, self.axial, self.tilting, self.tilting, 0)
        rubber: Any = {"stiffness": stiffness, "damping": tuple(self.damping * each for each in stiffness)}
        for word, point in zip(("front", "rear"), ends, strict=True):
            m.bushing(f"{name} {word} bush", chassis, arm, at=point, axis=along, **rubber)


def along_of(body: str) -> tuple[str, ...]:
    """The names of the velocity of a body."""
    return tuple(f"{body}.v{axis}" for axis in "xyz")


def turning_of(body: str) -> tuple[str, ...]:
    """The names of the angular velocity of a body."""
    return tuple(f"{body}.omega.{axis}" for axis in "xyz")


def on_hinge(arm: tuple[HardPoint, HardPoint, HardPoint]) -> HardPoint:
    """The point of an arm's hinge, through the first two points, that is nearest to its end, the third."""
    along, there = minus(arm[1], arm[0]), minus(arm[2], arm[0])
    square = sum(value * value for value in along)
    share = sum(a * b for a, b in zip(along, there, strict=True)) / square if square > 0.0 else 0.0
    x, y, z = (begin + share * way for begin, way in zip(arm[0], along, strict=True))
    return x, y, z


@dataclass(frozen=True, kw_only=True)
class Suspension(ABC):
    """What carries a wheel: its centre, the loaded radius, masses; hard points are those of the kind."""

    centre: tuple[float, float, float]
    radius: float = 0.3
    carrier_mass: float = 15.0
    arm_mass: float = 4.0
    bush: Bush | None = None
    """What hinges of arms and inner ends of rods give, on a rig and in a car; left out, they are rigid."""

    on_bushes: ClassVar[tuple[str, ...]] = (*along_of("carrier"), *turning_of("carrier"))
    """Rates that are free where hinges stand on bushes, of its bodies."""

    def __post_init__(self) -> None:
        what = type(self).__name__
        require_positive(what, radius=self.radius, carrier_mass=self.carrier_mass, arm_mass=self.arm_mass)
        if self.centre[1] <= 0.0:
            raise MechanismError(
                f"{what}: hard points are those of the left side; the centre has y = {self.centre[1]:g}"
            )
        for name, first, second in self.lengths():
            if math.dist(first, second) < 1e-6:
                raise MechanismError(f"{what}: both ends of {name} are at {first}; it cannot be built")

    @abstractmethod
    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""

    @abstractmethod
    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel.

        The tie rod ends on the `rack`, or on the chassis.
        """

    def kingpin(self) -> tuple[HardPoint, HardPoint] | None:
        """A lower and an upper point of the axis about which the wheel is steered; None where no such axis is drawn."""
        return None

    @property
    def rack_lever(self) -> float:
        """How far a rack goes to the left for a radian of the wheel to the left, m: from kingpin to tie rod."""
        kingpin, tie = self.kingpin(), getattr(self, "tie", None)
        if kingpin is None or tie is None:
            raise MechanismError(f"{type(self).__name__}: it has no kingpin and tie rod to steer by")
        low, high = kingpin
        share = (tie[1][2] - low[2]) / (high[2] - low[2])
        lever = float(tie[1][0] - (low[0] + share * (high[0] - low[0])))
        if abs(lever) < _NO_LEVER:
            raise MechanismError(f"{type(self).__name__}: its tie rod ends at the kingpin and cannot turn the wheel")
        return lever

    def rates(self, name: str, speed: float) -> dict[str, float]:
        """Rates of its freedoms for a wheel of a name that goes straight on and does not rise, for `simulate`."""
        if self.bush is None:
            return {f"{name} carrier.vz": 0.0}
        return {f"{name} {rate}": speed if rate.endswith(".vx") else 0.0 for rate in self.on_bushes}

    def guiding(self) -> Suspension:
        """The same as it guides a wheel: hinges rigid, nothing free beside travel and steering."""
        return replace(self, bush=None)

    def hold(self, m: Spatial, name: str) -> None:
        """Hold what gives of a wheel of a name, so that its travel alone is free."""
        return

    @property
    def caster(self) -> float:
        """How far the kingpin leans back, rad."""
        low, high = self._kingpin()
        return math.atan2(low[0] - high[0], high[2] - low[2])

    @property
    def kingpin_inclination(self) -> float:
        """How far the kingpin leans inwards, rad."""
        low, high = self._kingpin()
        return math.atan2(low[1] - high[1], high[2] - low[2])

    @property
    def caster_trail(self) -> float:
        """How far ahead of the wheel's contact the kingpin meets the road, m."""
        return self._pierced()[0] - self.centre[0]

    @property
    def scrub_radius(self) -> float:
        """How far inside the wheel's contact the kingpin meets the road, m."""
        return self.centre[1] - self._pierced()[1]

    def _kingpin(self) -> tuple[HardPoint, HardPoint]:
        kingpin = self.kingpin()
        if kingpin is None:
            raise MechanismError(f"{type(self).__name__}: it has no kingpin; its carrier turns about no fixed axis")
        return kingpin

    def _pierced(self) -> tuple[float, float]:
        low, high = self._kingpin()
        if high[2] == low[2]:
            raise MechanismError(f"{type(self).__name__}: its kingpin is level and does not meet the road")
        share = (self.centre[2] - self.radius - low[2]) / (high[2] - low[2])
        return low[0] + share * (high[0] - low[0]), low[1] + share * (high[1] - low[1])

    def _refuse_rack(self, rack: SpatialBodyHandle | None) -> None:
        """Refuse to be steered, for those that have no tie rod."""
        if rack is not None:
            raise MechanismError(f"{type(self).__name__}: it has no tie rod; it is not for wheels that are steered")

    def _carrier(self, m: Spatial, name: str, side: int) -> SpatialBodyHandle:
        size = self.carrier_mass * 0.02
        mass = {"mass": self.carrier_mass, "inertia": (size, size, size)}
        return m.body(f"{name} carrier", on_side(self.centre, side), points={AXLE: (0, 1, 0)}, mass=mass)

    def _arm(
        self,
        m: Spatial,
        name: str,
        chassis: SpatialBodyHandle,
        points: tuple[HardPoint, HardPoint, HardPoint],
        side: int,
    ) -> SpatialBodyHandle:
        """An arm on a hinge through two points that ends in a third."""
        front, rear, ball = (on_side(point, side) for point in points)
        middle = middle_of(middle_of(front, rear), ball)
        across = self.arm_mass * math.dist(middle_of(front, rear), ball) ** 2 / 12
        arm = m.body(name, middle, mass={"mass": self.arm_mass, "inertia": (across, across, across)})
        if self.bush is not None:
            self.bush.add(m, name, (front, rear), chassis, arm)
        else:
            m.revolute(f"{name} hinge", chassis, arm, at=middle_of(front, rear), axis=minus(front, rear))
        return arm


def on_side(point: HardPoint, side: int) -> HardPoint:
    """A hard point on the left or, mirrored, on the right."""
    return point[0], side * point[1], point[2]


def link(
    m: Spatial,
    name: str,
    ends: tuple[HardPoint, HardPoint],
    chassis: SpatialBodyHandle,
    carrier: SpatialBodyHandle,
    side: int,
) -> None:
    """A rod with a ball at each end."""
    inner, outer = (on_side(point, side) for point in ends)
    m.spherical_spherical(name, chassis.drawn(*inner), carrier.drawn(*outer))


def rod(
    m: Spatial,
    name: str,
    ends: tuple[HardPoint, HardPoint],
    chassis: SpatialBodyHandle,
    carrier: SpatialBodyHandle,
    side: int,
    bush: Bush | None,
) -> None:
    """A rod with a ball at each end, or on a bush at its inner one: then it is a spring and a damper along it."""
    if bush is None:
        link(m, name, ends, chassis, carrier, side)
        return
    inner, outer = (on_side(point, side) for point in ends)
    rubber: Any = {"stiffness": bush.radial, "damping": bush.damping * bush.radial, "free_length": math.dist(*ends)}
    m.spring(name, chassis.drawn(*inner), carrier.drawn(*outer), **rubber)


def middle_of(one: HardPoint, other: HardPoint) -> HardPoint:
    """Half way between two points."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2


def minus(one: HardPoint, other: HardPoint) -> HardPoint:
    """From the other point to one."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class DoubleWishbone(Suspension):
    """Two arms on hinges, a ball joint at the end of each, and a tie rod."""

    on_bushes = (*along_of("carrier"), *turning_of("carrier")[:2], *turning_of("lower arm"), *turning_of("upper arm"))

    lower: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
    """Front and rear end of the hinge, ball joint."""
    upper: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
    tie: tuple[tuple[float, float, float], tuple[float, float, float]]
    """On the chassis (or rack), on the carrier."""

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        arms = (("the lower arm", self.lower), ("the upper arm", self.upper))
        hinges = [(f"the hinge of {name}", points[0], points[1]) for name, points in arms]
        lengths = [(name, on_hinge(points), points[2]) for name, points in arms]
        return [*hinges, *lengths, ("the tie rod", *self.tie), ("the kingpin", *self.kingpin())]

    def kingpin(self) -> tuple[HardPoint, HardPoint]:
        """The two ball joints."""
        return self.lower[2], self.upper[2]

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel.

        The tie rod ends on the `rack`, or on the chassis.
        """
        carrier = self._carrier(m, name, side)
        for word, points in (("lower", self.lower), ("upper", self.upper)):
            arm = self._arm(m, f"{name} {word} arm", chassis, points, side)
            m.spherical(f"{name} {word} ball", arm, carrier, at=on_side(points[2], side))
        link(m, f"{name} tie rod", self.tie, rack or chassis, carrier, side)
        return carrier


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class McPherson(Suspension):
    """A lower arm with a ball joint, a strut that guides the carrier, and a tie rod."""

    on_bushes = (*along_of("carrier"), *turning_of("lower arm"))

    lower: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
    """Front and rear end of the hinge, ball joint."""
    strut: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Its foot on the carrier, its top on the chassis."""
    tie: tuple[tuple[float, float, float], tuple[float, float, float]]

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        hinge = ("the hinge of the lower arm", *self.lower[:2])
        arm = ("the lower arm", on_hinge(self.lower), self.lower[2])
        return [hinge, arm, ("strut", *self.strut), ("tie rod", *self.tie), ("the kingpin", *self.kingpin())]

    def kingpin(self) -> tuple[HardPoint, HardPoint]:
        """From the ball joint to the top of the strut."""
        return self.lower[2], self.strut[1]

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel.

        The tie rod ends on the `rack`, or on the chassis.
        """
        carrier = self._carrier(m, name, side)
        arm = self._arm(m, f"{name} lower arm", chassis, self.lower, side)
        m.spherical(f"{name} ball", arm, carrier, at=on_side(self.lower[2], side))
        foot, top = (on_side(point, side) for point in self.strut)
        rod = m.body(f"{name} strut", top, mass={"mass": self.arm_mass, "inertia": (0.04, 0.04, 0.005)})
        m.translational(f"{name} slide", carrier, rod, at=foot, axis=minus(top, foot))
        m.spherical(f"{name} top", chassis, rod, at=top)
        link(m, f"{name} tie rod", self.tie, rack or chassis, carrier, side)
        return carrier


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class SemiTrailingArm(Suspension):
    """One arm on a hinge, which carries the wheel itself: along x a swing axle, along y a trailing arm."""

    hinge: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Its inner and outer end."""

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        return [("the hinge", *self.hinge)]

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel."""
        self._refuse_rack(rack)
        carrier = self._carrier(m, name, side)
        inner, outer = (on_side(point, side) for point in self.hinge)
        if self.bush is not None:
            self.bush.add(m, name, (inner, outer), chassis, carrier)
        else:
            m.revolute(f"{name} hinge", chassis, carrier, at=middle_of(inner, outer), axis=minus(outer, inner))
        return carrier


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class FiveLink(Suspension):
    """Five rods with a ball at each end."""

    links: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = field(default_factory=dict)
    """By name: the end on the chassis, the end on the carrier."""

    def __post_init__(self) -> None:
        if len(self.links) != 5:
            raise MechanismError(f"FiveLink: a wheel on rods alone has five of them, not {len(self.links)}")
        super().__post_init__()

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        return [(f"the rod '{name}'", *ends) for name, ends in self.links.items()]

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel."""
        self._refuse_rack(rack)
        carrier = self._carrier(m, name, side)
        for word, ends in self.links.items():
            rod(m, f"{name} {word}", ends, chassis, carrier, side, self.bush)
        return carrier


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class SolidAxle:
    """An axle that carries both wheels, on four rods: two freedoms, up and down and roll."""

    centre: tuple[float, float, float]
    """Of the left wheel."""
    links: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]]
    """Four rods by name: the end on the chassis, the end on the axle; drawn as they are, none is mirrored."""
    mass: float = 60.0
    inertia: tuple[float, float, float] = (15.0, 1.0, 15.0)
    radius: float = 0.3

    def __post_init__(self) -> None:
        require_positive("SolidAxle", mass=self.mass, radius=self.radius, half_track=self.centre[1])
        if len(self.links) != 4:
            raise MechanismError(f"SolidAxle: four rods leave it two freedoms; there are {len(self.links)}")

    def add(self, m: Spatial, name: str, chassis: SpatialBodyHandle) -> SpatialBodyHandle:
        """Put it into a mechanism; the axle, whose points `left` and `right` are the wheels' centres."""
        x, y, z = self.centre
        points: Any = {"left": (0, y, 0), "right": (0, -y, 0)}
        axle = m.body(f"{name} axle", (x, 0, z), points=points, mass={"mass": self.mass, "inertia": self.inertia})
        for word, ends in self.links.items():
            link(m, f"{name} {word}", ends, chassis, axle, 1)
        return axle
