"""What a coupling cannot do, and what it does not well: said before the first step."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.exchange.connections import AMPLIFICATION, Connection, RigidGlue
from linkwork.exchange.coordinator import Part, Settings
from linkwork.exchange.polynomials import INTERPOLATIONS
from linkwork.exchange.subsystem import CouplingError


def require_possible(
    name: str, parts: Sequence[Part], connections: Sequence[Connection], settings: Settings, adaptive: bool
) -> None:
    """Refuse schemes that need what a part cannot do."""
    implicit = [each.name for each in connections if each.implicit]
    if implicit and not settings.iterate:
        raise CouplingError(
            f"{name}: connection '{implicit[0]}' is rigid: what passes there follows only from an iteration inside the "
            "step; take scheme='parallel' with iterate=True, or a spring in its place"
        )
    stuck = [part.name for part in parts if not part.description.repeats]
    if stuck and (settings.iterate and connections):
        raise CouplingError(
            f"{name}: part '{stuck[0]}' cannot repeat a step, which the iteration inside a step needs; take "
            "iterate=False or scheme='leading' or 'walking', which make every step once"
        )
    if stuck and adaptive:
        raise CouplingError(
            f"{name}: part '{stuck[0]}' cannot go back, which a step that is chosen by its error needs; leave rtol out"
        )


def stability_notes(connections: Sequence[Connection]) -> list[str]:
    """What is known of measures that let errors stay or grow."""
    notes = []
    names = {degree: word for word, degree in INTERPOLATIONS.items()}
    for each in connections:
        if not isinstance(each, RigidGlue) or each.measure == "both":
            continue
        factor = AMPLIFICATION.get((each.measure, each.degree))
        where = f"connection '{each.name}': measure '{each.measure}' with a {names[each.degree]} force"
        if each.measure == "velocity":
            notes.append(f"{where} lets the displacement drift; measure='both' does not")
        elif factor is None or abs(factor) > 1.0:
            by = "" if factor is None else f": a step multiplies errors of free masses by {factor:.3g}"
            notes.append(f"{where} diverges{by}; take measure='both'")
        elif abs(factor) == 1.0:
            notes.append(f"{where} is only just stable: a step multiplies errors by {factor:.3g}; take measure='both'")
    return notes
