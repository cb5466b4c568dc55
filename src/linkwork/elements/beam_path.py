"""A beam as a path for a point that slides along it: its nodes by name and their places, for the plane and space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwork.base.names import suggestion

if TYPE_CHECKING:
    from linkwork.elements.base import Row


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
