"""A polynomial."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function
from linkwork.functions.packed import Packed


class Polynomial(Function):
    """`c0 + c1 t + c2 t^2 + ...`."""

    type: Literal["polynomial"] = "polynomial"
    coefficients: Annotated[tuple[Number, ...], Field(min_length=1)] = Field(
        description="In rising powers of the variable."
    )

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        from linkwork.functions.polynomial_kernel import polynomial

        floats = [coefficient.value(env) for coefficient in self.coefficients]
        return Packed(polynomial, floats, [len(floats)])
