"""The figure of a coupled run: channels over time, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.view.figures.figure import dress, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.exchange.result import CoupledRun


def coupled_figure(run: CoupledRun, channels: Sequence[str], path: Any = None) -> Figure:
    """Every channel on axes of its own, over the same time."""
    from linkwork.view.show import written

    figure = new_figure((8.0, 0.8 + 1.7 * len(channels)))
    for number, channel in enumerate(channels):
        axes = figure.add_subplot(len(channels), 1, number + 1)
        dress(axes)
        axes.plot(run.t, run[channel], color=BODY_COLOURS[number % len(BODY_COLOURS)], linewidth=1.4)
        axes.set_ylabel(channel, parse_math=False, color=INK)
        if number == 0:
            put_title(axes, run.name)
    axes.set_xlabel("t [s]", color=INK)
    return written(figure, path)
