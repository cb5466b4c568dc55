"""The start with an active contact: a joint that is not independent is moved to where the contact is closed.

The thesis's program solves for the dependent variables before it runs (its command INITI), so their initial positions
are estimates. Here one contact and one such joint are solved for; more are left as the file has them.
"""

from __future__ import annotations

from dataclasses import replace

from linkwork.formats.dyn.assembly import Assembly, place_links
from linkwork.formats.dyn.data import Pair
from linkwork.formats.dyn.frames import keeps_plane, pose
from linkwork.formats.dyn.nearest import gap_near, nearest

_STEPS = 30
_CLOSED = 1e-12
_SMALL = 1e-6


def close_contact(assembly: Assembly) -> None:
    """Move the one dependent joint until the one active contact has no gap; what was done is told."""
    active = [pair for pair in assembly.contacts if assembly.records[pair.name].active]
    moving = [pair for pair in assembly.joints if not assembly.records[pair.name].independent[0]]
    if assembly.looped or len(active) != 1 or len(moving) != 1 or len(moving) == len(assembly.joints):
        return
    joint, contact = moving[0], active[0]
    record = assembly.records[joint.name]
    given = record.position[0]
    solved = _solved(assembly, joint, contact, given)
    _put(assembly, joint, given if solved is None else solved)
    if solved is not None and solved != given:
        assembly.report.assumed(
            record.line,
            f"OCPA '{record.name}': the joint is not independent; its initial position {given:.10g} is an estimate and "
            f"becomes {solved:.10g}, where the active contact '{contact.name}' is closed",
        )


def _put(assembly: Assembly, joint: Pair, value: float) -> None:
    """Give a joint another initial position, and the links their places."""
    record = assembly.records[joint.name]
    assembly.records[joint.name] = replace(record, position=(value, *record.position[1:]))
    place_links(assembly)


def _gap(assembly: Assembly, joint: Pair, contact: Pair, value: float) -> float | None:
    """The gap of a contact with a joint at a value."""
    _put(assembly, joint, value)
    places = [assembly.places[link] for link in (contact.first_link, contact.second_link)]
    if not all(keeps_plane(place) for place in places):
        return None
    at, there = (pose(place) for place in places)
    first = assembly.outlines[contact.first_link, contact.first_surface]
    second = assembly.outlines[contact.second_link, contact.second_surface]
    q, r, _ = nearest(first, at, second, there)
    return gap_near(first, at, second, there, q, r)


def _solved(assembly: Assembly, joint: Pair, contact: Pair, value: float) -> float | None:
    """The value near the one given at which the gap is zero, by Newton's method; nothing where it fails."""
    first, second = (contact.first_link, contact.first_surface), (contact.second_link, contact.second_surface)
    size = max(assembly.outlines[first].size(), assembly.outlines[second].size())
    step = _SMALL * (size if joint.kind == "PRISMATIQUE" else 1.0)
    for _ in range(_STEPS):
        gap = _gap(assembly, joint, contact, value)
        if gap is None or abs(gap) <= _CLOSED * size:
            return None if gap is None else value
        beside = _gap(assembly, joint, contact, value + step)
        if beside is None or beside == gap:
            return None
        value -= gap * step / (beside - gap)
    return None
