"""Singular positions that a simulation has passed, as events."""

from __future__ import annotations

from linkwork.places import layout_kernel as layout
from linkwork.run.run import Event
from linkwork.system.loop.moment import Loop

PASSED = "bifurcation"
"""The kind of these events."""


def passages(moment: Loop) -> list[Event]:
    """One event for every singular position passed since the start; of very many the last tells how many more."""
    from linkwork.system.formulations import formulation_kernel as place

    at = int(moment.system.k[layout.WORKSPACE])
    count = int(moment.w[at + place.PASSED].real)
    times = moment.w[at + place.PASSED_AT :][: min(count, place.MOST_PASSED)].real.tolist()
    events = [Event(t, PASSED, _words(t)) for t in times]
    if count > len(times):
        more = f"{_words(times[-1])}; {count - len(times)} more were passed later and are not listed"
        events[-1] = Event(times[-1], PASSED, more)
    return events


def _words(t: float) -> str:
    return (
        f"at t = {t:.9g} s a singular position is passed, from which more than one motion goes on: followed is the one "
        "that keeps its direction"
    )
