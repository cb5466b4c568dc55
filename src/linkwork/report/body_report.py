"""The report of a measured motion: how well it fits, what it needs, how muscles share it, what joints bear."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from linkwork.expression.given import FilePath, public
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.tables import Markers


@public
def body_report(
    of: Sharing | NetForces,
    path: FilePath,
    plates: Sequence[Plate] = (),
    fit: MarkerFit | None = None,
    markers: Markers | None = None,
    title: str = "",
    date: datetime | None = None,
) -> None:
    """Write a report of a measured motion in one file, HTML or PDF, by the ending of its name.

    The motion to watch, activations, net moments and joint reactions by percent of a stride (of the first whole one of
    each foot that `plates` act on; of the whole motion without), peaks, residuals at the base, the share of reserves,
    and with `fit` how far markers lie from their places. The verdict holds residuals and reserves against usual bounds.
    """
    from linkwork.report.body_content import body_content
    from linkwork.report.body_study import Study
    from linkwork.report.write import check_target, write_content

    target = check_target(path)
    write_content(target, lambda: body_content(Study(of, tuple(plates), fit, markers), title, date))
