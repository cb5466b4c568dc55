"""Where an `if`, abs, sign, min or max changes a formula: exactly where that is linear, else by isolating zeros."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.functions.linear import linear_terms

if TYPE_CHECKING:
    from linkwork.expression import Expression
    from linkwork.functions.base import Environment, Interval


def switch_places(
    formula: Expression, env: Environment, variable: str = "t", within: Interval | None = None
) -> list[Any]:
    """Values of the variable at which the formula may have a kink, in rising order.

    They carry derivatives where the parameters do.
    """
    from linkwork.functions.isolation import zeros

    places: set[Any] = set()
    for switch in formula.switches(variable):
        linear = linear_terms(switch.tape(variable), env)
        if linear is not None:
            constant, slope = linear
            places |= {-constant / slope} if slope.real != 0.0 else set()
        elif within is not None:
            zeros_here = zeros(switch, env, variable, within).places
            places |= {_carrying(switch, env, variable, zero) for zero in zeros_here}
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
