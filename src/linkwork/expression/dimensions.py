"""Dimensions: what kind of quantity a number is, as powers of length, mass, time, temperature and current.

Angles are plain numbers, as in SI: a torque is a force times a length, and radians a second are one over a time.
"""

from __future__ import annotations

Dimension = tuple[float, float, float, float, float]
_DIGITS = 6  # of a power: roots of roots come out even
BASES = ("m", "kg", "s", "K", "A")


def dimension(
    length: float = 0,
    mass: float = 0,
    time: float = 0,
    temperature: float = 0,
    current: float = 0,
) -> Dimension:
    """The dimension with these powers."""
    return (float(length), float(mass), float(time), float(temperature), float(current))


PLAIN = dimension()
LENGTH = dimension(1)
AREA = dimension(2)
VOLUME = dimension(3)
MASS = dimension(0, 1)
TIME = dimension(0, 0, 1)
RATE = dimension(0, 0, -1)
SPEED = dimension(1, 0, -1)
ACCELERATION = dimension(1, 0, -2)
ANGULAR_ACCELERATION = dimension(0, 0, -2)
FORCE = dimension(1, 1, -2)
TORQUE = dimension(2, 1, -2)
POWER = dimension(2, 1, -3)
PRESSURE = dimension(-1, 1, -2)
INERTIA = dimension(2, 1)
STIFFNESS = dimension(0, 1, -2)
DAMPING = dimension(0, 1, -1)
TURNING_DAMPING = dimension(2, 1, -1)
IMPULSE = dimension(1, 1, -1)
DENSITY = dimension(-3, 1)
AREA_DENSITY = dimension(-2, 1)
LINE_DENSITY = dimension(-1, 1)
TEMPERATURE = dimension(0, 0, 0, 1)
CURRENT = dimension(0, 0, 0, 0, 1)
VOLTAGE = dimension(2, 1, -3, 0, -1)
RESISTANCE = dimension(2, 1, -3, 0, -2)
CAPACITANCE = dimension(-2, -1, 4, 0, 2)
INDUCTANCE = dimension(2, 1, -2, 0, -2)
FLUX = dimension(2, 1, -2, 0, -1)
FLUX_DENSITY = dimension(0, 1, -2, 0, -1)
FLOW = dimension(3, 0, -1)

_NAMES = {
    PLAIN: ("an angle or a plain number", "rad"),
    LENGTH: ("a length", "m"),
    AREA: ("an area", "m^2"),
    VOLUME: ("a volume", "m^3"),
    MASS: ("a mass", "kg"),
    TIME: ("a time", "s"),
    RATE: ("an angular speed or a frequency", "rad/s"),
    SPEED: ("a speed", "m/s"),
    ACCELERATION: ("an acceleration", "m/s^2"),
    ANGULAR_ACCELERATION: ("an angular acceleration", "rad/s^2"),
    FORCE: ("a force", "N"),
    TORQUE: ("a torque or an energy", "N m"),
    POWER: ("a power", "W"),
    PRESSURE: ("a pressure", "Pa"),
    INERTIA: ("a moment of inertia", "kg m^2"),
    STIFFNESS: ("a stiffness", "N/m"),
    DAMPING: ("a damping", "N s/m"),
    TURNING_DAMPING: ("a damping of a turn", "N m s/rad"),
    IMPULSE: ("an impulse", "N s"),
    DENSITY: ("a density", "kg/m^3"),
    AREA_DENSITY: ("a mass per area", "kg/m^2"),
    LINE_DENSITY: ("a mass per length", "kg/m"),
    TEMPERATURE: ("a temperature", "K"),
    CURRENT: ("a current", "A"),
    VOLTAGE: ("a voltage", "V"),
    RESISTANCE: ("a resistance", "ohm"),
    CAPACITANCE: ("a capacitance", "F"),
    INDUCTANCE: ("an inductance", "H"),
    FLUX: ("a magnetic flux", "Wb"),
    FLUX_DENSITY: ("a flux density", "T"),
    FLOW: ("a flow", "m^3/s"),
}


def times(first: Dimension, second: Dimension, power: float = 1) -> Dimension:
    """That of a product, the second factor raised to a power."""
    a, b, c, d, e = (round(one + other * power, _DIGITS) for one, other in zip(first, second, strict=True))
    return (a, b, c, d, e)


def to_power(base: Dimension, power: float) -> Dimension:
    """That of a power."""
    return times(PLAIN, base, power)


def words(dimension: Dimension) -> str:
    """What such a quantity is called, with its unit where it has no name."""
    return _NAMES[dimension][0] if dimension in _NAMES else f"a quantity in {unit_text(dimension)}"


def unit_text(dimension: Dimension) -> str:
    """Its SI unit, as people write it where it has a name: `N m`, `kg/m^2`."""
    return _NAMES[dimension][1] if dimension in _NAMES else base_text(dimension)


def base_text(dimension: Dimension) -> str:
    """Its SI unit in base units; `1` for a plain number."""
    above = " ".join(_power(word, power) for word, power in zip(BASES, dimension, strict=True) if power > 0)
    below = [_power(word, -power) for word, power in zip(BASES, dimension, strict=True) if power < 0]
    if not below:
        return above or "1"
    return f"{above or '1'}/{below[0] if len(below) == 1 else '(' + ' '.join(below) + ')'}"


def _power(word: str, power: float) -> str:
    return word if power == 1 else f"{word}^{power:g}"
