"""Going on with a simulation from where a run ended."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.given_numbers import require_room
from linkwork.analysis.simulation.contact_text import contact_notes
from linkwork.analysis.simulation.run_audit import audit_notes
from linkwork.analysis.simulation.run_notes import motion_notes, signal_notes
from linkwork.analysis.simulation.simulation_text import is_energy_note
from linkwork.analysis.simulation.time_loop import run_loop
from linkwork.base.errors import AnalysisError
from linkwork.functions.kept_laws import require_all
from linkwork.run.contact.contact_text import energy_notes, vibrating_contacts
from linkwork.run.contact.fast_scale_text import is_fast_scale_note
from linkwork.run.loads import ARRAYS, loads_from
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import ENDED_BY_EVENT, Run
from linkwork.system.loop.moment import Loop, LostMoment
from linkwork.system.modal.kept_modes import notes_anew


def go_on(run: Run, until: float, points: int, progress: bool) -> Run:
    """The run with more points up to a later time.

    A run keeps the state before the step that its end may have cut, so that going on repeats that step whole and
    writes the points inside it anew: the result is the same, digit by digit, as that of a run that never stopped.
    """
    require_all([*run.mechanism.forces.values(), *run.mechanism.signals.values()])
    if isinstance(run.moment, LostMoment):
        raise AnalysisError(f"go_on: {run.moment.why}; simulate its mechanism anew, up to the later time")
    if not isinstance(run.moment, Loop):
        raise AnalysisError("only a simulation can go on; this run comes from another analysis")
    if not run.completed:
        raise AnalysisError(f"this run ended early: {run.events[-1].text if run.events else ''}; mend the cause first")
    last = float(run.t[-1])
    if not np.isfinite(until) or until <= last or points < 1:
        raise AnalysisError(f"go_on: give an end after {last:g} s and at least one point")
    require_room("go_on: points", len(run.t) + points, run.mechanism)
    whole_until = float(run.moment.z[0].real)
    kept = int(np.searchsorted(run.t, whole_until, side="right"))
    added = np.linspace(last, float(until), int(points) + 1)[1:]
    more = run_loop(run.moment, np.concatenate([run.t[kept:], added]), progress)
    whole = joined(run, more, kept, whole_until)
    told = [note for note in run.notes if is_energy_note(note)]
    before = signal_notes(run) + motion_notes(run) + told
    whole.notes = [note for note in whole.notes if note not in before] + signal_notes(whole)
    settle_reactions(whole)

    whole.notes += motion_notes(whole, check_energy=bool(told))
    whole.notes = list(dict.fromkeys(whole.notes))
    return whole


def joined(first: Run, second: Run, kept: int, until: float) -> Run:
    """The first points of one run, those up to a time, and all of another as one."""
    names = ("t", "sigma", "q", "v", "a")
    t, sigma, q, v, a = (np.concatenate([getattr(first, name)[:kept], getattr(second, name)]) for name in names)
    trail = second.trail if first.trail is None else first.trail.joined(second.trail, until)
    run = Run(first.system, t, q, v, a, sigma, second.memory, first.branch, trail=trail)
    one, other = first.loads, second.loads
    assert one is not None and other is not None
    run.loads = loads_from(
        first.system, (np.concatenate([getattr(one, name)[:kept], getattr(other, name)]) for name in ARRAYS)
    )
    run.events = [event for event in first.events if event.kind != ENDED_BY_EVENT and event.t <= until]
    run.events += [event for event in second.events if event.t > until]
    run.impulses = [impulse for impulse in first.impulses if impulse.t <= until]
    run.impulses += [impulse for impulse in second.impulses if impulse.t > until]
    run.touches = first.touches.joined(second.touches, until)
    run.followed = {
        name: np.concatenate([first.followed[name][:kept], values])
        for name, values in second.followed.items()
        if name in first.followed
    }
    law = run.mechanism.impact_request.law
    vibrating = vibrating_contacts(run.mechanism)
    old, new = (energy_notes(log, law, vibrating) for log in (first.touches, run.touches))
    run.notes = [note for note in first.notes if note not in old] + new
    if first.audit is not None and second.audit is not None:
        run.audit = first.audit.joined(second.audit, until)
        run.notes += [note for note in audit_notes(second) if note not in run.notes]
    # the second run counts on from the first
    run.notes = [note for note in run.notes if not is_fast_scale_note(note)]
    run.notes += [note for note in second.notes if is_fast_scale_note(note)]
    told = [note for note in contact_notes(second.moment) if not is_fast_scale_note(note)]
    run.notes += [note for note in told if note not in run.notes]
    run.notes = notes_anew(run.notes, second.notes, run.t, run.followed)
    run.statistics = dict(second.statistics)
    run.completed, run.moment = second.completed, second.moment
    return run
