"""The expressions in the parts of a description, wherever they stand in them."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel

from linkwork.expression import Expression

_NO_NUMBERS = frozenset((type(None), str, bool, int, float))
_HOLDERS = frozenset((dict, tuple, list))


def expressions_of(part: Any) -> list[Expression]:
    """Every expression in a part, in its places, functions, outlines and lists."""
    expressions: list[Expression] = []
    _collect(part, expressions)
    return expressions


def _collect(part: Any, expressions: list[Expression]) -> None:
    """What is in a part that is an expression itself or may hold some; whatever else it is holds none."""
    kind: Any = type(part)
    if kind is Expression:
        expressions.append(part)
        return
    fields = _fields(kind)
    if fields is None:
        inside = part.values() if isinstance(part, dict) else part if isinstance(part, tuple | list) else ()
    else:
        values = vars(part)
        inside = [values[name] if name in values else getattr(part, name) for name in fields]
    for value in inside:
        held = type(value)
        if held is Expression:
            expressions.append(value)
        elif held not in _NO_NUMBERS and (value or held not in _HOLDERS):
            _collect(value, expressions)


@cache
def _fields(kind: Any) -> tuple[str, ...] | None:
    """The fields of parts of this kind; none of what is no part."""
    return tuple(kind.model_fields) if issubclass(kind, BaseModel) else None
