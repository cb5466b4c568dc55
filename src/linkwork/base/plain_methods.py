"""Methods of dataclasses as functions of their fields: Python writes each of them as text and compiles it.

They do what Python's own do. Where Python has a function of its own for those that keep a frozen object as it is, these
are made so, too: by a copy of Python's decorator that finds our function; nobody else's classes are touched.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from types import FunctionType
from typing import Any

Fields = tuple["dataclasses.Field[Any]", ...]
_GUARDS, _MAKES = "_frozen_get_del_attr", "_process_class"
"""Functions of Python's: that which writes guards, and that which asks it to. From 3.13 on Python writes all methods of
a class at once, and has no such function."""


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


def _with_names(function: Any, names: dict[str, Any]) -> Any:
    """A copy of a function that finds these names where it found those of its module."""
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _own_decorator() -> Any:
    """Python's `dataclass`, which makes guards as functions where Python has a place for that."""
    names = dict(vars(dataclasses))
    if not isinstance(names.get(_GUARDS), FunctionType) or not isinstance(names.get(_MAKES), FunctionType):
        return dataclasses.dataclass
    names[_GUARDS] = guards
    names[_MAKES] = _with_names(names[_MAKES], names)
    return _with_names(dataclasses.dataclass, names)


_written = _own_decorator()


def quick_dataclass(kind: Any = None, /, **options: Any) -> Any:
    """What `dataclasses.dataclass` does, in a third of the time."""
    return (lambda each: finished(each, options)) if kind is None else finished(kind, options)


def finished(kind: Any, options: dict[str, Any]) -> Any:
    """A dataclass by Python's own, but for methods that are made as functions; another class where it has slots."""
    if options.keys() - _OPTIONS or not options.get("eq", True):
        return dataclasses.dataclass(**options)(kind)
    own = kind.__dict__
    writes_text = options.get("repr", True) and "__repr__" not in own
    compares = "__eq__" not in own
    counts = "__hash__" not in own or (own["__hash__"] is None and not compares)
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
