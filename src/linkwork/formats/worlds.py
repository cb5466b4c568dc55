"""The worlds that a model file may name, and what belongs to each; space is imported only where it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.mechanism.model import Model

WORLDS = ("plane", "space")


def mechanism_class(world: str) -> type[Mechanism]:
    """Planar or Spatial."""
    if world == "space":
        from linkwork.mechanism.spatial.spatial import Spatial

        return Spatial
    from linkwork.mechanism.planar import Planar

    return Planar


def model_class(world: str) -> type[Model]:
    """The data of its model file."""
    if world == "space":
        from linkwork.mechanism.spatial.model import SpatialModel

        return SpatialModel
    from linkwork.mechanism.model import PlanarModel

    return PlanarModel
