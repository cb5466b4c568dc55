"""Glyph: what an element of space looks like, as data; the views make solids of it.

Kinds of joints, with the frames (point, x'', y'', z'') that the element has on its two bodies:

    ball, hinge, cross, weld, coupling       where two bodies meet in a point
    sleeve, slide, thread, puck, bead, pad   something of the second body that goes along the axis, or on the plane, of
                                             the first
    rod, strut, spring                       something straight between the two points, with `tips` at its ends
    slide_spring, slide_damper               the same along the axis of the first frame; `size` is its free position
    muscle, band                             a muscle between two points; a part of one whose path has more of them
    beam                                     an element of a beam between the two points
    bushing, coil                            something soft about the first point
    gear, pulley, worm, wheel                something round about the axis of the first frame; `size` is its radius
    belt                                     strands between pulleys of these two sizes, the second negative where they
                                             cross
    rack                                     a toothed bar along the axis of the first frame
    curve                                    the second point on a curve of the first body
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from linkwork.elements.spatial.ends import FramePair
    from linkwork.places.spatial.places import Frame
    from linkwork.places.spatial.row import JointFrame, SpatialRow

End = tuple[str, "JointFrame"]
"""A body and a frame on it."""


class Glyph(NamedTuple):
    """One symbol between two bodies."""

    kind: str
    first: End
    second: End
    size: float = 0.0
    other_size: float = 0.0
    tips: tuple[str, str] = ("ball", "ball")


def pair_glyph(kind: str, pair: FramePair, row: SpatialRow, turned: bool = False, **more: Any) -> Glyph:
    """The glyph between the two frames of an element; `turned` lets the second go first."""
    first, second = zip(pair.ends(row), pair.frames(row), strict=True)
    return Glyph(kind, second, first, **more) if turned else Glyph(kind, first, second, **more)


def point_glyph(kind: str, row: SpatialRow, first: Frame, second: Frame, **more: Any) -> Glyph:
    """The glyph between two places."""
    return Glyph(kind, (first.body, row.frame(first)), (second.body, row.frame(second)), **more)
