"""The two ends of a spatial element: a frame on each of two bodies, or one frame drawn in the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from linkwork.expression.part import Part
from linkwork.places.spatial.orientation import Vector3
from linkwork.places.spatial.places import Frame, FramePlace, drawn_frame

if TYPE_CHECKING:
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import JointFrame, SpatialRow


class FramePair(Part):
    """An element between a frame of one body and a frame of another."""

    between: tuple[FramePlace, FramePlace] = Field(description="a point, or a point with axes, on each of two bodies")
    at: Vector3 | None = Field(default=None, description="the point of both, as drawn in the world")
    axis: Vector3 | None = Field(default=None, description="the axis z'' of both, as drawn in the world")
    x: Vector3 | None = Field(default=None, description="the direction x'' of both, as drawn in the world")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def places(self) -> tuple[Frame, Frame]:
        """The two frames, with `at`, `axis` and `x` put in where a side names only its body."""
        first, second = (drawn_frame(place, self.at, self.axis, self.x) for place in self.between)
        return first, second

    def frames(self, row: SpatialRow) -> tuple[JointFrame, JointFrame]:
        """The joint's frame in the first and in the second body."""
        return row.frames(*self.places())

    def reaction_point(self, row: SpatialRow) -> Vec:
        return self.frames(row)[1][0]

    def first_point(self, row: SpatialRow) -> Vec | None:
        return self.frames(row)[0][0]

    def joint_frame(self, row: SpatialRow) -> tuple[str, Vec, Vec, Vec]:
        _, f, g, h = self.frames(row)[0]
        return self.between[0].body, f, g, h


def drawn_product(row: SpatialRow, first: tuple[str, Vec], second: tuple[str, Vec]) -> Any:
    """Scalar product of directions of two bodies as the drawing shows them."""
    (x, y, z), (u, v, w) = (row.scope.into_world(body, *vector, direction=True) for body, vector in (first, second))
    return x * u + y * v + z * w


def drawn_between(row: SpatialRow, first: tuple[str, Vec], second: tuple[str, Vec]) -> Vec:
    """The vector from a point of one body to a point of another as the drawing shows them."""
    (x, y, z), (u, v, w) = (row.scope.into_world(body, *point) for body, point in (first, second))
    return u - x, v - y, w - z


def same_way(row: SpatialRow, bodies: tuple[str, str], pair: tuple[JointFrame, JointFrame]) -> bool:
    """Whether the two axes z'' point the same way in the drawing."""
    product = drawn_product(row, (bodies[0], pair[0][3]), (bodies[1], pair[1][3]))
    return bool(product.real >= 0.0)


def turned_over(frame: JointFrame) -> JointFrame:
    """The frame turned by half a turn about its x'', so that its axis points the other way."""
    s, f, (a, b, c), (x, y, z) = frame
    return s, f, (-a, -b, -c), (-x, -y, -z)
