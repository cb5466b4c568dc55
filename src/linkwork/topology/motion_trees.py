"""Trees of translation and of rotation, each with joints of its own: which coordinates and equations they give.

A joint has a row of equations for what it holds of the translation between its bodies and one for what it holds of
their rotation. In the tree of a motion it gives as many coordinates as it leaves free of that motion; cut there, as
many equations as it holds of it. A body that a tree does not reach has that motion of its own: x and y, or its angle
(McPhee 2005, 3.2.2). Joints that always are cut, such as gears, close both.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from linkwork.topology.network import FREE, Joint, Network
from linkwork.topology.spanning_tree import Tree, grow

_TURNS = ("angle", "first_angle", "second_angle", "rx", "ry", "rz")


@dataclass(frozen=True)
class MotionTrees:
    """The tree of translation, that of rotation, and how large the equations are with both."""

    translation: Tree
    rotation: Tree
    others: tuple[Joint, ...]
    """Joints that always are cut."""

    @property
    def coordinates(self) -> int:
        """Coordinates of both trees, and what cut contacts have of their own."""
        return self.translation.coordinates + self.rotation.coordinates + sum(joint.own for joint in self.others)

    @property
    def equations(self) -> int:
        """Equations that close what is cut in either tree."""
        return self.translation.equations + self.rotation.equations + sum(joint.equations for joint in self.others)

    def words(self) -> list[str]:
        """Both trees and the counts, a line each."""
        lines = [f"{label:<12}{_tree_words(tree)}" for label, tree in self._labelled()]
        if self.others:
            names = ", ".join(joint.name for joint in self.others)
            lines.append(f"{'both':<12}always cut: {names}; {sum(joint.equations for joint in self.others)} equations")
        total = self.coordinates + self.equations
        lines.append(f"{'together':<12}{self.coordinates} coordinates, {self.equations} equations: {total} in all")
        return lines

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        plain: dict[str, Any] = {
            label: {
                "tree": [joint.name for joint in tree.carriers.values()],
                "cuts": [joint.name for joint in tree.cuts if joint.equations],
                "coordinates": tree.coordinates,
                "equations": tree.equations,
            }
            for label, tree in self._labelled()
        }
        return plain | {"coordinates": self.coordinates, "equations": self.equations}

    def _labelled(self) -> tuple[tuple[str, Tree], tuple[str, Tree]]:
        return ("translation", self.translation), ("rotation", self.rotation)


def motion_trees(
    network: Network, cut_translation: Collection[str], cut_rotation: Collection[str], keep: Collection[str]
) -> MotionTrees:
    """The trees in which the named joints are cut or kept, of few coordinates as `grow` makes them."""
    others = tuple(joint for joint in network.joints if joint.coordinates is None)
    places = tuple(name for name in network.free if name not in _TURNS)
    turns = tuple(name for name in network.free if name in _TURNS)
    moves, turning = [], []
    for joint in network.joints:
        if joint.coordinates is not None:
            move, turn = _split(joint, len(places), len(turns))
            moves.append(move)
            turning.append(turn)
    of_places = replace(network, joints=tuple(moves), free=places, slender=frozenset())
    of_turns = replace(network, joints=tuple(turning), free=turns, slender=frozenset())
    return MotionTrees(grow(of_places, cut_translation, keep), grow(of_turns, cut_rotation, keep), others)


def _split(joint: Joint, places: int, turns: int) -> tuple[Joint, Joint]:
    """A joint as one of translation and one of rotation: what it leaves free is divided by what its coordinates are.

    A link on two pins has two angles, of which one moves its end on a circle: at most as many turn as there are turns.
    """
    names = joint.coordinates or ()
    angles = tuple(name for name in names if name in _TURNS)[-turns:] if turns else ()
    free = joint.motions - joint.equations
    turning = min(len(angles), free)
    rest = tuple(name for name in names if name not in angles)
    move = replace(joint, equations=places - (free - turning), coordinates=rest, motions=places, own=0)
    turn = replace(joint, equations=turns - turning, coordinates=angles, motions=turns, own=0)
    return move, turn


def _tree_words(tree: Tree) -> str:
    carried = [joint.name for joint in tree.carriers.values()]
    cuts = [joint.name for joint in tree.cuts if joint.equations]
    held = f"; cut {', '.join(cuts)}" if cuts else ""
    alone = sum(joint.kind == FREE for joint in tree.carriers.values())
    bodies = f" ({alone} of their own)" if alone else ""
    return f"tree {', '.join(carried)}{held}: {tree.coordinates} coordinates{bodies}, {tree.equations} equations"
