"""Bodies that belong to one thing: the nodes of a beam or a cable, a flexible body and its interfaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.places.interfaces import owner_of
from linkwork.view.palette import body_colour

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def with_wholes(mechanism: Mechanism, bodies: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The bodies of a scene; those that are pieces of a whole say of which, under `of`."""
    wholes = []
    for body in bodies:
        name = body["name"]
        whole = mechanism.generated.get(name) or (owner_of(name) if owner_of(name) != name else None)
        wholes.append({**body, "of": whole} if whole else dict(body))
    return wholes


def whole_of(body: Mapping[str, Any]) -> str:
    """The name of the thing that a body of a scene belongs to: its own where it stands alone."""
    return str(body.get("of") or body["name"])


def colours_of(bodies: Sequence[Mapping[str, Any]]) -> list[str]:
    """A colour for every body; pieces of one thing have the same."""
    numbers: dict[str, int] = {}
    return [body_colour(numbers.setdefault(whole_of(body), len(numbers))) for body in bodies]
