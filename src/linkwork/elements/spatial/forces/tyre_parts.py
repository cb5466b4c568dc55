"""Parts of tyres and roads: curves of the Magic Formula, steps, heights, patches."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

ZERO = as_expression(0)
_FAR = 1e5  # m; beyond its first and last point a stepped road goes on level


class MagicCurve(Part):
    """B, C, D, E of the Magic Formula for a load of 1 N: D sin(C atan(B s - E (B s - atan B s)))."""

    B: Number = Field(description="stiffness factor; of slip ratio or rad")
    C: Number = Field(description="shape factor")
    D: Number = Field(description="peak factor: a friction coefficient, or for the aligning moment m")
    E: Number = Field(default=ZERO, description="curvature factor, not above 1")


class UnevenRoad(Part):
    """A road that is not flat; written with its type."""

    type: str

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> Any:
        return {"type": self.type} | handler(self)


class Steps(UnevenRoad):
    """A road of straight pieces that is the same across its whole width: kerbs, steps, ramps, bumps.

    The wheel meets it as a circle, so that it climbs an edge by rolling over it. Level before the first point and
    behind the last one.
    """

    type: Literal["steps"] = "steps"
    points: list[tuple[Number, Number]] = Field(
        min_length=2, description="distance along x of the road's frame and height, one after the other, m"
    )

    def numbers(self, row: SpatialRow) -> tuple[list[Any], int, int]:
        """x and z of its points, their number."""
        points = [(row.number(x), row.number(z)) for x, z in self.points]
        for (x, z), (after, above) in pairwise(points):
            if after.real < x.real or (after.real == x.real and above.real == z.real):
                row.fail(
                    f"surface: the points of a stepped road go forward; behind x = {x.real:g} comes {after.real:g}"
                )
        (first, low), (last, high) = points[0], points[-1]
        points = [(first - _FAR, low), *points, (last + _FAR, high)]
        return [value for point in points for value in point], len(points), 0


class HeightField(UnevenRoad):
    """A road of given heights on a grid, with smooth slopes between them (cubic convolution), level beyond its edges.

    The wheel stands on the tangent plane below it: for unevenness that is longer than the contact.
    """

    type: Literal["heights"] = "heights"
    heights: list[list[Number]] = Field(
        min_length=2, description="heights in m: a list for every x, in it one for every y (or one for all)"
    )
    origin: tuple[Number, Number] = Field(default=(ZERO, ZERO), description="x and y of the first height, m")
    spacing: tuple[Number, Number] = Field(description="distances of neighbours along x and y, m")

    def numbers(self, row: SpatialRow) -> tuple[list[Any], int, int]:
        """Origin, spacings and heights; how many along x and y."""
        rows = [[row.number(value) for value in line] for line in self.heights]
        width = len(rows[0])
        if width == 0 or any(len(line) != width for line in rows):
            row.fail("surface: every list of heights has as many numbers as the first, at least one")
        spacing = [row.number(value) for value in self.spacing]
        if any(value.real <= 0.0 for value in spacing):
            row.fail("surface: spacing must be greater than zero")
        if width == 1:
            rows, width = [[line[0], line[0]] for line in rows], 2
        heights = [value for line in rows for value in line]
        return [*(row.number(value) for value in self.origin), *spacing, *heights], len(rows), width


class Patch(Part):
    """A rectangle of the road with another friction; it goes over into the rest within the width of its edges."""

    x: tuple[Number, Number] = Field(description="from, to, along x of the road's frame, m")
    y: tuple[Number, Number] = Field(
        default=(as_expression(-_FAR), as_expression(_FAR)), description="from, to, along its y, m"
    )
    edge: Number = Field(default=as_expression(0.1), description="width over which the friction changes, m")
    factor: Number = Field(description="factor of the tyre's friction inside")

    def numbers(self, row: SpatialRow) -> list[Any]:
        """Bounds, edge, factor."""
        bounds = [row.number(value) for value in (*self.x, *self.y)]
        edge, factor = row.number(self.edge), row.number(self.factor)
        if bounds[0].real >= bounds[1].real or bounds[2].real >= bounds[3].real:
            row.fail("a patch of the road begins before it ends, along x and y")
        if edge.real <= 0.0 or factor.real <= 0.0:
            row.fail("a patch of the road: edge and factor must be greater than zero")
        return [*bounds, edge, factor]


Surface = Steps | HeightField
