"""Evaluating parameters that are defined through one another."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression.algebra import Expression, as_expression
from linkwork.expression.close_names import close_matches
from linkwork.expression.elementary import RESERVED
from linkwork.expression.recorded import Recorded


def resolve_parameters(
    parameters: Mapping[str, Expression], overrides: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The value of each parameter, in the order of `parameters`.

    `overrides` replaces definitions: by a number, a complex number (its imaginary part carries a derivative),
    a recorded number, a text or an expression.
    """
    definitions = {name: _definition(name, value) for name, value in parameters.items()}
    for name, value in (overrides or {}).items():
        if name not in definitions:
            raise MechanismError(f"parameter '{name}' is not defined{_known(name, definitions)}")
        definitions[name] = _definition(name, value)
    values: dict[str, Any] = {}
    for name in _order(definitions):
        definition = definitions[name]
        try:
            values[name] = definition.value(values) if isinstance(definition, Expression) else definition
        except ExpressionError as error:
            raise ExpressionError(f"parameter '{name}': {error}", error.column) from None
    return {name: values[name] for name in definitions}


def _definition(name: str, value: Any) -> Expression | complex | Recorded:
    if name in RESERVED:
        raise MechanismError(
            f"parameter '{name}': expressions use this name for a constant or a function; choose another"
        )
    if isinstance(value, complex):
        return complex(value)
    if isinstance(value, Recorded):
        return value
    try:
        return as_expression(value)
    except ExpressionError as error:
        raise ExpressionError(f"parameter '{name}': {error}", error.column) from None


def _known(name: str, definitions: Mapping[str, Any]) -> str:
    return close_matches(name, list(definitions)) or f"; parameters are: {', '.join(definitions) or 'none'}"


def _order(definitions: Mapping[str, Expression | complex | Recorded]) -> list[str]:
    needs: dict[str, list[str]] = {}
    for name, definition in definitions.items():
        used = sorted(definition.names) if isinstance(definition, Expression) else []
        for other in used:
            if other not in definitions:
                raise MechanismError(f"parameter '{name}': unknown name '{other}'{_known(other, definitions)}")
        needs[name] = used
    if not any(needs.values()):
        return list(needs)
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        cycle = " -> ".join(reversed(error.args[1]))
        raise MechanismError(f"parameters form a cycle: {cycle}") from None
