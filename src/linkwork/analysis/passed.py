"""Singular positions that a simulation has passed, as events."""

from __future__ import annotations

from linkwork.analysis.moment import Loop
from linkwork.run.run import Event
from linkwork.system import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tree import is_open

PASSED = "bifurcation"
"""The kind of these events."""
LOOSE = ("direct", "baumgarte", "augmented", "null-space", "joint-augmented")
"""Formulations that can leave a singular position along another motion than the one along which they came."""


def passages(moment: Loop) -> list[Event]:
    """One event for every singular position passed since the start; of very many the last tells how many more."""
    from linkwork.system import formulation_kernel as place

    at = int(moment.system.k[layout.WORKSPACE])
    count = int(moment.w[at + place.PASSED].real)
    times = moment.w[at + place.PASSED_AT :][: min(count, place.MOST_PASSED)].real.tolist()
    loose = moment.options.formulation in LOOSE
    events = [Event(t, PASSED, _words(t, loose)) for t in times]
    if count > len(times):
        more = f"{_words(times[-1], loose)}; {count - len(times)} more were passed later and are not listed"
        events[-1] = Event(times[-1], PASSED, more)
    return events


def loose_notes(system: System, formulation: str) -> list[str]:
    """A warning where a formulation is asked for that may take another branch, for a mechanism that has some."""
    if formulation not in LOOSE or is_open(system):
        return []
    return [
        f"formulation '{formulation}' can leave a singular position along another motion than the one along which it "
        "came: where the mechanism passes one, compare with formulation 'projection' or 'joint'"
    ]


def _words(t: float, loose: bool) -> str:
    which = "this formulation may take any of them" if loose else "followed is the one that keeps its direction"
    return f"at t = {t:.9g} s a singular position is passed, from which more than one motion goes on: {which}"
