"""Coordinates of a skeleton that its joints name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from linkwork.library.biomechanics.parts import Coordinate, SkeletonJoint


def coordinates_of(joints: Iterable[SkeletonJoint], start: Mapping[str, float]) -> tuple[Coordinate, ...]:
    """Every coordinate once, in the order of the joints: an angle where a move of it turns; at zero but for `start`."""
    turns = dict[str, bool]()
    for move in (move for joint in joints for move in joint.moves):
        if move.coordinate is not None:
            turns[move.coordinate] = turns.get(move.coordinate, False) or move.turns
    return tuple(Coordinate(name, turning, start.get(name, 0.0)) for name, turning in turns.items())
