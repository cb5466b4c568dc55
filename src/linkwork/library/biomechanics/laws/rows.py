"""The curves of every law as tables: active and passive force over the length, tendon, force over the speed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.files.mjcf_law import MujocoMuscle
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.muscles.ambrosio_silva import AmbrosioSilva
from linkwork.library.muscles.de_groote import DeGroote
from linkwork.library.muscles.thelen import Thelen

COLUMNS = 10
ACTIVATION_TIMES = (0.010, 0.040)
SHORTEST = 0.2
LEAST = 1e-6
"""Over the optimal length: fibres are not followed below it, by laws that have no such length of their own."""


@public
@publicly_made
@dataclass(frozen=True)
class OwnLaw:
    """A law of one's own: points (x, y) of its four curves, joined smoothly and without overshoot, straight beyond.

    Over their optimal length the active and the passive force of the fibres, over its slack length the tendon, over the
    largest speed the force of active fibres (lengthening positive, 1 at rest); forces over the strength.
    """

    active: tuple[tuple[float, float], ...]
    passive: tuple[tuple[float, float], ...]
    tendon: tuple[tuple[float, float], ...]
    speed: tuple[tuple[float, float], ...]
    damping: float = 0.1
    activation_time: float = 0.010
    deactivation_time: float = 0.040

    def __post_init__(self) -> None:
        require_not_negative("a law of one's own", "a damping", damping=self.damping)
        times = {"activation_time": self.activation_time, "deactivation_time": self.deactivation_time}
        require_positive("a law of one's own", **times)
        for name in ("active", "passive", "tendon", "speed"):
            points = np.array(getattr(self, name), dtype=float)
            if points.ndim != 2 or len(points) < 2 or not np.all(np.diff(points[:, 0]) > 0):
                raise MechanismError(f"a law of one's own: {name} needs two points (x, y) at least, and x that rise")
            if not np.all(np.isfinite(points)):
                raise MechanismError(f"a law of one's own: {name} has a number that is not finite")


Law = Millard | Thelen | DeGroote | AmbrosioSilva | MujocoMuscle | OwnLaw
Rows = tuple[Array, Array, Array, Array]


def law_rows(law: Law) -> Rows:
    """The tables of the four curves."""
    from linkwork.library.biomechanics.laws import curve_kernel as kinds

    if isinstance(law, Millard):
        return law.active_rows, law.passive_rows, law.tendon_rows, law.speed_rows
    if isinstance(law, Thelen):
        shape = law.passive_shape
        return (
            _formula(kinds.BELL, [law.width]),
            _formula(kinds.RISE, [shape / law.passive_strain, math.expm1(shape), 0.0]),
            _formula(kinds.TOE, law.toe),
            _formula(kinds.HILL, [law.shortening_shape, law.lengthening_limit]),
        )
    if isinstance(law, DeGroote):
        rate, top, below = law.passives
        height, place, rest = law.tendons
        bells = np.vstack([_formula(kinds.BELLS, bell) for bell in law.bells])
        return (
            bells,
            _formula(kinds.EXPONENT, [rate, top, 1.0, below]),
            _formula(kinds.EXPONENT, [law.tendon_stiffness, height, place, rest]),
            _formula(kinds.LOGARITHM, law.speeds),
        )
    if isinstance(law, AmbrosioSilva):
        none = _formula(kinds.EXPONENT, [0.0, math.nan, 0.0, 0.0])
        return _formula(kinds.TWIN, []), _formula(kinds.CUBE, []), none, _formula(kinds.ARC, [])
    if isinstance(law, MujocoMuscle):
        active, passive, speed = (_pieces(kinds.PIECES, one) for one in law.pieces())
        return active, passive, _formula(kinds.EXPONENT, [0.0, math.nan, 0.0, 0.0]), speed
    active, passive, tendon, speed = map(own_rows, (law.active, law.passive, law.tendon, law.speed))
    return active, passive, tendon, speed


def law_numbers(law: Law) -> tuple[float, float, float, float]:
    """Damping of the fibres, their shortest length, times of activation and deactivation."""
    if isinstance(law, Millard):
        return law.damping, law.active_lengths[0], law.activation_time, law.deactivation_time
    if isinstance(law, OwnLaw):
        return law.damping, law.active[0][0], law.activation_time, law.deactivation_time
    shortest = LEAST if isinstance(law, MujocoMuscle) else SHORTEST
    if isinstance(law, Thelen | MujocoMuscle | DeGroote):
        return 0.0, shortest, law.activation_time, law.deactivation_time
    return 0.0, shortest, *ACTIVATION_TIMES  # of a law whose muscles follow at once


def curve_of(law: Law, curve: str, x: Numbers, activation: float = 1.0) -> tuple[Array, Array]:
    """Values and slopes of one of the curves: `active`, `passive`, `tendon` or `speed`."""
    from linkwork.library.biomechanics.laws.curve_kernel import curve_values

    number = ("active", "passive", "tendon", "speed").index(curve)
    places = np.ascontiguousarray(np.ravel(x), dtype=float)
    out = np.empty((len(places), 2))
    curve_values(law_rows(law)[number], places, number == 3, activation, out)
    return out[:, 0], out[:, 1]


def _formula(kind: int, constants: object) -> Array:
    row = np.zeros((1, COLUMNS))
    numbers = np.array(constants, dtype=float)
    row[0, :2], row[0, 2 : 2 + len(numbers)] = (math.nan, kind), numbers
    return row


def own_rows(points: tuple[tuple[float, float], ...]) -> Array:
    """A curve through points as a table."""
    from linkwork.library.biomechanics.laws.curve_kernel import PIECES

    return _own(PIECES, points)


def _own(kind: int, points: tuple[tuple[float, float], ...]) -> Array:
    """Cubic pieces through points by PCHIP, straight at both ends."""
    from scipy.interpolate import PchipInterpolator

    x, y = np.array(points, dtype=float).T
    if len(x) == 2:
        slope = (y[1] - y[0]) / (x[1] - x[0])
        pieces = [[x[0], y[0], slope, 0.0, 0.0]]
    else:
        curve = PchipInterpolator(x, y)
        inside = [[x[i], *curve.c[::-1, i]] for i in range(len(x) - 1)]
        pieces = [[x[0] - 1.0, y[0] - curve(x[0], 1), curve(x[0], 1), 0, 0], *inside]
        pieces.append([x[-1], y[-1], curve(x[-1], 1), 0, 0])
    return _pieces(kind, np.array(pieces))


def _pieces(kind: int, pieces: Array) -> Array:
    rows = np.zeros((1 + len(pieces), COLUMNS))
    rows[0], rows[1:, :5] = _formula(kind, [])[0], pieces
    return rows
