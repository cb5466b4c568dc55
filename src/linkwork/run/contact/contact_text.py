"""Changes of contacts and rubbing joints in words: events of the run, and notes on what the user should change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.restitution import FastScale
from linkwork.numerics.analytic import number as number_of
from linkwork.run.contact.contact_log import ContactLog
from linkwork.run.run import Event
from linkwork.system.contact import contact_layout_kernel as contact_layout

_AT_REST = 1e-12  # m/s: a closed point does not approach, but an impact elsewhere presses on it
_ROUNDING = 1e-12  # of the approach: a slower departure is none
_TEXTS = {
    contact_layout.CLOSES: "closes and stays closed",
    contact_layout.OPENS: "opens: nothing presses it together",
    contact_layout.LOSES: "is lost: there is no next element that could touch",
    contact_layout.STICKS: "sticks",
    contact_layout.SLIPS: "slips",
    contact_layout.REVERSES: "comes to rest and slides back at once",
}


def events_of(log: ContactLog) -> list[Event]:
    """The changes in words, for the list of events."""
    events = []
    for number, line in enumerate(log.lines):
        name, point = log.whom(number)
        kind, which = ("friction", "") if point < 0 else ("contact", f"[{point + 1}]" if point else "")
        text = f"{kind} '{name}{which}' {_text(line.real)}"
        events.append(Event(number_of(line[contact_layout.HAPPENED]), "contact", text, name))
    return events


def _text(line: Array) -> str:
    code, (before, after, impulse, friction_impulse) = (
        int(line[contact_layout.CODE]),
        line[contact_layout.BEFORE : contact_layout.LOST],
    )
    if code in (contact_layout.IMPACT, contact_layout.GAINS_ENERGY):
        if before > -_AT_REST:
            return f"takes part in an impact: impulse {impulse:.6g} N s"
        after = after if abs(after) > _ROUNDING * abs(before) else 0.0
        return f"impact: approach {-before:.6g} m/s, departure {after:.6g} m/s, impulse {impulse:.6g} N s"
    if code == contact_layout.MOVES:
        return f"moves on to element {after:.0f} of the first outline and {friction_impulse:.0f} of the second"
    if code == contact_layout.PRESSES:
        return f"begins to press: approach {-before:.6g} m/s"
    if code == contact_layout.PARTS:
        return f"parts: departure {before:.6g} m/s"
    return _TEXTS[code]


def energy_notes(log: ContactLog, law: str, vibrating: Collection[str] = ()) -> list[str]:
    """A note for every contact whose impacts have raised the energy: a law of restitution can do that with friction.

    `vibrating` names the contacts whose restitution is that of a body that vibrates and may give energy back.
    """
    if not len(log):
        return []
    gains = log.lines[:, contact_layout.CODE].real == contact_layout.GAINS_ENERGY
    names: dict[str, tuple[int, float]] = {}
    for number in np.flatnonzero(gains):
        name = log.whom(int(number))[0]
        count, most = names.get(name, (0, 0.0))
        names[name] = count + 1, max(most, -float(log.lines[number, contact_layout.LOST].real))
    return [
        f"contact '{name}': {_times(count)} raised the energy, by up to {most:.3g} J: {_why(name in vibrating, law)}"
        for name, (count, most) in names.items()
    ]


def vibrating_contacts(mechanism: Any) -> set[str]:
    """The contacts whose restitution is found on the fast time scale."""
    return {name for name, part in mechanism.touching_parts.items() if isinstance(part.restitution, FastScale)}


def _why(vibrating: bool, law: str) -> str:
    if vibrating:
        return (
            "the body still vibrated and gave back what earlier impacts had given it; with damping (stiffness_share) "
            "that dies out between them"
        )
    return f"with friction the restitution of '{law}' can do that; use {_better(law)}"


def _times(count: int) -> str:
    return "an impact" if count == 1 else f"{count} impacts"


def _better(law: str) -> str:
    """Laws of restitution that never raise the energy."""
    return "poisson or stronge (impacts: {law: stronge})" if law == "newton" else "stronge (impacts: {law: stronge})"
