"""The spanning tree of a mechanism, from the ground outwards: which joints carry the bodies, and which are cut.

A tree joint gives as many coordinates as it has freedoms, a cut one as many equations as it has. So the system is
smallest when the joints with the fewest freedoms are in the tree: a spanning tree of least weight, grown from the
ground (Prim 1957). Among joints of one weight the tree grows breadth first, which keeps paths and loops short; of two
joints that are alike in this, too, a slide is kept and a pin is cut, whose equations are the simpler ones. Joints that
cannot carry a body, such as gears and cams, are always cut. A slender rod between two balls in a loop carries nothing
but others of its kind: its spin, which only its own tiny inertia resists, would be a coordinate of all that it carries.
A body that only such rods hold floats, and they hang on it or on the others.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection

from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.topology.network import FREE, Joint, Network

Key = tuple[int, int, int, int]


SLIDE = ("position",)
"""Freedoms of a slide."""


def free_joint(body: str, coordinates: tuple[str, ...] = ("x", "y", "angle")) -> Joint:
    """A joint between the ground and a body that holds nothing."""
    return Joint(f"free({body})", FREE, GROUND, body, 0, 0, coordinates, len(coordinates))


@dataclass(frozen=True)
class Tree:
    """A spanning tree.

    carriers  for every body but the ground the joint that carries it, in the order in which bodies were reached
    parents   the body on which it is carried
    depths    how many joints are between a body and the ground
    cuts      the joints that are not in the tree, the chords
    """

    carriers: dict[str, Joint]
    parents: dict[str, str]
    depths: dict[str, int]
    cuts: tuple[Joint, ...]

    @property
    def coordinates(self) -> int:
        """Joint coordinates: the freedoms of the tree joints, and what cut contacts have of their own."""
        inside = sum(joint.freedoms for joint in self.carriers.values())
        return inside + sum(joint.own for joint in self.cuts)

    @property
    def equations(self) -> int:
        """Equations that close the cut joints."""
        return sum(joint.equations for joint in self.cuts)

    def children(self) -> dict[str, list[str]]:
        """The bodies that every body carries."""
        children: dict[str, list[str]] = {body: [] for body in self.depths}
        for body, parent in self.parents.items():
            children[parent].append(body)
        return children

    def sign(self, body: str) -> int:
        """1 when the joint that carries a body is directed towards it, away from the ground; else -1."""
        return 1 if self.carriers[body].second == body else -1

    def path(self, body: str) -> list[str]:
        """The bodies from the one on the ground out to this one."""
        path = []
        while body != GROUND:
            path.append(body)
            body = self.parents[body]
        return path[::-1]


def grow(network: Network, cut: Collection[str] = (), keep: Collection[str] = ()) -> Tree:
    """The tree of the smallest system in which the named joints are cut or kept.

    A body that no joint of the tree reaches gets a free joint to the ground, and so does one whose free joint is kept.
    """
    around, spinning = network.around(), network.spinning()
    order, kept = {joint.name: number for number, joint in enumerate(network.joints)}, set(keep)
    heap: list[tuple[Key, str, Joint]] = []
    for number, body in enumerate(network.bodies[1:]):
        free = free_joint(body, network.free)
        key = (-1 if free.name in kept else 9, -len(around[body]), number, 0)
        heapq.heappush(heap, (key, body, free))
    tree = Tree({}, {}, {GROUND: 0}, ())

    def offer(body: str) -> None:
        for joint in around[body]:
            end = joint.other(body)
            if end in tree.depths or joint.name in cut or joint.coordinates is None:
                continue
            if body in spinning and end not in spinning and joint.name not in kept:
                continue
            weight = -1 if joint.name in kept else joint.freedoms
            key = (weight, tree.depths[body], int(joint.coordinates != SLIDE), order[joint.name])
            heapq.heappush(heap, (key, end, joint))

    offer(GROUND)
    while heap:
        _, body, joint = heapq.heappop(heap)
        if body in tree.depths:
            continue
        parent = joint.other(body)
        tree.carriers[body], tree.parents[body] = joint, parent
        tree.depths[body] = tree.depths[parent] + 1
        offer(body)
    carrying = {joint.name for joint in tree.carriers.values()}
    cuts = tuple(joint for joint in network.joints if joint.name not in carrying)
    return Tree(tree.carriers, tree.parents, tree.depths, cuts)
