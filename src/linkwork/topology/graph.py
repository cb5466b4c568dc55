"""What hangs together: bodies joined by joints, drivers and forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.names import GROUND
from linkwork.places.interfaces import owner_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def neighbours(mechanism: Mechanism) -> dict[str, dict[str, None]]:
    """The bodies, the ground among them, and those that a joint, driver or force joins each one to."""
    scope, row = mechanism.scope(), mechanism.row_class
    neighbours: dict[str, dict[str, None]] = {body: {} for body in mechanism.bodies_by_name}
    groups = (("joint", mechanism.joints), ("driver", mechanism.drivers), ("force", mechanism.forces))
    for kind, elements in groups:
        for name, element in elements.items():
            first, second = map(owner_of, element.ends(row(scope, f"{kind} '{name}'", name)))
            neighbours[first][second] = neighbours[second][first] = None
    return neighbours


def islands(mechanism: Mechanism) -> list[list[str]]:
    """Groups of bodies that hang together but not on the ground, each in the order of the description."""
    around = neighbours(mechanism)
    order = {body: place for place, body in enumerate(around)}
    groups, seen = [], set[str]()
    for body in (GROUND, *around):
        if body in seen:
            continue
        seen.add(body)
        for one in (group := [body]):
            new = [other for other in around[one] if other not in seen]
            seen.update(new)
            group += new
        groups.append(sorted(group, key=order.__getitem__))
    return groups[1:]
