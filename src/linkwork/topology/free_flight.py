"""Bodies that leave modes out between contacts: the share that is negligible, and that nothing but contacts acts on
them.

The bounds after which a mode is negligible are those of free vibration. A mode that is out does not see a force, a
spring or a joint that begins to move it again, so that only a body in free flight, under gravity, may leave some out.
What strikes it, a contact with a force law or an impulse, brings all of them back first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from linkwork.base.errors import MechanismError, within
from linkwork.places.interfaces import is_interface, owner_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.places.base_scope import BaseScope


def negligible_shares(scope: BaseScope) -> dict[str, float]:
    """Bodies that leave modes out, with the share of their vibration that is negligible; checked."""
    shares = {}
    for name, body in scope.mechanism.bodies_by_name.items():
        given = getattr(body, "negligible", None)
        if given is None:
            continue
        with within(f"body '{name}'"):
            if not _is_elastic(body):
                raise MechanismError("it has no modes of which some could be negligible; leave 'negligible' out")
            share = float(scope.number(given).real)
            if not 0.0 < share < 1.0:
                raise MechanismError(f"'negligible' is a share between 0 and 1, not {share:g}")
        shares[name] = share
    return shares


def require_free_flight(scope: BaseScope) -> None:
    """Refuse bodies that leave modes out and on which more acts than gravity and contacts."""
    for name in negligible_shares(scope):
        whole = _with_shoes(scope.mechanism, name)
        for what, part, element in _all_that_acts(scope.mechanism):
            row = scope.mechanism.row_class(scope, f"{what} '{part}'", part)
            if not (what == "joint" and part in whole.values()) and whole.keys() & _bodies_of(element, row):
                raise MechanismError(
                    f"body '{name}': modes that are left out do not feel {what} '{part}', only contacts and impulses; "
                    "leave 'negligible' out"
                )


def _with_shoes(mechanism: Mechanism, body: str) -> dict[str, str]:
    """A body and those without mass that are welded to its interfaces, each by one joint, for what strikes them."""
    whole = {body: ""}
    for name, joint in mechanism.joints.items():
        places = getattr(joint, "between", ())
        if getattr(joint, "type", "") != "fixed" or len(places) != 2:
            continue
        first, second = (getattr(place, "body", "") for place in places)
        for at, shoe in ((first, second), (second, first)):
            welded = is_interface(at) and owner_of(at) == body and shoe in mechanism.bodies_by_name
            if welded and shoe not in whole and not _is_heavy(mechanism.bodies_by_name[shoe]):
                whole[shoe] = name
    whole.pop("ground", None)
    return whole


def _is_elastic(body: Any) -> bool:
    return any(getattr(body, name, None) is not None for name in ("modes", "flexible", "ritz"))


def _is_heavy(body: Any) -> bool:
    return body.mass is not None or _is_elastic(body)


def _all_that_acts(mechanism: Mechanism) -> Iterator[tuple[str, str, Any]]:
    kinds: dict[str, dict[str, Any]] = {
        "joint": mechanism.joints,
        "clearance": mechanism.clearances,
        "driver": mechanism.drivers,
        "force": mechanism.forces,
        "circuit": mechanism.circuits,
        "beam": mechanism.beams,
        "cable": mechanism.cables,
    }
    for what, parts in kinds.items():
        for name, part in parts.items():
            yield what, name, part


def _bodies_of(part: Any, row: Any) -> set[str]:
    """Every body that a part names: its ends, others that it moves, and those of its places."""
    bodies = set(_named(part))
    for listed in ("ends", "others"):
        if hasattr(part, listed):
            bodies.update(getattr(part, listed)(row))
    return {owner_of(body) for body in bodies}


def _named(part: Any) -> Iterator[str]:
    if isinstance(part, BaseModel):
        body = getattr(part, "body", None)
        if isinstance(body, str):
            yield body
        for field in type(part).model_fields:
            yield from _named(getattr(part, field))
    elif isinstance(part, dict):
        for value in part.values():
            yield from _named(value)
    elif isinstance(part, tuple | list):
        for value in part:
            yield from _named(value)
