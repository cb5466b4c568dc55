"""Absorbers and plastic hinges of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.elements.planar.ends import PointPair
from linkwork.elements.plastic import DistanceAbsorber, PlasticHinge

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

__all__ = ["Absorber", "PlasticHinge"]


class Absorber(PointPair, DistanceAbsorber):
    """An absorber between two points: stepped elasto-plastic, with a memory."""

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.connect(row, *self.places(), kind="absorber")
