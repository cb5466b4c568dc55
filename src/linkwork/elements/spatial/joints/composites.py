"""Massless couplers between two bodies in place of a link: composite joints (Haug 9.4.28 to 9.4.34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.elements.spatial.ends import drawn_between
from linkwork.elements.spatial.glyph import Glyph, pair_glyph
from linkwork.elements.spatial.joints.composed import Aligned, Composed, Crossed
from linkwork.elements.spatial.joints.joints import OnLine, position_of
from linkwork.elements.spatial.joints.program import (
    AXES,
    DISTANCE,
    DOT_1,
    DOT_2,
    F_I,
    F_J,
    FIRST_CONSTANT,
    G_I,
    G_J,
    H_I,
    H_J,
    LINE,
    LINE_BACK,
    Step,
)
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.row import JointFrame, SpatialRow

_ZERO = as_expression(0)
_LENGTH: Step = (DISTANCE, FIRST_CONSTANT, 0)
_BESIDE: Step = (DOT_2, H_I, FIRST_CONSTANT + 1)
_ON_AXIS: tuple[Step, ...] = tuple((code, axis, FIRST_CONSTANT + 1) for code, axis, _ in LINE_BACK)


class _Link(Composed):
    """A coupler of a fixed length between two points. Its multiplier is the force along it, in N."""

    tips: ClassVar[tuple[str, str]] = ("ball", "ball")

    link: Number | None = Field(default=None, alias="length", description="length in m; as drawn when left out")

    def constants(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
        return self._length(row, pair), 0.0

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph(self.symbol, self, row, tips=self.tips),)

    def _length(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> Any:
        if self.link is not None:
            return row.positive(self.link, "the length")
        bodies = self.ends(row)
        vector = drawn_between(row, (bodies[0], pair[0][0]), (bodies[1], pair[1][0]))
        if rotation.size(vector) == 0.0:
            row.fail("its points are drawn in one place; a length of zero is a spherical joint, or give 'length'")
        length = rotation.length(vector)
        row.lengths.append(length)
        return length

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        bodies, (first, second) = self.ends(row), self.frames(row)
        return {"distance": motion.distance((bodies[0], first[0]), (bodies[1], second[0]))}


class SphericalSpherical(_Link):
    """A massless rod with a ball at each end: two points keep their distance (1 equation; Haug 9.4.28)."""

    equations = {"distance": "length"}
    program = (_LENGTH,)
    symbol = "rod"

    type: Literal["spherical_spherical"] = "spherical_spherical"


class _Offset(_Link):
    offset: Number = Field(
        default=_ZERO, description="how far along the first axis the other end lies, m; 0: square to the axis"
    )

    def constants(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
        length, offset = self._length(row, pair), row.number(self.offset)
        if abs(offset.real) >= length.real:
            row.fail(f"the offset {offset.real:g} must be smaller than the length {length.real:g}")
        return length, offset


class RevoluteSpherical(_Offset):
    """A massless rod on a hinge of the first body with a ball at its end (2 equations; Haug 9.4.29).

    The book wants the hinge's point at the foot of the perpendicular from the ball; `offset` frees it.
    """

    equations = {"distance": "length", "offset": "length"}
    program = (_LENGTH, _BESIDE)
    symbol = "rod"
    tips = ("hinge", "ball")

    type: Literal["revolute_spherical"] = "revolute_spherical"


class RevoluteRevolute(_Offset, Aligned):
    """A massless link with parallel hinges at both ends (4 equations; Haug 9.4.30)."""

    equations = {"axis x": "angle", "axis y": "angle", "offset": "length", "distance": "length"}
    program = (*AXES, _BESIDE, _LENGTH)
    symbol = "rod"
    tips = ("hinge", "hinge")

    type: Literal["revolute_revolute"] = "revolute_revolute"


class RevoluteRevoluteOrthogonal(_Link, Crossed):
    """A massless link whose hinges are square to each other, the second along the link (4 equations; Haug 9.4.31)."""

    equations = {"offset": "length", "off x": "length", "off y": "length", "distance": "length"}
    program = (_BESIDE, *_ON_AXIS, _LENGTH)
    symbol = "rod"
    tips = ("hinge", "hinge")

    type: Literal["revolute_revolute_orthogonal"] = "revolute_revolute_orthogonal"


class RevoluteCylindrical(Crossed):
    """A hinge of the first body on a pin that slides and turns in the second (3 equations; Haug 9.4.32).

    The axes are square to each other, and the first point stays on the second axis.
    """

    equations = {"square": "angle", "off x": "length", "off y": "length"}
    program = ((DOT_1, H_I, H_J), *LINE_BACK)

    type: Literal["revolute_cylindrical"] = "revolute_cylindrical"

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph("sleeve", self, row, turned=True),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        first, (s, _, _, h) = self.frames(row)
        bodies = self.ends(row)
        return {"position": motion.along(bodies[1], (s, h), bodies[0], first[0])}


class RevoluteTranslational(Crossed):
    """A hinge of the first body on a slider of the second (4 equations; Haug 9.4.33).

    The hinge is parallel to x'' of the second frame, and its point stays on the second axis.
    """

    equations = {"axis x": "angle", "axis y": "angle", "off x": "length", "off y": "length"}
    program = ((DOT_1, F_I, F_J), (DOT_1, G_I, F_J), *LINE_BACK)

    type: Literal["revolute_translational"] = "revolute_translational"

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph("sleeve", self, row, turned=True),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        first, (s, _, _, h) = self.frames(row)
        bodies = self.ends(row)
        return {"position": motion.along(bodies[1], (s, h), bodies[0], first[0])}


class TranslationalRevolute(Crossed):
    """A slider on the first body with a hinge of the second (4 equations): the joint above seen from its other side.

    The hinge of the second body is parallel to x'' of the first frame, and its point stays on the first axis.
    """

    equations = {"axis x": "angle", "axis y": "angle", "off x": "length", "off y": "length"}
    program = ((DOT_1, F_I, F_J), (DOT_1, F_I, G_J), *LINE)
    symbol = "sleeve"

    type: Literal["translational_revolute"] = "translational_revolute"

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": position_of(self, row, motion)}


class Strut(OnLine):
    """A telescopic strut: cylinder in the first body, ball on the second (2 equations; Haug 9.4.34).

    The axis belongs to the first body: of a McPherson strut that is the wheel carrier.
    """

    symbol = "strut"

    type: Literal["strut"] = "strut"
