"""What a user asks of a tree: joints to cut, to keep, or to take as independent, and rods to remove, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from linkwork.errors import MechanismError
from linkwork.system.scope import suggestion
from linkwork.topology.network import Joint, Network
from linkwork.topology.rods import removable, without_rods

if TYPE_CHECKING:
    from linkwork.mechanism.model import TreeRequest
    from linkwork.mechanism.planar import Planar


def names_of(what: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """One name or several, each once."""
    found = (given,) if isinstance(given, str) else tuple(given)
    for name in found:
        if not isinstance(name, str):
            raise MechanismError(f"{what}: give names, as in {what}=('A', 'B'); found {name!r}")
    return tuple(dict.fromkeys(found))


def named_rods(what: str, given: str | Iterable[str]) -> str | tuple[str, ...]:
    """Rods to remove: "all", "none", or names."""
    return given if isinstance(given, str) and given in ("all", "none") else names_of(what, given)


def checked(mechanism: Planar, whole: Network, request: TreeRequest) -> tuple[Network, tuple[str, ...]]:
    """The network without the rods that go, and the joints that stay in its tree; anything impossible is refused.

    With "all", rods stay at whose pins a joint is named.
    """
    joints = {joint.name: joint for joint in whole.joints}
    for what, names in (("cut", request.cut), ("keep", request.keep)):
        _refuse_unknown(mechanism, what, names, joints)
    independent = tuple(_independent(mechanism, name, joints) for name in request.independent)
    keep = tuple(dict.fromkeys((*request.keep, *independent)))
    rods = () if request.remove == "none" else request.remove
    if rods == "all":
        named = [joints[name] for name in (*request.cut, *keep)]
        rods = tuple(rod for rod in removable(whole) if not any(rod in (one.first, one.second) for one in named))
    network = without_rods(whole, rods) if rods else whole
    check_joints(mechanism, network, request.cut, keep)
    return network, keep


def _independent(mechanism: Planar, name: str, joints: dict[str, Joint]) -> str:
    """The joint of an independent coordinate such as `O` or `O.angle`."""
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


def _refuse_unknown(mechanism: Planar, what: str, names: Iterable[str], joints: dict[str, Joint]) -> None:
    for name in names:
        if name not in joints:
            raise MechanismError(f"{what}: there is no joint '{name}'{_why(mechanism, name, joints)}")


def check_joints(mechanism: Planar, network: Network, cut: tuple[str, ...], keep: tuple[str, ...]) -> None:
    """Refuse names that are no joints, and joints that cannot be kept."""
    joints = {joint.name: joint for joint in network.joints}
    for what, names in (("cut", cut), ("keep", keep)):
        _refuse_unknown(mechanism, what, names, joints)
    for name in keep:
        if name in cut:
            raise MechanismError(f"joint '{name}' is to be cut and to be kept; name it once")
        if joints[name].coordinates is None:
            raise MechanismError(
                f"keep: joint '{name}' ({joints[name].kind}) cannot carry a body; it is always cut, leave it out"
            )
    _refuse_loop(network, keep)


def _why(mechanism: Planar, name: str, joints: Iterable[str]) -> str:
    for what, elements in (("driver", mechanism.drivers), ("force", mechanism.forces)):
        if name in elements:
            return f"; it is a {what}, and only joints are cut or kept"
    if name in mechanism.joints:
        return "; it goes with a removed rod"
    if name in mechanism.bodies_by_name:
        return "; it is a body: name one of its joints"
    return suggestion(name, joints, "joints")


def _refuse_loop(network: Network, keep: tuple[str, ...]) -> None:
    """Refuse kept joints that close a loop among themselves: one of them must be cut."""
    leader: dict[str, str] = {body: body for body in network.bodies}

    def find(body: str) -> str:
        while leader[body] != body:
            body = leader[body]
        return body

    joints = {joint.name: joint for joint in network.joints}
    for number, name in enumerate(keep):
        first, second = find(joints[name].first), find(joints[name].second)
        if first == second:
            others = ", ".join(f"'{other}'" for other in keep[:number])
            raise MechanismError(
                f"keep: joint '{name}' closes a loop with {others}; one of them must be cut, leave it out"
            )
        leader[first] = second
