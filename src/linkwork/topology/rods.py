"""Rods: bodies with two pins and nothing else, which may be replaced by a distance with their inertia at its ends.

A rod in a loop costs a joint coordinate and the two equations of a cut pin; as a distance it costs one equation
(Garcia de Jalon and others 2005, section 2.2). In space a rod has two ball joints, or a ball joint and a universal one,
and is the same all around the line between them (`axial`): without spin a distance with mass at its ends serves, too.
"""

from __future__ import annotations

import math
from dataclasses import replace

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.topology.axial import unlike_a_rod
from linkwork.topology.groups import Groups
from linkwork.topology.loops import loop_of
from linkwork.topology.network import ROD, Joint, Network
from linkwork.topology.spanning_tree import Tree, grow

ENDS = (("revolute", "revolute"), ("spherical", "spherical"), ("spherical", "universal"))
"""Joints of a rod: in a plane the first, in space the others."""
LEAST_LENGTH = 1e-3  # of the largest moving body: a shorter one has no direction that its pins could tell


def rod_candidates(network: Network) -> list[str]:
    """Bodies in loops with exactly two pins, in space ball joints, well apart, on which no driver or force acts.

    In space they are the same all around the line between their joints.
    """
    return _candidates(network, grow(network))


def _candidates(network: Network, tree: Tree) -> list[str]:
    around = network.around()
    on_loops = {body for chord in tree.cuts for body in loop_of(tree, chord).bodies}
    least = LEAST_LENGTH * _largest(network)
    if not network.pins:
        return []
    return [body for body in network.bodies[1:] if body in on_loops and _is_rod(network, body, around[body], least)]


def _largest(network: Network) -> float:
    """How far apart pins of a moving body lie at most: the longest diagonal of the boxes around them."""
    places: dict[str, list[tuple[float, ...]]] = {}
    for pin in network.pins.values():
        for body, place in pin.items():
            places.setdefault(body, []).append(place)
    moving = (zip(*rows, strict=True) for body, rows in places.items() if body != network.bodies[0])
    return max((math.hypot(*(max(along) - min(along) for along in box)) for box in moving), default=0.0)


def _is_rod(network: Network, body: str, joints: list[Joint], least: float) -> bool:
    if body in network.loaded or tuple(sorted(joint.kind for joint in joints)) not in ENDS:
        return False
    if any(joint.name not in network.pins for joint in joints):
        return False
    first, second = (joint.other(body) for joint in joints)
    one, two = (network.pins[joint.name][body] for joint in joints)
    apart = first != second and one != two and math.dist(one, two) >= least
    return apart and not _unlike(network, body, joints)


def _unlike(network: Network, body: str, joints: list[Joint]) -> str:
    """Why a body between two joints has not the inertia of a rod; in a plane, and without mass, every one has."""
    if body not in network.masses:
        return ""
    one, two = (network.pins[joint.name][body] for joint in joints)
    return unlike_a_rod(network.masses[body], one, two, any(joint.kind == "universal" for joint in joints))


def removable(network: Network) -> list[str]:
    """Rods that can be removed together: no two of them share a pin, and the other bodies hang together without them.

    Rods away from the ground go first: what is left then has the shortest paths. In space only slender rods go unasked.
    """
    if not network.masses and _has_no_loop(network):
        return []
    around, tree = network.around(), grow(network)
    chosen: set[str] = set()
    slim = [rod for rod in _candidates(network, tree) if rod not in network.masses or rod in network.slender]
    for rod in sorted(slim, key=lambda body: -tree.depths[body]):
        if not any(joint.other(rod) in chosen for joint in around[rod]):
            chosen.add(rod)
    return _not_needed(network, chosen)


def _has_no_loop(network: Network) -> bool:
    groups = Groups(network.bodies)
    return all(groups.join(joint.first, joint.second) for joint in network.joints)


def _not_needed(network: Network, rods: set[str]) -> list[str]:
    """Rods that the others need not to hang together; a rod that closes no loop besides stays a body.

    Slender rods between balls carry nothing anyhow: what only they hold floats.
    """
    groups, spinning = Groups(network.bodies), network.spinning()
    ends: dict[str, list[str]] = {rod: [] for rod in rods}
    for joint in network.joints:
        rod = next((end for end in (joint.first, joint.second) if end in rods), None)
        if rod is None:
            groups.join(joint.first, joint.second)
        else:
            ends[rod].append(joint.other(rod))
    return [rod for rod in network.bodies if rod in rods and (rod in spinning or not groups.join(*ends[rod]))]


def removed(network: Network) -> list[Joint]:
    """The distances that replace rods in a network."""
    return [joint for joint in network.joints if joint.kind == ROD]


def without_rods(network: Network, rods: tuple[str, ...]) -> Network:
    """The network in which the named bodies are distances between their neighbours."""
    candidates, around, gone = rod_candidates(network), network.around(), set(rods)
    known, bodies = set(candidates), set(network.bodies)
    for rod in rods:
        if rod not in bodies:
            raise MechanismError(f"remove: there is no body '{rod}'{suggestion(rod, network.bodies[1:], 'bodies')}")
        if rod not in known:
            why = _spoilt(network, rod, around[rod])
            if why:
                raise MechanismError(f"remove: body '{rod}' is no rod: {why}; leave it out, and its joints stay")
            raise MechanismError(
                f"remove: body '{rod}' is no rod: it needs two {_needed(network)} joints, both in a loop, apart by at "
                f"least {LEAST_LENGTH:g} of the largest moving body, and no other joint, driver or force"
                f"{suggestion(rod, candidates, 'rods')}"
            )
        neighbour = next((joint.other(rod) for joint in around[rod] if joint.other(rod) in gone), None)
        if neighbour is not None:
            raise MechanismError(f"remove: rods '{rod}' and '{neighbour}' share a pin; remove only one of them")
    joints = [joint for joint in network.joints if joint.first not in gone and joint.second not in gone]
    for rod in rods:
        first, second = (joint.other(rod) for joint in around[rod])
        joints.append(Joint(rod, ROD, first, second, equations=1, motions=len(network.free)))
    left = tuple(body for body in network.bodies if body not in gone)
    return replace(
        network,
        bodies=left,
        joints=tuple(joints),
        massless=network.massless - gone,
        slender=network.slender - gone,
        masses={body: mass for body, mass in network.masses.items() if body not in gone},
    )


def _spoilt(network: Network, body: str, joints: list[Joint]) -> str:
    """What the inertia of a body with the joints of a rod in space lacks; empty where it has other joints."""
    if tuple(sorted(joint.kind for joint in joints)) not in ENDS or any(j.name not in network.pins for j in joints):
        return ""
    return _unlike(network, body, joints)


def _needed(network: Network) -> str:
    return "spherical (or one of them universal)" if len(network.free) > 3 else "revolute"
