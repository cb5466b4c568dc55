"""A position of rest in a report: where, how stable, and what the joints carry there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.report.format_values import number
from linkwork.report.parts import Level, Part, Table, Words
from linkwork.run.loads import reaction_units

if TYPE_CHECKING:
    from linkwork.analysis.equilibrium.rest_result import Equilibrium


def rest_parts(rest: Equilibrium) -> list[Part]:
    """Stability, poses, reactions, contacts."""
    words = rest.words()
    level: Level = "good" if rest.stable else "warning"
    parts: list[Part] = [Words(f"{words[0].upper()}{words[1:]}.", level)]
    parts.append(Words(f"Potential energy {rest.potential_energy:.6g} J; found by method '{rest.method}'."))
    world, noise = rest.system.world, 1e-12 * rest.system.length
    units = ["m" if place < world.dimensions else "rad" for place in range(len(world.body_coordinates))]
    head = (
        "body",
        *(
            f"{name} ({rest.system.mechanism.units.shown(unit)[1]})"
            for name, unit in zip(world.body_coordinates, units, strict=True)
        ),
    )
    shown = rest.system.mechanism.units.shown
    factors = [shown(unit)[0] for unit in units]
    poses = [
        (body, *(number(factor * value, factor * noise) for factor, value in zip(factors, pose, strict=True)))
        for body, pose in rest.poses.items()
    ]
    parts.append(Table(head, poses, "l" + "r" * len(units), "Positions"))
    small = 1e-10 * float(np.max(np.abs(rest.wrenches), initial=0.0))
    reactions = {label: shown(unit) for label, unit in reaction_units(rest.system).items()}
    labels = tuple(f"{label} ({unit})" for label, (_, unit) in reactions.items())
    sizes = [factor for factor, _ in reactions.values()]
    rows = [
        (placed.name, *(number(size * value, size * small) for size, value in zip(sizes, wrench, strict=True)))
        for placed, wrench in zip(rest.system.elements, rest.wrenches, strict=True)
    ]
    parts.append(Table(("joint", *labels), rows, "l" + "r" * len(labels), "Reactions"))
    factor, unit = shown("N")
    contacts = [(name, number(factor * force)) for name, force in rest.contacts.items()]
    parts.append(Table(("closed contact", f"force ({unit})"), contacts, "lr", "Contacts"))
    return [part for part in parts if not isinstance(part, Table) or part.rows]
