"""Where the bodies of a spanning tree are drawn: the ground below, every joint of the tree one floor up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.names import GROUND

if TYPE_CHECKING:
    from linkwork.topology.topology import Topology

SWEEPS = 6
SWAPPED = 40  # most bodies for which every swap of neighbours is tried

Places = dict[str, tuple[float, float]]


def layout(topology: Topology) -> Places:
    """Column and floor of every body but the ground; bodies that cut joints tie together come near each other."""
    children = topology.spanning.children()
    columns = _columns(children)
    if len(topology.bodies) <= SWAPPED:
        for _ in range(SWEEPS):
            before = columns
            columns = _swapped(topology, children, columns)
            if columns == before:
                break
    return {body: (column, float(topology.spanning.depths[body])) for body, column in columns.items()}


def _swapped(topology: Topology, children: dict[str, list[str]], columns: dict[str, float]) -> dict[str, float]:
    """Columns after swapping two children of a body wherever that brings the ends of the cut joints nearer."""
    for brood in children.values():
        for one in range(len(brood)):
            for two in range(one + 1, len(brood)):
                brood[one], brood[two] = brood[two], brood[one]
                tried = _columns(children)
                if _stretch(topology, tried) < _stretch(topology, columns) - 1e-9:
                    columns = tried
                else:
                    brood[one], brood[two] = brood[two], brood[one]
    return columns


def _stretch(topology: Topology, columns: dict[str, float]) -> float:
    """How far apart in columns the ends of the cut joints are."""
    ends = [(columns.get(joint.first), columns.get(joint.second)) for joint in topology.spanning.cuts]
    return sum(abs(one - two) for one, two in ends if one is not None and two is not None)


def _columns(children: dict[str, list[str]]) -> dict[str, float]:
    """Leaves side by side, every other body above the middle of what it carries."""
    columns: dict[str, float] = {}
    column = 0.0
    waiting = [(GROUND, False)]
    while waiting:
        body, done = waiting.pop()
        if done:
            places = [columns[child] for child in children[body]]
            columns[body] = (min(places) + max(places)) / 2
        elif children[body]:
            if body != GROUND:
                waiting.append((body, True))
            waiting += [(child, False) for child in reversed(children[body])]
        else:
            columns[body] = column
            column += 1.0
    columns.pop(GROUND, None)
    return columns
