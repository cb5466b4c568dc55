"""What every part of a description has in common: strict, frozen, and errors that name the field."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import PydanticSerializationError

from linkwork.base.errors import MechanismError
from linkwork.expression.algebra import Expression
from linkwork.expression.late_fields import Late, finish
from linkwork.expression.quantities import is_quantity, items_of


class NotMadeError(MechanismError):
    """A part cannot be made of what was given; `words` say why."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(f"{kind}: {words}")
        self.words = words


if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as Readable
else:

    class Readable(Late):
        """What is made in Python: lists may be arrays of numpy, and errors say in a sentence what is wrong."""

        def __call__(cls, *args: Any, **fields: Any) -> Any:
            kind: Any = cls
            if args and kind.__init__ is BaseModel.__init__:
                first = next(iter(kind.model_fields), "name")
                raise NotMadeError(cls.__name__, f"give its fields by name, as in {cls.__name__}({first}=...)")
            try:
                return super().__call__(*args, **plain_values(fields))
            except ValidationError as error:
                from linkwork.expression.explain_fields import explain

                raise NotMadeError(cls.__name__, explain(error, cls)) from None


class Part(BaseModel, metaclass=Late):
    """A piece of a mechanism's description: plain validated data, unknown fields refused."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, arbitrary_types_allowed=True, populate_by_name=True, defer_build=True
    )

    @classmethod
    def model_construct(cls, _fields_set: set[str] | None = None, **values: Any) -> Self:
        """One of values that need no check; without any, one with all its defaults."""
        if values or _fields_set:
            finish(cls)
            return super().model_construct(_fields_set, **values)
        part = _with_defaults(cls).model_copy()
        vars(part).update({name: copy(value) for name, value in vars(part).items() if type(value) in (dict, list)})
        return part


@cache
def _with_defaults(kind: type[Any]) -> Any:
    """A part of which nothing is given: to be copied, for pydantic looks for every default anew."""
    finish(kind)
    return super(Part, kind).model_construct()


_PLAIN = frozenset((type(None), bool, int, float, str, Expression))


def plain_values(value: Any) -> Any:
    """Arrays of numpy and of quantities as lists, also inside lists and mappings; everything else as it is."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        return {key: plain_values(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        if type(value) not in (list, tuple) or all(type(item) in _PLAIN for item in value):
            return value
        return type(value)([plain_values(item) for item in value])
    kind: Any = type(value)
    if _is_part(kind):
        return value
    if is_quantity(value) and getattr(value.magnitude, "ndim", 0) > 0:
        return items_of(value)
    return value.tolist() if type(value).__module__ == "numpy" and hasattr(value, "tolist") else value


@cache
def _is_part(kind: Any) -> bool:
    return issubclass(kind, BaseModel)


def plain(part: BaseModel) -> dict[str, Any]:
    """The part as plain data for a model file, without the fields left at their default."""
    try:
        return part.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    except PydanticSerializationError as error:
        raise MechanismError(str(error).rpartition("MechanismError: ")[2]) from None


def made(kind: type[Any], where: str, **fields: Any) -> Any:
    """A part with these fields, given in Python; an error begins with `where` and names the field."""
    try:
        return kind(**plain_values(fields))
    except ValidationError as error:
        from linkwork.expression.explain_fields import explain

        raise MechanismError(f"{where}: {explain(error, kind)}") from None
    except NotMadeError as error:
        raise MechanismError(f"{where}: {error.words}") from None
