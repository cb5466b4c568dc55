"""Dataclasses whose methods are written when one of them is first made, not when its module is imported.

Python writes the methods of a dataclass as text and compiles it, a third of a millisecond a class. A program that
simulates a pendulum imports over a hundred of them and makes twenty. `@dataclass` of this module puts that off: until
then stand-ins are in the place of the methods, each of which has the class finished and goes on with the real one.
Whoever asks for the fields or the signature of the class has it finished, too. Only the constructor is then written as
text; the other methods are functions of the fields. Where the short ways were not tried, it is Python's own.
"""

from __future__ import annotations

import sys
from threading import RLock
from typing import TYPE_CHECKING, Any

from linkwork.base.plain_methods import finished
from linkwork.base.short_ways import short_ways

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
        finished(kind, options)
    finally:
        sys.setswitchinterval(before)


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


if TYPE_CHECKING or not short_ways():
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind: Any = None, /, **options: Any) -> Any:
        """A dataclass, finished when it is first used; options are those of Python's own."""
        return (lambda each: _put_off(each, options)) if kind is None else _put_off(kind, options)
