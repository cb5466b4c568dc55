"""Texts of results that are found when they are first asked for: most calls never look at them.

A `LateText` stands in the place of the text, and is passed on as it is, so that all who hold it share what is found.
A `Late` value can be changed by who holds it: a copy of what holds it is given a copy of it.
Pickles and copies have the text itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

Kind = TypeVar("Kind")


class LateText:
    """A text, and until somebody looks at it the function that finds it."""

    __slots__ = ("_find", "_text")

    def __init__(self, find: Callable[[], str]) -> None:
        self._find: Callable[[], str] | None = find
        self._text = ""

    def __str__(self) -> str:
        if self._find is not None:
            self._text, self._find = self._find(), None
        return self._text

    def __reduce__(self) -> Any:
        return str, (str(self),)


_NONE = object()


class Late:
    """Any value, and until somebody looks at it the function that finds it."""

    __slots__ = ("_find", "_value")

    def __init__(self, find: Callable[[], Any]) -> None:
        self._find: Callable[[], Any] | None = find
        self._value: Any = None

    def value(self) -> Any:
        """The value."""
        if self._find is not None:
            self._value, self._find = self._find(), None
        return self._value

    def copy(self) -> Late:
        """A late copy of the value, which is found only once for all copies."""
        return Late(partial(_copied, self))

    def __reduce__(self) -> Any:
        return _itself, (self.value(),)


def _copied(late: Late) -> Any:
    return late.value().copy()


def _itself(value: Any) -> Any:
    return value


class _LateField:
    """A field of a dataclass that may hold a late text or value, and gives a plain one."""

    def __init__(self, name: str, default: Any) -> None:
        self.name, self.default = name, default

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        if owner is None:
            if self.default is _NONE:
                raise AttributeError(self.name)  # as of any field without a default
            return self.default
        value = owner.__dict__[self.name]
        if type(value) is LateText:
            value = owner.__dict__[self.name] = str(value)
        elif type(value) is Late:
            value = owner.__dict__[self.name] = value.value()
        return value

    def __set__(self, owner: Any, value: Any) -> None:
        owner.__dict__[self.name] = value


def with_late_text(name: str) -> Callable[[type[Kind]], type[Kind]]:
    """Let a field of a dataclass hold a late text or value."""

    def put(kind: type[Kind]) -> type[Kind]:
        setattr(kind, name, _LateField(name, vars(kind).get(name, _NONE)))
        return kind

    return put


def unread(owner: Any, name: str) -> Any:
    """What such a field holds: the text or value, or the late one, which is not looked at."""
    return owner.__dict__[name]
