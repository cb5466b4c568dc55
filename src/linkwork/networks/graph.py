"""The linear graph of a circuit: nodes, branches, a spanning tree in every domain, and what hangs loose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from linkwork.base.errors import MechanismError
from linkwork.networks.branches import Branch
from linkwork.networks.domains import REFERENCE, Domain

Node = tuple[str, str]
"""Domain and name: the reference of every domain is a node of its own."""
_FIRST_IN_THE_TREE = (
    "across",
    "capacity",
    "port",
    "resistance",
    "law",
    "drop",
    "curve",
    "ideal",
    "inertance",
    "through",
)


def ends(branch: Branch) -> tuple[Node, Node]:
    """The nodes of a branch."""
    first, second = branch.nodes
    return (branch.domain.name, first), (branch.domain.name, second)


class Graph:
    """Nodes and branches of a circuit with a spanning tree: sources of the across variable first, then capacities."""

    def __init__(self, circuit: str, branches: Sequence[Branch], tree: Sequence[str] = ()) -> None:
        self.circuit = circuit
        self.branches = branches
        self.tree = tree
        """Parts that stand in the tree before all others."""
        self.domains = self._domains()
        self._parent: dict[Node, tuple[Node, Branch, int]] = {}
        self.twigs: list[Branch] = []
        self._grow()
        self._refuse_loose()
        self.loops = {chord.name: self._loop(chord) for chord in self.chords}
        """The across variable of every chord as a signed sum of those of twigs (the branch transformation)."""

    def _domains(self) -> dict[str, Domain]:
        domains: dict[str, tuple[Domain, str]] = {}
        for branch in self.branches:
            if branch.nodes[0] == branch.nodes[1]:
                raise MechanismError(f"part '{branch.name}': both ends are at node '{branch.nodes[0]}'; name two nodes")
            for node in branch.nodes:
                known, by = domains.setdefault(node, (branch.domain, branch.name))
                if known != branch.domain and node != REFERENCE:
                    raise MechanismError(
                        f"part '{branch.name}': its port is {branch.domain.name}, but node '{node}' is {known.name} "
                        f"('{by}' is there); give it a node of its own"
                    )
        return {node: domain for node, (domain, _) in domains.items() if node != REFERENCE}

    def _grow(self) -> None:
        """A forest with the references as roots, branches taken in the order of their kinds."""
        group: dict[Node, Node] = {}

        def root(node: Node) -> Node:
            while group.get(node, node) != node:
                node = group[node]
            return node

        chosen: dict[Node, list[tuple[Node, Branch, int]]] = {}
        for branch in sorted(self.branches, key=lambda one: (self._asked(one), _FIRST_IN_THE_TREE.index(one.kind))):
            first, second = ends(branch)
            one, other = root(first), root(second)
            chosen.setdefault(first, [])
            chosen.setdefault(second, [])
            if one != other:
                group[one] = other
                self.twigs.append(branch)
                chosen[first].append((second, branch, -1))
                chosen[second].append((first, branch, 1))
            elif self._asked(branch) < len(self.tree):
                raise MechanismError(
                    f"circuit '{self.circuit}': tree: '{branch.name}' closes a loop with parts of the tree before it; "
                    "leave one of them out"
                )
        waiting = [node for node in chosen if node[1] == REFERENCE]
        self._reached = set(waiting)
        while waiting:
            node = waiting.pop()
            for other, branch, sign in chosen[node]:
                if other not in self._reached:
                    self._reached.add(other)
                    self._parent[other] = (node, branch, sign)
                    waiting.append(other)
        self._nodes = list(chosen)

    def _asked(self, branch: Branch) -> int:
        """Where the user has put a branch into the tree; behind all where he has not."""
        own = branch.name.removeprefix(f"{self.circuit}.")
        at = [number for number, name in enumerate(self.tree) if own == name or own.startswith(f"{name}.")]
        return at[0] if at else len(self.tree)

    def _refuse_loose(self) -> None:
        lost = [name for domain, name in self._nodes if (domain, name) not in self._reached]
        if lost:
            some = ", ".join(f"'{name}'" for name in lost[:4]) + (" ..." if len(lost) > 4 else "")
            raise MechanismError(
                f"circuit '{self.circuit}': no part joins {some} to 'ground'; connect one of them to it, for across "
                "variables are measured from there"
            )
        meeting: dict[Node, list[Branch]] = {}
        for branch in self.branches:
            for node in ends(branch):
                meeting.setdefault(node, []).append(branch)
        for node, at in meeting.items():
            if len(at) == 1 and node[1] != REFERENCE and at[0].kind not in ("capacity", "across"):
                raise MechanismError(
                    f"circuit '{self.circuit}': node '{node[1]}' is at the end of '{at[0].name}' alone; join it to "
                    "another part or to 'ground'"
                )

    def potential(self, node: Node) -> dict[str, int]:
        """The across variable of a node as a signed sum of those of twigs."""
        potential: dict[str, int] = {}
        while node in self._parent:
            node, branch, sign = self._parent[node]
            potential[branch.across] = potential.get(branch.across, 0) + sign
        return potential

    @cached_property
    def chords(self) -> list[Branch]:
        """The branches that are not in the tree."""
        twigs = {branch.name for branch in self.twigs}
        return [branch for branch in self.branches if branch.name not in twigs]

    @cached_property
    def cuts(self) -> dict[str, dict[str, int]]:
        """Minus the through variable of every twig as a signed sum of those of chords (the chord transformation)."""
        owner = {twig.across: twig.name for twig in self.twigs}
        cuts: dict[str, dict[str, int]] = {name: {} for name in owner.values()}
        for chord in self.chords:
            for across, sign in self.loops[chord.name].items():
                cuts[owner[across]][chord.through] = sign
        return cuts

    def _loop(self, chord: Branch) -> dict[str, int]:
        first, second = (self.potential(node) for node in ends(chord))
        signs = dict(first)
        for name, sign in second.items():
            signs[name] = signs.get(name, 0) - sign
        return {name: sign for name, sign in signs.items() if sign}
