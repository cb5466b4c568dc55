"""The figure of a spectrum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError, shown
from linkwork.view.figures.figure import dress, new_figure, put_title, with_unit
from linkwork.view.palette import BODY_COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.run.spectrum import Spectrum

NAMED = 4
FLOOR = 1e-6  # of the largest amplitude, the lowest shown on a logarithmic scale


def plot_spectrum(spectrum: Spectrum, path: Any = None, until: float | None = None, decibels: bool = False) -> Figure:
    """Amplitude over frequency, with the largest peaks named."""
    from linkwork.view.show import written

    keep = spectrum.frequency <= (np.inf if until is None else until)
    if not keep.any():
        raise AnalysisError(f"spectrum: until: a frequency from 0 on is expected; found {shown(until)}")
    frequency, amplitude = spectrum.frequency[keep], spectrum.amplitude[keep]
    figure = new_figure((8.0, 3.6))
    axes = figure.add_subplot()
    dress(axes)
    largest = float(np.max(amplitude, initial=0.0)) or 1.0
    if decibels:
        axes.semilogy(frequency, np.maximum(amplitude, FLOOR * largest), color=BODY_COLOURS[0], linewidth=1.4)
    elif len(frequency) <= 160:
        axes.vlines(frequency, 0.0, amplitude, color=BODY_COLOURS[0], linewidth=2.2)
        axes.plot(frequency, amplitude, "o", color=BODY_COLOURS[0], markersize=3)
        axes.set_ylim(0.0, 1.15 * largest)
    else:
        axes.plot(frequency, amplitude, color=BODY_COLOURS[0], linewidth=1.4)
        axes.set_ylim(0.0, 1.15 * largest)
    for at, size in spectrum.peaks(NAMED):
        if at <= frequency[-1] and size > 0.02 * largest:
            axes.annotate(
                f"{at:.4g} Hz: {size:.4g}",
                (at, size),
                xytext=(5, 3),
                textcoords="offset points",
                fontsize=8.5,
                color=INK,
            )
    axes.set_xlabel("frequency [Hz]", color=INK)
    axes.set_ylabel(with_unit(f"amplitude of {spectrum.channel}", spectrum.unit), parse_math=False, color=INK)
    put_title(axes, f"spectrum, window {spectrum.window}")
    return written(figure, path)
