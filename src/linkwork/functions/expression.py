"""A formula in one variable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import model_serializer

from linkwork.base.errors import ExpressionError
from linkwork.expression import Expression
from linkwork.expression.close_names import meant
from linkwork.expression.number import Number, written
from linkwork.functions.base import Environment, Function, Interval
from linkwork.functions.constant import Constant
from linkwork.functions.linear import linear_terms
from linkwork.functions.packed import Packed
from linkwork.numerics import opcodes


class Formula(Function):
    """Any expression in the variable, such as `2*pi*t`; written in a file as the bare expression."""

    type: Literal["expression"] = "expression"
    value: Number

    @model_serializer
    def _written(self) -> float | str:  # type: ignore[override]
        return written(self.value)

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        refuse_unknown(self.value, env, (variable,))
        if variable not in self.value.names:
            return Constant(value=self.value).pack(env)
        tape = self.value.tape(variable)
        linear = linear_terms(tape, env)
        if linear is not None:
            from linkwork.functions.polynomial_kernel import polynomial

            return Packed(polynomial, linear, [2])
        from linkwork.functions.expression_kernel import expression

        return packed_tape(expression, tape, env)

    def smooth(self, variable: str = "t") -> bool:
        return not self.value.switches(variable)

    def joints(self, env: Environment, variable: str = "t", within: Interval | None = None) -> list[Any]:
        """Where an `if`, abs, sign, min or max changes the formula."""
        from linkwork.functions.switches import switch_places

        return switch_places(self.value, env, variable, within)


def refuse_unknown(value: Expression, env: Environment, variables: Sequence[str]) -> None:
    """Refuse names that are neither variables nor parameters."""
    for name in sorted(value.names - set(env) - set(variables)):
        known = [*variables, *env]
        raise ExpressionError(f"expression '{value}': unknown name '{name}'{meant(name, known)}")


def packed_tape(kernel: Callable[..., None], tape: Sequence[tuple[int, Any]], env: Environment) -> Packed:
    """A postfix program for a kernel of expressions: constants, then opcode and argument of each step."""
    floats: list[Any] = []
    ints = [len(tape)]
    for code, argument in tape:
        ints += [code, len(floats) if isinstance(argument, Expression) else argument or 0]
        if isinstance(argument, Expression):
            floats.append(argument.value(env))
    return Packed(kernel, floats, ints, 4 * _highest_stack([code for code, _ in tape]) - 4)


def _highest_stack(codes: list[int]) -> int:
    height = highest = 0
    for code in codes:
        height += opcodes.rise(code)
        highest = max(highest, height)
    return highest
