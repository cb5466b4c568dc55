"""Units of values that parameters are to take, in plans and between bounds: they fit the places of the parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import LinkworkError
from linkwork.expression import Expression, as_expression
from linkwork.expression.dimension_of import ANY
from linkwork.expression.dimensions import Dimension
from linkwork.mechanism.check_numbers import named_parts
from linkwork.mechanism.dimensions.check import DimensionCheck

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_BETWEEN = re.compile(r"\+/-|\+-|\u00b1|/-|:|(?<![eE])\+")
_BEHIND = re.compile(r"\s+(normal|truncated|uniform|triangular)\s*\Z")


def refuse_other_units(mechanism: Mechanism, given: Mapping[str, Any]) -> None:
    """Refuse values of parameters, as texts or lists of them, with units of which a part needs others."""
    for name, values in given.items():
        seen: set[Dimension] = set()
        for expression in _with_units(values):
            dimension = expression.kind(lambda _: ANY).dimension
            if dimension is not None and dimension not in seen:
                seen.add(dimension)
                _refuse(mechanism, {name: expression})


def _refuse(mechanism: Mechanism, given: dict[str, Expression]) -> None:
    check = DimensionCheck(mechanism, given)
    for word, parts in named_parts(mechanism).items():
        for name, part in parts.items() if word != "parameter" else ():
            check.refuse(f"{word} '{name}'", part)


def _with_units(values: Any) -> Iterator[Expression]:
    """The texts with a unit: `30 mm`, both of `2 mm:3 mm`, of `100 mm +- 0.1 mm uniform`, of lists."""
    if isinstance(values, list | tuple):
        for value in values:
            yield from _with_units(value)
    elif isinstance(values, str):
        for text in _BETWEEN.split(_BEHIND.sub("", values)):
            try:
                expression = as_expression(text.strip())
                if expression.has_units and not expression.names:
                    expression.kind(lambda _: ANY)
                    yield expression
            except LinkworkError:
                continue  # what reads it says why
