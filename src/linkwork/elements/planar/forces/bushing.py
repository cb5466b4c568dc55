"""A bushing in the plane: a soft joint with a stiffness, a damping and a curve for each of its three components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from linkwork.elements.bushing_numbers import checked_matrix, listed
from linkwork.elements.forces_base import NONE, ZERO, Force, variables
from linkwork.elements.planar.direction import direction_angle
from linkwork.elements.planar.ends import LinePair, drawn_line
from linkwork.elements.planar.freedoms import FreedomMotion
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.law import Law

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.places import Line, Vector
    from linkwork.places.row import Row

COMPONENTS = ("x", "y", "rz")
Three = tuple[Number, Number, Number]
Matrix3 = tuple[Three, Three, Three]
_NONE3 = (ZERO,) * 3
_ALONG_X: Vector = (as_expression(1), ZERO)


def _three(value: Any) -> Any:
    return listed(value, COMPONENTS)


ThreeOrMatrix = Annotated[Three | Matrix3, BeforeValidator(_three, json_schema_input_type=Three | Matrix3)]


class Curves(Part):
    """Forces of a bushing beside its springs, one a component, each pulling it back: a table, an expression, a law."""

    x: Law = Field(default=NONE, description="N, of `value` (m) and `speed`, or any channel")
    y: Law = Field(default=NONE, description="N")
    rz: Law = Field(default=NONE, description="N m, of `value` (rad) and `speed`, or any channel")


class Bushing(LinePair, Force):
    """Three springs and dampers between two frames, in the axes of the first one.

    A frame is a line of its body: the point at which it starts, and its direction x''. Components x, y are where the
    second frame's point lies along and across the first line, rz is the angle of the second line less that of the
    first; they are zero where the frames coincide. `stiffness` and `damping` are three numbers or, coupled, a symmetric
    matrix of 3 by 3. The energy stored is x'K x / 2; what curves do counts as power given from outside, for a curve may
    depend on anything. Drawn by `at` alone, x'' is the x axis of the drawing.
    """

    kernel = "bushing"

    type: Literal["bushing"] = "bushing"
    stiffness: ThreeOrMatrix = Field(default=_NONE3, description="N/m twice, N m/rad, or 3 by 3")
    damping: ThreeOrMatrix = Field(default=_NONE3, description="N s/m twice, N m s/rad, or 3 by 3")
    curves: Curves = Field(default=Curves.model_construct(), description="forces beside the springs, by component")

    def lines(self) -> tuple[Line, Line]:
        along = self.along or (_ALONG_X if self.at is not None else None)
        first, second = (drawn_line(line, self.at, along) for line in self.between)
        return first, second

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.lines()
        return self._components(motion, first, second, row.line(first), row.line(second))

    def pack(self, row: Row) -> None:
        first, second = self.lines()
        one, other = row.line(first), row.line(second)
        row.add(*one[:4], *other[:2], _turned(one, other))
        row.add(*checked_matrix(row, self.stiffness, "stiffness"), *checked_matrix(row, self.damping, "damping"))
        freedoms = self._components(FreedomMotion(), first, second, one, other)
        for name in COMPONENTS:
            law = getattr(self.curves, name)
            row.ints.append(row.law(law, variables(row, freedoms[name], "value") if law != NONE else {}))

    def _components(self, motion: Any, first: Line, second: Line, one: Any, other: Any) -> dict[str, Any]:
        """The three components, over a motion or as freedoms, which its curves may read."""
        x, y, ux, uy, _ = one
        return {
            "x": motion.along(first.body, (x, y, ux, uy), second.body, other[:2]),
            "y": motion.along(first.body, (x, y, -uy, ux), second.body, other[:2]),
            "rz": motion.angle_between(first.body, second.body, _turned(one, other)),
        }

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.bushing(row, *self.lines())


def _turned(one: Any, other: Any) -> Any:
    """Direction of the second line in its body less that of the first one in its own."""
    return direction_angle(one[2] * other[2] + one[3] * other[3], one[2] * other[3] - one[3] * other[2])
