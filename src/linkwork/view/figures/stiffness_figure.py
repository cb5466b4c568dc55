"""Maps of stiffness over one or two parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.view.figures.figure import dress, new_figure, put_title, with_unit
from linkwork.view.palette import BODY_COLOURS, INK
from linkwork.view.show import File, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.analysis.equilibrium.stiffness_map import StiffnessMap


def plot_maps(
    maps: Mapping[str, StiffnessMap], what: str = "softest", length: float = 1.0, path: File | None = None
) -> Figure:
    """Maps side by side, each with its own scale of colours; crosses are singular positions."""
    figure = new_figure((1.0 + 4.4 * len(maps), 4.2))
    panels = figure.subplots(1, len(maps), squeeze=False)[0]
    for axes, (title, shown_map) in zip(panels, maps.items(), strict=True):
        dress(axes)
        values = shown_map.measure(what, length)
        if len(shown_map.parameters) == 1:
            _curve(axes, shown_map, values, what)
        else:
            _colours(axes, shown_map, values, what)
        put_title(axes, title)
    return written(figure, path)


def _label(what: str) -> str:
    """The measure with its unit; rotations and lengths share one, see `Stiffness.scaled`."""
    units = {"softest": "N m", "stiffest": "N m", "compliance": "1/(N m)"}
    return with_unit(what, units.get(what, ""))


def _curve(axes: Axes, stiffness_map: StiffnessMap, values: Array, what: str) -> None:
    axes.plot(stiffness_map.values[0], values, color=BODY_COLOURS[0], linewidth=1.7)
    marked = stiffness_map.singular
    axes.plot(stiffness_map.values[0][marked], values[marked], "x", color=BODY_COLOURS[3])
    axes.set_xlabel(stiffness_map.parameters[0], parse_math=False, color=INK)
    axes.set_ylabel(_label(what), color=INK)


def _colours(axes: Axes, stiffness_map: StiffnessMap, values: Array, what: str) -> None:
    x, y = stiffness_map.values
    shown = np.where(stiffness_map.singular, np.nan if what == "compliance" else 0.0, values)
    finite = shown[np.isfinite(shown)]
    low, high = (float(np.min(finite)), float(np.max(finite))) if len(finite) else (0.0, 1.0)
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        low, high = min(low, 0.0), high or 1.0
    mesh = axes.pcolormesh(x, y, shown.T, cmap="viridis", vmin=low, vmax=high, shading="nearest")
    bar = axes.figure.colorbar(mesh, ax=axes, shrink=0.75)
    bar.set_label(_label(what), color=INK)
    bar.outline.set_visible(False)
    i, j = np.nonzero(stiffness_map.singular)
    axes.plot(x[i], y[j], "x", color=BODY_COLOURS[3], markersize=4, linestyle="none")
    axes.set_aspect("equal" if np.ptp(y) and 0.2 < np.ptp(x) / np.ptp(y) < 5.0 else "auto")
    axes.set_xlabel(stiffness_map.parameters[0], parse_math=False, color=INK)
    axes.set_ylabel(stiffness_map.parameters[1], parse_math=False, color=INK)
