"""Known impulses of events, checked: where they strike, and with how many numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwork.places import places
from linkwork.places.interfaces import owner_of


def check_impulse(row: Any, impulse: Mapping[str, Any]) -> dict[str, tuple[Any, Any, list[float]]]:
    """Body, point in its frame and numbers of every impulse, checked."""
    mechanism = row.scope.mechanism
    force, turns = mechanism.world.dimensions, mechanism.world.size - mechanism.world.dimensions
    unknown = {}
    for place, numbers in impulse.items():
        if len(numbers) not in (force, force + turns):
            row.fail(
                f"the impulse at '{place}' needs {force} numbers in N s, or {force + turns} with its moment in N m s; "
                f"found {len(numbers)}"
            )
        where = _point(mechanism, place)
        row.scope.body(where.body)
        if where.body == "ground":
            row.fail("an impulse on the ground does nothing; name a point of a body that moves")
        if row.scope.body(owner_of(where.body)).modes is not None:
            row.fail(f"an impulse on body '{owner_of(where.body)}', which has elastic modes, is not followed yet")
        values = [row.number(value) for value in numbers]
        unknown[place] = where.body, row.point(where), values + [0.0] * (force + turns - len(values))
    return unknown


def _point(mechanism: Any, place: str) -> Any:
    """A point by its name, such as rod.tip."""
    if mechanism.world.dimensions == 2:
        return places.read_point(place)
    from linkwork.places.spatial import places as spatial_places

    return spatial_places.read_point(place)
