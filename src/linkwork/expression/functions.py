"""Elementary functions of expressions, for mechanisms written in Python: `sin(phi)/2`."""

from __future__ import annotations

from linkwork.expression.algebra import Expression, call

Argument = float | str | Expression


def sin(x: Argument) -> Expression:
    """Sine."""
    return call("sin", x)


def cos(x: Argument) -> Expression:
    """Cosine."""
    return call("cos", x)


def tan(x: Argument) -> Expression:
    """Tangent."""
    return call("tan", x)


def asin(x: Argument) -> Expression:
    """Inverse sine, from -pi/2 to pi/2."""
    return call("asin", x)


def acos(x: Argument) -> Expression:
    """Inverse cosine, from 0 to pi."""
    return call("acos", x)


def atan(x: Argument) -> Expression:
    """Inverse tangent, from -pi/2 to pi/2."""
    return call("atan", x)


def atan2(y: Argument, x: Argument) -> Expression:
    """The angle of the direction (x, y), from -pi to pi."""
    return call("atan2", y, x)


def sinh(x: Argument) -> Expression:
    """Hyperbolic sine."""
    return call("sinh", x)


def cosh(x: Argument) -> Expression:
    """Hyperbolic cosine."""
    return call("cosh", x)


def tanh(x: Argument) -> Expression:
    """Hyperbolic tangent."""
    return call("tanh", x)


def exp(x: Argument) -> Expression:
    """Exponential function."""
    return call("exp", x)


def log(x: Argument) -> Expression:
    """Natural logarithm."""
    return call("log", x)


def sqrt(x: Argument) -> Expression:
    """Square root."""
    return call("sqrt", x)


def sign(x: Argument) -> Expression:
    """1, 0 or -1."""
    return call("sign", x)


def hypot(x: Argument, y: Argument) -> Expression:
    """The length of (x, y)."""
    return call("hypot", x, y)


def minimum(first: Argument, *others: Argument) -> Expression:
    """The smallest, written `min` in a text."""
    return call("min", first, *others)


def maximum(first: Argument, *others: Argument) -> Expression:
    """The largest, written `max` in a text."""
    return call("max", first, *others)
