"""Methods of dataclasses as functions of their fields: Python writes each of them as text and compiles it.

They do what Python's own do. While `unwritten_guards` lasts, those that keep a frozen object as it is are made so, too.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import FrozenInstanceError
from dataclasses import dataclass as _written
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any

Fields = tuple["dataclasses.Field[Any]", ...]
_GUARDS = "_frozen_get_del_attr"
"""The function of Python's that writes them; from 3.13 on Python writes all methods of a class at once."""


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of some fields of an object."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda each: tuple(getattr(each, name) for name in names)


def equality(fields: Fields) -> Any:
    """The method `__eq__`."""
    values = _getter([field.name for field in fields if field.compare])

    def __eq__(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def number(fields: Fields) -> Any:
    """The method `__hash__`."""
    values = _getter([field.name for field in fields if (field.compare if field.hash is None else field.hash)])

    def __hash__(self: Any) -> int:
        return hash(values(self))

    return __hash__


def text(fields: Fields) -> Any:
    """The method `__repr__`."""
    names = [field.name for field in fields if field.repr]

    @recursive_repr()
    def __repr__(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


def guards(cls: Any, fields: Any, *_: Any) -> tuple[Any, Any]:
    """The methods `__setattr__` and `__delattr__` of a frozen class."""
    names = {field.name for field in fields}

    def __setattr__(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


_OPTIONS = {"init", "repr", "eq", "frozen", "match_args", "kw_only", "slots"}
"""Options of a dataclass whose methods are made here."""


@contextmanager
def unwritten_guards() -> Iterator[None]:
    """Guards of frozen classes that are made inside are functions, where Python has a place for that."""
    inside = vars(dataclasses)
    before = inside.get(_GUARDS) if sys.version_info < (3, 13) else None
    if before is None:
        yield
        return
    inside[_GUARDS] = guards
    try:
        yield
    finally:
        inside[_GUARDS] = before


def quick_dataclass(kind: Any = None, /, **options: Any) -> Any:
    """What `dataclasses.dataclass` does, in a third of the time."""
    return (lambda each: finished(each, options)) if kind is None else finished(kind, options)


def finished(kind: Any, options: dict[str, Any]) -> Any:
    """A dataclass by Python's own, but for methods that are made as functions; another class where it has slots."""
    if options.keys() - _OPTIONS or not options.get("eq", True):
        return _written(**options)(kind)
    own = kind.__dict__
    writes_text = options.get("repr", True) and "__repr__" not in own
    compares = "__eq__" not in own
    counts = "__hash__" not in own or (own["__hash__"] is None and not compares)
    with unwritten_guards():
        made: Any = _written(**options | {"repr": False, "eq": False})(kind)
    fields = dataclasses.fields(made)
    if writes_text:
        made.__repr__ = text(fields)
    if compares:
        made.__eq__ = equality(fields)
    if counts:
        made.__hash__ = number(fields) if options.get("frozen") else None
    told = made.__dataclass_params__
    told.repr, told.eq = options.get("repr", True), True
    return made
