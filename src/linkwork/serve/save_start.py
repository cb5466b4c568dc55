"""Saving a start: the position becomes the estimates of the bodies, and the file then leads to that position again.

What cannot be written right (formulas of parameters, aliases, bodies on which places are drawn) stays as it is. The
new text counts only when it changes nothing but estimates and leads to the position; else nothing is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from linkwork.analysis.assemble import assemble
from linkwork.errors import LinkworkError, ModelFileError
from linkwork.mechanism.changed_estimates import Changed, with_estimates
from linkwork.mechanism.convert import to_data
from linkwork.serve.start import Start
from linkwork.system.compile import compile_system

THERE = 1e-9
"""How far the position to which the file leads may be from the start, in model lengths and rad."""
_ROUNDS = 8
Reader = Callable[[str], Any]


def with_start(name: str, text: str, start: Start, read: Reader, proved: bool) -> str:
    """The text of a model file with a start as its estimates; `proved` asks that these lead to the position.

    Estimates that other numbers of the model are taken from stay as they are.
    """
    before = read(text)
    keep = dict(_drawn(before))
    for _ in range(_ROUNDS):
        changed = with_estimates(text, before, _poses(before, start), _contacts(before, start), keep)
        after = _read_again(name, changed, read)
        _refuse_more(name, before, after, changed)
        taken = _taken(before, after, changed)
        if not taken:
            break
        keep |= taken
    if taken or (changed.left and not proved) or (proved and not _leads_there(after, start)):
        part, reason = next(iter((taken or changed.left).items()), ("", ""))
        why = f"{part} cannot be changed here: {reason}" if part else "the estimates do not lead to this position"
        raise ModelFileError(f"{name}: not saved, for {why}; edit the file itself")
    return changed.text


def _poses(mechanism: Any, start: Start) -> dict[str, tuple[float, ...]]:
    names = mechanism.world.body_coordinates
    bodies = mechanism.system(drivers=False).bodies
    return {
        body: tuple(start.values[f"{body}.{name}"] for name in names)
        for body in bodies
        if f"{body}.{names[0]}" in start.values
    }


def _contacts(mechanism: Any, start: Start) -> dict[str, tuple[float, ...]]:
    found = {}
    for name, joint in mechanism.joints.items():
        owned = [f"{name}.{label}" for label in joint.own]
        if hasattr(joint, "contact") and owned and all(one in start.values for one in owned):
            found[name] = tuple(start.values[one] for one in owned)
    return found


def _drawn(mechanism: Any) -> Iterator[tuple[str, str]]:
    """Bodies on which places are drawn: their estimate says where on the body these are."""
    parts = (mechanism.joints, mechanism.drivers, mechanism.forces, mechanism.touching_parts)
    for part in parts:
        for name, element in part.items():
            for place in _places(element):
                if getattr(place, "drawn", False):
                    yield f"body '{place.body}'", f"'{name}' has a place that is drawn where its estimate puts it"


def _places(element: Any) -> Iterator[Any]:
    """The places of an element, with `at` and `along` put in."""
    for ask in ("places", "lines"):
        if callable(getattr(element, ask, None)):
            yield from getattr(element, ask)()
    yield from (getattr(element, field) for field in type(element).model_fields)


def _read_again(name: str, changed: Changed, read: Reader) -> Any:
    try:
        return read(changed.text)
    except LinkworkError as error:
        part = next(iter(changed.changed), "the file")
        raise ModelFileError(f"{name}: not saved, for {part} cannot be changed here: {error}") from None


def _refuse_more(name: str, before: Any, after: Any, changed: Changed) -> None:
    """Refuse a text that says more than other estimates: an anchor whose alias stands elsewhere."""
    old, new = to_data(before), to_data(after)
    for data in (old, new):
        for section, word, entry in (("bodies", "body", "estimate"), ("joints", "joint", "contact")):
            for part, content in data.get(section, {}).items():
                if f"{word} '{part}'" in changed.changed:
                    content.pop(entry, None)
    for section in old.keys() | new.keys():
        if old.get(section) == new.get(section):
            continue
        a, b = old.get(section), new.get(section)
        both = isinstance(a, dict) and isinstance(b, dict)
        parts = [part for part in a if b.get(part) != a[part]] if both else []
        what = f"'{parts[0]}' in '{section}'" if parts else f"'{section}'"
        raise ModelFileError(f"{name}: not saved, for {what} would change with it (an alias); edit the file itself")


def _taken(before: Any, after: Any, changed: Changed) -> dict[str, str]:
    """Bodies whose new estimates change numbers of the model itself, such as the phase of gears as drawn."""
    old, new = _compiled(before), _compiled(after)
    if len(old.p) != len(new.p):
        return dict.fromkeys(changed.changed, "other numbers of the model are taken from its estimate")
    differ = np.flatnonzero(~np.isclose(old.p, new.p, rtol=1e-9, atol=1e-9 * min(old.length, 1.0), equal_nan=True))
    starts = [placed.floats_at for placed in old.elements]
    found: dict[str, str] = {}
    for number in set((np.searchsorted(starts, differ, side="right") - 1).tolist()):
        placed = old.elements[number]
        if f"joint '{placed.name}'" in changed.changed:
            continue  # the contact of a cam scales an equation, no more
        bodies = [f"body '{old.bodies[end - 1]}'" for end in placed.ends if end > 0]
        mine = [body for body in bodies if body in changed.changed] or sorted(changed.changed)
        found |= dict.fromkeys(mine, f"'{placed.name}' is set up as its estimate draws it")
    return found


def _compiled(mechanism: Any) -> Any:
    """Its tables, with masses and forces where they can be made."""
    try:
        return compile_system(mechanism, dynamics=True)
    except LinkworkError:
        return mechanism.system()


def _leads_there(mechanism: Any, start: Start) -> bool:
    """Whether the estimates of a mechanism lead to a position."""
    found = assemble(mechanism, hold=start.hold, at=start.at)
    if not found.ok:
        return False
    system = found.system
    wanted = np.array([start.values.get(name, value) for name, value in zip(system.coordinates, found.q, strict=True)])
    step = system.difference(np.real(found.q), np.real(wanted)) / system.column_scale
    return bool(np.max(np.abs(step), initial=0.0) <= THERE)
