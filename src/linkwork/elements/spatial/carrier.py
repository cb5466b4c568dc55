"""How a joint carries a body in a tree in space: primitive motions in a row, from its first body to its second.

A pin is one turn, a slide one slide, a thread one screw, a ball joint one ball, a weld a hold. A joint with more
freedoms is a chain of these through frames without mass. What walks the tree knows these motions only.
"""

from __future__ import annotations

from typing import Any

from linkwork.base.late_dataclass import dataclass

TURN, SLIDE, SCREW, BALL, HOLD = "turn", "slide", "screw", "ball", "hold"

Axes = tuple[Any, Any, Any, Any]
"""A point s and unit axes f, g, h, each three numbers, in the frame of a body or of a massless frame."""

MASSLESS: Axes = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Origin and axes of a frame without mass."""


@dataclass(frozen=True)
class Primitive:
    """One motion between two frames, which coincide where its value is zero.

    kind    TURN about h, SLIDE along h, SCREW both at once, BALL about the point, or HOLD
    before  the frame in the body before it
    after   the frame in the body behind it
    pitch   of a screw: advance in m a radian
    """

    kind: str
    before: Axes
    after: Axes
    pitch: Any = 0.0

    def reversed(self) -> Primitive:
        """The motion walked the other way; its value changes sign."""
        return Primitive(self.kind, self.after, self.before, self.pitch)


def along_x(frame: Axes) -> Axes:
    """The same frame named so that its x'' is the axis h."""
    s, f, g, h = frame
    return s, g, h, f


def along_y(frame: Axes) -> Axes:
    """The same frame named so that its y'' is the axis h."""
    s, f, g, h = frame
    return s, h, f, g


def slides(frame: Axes) -> tuple[Primitive, Primitive]:
    """Slides along x'' and y'' of a frame, into a frame without mass parallel to it."""
    return (
        Primitive(SLIDE, along_x(frame), along_x(MASSLESS)),
        Primitive(SLIDE, along_y(MASSLESS), along_y(MASSLESS)),
    )
