"""Handles of beams and cables: what a user holds in Python to say where along them something is attached."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import MechanismError, shown
from linkwork.base.names import suggestion
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.mechanism.beams.description import node_name
from linkwork.mechanism.beams.mesh import SAME, Node


@public
class BeamHandle:
    """A beam or cable of a mechanism; `at` and `node` give places along it."""

    def __init__(self, mechanism: Any, name: str) -> None:
        self._mechanism = mechanism
        self.name = name

    def __repr__(self) -> str:
        return f"<beam '{self.name}' of {self._mechanism.name!r}>"

    def __str__(self) -> str:
        return self.name

    @property
    def nodes(self) -> tuple[str, ...]:
        """Names of the bodies that are its nodes, from root to tip."""
        return tuple(node_name(self.name, node) for node in self._nodes())

    def node(self, place: float | str) -> Any:
        """The body at a place: "root", "tip", the name of a place, or a share of the length from 0 to 1."""
        nodes = self._nodes()
        if isinstance(place, str):
            near = next((node for node in nodes if node.label == place), None)
            if near is None:
                named = [node.label for node in nodes if not node.label.isdigit()]
                raise MechanismError(
                    f"beam '{self.name}' has no place '{place}'{suggestion(place, named, 'its places')}"
                )
        else:
            near = self._near(nodes, place)
        return self._mechanism.handle_kind(self._mechanism, node_name(self.name, near))

    def at(self, place: float | str) -> Any:
        """The point of the beam's axis at a place, for joints, forces, drivers and sensors."""
        origin = (0,) * self._mechanism.world.dimensions
        return self.node(place).at(*(as_expression(value) for value in origin))

    def _nodes(self) -> list[Node]:
        strand = self._mechanism.beams.get(self.name) or self._mechanism.cables[self.name]
        nodes: list[Node] = strand.nodes()
        return nodes

    def _near(self, nodes: list[Node], place: float) -> Node:
        near = min(nodes, key=lambda node: abs(node.at - place))
        if abs(near.at - place) <= SAME:
            return near
        if not 0.0 <= place <= 1.0:
            raise MechanismError(
                f"beam '{self.name}': a place is a share of its length from 0 to 1; found {shown(place)}"
            )
        below = max(node.at for node in nodes if node.at < place)
        above = min(node.at for node in nodes if node.at > place)
        raise MechanismError(
            f"beam '{self.name}' has no node at {place:g} of its length, only at {below:.6g} and {above:.6g}; "
            f"name the place when it is made, as in places={{'grip': {place:g}}}"
        )
