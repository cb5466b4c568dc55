"""When an event or a change of a contact happened, for the first or a later time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion

if TYPE_CHECKING:
    from linkwork.run.run import Run


def event_names(run: Run) -> list[str]:
    """What can happen in a run, by name."""
    mechanism = run.mechanism
    points = [name for name, _ in run.touches.names.points]
    named = [*mechanism.events, *mechanism.contacts, *points, *run.touches.names.friction_names]
    return list(dict.fromkeys([*named, *(event.name for event in run.events if event.name)]))


def time_of(run: Run, name: str, which: int = 1) -> Any:
    """The time of the first event of that name, or of a later one."""
    time = [event.t for event in run.events if event.name == name]
    if len(time) >= which:
        return time[which - 1]
    end = f"up to t = {run.t[-1]:.6g} s"
    if time:
        raise AnalysisError(f"'{name}' happened {len(time)} time{'s' * (len(time) > 1)} {end}, not {which}")
    if name in run.mechanism.events and run.loads is None:
        raise AnalysisError(f"'{name}' is not looked for in kinematics; use inverse_dynamics or simulate")
    if name in run.mechanism.events:
        raise AnalysisError(
            f"'{name}' did not happen {end}; an event is a change of sign while time goes on: a number that another "
            "event or an impact makes jump over zero does not count"
        )
    if name in event_names(run):
        raise AnalysisError(f"'{name}' did not happen {end}")
    raise AnalysisError(f"there is no event or contact '{name}'{suggestion(name, event_names(run), 'events')}")
