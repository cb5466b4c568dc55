"""Where an `if`, abs, sign, min or max changes a formula: exactly where that is linear, else found on a fine grid."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linkwork.errors import ExpressionError
from linkwork.functions.linear import linear_terms

if TYPE_CHECKING:
    from linkwork.functions.base import Environment, Interval
    from linkwork.mechanism.expression import Expression

_GRID = 2048


def switch_places(
    formula: Expression, env: Environment, variable: str = "t", within: Interval | None = None
) -> list[Any]:
    """Values of the variable at which the formula may have a kink, in rising order.

    They carry derivatives where the parameters do.
    """
    places: set[Any] = set()
    for switch in formula.switches(variable):
        linear = linear_terms(switch.tape(variable), env)
        if linear is not None:
            constant, slope = linear
            places |= {-constant / slope} if slope.real != 0.0 else set()
        elif within is not None:
            places |= {_carrying(switch, env, variable, zero) for zero in _zeros(switch, env, variable, within)}
    return sorted((place for place in places if math.isfinite(place.real)), key=lambda place: float(place.real))


def _carrying(switch: Expression, env: Environment, variable: str, zero: float) -> Any:
    """A zero with the derivative that the parameters give it: -g_b / g_t."""
    if not any(isinstance(value, complex) and value.imag != 0.0 for value in env.values()):
        return zero
    from linkwork.numerics.analytic import STEP

    real = {name: value.real for name, value in env.items()}
    rate = switch.value({**real, variable: complex(zero, STEP)}).imag / STEP
    change = switch.value({**env, variable: zero}).imag
    return complex(zero, -change / rate if rate != 0.0 else 0.0)


def _zeros(switch: Expression, env: Environment, variable: str, within: Interval) -> set[float]:
    """Where an expression changes its sign within an interval."""
    low, high = within
    real = {name: value.real for name, value in env.items()}

    def value(x: float) -> float:
        try:
            return float(switch.value({**real, variable: x}))
        except ExpressionError:
            return math.nan

    # one step beyond each end, so that a zero at an end is seen
    places = [low + (high - low) * n / _GRID for n in range(-1, _GRID + 2)]
    values = [value(x) for x in places]
    found = {x for x, y in zip(places, values, strict=True) if y == 0.0}
    for n in range(len(places) - 1):
        if values[n] * values[n + 1] < 0.0:
            found.add(_zero(value, places[n], places[n + 1], values[n] > 0.0))
    slack = 1e-12 * (high - low)
    return {x for x in found if low - slack <= x <= high + slack}


def _zero(value: Callable[[float], float], low: float, high: float, falls: bool) -> float:
    """Bisection down to neighbouring numbers."""
    while True:
        middle = 0.5 * (low + high)
        if not low < middle < high:
            return high
        y = value(middle)
        if y == 0.0:
            return middle
        low, high = (middle, high) if (y > 0.0) == falls else (low, middle)
