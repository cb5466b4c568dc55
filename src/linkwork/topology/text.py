"""A topology in words and tables, and as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.names import GROUND
from linkwork.base.text_tables import table
from linkwork.networks.counts import circuit_words

if TYPE_CHECKING:
    from linkwork.topology.loops import Loop
    from linkwork.topology.topology import Array, Topology

WIDEST = 16
"""Most columns of a matrix that is printed."""
LONGEST = 12
"""Most bodies of a run that are all printed."""


def topology_text(topology: Topology) -> str:
    """Joints, tree, loops, numbering, sizes and notes."""
    blocks = [
        _head(topology),
        _joints(topology),
        _tree(topology),
        _loops(topology),
        _matrices(topology),
        _rest(topology),
        _circuits(topology),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _head(topology: Topology) -> list[str]:
    freedoms = sum(joint.freedoms for joint in topology.joints)
    loops = _count(len(topology.loops), "loop", "loops")
    bodies = _count(len(topology.bodies) - 1, "body", "bodies")
    driven = f"{topology.drivers} driven" if topology.drivers else "none driven"
    cartesian = topology.motions * (len(topology.bodies) - 1) + sum(joint.own for joint in topology.joints)
    lines = [
        f"{topology.name}: {bodies} and the ground, {_count(len(topology.joints), 'joint', 'joints')}, {loops}",
        f"mobility   {topology.mobility} by count: {freedoms} freedoms of joints less {topology.motions} for each "
        f"loop; {driven}",
        f"joint      {topology.coordinates} coordinates, {topology.equations} equations that close cuts",
        f"cartesian  {cartesian} coordinates, {sum(joint.equations for joint in topology.joints)} equations",
    ]
    return lines if topology.trees is None else [*lines, *topology.trees.words()]


def _joints(topology: Topology) -> list[str]:
    tree = set(topology.tree)
    rows = [
        [
            joint.name,
            joint.kind,
            f"{joint.first} -> {joint.second}",
            "tree" if joint.name in tree else "cut",
            str(joint.freedoms),
            str(joint.equations),
        ]
        for joint in topology.joints
    ]
    return table(["joint", "kind", "from -> to", "is", "freedoms", "equations"], rows, left=4)


def _tree(topology: Topology) -> list[str]:
    """The tree, a line for every run without branching, indented as often as it branches off."""
    number = {body: place for place, body in enumerate(topology.numbering, 1)}
    runs: dict[str, list[tuple[str, ...]]] = {}
    for run in topology.branches:
        runs.setdefault(topology.spanning.parents[run[0]], []).append(run)
    lines = ["tree from the ground (joint of each body in brackets, numbers from the leaves to the root)"]
    waiting = [(1, run) for run in reversed(runs.get(GROUND, []))]
    while waiting:
        level, run = waiting.pop()
        bodies = [f"{number[body]} {body} ({topology.spanning.carriers[body].name})" for body in run]
        lines.append("  " * level + " - ".join(_shortened(bodies)))
        waiting += [(level + 1, branch) for branch in reversed(runs.get(run[-1], []))]
    return lines


def _shortened(words: list[str]) -> list[str]:
    """A list, its middle left out when it is long."""
    return words if len(words) <= LONGEST else [*words[:3], f"... {len(words) - 6} more ...", *words[-3:]]


def loop_words(loop: Loop) -> str:
    """A walk along a loop: bodies, and between them the joints, each with an arrow in its own direction."""
    words = [loop.bodies[0]]
    for (joint, sign), body in zip(loop.joints, loop.bodies[1:], strict=True):
        words += [f"-{joint}->" if sign > 0 else f"<-{joint}-", body]
    return " ".join(words)


def _loops(topology: Topology) -> list[str]:
    if not topology.loops:
        return ["no loops: nothing is cut"]
    lines = ["loops, each walked in the direction of the joint that is cut"]
    lines += [f"  {number}: {loop_words(loop)}, cut at {loop.chord}" for number, loop in enumerate(topology.loops, 1)]
    groups = [group for group in topology.groups if len(group) > 1]
    lines += [f"  solved together: {', '.join(str(number + 1) for number in group)}" for group in groups]
    return lines


def _matrices(topology: Topology) -> list[str]:
    if max(len(topology.joints), len(topology.bodies)) > WIDEST:
        return []
    names = [joint.name for joint in topology.joints]
    lines = ["incidence of joints in bodies (-1 leaves, 1 enters)"]
    lines += _matrix(names, list(topology.bodies), topology.incidence)
    if topology.loops:
        lines += ["", "joints in loops (1 with the walk, -1 against it)"]
        lines += _matrix(
            names, [f"loop {number}" for number in range(1, len(topology.loops) + 1)], topology.loop_matrix
        )
    lines += ["", "paths: joints between a body and the ground"]
    carriers = [topology.spanning.carriers[body].name for body in topology.numbering]
    return lines + _matrix(carriers, list(topology.numbering), topology.path_matrix)


def _matrix(head: list[str], names: list[str], matrix: Array) -> list[str]:
    rows = [
        [name, *(str(int(value)) if value else "." for value in row)] for name, row in zip(names, matrix, strict=True)
    ]
    return table(["", *head], rows)


def _rest(topology: Topology) -> list[str]:
    lines = [f"open chain on {base}: {', '.join(_shortened(bodies))}" for base, *bodies in topology.open_chains]
    lines += [f"free body: {body} has a free joint to the ground" for body in topology.free_bodies]
    if topology.removed:
        lines.append(f"removed rods, now distances: {', '.join(topology.removed)}")
    if topology.rods:
        coordinates, equations = topology.smallest()
        size = f"{_count(coordinates, 'coordinate', 'coordinates')} and {_count(equations, 'equation', 'equations')}"
        lines.append(f"rods that can be removed: {', '.join(topology.rods)}; this leaves {size}")
    inner = [body for body in topology.massless if body not in topology.massless_leaves]
    if inner:
        lines.append(f"massless bodies inside the tree: {', '.join(inner)}")
    if topology.massless_leaves:
        lines.append(f"massless bodies at the ends of the tree: {', '.join(topology.massless_leaves)}")
    return lines


def _circuits(topology: Topology) -> list[str]:
    return [line for name, counts in topology.circuits.items() for line in circuit_words(name, counts)]


def topology_data(topology: Topology) -> dict[str, Any]:
    """The topology as plain data."""
    tree = set(topology.tree)
    return {
        "name": topology.name,
        "bodies": list(topology.bodies),
        "joints": [
            {
                "name": joint.name,
                "kind": joint.kind,
                "from": joint.first,
                "to": joint.second,
                "freedoms": joint.freedoms,
                "equations": joint.equations,
                "in_tree": joint.name in tree,
            }
            for joint in topology.joints
        ],
        "tree": list(topology.tree),
        "cuts": list(topology.cuts),
        "loops": [
            {"cut": loop.chord, "bodies": list(loop.bodies), "joints": [list(joint) for joint in loop.joints]}
            for loop in topology.loops
        ],
        "loops_solved_together": [[topology.loops[number].chord for number in group] for group in topology.groups],
        "degrees": topology.degrees,
        "numbering": list(topology.numbering),
        "branches": [list(branch) for branch in topology.branches],
        "leaves": list(topology.leaves),
        "open_chains": [list(chain) for chain in topology.open_chains],
        "free_bodies": list(topology.free_bodies),
        "massless": list(topology.massless),
        "rod_candidates": list(topology.rod_candidates),
        "rods": list(topology.rods),
        "removed": list(topology.removed),
        "mobility_by_count": topology.mobility,
        "driver_equations": topology.drivers,
        "joint_coordinates": topology.coordinates,
        "closing_equations": topology.equations,
        "incidence": topology.incidence.tolist(),
        "loop_matrix": topology.loop_matrix.tolist(),
        "path_matrix": topology.path_matrix.tolist(),
        "circuits": topology.circuits,
        **({} if topology.trees is None else {"motion_trees": topology.trees.plain()}),
    }
