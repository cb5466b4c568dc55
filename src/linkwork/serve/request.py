"""Which analysis a page shows: what the page or the command line asks for, else the file, else what fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from linkwork.analysis.check.check import Report
from linkwork.analysis.requested import request_options
from linkwork.analysis.verbs import OVER_TIME
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.hold import held_values
from linkwork.mechanism.requests import asked, time_grid

POSITION, EQUILIBRIUM = "position", "equilibrium"
KINDS = (*OVER_TIME, EQUILIBRIUM, POSITION)
"""What can be shown: motions, the position of rest, or the assembled position alone."""
MOST_POINTS = 20_000
_UNTIL, _POINTS = 1.0, 201


@dataclass(frozen=True)
class Wish:
    """What somebody wants to see; what is None is left to the file."""

    kind: str | None = None
    until: float | None = None
    points: int | None = None
    start: float | None = None


@dataclass(frozen=True)
class Asked:
    """An analysis with all its numbers."""

    kind: str
    start: float = 0.0
    until: float = 0.0
    points: int = 0
    options: dict[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Kind, options that a page can change, and the kinds there are."""
        grid = {"start": self.start, "until": self.until, "points": self.points} if self.kind in OVER_TIME else {}
        return {"kind": self.kind, "options": grid, "choices": list(KINDS)}

    def coarser(self, points: int) -> Asked:
        """The same on fewer time points, where it has more."""
        return replace(self, points=min(self.points, points))


def asked_of(mechanism: Any, wish: Wish, checked: Callable[[], Report]) -> Asked:
    """The analysis of a mechanism; `checked` gives its report, which is made only where it is needed."""
    grid, requested = time_grid(mechanism), asked(mechanism)
    kind = wish.kind or _usual(mechanism, requested, wish, checked)
    if kind not in OVER_TIME:
        return Asked(kind)
    start, until, points = grid or (0.0, _UNTIL, _POINTS)
    options: dict[str, Any] = {}
    if requested is not None and requested[0] == kind:
        options = request_options(mechanism, *requested)
    if kind == "simulate":
        options["hold"] = held_values(options.get("hold"))
    start = start if wish.start is None else wish.start
    end = until if wish.until is None else wish.until
    if not start < end:
        raise AnalysisError(f"the end, {end:g} s, must be later than the start, {start:g} s")
    return Asked(kind, start, end, min(wish.points or points, MOST_POINTS), options)


def _usual(mechanism: Any, usual: Any, wish: Wish, checked: Callable[[], Report]) -> str:
    """What the file asks for; else the motion by drivers or under forces that it can make, else its position."""
    if usual is not None:
        return str(usual[0])
    if mechanism.analysis.equilibrium is not None and wish.until is None:
        return EQUILIBRIUM
    if not mechanism.joints and not mechanism.drivers and not _heavy(mechanism):
        return POSITION
    report = checked()
    if report.assembly is None or not report.assembly.ok:
        return POSITION
    if mechanism.drivers and not report.missing_drivers:
        return "kinematics"
    return "simulate" if report.missing_drivers and _heavy(mechanism) else POSITION


def _heavy(mechanism: Any) -> bool:
    return any(body.mass is not None for body in mechanism.bodies_by_name.values())
