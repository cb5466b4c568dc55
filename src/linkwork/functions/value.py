"""Values of packed functions, and functions of plain numbers, as the elements need them."""

from __future__ import annotations

from typing import Any

from linkwork.functions.constant import Constant
from linkwork.functions.expression import Formula
from linkwork.functions.packed import Packed
from linkwork.mechanism.expression import Expression, as_expression


def constant(value: float) -> Constant:
    """The function that is the same number always."""
    return Constant(value=as_expression(value))


def as_function(value: Expression) -> Formula:
    """A number as a function."""
    return Formula(value=value)


def _real(packed: Packed) -> Packed:
    floats = [value.real for value in packed.floats]
    return Packed(packed.body, floats, packed.ints, packed.scratch, [_real(part) for part in packed.parts])


def value_at(packed: Packed, x: float, width: int = 4) -> Any:
    """Value and derivatives of the real part of a packed function (width 8: of a plane curve)."""
    from linkwork.functions.sample import sample

    return sample(_real(packed), [x], width)[0]
