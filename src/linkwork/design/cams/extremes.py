"""Largest and smallest values over a motion, piece by piece, so that jumps between pieces are seen from both sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError

if TYPE_CHECKING:
    from linkwork.design.cams.motion import Motion

Array = NDArray[np.float64]
_SAMPLES = 201  # of a piece, dense enough that no peak of a law or a profile falls between two of them


class Extreme(NamedTuple):
    """A value and the angle at which it is reached."""

    value: float
    at: float


def extreme(motion: Motion, of: Callable[..., Array] | int, largest: bool = True) -> Extreme:
    """The largest (smallest) value of a derivative of the motion, or of a function of (angle, s, s', s'' ...)."""
    sign = 1.0 if largest else -1.0
    best: Extreme | None = None
    for piece, wave in enumerate(motion.waves):
        x = np.linspace(wave.begin, wave.end, _SAMPLES)
        values = sign * _values(motion, of, piece, x)
        top = int(np.argmax(values))
        extreme = Extreme(float(values[top]), float(x[top]))
        if 0 < top < _SAMPLES - 1:
            extreme = _refined(partial(_values, motion, of, piece), sign, x[top - 1], x[top + 1], extreme)
        if best is None or extreme.value > best.value:
            best = extreme
    assert best is not None
    return Extreme(sign * best.value, best.at)


def _values(motion: Motion, of: Callable[..., Array] | int, piece: int, x: Array) -> Array:
    if isinstance(of, int):
        return motion.piece_values(piece, x, of)[of]
    try:
        return np.broadcast_to(np.asarray(of(x, *motion.piece_values(piece, x)), float), x.shape)
    except (TypeError, ValueError) as error:
        raise MechanismError(f"cam motion: extreme: the function gives no number for every angle ({error})") from None


def _refined(of: Callable[[Array], Array], sign: float, low: float, high: float, known: Extreme) -> Extreme:
    """A peak between two places, by ever narrower grids; its value is exact to round-off."""
    for _ in range(9):
        x = np.linspace(low, high, 33)
        values = sign * of(x)
        top = int(np.argmax(values))
        if values[top] > known.value:
            known = Extreme(float(values[top]), float(x[top]))
        low, high = x[max(top - 1, 0)], x[min(top + 1, 32)]
    return known
