"""What state contact points are in, interval by interval: open, sliding, sticking, and between which elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from linkwork.run.contact.contact_log import ContactEvent
from linkwork.run.contact.contact_points import channel_of
from linkwork.run.contact.contact_table import chosen

if TYPE_CHECKING:
    from linkwork.run.run import Run

MODES = ("open", "sliding", "sticking")
_AFTER = {
    "opens": "open",
    "lost": "open",
    "parts": "open",
    "sticks": "sticking",
    "slips": "sliding",
    "presses": "sliding",
}


@dataclass(frozen=True)
class ContactState:
    """An interval in which a contact point, or a joint that rubs, stays as it is."""

    name: str
    """As channels name it: C, C[2]."""
    state: str
    """open, sliding or sticking."""
    begin: float
    end: float
    first: int | None = None
    """Element of the first outline, from 0; none where nothing is near."""
    second: int | None = None


def contact_states(run: Run, names: tuple[str, ...] = ()) -> list[ContactState]:
    """The intervals of these contacts and frictions, or of all, each in the order of time."""
    by_name: dict[str, list[ContactEvent]] = {name: [] for name in chosen(run, names)}
    for item in run.touches:
        if item.who in by_name and item.kind not in ("impact", "reverses"):
            by_name[item.who].append(item)
    return [state for name, items in by_name.items() for state in _intervals(run, name, items)]


def _intervals(run: Run, name: str, items: list[ContactEvent]) -> list[ContactState]:
    """What a point goes through; at the start it is as its first row says."""
    start, end = float(run.t[0]), float(run.t[-1])
    items = [item for item in items if item.t <= end]
    at_start = [item for item in items if item.t <= start]
    now = _shown(run, name)
    for item in at_start:
        now = _changed(now, item)
    intervals = []
    for item in items[len(at_start) :]:
        following = _changed(now, item)
        if (following.state, following.first, following.second) != (now.state, now.first, now.second):
            intervals.append(replace(now, end=item.t))
            now = replace(following, begin=item.t)
    return [state for state in [*intervals, replace(now, end=end)] if state.end > state.begin or state.begin == end]


def _shown(run: Run, name: str) -> ContactState:
    """The state in the first row of the run."""
    state = MODES[int(np.real(run[f"{channel_of(run, name)}.mode"][0]))]
    return ContactState(name, state, float(run.t[0]), float(run.t[-1]))


def _changed(now: ContactState, item: ContactEvent) -> ContactState:
    """The state after a change."""
    if item.kind == "lost":
        return replace(now, state="open", first=None, second=None)
    state = MODES[int(item.after)] if item.kind == "closes" else _AFTER.get(item.kind, now.state)
    if item.first < 0:
        return replace(now, state=state)
    return replace(now, state=state, first=item.first, second=item.second)
