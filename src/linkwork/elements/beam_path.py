"""A beam as a path for a point that slides along it: its nodes by name and their places, for the plane and space."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from linkwork.base.names import suggestion

if TYPE_CHECKING:
    from linkwork.elements.base import Row
    from linkwork.expression.number import Number


@dataclass(frozen=True)
class BeamPath:
    """Names of the nodes from root to tip, and how far each is from the root, in m, along the beam without load."""

    nodes: tuple[str, ...]
    stations: tuple[Any, ...]


def path_along(row: Row, beam: str) -> BeamPath:
    """The path along a beam of the mechanism; cables are refused, whose nodes have no direction."""
    mechanism = row.scope.mechanism
    if beam in mechanism.cables:
        row.fail(f"'{beam}' is a cable, whose nodes have no direction; slide along a beam, which may bend very easily")
    if beam not in mechanism.beams:
        row.fail(f"there is no beam '{beam}'{suggestion(beam, mechanism.beams, 'beams')}")
    strand = mechanism.beams[beam]
    length = row.number(strand.whole_length())
    nodes = strand.nodes()
    return BeamPath(tuple(f"{beam}_{node.label}" for node in nodes), tuple(length * node.at for node in nodes))


class SlidesAlongBeam:
    """What a point that slides along a beam does alike in the plane and in space; each names its fields itself."""

    if TYPE_CHECKING:  # annotations of a base would come first among the fields of the parts
        beam: str
        point: Any
        position: Number | None

    def ends(self, row: Any) -> tuple[str, str]:
        return path_along(row, self.beam).nodes[0], self.point.body

    def others(self, row: Any) -> tuple[str, ...]:
        return path_along(row, self.beam).nodes[1:]

    def start(self, row: Any) -> tuple[Any, ...]:
        return (self._nearest(row) if self.position is None else row.number(self.position),)

    def _nearest(self, row: Any) -> float:
        """How far along the beam, as drawn, the place is that is nearest to the point as drawn."""
        path, scope = path_along(row, self.beam), row.scope
        place = [value.real for value in scope.into_world(self.point.body, *row.point(self.point))]
        nodes = [[value.real for value in scope.drawn_pose(node)[: len(place)]] for node in path.nodes]
        best, nearest = float("inf"), 0.0
        for (begin, end), (first, last) in zip(pairwise(nodes), pairwise(path.stations), strict=True):
            along = [one - other for one, other in zip(end, begin, strict=True)]
            apart = [one - other for one, other in zip(place, begin, strict=True)]
            square = sum(value * value for value in along)
            share = sum(one * other for one, other in zip(along, apart, strict=True)) / square if square else 0.0
            share = min(max(share, 0.0), 1.0)
            off = sum((one - share * other) ** 2 for one, other in zip(apart, along, strict=True))
            if off < best:
                best, nearest = off, (first + share * (last - first)).real
        return nearest

    def reaction_point(self, row: Any) -> Any:
        return row.point(self.point)

    def pack(self, row: Any) -> None:
        path = path_along(row, self.beam)
        if self.point.body in path.nodes:
            row.fail(f"body '{self.point.body}' is a node of beam '{self.beam}'; name a body that slides along it")
        row.add(*row.point(self.point), float(len(path.nodes)), *path.stations)
