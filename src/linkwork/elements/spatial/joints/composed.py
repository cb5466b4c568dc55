"""Joints that are compositions of primitive constraints: a joint is a program, not code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.carrier import Axes
from linkwork.elements.spatial.ends import FramePair, same_way, turned_over
from linkwork.elements.spatial.glyph import Glyph, pair_glyph
from linkwork.elements.spatial.joints.program import Step, structure_of

if TYPE_CHECKING:
    from linkwork.places.spatial.row import JointFrame, SpatialRow


class Composed(FramePair, SpatialElement):
    """A joint whose equations are primitives between the axes of two frames."""

    kernel = "composed"
    program: ClassVar[tuple[Step, ...]]

    def constants(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
        """Numbers behind the two frames to which the program points."""
        return (0.0,)

    def structure(self) -> tuple[str, ...]:
        return structure_of(self.program)

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph(self.symbol, self, row),) if self.symbol else ()

    def pack(self, row: SpatialRow) -> None:
        pair = self.frames(row)
        for frame in pair:
            for vector in frame:
                row.add(*vector)
        row.add(*self.constants(row, pair))
        row.ints += [len(self.equations), len(self.program)]
        for step in self.program:
            row.ints += step


class Aligned(Composed):
    """A joint that holds the axes z'' of its frames parallel.

    Parallel axes may point in opposite ways (Haug's tables do so). The second frame is then
    turned over about its x'', which leaves the constraint and the angle as they are, and it is said.
    """

    def frames(self, row: SpatialRow) -> tuple[JointFrame, JointFrame]:
        first, second = row.frames(*self.places())
        same = same_way(row, self.ends(row), (first, second))
        return first, second if same else turned_over(second)

    def warnings(self, row: SpatialRow) -> list[str]:
        pair = row.frames(*self.places())
        if all(row.scope.axes(place).axis is None for place in self.places()):
            body, h = self.between[0].body, pair[0][3]
            x, y, z = (round(float(value.real), 4) + 0.0 for value in row.scope.into_world(body, *h, direction=True))
            taken = f"z of '{body}' is taken, ({x:g}, {y:g}, {z:g}) in the world as drawn"
            return [f"{row.where}: no axis is given; {taken}; say it with 'axis'"]
        if same_way(row, self.ends(row), pair):
            return []
        return [
            f"{row.where}: as drawn, the axis on '{self.between[1].body}' points against the one on "
            f"'{self.between[0].body}'; the joint keeps them so, and its angle counts about the first"
        ]


class Crossed(Composed):
    """A joint whose two frames have different axes.

    Each side gives its own; or the drawing gives both at once: `axis` is the first one's z'' and `x` the second one's.
    So it is too where the second place has no axis of its own.
    """

    def frames(self, row: SpatialRow) -> tuple[JointFrame, JointFrame]:
        places = self.places()
        if row.scope.axes(self.between[1]).axis is not None:
            return row.frame(places[0]), row.frame(places[1])
        first, (s, f, g, h) = row.frames(*places)
        return first, (s, h, (-g[0], -g[1], -g[2]), f)


def frames_of(numbers: Any) -> tuple[Axes, Axes]:
    """The two frames from the first 24 numbers of a joint."""
    vectors = [tuple(numbers[place : place + 3]) for place in range(0, 24, 3)]
    return (vectors[0], vectors[1], vectors[2], vectors[3]), (vectors[4], vectors[5], vectors[6], vectors[7])
