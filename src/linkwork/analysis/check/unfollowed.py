"""Pairs of solids whose contact is not followed in every position: named before a run, and in its notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_CAP = (
    "{who}: the flat cap of a cylinder across a capsule is followed at the two ends of their common line alone; where "
    "the cap tilts over the capsule the two may overlap a little, which the audit of a run tells; a box or a convex "
    "solid in place of the cylinder is followed everywhere, and so is every pair by method 'moreau'"
)


def unfollowed_pairs(mechanism: Mechanism) -> list[str]:
    """What `check` and the notes of a run say of contacts that collide; nothing where all are followed everywhere."""
    if mechanism.world.dimensions == 2:
        return []
    types = {
        (body, name): solid.type
        for body, owner in mechanism.bodies_by_name.items()
        for name, solid in getattr(owner, "solids", {}).items()
    }
    if not {"cylinder", "capsule"} <= set(types.values()):
        return []
    scope: Any = mechanism.scope()
    pairs = {
        f"contact '{name}'": [scope.solid(side) for side in contact.between]
        for name, contact in mechanism.contacts.items()
        if contact.force is None
    }
    for name, group in mechanism.contact_groups.items():
        asked = set(mechanism.bodies_by_name) if group.members == "all" else set(group.members)
        pairs[f"contacts '{name}'"] = [one for one in types if one[0] in asked or ".".join(one) in asked]
    return [
        _CAP.format(who=who) for who, members in pairs.items() if {"cylinder", "capsule"} <= {types[m] for m in members}
    ]
