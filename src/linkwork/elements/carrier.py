"""How a joint carries a body in a tree: primitive motions in a row, from its first body to its second.

A pin is one turn, a slide one slide, a weld a hold. A joint with more freedoms is a chain of these through frames
without mass: a pin in a slot slides and turns, a link with two pins turns twice. What walks the tree knows these
motions only, never a joint by its name.
"""

from __future__ import annotations

from typing import Any

from linkwork.base.late_dataclass import dataclass

TURN, SLIDE, HOLD = "turn", "slide", "hold"


@dataclass(frozen=True)
class Primitive:
    """One motion between two frames.

    kind    TURN about a point, SLIDE along a line, or HOLD
    before  the point x, y in the frame before it; of a slide the line x, y, ux, uy
    after   the same in the frame behind it
    angle   of a hold: angle of the frame behind less that of the frame before
    """

    kind: str
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    angle: Any = 0.0

    def reversed(self) -> Primitive:
        """The motion walked the other way."""
        return Primitive(self.kind, self.after, self.before, -self.angle)


def turn(before: tuple[Any, ...], after: tuple[Any, ...]) -> Primitive:
    """A turn about points of the two frames."""
    return Primitive(TURN, tuple(before[:2]), tuple(after[:2]))


def slides(angle: Any) -> tuple[Primitive, Primitive]:
    """Slides along x and y of the frame before; the frame behind keeps its angle against it."""
    from numpy import cos, sin

    along = (0.0, 0.0, sin(angle), cos(angle))
    return slide((0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 1.0, 0.0)), slide((0.0, 0.0, 0.0, 1.0), along)


def slide(before: tuple[Any, ...], after: tuple[Any, ...]) -> Primitive:
    """A slide along lines x, y, ux, uy of the two frames."""
    return Primitive(SLIDE, tuple(before[:4]), tuple(after[:4]))
