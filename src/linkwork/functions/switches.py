"""Where an `if`, abs, sign, min or max changes a formula: exactly where that is linear, else by isolating zeros."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.functions.linear import linear_terms

if TYPE_CHECKING:
    from linkwork.functions.base import Environment, Interval
    from linkwork.mechanism.expression import Expression

_BEYOND = 1e-12  # of an interval: how far outside it zeros still count, so that those at its ends do


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
            places |= {carrying(switch, env, variable, zero) for zero in _zeros_within(switch, env, variable, within)}
    return sorted((place for place in places if math.isfinite(place.real)), key=lambda place: float(place.real))


def carrying(switch: Expression, env: Environment, variable: str, zero: float) -> Any:
    """A zero with the derivative that the parameters give it: -g_b / g_t."""
    if not any(isinstance(value, complex) and value.imag != 0.0 for value in env.values()):
        return zero
    from linkwork.numerics.analytic import STEP

    real = {name: value.real for name, value in env.items()}
    rate = switch.value({**real, variable: complex(zero, STEP)}).imag / STEP
    change = switch.value({**env, variable: zero}).imag
    return complex(zero, -change / rate if rate != 0.0 else 0.0)


def _zeros_within(switch: Expression, env: Environment, variable: str, within: Interval) -> tuple[float, ...]:
    """Where an expression changes its sign within an interval or at its ends."""
    from linkwork.functions.isolation import zeros

    beyond = _BEYOND * (within[1] - within[0])
    return zeros(switch, env, variable, (within[0] - beyond, within[1] + beyond)).places
