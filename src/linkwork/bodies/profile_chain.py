"""Chains: a profile with numbers, its corners found, its faults refused and its peculiarities told."""

from __future__ import annotations

import math
from dataclasses import field
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.profile_crossing import first_crossing
from linkwork.bodies.profile_pieces import Pair, Piece, corner, turn_between
from linkwork.bodies.profile_reading import SNAP, TOLD, Reader
from linkwork.bodies.profiles import Profile

SMOOTH = 1e-4
"""Tangents that turn by less (rad) run on; 1e-4 of a mm in a published cam makes no corner."""
_ALONE = ("line", "circle")


@dataclass
class Chain:
    """The pieces of a profile, points included, with the side of the material: +1 left, -1 right."""

    pieces: list[Piece]
    closed: bool
    side: int
    notes: list[str] = field(default_factory=list)

    @property
    def size(self) -> float:
        """Diagonal of the box around the chain."""
        return size_of(self.pieces)

    def points(self) -> list[tuple[float, float]]:
        """Points along the chain for a drawing; a closed one does not repeat its first."""
        points: list[tuple[float, float]] = []
        for piece in self.pieces:
            points += [point for point in piece.chords() if not points or math.dist(point, points[-1]) > 0.0]
        closing = self.closed and len(points) > 1 and math.dist(points[0], points[-1]) <= SNAP * self.size
        return points[:-1] if closing else points

    @property
    def area(self) -> float:
        """The area inside, negative where the chain runs clockwise."""
        points = self.points()
        pairs = zip(points, [*points[1:], points[0]], strict=True)
        return sum(0.5 * (x * v - u * y) for (x, y), (u, v) in pairs)

    @property
    def is_solid(self) -> bool:
        """Whether the material lies inside a closed chain."""
        return self.closed and self.area * self.side > 0

    def neighbour(self, number: int, step: int) -> Piece | None:
        """The piece before or after; None at an open end."""
        other = number + step
        if not self.closed and not 0 <= other < len(self.pieces):
            return None
        return self.pieces[other % len(self.pieces)]


def chain_of(scope: Any, body: str, profile: Profile, dry: bool = False) -> Chain:
    """The profile with numbers; `dry` leaves out what only compiled code can tell about splines."""
    reader = Reader(scope, body, profile, dry)
    written = reader.read()
    if any(piece.kind == "spline" and not piece.sampled for piece in written):
        return Chain(written, False, reader.side)  # along an outline that only compiled code can follow
    if len(written) == 1 and (written[0].kind in ("point", *_ALONE) or not written[0].ends):
        return _single(written[0], profile, reader)
    for piece in written:
        if piece.kind in _ALONE or (piece.kind == "spline" and not piece.ends):
            raise MechanismError(f"{piece.word}: it has no ends and must be the only element of its profile")
    solid = [piece for piece in written if piece.kind != "point"]
    if not solid:
        raise MechanismError("points alone make no profile; put segments, arcs or curves between them")
    size = size_of(solid)
    closed = _closed(solid, profile, size)
    if closed and profile.ends == "none":
        raise MechanismError("it is closed, so that there are no ends; leave out 'ends'")
    chain = Chain([], closed, reader.side)
    _join(chain, written, size, profile.ends == "points")
    pair = first_crossing(chain.pieces, closed)
    if pair is not None:
        first, second = (piece.word for piece in pair[:2])
        x, y = pair[2]
        raise MechanismError(f"{first} and {second} cross each other near ({x:.6g}, {y:.6g})")
    _tell_side(chain)
    return chain


def size_of(pieces: list[Piece]) -> float:
    """Diagonal of the box around pieces."""
    points = [point for piece in pieces for point in piece.chords()]
    width, height = (max(values) - min(values) for values in zip(*points, strict=True))
    return math.hypot(width, height)


def _single(piece: Piece, profile: Profile, reader: Reader) -> Chain:
    """A profile of one element that needs no neighbours."""
    if piece.kind == "point":
        piece.sweep, piece.center, piece.sense = 2.0 * math.pi, piece.start, reader.side
    if piece.kind == "line" and profile.closed:
        raise MechanismError(f"{piece.word}: an endless line cannot be closed")
    chain = Chain([piece], piece.kind != "line", reader.side, reader.notes)
    if piece.kind == "spline":
        _tell_side(chain)
    elif piece.kind == "circle" and piece.radius.real < 0:
        chain.notes.append("the material lies outside: this is a hole")
    return chain


def _closed(solid: list[Piece], profile: Profile, size: float) -> bool:
    """Whether the chain is closed; a gap that the user did not mean is refused."""
    gap = _gap(solid[-1].end, solid[0].start)
    meets = gap <= SNAP * size and (len(solid) > 1 or solid[0].kind not in ("segment", "arc"))
    if profile.closed and not meets:
        raise MechanismError(
            f"it is to be closed, but {solid[-1].word} ends {gap:.3g} away from where {solid[0].word} begins; "
            "add the missing element or leave out 'closed'"
        )
    return meets if profile.closed is None else profile.closed


def _gap(first: Pair, second: Pair) -> float:
    return math.hypot((second[0] - first[0]).real, (second[1] - first[1]).real)


def _join(chain: Chain, written: list[Piece], size: float, ends: bool) -> None:
    """Check every joint and put the points where tangents turn outward, and with `ends` at open ends."""
    solid = [n for n, piece in enumerate(written) if piece.kind != "point"]
    for here, after in zip(solid, [*solid[1:], None], strict=True):
        piece = written[here]
        if here == solid[0] and (ends or here > 0) and not chain.closed:
            chain.pieces.append(_free_end(chain, written[:here], piece, -1))
        chain.pieces.append(piece)
        if after is None and not chain.closed:
            if ends or here + 1 < len(written):
                chain.pieces.append(_free_end(chain, written[here + 1 :], piece, 1))
            return
        following = written[solid[0] if after is None else after]
        points = written[here + 1 : after] + (written[: solid[0]] if after is None else [])
        _joint(chain, piece, following, points, size)


def _free_end(chain: Chain, points: list[Piece], piece: Piece, step: int) -> Piece:
    """A point at an open end, as of a thin sheet: its normal turns on by half a turn, to that of the other face."""
    _one_point(points)
    tangent = piece.end_tangent if step > 0 else piece.start_tangent
    if tangent is None:
        tangent = (1.0, 0.0)
    at, side = (piece.end if step > 0 else piece.start), chain.side
    before = tangent if step > 0 else (-tangent[0], -tangent[1])
    return corner(points[0].number if points else 0, at, before, side * math.pi, side)


def _one_point(points: list[Piece]) -> None:
    if len(points) > 1:
        raise MechanismError(f"{points[1].word}: two points follow each other; one is enough")


def _joint(chain: Chain, piece: Piece, following: Piece, points: list[Piece], size: float) -> None:
    _one_point(points)
    gap = _gap(piece.end, following.start)
    where = f"between {piece.word} and {following.word}"
    if gap > SNAP * size:
        raise MechanismError(f"there is a gap of {gap:.3g} {where}; let one begin where the other ends")
    if gap > TOLD * size:
        chain.notes.append(f"a mismatch of {gap:.3g} {where} is bridged")
    if piece.end_tangent is None or following.start_tangent is None:
        return
    turn = turn_between(piece.end_tangent, following.start_tangent)
    outward = chain.side * turn.real
    degrees = math.degrees(abs(turn.real))
    at = f"({piece.end[0].real:.6g}, {piece.end[1].real:.6g})"
    if abs(turn.real) <= SMOOTH:
        if points:
            raise MechanismError(f"{points[0].word}: the tangents do not turn there; leave the point out")
        _tell_curvature(chain, piece, following, where)
    elif abs(turn.real) > math.pi - SMOOTH:
        raise MechanismError(f"the chain turns back on itself {where}, at {at}")
    elif outward > 0:
        number = points[0].number if points else 0
        chain.pieces.append(corner(number, piece.end, piece.end_tangent, turn, chain.side))
        chain.notes.append(f"an outward corner of {degrees:.6g} deg {where}, at {at}: a point element")
    elif points:
        raise MechanismError(f"{points[0].word}: the corner turns inward and cannot touch as a point; leave it out")
    else:
        chain.notes.append(f"an inward corner of {degrees:.6g} deg {where}, at {at}: two contacts can exist there")


def _tell_curvature(chain: Chain, piece: Piece, following: Piece, where: str) -> None:
    """Say where the curvature jumps though the tangent does not."""
    before = piece.bends[1] if piece.bends else 0.0
    after = following.bends[0] if following.bends else 0.0
    if abs((after - before).real) > 1e-6 * max(abs(before.real), abs(after.real)):
        chain.notes.append(
            f"the curvature jumps from {before.real:.6g} to {after.real:.6g} {where}: accelerations jump there"
        )


def _tell_side(chain: Chain) -> None:
    """Say where the material of a closed chain lies outside."""
    if not chain.closed:
        return
    area = chain.area
    if area * chain.side < 0:
        way = "clockwise" if area < 0 else "counter-clockwise"
        word = "left" if chain.side > 0 else "right"
        chain.notes.append(
            f"it runs {way} with its material on the {word}, so the material lies outside: this is a hole. "
            "Reverse the order or change 'material' if it is a solid part"
        )
