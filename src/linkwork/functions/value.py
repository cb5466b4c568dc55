"""Values of packed functions, and functions of plain numbers, as the elements need them."""

from __future__ import annotations

from typing import Any

from linkwork.expression import Expression, as_expression
from linkwork.functions.constant import Constant
from linkwork.functions.expression import Formula
from linkwork.functions.packed import Packed


def constant(value: float) -> Constant:
    """The function that is the same number always."""
    return Constant(value=as_expression(value))


def as_function(value: Expression) -> Formula:
    """A number as a function."""
    return Formula(value=value)


def value_at(packed: Packed, x: float, width: int = 4, scalar: str = "real") -> Any:
    """Value and derivatives of a packed function (width 8: of a plane curve), of its real part unless complex."""
    from linkwork.functions.sample import sample

    return sample(packed if scalar == "complex" else packed.real, [x], width, scalar)[0]
