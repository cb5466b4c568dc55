"""Elementary functions for compiled code, the same names for real numbers and for those of the complex step.

A complex argument x + i*dx gives f(x) + i*f'(x)*dx: the real part is that of the real function, exactly, and
the imaginary part carries the first derivative. An argument that carries none (dx = 0) gives none, also where f' is not
finite: a square root that stays zero is no trouble.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwork.numerics.jit import njit, when_compiling


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


def _real_atan2(y: Any, x: Any) -> Any:
    return math.atan2(y, x)


def _complex_atan2(y: Any, x: Any) -> Any:
    if x.imag == 0.0 and y.imag == 0.0:
        return complex(math.atan2(y.real, x.real), 0.0)
    square = x.real * x.real + y.real * y.real
    return complex(math.atan2(y.real, x.real), (x.real * y.imag - y.real * x.imag) / square)


def _real_hypot(x: Any, y: Any) -> Any:
    return math.hypot(x, y)


def _complex_hypot(x: Any, y: Any) -> Any:
    length = math.hypot(x.real, y.real)
    if length == 0.0:  # it grows, whatever the direction
        return complex(length, math.hypot(x.imag, y.imag))
    return complex(length, (x.real * x.imag + y.real * y.imag) / length)


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


_OF_ONE = {
    sin: (math.sin, math.cos),
    cos: (math.cos, _minus_sin),
    tan: (math.tan, _tan_slope),
    asin: (math.asin, _asin_slope),
    acos: (math.acos, _acos_slope),
    atan: (math.atan, _atan_slope),
    sinh: (math.sinh, math.cosh),
    cosh: (math.cosh, math.sinh),
    tanh: (math.tanh, _tanh_slope),
    exp: (math.exp, math.exp),
    log: (math.log, _log_slope),
    sqrt: (math.sqrt, _sqrt_slope),
}
"""Functions of one number: the real function and its derivative."""
_STEEP = (asin, acos, log, sqrt)
"""Those of them whose derivative is not finite somewhere in their range."""


def _of_one(real: Any, slope: Any, steep: bool) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    def real_value(x: Any) -> Any:
        return real(x)

    def complex_value(x: Any) -> Any:
        return complex(real(x.real), slope(x.real) * x.imag)

    def steep_value(x: Any) -> Any:
        return complex(real(x.real), slope(x.real) * x.imag if x.imag != 0.0 else 0.0)

    return real_value, steep_value if steep else complex_value


def _choose_of_one(define: Any, complexes: type, real_value: Any, complex_value: Any) -> None:
    @define
    def choose(x: Any) -> Any:
        return complex_value if isinstance(x, complexes) else real_value


@when_compiling
def _define() -> None:
    """Tell numba what the names mean for the types of their arguments."""
    from numba import types
    from numba.extending import overload

    for function, (real, slope) in _OF_ONE.items():
        _choose_of_one(overload(function), types.Complex, *_of_one(real, slope, function in _STEEP))

    def either(x: Any, y: Any) -> bool:
        return isinstance(x, types.Complex) or isinstance(y, types.Complex)

    @overload(atan2)
    def choose_atan2(y: Any, x: Any) -> Any:
        return _complex_atan2 if either(x, y) else _real_atan2

    @overload(hypot)
    def choose_hypot(x: Any, y: Any) -> Any:
        return _complex_hypot if either(x, y) else _real_hypot

    @overload(power)
    def choose_power(x: Any, y: Any) -> Any:
        return _complex_power if either(x, y) else _real_power
