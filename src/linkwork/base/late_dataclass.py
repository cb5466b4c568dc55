"""Dataclasses whose methods are written when one of them is first made, not when its module is imported.

Python writes the methods of a dataclass as text and compiles it, a third of a millisecond a class. A program that
simulates a pendulum imports over a hundred of them and makes twenty. `@dataclass` of this module puts that off: until
then stand-ins are in the place of the methods, each of which has the class finished and goes on with the real one.
Whoever asks for the fields or the signature of the class has it finished, too. Only the constructor, and what keeps a
frozen one as it is, are then written as text; equality, hash and text are functions of the fields.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from threading import RLock
from typing import TYPE_CHECKING, Any

Fields = tuple["dataclasses.Field[Any]", ...]
_FIELDS, _SIGNATURE = "__dataclass_fields__", "__signature__"
_STAND_INS = "_linkwork_stand_ins"
_lock = RLock()


def finish(kind: type[Any]) -> None:
    """Write the methods of a dataclass and of those that it is made from, if they are not there yet."""
    with _lock:
        for each in reversed(kind.__mro__):
            waiting = each.__dict__.get(_STAND_INS)
            if waiting is not None:
                _written(each, *waiting)


def _written(kind: Any, names: list[str], options: dict[str, Any]) -> None:
    """Nobody else runs while the class has neither stand-ins nor methods."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(_UNDISTURBED)
    try:
        for name in (_STAND_INS, *names):
            delattr(kind, name)
        dataclasses.dataclass(**options | {"repr": False, "eq": False})(kind)
        for name in names:
            if name in _FROM_FIELDS:
                setattr(kind, name, _FROM_FIELDS[name](dataclasses.fields(kind)))
        if "__eq__" in names and not options.get("frozen"):
            kind.__hash__ = None
    finally:
        sys.setswitchinterval(before)


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of some fields of an object."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda each: tuple(getattr(each, name) for name in names)


def _equality(fields: Fields) -> Any:
    values = _getter([field.name for field in fields if field.compare])

    def __eq__(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _number(fields: Fields) -> Any:
    values = _getter([field.name for field in fields if (field.compare if field.hash is None else field.hash)])
    return lambda self: hash(values(self))


def _text(fields: Fields) -> Any:
    names = [field.name for field in fields if field.repr]

    @recursive_repr()
    def __repr__(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


_FROM_FIELDS = {"__eq__": _equality, "__hash__": _number, "__repr__": _text}
_UNDISTURBED = 10.0  # s


class _Asked:
    """Fields or signature of a class that has to be finished first."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, _: Any, kind: Any) -> Any:
        finish(kind)
        return getattr(kind, self.name)


def _stand_in(name: str) -> Any:
    def method(self: Any, *args: Any) -> Any:
        finish(type(self))
        return getattr(type(self), name)(self, *args)

    method.__name__ = name
    return method


_ASKED = {name: _Asked(name) for name in (_FIELDS, _SIGNATURE)}
_OF_EVERY = {"repr": ("__repr__",), "eq": ("__eq__", "__hash__"), "frozen": ("__setattr__", "__delattr__")}
_METHODS = {name: _stand_in(name) for names in _OF_EVERY.values() for name in names}
_USUAL = {"repr": True, "eq": True, "frozen": False}


def _constructor(kind: Any) -> Any:
    def __init__(self: Any, *args: Any, **named: Any) -> None:
        finish(kind)
        kind.__init__(self, *args, **named)

    return __init__


def is_stand_in(function: Any) -> bool:
    """Whether a method stands in for one that is not written yet."""
    return bool(function.__code__.co_filename == _constructor.__code__.co_filename)


def _put_off(kind: Any, options: dict[str, Any]) -> Any:
    own = kind.__dict__
    names = [name for word, names in _OF_EVERY.items() if options.get(word, _USUAL[word]) for name in names]
    waiting = {name: _METHODS[name] for name in names if name not in own} | _ASKED
    if "__init__" not in own:
        waiting["__init__"] = _constructor(kind)
    for name, stand_in in waiting.items():
        setattr(kind, name, stand_in)
    setattr(kind, _STAND_INS, (list(waiting), options))
    return kind


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind: Any = None, /, **options: Any) -> Any:
        """A dataclass, finished when it is first used; options are those of Python's own."""
        return (lambda each: _put_off(each, options)) if kind is None else _put_off(kind, options)
