"""The elements of a contact curve as they lie on their link, with all ends known; the material is on the left.

Each knows its point and the direction of travel at a fraction from 0 to 1 of its length, angle or turn (Wang 2.4).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

XY = tuple[float, float]


@dataclass(frozen=True)
class Corner:
    """A corner: the direction turns by `turn` from `before` (radians, positive to the left)."""

    at: XY
    before: float
    turn: float
    line: int

    def point(self, fraction: float) -> XY:
        """The corner itself."""
        return self.at

    def direction(self, fraction: float) -> float:
        """The direction of travel as an angle."""
        return self.before + fraction * self.turn


@dataclass(frozen=True)
class Straight:
    """A segment."""

    start: XY
    end: XY
    line: int

    def point(self, fraction: float) -> XY:
        """A point of the segment."""
        return tuple(a + fraction * (b - a) for a, b in zip(self.start, self.end, strict=True))  # type: ignore[return-value]

    def direction(self, fraction: float) -> float:
        """The direction of travel as an angle."""
        return math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])


@dataclass(frozen=True)
class Round:
    """An arc or a circle: from the angle `first` on by `sweep` (radians); a negative sweep is a concave arc.

    Its ends are kept as they were given, so that neighbours share them to the last digit.
    """

    centre: XY
    radius: float
    first: float
    sweep: float
    start: XY
    end: XY
    line: int

    @property
    def whole(self) -> bool:
        """Whether it goes all the way round."""
        return abs(self.sweep) >= 2 * math.pi

    def point(self, fraction: float) -> XY:
        """A point of the arc."""
        if fraction in (0.0, 1.0):
            return self.end if fraction else self.start
        angle = self.first + fraction * self.sweep
        return self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle)

    def direction(self, fraction: float) -> float:
        """The direction of travel as an angle."""
        return self.first + fraction * self.sweep + math.copysign(math.pi / 2, self.sweep)


@dataclass(frozen=True)
class Polar:
    """r = sum of coefficient (angle / divisor)^order, for angles from `first` to `last` in degrees.

    At `first` the radius points in the direction `bearing` (radians); `sense` is 1, or -1 for a concave curve.
    """

    pole: XY
    coefficients: tuple[float, ...]
    orders: tuple[int, ...]
    divisor: float
    first: float
    last: float
    bearing: float
    sense: int
    line: int

    def radius(self, angle: float) -> float:
        """The radius at an angle in degrees."""
        terms = zip(self.coefficients, self.orders, strict=True)
        return math.fsum(factor * (angle / self.divisor) ** order for factor, order in terms)

    def slope(self, angle: float) -> float:
        """The change of the radius a degree."""
        terms = zip(self.coefficients, self.orders, strict=True)
        steep = (factor * order * (angle / self.divisor) ** (order - 1) for factor, order in terms if order)
        return math.fsum(steep) / self.divisor

    def _turned(self, fraction: float) -> tuple[float, float]:
        """The angle of the polynomial in degrees, and the direction of the radius in radians."""
        angle = self.first + fraction * (self.last - self.first)
        return angle, self.bearing + self.sense * math.radians(angle - self.first)

    def point(self, fraction: float) -> XY:
        """A point of the curve."""
        angle, bearing = self._turned(fraction)
        radius = self.radius(angle)
        return self.pole[0] + radius * math.cos(bearing), self.pole[1] + radius * math.sin(bearing)

    def direction(self, fraction: float) -> float:
        """The direction of travel as an angle."""
        angle, bearing = self._turned(fraction)
        across = self.sense * self.radius(angle)
        return bearing + math.atan2(across, math.degrees(self.slope(angle)))


Piece = Corner | Straight | Round | Polar


@dataclass(frozen=True)
class Outline:
    """A curve with all its pieces placed."""

    name: str
    pieces: tuple[Piece, ...]
    closed: bool
    line: int

    def at(self, coordinate: float) -> tuple[XY, float]:
        """Point and direction at a curvilinear coordinate: number of the piece from 0, and the fraction of it."""
        count = len(self.pieces)
        within = coordinate % count if self.closed else min(max(coordinate, 0.0), float(count))
        number = min(int(within), count - 1)
        piece = self.pieces[number]
        return piece.point(within - number), piece.direction(within - number)

    def size(self) -> float:
        """The greatest distance of a sampled point from the origin of the link."""
        return max(math.hypot(*piece.point(n / 16)) for piece in self.pieces for n in range(17))

    def area(self) -> float:
        """The signed area inside a closed curve, from samples; positive when it runs counterclockwise."""
        points = [piece.point(n / 32) for piece in self.pieces for n in range(32)]
        following = [*points[1:], points[0]]
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, following, strict=True)) / 2


def wrapped(angle: float) -> float:
    """An angle from -pi to pi."""
    return math.remainder(angle, 2 * math.pi)


def moved(piece: Piece, x: float, y: float, angle: float) -> Piece:
    """The piece seen from a frame in which its own is at x, y, turned by an angle."""
    c, s = math.cos(angle), math.sin(angle)

    def place(point: XY) -> XY:
        """A point seen from the other frame."""
        return x + c * point[0] - s * point[1], y + s * point[0] + c * point[1]

    if isinstance(piece, Corner):
        return replace(piece, at=place(piece.at), before=piece.before + angle)
    if isinstance(piece, Straight):
        return replace(piece, start=place(piece.start), end=place(piece.end))
    if isinstance(piece, Round):
        there = replace(piece, centre=place(piece.centre), first=piece.first + angle)
        return replace(there, start=place(piece.start), end=place(piece.end))
    return replace(piece, pole=place(piece.pole), bearing=piece.bearing + angle)
