"""A function that compiled code and Python call: compiled ahead where it can be, by numba where it must."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from typing import Any

from linkwork.numerics.ahead.library import entry_ahead, named_entry


class Entry:
    """A compiled function as Python sees it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__name__, self.__qualname__ = function.__name__, function.__qualname__
        self.__module__, self.__doc__ = function.__module__, function.__doc__
        self._ahead: Callable[..., Any] | None = None
        self._dispatcher: Any = None

    def __repr__(self) -> str:
        return f"<compiled {self.__module__}.{self.__qualname__}>"

    def __reduce__(self) -> Any:
        return _named, (self.__module__, self.__qualname__)

    def __call__(self, *args: Any, **named: Any) -> Any:
        if self._ahead is None:
            self._ahead = entry_ahead(self.py_func) or _nothing
        result = NotImplemented if named else self._ahead(*args)
        return self._otherwise(args, named) if result is NotImplemented else result

    def _otherwise(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Once more with numbers of Python's own types; then by numba."""
        if self._ahead is not _nothing and self._ahead is not None:
            bound = inspect.signature(self.py_func).bind(*args, **named)
            bound.apply_defaults()
            result = self._ahead(*map(_plain, bound.args))
            if result is not NotImplemented:
                return result
        return self.dispatcher(*args, **named)

    @property
    def dispatcher(self) -> Any:
        """The function as numba knows it."""
        if self._dispatcher is None:
            from linkwork.numerics.jit import compiler, not_compiled

            self._dispatcher = compiler(not_compiled(self.py_func)).linked(self.py_func)
        return self._dispatcher


class EntryByName:
    """A compiled function as Python sees it whose module, with all that it imports, stays away if a library has it."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name
        self._ahead: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> Any:
        if self.module not in sys.modules:
            if self._ahead is None:
                self._ahead = named_entry(self.module, self.name) or _nothing
            result = self._ahead(*args)
            if result is not NotImplemented:
                return result
        return getattr(importlib.import_module(self.module), self.name)(*args)


def _nothing(*_: Any) -> Any:
    return NotImplemented


def _named(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


def _plain(value: Any) -> Any:
    """A number of numpy as Python's own."""
    import numpy as np

    if isinstance(value, np.generic):
        return value.item()
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
