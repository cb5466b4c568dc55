"""What the time-stepping says of a run: impulses that did not settle, overlaps, energy made, data not used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.analysis.simulation.contact_text import shared_note
from linkwork.places import layout_kernel as layout
from linkwork.system.stepping import layout_kernel as stepping

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

_MUCH = 1e-2  # share of the energy taken: what contacts make is told from there on
_DEEP, _FAR = 0.25, 0.5  # overlaps, and ways in a step, by the size of a body: told from there on


def _number(moment: Loop, place: int) -> Any:
    return moment.w[int(moment.system.k[layout.STEPPING_ROOM]) + place].real


def stepping_notes(moment: Loop) -> list[str]:
    """Sentences about a run by time-stepping; none for other methods."""
    tables = moment.system.stepping
    if tables is None:
        return []
    notes = [*tables.notes, *_doubts(moment)]
    return notes + _closed_notes(moment, tables.rules) if _number(moment, stepping.MOST_SEEN) else notes


def _doubts(moment: Loop) -> list[str]:
    """Overlaps and ways in a step that are too large for the bodies."""
    notes, deep, far = [], _number(moment, stepping.DEEP_SHARE), _number(moment, stepping.FAST_SHARE)
    if deep > _DEEP:
        notes.append(
            f"contacts: an overlap came to {100.0 * deep:.3g} % of the size of the smaller body; "
            "do not trust the motion from there on: take a shorter step, or move overlapping bodies apart at the start"
        )
    if far > _FAR:
        notes.append(
            f"contacts: a body moved by {far:.3g} times its size in one step; it can pass through others unseen: "
            "take a shorter step"
        )
    return notes


def _closed_notes(moment: Loop, rules: list[str]) -> list[str]:
    """How the contacts were solved, and what they and the push against overlaps did to the energy."""
    steps, sweeps = _number(moment, stepping.STEPS), _number(moment, stepping.SWEEPS)
    notes = [
        f"contacts: up to {_number(moment, stepping.MOST_SEEN):.0f} at once, {sweeps / steps:.3g} sweeps a step; "
        f"overlaps of up to {_number(moment, stepping.DEEPEST):.3g} m, which a shorter step makes less"
    ]
    unreached = _number(moment, stepping.UNREACHED)
    if unreached:
        notes.append(
            f"contacts: in {unreached:.0f} of {steps:.0f} steps the impulses had not settled to rtol when the sweeps "
            f"ended; the last one changed them by up to {_number(moment, stepping.WORST):.2g} of their size"
        )
    uneven = int(_number(moment, stepping.UNEVEN))
    if uneven:
        notes.append(shared_note(f"contact '{rules[uneven - 1]}'", "in some steps"))
    made, taken = _number(moment, stepping.MADE), _number(moment, stepping.TAKEN)
    if made > _MUCH * taken:
        notes.append(
            f"contacts: they made {made:.3g} J in some steps and took {taken:.3g} J in others; Newton's restitution "
            "with friction can do that: try a shorter step or a smaller restitution"
        )
    lifted = _number(moment, stepping.LIFTED)
    if abs(lifted) > _MUCH * taken:
        notes.append(
            f"contacts: pushing overlaps out made {lifted:.3g} J of potential energy, which energy.lost counts against "
            f"the {taken:.3g} J that the contacts took; a shorter step makes it less"
        )
    return notes


def stepping_reason(moment: Loop) -> str | None:
    """Why the time-stepping could not go on; None where that is not the reason."""
    tables = moment.system.stepping
    if tables is None:
        return None
    deep = int(_number(moment, stepping.DEEP))
    if deep:
        return (
            f"contact '{tables.rules[deep - 1]}': two bodies overlap by as much as the size of the smaller one; it "
            "went through: take a shorter step, or move them apart at the start"
        )
    if not _number(moment, stepping.FULL):
        return None
    return (
        f"more than {tables.most} points touch at once, for which there is no room; bodies may overlap from the start: "
        "move them apart, or take fewer members into a group"
    )
