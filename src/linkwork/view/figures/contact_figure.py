"""When contacts are open, slide and stick: one bar a contact point, ticks at impacts, numbers of the elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError
from linkwork.run.contact.contact_states import ContactState, contact_states
from linkwork.run.contact.contact_table import chosen
from linkwork.view.figures.figure import dress, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.run.run import Run

COLOURS = {"open": GRID, "sliding": BODY_COLOURS[1], "sticking": BODY_COLOURS[0]}
IMPACT = "#B3261E"
HEIGHT = 0.56
WIDEST = 0.022  # of the run: narrower bars have no room for the numbers of their elements


def plot_contacts(run: Run, names: tuple[str, ...] = (), path: Any = None) -> Figure:
    """The states of contact points and rubbing joints over time."""
    from linkwork.view.show import written

    points = chosen(run, names)
    if not points or f"{points[0]}.mode" not in run.channels():
        known = bool(run.mechanism.contact_groups or run.mechanism.touching_parts)
        why = "this analysis follows no single contacts" if known else "there are no contacts and no friction"
        raise AnalysisError(f"{run.mechanism.name}: {why} to plot")
    states = contact_states(run, names)
    if not names:
        used = {state.name for state in states if state.state != "open"} | {item.who for item in run.impacts}
        points = [point for point in points if point in used or "[" not in point]
    figure = new_figure((8.0, 1.5 + 0.42 * len(points)))
    axes = figure.add_subplot()
    dress(axes)
    axes.grid(False, axis="y")
    for line, point in enumerate(points):
        _draw_states(axes, line, [state for state in states if state.name == point], float(run.t[-1] - run.t[0]))
        times = [item.t for item in run.impacts if item.who == point]
        axes.vlines(
            times, line - 0.5 * HEIGHT - 0.08, line + 0.5 * HEIGHT + 0.08, color=IMPACT, linewidth=1.1, zorder=4
        )
    axes.set_yticks(range(len(points)), points)
    for label in axes.get_yticklabels():
        label.set_parse_math(False)
    axes.set_ylim(len(points) - 0.4, -0.6)
    axes.set_xlim(float(run.t[0]), float(run.t[-1]))
    axes.set_xlabel("time [s]", color=INK)
    _explain(axes, states, bool(run.impacts))
    put_title(axes, run.mechanism.name)
    return written(figure, path)


def _draw_states(axes: Axes, line: int, states: list[ContactState], whole: float) -> None:
    """The bar of one point; the numbers of its elements where they fit."""
    for state in states:
        closed = state.state != "open"
        axes.barh(
            line,
            state.end - state.begin,
            left=state.begin,
            height=HEIGHT if closed else 0.24 * HEIGHT,
            color=COLOURS[state.state],
            edgecolor="white" if closed else "none",
            linewidth=0.6,
            zorder=3 if closed else 2,
        )
        if closed and state.first is not None and state.end - state.begin > WIDEST * whole:
            text = f"{state.first}·{state.second}"
            wide = state.end - state.begin > 0.011 * len(text) * whole
            middle = 0.5 * (state.begin + state.end)
            ink = PAPER if state.state == "sticking" else INK
            axes.text(middle, line, text if wide else "", ha="center", va="center", fontsize=7.5, color=ink, zorder=5)


def _explain(axes: Axes, states: list[ContactState], impacts: bool) -> None:
    """A legend above the bars, of what is there."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    seen = {state.state for state in states}
    entries: list[Any] = [Patch(color=colour, label=state) for state, colour in COLOURS.items() if state in seen]
    if impacts:
        entries.append(Line2D([], [], color=IMPACT, linewidth=1.1, label="impact"))
    if any(state.state != "open" and state.first is not None for state in states):
        entries.append(Line2D([], [], linestyle="none", marker="$1·2$", markersize=13, color=GROUND, label="elements"))
    axes.legend(
        handles=entries, ncols=len(entries), frameon=False, fontsize=8.5, loc="lower right", bbox_to_anchor=(1.0, 1.0)
    )
