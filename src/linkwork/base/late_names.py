"""Names of classes whose modules are imported when they are first used.

`LateNames("linkwork.signals.catalogue", Sensor="linkwork.signals.parts")` has everything that the first module has;
what is named with a module of its own is taken from there, and the first, which imports much, stays unread.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class LateNames:
    """Looks like a module."""

    def __init__(self, whole: str, **modules: str) -> None:
        self._whole, self._modules = whole, modules

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module(self._modules.get(name, self._whole)), name)
        setattr(self, name, value)
        return value
