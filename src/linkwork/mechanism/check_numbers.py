"""All numbers of a description, wherever they stand: none too large, and only drivers may change with the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import Expression
from linkwork.mechanism.dimensions.check import refuse_misfits
from linkwork.mechanism.expressions import expressions_of
from linkwork.mechanism.readings import Readings

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.functions.base import Environment
    from linkwork.mechanism.mechanism import Mechanism

LARGEST = 1e100
"""Beyond this, squares of numbers leave the range of floating point soon."""
MOST_GRAVITY = 1e8
"""m/s^2: a million centrifuges; beyond, a motion would take hours."""
MOST_OF_FORCES = {"stiffness": 1e25, "damping": 1e25}
"""In units of m, N and s: what is stiffer than that is a joint."""

_DRIVERS = {
    "revolute_revolute": "a 'strut' driver between the two points",
    "fixed": "a revolute joint there and an 'angle' driver on it",
    "double_translational": "a 'relative_angle' driver between the two bodies",
    "revolute_translational": "a body that slides there and a 'position' driver on it",
    "pin_in_slot": "a body that slides there and a 'position' driver on it",
    "gear": "an 'angle' driver on the joint of a gear",
    "rack_pinion": "a 'position' driver on the joint of the rack",
}
_ANY_DRIVER = "an 'angle', 'position', 'strut', 'absolute_x' or other driver"


def refuse_time(where: str, joint: Element) -> None:
    """Refuse a joint in which a number depends on the time."""
    for expression in expressions_of(joint):
        if "t" in expression.names:
            kind = getattr(joint, "type", "")
            instead = _DRIVERS.get(kind, _ANY_DRIVER)
            raise MechanismError(
                f"{where}: '{expression}' depends on t, but only drivers may depend on t; use {instead}"
            )


def refuse_large_parameters(env: Environment) -> None:
    """Refuse parameter values of a size that no mechanism has."""
    for name, value in env.items():
        if abs(value) > LARGEST:
            raise MechanismError(_too_large(f"parameter '{name}'", value))


def named_parts(mechanism: Mechanism) -> dict[str, dict[str, Any]]:
    """All parts of a description that hold numbers: what such a part is called, then the parts by their names."""
    made = mechanism.generated  # what follows from the numbers of a beam or a solid
    return {
        "parameter": mechanism.parameters_by_name,
        **mechanism.rules.parts(mechanism),
        "body": {name: body for name, body in mechanism.bodies_by_name.items() if name not in made},
        "beam": mechanism.beams,
        "cable": mechanism.cables,
        "solid": mechanism.solids,
        "joint": {name: joint for name, joint in mechanism.joints.items() if name not in made},
        "driver": mechanism.drivers,
        "force": {name: force for name, force in mechanism.forces.items() if name not in made},
        "signal": mechanism.signals,
        "part": {
            f"{name}.{label}": part
            for name, circuit in mechanism.circuits.items()
            for label, part in circuit.parts.items()
        },
        "event": mechanism.events,
        "contact": mechanism.contacts,
        "contacts": mechanism.contact_groups,
        "clearance": mechanism.clearances,
        "friction": mechanism.frictions,
        "initial value": mechanism.initial,
    }


def refuse_unusual(mechanism: Mechanism, env: Environment) -> None:
    """Refuse numbers of a size that no mechanism has, of the wrong kind, and texts that can be read in two ways."""
    refuse_large_parameters(env)
    readings, named = Readings(mechanism), named_parts(mechanism)
    written = {word: {name: expressions_of(part) for name, part in parts.items()} for word, parts in named.items()}
    refuse_misfits(mechanism, named, written)
    for word, parts in written.items():
        for name, expressions in parts.items():
            for expression in expressions:
                bare = expression.plain
                if bare is not None and abs(bare) <= LARGEST:
                    continue
                if readings.patterns:
                    readings.refuse(f"{word} '{name}'", expression)
                for value in _values(expression, env):
                    if abs(value) > LARGEST:
                        raise MechanismError(_too_large(f"{word} '{name}'", value, expression))
    _refuse_huge_forces(mechanism, env)


def _refuse_huge_forces(mechanism: Mechanism, env: Environment) -> None:
    """Refuse springs, dampers and a gravity under which no motion can be followed."""
    for name, force in mechanism.forces.items():
        for field, most in MOST_OF_FORCES.items():
            for expression in expressions_of(getattr(force, field, ())):
                for value in _values(expression, env):
                    if abs(value) > most:
                        raise MechanismError(
                            f"force '{name}': {field} of {value.real:g} is too large, at most {most:g}; use a joint"
                        )
    for expression in expressions_of(mechanism.gravity):
        for value in _values(expression, env):
            if abs(value) > MOST_GRAVITY:
                raise MechanismError(
                    f"gravity: {value.real:g} m/s^2 is too large; at most {MOST_GRAVITY:g} (the Earth's is 9.81)"
                )


def _too_large(where: str, value: Any, expression: Expression | None = None) -> str:
    source = f" in '{expression}'" if expression is not None and expression.plain is None else ""
    return f"{where}: the number {value.real:g}{source} is too large; at most {LARGEST:g}"


def _values(expression: Expression, env: Environment) -> list[Any]:
    """The value, or in a formula of a variable those of its constant parts; other checks tell what has no value."""
    try:
        if expression.names <= env.keys():
            return [expression.value(env)]
        variables = expression.names - env.keys()
        if len(variables) > 1:
            return []
        steps = expression.tape(next(iter(variables)))
        return [argument.value(env) for _, argument in steps if isinstance(argument, Expression)]
    except ExpressionError:
        return []
