"""The pictures of a report: the drawing, positions on the way, and plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.report.parts import Picture
from linkwork.run.comparison.beside import Curves, beside_of
from linkwork.view.scene import in_space
from linkwork.view.telling import telling

if TYPE_CHECKING:
    from linkwork.run.run import Run

POSITIONS = 6
MOST_DRIVERS = 4  # in one plot
OVER = " over "
Groups = Sequence[Sequence[str]]


def drawing(run: Run) -> Picture:
    """The mechanism at the start, with the paths of the traced points."""
    from linkwork.view.show import draw

    return Picture(draw(run, traces=run.mechanism.output.traces), f"At t = {run.t[0]:.4g} s.")


def positions(run: Run) -> Picture | None:
    """Positions on the way, for paper, on which nothing moves."""
    if len(run.t) < 2:
        return None
    span = f"t = {run.t[0]:.4g} to {run.t[-1]:.4g} s"
    if in_space(run.system):
        return Picture(run.draw(ghosts=POSITIONS), f"Positions from {span}, the first one in full.")
    return Picture(run.draw_successive(POSITIONS), f"Positions from {span}.")


def circuits(run: Run) -> list[Picture]:
    """The diagrams of all circuits that have nodes, with their values at the end."""
    from linkwork.view.circuits.diagram import diagram_of

    end, shown = float(run.t[-1]), [name for name in run.mechanism.circuits if diagram_of(run.mechanism, name)["parts"]]
    return [Picture(run.draw_circuit(name, at=end), f"Circuit {name} at t = {end:.4g} s.") for name in shown]


def plots(run: Run, asked: Groups = (), beside: Any = None) -> list[Picture]:
    """The plots asked for; else those of the model's output section; else the telling ones.

    A group is a list of channels over time, or one text `y over x`.
    """
    output, others = run.mechanism.output, beside_of(run, beside)
    plots = [_plot(run, group, others) for group in (asked or output.plots)]
    if not asked:
        plots += [_plot(run, [f"{y} over {x}"], others) for x, y in output.cross_plots]
    if not plots:
        plots = [_plot(run, group, others) for group in _telling(run)]
    if run.touches and not asked:
        plots.append(Picture(run.plot_contacts(), "When contacts are open, slide and stick."))
    return plots


def _plot(run: Run, group: Sequence[str], beside: list[Curves]) -> Picture:
    pair = over(group)
    if pair is not None:
        y, x = pair
        return Picture(run.cross_plot(x, y, beside=beside), f"{y} over {x}.")
    return Picture(run.plot(*group, beside=beside), f"{', '.join(group)} over time.")


def over(group: Sequence[str]) -> tuple[str, str] | None:
    """The two channels of a group that is one text `y over x`."""
    if len(group) != 1 or OVER not in group[0]:
        return None
    y, _, x = group[0].partition(OVER)
    return y.strip(), x.strip()


def _telling(run: Run) -> list[list[str]]:
    """What moves at the output; with loads also what the drivers give and the energies."""
    groups = [telling(run, run.channels())]
    if run.loads is None:
        return groups
    driving = [equation for equation in run.loads.system.equations if equation.driver]
    efforts = [f"{each.element}.{'torque' if each.unit == 'angle' else 'force'}" for each in driving]
    groups += [list(dict.fromkeys(efforts))[:MOST_DRIVERS]] if efforts else []
    return [*groups, ["energy.kinetic", "energy.potential", "energy.total"]]
