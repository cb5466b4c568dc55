"""The functions an expression may call, for real numbers and for complex ones that carry a derivative.

A complex argument x + i*dx gives f(x) + i*f'(x)*dx: the imaginary part carries the first derivative (complex
step). Errors are those of `math`: ValueError outside the domain, OverflowError, ZeroDivisionError.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwork.base.late_dataclass import dataclass
from linkwork.expression.each_design import OfEachDesign
from linkwork.expression.recorded import Recorded, record
from linkwork.numerics import opcodes

Scalar = float | complex


@dataclass(frozen=True)
class Elementary:
    """A function: its name, how many arguments it takes (`most` None: any number), value and opcode."""

    name: str
    least: int
    most: int | None
    value: Callable[..., Any]
    opcode: int


def _smooth(real: Callable[[float], float], slope: Callable[[float], float], opcode: int) -> Callable[..., Any]:
    def value(x: Any) -> Any:
        if isinstance(x, float):
            return real(x)
        if isinstance(x, Recorded):
            return record(opcode, real, x)
        if isinstance(x, OfEachDesign):
            return x.each(real)
        return complex(real(x.real), slope(x.real) * x.imag)

    return value


def _smooth_one(name: str, real: Callable[[float], float], slope: Callable[[float], float], opcode: int) -> Elementary:
    return Elementary(name, 1, 1, _smooth(real, slope, opcode), opcode)


def _tan_slope(x: float) -> float:
    return 1 / math.cos(x) ** 2


def _tanh_slope(x: float) -> float:
    return 1 - math.tanh(x) ** 2


def _asin_slope(x: float) -> float:
    return 1 / math.sqrt((1 - x) * (1 + x))


def _atan_slope(x: float) -> float:
    return 1 / (1 + x * x)


def _atan2(y: Any, x: Any) -> Any:
    recorded = record(opcodes.ATAN2, math.atan2, y, x)
    if recorded is not None:
        return recorded
    angle = math.atan2(y.real, x.real)
    if isinstance(x, float) and isinstance(y, float):
        return angle
    square = x.real * x.real + y.real * y.real
    return complex(angle, (x.real * y.imag - y.real * x.imag) / square)


def _hypot(x: Any, y: Any) -> Any:
    recorded = record(opcodes.HYPOT, math.hypot, x, y)
    if recorded is not None:
        return recorded
    length = math.hypot(x.real, y.real)
    if isinstance(x, float) and isinstance(y, float):
        return length
    return complex(length, (x.real * x.imag + y.real * y.imag) / length)


def _abs(x: Scalar) -> Scalar:
    return -x if x.real < 0 else x


def _sign(x: Scalar) -> float:
    return 1.0 if x.real > 0 else -1.0 if x.real < 0 else 0.0


def _min(*values: Scalar) -> Scalar:
    return min(values, key=lambda value: value.real)


def _max(*values: Scalar) -> Scalar:
    return max(values, key=lambda value: value.real)


def power(x: Any, y: Any) -> Any:
    """x to the power y; ValueError for a broken power of a negative x and a negative power of zero."""
    power = record(opcodes.POWER, math.pow, x, y)
    if power is not None:
        return power
    result = math.pow(x.real, y.real)
    if isinstance(x, float) and isinstance(y, float):
        return result
    slope = 0.0
    if x.imag != 0 and y.real != 0:
        slope += y.real * math.pow(x.real, y.real - 1) * x.imag
    if y.imag != 0 and x.real != 0:
        slope += result * math.log(x.real) * y.imag
    return complex(result, slope)


FUNCTIONS: dict[str, Elementary] = {
    function.name: function
    for function in (
        _smooth_one("sin", math.sin, math.cos, opcodes.SIN),
        _smooth_one("cos", math.cos, lambda x: -math.sin(x), opcodes.COS),
        _smooth_one("tan", math.tan, _tan_slope, opcodes.TAN),
        _smooth_one("asin", math.asin, _asin_slope, opcodes.ASIN),
        _smooth_one("acos", math.acos, lambda x: -_asin_slope(x), opcodes.ACOS),
        _smooth_one("atan", math.atan, _atan_slope, opcodes.ATAN),
        _smooth_one("sinh", math.sinh, math.cosh, opcodes.SINH),
        _smooth_one("cosh", math.cosh, math.sinh, opcodes.COSH),
        _smooth_one("tanh", math.tanh, _tanh_slope, opcodes.TANH),
        _smooth_one("exp", math.exp, math.exp, opcodes.EXP),
        _smooth_one("log", math.log, lambda x: 1 / x, opcodes.LOG),
        _smooth_one("sqrt", math.sqrt, lambda x: 0.5 / math.sqrt(x), opcodes.SQRT),
        Elementary("abs", 1, 1, _abs, opcodes.ABS),
        Elementary("sign", 1, 1, _sign, opcodes.SIGN),
        Elementary("atan2", 2, 2, _atan2, opcodes.ATAN2),
        Elementary("hypot", 2, 2, _hypot, opcodes.HYPOT),
        Elementary("min", 2, None, _min, opcodes.MIN),
        Elementary("max", 2, None, _max, opcodes.MAX),
    )
}
CONSTANTS: dict[str, float] = {"pi": math.pi}
RESERVED = frozenset(FUNCTIONS) | frozenset(CONSTANTS) | {"if"}
"""Names that a parameter cannot have."""
