"""What is told of reactions in the plane and in space: the module for a mechanism."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def reactions_of(mechanism: Mechanism) -> Any:
    """The module that tells of reactions: `reaction_names`, `reaction_channel`, `LABELS`, `free_body`."""
    if mechanism.world.dimensions == 2:
        from linkwork.run import reactions

        return reactions
    from linkwork.run.spatial import reactions as spatial_reactions

    return spatial_reactions
