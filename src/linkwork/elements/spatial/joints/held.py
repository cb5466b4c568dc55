"""Bodies held in the world: their orientation, or all of their place (Haug 9.4.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.carrier import HOLD, Primitive
from linkwork.elements.spatial.glyph import Glyph
from linkwork.elements.spatial.joints.composed import frames_of
from linkwork.elements.spatial.joints.joints import parameters_of
from linkwork.elements.spatial.joints.program import FIRST_CONSTANT, PARALLEL, POINT, Step, structure_of
from linkwork.places.spatial import rotation
from linkwork.places.spatial.orientation import Orientation, Vector3

if TYPE_CHECKING:
    from linkwork.places.spatial.row import JointFrame, SpatialRow

_BODY = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class _Held(SpatialElement):
    """The body's frame coincides with a frame of the ground.

    The rotation between the two is held, not the book's e1, e2, e3, which are singular where e0 = 0.
    """

    kernel = "parallel"
    program: ClassVar[tuple[Step, ...]]

    on: str = Field(description="the body")
    orientation: Orientation | None = Field(default=None, description="its orientation; as drawn when left out")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return "ground", self.on

    def structure(self) -> tuple[str, ...]:
        return structure_of(self.program)

    def place(self, row: SpatialRow) -> JointFrame:
        """Where the body is held: point and axes in the world."""
        position, parameters = row.scope.drawn_place(self.on)
        if self.orientation is not None:
            parameters = self.orientation.evaluate(row.scope)
        rows = rotation.matrix_of(parameters)
        f, g, h = ((rows[0][n], rows[1][n], rows[2][n]) for n in range(3))
        return position, f, g, h

    def pack(self, row: SpatialRow) -> None:
        pair: tuple[JointFrame, JointFrame] = (self.place(row), _BODY)
        row.add(*(number for frame in pair for vector in frame for number in vector), *parameters_of(pair))
        row.ints += [len(self.equations), len(self.program)]
        for step in self.program:
            row.ints += step


class AbsoluteOrientation(_Held):
    """The orientation of a body in the world (3 equations)."""

    equations = {"turn x": "angle", "turn y": "angle", "turn z": "angle"}
    program = ((PARALLEL, FIRST_CONSTANT, 0),)

    type: Literal["absolute_orientation"] = "absolute_orientation"


class Ground(_Held):
    """A body fixed in the world, where it is drawn or where `position` and `orientation` put it (6 equations)."""

    equations = {"x": "length", "y": "length", "z": "length", "turn x": "angle", "turn y": "angle", "turn z": "angle"}
    program = (POINT, (PARALLEL, FIRST_CONSTANT, 0))
    freedoms = ()

    type: Literal["ground"] = "ground"
    position: Vector3 | None = Field(default=None, description="place of its origin; as drawn when left out")

    def place(self, row: SpatialRow) -> JointFrame:
        position, f, g, h = super().place(row)
        return position if self.position is None else row.scope.vector(self.position), f, g, h

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (Glyph("weld", ("ground", self.place(row)), (self.on, _BODY)),)

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        return (Primitive(HOLD, *frames_of(numbers)),)
