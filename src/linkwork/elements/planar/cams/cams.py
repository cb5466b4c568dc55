"""Cams and curved slots: outlines that touch, a flat face on an outline, a pin on an outline.

Outlines are named on their bodies (`cam.profile`). Each joint owns the outline parameter of its contact, an angle
for closed outlines; `contact` gives its estimate.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.places.places import LinePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

_ZERO = as_expression(0)


def _speed(row: Row, reference: str, alpha: Any) -> Any:
    """|dc/dalpha| of an outline at its contact's estimate."""
    from linkwork.functions.value import value_at

    packed = row.scope.outline(reference)[1].pack(row.scope.env)
    if packed.carries or alpha.imag:
        from linkwork.numerics import analytic

        curve = value_at(packed, alpha, 8, "complex")
        row.lengths.append(analytic.hypot(curve[0], curve[1])[()])
        speed = analytic.hypot(curve[2], curve[3])[()]
        return speed if speed.real else 1.0
    curve = value_at(packed, alpha.real, 8)
    row.lengths.append(math.hypot(curve[0], curve[1]))
    return math.hypot(curve[2], curve[3]) or 1.0


def _kinks(row: Row, reference: str) -> list[str]:
    """Warnings about the smoothness of an outline."""
    _, outline = row.scope.outline(reference)
    return [
        f"{row.where}: outline '{reference}' has a jump in its derivative of order {order} at parameter {at:.4g}; "
        f"{_consequence(order + _along(outline, row.scope.env, at, order))}"
        for at, order in outline.kinks(row.scope.env)
    ]


def _along(outline: Any, env: Any, at: float, order: int) -> bool:
    """Whether a derivative jumps along the tangent only: the parameter runs unevenly, the curve itself is smoother."""
    from linkwork.functions.value import value_at

    beside = 1e-9 * max(1.0, abs(at))
    packed = outline.pack(env)
    before, after = (value_at(packed, at + way * beside, 8) for way in (-1.0, 1.0))
    (dx, dy), (jx, jy) = after[2:4], (after - before)[2 * order : 2 * order + 2]
    return order in (1, 2) and bool(abs(dx * jy - dy * jx) <= 1e-4 * math.hypot(dx, dy) * math.hypot(jx, jy))


def _consequence(order: int) -> str:
    if order <= 1:
        return "the contact cannot pass it smoothly"
    if order == 2:
        return "accelerations jump there"
    return "only the acceleration of the contact point along the outline jumps there"


class CamFollower(Element):
    """Two curved outlines that touch (3 equations, 2 own coordinates; Haug 3.4.15)."""

    kernel = "cam"
    equations = {"x": "length", "y": "length", "tangent": "angle"}
    own = ("alpha", "beta")

    type: Literal["cam_follower"] = "cam_follower"
    between: tuple[str, str] = Field(description="two outlines, such as [cam.profile, roller.rim]")
    contact: tuple[Number, Number] = Field(default=(_ZERO, _ZERO), description="estimates of the outline parameters")

    def ends(self, row: Row) -> tuple[str, str]:
        return row.scope.outline(self.between[0])[0], row.scope.outline(self.between[1])[0]

    def structure(self) -> tuple[str, ...]:
        return ("x-a|x-a|12", "-ya|-ya|12", "--a|--a|12")

    def start(self, row: Row) -> tuple[Any, ...]:
        return tuple(row.number(value) for value in self.contact)

    def pack(self, row: Row) -> None:
        first, second = self.own_speeds(row)
        row.add(1.0 / (first.real * second.real))  # a constant by which the equation is divided
        for reference in self.between:
            row.curve(row.scope.outline(reference)[1])

    def own_speeds(self, row: Row) -> tuple[Any, ...]:
        pairs = zip(self.between, self.start(row), strict=True)
        return tuple(_speed(row, reference, alpha) for reference, alpha in pairs)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return motion.owned(row.name, self.own)

    def sketch(self, row: Row, pen: Pen) -> None:
        for reference in self.between:
            pen.outline(row, reference, filled=True)

    def warnings(self, row: Row) -> list[str]:
        from linkwork.elements.planar.cams.cam_advice import pair_advice

        return [text for name in self.between for text in _kinks(row, name)] + pair_advice(row, *self.between)


class CamFlat(Element):
    """An outline that touches a flat face (2 equations, 1 own coordinate; Haug 3.4.24)."""

    kernel = "cam_flat"
    equations = {"contact": "length", "tangent": "angle"}
    own = ("alpha",)

    type: Literal["cam_flat"] = "cam_flat"
    cam: str = Field(description="the outline, such as cam.profile")
    flat: LinePlace = Field(description="the face on the follower")
    contact: Number = Field(default=_ZERO, description="estimate of the outline parameter")

    def ends(self, row: Row) -> tuple[str, str]:
        return row.scope.outline(self.cam)[0], self.flat.body

    def structure(self) -> tuple[str, ...]:
        return ("xya|xya|1", "--a|--a|1")

    def start(self, row: Row) -> tuple[Any, ...]:
        return (row.number(self.contact),)

    def pack(self, row: Row) -> None:
        row.add(*row.line(self.flat)[:4], 1.0 / self.own_speeds(row)[0].real)
        row.curve(row.scope.outline(self.cam)[1])

    def own_speeds(self, row: Row) -> tuple[Any, ...]:
        return (_speed(row, self.cam, self.start(row)[0]),)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return motion.owned(row.name, self.own)

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.outline(row, self.cam, filled=True)
        pen.flat(row, self.flat)

    def warnings(self, row: Row) -> list[str]:
        from linkwork.elements.planar.cams.cam_advice import flat_advice

        return _kinks(row, self.cam) + flat_advice(row, self.cam)


class PointFollower(Element):
    """A pin that stays on an outline: pin in a curved slot, knife-edge follower (2 equations, 1 own coordinate)."""

    kernel = "point_follower"
    equations = {"x": "length", "y": "length"}
    own = ("alpha",)

    type: Literal["point_follower"] = "point_follower"
    pin: PointPlace = Field(description="the point of the first body")
    slot: str = Field(description="the outline on the second body, such as disc.groove")
    contact: Number = Field(default=_ZERO, description="estimate of the outline parameter")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.pin.body, row.scope.outline(self.slot)[0]

    def structure(self) -> tuple[str, ...]:
        return ("x-a|x-a|1", "-ya|-ya|1")

    def start(self, row: Row) -> tuple[Any, ...]:
        return (row.number(self.contact),)

    def pack(self, row: Row) -> None:
        row.add(*row.point(self.pin))
        row.curve(row.scope.outline(self.slot)[1])

    def own_speeds(self, row: Row) -> tuple[Any, ...]:
        return (_speed(row, self.slot, self.start(row)[0]),)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return motion.owned(row.name, self.own)

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.outline(row, self.slot, filled=False)
        pen.attach(row, self.pin, pin=True)

    def warnings(self, row: Row) -> list[str]:
        return _kinks(row, self.slot)
