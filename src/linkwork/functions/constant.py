"""A constant."""

from __future__ import annotations

from typing import Literal

from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function
from linkwork.functions.packed import Packed


class Constant(Function):
    """The same value always."""

    type: Literal["constant"] = "constant"
    value: Number

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        from linkwork.functions.constant_kernel import constant

        return Packed(constant, [self.value.value(env)])
