"""Held values and rates as elements: `slider.x`, `crank.angle`, `O.angle` while assembling; `crank.omega` at the start.

Which values and rates there are is said by the world (`planar_hold`, `spatial.hold`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from linkwork.base.errors import AnalysisError, MechanismError, shown, within
from linkwork.elements.base import Element
from linkwork.expression import Expression, as_expression, resolve_parameters, symbol
from linkwork.expression.explain_fields import explain
from linkwork.mechanism.dimensions.channels import channel_dimension
from linkwork.mechanism.mode_hold import mode_element

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def holding(mechanism: Mechanism) -> Any:
    """The module that makes elements of held values and rates: `held_element`, `rate_element`, `joint_drives`."""
    if mechanism.world.dimensions == 2:
        from linkwork.mechanism import planar_hold

        return planar_hold
    from linkwork.mechanism.spatial import hold

    return hold


def held_elements(mechanism: Mechanism, values: Mapping[str, Any]) -> dict[str, Element]:
    """One element for every held value, named after it."""
    held_elements = {}
    for name, value in values.items():
        with within(f"held value '{name}'"):
            expression = as_expression(value)
        _refuse_misfit(mechanism, f"held value '{name}'", name, expression)
        try:
            mode = mode_element(mechanism, name, value)
            held_elements[name] = holding(mechanism).held_element(mechanism, name, value) if mode is None else mode
        except ValidationError as error:
            raise MechanismError(f"held value '{name}': {explain(error)}") from None
    return held_elements


def _refuse_misfit(mechanism: Mechanism, where: str, name: Any, value: Expression) -> None:
    """A value that is another kind of quantity than the end of its name says."""
    if value.plain is None and (wanted := channel_dimension(str(name))) is not None:
        from linkwork.mechanism.dimensions.check import DimensionCheck

        DimensionCheck(mechanism).refuse(where, value, wanted)


def held_rates(mechanism: Mechanism, rates: Mapping[str, Any], what: str = "initial rate") -> dict[str, Element]:
    """One element for every rate given, such as `crank.omega` or `guide.speed`: its value moves at that rate.

    `what` begins every error, with the name of the rate.
    """
    held_rates = {}
    for name, rate in rates.items():
        with within(f"{what} '{name}'"):
            value = as_expression(rate)
        _refuse_misfit(mechanism, f"{what} '{name}'", name, value)
        with within(f"{what} '{name}'"):
            value.value(resolve_parameters(mechanism.parameters_by_name))
            try:
                course = value * symbol("t")
                mode = mode_element(mechanism, str(name), course, order=1)
                held_rates[name] = holding(mechanism).rate_element(mechanism, name, course) if mode is None else mode
            except ValidationError as error:
                raise MechanismError(explain(error)) from None
    return held_rates


def held_values(hold: Any) -> dict[str, Expression] | None:
    """Held values as expressions, with errors that name them."""
    if hold is None:
        return None
    if not isinstance(hold, Mapping):
        raise AnalysisError(f"hold: expected a mapping such as {{'slider.x': 0.6}}; found {shown(hold)}")
    values = {}
    for name, value in hold.items():
        if not isinstance(name, str):
            raise AnalysisError(f"hold: expected the name of a value such as 'slider.x'; found {shown(name)}")
        try:
            values[name] = as_expression(value)
        except MechanismError as error:
            raise MechanismError(f"held value '{name}': {error}") from None
    return values
