"""The angle of a plane vector, for real numbers and for complex ones that carry a derivative."""

from __future__ import annotations

import math
from typing import Any

from linkwork.expression.recorded import record
from linkwork.numerics import opcodes


def direction_angle(x: Any, y: Any) -> Any:
    """Angle of the vector (x, y) from the x axis, in rad; the imaginary parts pass their derivative on."""
    direction_angle = record(opcodes.ATAN2, math.atan2, y, x)
    if direction_angle is not None:
        return direction_angle
    angle = math.atan2(y.real, x.real)
    slope = x.real * y.imag - y.real * x.imag
    return complex(angle, slope / (x.real**2 + y.real**2)) if slope else angle
