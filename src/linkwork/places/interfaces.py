"""Interfaces: the named frames of a body with elastic modes, `beam@tip`, which elements take as they take a body."""

from __future__ import annotations

AT = "@"
"""Between the name of a body and that of one of its interfaces."""


def is_interface(name: str) -> bool:
    """Whether a name is that of an interface."""
    return AT in name


def owner_of(name: str) -> str:
    """The body that an interface belongs to; a body itself."""
    return name.partition(AT)[0]


def interface_name(body: str, label: str) -> str:
    """How an interface of a body is called."""
    return f"{body}{AT}{label}"


def seat_of(label: str) -> str:
    """The interface beside that of a cavity, which does not move with the modes."""
    return f"{label}_seat"
