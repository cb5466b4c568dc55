"""Steps of `linkwork body` beside the usual ones: a standing trial, less left at the base, what is burnt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from linkwork.cli.guard import bad_input

if TYPE_CHECKING:
    from linkwork.biomechanics import Markers, NetForces, Plate, Sharing, Skeleton

HEAT = ("umberger", "bhargava")


def check_steps(
    trunk: str | None, on_plates: bool, heat: str | None, fixed: Sequence[str], standing: Path | None
) -> None:
    """Refuse steps that lack what they need."""
    if trunk is not None and not on_plates:
        bad_input("--trunk fits masses and motion to force plates: give --plates, or --foot with a .c3d file, too")
    if heat is not None and heat not in HEAT:
        bad_input(f"--heat {heat}: there are {' and '.join(HEAT)}")
    if fixed and standing is None:
        bad_input("--fixed names markers that stay where they are after a standing trial: give --standing, too")


def placed_on_person(skeleton: Skeleton, standing: Markers, fixed: Sequence[str]) -> Skeleton:
    """The skeleton with its markers where the standing person had them; how far they were moved is told."""
    from linkwork.biomechanics import place_markers

    placed = place_markers(skeleton, standing, fixed=fixed)
    if placed.moved:
        name = max(placed.moved, key=lambda one: placed.moved[one])
        typer.echo(f"markers moved: {len(placed.moved)}, the farthest is {name}, by {1000 * placed.moved[name]:.1f} mm")
    if placed.distances:
        name = max(placed.distances, key=lambda one: placed.distances[one])
        far = 1000 * placed.distances[name]
        typer.echo(f"markers that stay: {len(placed.distances)}, the farthest from its place is {name}, {far:.1f} mm")
    for note in placed.notes:
        typer.echo(note)
    return placed.skeleton


def with_less_left(net: NetForces, plates: Sequence[Plate], trunk: str) -> NetForces:
    """Net forces with masses and a motion that leave less at the base; the change is told."""
    from linkwork.biomechanics import reduce_residuals

    reduced = reduce_residuals(net.motion, plates, trunk)
    typer.echo(reduced.text())
    return reduced.after


def tell_burnt(result: Sharing | NetForces, heat: str) -> None:
    """What the body burns, by one of the models."""
    from linkwork.biomechanics import Bhargava, Sharing, Umberger, metabolic_cost

    if not isinstance(result, Sharing):
        bad_input(f"--heat {heat}: skeleton '{result.motion.skeleton.name}' has no muscles")
    cost = metabolic_cost(result, Umberger() if heat == "umberger" else Bhargava())
    typer.echo(f"burnt, after {heat.capitalize()}: {cost.energy():.4g} J, {cost.per_mass():.3g} W/kg, rest included")
