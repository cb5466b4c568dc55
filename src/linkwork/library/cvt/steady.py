"""The steady state of a push-belt drive: forces along the belt, and what the drive does as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.cvt import data
from linkwork.library.cvt.path import ReferencePath

_CLOSE = 0.01  # a spread that need not be told
_SMOOTH = 2.0  # times the smoothing that was asked for


@public
@publicly_made
@dataclass(frozen=True)
class SteadyState:
    """Fields along the belt, one number a station, from the inlet of the driving pulley on; SI units.

    `place` along the path, `length` of the station there, `part` 0 driving pulley, 1 span t1, 2 driven pulley, 3 span
    t2; `push` P of the elements (negative), `pull` T of all rings, `tensions` of every layer; per length of the belt:
    `axial` force of a flank, `flank` and `ring` tangential forces on the elements; `radius`, `deflection`; `sliding`
    angle in rad (36), pi/2 for
    elements that slide inward, nan without contact; `gap_strain` of loose elements. `path`: where the belt
    runs; `moving`: in a run, while it changes; `smoothed`: slips in m/s below which friction on flanks and between
    rings is smoothed; `spread`: how far push (mean along the belt, by the largest) and the driving thrust change with
    twice the distances of functions and stations (of a state without halved ones, with a level of functions less on the
    arcs and at their ends, or of two levels with half the stations and one level), nan where that is not known;
    `missing`: how many times less than asked distances were halved. `notes` tells what of it one should know.
    """

    place: Array
    length: Array
    part: Array
    push: Array
    pull: Array
    tensions: Array
    axial: Array
    flank: Array
    ring: Array
    radius: Array
    deflection: Array
    sliding: Array
    gap_strain: Array
    speeds: tuple[float, float]
    torques: tuple[float, float]
    thrusts: tuple[float, float]
    losses: tuple[float, float]
    newton_steps: int
    path: ReferencePath
    moving: bool = False
    smoothed: tuple[float, float] = (data.FLANK_SLIP, data.RING_SLIP)
    spread: tuple[Any, Any] = (float("nan"), float("nan"))
    missing: int = 0

    @property
    def ratio(self) -> float:
        """Speed of the driving shaft over that of the driven one; at standstill that of the mean radii of the belt."""
        if self.speeds[1]:
            return self.speeds[0] / self.speeds[1]
        on = [(self.part == part) & (self.axial > 0) for part in (0, 2)]
        driving, driven = (float(np.average(self.radius[each], weights=self.length[each])) for each in on)
        return driven / driving

    @property
    def efficiency(self) -> float:
        """Power that leaves over power that enters; nan without torque, and in a run while speeds change."""
        if self.moving:
            return float("nan")
        entering, leaving = self.torques[0] * self.speeds[0], self.torques[1] * self.speeds[1]
        if entering < 0:
            entering, leaving = -leaving, -entering
        return leaving / entering if entering > 0 else float("nan")

    @property
    def notes(self) -> tuple[str, ...]:
        """What one should know of a state found by `steady`, a line each; of a standing belt there is nothing."""
        if not any(self.speeds):
            return ()  # no friction holds it that could be smoothed, and nothing it was compared with
        told = []
        push, thrust = self.spread
        if not (push == push and thrust == thrust):
            told.append(
                "push and thrust were not compared with a coarser description: give `fine` another number of them"
            )
        elif max(push, thrust) > _CLOSE:
            told.append(
                f"functions twice as far apart on the arcs would change push by {push:.1%} in the mean and the driving "
                f"thrust by {thrust:.1%}: for more give `fine` more of them"
            )
        if self.missing:
            told.append(
                f"`fine` asks for distances halved {self.missing} times more: no state was found with closer functions "
                "and stations"
            )
        if self.smoothed[0] > _SMOOTH * data.SHARP * data.FLANK_SLIP:
            told.append(
                f"friction is smoothed below {self.smoothed[0]:.1g} m/s, where sharper friction led to no state: rings "
                "may carry more than they should, and elements less"
            )
        return tuple(told)

    def span(self, number: int) -> tuple[float, float]:
        """Mean push and pull in the span t1 or t2, by its number 1 or 2, N."""
        if number not in (1, 2):
            raise AnalysisError(f"span: the belt has the spans 1 and 2, not {number}")
        inside = (self.part == (1 if number == 1 else 3)) & (self.axial == 0)
        push, pull = (np.average(force[inside], weights=self.length[inside]) for force in (self.push, self.pull))
        return float(push), float(pull)

    def page(self, path: FilePath, further: Sequence[SteadyState] = ()) -> Path:
        """A page (.html, one file) with the forces drawn along the belt's path and as curves; a slider goes through
        this state and `further` ones."""
        return page_of([self, *further], path)

    def plot(self) -> Any:
        """Push, pull, forces per length and radius along the belt; a figure of Matplotlib."""
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(4, 1, sharex=True, figsize=(7.5, 8.0), layout="constrained")
        order = np.argsort(self.place)
        at, part = 1000 * self.place[order], self.part[order]
        for axis in axes:
            for begin in np.flatnonzero(np.diff(part)):
                axis.axvline(0.5 * (at[begin] + at[begin + 1]), color="0.8", lw=0.8)
        axes[0].plot(at, self.push[order] / 1000, label="elements, P")
        axes[0].plot(at, self.pull[order] / 1000, label="rings, T")
        axes[0].set_ylabel("force (kN)")
        axes[1].plot(at, self.axial[order] / 1000, label="axial, a flank")
        axes[1].set_ylabel("force (kN/m)")
        axes[2].plot(at, self.flank[order] / 1000, label="flank on elements")
        axes[2].plot(at, self.ring[order] / 1000, label="rings on elements")
        axes[2].set_ylabel("along (kN/m)")
        axes[3].plot(at, np.degrees(self.sliding[order]), label="sliding angle")
        axes[3].set_ylabel("angle (deg)")
        axes[3].set_xlabel("driving pulley | span t1 | driven pulley | span t2: along the belt (mm)")
        for axis in axes:
            axis.legend(loc="upper right", fontsize=8)
        return figure


def page_of(states: Sequence[SteadyState], path: FilePath, times: Sequence[float] | None = None) -> Path:
    """Write the page of states; with times in s that of a run."""
    from linkwork.view.fields.belt_page import write_belt_page

    write_belt_page(states, Path(path), times)
    return Path(path)
