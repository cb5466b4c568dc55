"""Which bodies of a mechanism are in closed loops; the others hang in trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.system.system import System


def bodies_in_loops(system: System) -> set[str]:
    """Names of the bodies through which a loop of joints goes; drivers and held values close none."""
    joints = [placed.ends for placed in system.elements if not placed.driver and "." not in placed.name]
    around: dict[int, list[tuple[int, int]]] = {}
    for number, (first, second) in enumerate(joints):
        around.setdefault(first, []).append((second, number))
        around.setdefault(second, []).append((first, number))
    bodies: set[int] = set()
    above: dict[int, int] = {}
    depth: dict[int, int] = {}
    for root in around:
        if root not in depth:
            closing = _span(root, around, above, depth)
            for first, second in closing:
                _mark(first, second, above, depth, bodies)
    return {system.bodies[number - 1] for number in bodies if number > 0}


def _span(
    root: int, around: dict[int, list[tuple[int, int]]], above: dict[int, int], depth: dict[int, int]
) -> list[tuple[int, int]]:
    """Bodies reached from a root with what carries each; the joints that are left over, by their ends."""
    depth[root] = 0
    waiting, closing, used = [root], [], set()
    for body in waiting:
        for other, joint in around[body]:
            if joint in used:
                continue
            used.add(joint)
            if other in depth:
                closing.append((body, other))
            else:
                above[other], depth[other] = body, depth[body] + 1
                waiting.append(other)
    return closing


def _mark(first: int, second: int, above: dict[int, int], depth: dict[int, int], marked: set[int]) -> None:
    """Add the bodies on the loop that a joint between two bodies closes."""
    while first != second:
        if depth[first] < depth[second]:
            first, second = second, first
        marked.update((first, second))
        first = above[first]
        marked.add(first)
