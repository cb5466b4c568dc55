"""Pieces: the elements of a profile with numbers, each with its ends, its tangents there and its length.

All arithmetic holds for complex values too, so that derivatives by the complex step pass through it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import field
from typing import Any

from linkwork.base.late_dataclass import dataclass
from linkwork.places.base_scope import cosine_sine, root

Pair = tuple[Any, Any]
TURN = 2.0 * math.pi


@dataclass
class Piece:
    """One element of a profile with numbers.

    `number` counts the elements as written from 1 on, 0 for a point that was not written. `sense` is +1 where the
    normal turns counter-clockwise along the piece. The unknown tangents of a curve that only compiled code can
    evaluate are None.
    """

    kind: str
    number: int
    start: Pair
    end: Pair
    start_tangent: Pair | None = None
    end_tangent: Pair | None = None
    length: Any = 0.0
    center: Pair = (0.0, 0.0)
    radius: Any = 0.0
    sense: int = 1
    sweep: Any = 0.0
    middle: Pair = (1.0, 0.0)
    """Unit outward normal in the middle of a point, an arc or a circle."""
    ends: bool = True
    """Whether the piece has ends; a circle, a closed curve and an endless line have none."""
    curve: Any = None
    """What a curve is packed from."""
    begin: Any = 0.0
    span: Any = 0.0
    bends: Pair | None = None
    """Curvature at the start and the end, positive where the path turns left."""
    part: int = 0
    """Number of a side of a polyline, from 1 on."""
    sampled: list[tuple[float, ...]] = field(default_factory=list)
    """Points (x, y, tangent x, tangent y) along a curve."""

    @property
    def word(self) -> str:
        """`elements[2] (arc)`, as an error names it; the sides of a polyline are counted from 1."""
        if not self.number:
            return f"the {self.kind} that is not written"
        kind = f"side {self.part}" if self.part else self.kind
        return f"elements[{self.number - 1}] ({kind})"

    def at(self, fraction: float) -> tuple[float, float]:
        """The point at a fraction of the piece."""
        if self.kind in ("arc", "circle"):
            angle = math.atan2(self.middle[1].real, self.middle[0].real)
            angle += self.sense * (fraction - 0.5) * self.sweep.real
            radius = self.radius.real
            return (
                self.center[0].real + radius * math.cos(angle),
                self.center[1].real + radius * math.sin(angle),
            )
        if self.sampled:
            place = min(max(fraction, 0.0), 1.0) * (len(self.sampled) - 1)
            low = min(int(place), len(self.sampled) - 2)
            part = place - low
            (x, y, *_), (u, v, *_) = self.sampled[low], self.sampled[low + 1]
            return x + part * (u - x), y + part * (v - y)
        (x, y), (u, v) = self.start, self.end
        return x.real + fraction * (u - x).real, y.real + fraction * (v - y).real

    def chords(self) -> list[tuple[float, float]]:
        """Points along the piece, both ends included, close enough to see its form."""
        if self.kind == "point":
            return [self.at(0.0)]
        if self.sampled:
            return [(x, y) for x, y, *_ in self.sampled]
        count = 1
        if self.kind in ("arc", "circle"):
            count = max(2, math.ceil(abs(self.sweep.real) / math.radians(6.0)))
        return [self.at(n / count) for n in range(count + 1)]


def straight(kind: str, number: int, start: Pair, end: Pair) -> Piece | None:
    """A straight piece; None where it has no length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    if square.real <= 0.0:
        return None
    length = root(square)
    along = (dx / length, dy / length)
    return Piece(kind, number, start, end, along, along, length, ends=kind == "segment")


def round_piece(
    kind: str, number: int, center: Pair, radius: Any, begin: Any, sweep: Any, turning: int, convex: int
) -> Piece:
    """An arc or a circle from the angle `begin` on; `turning` is +1 where it is travelled counter-clockwise.

    The radius is kept negative where the piece is hollow: a foot is center + radius times outward normal.
    """

    def place(angle: Any) -> tuple[Pair, Pair]:
        c, s = cosine_sine(angle)
        at = (center[0] + radius * c, center[1] + radius * s)
        return at, (-turning * s, turning * c)

    end_angle = begin + turning * sweep
    (start, leaving), (end, arriving) = place(begin), place(end_angle)
    c, s = cosine_sine(begin + 0.5 * turning * sweep)
    piece = Piece(kind, number, start, end, leaving, arriving, radius * sweep, center)
    piece.radius, piece.sense, piece.sweep = convex * radius, turning, sweep
    piece.middle = (convex * c, convex * s)
    piece.ends = kind == "arc"
    piece.bends = (turning / radius, turning / radius)
    return piece


def corner(number: int, at: Pair, before: Pair, turn: Any, side: int) -> Piece:
    """The point between two tangents: its normal turns by `turn` from that of the tangent `before`."""
    c, s = cosine_sine(0.5 * turn)
    tangent = (c * before[0] - s * before[1], s * before[0] + c * before[1])
    piece = Piece("point", number, at, at, before, None, 0.0, at)
    piece.sense, piece.sweep = side, side * turn
    piece.middle = (side * tangent[1], -side * tangent[0])
    return piece


def turn_between(before: Pair, after: Pair) -> Any:
    """The angle by which the tangent turns at a joint, positive to the left."""
    cross = before[0] * after[1] - before[1] * after[0]
    dot = before[0] * after[0] + before[1] * after[1]
    angle = math.atan2(cross.real, dot.real)
    if isinstance(cross, complex) or isinstance(dot, complex):
        square = abs(cross.real) ** 2 + abs(dot.real) ** 2
        return complex(angle, (dot.real * complex(cross).imag - cross.real * complex(dot).imag) / square)
    return angle


def sampled_curve(
    kind: str, number: int, evaluate: Callable[[float], tuple[Any, ...]], begin: Any, span: Any, count: int
) -> Piece:
    """A piece along a curve; `evaluate` gives x, y and their first and second derivatives by the parameter."""
    forward = 1 if span.real > 0 else -1
    points, bends = [], []
    length = 0.0
    for n in range(count + 1):
        x, y, dx, dy, ddx, ddy = evaluate(begin + span * (n / count))[:6]
        speed = math.hypot(dx.real, dy.real)
        if n in (0, count):
            bends.append(forward * (dx * ddy - dy * ddx).real / speed**3 if speed > 0 else math.inf)
        tangent = (forward * dx.real / speed, forward * dy.real / speed) if speed > 0 else (0.0, 0.0)
        points.append((x.real, y.real, *tangent))
        weight = (1.0 if n in (0, count) else 4.0 if n % 2 else 2.0) / (3.0 * count)
        length += weight * speed * abs(span.real)
    (x0, y0, *leaving), (x1, y1, *arriving) = points[0], points[-1]
    piece = Piece(kind, number, (x0, y0), (x1, y1), (leaving[0], leaving[1]), (arriving[0], arriving[1]), length)
    piece.begin, piece.span, piece.bends, piece.sampled = begin, span, (bends[0], bends[1]), points
    return piece
