"""Conditions on a design, such as `max(A.force) <= 100` or `l = 2*r`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from linkwork.base.errors import AnalysisError

_SIGN = re.compile(r"<=|>=|==|=|<|>")


@dataclass(frozen=True)
class Condition:
    """A response that is to stay at or below zero, or at zero."""

    text: str
    response: str
    equality: bool = False

    def holds(self, value: float, tolerance: float) -> bool:
        """Whether the response fulfils it."""
        return abs(value) <= tolerance if self.equality else value <= tolerance


def read_condition(text: str) -> Condition:
    """A condition in words; both sides are responses."""
    signs = _SIGN.findall(text) if isinstance(text, str) else []
    if len(signs) != 1:
        raise AnalysisError(
            f"condition {text!r}: write two responses with one of <=, >=, = between them, as in 'max(A.force) <= 100'"
        )
    left, right = (side.strip() for side in _SIGN.split(text))
    if not left or not right:
        raise AnalysisError(f"condition '{text}': one side is empty")
    sign = signs[0]
    if sign in (">=", ">"):
        left, right = right, left
    zero = right in ("0", "0.0")
    return Condition(text, left if zero else f"({left}) - ({right})", sign in ("=", "=="))
