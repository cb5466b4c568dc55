"""Rows that check what they are given and pack nothing: how a description is validated without compiled code."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from linkwork.functions.packed import Packed
from linkwork.mechanism.check_function import check_function, check_outline, depends_on_time, no_kernel
from linkwork.places.base_row import BaseRow

if TYPE_CHECKING:
    from linkwork.functions import Outline, TimeFunction
    from linkwork.functions.base import Function


class Dry(BaseRow):
    """What is checked instead of packed."""

    def packed(self, function: Function, variable: str) -> Packed:
        check_function(function, self.scope.env, variable)
        return Packed(no_kernel)

    def curve(self, outline: Outline) -> Packed:
        check_outline(outline, self.scope.env)
        return Packed(no_kernel)

    def start_value(self, function: TimeFunction) -> float:
        """The value at t = 0 where a formula gives it; 1 where only compiled code can tell."""
        check_function(function, self.scope.env)
        formula = getattr(function, "value", None)
        if formula is None:
            return 1.0
        at_zero = {**self.scope.env, "t": 0.0} if depends_on_time(function) else self.scope.env
        return float(formula.value(at_zero).real)


@cache
def dry(row_class: type[BaseRow]) -> Any:
    """The class of rows of one world that only check."""
    return type(f"Dry{row_class.__name__}", (Dry, row_class), {"__doc__": "A row that checks and packs nothing."})
