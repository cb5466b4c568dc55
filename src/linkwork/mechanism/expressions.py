"""The expressions in the parts of a description, wherever they stand in them."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel

from linkwork.expression import Expression

_NO_NUMBERS = frozenset((type(None), str, bool, int, float))


def expressions_of(part: Any) -> list[Expression]:
    """Every expression in a part, in its places, functions, outlines and lists."""
    expressions: list[Expression] = []
    _collect(part, expressions)
    return expressions


def _collect(part: Any, expressions: list[Expression]) -> None:
    kind = type(part)
    if kind is Expression:
        expressions.append(part)
    elif kind in _NO_NUMBERS:
        return
    elif isinstance(part, BaseModel):
        values = vars(part)
        for name in _fields(type(part)):
            value = values[name] if name in values else getattr(part, name)
            if type(value) not in _NO_NUMBERS:
                _collect(value, expressions)
    elif isinstance(part, dict):
        for value in part.values():
            _collect(value, expressions)
    elif isinstance(part, tuple | list):
        for value in part:
            _collect(value, expressions)


@cache
def _fields(kind: type[BaseModel]) -> tuple[str, ...]:
    return tuple(kind.model_fields)
