"""Checks of functions and outlines for given parameter values, without compiled code."""

from __future__ import annotations

from typing import Any

from linkwork import functions as library
from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.base.names import suggestion
from linkwork.expression import Expression
from linkwork.functions.base import Environment, Function
from linkwork.functions.outlines.curve import TURN, Curve
from linkwork.functions.packed import Packed


def no_kernel(*arguments: Any) -> None:
    """Stands for the kernel of a function that is only checked."""


def depends_on_time(function: Function) -> bool:
    """Whether the function changes with its variable t."""
    if isinstance(function, library.Formula):
        return "t" in function.value.names
    if isinstance(function, library.Polynomial):
        return len(function.coefficients) > 1
    return not isinstance(function, library.Constant)


def check_function(function: Function, env: Environment, variable: str = "t") -> None:
    """Refuse a function whose numbers or names do not make sense."""
    for value in numbers_of(function):
        _check_expression(value, env, variable if isinstance(function, library.Formula) else "")
    if isinstance(function, library.Table):
        function._points(env)
    elif isinstance(function, library.Piecewise):
        _check_pieces(function, env, variable)


def numbers_of(part: Any) -> list[Expression]:
    """All expressions in the fields of a part."""
    numbers: list[Expression] = []
    waiting = [getattr(part, name) for name in type(part).model_fields]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, Expression):
            numbers.append(value)
        elif isinstance(value, tuple | list):
            waiting = [*value, *waiting]
    return numbers


def _check_expression(value: Expression, env: Environment, variable: str) -> None:
    for name in sorted(value.names - set(env) - {variable}):
        known = suggestion(name, [variable, *env] if variable else list(env), "known names")
        raise ExpressionError(f"expression '{value}': unknown name '{name}'{known}")
    if variable not in value.names:
        value.value(env)
        return
    for _, argument in value.tape(variable):
        if isinstance(argument, Expression):
            argument.value(env)


def _check_pieces(function: library.Piecewise, env: Environment, variable: str) -> None:
    for piece in function.pieces:
        for value in numbers_of(piece):
            _check_expression(value, env, "")
        check_function(piece.function, env, variable)
    start, period, ends = function._places(env)
    parts = [Packed(no_kernel, range=piece.function.range(env)) for piece in function.pieces]
    function._check_parts(parts, [start, *ends, None if period is None else start + period])


def check_outline(outline: Curve, env: Environment) -> None:
    """Refuse an outline whose numbers or names do not make sense."""
    for value in numbers_of(outline):
        _check_expression(value, env, "")
    outline.range(env)
    if isinstance(outline, library.Circle) and outline.radius.value(env).real <= 0:
        raise MechanismError(f"the radius must be positive, not {outline.radius.value(env).real:.6g}")
    if isinstance(outline, library.Straight) and all(value.value(env).real == 0 for value in outline.along):
        raise MechanismError("the direction 'along' is zero")
    if isinstance(outline, library.Points):
        outline.knots(env)
    if isinstance(outline, library.Parametric):
        check_function(outline.x, env, "alpha")
        check_function(outline.y, env, "alpha")
    if isinstance(outline, library.Polar):
        _check_radius(outline, env)


def _check_radius(outline: library.Polar, env: Environment) -> None:
    radius = outline._periodic_radius()
    check_function(radius, env, "alpha")
    known = radius.range(env)
    if known is not None and (known[0] > 1e-9 or known[1] < TURN - 1e-9):
        raise MechanismError(f"the radius must be known from 0 to 2 pi, not from {known[0]:.6g} to {known[1]:.6g}")
    if isinstance(radius, library.Formula | library.Constant) and not radius.value.names - set(env):
        size = radius.value.value(env).real
        if size <= 0:
            raise MechanismError(f"the radius must be positive, not {size:.6g}")
