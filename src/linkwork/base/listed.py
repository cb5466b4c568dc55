"""Whether something holds several things, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def is_listed(value: Any) -> bool:
    """Whether it can be walked through: a list, a set, an array, but neither a text nor an array without a length."""
    return isinstance(value, Iterable) and not isinstance(value, str) and getattr(value, "ndim", 1) != 0
