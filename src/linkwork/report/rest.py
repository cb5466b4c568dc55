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
    head = ("body", *(f"{name} ({unit})" for name, unit in zip(world.body_coordinates, units, strict=True)))
    poses = [(body, *(number(value, noise) for value in pose)) for body, pose in rest.poses.items()]
    parts.append(Table(head, poses, "l" + "r" * len(units), "Positions"))
    small = 1e-10 * float(np.max(np.abs(rest.wrenches), initial=0.0))
    labels = tuple(f"{label} ({unit})" for label, unit in reaction_units(rest.system).items())
    rows = [
        (placed.name, *(number(value, small) for value in wrench))
        for placed, wrench in zip(rest.system.elements, rest.wrenches, strict=True)
    ]
    parts.append(Table(("joint", *labels), rows, "l" + "r" * len(labels), "Reactions"))
    contacts = [(name, number(force)) for name, force in rest.contacts.items()]
    parts.append(Table(("closed contact", "force (N)"), contacts, "lr", "Contacts"))
    return [part for part in parts if not isinstance(part, Table) or part.rows]
