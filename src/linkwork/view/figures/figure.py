"""Plot channels: against time, against each other, and of several runs over one another."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from linkwork.base.errors import LinkworkError
from linkwork.view.labels import LONGEST_TITLE, clipped
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Channels = Mapping[str, ArrayLike]
Event = Mapping[str, Any]

LINE_STYLES = ("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 2, 1, 2)))
Ends = Mapping[str, tuple[float, float]]
_POINTS: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 4.0, "markeredgewidth": 0.0}
EVENT_TEXT = 30  # characters of an event shown in a plot


def plot_channels(
    times: ArrayLike,
    channels: Channels,
    units: Mapping[str, str] | None = None,
    events: Iterable[Event] = (),
    names: Sequence[str] | None = None,
    title: str = "",
) -> Figure:
    """Plot channels against time, one panel a unit, one above the other; events are marked."""
    return plot_study({"": (times, channels)}, names or list(channels), units, events, title)


def plot_study(
    runs: Mapping[str, tuple[ArrayLike, Channels]],
    names: Sequence[str],
    units: Mapping[str, str] | None = None,
    events: Iterable[Event] = (),
    title: str = "",
    points: Container[str] = (),
    ends: Ends | None = None,
) -> Figure:
    """Plot the same channels of several labelled runs over one another, for a parameter study.

    The first has all of them, the others may lack some, or all: so each keeps its colour from figure to figure. Those
    in `points` are drawn as points. `ends` fixes axes, by the name of a channel or `t`.
    """
    units, ends = units or {}, ends or {}
    for label, (_, channels) in list(runs.items())[:1]:
        _require(names, channels, label)
    panels = _by_unit(names, units)
    figure = new_figure((8.0, 1.2 + 2.3 * len(panels)))
    all_axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (unit, members) in zip(all_axes, panels.items(), strict=True):
        _panel(axes, runs, members, unit, points)
        fixed = [ends[name] for name in members if name in ends]
        if fixed:
            axes.set_ylim(min(low for low, _ in fixed), max(high for _, high in fixed))
    if "t" in ends:
        all_axes[-1].set_xlim(*ends["t"])
    all_axes[-1].set_xlabel("time [s]", color=INK)
    _mark_events(list(all_axes), events)
    put_title(all_axes[0], title)
    return figure


def plot_cross(
    runs: Mapping[str, Channels],
    x: str,
    y: str,
    units: Mapping[str, str] | None = None,
    title: str = "",
    points: Container[str] = (),
    ends: Ends | None = None,
) -> Figure:
    """Plot one channel against another for each labelled run; equal scales where the units agree and none is fixed."""
    units, ends = units or {}, ends or {}
    figure = new_figure((6.4, 5.2))
    axes = figure.add_subplot()
    dress(axes)
    lines = []
    for number, (label, channels) in enumerate(runs.items()):
        if number and not channels:
            continue  # has nothing to show here, and its colour in other figures
        _require([x, y], channels, label)
        style = _style(number, 0) | (_POINTS if label in points else {})
        (line,) = axes.plot(np.asarray(channels[x]), np.asarray(channels[y]), **style)
        lines.append((line, label))
    if x in ends:
        axes.set_xlim(*ends[x])
    if y in ends:
        axes.set_ylim(*ends[y])
    if units.get(x, "") == units.get(y, "") and not (x in ends or y in ends):
        axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel(with_unit(x, units.get(x, "")), parse_math=False, color=INK)
    axes.set_ylabel(with_unit(y, units.get(y, "")), parse_math=False, color=INK)
    if len(lines) > 1:
        legend(axes, lines)
    put_title(axes, title)
    return figure


def _require(names: Sequence[str], channels: Channels, label: str) -> None:
    missing = [name for name in names if name not in channels]
    if missing:
        where = f"run '{label}': " if label else ""
        known = ", ".join(list(channels)[:12]) + (", ..." if len(channels) > 12 else "")
        raise LinkworkError(f"{where}channel '{missing[0]}' is not there; channels are: {known}")


def _by_unit(names: Sequence[str], units: Mapping[str, str]) -> dict[str, list[str]]:
    if not names:
        raise LinkworkError("plot: no channel is named; name at least one")
    panels: dict[str, list[str]] = {}
    for name in names:
        panels.setdefault(units.get(name, ""), []).append(name)
    return panels


def _panel(
    axes: Axes,
    runs: Mapping[str, tuple[ArrayLike, Channels]],
    members: list[str],
    unit: str,
    points: Container[str] = (),
) -> None:
    """All curves of one unit; a colour a run, a line style a channel (one run: a colour a channel)."""
    dress(axes)
    lines = []
    for r, (label, (times, channels)) in enumerate(runs.items()):
        for c, name in enumerate(members):
            if name not in channels:
                continue
            style = _style(r, c) if len(runs) > 1 else _style(c, c // len(BODY_COLOURS))
            style |= _POINTS if label in points else {}
            (line,) = axes.plot(np.asarray(times), np.asarray(channels[name]), **style)
            several = [text for text, many in ((name, len(members) > 1), (label, len(runs) > 1)) if many]
            lines.append((line, ", ".join(several)))
    shared = members[0] if len(members) == 1 else ""
    axes.set_ylabel(with_unit(shared, unit), parse_math=False, color=INK)
    if len(lines) > 1:
        legend(axes, lines)


def _style(colour: int, line: int) -> dict[str, Any]:
    return {
        "color": BODY_COLOURS[colour % len(BODY_COLOURS)],
        "linestyle": LINE_STYLES[line % len(LINE_STYLES)],
        "linewidth": 1.7,
    }


def with_unit(name: str, unit: str) -> str:
    """A channel's name with its unit, as an axis shows it."""
    return f"{name} [{unit}]".strip() if unit else name


def new_figure(size: tuple[float, float]) -> Figure:
    """An empty figure on the program's paper."""
    from linkwork.view.sheet import PaperSheet

    return PaperSheet(figsize=size, dpi=120, layout="constrained", facecolor=PAPER)


def dress(axes: Axes) -> None:
    """Light grid, two spines, small numbers in engineering form."""
    from linkwork.view.figures.ticks import EngineeringFormatter

    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(EngineeringFormatter())
    axes.grid(True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(colors=GROUND, labelsize=9)
    axes.margins(x=0.01)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(GROUND)


def frame_panel(axes: Axes, title: str) -> None:
    """Give one of several small charts beside each other its title, a grid and a quiet frame."""
    axes.set_title(title, loc="left", color=INK, fontsize=10)
    axes.grid(True, color=GRID, linewidth=0.8)
    axes.tick_params(colors=GROUND, labelsize=8)
    for spine in axes.spines.values():
        spine.set_color(GRID)


def legend(axes: Axes, lines: list[tuple[Any, str]]) -> None:
    """A legend whose texts are shown as they are, even `_x` or `$x$`."""
    box = axes.legend(
        [line for line, _ in lines],
        [str(number) for number in range(len(lines))],
        frameon=False,
        fontsize=9,
        loc="upper left",
        bbox_to_anchor=(1.0, 1.0),
    )
    for text, (_, label) in zip(box.get_texts(), lines, strict=True):
        text.set_parse_math(False)
        text.set_text(clipped(label, LONGEST_TITLE))


def _mark_events(all_axes: list[Axes], events: Iterable[Event]) -> None:
    """Vertical lines at the events, their text at the top panel."""
    for event in events:
        for axes in all_axes:
            axes.axvline(float(event["t"]), color=GROUND, linewidth=1.0, linestyle=(0, (2, 2)), zorder=1)
        mark = all_axes[0].annotate(
            _event_words(str(event["text"])),
            xy=(float(event["t"]), 0.98),
            xycoords=all_axes[0].get_xaxis_transform(),
            xytext=(-3, 0),
            textcoords="offset points",
            rotation=90,
            ha="right",
            va="top",
            fontsize=8,
            color=GROUND,
            parse_math=False,
            bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1.0},
            zorder=3,
        )
        mark.set_in_layout(False)


def _event_words(text: str) -> str:
    """What happened, without the explanation that follows a colon."""
    head = text.partition(":")[0]
    return head if len(head) <= EVENT_TEXT else f"{head[: EVENT_TEXT - 1]}…"


def put_title(axes: Axes, title: str) -> None:
    """The title of a figure, left above its first panel."""
    if title:
        axes.set_title(clipped(title, LONGEST_TITLE), parse_math=False, loc="left", color=INK, fontsize=12)
