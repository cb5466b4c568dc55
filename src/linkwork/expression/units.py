"""Units that may follow a number; each is kept as a pair so that `35 mm` is 35/1000 correctly rounded."""

from __future__ import annotations

import math
from dataclasses import dataclass

UNITS: dict[str, tuple[float, float]] = {
    "m": (1.0, 1.0),
    "mm": (1.0, 1e3),
    "cm": (1.0, 1e2),
    "um": (1.0, 1e6),
    "km": (1e3, 1.0),
    "in": (254.0, 1e4),
    "ft": (3048.0, 1e4),
    "rad": (1.0, 1.0),
    "deg": (math.pi, 180.0),
    "rev": (2 * math.pi, 1.0),
    "arcmin": (math.pi, 10800.0),
    "s": (1.0, 1.0),
    "ms": (1.0, 1e3),
    "us": (1.0, 1e6),
    "min": (60.0, 1.0),
    "h": (3600.0, 1.0),
    "Hz": (1.0, 1.0),
    "kHz": (1e3, 1.0),
    "rpm": (2 * math.pi, 60.0),
    "kg": (1.0, 1.0),
    "g": (1.0, 1e3),
    "N": (1.0, 1.0),
    "kN": (1e3, 1.0),
}
"""Word -> (numerator, denominator) of its size in SI units."""

_PER_HOUR = frozenset({"km", "deg", "rev"})


def may_divide(unit: str, below: str) -> bool:
    """Whether `/below` after `unit` is part of the unit (a rate), and not a division by a parameter.

    Only times make rates; an hour only where nobody means a height: `km/h`, `deg/h`, `rev/h`.
    """
    return below in ("s", "ms", "us", "min") or (below == "h" and unit in _PER_HOUR)


@dataclass(frozen=True)
class Unit:
    """A unit as written and its size: a value is `number * numerator / denominator` in SI units."""

    text: str
    numerator: float
    denominator: float
    below: str = ""
    """The word behind its /, if it is a rate."""

    @classmethod
    def of(cls, word: str, exponent: int = 1) -> Unit:
        """The unit `word` or `word^exponent`."""
        numerator, denominator = UNITS[word]
        text = word if exponent == 1 else f"{word}^{exponent}"
        return cls(text, numerator**exponent, denominator**exponent)

    def over(self, other: Unit) -> Unit:
        """This unit divided by another."""
        return Unit(
            f"{self.text}/{other.text}",
            self.numerator * other.denominator,
            self.denominator * other.numerator,
            other.text.partition("^")[0],
        )
