"""Laws of motion from rest to rest, from (0, 0) to (1, 1) (Norton, Cam Design and Manufacturing Handbook, ch. 2 to 4).

Laws with sines are given by their acceleration, which is integrated exactly; the peak that a handbook prints follows.
"""

from __future__ import annotations

import math

from linkwork.base.errors import MechanismError
from linkwork.design.cams.waves import Wave

PI = math.pi

# law: acceleration as pieces (end, constant, amplitude, frequency, phase at the piece's beginning), to any scale
_ACCELERATIONS: dict[str, list[tuple[float, float, float, float, float]]] = {
    "cycloidal": [(1.0, 0.0, 1.0, 2 * PI, 0.0)],
    "harmonic": [(1.0, 0.0, 1.0, PI, PI / 2)],
    "modified sine": [
        (1 / 8, 0.0, 1.0, 4 * PI, 0.0),
        (7 / 8, 0.0, 1.0, 4 * PI / 3, PI / 2),
        (1.0, 0.0, 1.0, 4 * PI, 3 * PI / 2),
    ],
    "modified trapezoid": [
        (1 / 8, 0.0, 1.0, 4 * PI, 0.0),
        (3 / 8, 1.0, 0.0, 1.0, 0.0),
        (5 / 8, 0.0, 1.0, 4 * PI, PI / 2),
        (7 / 8, -1.0, 0.0, 1.0, 0.0),
        (1.0, 0.0, 1.0, 4 * PI, 3 * PI / 2),
    ],
}
POLYNOMIALS = {"3-4-5": 2, "4-5-6-7": 3}
"""Polynomial laws, with the highest derivative whose value at the ends can be chosen."""

LAWS = (*POLYNOMIALS, *_ACCELERATIONS, "linear")
"""Names of all laws."""


def waves_of(law: str) -> tuple[Wave, ...]:
    """The pieces of a law that is no polynomial with boundary values, over 0 to 1."""
    if law == "linear":
        return (Wave(0.0, 1.0, (0.0, 1.0)),)
    return _integrated(law)


def require_law(law: str) -> None:
    """Refuse a name that is no law."""
    if law not in LAWS:
        raise MechanismError(f"cam motion: there is no law '{law}'; laws are: {', '.join(LAWS)}")


def _integrated(law: str) -> tuple[Wave, ...]:
    place = speed = begin = 0.0
    integrated = []
    for end, constant, amplitude, frequency, phase in _ACCELERATIONS[law]:
        swing = amplitude / frequency
        line = (place + swing / frequency * math.sin(phase), speed + swing * math.cos(phase), 0.5 * constant)
        wave = Wave(begin, end, line, -swing / frequency, frequency, phase)
        integrated.append(wave)
        place, speed = wave.slopes(end, 1)
        begin = end
    return tuple(wave.stretched(0.0, 1.0, 0.0, 1.0 / place) for wave in integrated)


def boundary_polynomial(begin: float, end: float, first: tuple[float, ...], last: tuple[float, ...]) -> Wave:
    """The polynomial with these values and derivatives at both ends: 3-4-5 for three of each, 4-5-6-7 for four."""
    over, count = end - begin, len(first)
    taken = [first[k] * over**k / math.factorial(k) for k in range(count)]
    wanted = [last[k] * over**k for k in range(count)]
    rest = [
        wanted[k] - sum(math.perm(power, k) * c for power, c in enumerate(taken) if power >= k) for k in range(count)
    ]
    solved = [sum(row[k] * rest[k] for k in range(count)) for row in _HERMITE[count]]
    return Wave(begin, end, tuple(c / over**power for power, c in enumerate([*taken, *solved])))


# Coefficients of the upper powers for what the lower ones leave of value, slope, ... at the end: the inverse of the
# matrix perm(power, derivative), which is exact in small fractions.
_HERMITE = {
    3: ((10.0, -4.0, 0.5), (-15.0, 7.0, -1.0), (6.0, -3.0, 0.5)),
    4: (
        (35.0, -15.0, 2.5, -1 / 6),
        (-84.0, 39.0, -7.0, 0.5),
        (70.0, -34.0, 6.5, -0.5),
        (-20.0, 10.0, -2.0, 1 / 6),
    ),
}
