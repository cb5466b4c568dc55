"""Pydantic's dictionaries of schemas are made as plain classes: nobody reads what they say of their keys.

`pydantic_core` describes the form of every schema by a typed dictionary, for those who check the types of programs that
make schemas. Python parses each of their thousand annotations, a tenth of the time in which pydantic is imported. Only
that one module sees the plain classes, and only where it was not imported before.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

_MODULE = "pydantic_core.core_schema"


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


def quick_schema() -> None:
    """Import the module so, if it is not there yet."""
    if _MODULE in sys.modules:
        return
    source = vars(import_module("typing_extensions" if sys.version_info < (3, 12) else "typing"))
    real = source["TypedDict"]
    if not hasattr(real, "__mro_entries__"):
        return
    source["TypedDict"] = _StandIn(real)
    try:
        import_module("pydantic_core")
    finally:
        source["TypedDict"] = real
