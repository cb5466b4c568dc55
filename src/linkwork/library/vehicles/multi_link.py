"""Suspensions of several links: four rods and a steered tie rod in front, a trapezoidal arm with one rod behind."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.vehicles.suspensions import (
    HardPoint,
    Suspension,
    along_of,
    link,
    middle_of,
    minus,
    on_side,
    rod,
    turning_of,
)
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial

Rod = tuple[tuple[float, float, float], tuple[float, float, float]]


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class FourLink(Suspension):
    """Two lower and two upper rods, each with the end on the chassis and that on the carrier, and a tie rod.

    Free are travel and steering. With `bodies` every rod is a body on a cross and a ball, the tie rod on two balls: the
    count of Oettgen and Hiller (2005). Otherwise rods are distances.
    """

    lower: tuple[
        tuple[tuple[float, float, float], tuple[float, float, float]],
        tuple[tuple[float, float, float], tuple[float, float, float]],
    ]
    upper: tuple[
        tuple[tuple[float, float, float], tuple[float, float, float]],
        tuple[tuple[float, float, float], tuple[float, float, float]],
    ]
    tie: tuple[tuple[float, float, float], tuple[float, float, float]]
    bodies: bool = False
    on_bushes = (*along_of("carrier"), *turning_of("carrier")[:2])

    def __post_init__(self) -> None:
        if self.bush is not None and self.bodies:
            raise MechanismError("FourLink: rods on bushes are springs; they have no `bodies`")
        super().__post_init__()

    def guiding(self) -> FourLink:
        """The same as it guides a wheel: rods as distances, so that no tie rod spins."""
        return replace(self, bodies=False, bush=None)

    def _rods(self) -> dict[str, Rod]:
        names = ("lower front", "lower rear", "upper front", "upper rear")
        return dict(zip(names, (*self.lower, *self.upper), strict=True))

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        return [*((f"the rod '{name}'", *ends) for name, ends in self._rods().items()), ("the tie rod", *self.tie)]

    def kingpin(self) -> tuple[HardPoint, HardPoint]:
        """From the point where the lower rods, prolonged, come nearest to each other to that of the upper ones."""
        return _crossing(*self.lower), _crossing(*self.upper)

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel.

        The tie rod ends on the `rack`, or on the chassis.
        """
        carrier = self._carrier(m, name, side)
        if not self.bodies:
            for word, ends in self._rods().items():
                rod(m, f"{name} {word}", ends, chassis, carrier, side, self.bush)
            link(m, f"{name} tie rod", self.tie, rack or chassis, carrier, side)
            return carrier
        for word, ends in self._rods().items():
            inner, outer = (on_side(point, side) for point in ends)
            bar = self._rod(m, f"{name} {word}", inner, outer)
            x, y = _across(minus(outer, inner))
            m.universal(f"{name} {word} inner", chassis, bar, at=inner, axis=x, x=y)
            m.spherical(f"{name} {word} outer", bar, carrier, at=outer)
        inner, outer = (on_side(point, side) for point in self.tie)
        bar = self._rod(m, f"{name} tie rod", inner, outer)
        m.spherical(f"{name} tie rod inner", rack or chassis, bar, at=inner)
        m.spherical(f"{name} tie rod outer", bar, carrier, at=outer)
        return carrier

    def _rod(self, m: Spatial, name: str, inner: HardPoint, outer: HardPoint) -> SpatialBodyHandle:
        size = self.arm_mass * 0.02
        return m.body(name, middle_of(inner, outer), mass={"mass": self.arm_mass, "inertia": (size, size, size)})


@public
@publicly_made
@dataclass(frozen=True, kw_only=True)
class TrapezoidalArm(Suspension):
    """A wide arm with a hinge on the chassis and one on the carrier, and a rod above that holds the camber."""

    on_bushes = (*along_of("carrier"), *turning_of("carrier"), "arm.omega.x")

    inner: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Front and rear end of the hinge on the chassis."""
    outer: tuple[tuple[float, float, float], tuple[float, float, float]]
    """Front and rear end of the hinge on the carrier."""
    camber_rod: tuple[tuple[float, float, float], tuple[float, float, float]]
    """On the chassis, on the carrier."""

    def lengths(self) -> list[tuple[str, HardPoint, HardPoint]]:
        """Pairs of points that must be apart, with a name."""
        hinges = [("the hinge on the chassis", *self.inner), ("the hinge on the carrier", *self.outer)]
        return [*hinges, ("the arm", self.inner[0], self.outer[0]), ("the camber rod", *self.camber_rod)]

    def add(
        self, m: Spatial, name: str, chassis: SpatialBodyHandle, side: int = 1, rack: SpatialBodyHandle | None = None
    ) -> SpatialBodyHandle:
        """Put it on the left (side 1) or the right (-1) of a body; the carrier of the wheel."""
        self._refuse_rack(rack)
        carrier = self._carrier(m, name, side)
        arm = self._arm(m, f"{name} arm", chassis, (*self.inner, middle_of(*self.outer)), side)
        front, rear = (on_side(point, side) for point in self.outer)
        m.revolute(f"{name} outer hinge", arm, carrier, at=middle_of(front, rear), axis=minus(front, rear))
        rod(m, f"{name} camber rod", self.camber_rod, chassis, carrier, side, self.bush)
        return carrier


def _crossing(one: Rod, other: Rod) -> HardPoint:
    """The middle of the shortest way between two lines; where they are parallel, the middle of their outer ends."""
    a, b, c, d = (np.asarray(point, float) for point in (*one, *other))
    u, v = b - a, d - c
    both = np.column_stack([u, -v])
    if np.linalg.norm(np.cross(u, v)) < 1e-9 * np.linalg.norm(u) * np.linalg.norm(v):
        return middle_of(one[1], other[1])
    s, t = np.linalg.lstsq(both, c - a, rcond=None)[0]
    x, y, z = ((a + s * u + c + t * v) / 2).tolist()
    return x, y, z


def _across(along: HardPoint) -> tuple[HardPoint, HardPoint]:
    """Two directions square to a rod and to each other."""
    rod = np.asarray(along, float)
    first = np.cross(rod, (0.0, 0.0, 1.0) if abs(rod[2]) < np.linalg.norm(rod) / 2 else (1.0, 0.0, 0.0))
    second = np.cross(rod, first)
    (a, b, c), (d, e, f) = (first / np.linalg.norm(first)).tolist(), (second / np.linalg.norm(second)).tolist()
    return (a, b, c), (d, e, f)
