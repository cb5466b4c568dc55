"""What channels are, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.elements.freedoms import rate_names

if TYPE_CHECKING:
    from linkwork.run.run import Run

_BODY = {
    "angle": "angle",
    "omega": "angular velocity",
    "alpha": "angular acceleration",
    "roll": "roll angle",
    "pitch": "pitch angle",
    "yaw": "yaw angle",
}
_ENERGIES = {
    "kinetic": "kinetic energy of all bodies",
    "gravity": "potential energy of gravity",
    "elastic": "energy stored in forces and contacts",
    "potential": "potential energy: gravity and what forces store",
    "total": "kinetic and potential energy",
    "lost": "energy lost in forces and friction so far",
    "given": "energy given by forces so far",
    "driven": "energy given by drivers so far",
    "balance": "what is missing in the balance of all energies",
    "lost_power": "power lost in forces and friction",
}
_FORCES = {
    "energy": "energy stored in {0}",
    "lost_power": "power lost in {0}",
    "given_power": "power given by {0}",
    "strength": "strength of {0}: its force or torque",
}
_CONTACTS = {
    "gap": "distance of the surfaces at {0}",
    "gap_rate": "rate of the distance at {0}",
    "force": "normal force at {0}",
    "friction": "friction force at {0}",
    "normal": "force that presses in {0}",
    "reserve": "friction that {0} has left before it slides",
    "slip": "speed of sliding at {0}",
    "mode": "state of {0}: open, sliding or sticking, as a number",
}
_REACTIONS = {
    "force": "size of the reaction force in {0}",
    "along": "reaction force in {0} along its axis",
    "across": "reaction force in {0} across its axis",
    "direction": "direction of the reaction force in {0}",
    "torque": "reaction torque in {0}",
}
_ORDERS = {"v": "velocity", "a": "acceleration"}


def describe_motion(run: Run, name: str) -> str:
    """A channel of a body, of a named point, of a joint, or one that is written as a call."""
    if name.endswith(")") or ")." in name:
        return f"{name.partition('(')[0]} of {name.partition('(')[2].rpartition(')')[0]}" + _suffix(name)
    head, _, quantity = name.partition(".")
    owner, _, label = name.rpartition(".")
    body = run.mechanism.bodies_by_name.get(head)
    if body is not None and getattr(body, "modes", None) is not None and _is_gauge(quantity):
        return f"{label.replace('_', ' ')} at '{owner}'" if "." in quantity else f"elastic mode of '{head}', {label}"
    if body is not None:
        return _of_body(owner, quantity, label)
    return f"{_joint_value(run, head, label)} of '{head}'"


def _is_gauge(quantity: str) -> bool:
    """Whether a channel of a body with modes is a sum of them."""
    if "." in quantity:
        return quantity.rpartition(".")[2].split("_")[0] in ("dx", "dy", "dz", "stress", "strain", "curvature", "twist")
    return quantity.split("_")[0][1:].isdigit()


def _suffix(name: str) -> str:
    label = name.rpartition(")")[2].lstrip(".")
    return f", {label}" if label else ""


def _of_body(owner: str, quantity: str, label: str) -> str:
    for word, text in _BODY.items():
        if quantity == word or quantity.startswith(f"{word}."):
            axis = quantity.removeprefix(word).lstrip(".")
            return f"{text} of '{owner.partition('.')[0]}'" + (f", component {axis}" if axis else "")
    if label in ("x", "y", "z"):
        return f"{label} coordinate of '{owner}'"
    if len(label) == 2 and label[0] in _ORDERS and label[1] in "xyz":
        return f"{_ORDERS[label[0]]} of '{owner}' along {label[1]}"
    return f"{label} of '{owner}': part of its orientation"


def _joint_value(run: Run, joint: str, label: str) -> str:
    for quantity in run.moving.measured(joint):
        for order, word in zip(("", "rate of the ", "acceleration of the "), rate_names(quantity), strict=True):
            if word == label:
                return f"{order}{quantity.replace('_', ' ')}"
    return label


def describe_load(run: Run, name: str) -> str:
    """An energy, a number of a force, a contact, a reaction in the world's axes, a signal or an own state."""
    head, _, label = name.rpartition(".")
    if head == "energy" and label in _ENERGIES:
        return _ENERGIES[label]
    if head in run.mechanism.forces and label in _FORCES:
        return _FORCES[label].format(f"'{head}'")
    if run.loads is not None and any(placed.name == head for placed in run.loads.system.elements):
        return describe_reaction(name)
    if name in run.mechanism.signals:
        return f"signal '{name}'"
    return _CONTACTS[label].format(f"'{head}'") if label in _CONTACTS else f"own number of '{head or name}'"


def describe_reaction(name: str) -> str:
    """A component or the size of a reaction on the second body of a joint."""
    if "(" in name:
        return f"reaction as {name}"
    head, _, label = name.rpartition(".")
    joint = head.removesuffix(".joint")
    if label in _REACTIONS:
        return _REACTIONS[label].format(f"'{joint}'")
    what = "force" if label.startswith("f") else "torque"
    axes = "the joint's" if head.endswith(".joint") else "the world's"
    return f"reaction {what} in '{joint}' along {axes} {label[-1]} axis, on its second body"
