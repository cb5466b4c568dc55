"""What lies beside the curves of a run, as a viewer gets it: labels, times and channels in shown units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import LinkworkError
from linkwork.run.comparison.beside import Curves, beside_of
from linkwork.run.export import asked_for
from linkwork.run.run import Run
from linkwork.view.motion import spread
from linkwork.view.rounding import rounded_series
from linkwork.view.telling import telling

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 2000  # points of a curve


def beside_scene(run: Run, others: Sequence[Curves] | None = None) -> list[dict[str, Any]]:
    """All that the model's output section names, or these; of runs the channels that are shown first."""
    beside_scene = []
    for each in beside_of(run, None) if others is None else others:
        names = _first(run) if isinstance(each.channels, Run) else [name for name in each.channels if name != "t"]
        keep = spread(len(each.t), MOST)
        series = {
            name: rounded_series(each.shown(run, name)[keep].tolist())
            for name in names
            if each.has(name) and _is_channel(run, name)
        }
        times = rounded_series(each.t[keep].tolist())
        beside_scene.append({"label": each.label, "times": times, "series": series, "measured": each.measured})
    return beside_scene


def _first(run: Run) -> list[str]:
    return asked_for(run) or telling(run, run.channels())


def _is_channel(run: Run, name: str) -> bool:
    try:
        run.unit(name)
    except LinkworkError:
        return False
    return True
