"""What the time-stepping says of a run: impulses that did not settle, overlaps, energy made, lack of room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.system import layout_kernel as layout
from linkwork.system.stepping import layout_kernel as stepping

if TYPE_CHECKING:
    from linkwork.analysis.moment import Loop

_MUCH = 1e-2  # share of the energy taken: what contacts make is told from there on


def _number(moment: Loop, place: int) -> Any:
    return moment.w[int(moment.system.k[layout.STEPPING_ROOM]) + place].real


def stepping_notes(moment: Loop) -> list[str]:
    """Sentences about a run by time-stepping; none for other methods or where nothing touched."""
    if moment.system.stepping is None or not _number(moment, stepping.MOST_SEEN):
        return []
    steps, sweeps = _number(moment, stepping.STEPS), _number(moment, stepping.SWEEPS)
    notes = [
        f"contacts: up to {_number(moment, stepping.MOST_SEEN):.0f} at once, {sweeps / steps:.3g} sweeps a step; "
        f"overlaps of up to {_number(moment, stepping.DEEPEST):.3g} m, which a shorter step makes less"
    ]
    unreached = _number(moment, stepping.UNREACHED)
    if unreached:
        notes.append(
            f"contacts: in {unreached:.0f} of {steps:.0f} steps the impulses had not settled to rtol when the sweeps "
            f"ended; the last one changed speeds by {_number(moment, stepping.WORST):.2g} of the fastest"
        )
    made, taken = _number(moment, stepping.MADE), _number(moment, stepping.TAKEN)
    if made > _MUCH * taken:
        notes.append(
            f"contacts: they made {made:.3g} J in some steps and took {taken:.3g} J in others; Newton's restitution "
            "with friction can do that: try a shorter step or a smaller restitution"
        )
    return notes


def stepping_reason(moment: Loop) -> str | None:
    """Why the time-stepping could not go on; None where that is not the reason."""
    tables = moment.system.stepping
    if tables is None or not _number(moment, stepping.FULL):
        return None
    return (
        f"more than {tables.most} points touch at once, for which there is no room; bodies may overlap from the start: "
        "move them apart, or take fewer members into a group"
    )
