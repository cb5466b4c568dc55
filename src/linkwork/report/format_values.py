"""Numbers, places and other values of a model file as a reader of a table likes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from linkwork.expression import parse
from linkwork.expression.dimension_of import ANY
from linkwork.expression.dimensions import unit_text

_LONG, _ENDS = 40, 3
"""Lists that are longer are told by their first entries and the last one: the model file has them all."""


def number(value: Any, noise: float = 0.0) -> str:
    """Five digits, without powers of ten up to a million; what is not above the noise is zero."""
    real = float(getattr(value, "real", value))
    if abs(real) <= noise:
        return "0"
    short = f"{real:.5g}"
    return f"{float(short):.0f}" if 1e4 <= abs(real) < 9.9e6 and "e" in short else short


def numbers(values: Iterable[Any], noise: float = 0.0) -> str:
    """A vector: (1, 2, 3)."""
    return f"({', '.join(number(value, noise) for value in values)})"


def si_unit(text: str) -> str:
    """The SI unit of a value that was given as a number with a unit, such as `120 mm`; else nothing."""
    expression = parse(text)
    quantity = expression.quantity
    si_unit = expression.kind(lambda name: ANY).dimension if quantity is not None and quantity[1] else None
    return unit_text(si_unit) if si_unit is not None else ""


def told(value: Any) -> str:
    """A value of a model file on one line: {crank: [2, 0]} becomes `crank (2, 0)`; of long lists the ends."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key} {told(each)}" for key, each in value.items())
        return inside if len(value) == 1 else f"[{inside}]"
    if isinstance(value, list | tuple):
        if len(value) > _LONG:
            ends = ", ".join(told(each) for each in value[:_ENDS])
            return f"({ends}, ... {told(value[-1])}: {len(value)} entries)"
        return f"({', '.join(told(each) for each in value)})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def fields(data: dict[str, Any], without: Sequence[str] = ()) -> str:
    """Fields with their values: `stiffness: 200, length: 0.3`."""
    return ", ".join(f"{key.replace('_', ' ')}: {told(value)}" for key, value in data.items() if key not in without)


def moments(values: Sequence[float]) -> list[str]:
    """Times, each with the digits that tell it from its neighbours."""
    apart = sorted(set(values))
    moments = {}
    for i, value in enumerate(apart):
        near = [*apart[max(i - 1, 0) : i], *apart[i + 1 : i + 2]]
        digits = (d for d in range(6, 13) if all(f"{one:.{d}g}" != f"{value:.{d}g}" for one in near))
        moments[value] = f"{value:.{next(digits, 12)}g}"
    return [moments[value] for value in values]


def times(value: float) -> str:
    """A time in seconds, six digits."""
    return f"{value:.6g}"
