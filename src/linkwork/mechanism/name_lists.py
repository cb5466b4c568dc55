"""Lists of names as a user gives them: one name, or several."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import shown
from linkwork.base.listed import is_listed

_NAMES = "a name, or a list of names such as ['A', 'B']"


def names_of(given: Any) -> tuple[str, ...]:
    """One name or several, each once."""
    return _read(given, f"give {_NAMES}")


def rods_of(given: Any) -> str | tuple[str, ...]:
    """Rods to remove: "all", "none", or names."""
    if isinstance(given, str) and given in ("all", "none"):
        return given
    return _read(given, f"must be 'all' or 'none', or {_NAMES}")


def _read(given: Any, words: str) -> tuple[str, ...]:
    names = tuple(given) if is_listed(given) else (given,)
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"{words}; found {shown(name)}")
    return tuple(dict.fromkeys(names))
