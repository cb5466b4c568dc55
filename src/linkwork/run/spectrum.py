"""Spectra of channels: amplitude and power density over frequency, by the fast Fourier transform of an even grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.run.run import Run

_EVEN = 1e-6


def _window(name: str, count: int) -> Array:
    """A window without its last point, so that it repeats with the period of the transform."""
    turn = 2.0 * np.pi * np.arange(count) / count
    windows = {
        "none": np.ones(count),
        "hann": 0.5 - 0.5 * np.cos(turn),
        "hamming": 0.54 - 0.46 * np.cos(turn),
        "blackman": 0.42 - 0.5 * np.cos(turn) + 0.08 * np.cos(2.0 * turn),
        "flattop": 0.21557895
        - 0.41663158 * np.cos(turn)
        + 0.277263158 * np.cos(2.0 * turn)
        - 0.083578947 * np.cos(3.0 * turn)
        + 0.006947368 * np.cos(4.0 * turn),
    }
    if name not in windows:
        raise AnalysisError(f"spectrum: there is no window '{name}'; windows are: {', '.join(windows)}")
    return windows[name]


@public
@dataclass(frozen=True)
class Spectrum:
    """Amplitude of a channel over frequency; the first value is the size of its mean."""

    channel: str
    unit: str
    window: str
    frequency: Array  # Hz
    amplitude: Array
    phase: Array  # rad, of a cosine at the start of the run
    density: Array  # of the power: square of the unit per Hz; its sum times the distance of lines is the mean square

    def peaks(self, count: int = 5) -> list[tuple[float, float]]:
        """The largest peaks above zero frequency: (frequency in Hz, amplitude), largest first.

        Without a window every line stands for itself; with one, which spreads lines, only local tops count.
        """
        a = self.amplitude
        tops = np.arange(1, len(a))
        if self.window != "none":
            after, before = np.append(a[2:], 0.0), np.append(0.0, a[1:-1])
            tops = tops[(a[1:] >= after) & (a[1:] > before)]
        chosen = tops[np.argsort(-a[tops])][:count]
        return [(float(self.frequency[i]), float(a[i])) for i in chosen]

    def plot(self, path: FilePath | None = None, until: float | None = None, decibels: bool = False) -> Any:
        """Amplitude over frequency, up to `until` Hz; with `decibels` on a logarithmic scale."""
        from linkwork.view.figures.spectrum_figure import plot_spectrum

        return plot_spectrum(self, path, until, decibels)


def spectrum(run: Run, channel: str, window: str = "hann", begin: float | None = None) -> Spectrum:
    """The spectrum of a channel, from the time `begin` on when given; the last point closes the period.

    With window "none" and a run of whole periods the amplitudes are those of the Fourier series.
    """
    t, values = run.t, np.real(run[channel])
    if begin is not None:
        keep = t >= begin
        t, values = t[keep], values[keep]
    if len(t) < 4:
        raise AnalysisError("spectrum: it needs at least 4 time points")
    steps = np.diff(t)
    if np.ptp(steps) > _EVEN * float(np.mean(steps)):
        raise AnalysisError("spectrum: the time points are not even; run again on an even grid")
    values, count = values[:-1], len(values) - 1
    weights = _window(window, count)
    spectrum = np.fft.rfft(values * weights) / np.sum(weights)
    both = slice(1, (count + 1) // 2)  # lines that stand for one below zero frequency as well
    step = float(np.mean(steps))
    density = np.abs(spectrum) ** 2 * step * np.sum(weights) ** 2 / np.sum(weights**2)
    density[both] *= 2.0
    spectrum[both] *= 2.0
    frequency = np.fft.rfftfreq(count, step)
    return Spectrum(channel, run.unit(channel), window, frequency, np.abs(spectrum), np.angle(spectrum), density)
