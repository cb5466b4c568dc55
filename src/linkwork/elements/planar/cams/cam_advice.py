"""Advice about cams before anything moves: concave parts, sharp points, followers too large for a hollow.

Two outlines that touch from outside keep apart next to the contact only if their curvatures, each positive where its
body is convex, add up to more than zero. A flat face has curvature zero; for an outline that surrounds the other
(a roller in a groove) the sign of its curvature turns over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from linkwork.base.names import GROUND
from linkwork.elements.limbs import inside
from linkwork.elements.planar.cams.curvature import Array, Bend, Span, bend_of

if TYPE_CHECKING:
    from linkwork.places.row import Row

_FLAT = 1e-9  # of the curvature of a circle of the outline's size: rounding, not a hollow

Side = Literal["outside", "first inside", "second inside"]


def flat_advice(row: Row, reference: str) -> list[str]:
    """What is wrong with an outline under a flat face: hollows that it cannot reach, sharp points."""
    bend = bend_of(row, reference)
    texts = _sharp_points(row, reference, bend)
    if not bend.closed and np.nanmax(bend.curvature) <= _FLAT / bend.size:
        return texts
    hollow = bend.curvature < -_FLAT / bend.size
    if hollow.any():
        texts.append(
            f"{row.where}: outline '{reference}' is hollow {_ranges(bend.spans(hollow))} "
            f"({_tightest(bend.curvature)}); a flat face cannot touch it there"
        )
    return texts


def pair_advice(row: Row, first: str, second: str) -> list[str]:
    """What is wrong with two outlines that touch: sharp points, a hollow tighter than the other can enter."""
    bends = bend_of(row, first), bend_of(row, second)
    texts = [text for name, bend in zip((first, second), bends, strict=True) for text in _sharp_points(row, name, bend)]
    if not all(bend.closed or not np.any(bend.curvature) for bend in bends):
        return texts
    side = _side(row, (first, second), bends)
    if side is None:
        return texts
    one = -bends[0].curvature if side == "second inside" else bends[0].curvature
    other = -bends[1].curvature if side == "first inside" else bends[1].curvature
    texts += _too_tight(row, (first, second), bends[0], one, other)
    texts += _too_tight(row, (second, first), bends[1], other, one)
    return texts


def _too_tight(row: Row, names: tuple[str, str], bend: Bend, curvature: Array, against: Array) -> list[str]:
    """Where no part of the other outline is curved enough to enter a hollow of this one."""
    sharpest = float(np.nanmax(against))
    blocked = curvature < -sharpest - _FLAT / bend.size
    if not blocked.any():
        return []
    if sharpest > 0.0:
        other = f"the least radius of '{names[1]}' is {1.0 / sharpest:.4g} m"
    else:
        other = f"'{names[1]}' is nowhere convex"
    return [
        f"{row.where}: the hollow of outline '{names[0]}' {_ranges(bend.spans(blocked))} is too tight "
        f"({_tightest(curvature)}), but {other}; they cannot touch there (undercut)"
    ]


def _sharp_points(row: Row, reference: str, bend: Bend) -> list[str]:
    return [
        f"{row.where}: outline '{reference}' has a sharp point at parameter {(a + b) / 2 if a <= b else b:.3g} "
        "(its radius of curvature vanishes); the contact stops or jumps there"
        for a, b in bend.sharp()
    ]


def _tightest(curvature: Array) -> str:
    lowest = float(np.nanmin(curvature))
    return f"curvature down to {lowest:.4g} 1/m, least radius {-1.0 / lowest:.4g} m"


def _ranges(spans: list[Span]) -> str:
    return "for parameters " + " and ".join(f"{a:.3g} to {b:.3g}" for a, b in spans)


def _side(row: Row, names: tuple[str, str], bends: tuple[Bend, Bend]) -> Side | None:
    """Whether one outline surrounds the other as drawn; None when a body has no estimate, so that nothing is drawn."""
    if not all(bend.closed for bend in bends):
        return "outside"
    bodies = [row.scope.outline(name)[0] for name in names]
    if any(body != GROUND and row.scope.body(body).estimate is None for body in bodies):
        return None
    placed = [_drawn(row, body, bend) for body, bend in zip(bodies, bends, strict=True)]
    larger = 0 if bends[0].size >= bends[1].size else 1
    middle = placed[1 - larger].mean(axis=0)
    if not inside((float(middle[0]), float(middle[1])), placed[larger].tolist()):
        return "outside"
    return "second inside" if larger == 0 else "first inside"


def _drawn(row: Row, body: str, bend: Bend) -> Array:
    """The outline's points where the drawing shows its body."""
    x, y, angle = (float(value.real) for value in row.scope.drawn_pose(body))
    c, s = np.cos(angle), np.sin(angle)
    return bend.points[::20] @ np.array([[c, s], [-s, c]]) + np.array([x, y])
