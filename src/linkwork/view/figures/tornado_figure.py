"""Figures of a sensitivity: tornado bars, and derivatives of channels over time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.view.figures.figure import dress, legend, new_figure, put_title, with_unit
from linkwork.view.palette import BODY_COLOURS, GROUND, INK, tint

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.analysis.sensitivity.result import Sensitivity

_MOST = 15  # bars in a panel
_BAR, _AROUND = 0.36, 1.15  # heights in inches


def plot_tornado(sensitivity: Sensitivity, of: Sequence[str], percent: float, path: Any = None) -> Figure:
    """A panel a response: what each parameter does, the longest bar on top."""
    from linkwork.analysis.sensitivity.sensitivity_text import sorted_names
    from linkwork.view.show import written

    if not percent > 0.0:
        raise AnalysisError(f"tornado: give a change in percent above zero; found {percent!r}")
    names = [sorted_names(sensitivity, name)[:_MOST] for name in of]
    heights = [_BAR * len(panel) + _AROUND for panel in names]
    figure = new_figure((8.0, sum(heights)))
    panels = figure.subplots(len(of), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, name, shown in zip(panels, of, names, strict=True):
        _panel(axes, sensitivity, name, shown, percent)
    put_title(panels[0], f"{sensitivity.mechanism}: what matters most ({sensitivity.analysis})")
    return written(figure, path)


def _panel(axes: Any, sensitivity: Sensitivity, of: str, shown: list[str], percent: float) -> None:
    """Bars of one response, in percent of it, or in its unit where it is zero."""
    dress(axes)
    size = sensitivity.size(of)
    factor, unit = (100.0 / size, "%") if size > 0.0 else (1.0, sensitivity.units.get(of, ""))
    changes = factor * np.array([sensitivity.change(of, to, percent) for to in shown])
    places = np.arange(len(shown))[::-1]
    more = axes.barh(places, changes, 0.62, color=BODY_COLOURS[0])
    less = axes.barh(places, -changes, 0.62, color=tint(BODY_COLOURS[3]), zorder=0.9)
    axes.axvline(0.0, color=GROUND, linewidth=1.0)
    reach = float(np.max(np.abs(changes), initial=0.0)) or 1.0
    for place, change in zip(places, changes, strict=True):
        side = 1.0 if change >= 0.0 else -1.0
        axes.text(
            change + side * 0.02 * reach,
            place,
            f"{change:+.3g}",
            va="center",
            ha="left" if side > 0 else "right",
            fontsize=8.5,
            color=INK,
        )
    axes.set_xlim(-1.28 * reach, 1.28 * reach)
    axes.set_yticks(places, [f"{to} = {sensitivity.parameters[to]:.4g}" for to in shown])
    what = "largest change" if sensitivity.is_history(of) else "change"
    axes.set_xlabel(with_unit(f"{what} of {of}", unit), parse_math=False, color=INK)
    legend(axes, [(more, f"+{percent:g} %"), (less, f"-{percent:g} %")])


def plot_histories(sensitivity: Sensitivity, of: Sequence[str], path: Any = None) -> Figure:
    """A panel a channel: its derivatives over time, each times its parameter, so that they have one unit."""
    from linkwork.view.show import written

    chosen = [name for name in of if sensitivity.is_history(name)]
    if not chosen or sensitivity.t is None:
        raise AnalysisError("plot: there is no channel over time among the responses; `tornado` shows numbers")
    figure = new_figure((8.0, 1.2 + 2.4 * len(chosen)))
    panels = figure.subplots(len(chosen), 1, sharex=True, squeeze=False)[:, 0]
    for axes, name in zip(panels, chosen, strict=True):
        dress(axes)
        lines = []
        for to, colour in zip(sensitivity.to, cycle(BODY_COLOURS), strict=False):
            (line,) = axes.plot(
                sensitivity.t, 0.01 * sensitivity.parameters[to] * sensitivity[name, to], color=colour, linewidth=1.6
            )
            lines.append((line, to))
        axes.axhline(0.0, color=GROUND, linewidth=0.8)
        axes.set_ylabel(with_unit(f"change of {name}", sensitivity.units.get(name, "")), parse_math=False, color=INK)
        legend(axes, lines)
    panels[-1].set_xlabel("time [s]", color=INK)
    put_title(panels[0], f"{sensitivity.mechanism}: change for one percent more of a parameter")
    return written(figure, path)
