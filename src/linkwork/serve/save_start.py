"""Saving a start: the position becomes the estimates of the bodies, and the file then leads to that position again.

What cannot be written right (formulas of parameters, aliases, bodies on which places are drawn) stays as it is. The
new text counts only when it changes nothing but estimates and leads to the position; else nothing is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from linkwork.base.errors import LinkworkError, ModelFileError
from linkwork.expression import Expression
from linkwork.formats.changed_estimates import Changed, with_estimates
from linkwork.mechanism.convert import to_data
from linkwork.serve.held_start import held_of
from linkwork.serve.reaches_position import leads_to
from linkwork.serve.same_model import differing
from linkwork.serve.start import Start

Reader = Callable[[str], Any]


def with_start(
    name: str, text: str, choices: list[Start], read: Reader, shown: Start | None, earlier: str | None = None
) -> tuple[str, list[str]]:
    """The text of a model file with a start as its estimates, the first of the choices that leads to what is shown.

    An `earlier` text of the file that leads there comes back as it was. With it come the joints in space whose values
    count from the new estimates.
    """
    if earlier is not None and shown is not None:
        old = read(earlier)
        if leads_to(old, _asked_by(old, shown)):
            return earlier, []
    before = read(text)
    refusals = []
    held = [False, True] if held_of(before.initial, before.analysis) else [False]
    for start, holds in [(start, holds) for start in choices for holds in held]:
        changed, after, moved = _written(name, text, before, start if holds else replace(start, held={}), read)
        if leads_to(after, _asked_by(after, shown)) if shown is not None else not changed.left:
            return changed.text, moved
        refusals.append(changed.left)
    part, reason = next(iter(refusals[len(held) - 1].items()), ("", ""))
    why = f"{part} cannot be changed here: {reason}" if part else "its estimates do not lead to this position"
    raise ModelFileError(f"{name}: not saved, for {why}; edit the file itself, or undo the start to save values alone")


def _asked_by(mechanism: Any, shown: Start) -> Start:
    """What is shown, with the values that a file holds for it."""
    simulate = mechanism.analysis.simulate
    return replace(shown, hold=simulate.hold) if shown.hold is not None and simulate is not None else shown


def _written(name: str, text: str, before: Any, start: Start, read: Reader) -> tuple[Changed, Any, list[str]]:
    """The text with new estimates, where nothing else is taken from them; its mechanism; joints with a new zero."""
    keep = dict(_drawn(before))
    while True:
        poses, contacts, held = _poses(before, start), _contacts(before, start), list(_held(before, start))
        changed = with_estimates(text, before, poses, contacts, keep, held)
        after = _read_again(name, changed, read)
        _refuse_more(name, before, after, changed)
        taken, moved = _taken(before, after, changed, start)
        if not taken:
            return changed, after, moved
        keep |= taken


def _poses(mechanism: Any, start: Start) -> dict[str, tuple[float, ...]]:
    names = mechanism.world.body_coordinates
    bodies = mechanism.system(drivers=False).bodies
    return {
        body: tuple(start.values[f"{body}.{name}"] for name in names)
        for body in bodies
        if f"{body}.{names[0]}" in start.values
    }


def _contacts(mechanism: Any, start: Start) -> dict[str, tuple[float, ...]]:
    contacts = {}
    for name, joint in mechanism.joints.items():
        owned = [f"{name}.{label}" for label in joint.own]
        if hasattr(joint, "contact") and owned and all(one in start.values for one in owned):
            contacts[name] = tuple(start.values[one] for one in owned)
    return contacts


def _held(mechanism: Any, start: Start) -> Iterator[tuple[tuple[str, ...], Expression, float]]:
    """Held values of the file that are others at the start."""
    for path, value in held_of(mechanism.initial, mechanism.analysis).items():
        if path[-1] in start.held:
            yield path, value, start.held[path[-1]]


def _drawn(mechanism: Any) -> Iterator[tuple[str, str]]:
    """Bodies on which places are drawn: their estimate says where on the body these are."""
    parts = (mechanism.joints, mechanism.drivers, mechanism.forces, mechanism.signals, mechanism.touching_parts)
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
        simulate = data.get("analysis", {}).get("simulate", {})
        for held in (data.get("initial", {}), simulate.get("hold", {})):
            for part in [part for part in held if f"held value '{part}'" in changed.changed]:
                held.pop(part)
    for section in sorted(old.keys() | new.keys()):
        a, b = old.get(section), new.get(section)
        if a == b:
            continue
        both = (a, b) if isinstance(a, dict) and isinstance(b, dict) else ({}, {})
        parts = [part for part, content in both[0].items() if both[1].get(part) != content]
        what = f"'{parts[0]}' in '{section}'" if parts else f"'{section}'"
        raise ModelFileError(f"{name}: not saved, for {what} would change with it (an alias); edit the file itself")


def _taken(before: Any, after: Any, changed: Changed, start: Start) -> tuple[dict[str, str], list[str]]:
    """Bodies from whose estimates other numbers of the model are taken, and joints of which only the zero moves."""
    wrong, moved = differing(before, after, dict(start.values), start.at)
    wrong = [one for one in wrong if f"joint '{one.name}'" not in changed.changed]  # a contact scales an equation
    bodies, estimates = after.system(drivers=False).bodies, dict[str, str]()
    for placed in wrong:
        ends = [f"body '{bodies[end - 1]}'" for end in placed.ends if end > 0]
        mine = [body for body in ends if body in changed.changed]
        estimates |= dict.fromkeys(mine, f"'{placed.name}' is set up as its estimate draws it")
    if wrong and not estimates:
        estimates = dict.fromkeys(sorted(changed.changed), f"'{wrong[0].name}' is set up as its estimate draws it")
    return estimates, [placed.name for placed in moved]
