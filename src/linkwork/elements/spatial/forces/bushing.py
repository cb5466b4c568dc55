"""A bushing: a soft joint with a stiffness, a damping and a curve for each of its six components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from linkwork.elements.bushing_numbers import checked_matrix, listed
from linkwork.elements.forces_base import NONE, Force, variables
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.ends import FramePair
from linkwork.elements.spatial.freedoms import SpatialFreedomMotion
from linkwork.elements.spatial.glyph import Glyph, pair_glyph
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.law import Law
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.places.spatial.row import JointFrame, SpatialRow

_ZERO = as_expression(0)
_NONE6 = (_ZERO,) * 6
COMPONENTS = ("x", "y", "z", "rx", "ry", "rz")
Six = tuple[Number, Number, Number, Number, Number, Number]
Matrix6 = tuple[Six, Six, Six, Six, Six, Six]


def _six(value: Any) -> Any:
    return listed(value, COMPONENTS)


SixOrMatrix = Annotated[Six | Matrix6, BeforeValidator(_six, json_schema_input_type=Six | Matrix6)]


class Curves(Part):
    """Forces of a bushing beside its springs, one a component, each pulling it back: a table, an expression, a law."""

    x: Law = Field(default=NONE, description="N, of `value` (m) and `speed`, or any channel")
    y: Law = Field(default=NONE, description="N")
    z: Law = Field(default=NONE, description="N")
    rx: Law = Field(default=NONE, description="N m, of `value` (rad) and `speed`, or any channel")
    ry: Law = Field(default=NONE, description="N m")
    rz: Law = Field(default=NONE, description="N m")


class Bushing(FramePair, Force, SpatialElement):
    """Six springs and dampers between two frames, in the axes of the first one.

    Components x, y, z are where the second frame's point lies, rx, ry, rz its rotation vector, both seen from the first
    frame; they are zero where the frames coincide. `stiffness` and `damping` are six numbers or, coupled, a symmetric
    matrix of 6 by 6. The energy stored is x'K x / 2, exactly and at any angle below half a turn; what curves do counts
    as power given from outside, for a curve may depend on anything.
    """

    kernel = "bushing"

    type: Literal["bushing"] = "bushing"
    stiffness: SixOrMatrix = Field(default=_NONE6, description="N/m three times, N m/rad three times, or 6 by 6")
    damping: SixOrMatrix = Field(default=_NONE6, description="N s/m three times, N m s/rad three times, or 6 by 6")
    curves: Curves = Field(default=Curves.model_construct(), description="forces beside the springs, by component")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph("bushing", self, row),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Any]:
        one, other = self.frames(row)
        return self._components(row, motion, one, other, frames_between(one, other))

    def pack(self, row: SpatialRow) -> None:
        one, other = self.frames(row)
        between = frames_between(one, other)
        for vector in one:
            row.add(*vector)
        row.add(*other[0], *between)
        row.add(*checked_matrix(row, self.stiffness, "stiffness"), *checked_matrix(row, self.damping, "damping"))
        freedoms = self._components(row, SpatialFreedomMotion(), one, other, between)
        for name in COMPONENTS:
            law = getattr(self.curves, name)
            row.ints.append(row.law(law, variables(row, freedoms[name], "value") if law != NONE else {}))

    def _components(
        self, row: SpatialRow, motion: Any, one: JointFrame, other: JointFrame, between: Any
    ) -> dict[str, Any]:
        """The six components, over a motion or as freedoms, which its curves may read."""
        first, second = self.ends(row)
        axes = dict(zip("xyz", one[1:], strict=True))
        components = {name: motion.along(first, (one[0], axis), second, other[0]) for name, axis in axes.items()}
        return components | {f"r{name}": motion.rotation(first, axis, second, between) for name, axis in axes.items()}


def frames_between(one: JointFrame, other: JointFrame) -> tuple[Any, Any, Any, Any]:
    """The quaternion of C_j C_i': it turns axes of the second body so that they count from the first one's frame."""
    first, second = (rotation.parameters_of(_columns(frame)) for frame in (one, other))
    back = (first[0], -first[1], -first[2], -first[3])
    return rotation.product(second, back)


def _columns(frame: JointFrame) -> tuple[Any, Any, Any]:
    """The matrix whose columns are the axes of a frame."""
    x, y, z = zip(*frame[1:], strict=True)
    return x, y, z
