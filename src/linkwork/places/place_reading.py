"""What the readers of places share: numbers with the place of their error, the one body that is named, JSON Schemas."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticCustomError

from linkwork.base.errors import ExpressionError, shown
from linkwork.expression import Expression, as_expression


def single(value: dict[Any, Any], what: str, example: str) -> tuple[str, Any]:
    """The one body that a place names, and what is written for it."""
    if len(value) != 1:
        raise ValueError(f"{what} names one body, as in {example}; found {len(value)} keys")
    body, where = next(iter(value.items()))
    if not isinstance(body, str):
        raise ValueError(f"{what}: the name of a body is text; found {shown(body)}")
    return body, where


def number(value: Any, *inner: str | int) -> Expression:
    """A number inside a place; its error tells where inside."""
    try:
        return as_expression(value)
    except ExpressionError as error:
        details = {"message": str(error), "column": error.column, "inner": inner}
        raise PydanticCustomError("expression", "{message}", details) from None


def misplaced(message: str, *inner: str | int) -> PydanticCustomError:
    """An error with the place inside at which it sits."""
    return PydanticCustomError("place", "{message}", {"message": message, "inner": inner})


NUMBER = {"anyOf": [{"type": "number"}, {"type": "string"}]}
"""JSON Schema of a number or an expression."""


def list_of(item: dict[str, Any], count: int) -> dict[str, Any]:
    """JSON Schema of a list of so many items."""
    return {"type": "array", "items": item, "minItems": count, "maxItems": count}


def of_one_body(*forms: dict[str, Any]) -> dict[str, Any]:
    """JSON Schema of `{body: ...}` in one of several forms."""
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": {"anyOf": list(forms)},
    }


def object_of(*optional: str, **fields: dict[str, Any]) -> dict[str, Any]:
    """JSON Schema of a mapping with these fields, of which some may be left out."""
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}
