"""Numbers, places and other values of a model file as a reader of a table likes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

_SI = {
    **dict.fromkeys(("m", "mm", "cm", "um", "km", "in", "ft"), "m"),
    **dict.fromkeys(("rad", "deg", "rev", "arcmin"), "rad"),
    **dict.fromkeys(("s", "ms", "us", "min", "h"), "s"),
    **dict.fromkeys(("Hz", "kHz"), "1/s"),
    **dict.fromkeys(("kg", "g"), "kg"),
    **dict.fromkeys(("N", "kN"), "N"),
    "rpm": "rad/s",
}
_UNIT = re.compile(r"[\d.)\w]\s+([A-Za-z]+)(?:\^(\d))?(/(?:s|ms|us|min|h)(?:\^2)?)?\Z")


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
    """The SI unit of a value whose text ends with a unit, such as `120 mm`; nothing when it does not say."""
    found = _UNIT.search(text)
    if found is None or found[1] not in _SI:
        return ""
    power = f"^{found[2]}" if found[2] else ""
    below = ("/s^2" if found[3].endswith("^2") else "/s") if found[3] else ""
    return f"{_SI[found[1]]}{power}{below}"


def told(value: Any) -> str:
    """A value of a model file on one line: {crank: [2, 0]} becomes `crank (2, 0)`."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key} {told(each)}" for key, each in value.items())
        return inside if len(value) == 1 else f"[{inside}]"
    if isinstance(value, list | tuple):
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
    found = {}
    for i, value in enumerate(apart):
        near = [*apart[max(i - 1, 0) : i], *apart[i + 1 : i + 2]]
        digits = (d for d in range(6, 13) if all(f"{one:.{d}g}" != f"{value:.{d}g}" for one in near))
        found[value] = f"{value:.{next(digits, 12)}g}"
    return [found[value] for value in values]


def times(value: float) -> str:
    """A time in seconds, six digits."""
    return f"{value:.6g}"
