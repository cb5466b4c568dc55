"""Rolling without slip and blades: a contact that holds for positions, and no slip, which holds for velocities only."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.bodies.spatial.inertia import frame_along
from linkwork.bodies.spatial.inertia import vector as array_of
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph
from linkwork.expression.number import Number
from linkwork.places.spatial import rotation
from linkwork.places.spatial.places import FramePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.base import Element, Unit
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import SpatialRow

_FLAT = 0.999
"""Cosine between the axis of a disc and the normal of its plane above which it is said to lie flat."""


class OnPlane(SpatialElement):
    """Something on a plane of the ground or of another body."""

    plane: FramePlace = Field(
        description="a point of the plane and its normal, the axis of the frame; reactions are along its x'', y'', z''"
    )

    def joint_frame(self, row: SpatialRow) -> tuple[str, Vec, Vec, Vec]:
        _, f, g, h = row.frame(self.plane)
        return self.plane.body, f, g, h

    def without_rolling(self) -> Element:
        return at_rest(type(self)).model_construct(**dict(self))

    def drawn_cosine(self, row: SpatialRow, other: Any) -> float:
        """Cosine between the normal and the axis of another frame, as drawn."""
        normal = row.scope.into_world(self.plane.body, *row.frame(self.plane)[3], direction=True)
        axis = row.scope.into_world(other.body, *row.frame(other)[3], direction=True)
        return float(rotation.dot(normal, axis).real)


@cache
def at_rest(kind: type[OnPlane]) -> type[OnPlane]:
    """The class of the same joint where only positions count, with the equations that hold for them."""
    kept = {name: unit for name, unit in kind.equations.items() if name not in kind.nonholonomic}
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, "equations": kept, "nonholonomic": ()})


class Rolling(OnPlane):
    """A round body that rolls on a plane without slip (1 equation of positions, 2 of velocities)."""

    kernel = "rolling"
    equations: ClassVar[dict[str, Unit]] = {"contact": "length", "slip x": "length", "slip y": "length"}
    nonholonomic = ("slip x", "slip y")

    def wheel(self, row: SpatialRow) -> tuple[str, Vec, Vec, Any, Any]:
        """Its body, centre and axis, the radius of the circle of tread centres and the radius of the tread."""
        raise TypeError(f"{type(self).__name__} does not say what rolls")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.plane.body, self.wheel(row)[0]

    def reaction_point(self, row: SpatialRow) -> Vec:
        """The centre: the force at the contact has a moment about it, which is the torque of the reaction."""
        return self.wheel(row)[1]

    def pack(self, row: SpatialRow) -> None:
        for vector in row.frame(self.plane):
            row.add(*vector)
        _, centre, axis, radius, tread = self.wheel(row)
        row.add(*centre, *axis, radius, tread)
        row.ints.append(len(self.equations))

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        body, centre, axis, radius, tread = self.wheel(row)
        x, y, z = (tuple(column) for column in frame_along(array_of(*axis)).T.tolist())
        sizes = float(radius.real), float(tread.real)
        return (Glyph("wheel", (body, (centre, x, y, z)), (self.plane.body, row.frame(self.plane)), *sizes),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Any]:
        point, f, g, h = row.frame(self.plane)
        body, centre, *_ = self.wheel(row)
        names = {"along_x": f, "along_y": g, "height": h}
        return {name: motion.along(self.plane.body, (point, axis), body, centre) for name, axis in names.items()}


class Disc(Rolling):
    """A wheel with a centre, an axis and a radius."""

    disc: FramePlace = Field(description="the centre of the wheel and its axis")
    radius: Number = Field(description="m")

    def wheel(self, row: SpatialRow) -> tuple[str, Vec, Vec, Any, Any]:
        centre, _, _, axis = row.frame(self.disc)
        return self.disc.body, centre, axis, row.positive(self.radius, "radius"), 0.0

    def warnings(self, row: SpatialRow) -> list[str]:
        if abs(self.drawn_cosine(row, self.disc)) <= _FLAT:
            return []
        return [
            f"{row.where}: as drawn, the disc of '{self.disc.body}' lies flat on its plane, where it has no single "
            "contact point; stand it up, or check that the axis is that of the wheel and not the plane's normal"
        ]


class RollingDisc(Disc):
    """A thin disc that rolls on a plane without slip; it may lean. Its centre stays on the side of the normal."""

    type: Literal["rolling_disc"] = "rolling_disc"


class RollingWheel(Disc):
    """A wheel with a round tread (a torus) that rolls on a plane without slip; it may lean.

    Its `radius` is that of the circle of tread centres: upright it stands radius + tread high.
    """

    type: Literal["rolling_wheel"] = "rolling_wheel"
    tread: Number = Field(description="radius of the round tread, m")

    def wheel(self, row: SpatialRow) -> tuple[str, Vec, Vec, Any, Any]:
        body, centre, axis, radius, _ = super().wheel(row)
        return body, centre, axis, radius, row.positive(self.tread, "tread")


class RollingSphere(Rolling):
    """A sphere that rolls on a plane without slip."""

    type: Literal["rolling_sphere"] = "rolling_sphere"
    sphere: PointPlace = Field(description="the centre of the sphere")
    radius: Number = Field(description="m")

    def wheel(self, row: SpatialRow) -> tuple[str, Vec, Vec, Any, Any]:
        return self.sphere.body, row.point(self.sphere), (0.0, 0.0, 1.0), 0.0, row.positive(self.radius, "radius")


class Blade(OnPlane):
    """A blade that cuts a plane: its point does not move across the blade."""

    kernel = "knife_edge"
    nonholonomic = ("across",)

    blade: FramePlace = Field(description="a point of the blade and its direction, the axis of the frame")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.plane.body, self.blade.body

    def reaction_point(self, row: SpatialRow) -> Vec:
        return row.point(self.blade)

    def pack(self, row: SpatialRow) -> None:
        point, _, _, normal = row.frame(self.plane)
        edge, _, _, direction = row.frame(self.blade)
        row.add(*point, *normal, *edge, *direction)
        row.ints += [int("contact" in self.equations), int("across" in self.equations)]

    def warnings(self, row: SpatialRow) -> list[str]:
        if abs(self.drawn_cosine(row, self.blade)) <= _FLAT:
            return []
        return [
            f"{row.where}: as drawn, the blade of '{self.blade.body}' points along the normal of its plane and has no "
            "direction across it; its axis is the direction in which it may slide"
        ]


class KnifeEdge(Blade):
    """A blade whose point does not move across it (1 equation of velocities); other joints hold it on the plane."""

    equations: ClassVar[dict[str, Unit]] = {"across": "length"}

    type: Literal["knife_edge"] = "knife_edge"


class Skate(Blade):
    """A blade whose point stays on the plane and does not move across the blade (1 equation of each kind)."""

    equations: ClassVar[dict[str, Unit]] = {"contact": "length", "across": "length"}

    type: Literal["skate"] = "skate"
