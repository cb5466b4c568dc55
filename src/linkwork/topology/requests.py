"""What a user asks of a tree: joints to cut, to keep, or to take as independent, and rods to remove, checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND, suggestion
from linkwork.mechanism.name_lists import names_of, rods_of
from linkwork.topology.groups import Groups
from linkwork.topology.loops import loop_of
from linkwork.topology.network import FREE, Joint, Network
from linkwork.topology.rods import removable, without_rods
from linkwork.topology.spanning_tree import free_joint, grow

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.mechanism.model_requests import TreeRequest


def asked(**given: Any) -> dict[str, Any]:
    """The names in what is given; None is left out."""
    asked = {}
    for what, names in given.items():
        if names is not None:
            try:
                asked[what] = rods_of(names) if what == "remove" else names_of(names)
            except ValueError as error:
                raise MechanismError(f"{what}: {error}") from None
    return asked


def checked(mechanism: Mechanism, whole: Network, request: TreeRequest) -> tuple[Network, tuple[str, ...]]:
    """The network without the rods that go, and the joints that stay in its tree; anything impossible is refused.

    With "all", rods stay at whose pins a joint is named.
    """
    joints = _joints(whole)
    _refuse_unknown(mechanism, "cut", request.cut, joints)
    _refuse_unknown(mechanism, "keep", request.keep, joints)
    independent = [_independent(mechanism, name, joints) for name in request.independent]
    keep = dict.fromkeys(independent, "independent") | dict.fromkeys(request.keep, "keep")
    rods = () if request.remove == "none" else request.remove
    if rods == "all":
        named = [joints[name] for name in (*request.cut, *keep)]
        rods = tuple(rod for rod in removable(whole) if not any(rod in (one.first, one.second) for one in named))
    network = without_rods(whole, rods) if rods else whole
    _check_joints(mechanism, network, request.cut, keep)
    return network, tuple(keep)


def refuse_cuts(mechanism: Mechanism, network: Network, request: TreeRequest, kept: Iterable[str]) -> None:
    """Refuse joints to be cut in one tree that are none, or that are to stay."""
    joints = {joint.name: joint for joint in network.joints}
    for what, names in (("cut_translation", request.cut_translation), ("cut_rotation", request.cut_rotation)):
        _refuse_unknown(mechanism, what, names, joints)
        for name in names:
            if name in kept:
                raise MechanismError(f"{what}: joint '{name}' is to stay in the tree, too; leave it out of one of them")


def _joints(network: Network) -> dict[str, Joint]:
    """The joints by name, and after them the free joint that each body may have."""
    free = (free_joint(body, network.free) for body in network.bodies[1:])
    return {joint.name: joint for joint in (*network.joints, *free)}


def _independent(mechanism: Mechanism, name: str, joints: dict[str, Joint]) -> str:
    """The joint of an independent coordinate such as `O`, `O.angle` or `free(base).x`."""
    joint, _, freedom = name.partition(".")
    _refuse_unknown(mechanism, "independent", (joint,), joints)
    known = joints[joint].coordinates
    if known is None:
        raise MechanismError(
            f"independent: joint '{joint}' ({joints[joint].kind}) carries no body and has no coordinate; leave it out"
        )
    if not known or (freedom and freedom not in known):
        which = f"its coordinates are: {', '.join(known)}" if known else "it holds its bodies together, leave it out"
        raise MechanismError(f"independent: joint '{joint}' has no coordinate '{freedom or joint}'; {which}")
    return joint


def _refuse_unknown(mechanism: Mechanism, what: str, names: Iterable[str], joints: dict[str, Joint]) -> None:
    """Refuse names that are no joints; free joints may be kept, not cut."""
    for name in names:
        if name not in joints:
            raise MechanismError(f"{what}: there is no joint '{name}'{_why(mechanism, what, name, joints)}")
        if what == "cut" and joints[name].kind == FREE:
            raise MechanismError(f"cut: '{name}' is a free joint, which holds nothing and is never cut; leave it out")


def _check_joints(mechanism: Mechanism, network: Network, cut: tuple[str, ...], keep: dict[str, str]) -> None:
    """Refuse joints that went with a rod, and those that cannot be kept; `keep` says by which word they are named."""
    joints = _joints(network)
    _refuse_unknown(mechanism, "cut", cut, joints)
    for name, what in keep.items():
        _refuse_unknown(mechanism, what, (name,), joints)
        if name in cut:
            raise MechanismError(
                f"joint '{name}' is to be cut and to be {'kept' if what == 'keep' else what}; name it once"
            )
        if joints[name].coordinates is None:
            raise MechanismError(
                f"keep: joint '{name}' ({joints[name].kind}) cannot carry a body; it is always cut, leave it out"
            )
    _refuse_loop(network, keep, joints)


def _why(mechanism: Mechanism, what: str, name: str, joints: dict[str, Joint]) -> str:
    for kind, elements in (("driver", mechanism.drivers), ("force", mechanism.forces)):
        if name in elements:
            return f"; it is a {kind}, and only joints are cut or kept"
    if name in mechanism.joints or any(name == free_joint(body).name for body in mechanism.bodies_by_name):
        return "; it goes with a removed rod"
    if name in mechanism.bodies_by_name:
        own = "" if what == "cut" or name == GROUND else f", or '{free_joint(name).name}', its free joint"
        return f"; it is a body: name one of its joints{own}"
    return suggestion(name, [joint.name for joint in joints.values() if joint.kind != FREE], "joints")


def _refuse_loop(network: Network, keep: dict[str, str], joints: dict[str, Joint]) -> None:
    """Refuse kept joints that close a loop among themselves: one of them must be cut."""
    groups = Groups(network.bodies)
    before: list[str] = []
    for name, what in keep.items():
        joint = joints[name]
        if not groups.join(joint.first, joint.second):
            tree = grow(replace(network, joints=tuple(joints[other] for other in before)), keep=before)
            loop = {other for other, _ in loop_of(tree, joint).joints}
            others = ", ".join(f"'{other}'" for other in before if other in loop)
            raise MechanismError(
                f"{what}: joint '{name}' closes a loop with {others}; one of them must be cut, leave it out"
            )
        before.append(name)
