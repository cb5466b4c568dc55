"""Pictures of optimisations: the criteria over the iterations, and measured data beside the run that fits them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.view.figures.figure import dress, legend, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, INK
from linkwork.view.show import written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.design.optimise.fit import Fit
    from linkwork.design.optimise.optimum import Optimum


def plot_history(optimum: Optimum, path: Any = None) -> Figure:
    """Every criterion, and below it every parameter, over the iterations."""
    names = [*optimum.values, *optimum.parameters]
    figure = new_figure((8.0, 1.0 + 1.5 * len(names)))
    panels = figure.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
    for number, (axes, name) in enumerate(zip(panels, names, strict=True)):
        dress(axes)
        colour = BODY_COLOURS[0 if number < len(optimum.values) else 1]
        axes.plot([row[name] for row in optimum.history], color=colour, marker="o", markersize=3.5, linewidth=1.4)
        axes.set_ylabel(name, parse_math=False, color=INK)
    panels[-1].set_xlabel("iteration", color=INK)
    put_title(panels[0], optimum.message)
    return written(figure, path)


def plot_fit(fit: Fit, path: Any = None) -> Figure:
    """The data as dots, the run that fits them as a line, a panel a channel."""
    measured, run = fit.measured, fit.run
    figure = new_figure((8.0, 1.2 + 2.2 * len(measured.channels)))
    panels = figure.subplots(len(measured.channels), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, values) in zip(panels, measured.channels.items(), strict=True):
        dress(axes)
        dots = axes.plot(measured.t, values, ".", color=BODY_COLOURS[1], markersize=4.0)[0]
        line = axes.plot(run.t, run[name], color=BODY_COLOURS[0], linewidth=1.6)[0]
        axes.set_ylabel(f"{name} [{run.unit(name)}]", parse_math=False, color=INK)
        legend(axes, [(dots, "measured"), (line, "fitted")])
    panels[-1].set_xlabel("time [s]", color=INK)
    put_title(panels[0], ", ".join(f"{key} = {value:.4g}" for key, value in fit.parameters.items()))
    return written(figure, path)
