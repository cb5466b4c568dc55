"""A union whose members are told apart by their `type`, of which only those that occur are made ready.

`Annotated[Revolute | Gear | ..., BY_TYPE]` takes, refuses and writes what `Field(discriminator="type")` does, and has
the same JSON Schema. But pydantic builds the validators of all members of such a union before it reads the first of
them; here each is built when a description has one of its type. What does not fit is given to pydantic's own union,
whose words say why.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, get_args

from pydantic import BaseModel, Field, ValidationError
from pydantic_core import core_schema


class ByType:
    """Marks such a union."""

    def __get_pydantic_core_schema__(self, union: Any, _: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(_reader(union), metadata={_UNION: union})

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        while _UNION not in schema.get("metadata", {}):  # validators may stand before it
            schema = schema["schema"]
        return handler(_whole(schema["metadata"][_UNION]).core_schema)


BY_TYPE = ByType()
_UNION = "linkwork_union"


@cache
def _whole(union: Any) -> Any:
    """The union as pydantic reads it."""
    from pydantic import TypeAdapter

    return TypeAdapter(Annotated[union, Field(discriminator="type")])


def _reader(union: Any) -> Callable[[Any], Any]:
    kinds: tuple[type[BaseModel], ...] = get_args(union)
    by_word = {word_of(kind): kind for kind in kinds}

    def read(value: Any) -> Any:
        if type(value) in kinds:
            return value
        word = value.get("type") if isinstance(value, dict) else None
        kind = by_word.get(word) if isinstance(word, str) else None
        if kind is not None:
            try:
                return kind.model_validate(value)
            except ValidationError:
                pass  # the union says it with its own path to what is wrong
        return _whole(union).validate_python(value)

    return read


def word_of(kind: Any) -> str:
    """The `type` of a class; its fields may not have been read yet."""
    given = getattr(kind, "type", None)
    word: str = given if isinstance(given, str) else kind.model_fields["type"].default
    return word
