"""What rooms below may use of rooms above without importing them: the package says where it is found."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES: dict[str, str] = {}


def provide(name: str, module: str) -> None:
    """Say in which module a thing is found; nothing is imported yet."""
    _MODULES[name] = module


def provided(name: str) -> Any:
    """The thing itself."""
    return getattr(import_module(_MODULES[name]), name)
