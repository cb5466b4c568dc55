"""When an event or a change of a contact happened for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.errors import AnalysisError
from linkwork.system.base_scope import suggestion

if TYPE_CHECKING:
    from linkwork.run.run import Run


def event_names(run: Run) -> list[str]:
    """What can happen in a run, by name."""
    mechanism = run.mechanism
    points = [name for name, _ in run.touches.names.points]
    named = [*mechanism.events, *mechanism.contacts, *points, *run.touches.names.rubbing]
    return list(dict.fromkeys([*named, *(event.name for event in run.events if event.name)]))


def time_of(run: Run, name: str) -> Any:
    """The time of the first event of that name."""
    found = [event.t for event in run.events if event.name == name]
    if found:
        return found[0]
    if name in event_names(run):
        raise AnalysisError(f"'{name}' did not happen up to t = {run.t[-1]:.6g} s")
    raise AnalysisError(f"there is no event or contact '{name}'{suggestion(name, event_names(run), 'events')}")
