"""How a car answers its steering over the frequency (ISO 7401): by spectra of random, swept or pulsed steering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_row

Numbers = Sequence[float] | Array
_EVEN = 1e-3  # of a spacing, to which points of time are evenly spaced
_TOLD = 0.01  # of the greatest power of the steering: below it nothing was asked of the car
_LAGS = np.radians(45.0)  # of phase, by which the equivalent time of an answer is told


@public
@publicly_made
@dataclass(frozen=True)
class FrequencyResponse:
    """Gain and phase of an answer over the frequency, and how far the steering explains it."""

    frequency: Array
    """Hz."""
    gain: Array
    phase: Array
    """rad, negative where the answer lags."""
    coherence: Array
    """1 where the answer is the steering's alone; less by noise, by nonlinearity, and where stretches are short."""

    @property
    def steady_gain(self) -> float:
        """The gain at the lowest frequency."""
        return float(self.gain[0])

    @property
    def peak(self) -> tuple[float, float]:
        """The frequency of the greatest gain in Hz, and that gain over the steady one."""
        at = int(np.argmax(self.gain))
        return float(self.frequency[at]), float(self.gain[at] / self.gain[0])

    @property
    def equivalent_time(self) -> float | None:
        """The time constant in s of a first-order lag with the same frequency of 45 degrees; None where none is.

        Where the answer has the opposite sign of the steering, the phase begins at half a turn: it lags behind that.
        """
        lag = self.phase - np.pi * np.round(self.phase[0] / np.pi)
        below = np.flatnonzero(lag <= -_LAGS)
        if len(below) == 0 or abs(lag[0]) >= _LAGS:
            return None
        at = int(below[0])
        rest = (-_LAGS - lag[at - 1]) / (lag[at] - lag[at - 1])
        f = self.frequency[at - 1] + rest * (self.frequency[at] - self.frequency[at - 1])
        return float(1.0 / (2.0 * np.pi * f))


@public
def frequency_response(t: Numbers, steer: Numbers, answer: Numbers, *, stretches: int = 1) -> FrequencyResponse:
    """The frequency response of an answer (yaw rate, lateral acceleration) to the steering, of a run or a measurement.

    Times are evenly spaced. With one stretch the whole is transformed: for a pulse or a sweep after which the car has
    come to rest. A random steering is cut into `stretches` that overlap by half under Hann's window, whose spectra are
    averaged. Frequencies at which the steering has less than 1 % of its greatest power are left out.
    """
    time, angle, reply = (require_row("frequency_response", values) for values in (t, steer, answer))
    if not len(time) == len(angle) == len(reply) > 8:
        raise MechanismError("frequency_response: times, angles and answers are as many, and more than eight")
    spacing = float(time[-1] - time[0]) / (len(time) - 1)
    if not spacing > 0.0 or np.max(np.abs(np.diff(time) - spacing)) > _EVEN * spacing:
        raise MechanismError("frequency_response: times are evenly spaced and rise")
    if stretches < 1 or 2 * len(time) // (stretches + 1) < 8:
        raise MechanismError("frequency_response: stretches are 1 or more, and have at least eight points each")
    powers = _spectra(angle, reply, stretches)
    with_steering = powers[0] > _TOLD * np.max(powers[0][1:])
    with_steering[0] &= stretches == 1  # of a random steering the mean tells nothing
    size = len(time) if stretches == 1 else 2 * len(time) // (stretches + 1)
    frequency = np.fft.rfftfreq(size, spacing)[with_steering]
    steering, cross, answered = (each[with_steering] for each in powers)
    if len(frequency) < 2:
        raise MechanismError("frequency_response: the steering has next to no power but at one frequency")
    transfer = cross / steering
    coherence = np.abs(cross) ** 2 / np.maximum(steering * answered, np.finfo(float).tiny)
    return FrequencyResponse(frequency, np.abs(transfer), np.unwrap(np.angle(transfer)), coherence)


def _spectra(angle: Array, reply: Array, stretches: int) -> Any:
    """Power of the steering, cross power, power of the answer."""
    if stretches == 1:
        rows = [(angle, reply)]
    else:
        size = 2 * len(angle) // (stretches + 1)
        window = np.hanning(size + 1)[:-1]
        begins = [size * n // 2 for n in range(stretches)]
        cut = [(angle[b : b + size], reply[b : b + size]) for b in begins]
        rows = [tuple(window * (each - each.mean()) for each in pair) for pair in cut]
    pairs = [(np.fft.rfft(a), np.fft.rfft(r)) for a, r in rows]
    return (
        sum(np.abs(a) ** 2 for a, _ in pairs),
        sum(np.conj(a) * r for a, r in pairs),
        sum(np.abs(r) ** 2 for _, r in pairs),
    )
