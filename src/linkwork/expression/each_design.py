"""Numbers that stand for one number in each of many designs. It imports no numpy: formulas are read without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class OfEachDesign:
    """What formulas know of them; see `expression/many.py`."""

    def each(self, function: Callable[[float], float]) -> Any:
        """A function of each of them."""
        raise NotImplementedError
