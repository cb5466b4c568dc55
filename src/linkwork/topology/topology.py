"""Topology: tree, cuts, loops and numbering of a mechanism, before any number of it is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import GROUND, suggestion
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import public
from linkwork.networks.counts import circuit_counts
from linkwork.topology.counts import mobility
from linkwork.topology.loops import Loop, loop_of, open_chains, together
from linkwork.topology.motion_trees import MotionTrees, motion_trees
from linkwork.topology.network import FREE, ROD, Joint, Network, network_of
from linkwork.topology.numbering import branches, composite_pattern, leaves_to_root, path_matrix
from linkwork.topology.requests import asked, checked, refuse_cuts
from linkwork.topology.rods import removable, rod_candidates, without_rods
from linkwork.topology.spanning_tree import Tree, grow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.view.show import File


@public
@dataclass(frozen=True, repr=False)
class Topology(ShowsItself):
    """How the bodies of a mechanism hang together.

    name             of the mechanism
    bodies           the ground first
    joints           in the order of the description; free joints that the program adds come last
    loops            the independent loops, one for every cut joint
    rod_candidates   bodies with two pins and nothing else, which could be replaced by distances
    rods             those of them that can be removed together
    drivers          equations of drivers
    circuits         of every circuit its tree, chords, states and counts
    trees            the trees of translation and rotation, where joints are cut in one of them alone
    """

    name: str
    bodies: tuple[str, ...]
    joints: tuple[Joint, ...]
    network: Network
    spanning: Tree
    loops: tuple[Loop, ...]
    rod_candidates: tuple[str, ...]
    rods: tuple[str, ...]
    drivers: int
    motions: int = 3  # of a body that nothing holds, and what closing a loop takes
    circuits: dict[str, dict[str, Any]] = field(default_factory=dict)
    trees: MotionTrees | None = None

    def __repr__(self) -> str:
        counts = f"{len(self.bodies)} bodies, {len(self.joints)} joints, {len(self.loops)} loops"
        return f"<Topology of {self.name!r}: {counts}>"

    def __str__(self) -> str:
        return self.text()

    @cached_property
    def tree(self) -> tuple[str, ...]:
        """Names of the tree joints, in the order in which they reach bodies from the ground."""
        return tuple(joint.name for joint in self.spanning.carriers.values())

    @property
    def cuts(self) -> tuple[str, ...]:
        """Names of the cut joints, the chords."""
        return tuple(joint.name for joint in self.spanning.cuts)

    @property
    def free_bodies(self) -> tuple[str, ...]:
        """Bodies with a free joint to the ground, because no joint of the tree carries them."""
        return tuple(body for body, joint in self.spanning.carriers.items() if joint.kind == FREE)

    @property
    def removed(self) -> tuple[str, ...]:
        """Bodies that are replaced by distances."""
        return tuple(joint.name for joint in self.joints if joint.kind == ROD)

    @cached_property
    def degrees(self) -> dict[str, int]:
        """How many joints every body has, the added free ones among them."""
        degrees = self.network.degrees()
        for body in self.free_bodies:
            degrees[body] += 1
            degrees[GROUND] += 1
        return degrees

    @cached_property
    def incidence(self) -> Array:
        """Gamma: a row a body, a column a joint; -1 where it leaves its first body, 1 where it enters its second."""
        row = {body: number for number, body in enumerate(self.bodies)}
        matrix = np.zeros((len(self.bodies), len(self.joints)), dtype=np.int8)
        for column, joint in enumerate(self.joints):
            matrix[row[joint.first], column] -= 1
            matrix[row[joint.second], column] += 1
        return matrix

    @cached_property
    def loop_matrix(self) -> Array:
        """Pi: a row a loop, a column a joint; 1 where the walk follows the joint, -1 where it goes against it."""
        column = {joint.name: number for number, joint in enumerate(self.joints)}
        matrix = np.zeros((len(self.loops), len(self.joints)), dtype=np.int8)
        for row, loop in enumerate(self.loops):
            for joint, sign in loop.joints:
                matrix[row, column[joint]] = sign
        return matrix

    @cached_property
    def numbering(self) -> tuple[str, ...]:
        """Bodies numbered from the leaves to the root."""
        return leaves_to_root(self.spanning)

    @cached_property
    def path_matrix(self) -> Array:
        """T: a row a body, a column the joint that carries a body, both numbered from the leaves to the root."""
        return path_matrix(self.spanning, self.numbering)

    @cached_property
    def composite_pattern(self) -> Array:
        """Which composite inertia stands where in the mass matrix of joint coordinates; -1 where there is a zero."""
        return composite_pattern(self.spanning, self.numbering)

    def path(self, body: str) -> list[str]:
        """The bodies from the ground, left out, to this one."""
        if body not in self.spanning.parents:
            raise AnalysisError(f"body '{body}' is not in the tree{suggestion(body, self.spanning.parents, 'bodies')}")
        return self.spanning.path(body)

    @property
    def leaves(self) -> tuple[str, ...]:
        """Bodies that carry no other."""
        carrying = set(self.spanning.parents.values())
        return tuple(body for body in self.numbering if body not in carrying)

    @property
    def branches(self) -> list[tuple[str, ...]]:
        """The tree in runs without branching, from the ground outwards."""
        return branches(self.spanning)

    @property
    def open_chains(self) -> list[tuple[str, ...]]:
        """Chains that close no loop: the body on which one hangs, then its own."""
        return open_chains(self.spanning)

    @property
    def groups(self) -> list[list[int]]:
        """Numbers of the loops, from 0, that share joints and must be solved together."""
        return together(list(self.loops))

    @property
    def massless(self) -> tuple[str, ...]:
        """Bodies without mass, when others have one."""
        if len(self.network.massless) == len(self.bodies) - 1:
            return ()
        return tuple(body for body in self.bodies if body in self.network.massless)

    @property
    def massless_leaves(self) -> tuple[str, ...]:
        """Massless bodies that carry no other: a force would accelerate them without limit, unless a cut holds them."""
        return tuple(body for body in self.leaves if body in self.massless)

    @property
    def mobility(self) -> int:
        """Freedoms by count, before drivers; `check` counts them by rank."""
        return mobility(sum(joint.freedoms for joint in self.joints), len(self.loops), closing=self.motions)

    @property
    def coordinates(self) -> int:
        """Joint coordinates: the freedoms of the tree joints, and what cut contacts have of their own."""
        return self.spanning.coordinates

    @property
    def equations(self) -> int:
        """Equations that close the cut joints."""
        return self.spanning.equations

    def smallest(self) -> tuple[int, int]:
        """Joint coordinates and closing equations when all of `rods` are removed."""
        tree = grow(without_rods(self.network, self.rods))
        return tree.coordinates, tree.equations

    def text(self) -> str:
        """The result in words and tables."""
        from linkwork.topology.text import topology_text

        return topology_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        from linkwork.topology.text import topology_data

        return topology_data(self)

    def draw(self, path: File | None = None) -> Figure:
        """The graph as a figure: bodies, tree joints solid, cuts dashed, every loop in a colour."""
        from linkwork.view.figures.graph_figure import draw_graph
        from linkwork.view.show import written

        return written(draw_graph(self), path)


def topology(
    mechanism: Mechanism,
    cut: str | Iterable[str] | None = None,
    keep: str | Iterable[str] | None = None,
    remove: str | Iterable[str] | None = None,
    cut_translation: str | Iterable[str] | None = None,
    cut_rotation: str | Iterable[str] | None = None,
) -> Topology:
    """Tree, cuts and loops of a mechanism: the smallest system in which the named joints are cut or kept.

    `remove` names rods that become distances, or is "all" or "none". What is left out is as the mechanism's `tree`
    says; rods are shown as bodies unless they are named somewhere. `cut_translation` and `cut_rotation` name joints
    that are cut in the tree of that motion alone.
    """
    mechanism.validate()
    given = mechanism.tree_request
    changes: dict[str, Any] = {"remove": "none" if given.remove == "all" else given.remove}
    if cut is not None or keep is not None:
        changes |= {"cut": (), "keep": (), "independent": (), "cut_translation": (), "cut_rotation": ()}
    changes |= asked(cut=cut, keep=keep, remove=remove, cut_translation=cut_translation, cut_rotation=cut_rotation)
    request = given.model_copy(update=changes)
    network, kept = checked(mechanism, network_of(mechanism), request)
    tree = grow(network, request.cut, kept)
    free = tuple(joint for joint in tree.carriers.values() if joint.kind == FREE)
    trees = None
    alone = request.cut_translation, request.cut_rotation
    if cut_translation is not None or cut_rotation is not None or any(alone):
        refuse_cuts(mechanism, network, request, kept)
        translation, rotation = ({*request.cut, *names} for names in alone)
        trees = motion_trees(network, translation, rotation, kept)
    return Topology(
        name=mechanism.name,
        bodies=network.bodies,
        joints=(*network.joints, *free),
        network=network,
        spanning=tree,
        loops=tuple(loop_of(tree, chord) for chord in tree.cuts),
        rod_candidates=tuple(rod_candidates(network)),
        rods=tuple(removable(network)),
        drivers=network.drivers,
        motions=mechanism.world.size,
        circuits=_circuits(mechanism),
        trees=trees,
    )


def _circuits(mechanism: Mechanism) -> dict[str, dict[str, Any]]:
    circuits = mechanism.together().circuits if mechanism.circuits else {}
    return {
        name: circuit_counts(circuit.network, mechanism.circuits[name].parts, circuit.signals)
        for name, circuit in circuits.items()
    }
