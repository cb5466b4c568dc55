"""Recognising formulas that are linear in the variable: most drivers are, and need only a small kernel."""

from __future__ import annotations

from typing import Any

from linkwork.expression import Expression
from linkwork.functions.base import Environment
from linkwork.numerics import opcodes


def linear_terms(tape: list[tuple[int, Expression | int | None]], env: Environment) -> list[Any] | None:
    """The constant term and the slope of a postfix program, or None when it is not plainly linear."""
    stack: list[tuple[Any, Any]] = []
    for code, argument in tape:
        if code == opcodes.VARIABLE:
            stack.append((0.0, 1.0))
        elif code == opcodes.CONSTANT and isinstance(argument, Expression):
            stack.append((argument.value(env), 0.0))
        elif code == opcodes.NEGATE:
            value, slope = stack.pop()
            stack.append((-value, -slope))
        elif opcodes.ADD <= code <= opcodes.DIVIDE:
            right, left = stack.pop(), stack.pop()
            result = _combined(code, left, right)
            if result is None:
                return None
            stack.append(result)
        else:
            return None
    return list(stack[0])


def _combined(code: int, left: tuple[Any, Any], right: tuple[Any, Any]) -> tuple[Any, Any] | None:
    (a, b), (c, d) = left, right
    if code == opcodes.ADD:
        return (a + c, b + d)
    if code == opcodes.SUBTRACT:
        return (a - c, b - d)
    if code == opcodes.MULTIPLY and (b == 0 or d == 0):
        return (a * c, a * d + b * c)
    if code == opcodes.DIVIDE and d == 0 and c != 0:
        return (a / c, b / c)
    return None
