"""A harmonic function."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function
from linkwork.functions.packed import Packed


class Harmonic(Function):
    """`mean + amplitude*sin(frequency*t + phase)`."""

    type: Literal["harmonic"] = "harmonic"
    amplitude: Number
    frequency: Number = Field(description="In radians per unit of the variable.")
    mean: Number = as_expression(0)
    phase: Number = as_expression(0)

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        from linkwork.functions.harmonic_kernel import harmonic

        terms = (self.mean, self.amplitude, self.frequency, self.phase)
        return Packed(harmonic, [term.value(env) for term in terms])
