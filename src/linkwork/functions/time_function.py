"""`TimeFunction`: any function of one variable that a user may give."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler
from pydantic_core import core_schema

from linkwork.base.errors import shown
from linkwork.expression import Expression
from linkwork.expression.quantities import is_quantity
from linkwork.functions import piecewise
from linkwork.functions.base import Function
from linkwork.functions.constant import Constant
from linkwork.functions.expression import Formula
from linkwork.functions.harmonic import Harmonic
from linkwork.functions.move import Move
from linkwork.functions.polynomial import Polynomial
from linkwork.functions.table import Table


def _formula_of(value: Any) -> Any:
    if isinstance(value, int | float | str | Expression) or is_quantity(value):
        return {"type": "expression", "value": value}
    if not isinstance(value, dict | Function):
        said = "nothing" if value is None else shown(value)
        own = ""
        if callable(value):
            own = "; laws of forces may be functions in Python, motions are formulas or functions such as lw.Harmonic"
        raise ValueError(f"expected a number, an expression or a function; found {said}{own}")
    return value


class _BareAllowed:
    """Adds bare numbers and texts to the published schema."""

    @staticmethod
    def __get_pydantic_json_schema__(schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "number"}, {"type": "string"}, handler(schema)]}


_Described = Annotated[
    Constant | Polynomial | Harmonic | Table | Move | piecewise.Piecewise | Formula, Field(discriminator="type")
]
TimeFunction = Annotated[_Described, BeforeValidator(_formula_of), _BareAllowed]
"""A number, an expression in the variable, or one of the kinds of function by its `type`."""

vars(piecewise)["TimeFunction"] = TimeFunction  # pieces are functions again; the name is read when one is first made
