"""Functions of arrays that carry a derivative: x + i*STEP*dx gives f(x) + i*STEP*f'(x)*dx, for real arrays f(x).

numpy's own are not analytic (abs, hypot, arctan2, norm), or lose a tiny imaginary part (arcsin and arccos).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.base.arrays import Array

STEP = 1e-30
"""What a derivative is multiplied by in an imaginary part: its square is nothing beside any number."""


def derivative(values: Any) -> Any:
    """The derivative that numbers carry; zero for real ones."""
    return np.imag(values) / STEP


def carrying(values: Any, derivatives: Any) -> Array:
    """Numbers that carry derivatives."""
    return np.asarray(np.real(values) + 1j * STEP * np.asarray(derivatives))


def number(value: Any) -> Any:
    """One number, as Python's: complex where it carries a derivative."""
    return complex(value) if np.iscomplexobj(value) else float(value)


def lifted(function: Callable[[Array], Array], slope: Callable[[Array, Array], Array]) -> Callable[[Any], Array]:
    """A function of real arrays for those that carry derivatives; `slope` gets the argument and the value.

    What carries none gets none, also where the slope is not finite.
    """

    def value(x: Any) -> Array:
        real = np.real(x)
        value_there = function(real)
        if not np.iscomplexobj(x):
            return value_there
        carried = np.imag(x)
        with np.errstate(invalid="ignore", divide="ignore"):
            rate = np.where(carried == 0.0, 0.0, slope(real, value_there) * carried)
        return np.asarray(value_there + 1j * rate)

    return value


def absolute(x: Any) -> Array:
    """The size of a number."""
    return np.where(np.real(x) < 0.0, -np.asarray(x), x)


def sign(x: Any) -> Array:
    """1, 0 or -1."""
    return np.asarray(np.sign(np.real(x)))


def hypot(x: Any, y: Any) -> Array:
    """The length of (x, y)."""
    return norm(np.stack(np.broadcast_arrays(x, y), axis=-1))


def arctan2(y: Any, x: Any) -> Array:
    """The angle of the direction (x, y)."""
    angle = np.arctan2(np.real(y), np.real(x))
    if not (np.iscomplexobj(x) or np.iscomplexobj(y)):
        return np.asarray(angle)
    square = np.real(x) ** 2 + np.real(y) ** 2
    across = np.real(x) * np.imag(y) - np.real(y) * np.imag(x)
    still = (np.imag(x) == 0.0) & (np.imag(y) == 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = np.where(still, 0.0, across / square)
    return np.asarray(angle + 1j * rate)


def norm(vectors: Any, axis: int = -1) -> Array:
    """Lengths of vectors along an axis; at length zero the derivative is that of growing, the length of theirs."""
    real, carried = np.real(vectors), np.imag(vectors)
    length = np.sqrt(np.sum(real * real, axis=axis))
    if not np.iscomplexobj(vectors):
        return np.asarray(length)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = np.sum(real * carried, axis=axis) / length
    if np.any(length == 0.0):
        rate = np.where(length == 0.0, STEP * np.sqrt(np.sum((carried / STEP) ** 2, axis=axis)), rate)
    return np.asarray(length + 1j * rate)


def smallest(*values: Any) -> Array:
    """The smallest of several numbers, by their real parts."""
    smallest: Any = values[0]
    for value in values[1:]:
        smallest = np.where(np.real(value) < np.real(smallest), value, smallest)
    return np.asarray(smallest)


def largest(*values: Any) -> Array:
    """The largest of several numbers, by their real parts."""
    largest: Any = values[0]
    for value in values[1:]:
        largest = np.where(np.real(value) > np.real(largest), value, largest)
    return np.asarray(largest)


def power(x: Any, y: Any) -> Array:
    """x to the power y."""
    a, b = np.real(x), np.real(y)
    with np.errstate(all="ignore"):
        power = np.power(a, b)
        if not (np.iscomplexobj(x) or np.iscomplexobj(y)):
            return np.asarray(power)
        rate = np.where(np.imag(x) != 0.0, b * np.power(a, b - 1.0) * np.imag(x), 0.0)
        rate = rate + np.where(np.imag(y) != 0.0, power * np.log(a) * np.imag(y), 0.0)
    return np.asarray(power + 1j * rate)


sin = lifted(np.sin, lambda x, f: np.cos(x))
cos = lifted(np.cos, lambda x, f: -np.sin(x))
tan = lifted(np.tan, lambda x, f: 1.0 + f * f)
arcsin = lifted(np.arcsin, lambda x, f: 1.0 / np.sqrt((1.0 - x) * (1.0 + x)))
arccos = lifted(np.arccos, lambda x, f: -1.0 / np.sqrt((1.0 - x) * (1.0 + x)))
arctan = lifted(np.arctan, lambda x, f: 1.0 / (1.0 + x * x))
sinh = lifted(np.sinh, lambda x, f: np.cosh(x))
cosh = lifted(np.cosh, lambda x, f: np.sinh(x))
tanh = lifted(np.tanh, lambda x, f: 1.0 - f * f)
exp = lifted(np.exp, lambda x, f: f)
log = lifted(np.log, lambda x, f: 1.0 / x)
sqrt = lifted(np.sqrt, lambda x, f: 0.5 / f)
