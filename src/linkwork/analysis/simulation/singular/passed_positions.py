"""Singular positions that a simulation has passed, as events."""

from __future__ import annotations

from functools import cache

from linkwork.places import layout_kernel as layout
from linkwork.run.run import Event, Run
from linkwork.system.loop.moment import Loop

PASSED = "bifurcation"
"""The kind of these events."""

_BESIDE = 1e-4  # of the run's time: an event so close to a singular position lets a step begin beside it
_FINEST = 1e-10  # relative tolerance of steps over such a position and beside it at least; `step_over_kernel` has it
_FLOOR = 1e-8  # what each of them adds at most; 6e-9 were seen
_HIGHER_FLOOR = 1e-7  # in formulations whose state is not projected beside them; 2.4e-8 were seen
_UNPROJECTED = ("partitioning", "joint-partitioning", "joint-canonical", "hybrid")
_ESTIMATED = 10.0  # times the tolerance of the run by which errors are estimated
_WITHOUT_TOLERANCES = ("rk4", "midpoint", "backward-euler", "moreau")
_LOSES = ("joint-partitioning", "joint-canonical")  # formulations that lose digits there, seen at tight tolerances


def singular_crossings(moment: Loop) -> list[Event]:
    """One event for every singular position passed since the start; of very many the last tells how many more."""
    passed, first, most = _places()
    at = int(moment.system.k[layout.WORKSPACE])
    count = int(moment.w[at + passed].real)
    if count == 0:
        return []
    times = moment.w[at + first :][: min(count, most)].real.tolist()
    events = [Event(t, PASSED, _words(t)) for t in times]
    if count > len(times):
        more = f"{_words(times[-1])}; {count - len(times)} more were passed later and are not listed"
        events[-1] = Event(times[-1], PASSED, more)
    return events


@cache
def _places() -> tuple[int, int, int]:
    """Where it is written down how many were passed and when, and how many times at most."""
    from linkwork.system.formulations import formulation_kernel as place

    return place.PASSED, place.PASSED_AT, place.MOST_PASSED


def _words(t: float) -> str:
    return (
        f"at t = {t:.9g} s a singular position is passed, from which more than one motion goes on: followed is the one "
        "that keeps its direction"
    )


def floor_notes(run: Run, formulation: str, method: str, rtol: float) -> list[str]:
    """That a very fine tolerance is not reached behind singular positions."""
    passed = [event for event in run.events if event.kind == PASSED]
    if not passed or method in _WITHOUT_TOLERANCES:
        return []
    steps = (
        f"steps over singular positions and beside them, the first at t = {passed[0].t:.9g} s, have a relative "
        f"tolerance of {_FINEST:g} at the least: behind them "
    )
    floor = _HIGHER_FLOOR if formulation in _UNPROJECTED else _FLOOR
    least = f"{len(passed) * floor:g} rad and model lengths, {floor:g} a passage"
    if rtol < _FINEST:
        return [f"{steps}rtol {rtol:g} makes errors no smaller than about {least}"]
    if run.finer is not None and rtol < _ESTIMATED * _FINEST:
        told = f"{steps}errors are estimated from a run that is no finer there"
        return [f"{told}; take them for no smaller than about {least}"]
    return []


def beside_notes(run: Run, formulation: str) -> list[str]:
    """That an event lies so close to a singular position that a formulation has fewer digits than asked for."""
    if formulation not in _LOSES:
        return []
    near = _BESIDE * abs(float(run.t[-1] - run.t[0]))
    for passed in (event for event in run.events if event.kind == PASSED):
        for event in run.events:
            if event.kind != PASSED and abs(event.t - passed.t) <= near:
                return [
                    f"an event at t = {event.t:.9g} s lies beside the singular position passed at {passed.t:.9g} s, "
                    f"where formulation '{formulation}' loses digits (2e-6 rad were seen at rtol 1e-10); "
                    "take formulation 'joint'"
                ]
    return []
