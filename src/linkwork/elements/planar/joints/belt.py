"""Belts and chains between two pulleys: elastic ones are forces, one that does not stretch is a joint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.names import GROUND
from linkwork.elements.base import Element
from linkwork.elements.planar.direction import direction_angle
from linkwork.elements.planar.ends import PointPair
from linkwork.elements.planar.forces.forces import Force
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.places.scope import root

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

_ZERO = as_expression(0)


class Pulleys(PointPair):
    """Two pulleys: a centre on each of two bodies, which turn with them, and their radii."""

    radii: tuple[Number, Number] = Field(description="radii of the pulleys in m, both positive")
    crossed: bool = Field(
        default=False, strict=True, description="the strands cross: the pulleys turn in opposite ways"
    )

    def signed_radii(self, row: Row) -> tuple[Any, Any]:
        """The radii, that of the second pulley negative when the belt is crossed."""
        first, second = (row.positive(radius, "a pulley's radius") for radius in self.radii)
        return first, -second if self.crossed else second

    def drawn(self, row: Row) -> tuple[Any, Any, Any]:
        """Direction and length of the line of centres as drawn, and R_i (phi_i - psi) - R_j (phi_j - psi) there."""
        first, second = self.places()
        xi, yi = row.scope.into_world(first.body, *row.point(first))
        xj, yj = row.scope.into_world(second.body, *row.point(second))
        dx, dy = xj - xi, yj - yi
        if dx.real == 0.0 and dy.real == 0.0:
            row.fail("the pulleys are drawn with one centre; give their bodies estimates, or places drawn apart")
        direction = direction_angle(dx, dy)
        radius_i, radius_j = self.signed_radii(row)
        phi_i, phi_j = row.scope.drawn_pose(first.body)[2], row.scope.drawn_pose(second.body)[2]
        wound = radius_i * (phi_i - direction) - radius_j * (phi_j - direction)
        return direction, root(dx * dx + dy * dy), wound

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.places()
        return {"centre_distance": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}

    def sketch(self, row: Row, pen: Pen) -> None:
        radii = [row.number(radius).real for radius in self.radii]
        pen.belt(row, *self.places(), (radii[0], radii[1]), crossed=self.crossed)


class Belt(Pulleys, Force):
    """An elastic belt or chain around two pulleys: two strands that pull and never push, without slip.

    Each strand is a spring and damper along the common tangent of the pulleys. As drawn, both have the tension
    `preload`; so draw the centres where they are, or give `centre_distance`. Their distance may change.
    """

    kernel = "belt"
    channel_units: ClassVar[dict[str, str]] = {"left": "N", "right": "N"}

    type: Literal["belt"] = "belt"
    stiffness: Number = Field(description="of one strand, N/m")
    damping: Number = Field(default=_ZERO, description="of one strand, N s/m")
    preload: Number = Field(default=_ZERO, description="tension of both strands as drawn, N")
    centre_distance: Number | None = Field(
        default=None, description="distance of the centres at which the strands have the preload, m; left out: as drawn"
    )

    def states(self) -> dict[str, Number]:
        return {"direction": _ZERO}

    def pack(self, row: Row) -> None:
        first, second = self.places()
        for place in (first, second):
            if place.body != GROUND and row.scope.body(place.body).estimate is None:
                row.fail(f"the belt has its preload as drawn; give body '{place.body}' an estimate of x, y, angle")
        radius_i, radius_j = self.signed_radii(row)
        direction, distance, wound = self.drawn(row)
        if self.centre_distance is not None:
            distance = row.positive(self.centre_distance, "centre_distance")
        rho = radius_i - radius_j
        if distance.real <= abs(rho.real):
            row.fail(
                f"the centres are {distance.real:g} m apart; {'a crossed' if self.crossed else 'an open'} belt around "
                f"these radii needs more than {abs(rho.real):g} m"
            )
        sizes = sum(row.number(radius).real for radius in self.radii)
        if distance.real < sizes:
            row.fail(
                f"the pulleys overlap: their centres are {distance.real:g} m apart and their radii make {sizes:g} m; "
                "draw the centres further apart or make the radii smaller"
            )
        length = root(distance * distance - rho * rho)
        row.add(*row.point(first), *row.point(second), radius_i, radius_j)
        row.add(length, direction_angle(rho, length), direction, wound)
        stiffness = row.number(self.stiffness)
        if stiffness.real <= 0.0:
            row.fail(f"stiffness must be greater than zero; it is {stiffness.real:g}; for none, make the belt rigid")
        damping = row.not_negative(self.damping, "damping", "a belt would feed energy into the motion")
        row.add(stiffness, damping, row.not_negative(self.preload, "preload", "strands pull and never push"))
        row.ints += row.state("direction")
        row.ints.append(row.switch("left strand tight"))
        for text in ("left strand pulling", "right strand tight", "right strand pulling"):
            row.switch(text)
        row.ints.append(row.report("left", "right"))


class BeltDrive(Pulleys, Element):
    """A belt or chain that neither stretches nor slips (1 equation). Other joints hold the distance of the centres."""

    kernel = "belt_drive"
    equations = {"belt": "length"}
    memory = ("turned",)

    type: Literal["belt"] = "belt"

    def pack(self, row: Row) -> None:
        first, second = self.places()
        radius_i, radius_j = self.signed_radii(row)
        if self.crossed or radius_i != radius_j:
            direction, _, wound = self.drawn(row)
        else:
            phi_i, phi_j = (row.scope.drawn_pose(place.body)[2] for place in (first, second))
            direction, wound = 0.0, radius_i * (phi_i - phi_j)
        row.add(*row.point(first), *row.point(second), radius_i, radius_j, direction, wound)
