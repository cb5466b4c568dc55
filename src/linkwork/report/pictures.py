"""The pictures of a report: the drawing, positions on the way, and plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linkwork.report.parts import Picture
from linkwork.view.scene import in_space
from linkwork.view.telling import telling

if TYPE_CHECKING:
    from linkwork.run.run import Run

POSITIONS = 6
MOST_DRIVERS = 4  # in one plot
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


def plots(run: Run, asked: Groups = ()) -> list[Picture]:
    """The plots asked for; else those of the model's output section; else the telling ones."""
    output = run.mechanism.output
    groups = [list(group) for group in asked] or [list(group) for group in output.plots]
    found = [Picture(run.plot(*group), f"{', '.join(group)} over time.") for group in groups]
    if not asked:
        found += [Picture(run.cross_plot(x, y), f"{y} over {x}.") for x, y in output.cross_plots]
    if not found:
        found = [Picture(run.plot(*group), f"{', '.join(group)} over time.") for group in _telling(run)]
    if run.touches and not asked:
        found.append(Picture(run.plot_contacts(), "When contacts are open, slide and stick."))
    return found


def _telling(run: Run) -> list[list[str]]:
    """What moves at the output; with loads also what the drivers give and the energies."""
    groups = [telling(run, run.channels())]
    if run.loads is None:
        return groups
    driving = [equation for equation in run.loads.system.equations if equation.driver]
    efforts = [f"{each.element}.{'torque' if each.unit == 'angle' else 'force'}" for each in driving]
    groups += [list(dict.fromkeys(efforts))[:MOST_DRIVERS]] if efforts else []
    return [*groups, ["energy.kinetic", "energy.potential", "energy.total"]]
