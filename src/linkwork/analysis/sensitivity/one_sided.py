"""Places of a design at which a derivative has one side only."""

from __future__ import annotations

from collections.abc import Iterable

from linkwork.elements.muscle import MuscleForce
from linkwork.functions.law import law_names
from linkwork.run.run import Run
from linkwork.system.system import System

_SAME = 1e-12  # of activations


def frictionless(system: System) -> str:
    """Say which contact has a coefficient of zero that a parameter changes: no friction can become less; or nothing."""
    mechanism = system.mechanism
    for name, contact in {**mechanism.touching_parts, **mechanism.contact_groups}.items():
        coefficient = complex(system.row(name, f"contact '{name}'").number(contact.friction))
        if coefficient.real == 0.0 and coefficient.imag != 0.0:
            return (
                f"contact '{name}' has no friction here, so that the derivative by its coefficient has one side only; "
                "give the coefficient a small value"
            )
    return ""


def resting_activations(run: Run, parameters: Iterable[str]) -> list[str]:
    """Say which muscles begin with the activation that a parameter excites them to: it rises in another time than it
    falls."""
    told, given = [], set(parameters)
    for name, force in run.mechanism.forces.items():
        by = sorted(law_names(force.excitation) & given) if isinstance(force, MuscleForce) else []
        if not isinstance(force, MuscleForce) or not by:
            continue
        rising, falling = (getattr(force.law, f"{what}_time", None) for what in ("activation", "deactivation"))
        begins, excited = (float(run[f"{name}.{what}"][0]) for what in ("activation", "excitation"))
        if rising is not None and rising != falling and abs(begins - excited) < _SAME:
            told.append(
                f"'{name}' begins with an activation of {begins:.6g}, to which it is excited, and which rises in "
                f"another time than it falls: derivatives by {', '.join(by)} have one side only there; let it begin at "
                "another activation"
            )
    return told
