"""Held values and rates as elements: `slider.x`, `crank.angle`, `O.angle` while assembling; `crank.omega` at the start.

Which values and rates there are is said by the world (`planar_hold`, `spatial.hold`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from linkwork.elements.base import Element
from linkwork.errors import MechanismError, within
from linkwork.mechanism.explain import explain
from linkwork.mechanism.expression import as_expression, resolve_parameters, symbol

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def held_elements(mechanism: Mechanism, values: Mapping[str, Any]) -> dict[str, Element]:
    """One element for every held value, named after it."""
    found = {}
    for name, value in values.items():
        try:
            found[name] = mechanism.world.holding.held_element(mechanism, name, value)
        except ValidationError as error:
            raise MechanismError(f"held value '{name}': {explain(error)}") from None
    return found


def held_rates(mechanism: Mechanism, rates: Mapping[str, Any], what: str = "initial rate") -> dict[str, Element]:
    """One element for every rate given, such as `crank.omega` or `guide.speed`: its value moves at that rate.

    `what` begins every error, with the name of the rate.
    """
    found = {}
    for name, rate in rates.items():
        with within(f"{what} '{name}'"):
            value = as_expression(rate)
            value.value(resolve_parameters(mechanism.parameters_by_name))
            try:
                found[name] = mechanism.world.holding.rate_element(mechanism, name, value * symbol("t"))
            except ValidationError as error:
                raise MechanismError(explain(error)) from None
    return found
