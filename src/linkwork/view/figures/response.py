"""Plots of linear models: frequency response and root locus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.view.figures.figure import dress, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, GROUND, INK
from linkwork.view.show import File, written

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_bode(hertz: Array, response: Array, what: str, unit: str, title: str, path: File | None = None) -> Figure:
    """Size and phase over frequency."""
    figure = new_figure((8.0, 5.4))
    size, phase = figure.subplots(2, 1, sharex=True)
    for axes in (size, phase):
        dress(axes)
        axes.set_xscale("log")
    colour = BODY_COLOURS[0]
    size.plot(hertz, np.abs(response), color=colour, linewidth=1.7)
    size.set_yscale("log")
    phase.plot(hertz, np.degrees(np.unwrap(np.angle(response))), color=colour, linewidth=1.7)
    size.set_ylabel(f"{what} [{unit}]", parse_math=False, color=INK)
    phase.set_ylabel("phase [°]", color=INK)
    phase.set_xlabel("frequency [Hz]", color=INK)
    put_title(size, title)
    return written(figure, path)


def plot_roots(values: Array, roots: Array, parameter: str, title: str, path: File | None = None) -> Figure:
    """Roots in the complex plane; the first value is marked by a cross, the last by a dot."""
    figure = new_figure((6.8, 5.4))
    axes = figure.add_subplot()
    dress(axes)
    axes.margins(0.06)
    axes.axvline(0.0, color=GROUND, linewidth=1.0)
    for number, track in enumerate(roots.T):
        colour = BODY_COLOURS[number % len(BODY_COLOURS)]
        axes.plot(track.real, track.imag, color=colour, linewidth=1.7)
        axes.plot(track.real[:1], track.imag[:1], "x", color=colour, markersize=8)
        axes.plot(track.real[-1:], track.imag[-1:], "o", color=colour, markersize=6)
    axes.set_xlabel("real part [1/s]", color=INK)
    axes.set_ylabel("imaginary part [rad/s]", color=INK)
    put_title(axes, f"{title}: {parameter} from {values[0]:g} (x) to {values[-1]:g} (o)")
    return written(figure, path)
