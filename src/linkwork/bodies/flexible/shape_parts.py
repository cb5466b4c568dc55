"""Shapes of ours that are meshed here: box, cylinder, plate with holes, beam; in the plane rectangle, plate, beam.

shape: {type: box, size: [0.4, 0.02, 0.03], divisions: [20, 2, 2]}
shape: {type: plate, size: [0.3, 0.1, 0.01], holes: [{center: [0.05, 0.05], radius: 0.02}], cell: 0.01}
shape: {type: beam, length: 1, section: {height: 0.02, width: 0.01}, elements: 20}
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_serializer

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable

Numbers = tuple[Number, ...]
_ZERO = as_expression(0)
Order = Annotated[
    Literal[1, 2], Field(description="order of the elements; those of the first are too stiff in bending")
]


class _Typed(Part, metaclass=Readable):
    """A shape says its type in files, though in Python its class does."""

    @model_serializer(mode="wrap")
    def _written(self, handler: Any) -> Any:
        return {"type": getattr(self, "type", None)} | handler(self)


class BoxShape(_Typed):
    """A box (in the plane a rectangle) along the axes of the body, from the corner `origin`."""

    type: Literal["box", "rectangle"] = "box"
    size: Numbers = Field(description="lengths along x, y and, in space, z")
    origin: Numbers = Field(default=(), description="the corner with the least coordinates; the origin of the frame")
    divisions: tuple[int, ...] = Field(default=(), description="cells along each axis; chosen by the sizes if left out")
    order: Order = 2


class Hole(Part, metaclass=Readable):
    """A round hole through a plate."""

    center: Numbers = Field(description="x and y of its middle")
    radius: Number


class PlateShape(_Typed):
    """A plate in the plane xy with round holes; in space it reaches from z = origin by the third size."""

    type: Literal["plate"] = "plate"
    size: Numbers = Field(description="lengths along x, y and, in space, z")
    origin: Numbers = Field(default=(), description="the corner with the least coordinates; the origin of the frame")
    holes: tuple[Hole, ...] = Field(default=(), description="round holes through it")
    edge: Number | None = Field(default=None, description="length of an edge of a cell; a tenth of the least size")
    layers: int = Field(default=1, ge=1, le=20, description="cells through the thickness, in space")
    order: Order = 2


class CylinderShape(_Typed):
    """A round bar or tube along x, from the origin of the body's frame; in space."""

    type: Literal["cylinder"] = "cylinder"
    radius: Number
    inner: Number = Field(default=_ZERO, description="radius of the bore; none when left out")
    length: Number
    origin: Numbers = Field(default=(), description="the middle of its first end; the origin of the frame")
    divisions: tuple[int, ...] = Field(default=(), description="cells along it, from the axis outwards, around")
    order: Order = 2


class SectionShape(Part, metaclass=Readable):
    """The section of a beam: a rectangle, or a circle or tube."""

    height: Number | None = Field(default=None, description="of a rectangle, in the direction of the beam's y")
    width: Number | None = Field(default=None, description="of a rectangle, across")
    radius: Number | None = Field(default=None, description="of a circle")
    inner: Number = Field(default=_ZERO, description="radius of the bore of a tube")


class BeamShape(_Typed):
    """A straight beam of finite elements with rotations at its nodes."""

    type: Literal["beam"] = "beam"
    length: Number | None = Field(default=None, description="along x from the origin; or give `begin` and `end`")
    begin: Numbers = Field(default=(), description="where it begins; the origin of the frame")
    end: Numbers = Field(default=(), description="where it ends")
    section: SectionShape
    up: Numbers = Field(default=(), description="in space: a direction in the plane of the beam's x and y; y")
    elements: int = Field(default=20, ge=1, le=5000, description="how many elements it has")


class ShellShape(_Typed):
    """A thin sheet in the plane xy, which may be bent about x, of quadrilaterals with rotations; in space."""

    type: Literal["shell"] = "shell"
    size: Numbers = Field(description="lengths along x and y, measured along the sheet")
    thickness: Number = Field(description="of the wall")
    origin: Numbers = Field(default=(), description="the corner with the least coordinates; the origin of the frame")
    bend: Number = Field(
        default=_ZERO,
        description="angle by which it turns about x from one side to the other; 360 deg: a tube without a seam",
    )
    divisions: tuple[int, ...] = Field(default=(), description="cells along x and y; chosen by the sizes if left out")


AnyFlexibleShape = Annotated[
    BoxShape | PlateShape | CylinderShape | BeamShape | ShellShape, Field(discriminator="type")
]
