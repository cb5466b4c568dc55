"""Places as a user gives them in Python: a place, a body, or the name of one."""

from __future__ import annotations

from typing import Any

from linkwork.mechanism.handles import Handle


def place(where: Any) -> Any:
    """A place as the parts take it."""
    return where.name if isinstance(where, Handle) else where


def places(first: Any, second: Any) -> tuple[Any, Any]:
    """Two places as the parts take them."""
    return place(first), place(second)
