"""What a user asks of a tree: joints to cut and joints to keep, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from linkwork.errors import MechanismError
from linkwork.system.scope import suggestion
from linkwork.topology.network import ALWAYS_CUT, Network

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar


def names_of(what: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """One name or several, each once."""
    found = (given,) if isinstance(given, str) else tuple(given)
    for name in found:
        if not isinstance(name, str):
            raise MechanismError(f"{what}: give names, as in {what}=('A', 'B'); found {name!r}")
    return tuple(dict.fromkeys(found))


def check_joints(mechanism: Planar, network: Network, cut: tuple[str, ...], keep: tuple[str, ...]) -> None:
    """Refuse names that are no joints, and joints that cannot be kept."""
    joints = {joint.name: joint for joint in network.joints}
    for what, names in (("cut", cut), ("keep", keep)):
        for name in names:
            if name not in joints:
                raise MechanismError(f"{what}: there is no joint '{name}'{_why(mechanism, name, joints)}")
    for name in keep:
        if name in cut:
            raise MechanismError(f"joint '{name}' is to be cut and to be kept; name it once")
        if joints[name].kind in ALWAYS_CUT:
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
