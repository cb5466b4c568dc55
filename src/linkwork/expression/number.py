"""`Number`: the type of every number field of a description, and how pydantic reads and writes it."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticCustomError, core_schema

from linkwork.base.errors import ExpressionError
from linkwork.expression import Expression, as_expression

Number = Expression
"""A number, a text such as `30 deg` or `r/2`, or an Expression; kept as an Expression."""


def _read(value: Any) -> Expression:
    try:
        return as_expression(value)
    except ExpressionError as error:
        details = {"message": str(error), "column": error.column}
        raise PydanticCustomError("expression", "{message}", details) from None


def written(value: Expression) -> float | int | str:
    """As a file shows it: a bare number when it is one, otherwise the text."""
    plain = value.plain
    if plain is None:
        return value.text
    return int(plain) if plain.is_integer() and abs(plain) < 1e15 else plain


def number_schema() -> core_schema.CoreSchema:
    """How pydantic validates an Expression and writes it."""
    return core_schema.no_info_plain_validator_function(
        _read, serialization=core_schema.plain_serializer_function_ser_schema(written)
    )
