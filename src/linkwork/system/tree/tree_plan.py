"""The tree of a system in words that its table is made of: links from the ground outwards, and cut elements.

Which joints carry bodies and which are cut, topology says, and the mechanism's `tree` where the user asked for
something. How a joint carries its body, its class says: one link a primitive motion, all but the last one to frames
without mass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.system.tree import tree_kernel as kernel
from linkwork.topology.numbering import leaves_to_root
from linkwork.topology.requests import checked
from linkwork.topology.rods import removed
from linkwork.topology.spanning_tree import Tree, grow

if TYPE_CHECKING:
    from linkwork.system.system import Placed, System

KINDS = {
    "turn": kernel.TURNING,
    "slide": kernel.SLIDING,
    "hold": kernel.RIGID,
    "ball": kernel.BALL,
    "screw": kernel.SCREWING,
    "to frame": kernel.TO_FRAME,
    "from frame": kernel.FROM_FRAME,
}
FREEDOMS = {
    kernel.TURNING: 1,
    kernel.SLIDING: 1,
    kernel.RIGID: 0,
    kernel.FLOATING: 3,
    kernel.BALL: 3,
    kernel.SCREWING: 1,
    kernel.TO_FRAME: 0,
    kernel.FROM_FRAME: 0,
}


@dataclass(frozen=True)
class Link:
    """A body or a frame without mass, on its parent.

    body    number of the body; 0: a frame
    parent  number of the link that carries it; -1: the ground
    joint   the element that carries it; none: a free joint
    motion  how it does so, a primitive of the plane or of space; none: freely in a plane
    names   of its coordinates
    frame   the interface of a body with elastic modes that it is; none: a body, or a frame inside a joint
    """

    body: int
    parent: int
    joint: Placed | None
    motion: Any
    names: tuple[str, ...]
    frame: str = ""

    @property
    def kind(self) -> int:
        """Kind of the joint, as the kernels count."""
        return kernel.FLOATING if self.motion is None else KINDS[self.motion.kind]


@dataclass(frozen=True)
class Bending:
    """The motion between a body with elastic modes and an interface of it: its modes, which are no joint's own."""

    kind: str
    frame: str
    after: Any = ((0.0, 0.0, 0.0),)


@dataclass(frozen=True)
class Rod:
    """A body that a distance replaces, with the pins at its ends."""

    body: int
    pins: tuple[Placed, Placed]

    def ends(self) -> tuple[int, int]:
        """The bodies at its ends."""
        first, second = (one if other == self.body else other for one, other in (pin.ends for pin in self.pins))
        return first, second

    @property
    def free_to_spin(self) -> bool:
        """Whether nothing holds it about its own line, as between two balls."""
        return all(pin.element.freedoms == ("rx", "ry", "rz") for pin in self.pins)

    def places(self, pin: int) -> tuple[int, int]:
        """Where a pin lies, among the numbers of the system: on the body at that end, and on the rod."""
        at, inside = self.pins[pin].floats_at, self.pins[pin].ends[0] == self.body
        return (at + 2, at) if inside else (at, at + 2)


@dataclass(frozen=True)
class Plan:
    """Links, parents before children and each branch in a row, the elements that are cut, and the removed rods."""

    links: tuple[Link, ...]
    cuts: tuple[Placed, ...]
    rods: tuple[Rod, ...]

    @property
    def coordinates(self) -> list[str]:
        """Names of the joint coordinates, numbered from the leaves to the root so that elimination fills nothing in."""
        return [name for link in reversed(self.links) for name in link.names]

    @property
    def first_coordinates(self) -> list[int]:
        """The first coordinate of each link."""
        first_coordinates, total = [], sum(len(link.names) for link in self.links)
        for link in self.links:
            total -= len(link.names)
            first_coordinates.append(total)
        return first_coordinates

    def place_of(self) -> dict[int, int]:
        """The link of every body; the ground has none, -1."""
        return {0: -1} | {link.body: place for place, link in enumerate(self.links) if link.body}


def plan_of(system: System, alike: System | None = None) -> Plan:
    """The tree that the topology of a system, or of one alike, and its mechanism's wishes give."""
    from linkwork.system.tree.tree_network import network_of

    request, whole = system.mechanism.tree_request, network_of(alike or system)
    network, kept = checked(system.mechanism, whole, request)
    tree = grow(network, request.cut, kept)
    placed = {each.name: each for each in system.elements if not each.driver}
    around, number = whole.around(), {name: place for place, name in enumerate(whole.bodies)}
    gone = {joint.name: [placed[pin.name] for pin in around[joint.name]] for joint in removed(network)}
    held = {joint.name for joint in tree.carriers.values()} | {pin.name for pins in gone.values() for pin in pins}
    cuts = tuple(each for each in system.elements if each.driver or each.name not in held)
    rods = tuple(Rod(number[name], (one, other)) for name, (one, other) in gone.items())
    return Plan(tuple(_links(system, tree, placed)), cuts, rods)


def _links(system: System, tree: Tree, placed: dict[str, Placed]) -> list[Link]:
    world = system.world
    scope = world.scope_class(system.mechanism, dict(system.env))
    number = {body: place for place, body in enumerate((GROUND, *system.bodies))}
    at, frames, links = {0: -1}, dict[str, int](), list[Link]()
    for name in reversed(leaves_to_root(tree)):
        body, parent, carrier = number[name], number[tree.parents[name]], tree.carriers[name]
        joint = placed.get(carrier.name)
        if joint is None:
            names = [f"{carrier.name}.{freedom}" for freedom in carrier.coordinates or ()]
            links += _linked(world.free_motions(), names, None, body, -1, len(links))
        else:
            motions, names = _motions(scope, system, joint, body)
            before, after = joint.frames if joint.ends[1] == body else joint.frames[::-1]
            above = at[parent]
            if before:
                if before not in frames:
                    frames[before] = len(links)
                    links.append(Link(0, above, None, Bending("to frame", before), (), before))
                above = frames[before]
            links += _linked(motions, names, joint, 0 if after else body, above, len(links), after)
            if after:
                links.append(Link(body, len(links) - 1, joint, Bending("from frame", after), ()))
        at[body] = len(links) - 1
    return links


def _motions(scope: Any, system: System, joint: Placed, body: int) -> tuple[tuple[Any, ...], list[str]]:
    """The motions of a joint from its parent body to the body that it carries, and the names of their coordinates."""
    element, outward = joint.element, joint.ends[1] == body
    row = system.world.row_class(scope, f"joint '{joint.name}'", joint.name)
    motions = element.carry(row, system.p[joint.floats_at :])
    names = [f"{joint.name}.{name}" for name in element.freedoms or ()]
    if outward:
        return motions, names
    groups = [[names.pop(0) for _ in range(FREEDOMS[KINDS[motion.kind]])] for motion in motions]
    return tuple(motion.reversed() for motion in reversed(motions)), [name for group in groups[::-1] for name in group]


def _linked(
    motions: tuple[Any, ...],
    names: list[str],
    joint: Placed | None,
    body: int,
    parent: int,
    first: int,
    frame: str = "",
) -> list[Link]:
    """The links of one joint: all but the last, which carries a body or an interface, carry a frame without mass."""
    linked, left = list[Link](), list(names)
    for place, motion in enumerate(motions):
        last = place == len(motions) - 1
        count = FREEDOMS[kernel.FLOATING if motion is None else KINDS[motion.kind]]
        own, left = tuple(left[:count]), left[count:]
        linked.append(Link(body if last else 0, parent, joint, motion, own, frame if last else ""))
        parent = first + place
    return linked
