"""Universal joint (Cardan, Hooke): two pins that cross at right angles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from linkwork.elements.spatial.carrier import MASSLESS, TURN, Primitive
from linkwork.elements.spatial.joints.composed import Crossed, frames_of
from linkwork.elements.spatial.joints.program import DOT_1, H_I, H_J, POINT

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.row import SpatialRow


class Universal(Crossed):
    """Two bodies on a cross: the axis of each frame is the pin of its body (4 equations, 2 freedoms; Haug 9.4.19).

    Given once, as drawn, `axis` is the pin of the first body and `x` that of the second; so it is too where the second
    place has no axis of its own. `first_angle` turns the cross about the first pin, from x'' of the first frame to the
    second pin; `second_angle` turns the second body about its pin, from the first pin to x'' of the second frame.
    """

    equations = {"x": "length", "y": "length", "z": "length", "square": "angle"}
    program = (POINT, (DOT_1, H_I, H_J))
    freedoms = ("first_angle", "second_angle")
    symbol = "cross"

    type: Literal["universal"] = "universal"

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        first, second = frames_of(numbers)
        origin, x, _, z = MASSLESS  # the cross: the first pin along z, the second along x
        pin = (origin, z, (0.0, -1.0, 0.0), x)
        return Primitive(TURN, first, MASSLESS), Primitive(TURN, pin, second)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        (_, f_i, g_i, h_i), (_, f_j, g_j, h_j) = self.frames(row)
        first, second = self.ends(row)
        back = (-g_j[0], -g_j[1], -g_j[2])
        return {
            "first_angle": motion.angle_about(first, (f_i, g_i), second, h_j),
            "second_angle": motion.angle_about_second(first, h_i, second, (f_j, back)),
        }
