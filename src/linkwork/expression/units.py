"""Units that may follow a number; each is kept as a pair so that `35 mm` is 35/1000 correctly rounded."""

from __future__ import annotations

import math

from linkwork.base.late_dataclass import dataclass
from linkwork.expression import dimensions as dim
from linkwork.expression.dimensions import Dimension

_Size = tuple[float, float, Dimension]
_POUND_FORCE = (44482216152605.0, 1e13)
_INCH = (254.0, 1e4)

_WITH_PREFIX: dict[str, tuple[str, _Size]] = {
    "m": ("numcdhkMG", (1.0, 1.0, dim.LENGTH)),
    "g": ("numkM", (1.0, 1e3, dim.MASS)),
    "s": ("num", (1.0, 1.0, dim.TIME)),
    "rad": ("numk", (1.0, 1.0, dim.PLAIN)),
    "N": ("numkMG", (1.0, 1.0, dim.FORCE)),
    "Nm": ("numkMG", (1.0, 1.0, dim.TORQUE)),
    "Pa": ("umhkMG", (1.0, 1.0, dim.PRESSURE)),
    "bar": ("umk", (1e5, 1.0, dim.PRESSURE)),
    "J": ("numkMG", (1.0, 1.0, dim.TORQUE)),
    "W": ("numkMG", (1.0, 1.0, dim.POWER)),
    "Hz": ("mkMG", (1.0, 1.0, dim.RATE)),
    "K": ("m", (1.0, 1.0, dim.TEMPERATURE)),
    "A": ("numk", (1.0, 1.0, dim.CURRENT)),
    "V": ("numkM", (1.0, 1.0, dim.VOLTAGE)),
    "ohm": ("umkMG", (1.0, 1.0, dim.RESISTANCE)),
    "\N{GREEK CAPITAL LETTER OMEGA}": ("umkMG", (1.0, 1.0, dim.RESISTANCE)),
    "F": ("pnum", (1.0, 1.0, dim.CAPACITANCE)),
    "H": ("num", (1.0, 1.0, dim.INDUCTANCE)),
    "Wb": ("num", (1.0, 1.0, dim.FLUX)),
    "T": ("um", (1.0, 1.0, dim.FLUX_DENSITY)),
    "l": ("um", (1.0, 1e3, dim.VOLUME)),
}
"""Word -> the prefixes it takes, numerator and denominator of its size in SI units, dimension."""
_PREFIXES = {
    "p": (1.0, 1e12),
    "n": (1.0, 1e9),
    "u": (1.0, 1e6),
    "\N{GREEK SMALL LETTER MU}": (1.0, 1e6),
    "m": (1.0, 1e3),
    "c": (1.0, 1e2),
    "d": (1.0, 1e1),
    "h": (1e2, 1.0),
    "k": (1e3, 1.0),
    "M": (1e6, 1.0),
    "G": (1e9, 1.0),
}
_OTHERS: dict[str, _Size] = {
    "in": (*_INCH, dim.LENGTH),
    "ft": (3048.0, 1e4, dim.LENGTH),
    "yd": (9144.0, 1e4, dim.LENGTH),
    "mi": (1609344.0, 1e3, dim.LENGTH),
    "deg": (math.pi, 180.0, dim.PLAIN),
    "rev": (2 * math.pi, 1.0, dim.PLAIN),
    "arcmin": (math.pi, 10800.0, dim.PLAIN),
    "arcsec": (math.pi, 648000.0, dim.PLAIN),
    "min": (60.0, 1.0, dim.TIME),
    "h": (3600.0, 1.0, dim.TIME),
    "rpm": (2 * math.pi, 60.0, dim.RATE),
    "mph": (44704.0, 1e5, dim.SPEED),
    "t": (1e3, 1.0, dim.MASS),
    "lb": (45359237.0, 1e8, dim.MASS),
    "oz": (45359237.0, 16e8, dim.MASS),
    "slug": (_POUND_FORCE[0] * 1e4, _POUND_FORCE[1] * 3048.0, dim.MASS),
    "daN": (10.0, 1.0, dim.FORCE),
    "lbf": (*_POUND_FORCE, dim.FORCE),
    "kip": (_POUND_FORCE[0] * 1e3, _POUND_FORCE[1], dim.FORCE),
    "kgf": (980665.0, 1e5, dim.FORCE),
    "psi": (_POUND_FORCE[0] * 1e8, _POUND_FORCE[1] * 254.0**2, dim.PRESSURE),
    "ksi": (_POUND_FORCE[0] * 1e11, _POUND_FORCE[1] * 254.0**2, dim.PRESSURE),
    "hp": (_POUND_FORCE[0] * 550.0 * 3048.0, _POUND_FORCE[1] * 1e4, dim.POWER),
    "PS": (73549875.0, 1e5, dim.POWER),
    "kWh": (3.6e6, 1.0, dim.TORQUE),
    "degC": (1.0, 1.0, dim.TEMPERATURE),
    "degF": (5.0, 9.0, dim.TEMPERATURE),
}
_ZEROS = {"degC": 273.15, "degF": 459.67 * 5.0 / 9.0}
"""K at which scales begin that do not begin at absolute zero."""


def _all() -> dict[str, _Size]:
    units = {}
    for word, (prefixes, (above, below, kind)) in _WITH_PREFIX.items():
        units[word] = (above, below, kind)
        for prefix in prefixes + ("\N{GREEK SMALL LETTER MU}" if "u" in prefixes else ""):
            more, less = _PREFIXES[prefix]
            common = math.gcd(int(above * more), int(below * less))
            units[prefix + word] = (above * more / common, below * less / common, kind)
    return units | _OTHERS


UNITS: dict[str, _Size] = _all()
"""Word -> numerator and denominator of its size in SI units, dimension."""


@dataclass(frozen=True)
class Unit:
    """A unit as written and its size: a value is `number * numerator / denominator + zero` in SI units."""

    text: str
    numerator: float
    denominator: float
    dimension: Dimension = dim.PLAIN
    zero: float = 0.0
    below: frozenset[str] = frozenset()
    """The words behind its /."""
    above: frozenset[str] = frozenset()
    """The words before it."""

    @classmethod
    def of(cls, word: str, exponent: int = 1) -> Unit:
        """The unit `word` or `word^exponent`."""
        numerator, denominator, kind = UNITS[word]
        above, below = (numerator, denominator) if exponent > 0 else (denominator, numerator)
        size = abs(exponent)
        text = word if exponent == 1 else f"{word}^{exponent}"
        zero = _ZEROS.get(word, 0.0) if exponent == 1 else 0.0
        return cls(text, above**size, below**size, dim.to_power(kind, exponent), zero, above=frozenset((word,)))

    def times(self, other: Unit) -> Unit:
        """This unit and another one, side by side."""
        return Unit(
            f"{self.text} {other.text}",
            self.numerator * other.numerator,
            self.denominator * other.denominator,
            dim.times(self.dimension, other.dimension),
            below=self.below | other.below,
            above=self.above | other.above,
        )

    def over(self, *others: Unit) -> Unit:
        """This unit divided by others."""
        above, below, kind = self.numerator, self.denominator, self.dimension
        for other in others:
            above, below = above * other.denominator, below * other.numerator
            kind = dim.times(kind, other.dimension, -1)
        words = " ".join(other.text for other in others)
        text = f"{self.text}/{words if len(others) == 1 else f'({words})'}"
        behind = self.below.union(*(other.above for other in others))
        return Unit(text, above, below, kind, below=behind, above=self.above)


ONE = Unit("1", 1.0, 1.0)
