"""Maps of a tyre: steady side force and aligning torque over slip angle and load, as a carpet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.base.figure_file import written
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.checks import require_row
from linkwork.library.vehicles.measured.tyre_rig import TyreRig

Numbers = Sequence[float] | Array
_SHIFT = 0.5  # of the range of slip angles, by which the curve of the greatest load stands aside in a carpet


@public
@publicly_made
@dataclass(frozen=True)
class TyreMap:
    """Steady forces of a tyre in N and its aligning torque in N m, by load (rows) and slip angle (columns)."""

    loads: Array
    """N."""
    slip_angles: Array
    """rad; positive: the wheel moves to the right of its plane and is pushed to the left."""
    slip: float
    camber: float
    along: Array
    across: Array
    aligning: Array

    def plot(self, what: Literal["across", "along", "aligning"] = "across", path: FilePath | None = None) -> Any:
        """A carpet: curves of one load over the slip angle, put aside by their load, and lines of one slip angle."""
        from matplotlib.figure import Figure

        values, angles = getattr(self, what), np.degrees(self.slip_angles)
        shift = _SHIFT * (angles[-1] - angles[0]) * self.loads / self.loads[-1]
        places = angles[None, :] + shift[:, None]
        figure = Figure(figsize=(7.5, 4.6), layout="constrained")
        axes = figure.subplots()
        for place, row, load in zip(places, values, self.loads, strict=True):
            axes.plot(place, row, color="C0", linewidth=1.4)
            axes.annotate(
                f"{load:g} N", (place[-1], row[-1]), (4, 0), textcoords="offset points", fontsize=8, va="center"
            )
        for number, angle in enumerate(angles):
            axes.plot(places[:, number], values[:, number], color="C1", linewidth=0.8)
            spot = (places[-1, number], values[-1, number])
            axes.annotate(f"{angle:.3g}°", spot, (0, 5), textcoords="offset points", fontsize=7, ha="center")
        unit = "N m" if what == "aligning" else "N"
        axes.set_ylabel(f"{what} ({unit})")
        axes.set_xlabel("slip angle, each load put aside")
        axes.set_xticks([])
        axes.margins(x=0.12)
        axes.grid(True, axis="y", alpha=0.3)
        return written(figure, path)


@public
def tyre_map(
    tyre: Mapping[str, Any],
    loads: Numbers,
    slip_angles: Numbers,
    *,
    slip: float = 0.0,
    camber: float = 0.0,
    speed: float = 20.0,
    radius: float = 0.3,
) -> TyreMap:
    """What the tyre element with these fields does steadily, at loads (N) and slip angles (rad) that rise.

    `slip` is that along (0.1: the wheel turns 10 % faster than it rolls), `camber` is in rad; `radius` (m) counts where
    the fields have none. Relaxation lengths do not count. The element rounds slips off near rest: at the `speed` of
    20 m/s forces at small angles are 0.03 % below the formula of the tyre, at a higher speed less.
    """
    rows = [require_row(f"tyre_map: {name}", each) for name, each in (("loads", loads), ("slip_angles", slip_angles))]
    if any(len(each) < 2 or np.any(np.diff(each) <= 0.0) for each in rows) or rows[0][0] <= 0.0:
        raise MechanismError("tyre_map: loads and slip angles are two or more each and rise; loads are above zero")
    told = TyreRig(tyre, radius, speed).forces(rows[0][:, None], rows[1][None, :], slip, camber)
    return TyreMap(rows[0], rows[1], slip, camber, told["along"], told["across"], told["aligning"])
