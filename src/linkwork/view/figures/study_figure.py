"""Pictures of studies: one column over another, histograms, scatter matrices, contributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.view.figures.figure import dress, legend, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, GROUND, INK, tint
from linkwork.view.show import written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.design.studies.contributions import Contributions
    from linkwork.design.studies.results import Limits, Results

_BLUE, _ORANGE, _GREEN, _RED = BODY_COLOURS[:4]
_MOST_BINS = 60
_MOST_DOTS = 20_000
"""Dots drawn at most; of more variants every so-many-th is taken."""
_MOST_PANELS = 8


def scatter(results: Results, x: str, y: str, path: Any = None) -> Figure:
    """One column over another, a dot a variant."""
    figure = new_figure((6.4, 4.4))
    axes = figure.add_subplot()
    dress(axes)
    _dots(axes, *_thinned(results[x], results[y]), 9.0)
    _labels(axes, x, y)
    put_title(axes, f"{len(results[x])} variants")
    return written(figure, path)


def histogram(results: Results, response: str, limits: Limits = None, path: Any = None) -> Figure:
    """How often a response has which value; mean, deviation, percentiles and limits are marked."""
    statistics = results.statistics(response, limits)
    values = results[response]
    figure = new_figure((8.0, 4.0))
    axes = figure.add_subplot()
    dress(axes)
    axes.hist(values, bins=min(_MOST_BINS, max(5, round(2 * len(values) ** 0.4))), color=tint(_BLUE), edgecolor=_BLUE)
    axes.locator_params(axis="y", integer=True)
    lines: list[tuple[Any, str]] = []
    lines.append((axes.axvline(statistics.mean, color=INK, linewidth=1.8), f"mean {statistics.mean:.5g}"))
    band = axes.axvspan(
        statistics.mean - statistics.deviation,
        statistics.mean + statistics.deviation,
        color=_GREEN,
        alpha=0.15,
        zorder=0,
    )
    lines.append((band, f"± deviation {statistics.deviation:.3g}"))
    for share, value in statistics.percentiles.items():
        if share != 50.0:
            style: dict[str, Any] = {"color": GROUND, "linewidth": 1.0, "linestyle": (0, (2, 2))}
            lines.append((axes.axvline(value, **style), f"{share:g} % below {value:.5g}"))
    for limit, word in zip(statistics.limits, ("lower", "upper"), strict=True):
        if limit is not None:
            lines.append((axes.axvline(limit, color=_RED, linewidth=1.8), f"{word} limit {limit:.5g}"))
    _labels(axes, response, "variants")
    legend(axes, lines)
    inside = "" if statistics.inside is None else f", {100 * statistics.inside:.4g} % inside the limits"
    put_title(axes, f"{statistics.count} variants{inside}")
    return written(figure, path)


def scatter_matrix(results: Results, names: tuple[str, ...], path: Any = None) -> Figure:
    """Every column over every other, with histograms on the diagonal."""
    count = len(names)
    if not 2 <= count <= _MOST_PANELS:
        raise AnalysisError(f"study: a scatter matrix shows 2 to {_MOST_PANELS} columns; name those to show")
    columns = {name: results[name] for name in names}
    figure = new_figure((2.0 + 1.7 * count, 1.6 + 1.5 * count))
    grid = figure.subplots(count, count, sharex="col", squeeze=False)
    for row, y in enumerate(names):
        for place, x in enumerate(names):
            axes = grid[row, place]
            dress(axes)
            axes.tick_params(labelsize=7)
            axes.locator_params(nbins=4)
            if row == place:
                axes.hist(columns[x], bins=20, color=tint(_BLUE), edgecolor=_BLUE)
            else:
                _dots(axes, *_thinned(columns[x], columns[y]), 4.0)
            across, up = (x if row == count - 1 else ""), (y if place == 0 else "")
            _labels(axes, across, up, 8)
    return written(figure, path)


def contribution_bars(contributions: Contributions, path: Any = None) -> Figure:
    """Shares of the variance, the largest on top."""
    figure = new_figure((7.0, 1.2 + 0.36 * len(contributions.parts)))
    axes = figure.add_subplot()
    dress(axes)
    places = np.arange(len(contributions.parts))[::-1]
    rising = [_BLUE if part.slope >= 0 else _ORANGE for part in contributions.parts]
    axes.barh(places, [100 * part.share for part in contributions.parts], color=rising, height=0.7)
    axes.set_yticks(places, [part.name for part in contributions.parts])
    for label in axes.get_yticklabels():
        label.set_parse_math(False)
    for place, part in zip(places, contributions.parts, strict=True):
        words, end = f" {100 * part.share:.1f} %", 100 * part.share
        axes.text(end, place, words, va="center", fontsize=9, color=INK, parse_math=False)
    axes.set_xlim(0.0, 115.0 * max(part.share for part in contributions.parts))
    handles = [axes.barh([np.nan], [0], color=colour) for colour in (_BLUE, _ORANGE)]
    legend(axes, [(handles[0], "larger makes it larger"), (handles[1], "larger makes it smaller")])
    _labels(axes, "share of the variance [%]", "")
    put_title(axes, f"{contributions.response}: deviation {contributions.deviation:.3g}")
    return written(figure, path)


def _dots(axes: Axes, x: Any, y: Any, size: float) -> None:
    axes.margins(0.04)
    axes.scatter(x, y, s=size, color=_BLUE, alpha=min(1.0, max(0.15, 300.0 / max(1, len(x)))), linewidths=0)


def _thinned(x: Any, y: Any) -> tuple[Any, Any]:
    step = -(-len(x) // _MOST_DOTS) or 1
    return x[::step], y[::step]


def _labels(axes: Axes, x: str, y: str, size: int = 10) -> None:
    axes.set_xlabel(x, parse_math=False, color=INK, fontsize=size)
    axes.set_ylabel(y, parse_math=False, color=INK, fontsize=size)
