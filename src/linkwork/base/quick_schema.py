"""Pydantic is imported in two thirds of its time: dictionaries of schemas are plain, methods of its classes functions.

`pydantic_core` describes the form of every schema by a typed dictionary, for those who check the types of programs that
make schemas. Python parses each of their thousand annotations, a tenth of the time in which pydantic is imported. Only
that one module sees the plain classes. A quarter is spent on writing and compiling the methods of its dataclasses;
those are made as functions of their fields (`plain_methods.py`). Other threads may import and make classes meanwhile:
they get what Python has, for it is looked at whose module asks. What looks for plugins among all installed packages is
imported when somebody wants plugins. All only where it was not imported before; should a pydantic not bear it, it is
imported as it always was.
"""

from __future__ import annotations

import os
import sys
from functools import wraps
from importlib import import_module
from threading import RLock
from types import ModuleType
from typing import Any

from linkwork.base.plain_methods import quick_dataclass
from linkwork.base.short_ways import short_ways

_MODULE = "pydantic_core.core_schema"
_PLUGINS = "pydantic.plugin._loader"
_NO_PLUGINS = ("__all__", "1", "true")
_PACKAGES = ("pydantic", "pydantic_core", "annotated_types", "typing_inspection")
_lock = RLock()
"""Two threads that put something in the place of Python's own would each put back what the other had put there."""


class _Dictionaries(type):
    """Classes that make a plain dictionary when they are called, as typed dictionaries do."""

    def __new__(cls, name: str, bases: tuple[type, ...], content: dict[str, Any], **_: Any) -> Any:
        return super().__new__(cls, name, bases, content)

    def __init__(cls, name: str, bases: tuple[type, ...], content: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, content)

    def __call__(cls, *args: Any, **keys: Any) -> Any:
        return dict(*args, **keys)


class _Plain(metaclass=_Dictionaries):
    """What stands for `TypedDict`."""


class _StandIn:
    """What the module finds instead of `TypedDict`; all others get the real one."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def __mro_entries__(self, bases: Any) -> Any:
        if sys._getframe(1).f_globals.get("__name__") == _MODULE:
            return (_Plain,)
        return self.real.__mro_entries__(bases)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.real(*args, **named)


def _stand_in(real: Any) -> Any:
    """What the packages find instead of `dataclass`; all others get the real one."""

    @wraps(real)
    def dataclass(*args: Any, **options: Any) -> Any:
        asking = str(sys._getframe(1).f_globals.get("__name__", "")).partition(".")[0]
        return (quick_dataclass if asking in _PACKAGES else real)(*args, **options)

    return dataclass


def quick_schema() -> None:
    """Import pydantic so, if it is not there yet."""
    if not short_ways():
        return
    with _lock:
        if _MODULE not in sys.modules:
            _attempt()


def _attempt() -> None:
    before = set(sys.modules)
    try:
        _imported()
    except Exception:  # a pydantic that looks closer at these classes
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in _PACKAGES:
                del sys.modules[name]


def _imported() -> None:
    """Only modules that our descriptions import anyway."""
    typed = vars(import_module("typing_extensions" if sys.version_info < (3, 12) else "typing"))
    made = vars(import_module("dataclasses"))
    dictionary, dataclass = typed["TypedDict"], made["dataclass"]
    if hasattr(dictionary, "__mro_entries__"):
        typed["TypedDict"] = _StandIn(dictionary)
    made["dataclass"] = _stand_in(dataclass)
    try:
        import_module("pydantic_core")
        import_module("pydantic.types")
        import_module("pydantic.fields")
        sys.modules.setdefault(_PLUGINS, _Plugins(_PLUGINS))
    finally:
        typed["TypedDict"], made["dataclass"] = dictionary, dataclass


class _Plugins(ModuleType):
    """Stands for the module that looks for plugins, which imports much, until somebody wants some."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._real(), name)

    def get_plugins(self) -> Any:
        """None where the environment wants none, as pydantic has it."""
        return () if os.environ.get("PYDANTIC_DISABLE_PLUGINS") in _NO_PLUGINS else self._real().get_plugins()

    @staticmethod
    def _real() -> Any:
        if isinstance(sys.modules.get(_PLUGINS), _Plugins):
            del sys.modules[_PLUGINS]
        return import_module(_PLUGINS)
