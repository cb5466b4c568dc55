"""Wheels that are the same all around as far as anything asks: how far they turn in a step need not be limited.

Steps are kept short where bodies turn fast and numbers are watched, for a number may depend on how a body is turned and
pass zero unseen. A wheel on a flat road, balanced about the axle of its tyre, gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND
from linkwork.bodies.spatial.mass import evaluate
from linkwork.elements.spatial.forces.forces import Actuator
from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.elements.spatial.joints.joints import Revolute
from linkwork.expression import resolve_parameters
from linkwork.expression.part import plain
from linkwork.mechanism.contacts import bodies_in_contact
from linkwork.places.spatial.rotation import cross, minus
from linkwork.places.spatial.rotation import size as length
from linkwork.system.loop.simulation_state_kernel import MARKED

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

ROUNDING = 1e-9  # of the wheel's radius, and of unit vectors
_ANGLE = re.compile(r"\bvalue\b")  # what the law of an actuator calls the angle


def round_wheels(mechanism: Mechanism) -> list[str]:
    """Bodies that turn about the axle of their tyre and whose turning no formula, force or contact asks for."""
    if mechanism.world.dimensions != 3 or not any(isinstance(force, Tyre) for force in mechanism.forces.values()):
        return []
    try:
        texts = {part: list(_texts(value)) for part, value in _parts(mechanism)}
    except MechanismError:  # parts with functions of Python, which may ask for anything
        return []
    struck = set(bodies_in_contact(mechanism))
    return [body for body in _on_tyres(mechanism) if body not in struck and _is_round(mechanism, body, texts)]


def wheel_mask(mechanism: Mechanism, bodies: tuple[str, ...]) -> int:
    """The same as bits by the place of the bodies in the tables."""
    return sum(1 << bodies.index(body) for body in round_wheels(mechanism) if bodies.index(body) < MARKED)


def _on_tyres(mechanism: Mechanism) -> list[str]:
    bodies = [force.wheel.body for force in mechanism.forces.values() if isinstance(force, Tyre)]
    return [body for body in dict.fromkeys(bodies) if body in mechanism.bodies_by_name and body != GROUND]


def _parts(mechanism: Mechanism) -> Iterator[tuple[str, Any]]:
    """All that may name a body or a joint, as plain data."""
    yield "parameters", {name: str(value) for name, value in mechanism.parameters_by_name.items()}
    sections: dict[str, Any] = {
        "joint": mechanism.joints,
        "driver": mechanism.drivers,
        "force": mechanism.forces,
        "signal": mechanism.signals,
        "described force": mechanism.described_forces,
        "described signal": mechanism.described_signals,
        "circuit": mechanism.circuits,
        "event": mechanism.events,
        "contact": mechanism.touching_parts,
        "contacts": mechanism.contact_groups,
        "friction": mechanism.frictions,
        "clearance": mechanism.clearances,
    }
    for section, parts in sections.items():
        for name, part in parts.items():
            yield f"{section} {name}", plain(part)


def _texts(value: Any) -> Iterator[str]:
    """Every word in plain data, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield from _texts(key)
            yield from _texts(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _texts(inside)


def _is_round(mechanism: Mechanism, body: str, texts: dict[str, list[str]]) -> bool:
    """Whether a body has one hinge, mass and tyres even about its axis, and nothing else asks how it is turned."""
    hinges = [name for name, joint in mechanism.joints.items() if any(body == word for word in texts[f"joint {name}"])]
    joint = mechanism.joints[hinges[0]] if len(hinges) == 1 else None
    if not isinstance(joint, Revolute):
        return False
    hub = hinges[0]
    if any(_formulas(plain(mechanism.bodies_by_name[place.body]).get("estimate")) for place in joint.between):
        return False
    if not _balanced(mechanism, joint, body):
        return False
    known = {f"joint {hub}"}
    for name, force in mechanism.forces.items():
        if isinstance(force, Tyre) and force.wheel.body == body:
            if not _rolls_evenly(mechanism, name, force, joint, body):
                return False
            known |= {f"force {name}", f"described force {name}"}
        elif isinstance(force, Actuator) and force.joint == hub:
            if any(_ANGLE.search(text) or _asks(text, body, hub) for text in texts[f"force {name}"] if text != hub):
                return False
            known |= {f"force {name}", f"described force {name}"}
    return not any(_asks(text, body, hub) for part, words in texts.items() if part not in known for text in words)


def _asks(text: str, body: str, hub: str) -> bool:
    """Whether a text names the body, or of its hub anything but the angular velocity."""
    return body in text or hub in text.replace(f"{hub}.omega", "").replace(f'"{hub}".omega', "")


def _formulas(value: Any) -> bool:
    """Whether places are given by formulas, which parameters may change."""
    return any(_is_formula(text) for text in _texts(value))


def _is_formula(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return True
    return False


def _rolls_evenly(mechanism: Mechanism, name: str, tyre: Tyre, joint: Revolute, body: str) -> bool:
    """Whether the axle of a tyre is the axis of the hub, in numbers, and its road flat and the same everywhere."""
    if tyre.surface is not None or tyre.patches:
        return False
    given = plain(tyre)
    places = [given["wheel"], plain(joint).get("between"), plain(joint).get("at"), plain(joint).get("axis")]
    named = set(mechanism.bodies_by_name) | {"drawn", "at", "axis", "x", "local", "body"}
    if any(text not in named and _is_formula(text) for place in places for text in _texts(place)):
        return False
    if any(body in text for field, value in given.items() if field != "wheel" for text in _texts(value)):
        return False
    row = _row(mechanism, f"force '{name}'", name)
    centre, _, _, axle = row.frame(tyre.wheel)
    at, axis = _axis(joint, row, body)
    lever = minus(centre, at)
    size = float(row.number(tyre.radius).real)
    return length(cross(axis, axle)) < ROUNDING and length(cross(axis, lever)) < ROUNDING * size


def _balanced(mechanism: Mechanism, joint: Revolute, body: str) -> bool:
    """Whether mass centre and inertia of a body are the same all around the axis of its hub, whatever parameters are.

    What is off the axis shakes the axle once a turn, what has no symmetry about it twice: numbers on any body know it.
    """
    described = mechanism.bodies_by_name[body]
    if described.modes is not None or described.flexible is not None or described.ritz is not None:
        return False
    given = plain(described).get("mass") or {}
    spread = [text for field, value in given.items() if field != "mass" for text in _texts(value)]
    if any(name in text for text in spread for name in mechanism.parameters_by_name):
        return False
    row = _row(mechanism, f"body '{body}'", body)
    resolved = evaluate(described.mass, row.scope, row)
    at, axis = (np.array(vector, float) for vector in _axis(joint, row, body))
    inertia = np.array(resolved.inertia, complex).real
    lever = np.array(resolved.centre, complex).real - at
    off = float(np.linalg.norm(np.cross(axis, lever))) if abs(resolved.mass) > 0.0 else 0.0
    about = float(axis @ inertia @ axis)
    along = np.outer(axis, axis)
    even = about * along + 0.5 * (np.trace(inertia) - about) * (np.eye(3) - along)
    tyres = [force for force in mechanism.forces.values() if isinstance(force, Tyre) and force.wheel.body == body]
    size = max(float(row.number(tyre.radius).real) for tyre in tyres)
    return off < ROUNDING * size and bool(np.abs(inertia - even).max() <= ROUNDING * np.abs(inertia).max())


def _row(mechanism: Mechanism, where: str, name: str) -> Any:
    """Formulas of a part, with the parameters as they are."""
    return mechanism.row_class(mechanism.scope(resolve_parameters(mechanism.parameters_by_name)), where, name)


def _axis(joint: Revolute, row: Any, body: str) -> tuple[Any, Any]:
    """A point and the direction of the hub's axis in a body's frame."""
    at, _, _, axis = joint.frames(row)[[place.body for place in joint.places()].index(body)]
    return at, axis
