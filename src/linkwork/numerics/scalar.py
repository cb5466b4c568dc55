"""Elementary functions for compiled code, the same names for real numbers and for those of the complex step.

A complex argument x + i*dx gives f(x) + i*f'(x)*dx: the real part is that of the real function, exactly, and
the imaginary part carries the first derivative.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload

from linkwork.numerics.jit import njit


def sin(x: Any) -> Any:
    """Sine."""
    raise TypeError("this function is called from compiled code only")


def cos(x: Any) -> Any:
    """Cosine."""
    raise TypeError("this function is called from compiled code only")


def tan(x: Any) -> Any:
    """Tangent."""
    raise TypeError("this function is called from compiled code only")


def asin(x: Any) -> Any:
    """Inverse sine."""
    raise TypeError("this function is called from compiled code only")


def acos(x: Any) -> Any:
    """Inverse cosine."""
    raise TypeError("this function is called from compiled code only")


def atan(x: Any) -> Any:
    """Inverse tangent."""
    raise TypeError("this function is called from compiled code only")


def sinh(x: Any) -> Any:
    """Hyperbolic sine."""
    raise TypeError("this function is called from compiled code only")


def cosh(x: Any) -> Any:
    """Hyperbolic cosine."""
    raise TypeError("this function is called from compiled code only")


def tanh(x: Any) -> Any:
    """Hyperbolic tangent."""
    raise TypeError("this function is called from compiled code only")


def exp(x: Any) -> Any:
    """Exponential function."""
    raise TypeError("this function is called from compiled code only")


def log(x: Any) -> Any:
    """Natural logarithm; not a number for negative arguments."""
    raise TypeError("this function is called from compiled code only")


def sqrt(x: Any) -> Any:
    """Square root; not a number for negative arguments."""
    raise TypeError("this function is called from compiled code only")


def atan2(y: Any, x: Any) -> Any:
    """The angle of the direction (x, y), from -pi to pi."""
    raise TypeError("this function is called from compiled code only")


def hypot(x: Any, y: Any) -> Any:
    """The length of (x, y)."""
    raise TypeError("this function is called from compiled code only")


def power(x: Any, y: Any) -> Any:
    """x to the power y; not a number for a broken power of a negative x."""
    raise TypeError("this function is called from compiled code only")


@njit
def _minus_sin(x):
    return -math.sin(x)


@njit
def _tan_slope(x):
    return 1.0 + math.tan(x) ** 2


@njit
def _asin_slope(x):
    return 1.0 / math.sqrt((1.0 - x) * (1.0 + x))


@njit
def _acos_slope(x):
    return -1.0 / math.sqrt((1.0 - x) * (1.0 + x))


@njit
def _atan_slope(x):
    return 1.0 / (1.0 + x * x)


@njit
def _tanh_slope(x):
    return 1.0 - math.tanh(x) ** 2


@njit
def _log_slope(x):
    return 1.0 / x


@njit
def _sqrt_slope(x):
    return 0.5 / math.sqrt(x)


def _define(function: Callable[[Any], Any], real: Any, slope: Any) -> None:
    def real_value(x: Any) -> Any:
        return real(x)

    def complex_value(x: Any) -> Any:
        return complex(real(x.real), slope(x.real) * x.imag)

    @overload(function)
    def choose(x: Any) -> Any:
        return complex_value if isinstance(x, types.Complex) else real_value


_define(sin, math.sin, math.cos)
_define(cos, math.cos, _minus_sin)
_define(tan, math.tan, _tan_slope)
_define(asin, math.asin, _asin_slope)
_define(acos, math.acos, _acos_slope)
_define(atan, math.atan, _atan_slope)
_define(sinh, math.sinh, math.cosh)
_define(cosh, math.cosh, math.sinh)
_define(tanh, math.tanh, _tanh_slope)
_define(exp, math.exp, math.exp)
_define(log, math.log, _log_slope)
_define(sqrt, math.sqrt, _sqrt_slope)


def _real_atan2(y: Any, x: Any) -> Any:
    return math.atan2(y, x)


def _complex_atan2(y: Any, x: Any) -> Any:
    square = x.real * x.real + y.real * y.real
    return complex(math.atan2(y.real, x.real), (x.real * y.imag - y.real * x.imag) / square)


@overload(atan2)
def _choose_atan2(y: Any, x: Any) -> Any:
    complexes = isinstance(x, types.Complex) or isinstance(y, types.Complex)
    return _complex_atan2 if complexes else _real_atan2


def _real_hypot(x: Any, y: Any) -> Any:
    return math.hypot(x, y)


def _complex_hypot(x: Any, y: Any) -> Any:
    length = math.hypot(x.real, y.real)
    return complex(length, (x.real * x.imag + y.real * y.imag) / length)


@overload(hypot)
def _choose_hypot(x: Any, y: Any) -> Any:
    complexes = isinstance(x, types.Complex) or isinstance(y, types.Complex)
    return _complex_hypot if complexes else _real_hypot


def _real_power(x: Any, y: Any) -> Any:
    return math.pow(x, y)


def _complex_power(x: Any, y: Any) -> Any:
    value = math.pow(x.real, y.real)
    slope = 0.0
    if x.imag != 0.0 and y.real != 0.0:
        slope += y.real * math.pow(x.real, y.real - 1.0) * x.imag
    if y.imag != 0.0 and x.real != 0.0:
        slope += value * math.log(x.real) * y.imag
    return complex(value, slope)


@overload(power)
def _choose_power(x: Any, y: Any) -> Any:
    complexes = isinstance(x, types.Complex) or isinstance(y, types.Complex)
    return _complex_power if complexes else _real_power
