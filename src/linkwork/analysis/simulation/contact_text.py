"""What a simulation says when contacts or dry friction stop it: who, when, why, and what to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.check.no_room import no_room
from linkwork.analysis.check.unfollowed import unfollowed_pairs
from linkwork.places import layout_kernel as layout
from linkwork.run.contact.fast_scale_text import fast_scale_notes, unanswered_text
from linkwork.run.run import Event, Run
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.contact.bounce_kernel import UNJUDGED

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

_WHY = {
    contact_layout.JAMMED: (
        "{who} jams: with these directions of sliding no finite forces obey Coulomb's law (Painleve's inconsistent "
        "case), the speed would have to jump to nothing; {jam}"
    ),
    contact_layout.AMBIGUOUS: (
        "more than one motion obeys Coulomb's law there, by {who}: rigid bodies do not say which one follows "
        "(Painleve's indeterminate case); {jam}"
    ),
    contact_layout.UNSOLVED: (
        "the forces of {who} and of what touches or rubs with it could not be found; try other coefficients of "
        "friction or restitution, impacts 'in turn' instead of 'together', or start a little away from there"
    ),
    UNJUDGED: "{who}: its law of restitution gives none at this impact: {unanswered}",
    contact_layout.OVERLAPS: (
        "{who}: its two outlines overlap there already; move the bodies apart (`hold` and the drawing say where they "
        "are), or turn an outline whose material lies on its wrong side"
    ),
}
_GROWN = 1e4  # times the greatest force before: it grows without bound
_RECENT = 1e-9  # of the time: changes so close together are one
_JAM = {
    True: "try a smaller coefficient, a longer guide, a smaller overhang or radius, or a smoothed law (smooth_speed)",
    False: "try a smaller coefficient of friction, a force law of the penetration (`force`) for rigid contact, or "
    "time-stepping (method='moreau')",
}


def contact_stopped(moment: Loop) -> Event | None:
    """Why contacts or friction ended a run, at the time and state that the moment has; None: they did not."""
    why = contact_reason(moment)
    if why is None:
        return None
    t, (name, text) = _time(moment), why
    return Event(t, "stopped", f"stopped at t = {t:.9g} s: {text}; the results up to there are kept", name)


def _time(moment: Loop) -> float:
    """The time of the event that was being decided, which lies inside the last step; else the end of that step."""
    from linkwork.system.loop import simulation_state_kernel as loop

    pending = moment.state[loop.PENDING] == 1
    return float(moment.marks[loop.EVENT_TIME] if pending else moment.z[0].real)


def contact_reason(moment: Loop) -> tuple[str, str] | None:
    """The name of the contact or friction at fault, and the reason; None where there is none."""
    tables, here = moment.system.contact_tables, int(moment.system.k[layout.CONTACT_ROOM])
    if tables is None or int(moment.w[here + contact_layout.VERDICT].real) == contact_layout.FINE:
        return None
    verdict, whom = (int(moment.w[here + place].real) for place in (contact_layout.VERDICT, contact_layout.BLAMED))
    if verdict in (contact_layout.JAMMED, contact_layout.UNSOLVED):
        crushed = no_room(moment)
        if crushed is not None:
            return crushed
    name = tables.friction_names[-1 - whom] if whom < 0 else tables.points[whom][0]
    unanswered = unanswered_text(moment, whom) if verdict == UNJUDGED else ""
    return name, _WHY[verdict].format(who=tables.name_of(whom), jam=_JAM[whom < 0], unanswered=unanswered)


def contact_chatters(run: Run, t: float) -> Event:
    """Contacts or frictions that change again and again without time passing; any where none came to an event."""
    last = [event for event in run.events if event.kind == "contact"]
    # times are complex in runs that differentiate
    recent = [event for event in last if event.t.real >= t - _RECENT * max(abs(t), 1.0)]
    all_of_them = {**run.mechanism.touching_parts, **run.mechanism.frictions}
    names = sorted({event.name for event in recent} or all_of_them)
    final = f", in the end: {recent[-1].text}" if recent else ", and no change of them stood"
    text = (
        f"stopped at t = {t:.9g} s: {', '.join(repr(name) for name in names)} changed again and again without time "
        f"passing{final}; try a tighter rtol, a larger `capture` speed, other coefficients, or a "
        "smoothed law of friction (smooth_speed)"
    )
    return Event(t, "chattering", text, recent[-1].name if recent else "")


def contact_grows(run: Run, t: float) -> Event | None:
    """A friction or rigid contact whose force has grown beyond all measure before the end; None: there is none."""
    tables = run.system.contact_tables
    if tables is None:
        return None
    forces = [(tables.name_of(-1 - n), name, f"{name}.friction") for n, name in enumerate(tables.friction_names)]
    rigid = [name for name, part in run.mechanism.touching_parts.items() if part.force is None]
    points = [(number, name) for number, (name, slot) in enumerate(tables.points) if slot == 0 and name in rigid]
    forces += [(tables.name_of(number), name, f"{name}.force") for number, name in points]
    for who, name, channel in forces:
        force = np.abs(run[channel])
        if len(force) > 1 and force[-1] > _GROWN * max(float(np.max(force[:-1])), 1e-300) > 0.0:
            why = _WHY[contact_layout.JAMMED].format(who=who, jam=_JAM[who.startswith("friction")])
            text = f"stopped at t = {t:.9g} s: a force grows without bound: {why}; the results up to there are kept"
            return Event(t, "stopped", text, name)
    return None


def contact_notes(moment: Loop) -> list[str]:
    """What contacts cannot follow, and did by choice: a load shared out, impacts passed on; with the first time."""
    tables, here = moment.system.contact_tables, int(moment.system.k[layout.CONTACT_ROOM])
    if tables is None:
        return []
    of, since, passed, when = (
        moment.w[here + place].real
        for place in (
            contact_layout.SHARE_OF,
            contact_layout.SHARE_TIME,
            contact_layout.PASSED_OF,
            contact_layout.PASSED_TIME,
        )
    )
    notes = unfollowed_pairs(moment.system.mechanism) + fast_scale_notes(moment)
    if of:
        notes.append(shared_note(f"contact '{tables.points[int(of) - 1][0]}'", f"from t = {since:.6g} s on"))
    if passed:
        notes.append(
            f"impacts: at t = {when:.6g} s {tables.name_of(int(passed) - 1)} was struck with others; Stronge's law is "
            "one of single contacts, so they were passed on in turn, not taken together: ask for 'in turn', or "
            "for the law 'newton' or 'poisson'"
        )
    return notes


def shared_note(who: str, since: str) -> str:
    """That a share is a choice."""
    return (
        f"{who}: {since} its points slide in different directions and can share their load in more than one way, each "
        "with another motion; the shares with the least sum of squares are taken, as of equal stiff feet"
    )
