"""Space: the names and numbers of a description in three dimensions (see `places/world.py`)."""

from __future__ import annotations

from typing import Any

from linkwork.places.world import World


class Space(World):
    """Three dimensions."""

    name = "space"
    dimensions = 3
    body_coordinates = ("x", "y", "z", "rx", "ry", "rz")
    body_rates = ("vx", "vy", "vz", "omega.x", "omega.y", "omega.z")
    outlines = "solids"
    reaction_labels = ("fx", "fy", "fz", "tx", "ty", "tz")
    turns_in_words = ("turn about its x", "turn about its y", "turn about its z")

    @property
    def scope_class(self) -> Any:
        from linkwork.places.spatial.scope import SpatialScope

        return SpatialScope

    @property
    def row_class(self) -> Any:
        from linkwork.places.spatial.row import SpatialRow

        return SpatialRow


SPACE = Space()
