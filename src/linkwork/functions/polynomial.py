"""A polynomial."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function
from linkwork.functions.packed import Packed


class Polynomial(Function):
    """`c0 + c1 t + c2 t^2 + ...`."""

    type: Literal["polynomial"] = "polynomial"
    coefficients: Annotated[tuple[Number, ...], Field(min_length=1)] = Field(
        description="In rising powers of the variable."
    )
    between: tuple[Number, Number] | None = Field(
        default=None,
        description="The values of the variable that it was fitted to: a run in which a force or signal leaves them "
        "says so, one in which a driver would is refused.",
    )

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        from linkwork.functions.polynomial_kernel import polynomial

        floats = [coefficient.value(env) for coefficient in self.coefficients]
        return Packed(polynomial, floats, [len(floats)], range=self.range(env))

    def range(self, env: Environment) -> tuple[float, float] | None:
        """The values that it was fitted to; None where it holds everywhere."""
        if self.between is None:
            return None
        low, high = (end.value(env).real for end in self.between)
        if not low < high:
            raise MechanismError(f"polynomial: between goes from a value to a larger one, not from {low:g} to {high:g}")
        return low, high
