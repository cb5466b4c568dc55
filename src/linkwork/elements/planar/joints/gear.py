"""Gear pair, external or internal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.planar.direction import direction_angle
from linkwork.elements.planar.ends import PointPair
from linkwork.expression.number import Number

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

_FIT = 1e-6


class Gear(PointPair, Element):
    """Two gears that roll on each other (1 equation). Their centre distance is held by other joints.

    `internal: true` makes the first gear a ring around the second. `reference` gives the angles, in each gear's frame,
    of the two marks that meet on the line of centres; left out, the gears mesh as drawn.
    """

    kernel = "gear"
    equations = {"mesh": "length"}
    memory = ("side",)

    type: Literal["gear"] = "gear"
    radii: tuple[Number, Number] = Field(description="pitch radii in m, both positive")
    internal: bool = Field(default=False, strict=True, description="the first gear is a ring with inner teeth")
    reference: tuple[Number, Number] | None = Field(default=None, description="reference angles in rad")

    def pack(self, row: Row) -> None:
        first, second = self.places()
        radius_i, radius_j = self._radii(row)
        share_i, share_j = radius_i / (radius_i + radius_j), radius_j / (radius_i + radius_j)
        theta_i, theta_j = self._reference(row)
        turned = 0.0 if self.internal else math.pi
        row.add(*row.point(first), *row.point(second), share_i, share_j)
        row.add(share_i * theta_i + share_j * (theta_j - turned))

    def _radii(self, row: Row) -> tuple[Any, Any]:
        radius_i, radius_j = (row.positive(radius, "a gear's radius") for radius in self.radii)
        if not self.internal:
            return radius_i, radius_j
        if radius_i.real <= radius_j.real:
            row.fail(f"an internal ring must be larger than its pinion; the radii are {radius_i:g} and {radius_j:g}")
        return -radius_i, radius_j

    def centre_distance(self, row: Row) -> float:
        """The distance of the centres that the radii need."""
        radius_i, radius_j = self._radii(row)
        return abs((radius_i + radius_j).real)

    def _reference(self, row: Row) -> tuple[Any, Any]:
        if self.reference is not None:
            return row.number(self.reference[0]), row.number(self.reference[1])
        first, second = self.places()
        xi, yi = row.scope.into_world(first.body, *row.point(first))
        xj, yj = row.scope.into_world(second.body, *row.point(second))
        direction = direction_angle(xj - xi, yj - yi)
        turned = 0.0 if self.internal else math.pi
        phi_i, phi_j = row.scope.drawn_pose(first.body)[2], row.scope.drawn_pose(second.body)[2]
        return direction - phi_i, direction + turned - phi_j

    def misfit(self, row: Row, distance: float) -> str | None:
        """What is wrong when the assembled centres are `distance` apart, or nothing."""
        needed = self.centre_distance(row)
        if abs(distance - needed) <= _FIT * needed:
            return None
        kind = "difference" if self.internal else "sum"
        return f"the gear centres are {distance:.6g} m apart, but the {kind} of the radii is {needed:.6g} m"

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.places()
        return {"centre_distance": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}

    def sketch(self, row: Row, pen: Pen) -> None:
        first, second = self.places()
        radius_i, radius_j = (row.number(radius).real for radius in self.radii)
        pen.gear(row, first, radius_i, internal=self.internal)
        pen.gear(row, second, radius_j)
