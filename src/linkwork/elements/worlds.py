"""What of the elements differs between the plane and space: pairs that can touch, joints that rub."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.places.world import World


def pair_of(world: World) -> Any:
    """The module that packs pairs of outlines or solids that can touch."""
    if world.dimensions == 2:
        from linkwork.elements.planar.contact import profile_pair

        return profile_pair
    from linkwork.elements.spatial.contact import solid_pair

    return solid_pair


def friction_of(world: World) -> Any:
    """The module that packs the dry friction of joints."""
    if world.dimensions == 2:
        from linkwork.elements.planar.contact import friction

        return friction
    from linkwork.elements.spatial.contact import friction as spatial_friction

    return spatial_friction
