"""Events that a time alone decides, compared with the time that a simulation covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError
from linkwork.expression import Expression

if TYPE_CHECKING:
    from linkwork.system.system import System

_SAMPLES = (-1.7, 0.3, 1.1, 2.9)
_STRAIGHT = 1e-12


def idle_events(system: System, start: float, until: float) -> list[str]:
    """Notes on events at times that the simulation does not reach; a blow before it begins is refused."""
    notes = []
    for name, event in system.mechanism.events.items():
        when = getattr(event.when, "value", None)
        passes = _passes(when, system) if isinstance(when, Expression) else None
        if passes is None:
            continue
        time, rises = passes
        if event.direction != "either" and rises != (event.direction == "rising"):
            way = "rising" if rises else "falling"
            notes.append(f"event '{name}' never happens: '{when}' passes zero {way}, and it counts {event.direction}")
        elif time <= start and event.strikes:
            raise AnalysisError(
                f"{system.mechanism.name}: event '{name}' at t = {time:g} s would never act, for the simulation starts "
                f"at {start:g} s; give a later time, an earlier start, or the speeds after the blow as `speeds`"
            )
        elif time <= start or time >= until:
            side = f"starts at {start:g}" if time <= start else f"ends at {until:g}"
            notes.append(f"event '{name}' at t = {time:g} s does not happen: the simulation {side} s")
    return notes


def _passes(when: Expression, system: System) -> tuple[float, bool] | None:
    """When a straight function of the time alone passes zero, and whether it rises; none for others."""
    env: dict[str, Any] = {name: value.real for name, value in system.env.items()}
    if when.names - env.keys() != {"t"} or when.switches("t"):
        return None
    values = [when.value(env | {"t": t}) for t in _SAMPLES]
    slopes = [(value - values[0]) / (t - _SAMPLES[0]) for t, value in zip(_SAMPLES[1:], values[1:], strict=True)]
    if slopes[0] == 0.0 or max(abs(slope - slopes[0]) for slope in slopes) > _STRAIGHT * abs(slopes[0]):
        return None
    time = _SAMPLES[0] - values[0] / slopes[0]
    return time - when.value(env | {"t": time}) / slopes[0], slopes[0] > 0.0
