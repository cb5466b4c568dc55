"""Groups of contacts: who belongs to them, and which two of them may touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.elements.contacts import Contact, ContactGroup

if TYPE_CHECKING:
    from linkwork.system.tables.compiler import Compiler

MOST_PAIRS = 300
"""More pairs than these are not followed one by one."""


def members_of(compiler: Compiler, name: str, group: ContactGroup) -> list[tuple[str, str]]:
    """Body and outline of every member."""
    mechanism, kind = compiler.scope.mechanism, compiler.world.outlines
    bodies = mechanism.bodies_by_name
    asked = list(bodies) if group.members == "all" else list(group.members)
    members: dict[tuple[str, str], None] = {}
    for reference in asked:
        body, dot, outline = reference.partition(".")
        compiler.scope.body(body)
        outlines = getattr(bodies[body], kind)
        if dot and outline not in outlines:
            known = ", ".join(outlines) or "none"
            raise MechanismError(f"contacts '{name}': body '{body}' has no '{outline}'; its {kind} are: {known}")
        if not dot and group.members != "all" and not outlines:
            raise MechanismError(f"contacts '{name}': body '{body}' has no {kind}; give it one, or leave it out")
        members |= dict.fromkeys((body, item) for item in ([outline] if dot else outlines))
    if len({body for body, _ in members}) < 2:
        raise MechanismError(f"contacts '{name}': at least two bodies must have {kind} that can touch")
    return list(members)


def joined_bodies(compiler: Compiler) -> set[tuple[int, int]]:
    """Bodies that a joint holds together, both ways, by their numbers."""
    ends = [placed.ends for placed in compiler.elements if not placed.driver]
    return {pair for i, j in ends for pair in ((i, j), (j, i))}


def expanded(compiler: Compiler) -> dict[str, Contact]:
    """All pairs of all groups as contacts named like `grains(a.skin, b.skin)`."""
    expanded: dict[str, Contact] = {}
    together, number = joined_bodies(compiler), compiler.number
    for name, group in compiler.scope.mechanism.contact_groups.items():
        members = members_of(compiler, name, group)
        if getattr(group.restitution, "sides", None):
            raise MechanismError(
                f"contacts '{name}': which of two members is first is not said, so that the places of a fast-scale "
                "model belong to nobody; give each pair a contact"
            )
        pairs = [
            (one, other)
            for place, one in enumerate(members)
            for other in members[:place]
            if one[0] != other[0] and (group.joined or (number[one[0]], number[other[0]]) not in together)
        ]
        pairs = [pair for pair in pairs if _can_meet(compiler, pair)]
        if len(pairs) > MOST_PAIRS:
            raise MechanismError(
                f"contacts '{name}': {len(pairs)} pairs may touch, more than the {MOST_PAIRS} that are followed one by "
                "one; simulate with method='moreau' and a step, or name fewer members"
            )
        for one, other in pairs:
            first, second = ".".join(other), ".".join(one)
            expanded[f"{name}({first}, {second})"] = group.contact(first, second)
    return expanded


def _can_meet(compiler: Compiler, pair: Any) -> bool:
    """Two half-spaces or two endless lines never do."""
    bodies, kind = compiler.scope.mechanism.bodies_by_name, compiler.world.outlines
    return not all(_is_endless(getattr(bodies[body], kind)[outline]) for body, outline in pair)


def _is_endless(outline: Any) -> bool:
    """Whether an outline is a plane or a straight line without ends."""
    elements = getattr(outline, "elements", (outline,))
    return len(elements) == 1 and elements[0].type in ("plane", "line")
