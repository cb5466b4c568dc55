"""The figure of the loads inside a link: envelopes over the run and the curves at one time."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.view.figures.figure import dress, legend, new_figure, put_title, with_unit
from linkwork.view.palette import BODY_COLOURS, GROUND, INK, tint

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.run.link_load import LineLoad


def plot_link_load(load: LineLoad, at: float | None = None, path: Any = None) -> Figure:
    """A panel a load along the link (axial force, shear, bending ...); the shaded band holds all times."""
    from linkwork.view.show import written

    frame = _frame(load, at)
    count = len(load.kinds)
    figure = new_figure((8.0, 1.8 + 1.8 * count))
    panels = figure.subplots(count, 1, sharex=True)
    for axes, (kind, unit), colour in zip(panels, load.kinds.items(), cycle(BODY_COLOURS), strict=False):
        dress(axes)
        low, high = load.envelope(kind)
        band = axes.fill_between(load.station, low, high, color=tint(colour), alpha=0.6, linewidth=0)
        (line,) = axes.plot(load.station, load.values(kind)[frame], color=colour, linewidth=1.8)
        axes.axhline(0.0, color=GROUND, linewidth=0.8)
        peak = load.largest(kind)
        (dot,) = axes.plot([peak.station], [peak.value], "o", color=BODY_COLOURS[3], markersize=5, zorder=4)
        axes.set_ylabel(with_unit(kind, unit), color=INK)
        worst = f"{peak.value:.4g} {unit} at {peak.t:.4g} s"
        legend(axes, [(line, f"t = {load.t[frame]:.4g} s"), (band, "all times"), (dot, worst)])
    panels[-1].set_xlabel(f"distance from {load.ends[0]} towards {load.ends[1]} [m]", parse_math=False, color=INK)
    put_title(panels[0], f"{load.mechanism}: loads inside {load.body}")
    return written(figure, path)


def _frame(load: LineLoad, at: float | None) -> int:
    if at is None:
        at = load.largest("bending").t
    if not load.t[0] <= at <= load.t[-1]:
        raise LinkworkError(f"plot: time {at:g} s is outside the run, which goes to {load.t[-1]:g} s")
    return int(np.argmin(np.abs(load.t - at)))
