"""Muscles of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.elements.muscle import CountedPoint, MuscleForce, Pull, RoundStation
from linkwork.expression.number import Number
from linkwork.places.places import PointPlace

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class Round(RoundStation):
    """A circle that a path goes round."""

    round: PointPlace = Field(description="its centre")
    radius: Number = Field(description="of the surface, m")
    side: Literal["left", "right"] = Field(
        description="on which side of the path its centre lies: left, the path turns counterclockwise"
    )

    @property
    def way(self) -> float:
        """1 where the path turns counterclockwise, -1 where clockwise."""
        return 1.0 if self.side == "left" else -1.0


class PathPoint(CountedPoint):
    """A point of a path that counts within a range of a freedom only."""

    point: PointPlace = Field(description="the point")


class PathPull(Pull):
    """What a muscle does to the stations between the ends of its path."""

    type: Literal["pull"] = "pull"


class Muscle(MuscleForce):
    """A muscle along a path of points and circles."""

    pull_kind = PathPull

    type: Literal["muscle"] = "muscle"
    path: list[Round | PathPoint | PointPlace] = Field(
        description="from origin to insertion: points of bodies, some perhaps within a range of a freedom only, and "
        "between two of them circles to go round"
    )

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.path(row, self.path)  # every part is called by the name of the muscle, whose activation colours it
