"""Loops of a mechanism for a `.DYN` file: what its topology part lists (Wang D.1, 7).

Every joint that the spanning tree leaves out, and every contact, closes one loop through the tree; what hangs on the
loops, or on the ground, without closing one is listed as open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linkwork.formats.dyn.data import Loop, Pair

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar
    from linkwork.topology.spanning_tree import Tree


def loops_of(mechanism: Planar, pairs: list[Pair]) -> tuple[Loop, ...]:
    """Closed loops, then open chains, numbered from 1; none through a body that no joint holds."""
    from linkwork.topology.loops import loop_of
    from linkwork.topology.network import FREE, Joint, network_of
    from linkwork.topology.spanning_tree import grow

    network = network_of(mechanism)
    contacts = tuple(
        Joint(pair.name, "contact", pair.first_link, pair.second_link, 1) for pair in pairs if pair.kind == "CONTACT"
    )
    tree = grow(replace(network, joints=(*network.joints, *contacts)))
    free = {joint.name for joint in tree.carriers.values() if joint.kind == FREE}
    walks = [(True, loop_of(tree, chord).joints) for chord in tree.cuts]
    walks += [(False, joints) for joints in _open(tree)]
    said = [(closed, joints) for closed, joints in walks if not free & {name for name, _ in joints}]
    return tuple(
        Loop(str(number), closed, tuple((sign > 0, name) for name, sign in joints))
        for number, (closed, joints) in enumerate(said, 1)
    )


def _open(tree: Tree) -> list[tuple[tuple[str, int], ...]]:
    """The joints from each open chain's foot out to each of its ends."""
    from linkwork.topology.loops import open_chains

    children, ends = tree.children(), []
    for foot, *bodies in open_chains(tree):
        for end in (body for body in bodies if not children[body]):
            path = tree.path(end)
            path = path[path.index(foot) + 1 :] if foot in path else path
            ends.append(tuple((tree.carriers[body].name, tree.sign(body)) for body in path))
    return ends
