"""Quantities of other packages, such as `pint`'s, as numbers with units; the package itself is not needed."""

from __future__ import annotations

import math
from typing import Any

from linkwork.base.errors import ExpressionError, shown
from linkwork.expression import dimensions as dim

_BASES = {"[length]": 0, "[mass]": 1, "[time]": 2, "[temperature]": 3, "[current]": 4}
_THEIR_WORDS = ("meter", "kilogram", "second", "kelvin", "ampere")


def is_quantity(value: Any) -> bool:
    """Whether it is a number with a unit, as `pint` makes them."""
    return hasattr(value, "magnitude") and hasattr(value, "dimensionality") and hasattr(value, "to")


def items_of(value: Any) -> list[Any]:
    """The quantities in a quantity that is an array."""
    return [type(value)(item, value.units) for item in value.magnitude.tolist()]


def text_of(value: Any) -> str:
    """Its number in SI units, with that unit."""
    powers = [0.0] * len(_BASES)
    for base, power in value.dimensionality.items():
        if base not in _BASES or float(power) != int(power):
            raise ExpressionError(f"expected a mechanical quantity; found {shown(value)} in {base}^{power}")
        powers[_BASES[base]] = float(power)
    theirs = " * ".join(f"{word}**{power:g}" for word, power in zip(_THEIR_WORDS, powers, strict=True) if power)
    number = float(value.to(theirs or "radian").magnitude)
    if not math.isfinite(number):
        raise ExpressionError(f"a number must be finite, not {number}")
    return f"{number!r} {dim.unit_text(dim.dimension(*powers))}" if theirs else repr(number)
