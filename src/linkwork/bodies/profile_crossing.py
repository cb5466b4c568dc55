"""Whether a chain crosses itself, by its chords."""

from __future__ import annotations

import itertools

from linkwork.bodies.profile_pieces import Piece

_Chord = tuple[int, int, float, float, float, float]


def first_crossing(pieces: list[Piece], closed: bool) -> tuple[Piece, Piece, tuple[float, float]] | None:
    """The first two pieces that cross and where; chords that follow each other may share their ends."""
    chords: list[_Chord] = []
    for number, piece in enumerate(pieces):
        points = piece.chords()
        for (x, y), (u, v) in itertools.pairwise(points):
            chords.append((number, len(chords), x, y, u, v))
    total = len(chords)
    for n, first in enumerate(chords):
        for second in chords[n + 2 :]:
            if closed and first[1] == 0 and second[1] == total - 1:
                continue
            at = _meeting(first, second)
            if at is not None:
                return pieces[first[0]], pieces[second[0]], at
    return None


def _meeting(first: _Chord, second: _Chord) -> tuple[float, float] | None:
    """Where two chords cross inside both, None where they do not."""
    _, _, ax, ay, bx, by = first
    _, _, cx, cy, dx, dy = second
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return None
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    cross = ux * vy - uy * vx
    if cross == 0.0:
        return None
    s = ((cx - ax) * vy - (cy - ay) * vx) / cross
    r = ((cx - ax) * uy - (cy - ay) * ux) / cross
    edge = 1e-6
    if edge < s < 1.0 - edge and edge < r < 1.0 - edge:
        return ax + s * ux, ay + s * uy
    return None
