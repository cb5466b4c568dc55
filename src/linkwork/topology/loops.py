"""Independent loops: every cut joint closes one, through the tree."""

from __future__ import annotations

from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.topology.groups import Groups
from linkwork.topology.network import Joint
from linkwork.topology.spanning_tree import Tree


@dataclass(frozen=True)
class Loop:
    """A loop, walked from its body nearest to the ground in the direction of the cut joint that closes it.

    chord   the cut joint
    bodies  in the order of the walk; the first one again at the end
    joints  between them, each with 1 when it is walked from its first to its second body, else -1
    """

    chord: str
    bodies: tuple[str, ...]
    joints: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return " - ".join(self.bodies)


def loop_of(tree: Tree, chord: Joint) -> Loop:
    """The loop that a chord closes."""
    outward, back = _branches(tree, chord.first, chord.second)
    base = tree.parents[(outward or back)[0]]
    joints = [(tree.carriers[body].name, tree.sign(body)) for body in outward]
    joints.append((chord.name, 1))
    joints += [(tree.carriers[body].name, -tree.sign(body)) for body in reversed(back)]
    return Loop(chord.name, (base, *outward, *reversed(back), base), tuple(joints))


def _branches(tree: Tree, first: str, second: str) -> tuple[list[str], list[str]]:
    """The paths to two bodies from the last body that they share, which is left out."""
    to_first, to_second = [], []
    while first != second:
        if tree.depths[first] >= tree.depths[second]:
            to_first.append(first)
            first = tree.parents[first]
        else:
            to_second.append(second)
            second = tree.parents[second]
    return to_first[::-1], to_second[::-1]


def together(loops: list[Loop]) -> list[list[int]]:
    """Numbers of the loops that share joints and must be solved together, group by group."""
    groups = Groups(range(len(loops)))
    owner: dict[str, int] = {}
    for number, loop in enumerate(loops):
        for joint, _ in loop.joints:
            groups.join(number, owner.setdefault(joint, number))
    return sorted(groups.all())


def open_chains(tree: Tree) -> list[tuple[str, ...]]:
    """Chains that close no loop: the body on which one hangs, then its bodies from there to the ends."""
    closed = {GROUND}
    for chord in tree.cuts:
        for end in (chord.first, chord.second):
            while end not in closed:
                closed.add(end)
                end = tree.parents[end]
    chains: dict[str, list[str]] = {}
    root: dict[str, str] = {}
    for body, parent in tree.parents.items():
        if body in closed:
            continue
        root[body] = body if parent in closed else root[parent]
        chains.setdefault(root[body], [parent]).append(body)
    return [tuple(chain) for chain in chains.values()]
