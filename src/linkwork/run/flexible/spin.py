"""Notes on flexible bodies that spin: whether centrifugal forces stiffen them, with how many modes, large bending."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from linkwork.bodies.flexible.body import FlexibleModes
    from linkwork.bodies.flexible.cells import Floats
    from linkwork.bodies.flexible.description import Flexible
    from linkwork.bodies.flexible.structure import Structure
    from linkwork.run.run import Run

FAST = 0.05
"""Spin, as a share of the first frequency, from which on centrifugal stiffness matters."""
SHARE = 0.25
"""Centrifugal stiffness of the highest modes, as a share of their elastic one, from which on they are too few.

The first lag frequency of a uniform blade errs by 0.1, 0.3 and 1.4 % at shares of 0.21, 0.35 and 0.75."""
ASIDE = 0.02
"""By how much of the body's size the pull of spin may pass its cross-sections without a word: they are bent."""
_SECTIONS = 10
LARGE = 0.1
"""Deflection, as a share of the body's size, beyond which a floating frame is no good picture."""


def has_flexible_bodies(run: Run) -> bool:
    """Whether the mechanism has any."""
    return any(body.flexible is not None for body in run.mechanism.bodies_by_name.values())


def flexible_notes(run: Run) -> list[str]:
    """What is to be said of the flexible bodies of a run."""
    notes: list[str] = []
    for name, body in run.mechanism.bodies_by_name.items():
        if body.flexible is None or name not in run.system.bodies:
            continue
        from linkwork.bodies.flexible.expand import reduced_body

        modes = reduced_body(body.flexible, run.mechanism.scope(), run.mechanism.world.dimensions)
        turning = _spin(run, name)
        spin = float(np.linalg.norm(turning))
        if spin > FAST * modes.first_frequency:
            share = f"body '{name}' spins at up to {100 * spin / modes.first_frequency:.0f} % of its first frequency"
            if modes.shapes.stiffening:
                notes.append(f"{share}: its centrifugal stiffness is included, {modes.shapes.stiffening}")
                notes += _too_few(name, modes, turning)
                notes += _not_straight(name, body.flexible, modes, turning)
            elif body.flexible.matrices is not None:
                notes.append(f"{share}: matrices hold no centrifugal stiffness, it is too soft; give its mesh instead")
            else:
                notes.append(f"{share} and is too soft: its centrifugal stiffness is switched off")
        largest = float(np.max(run[f"{name}.deflection"]))
        size = float(np.ptp(modes.reduced.structure.points, axis=0).max())
        if largest > LARGE * size:
            notes.append(
                f"body '{name}' deflects by up to {100 * largest / size:.0f} % of its size: shapes are for small "
                "deflections; cut it into several flexible bodies joined by fixed joints"
            )
    return notes


def _not_straight(name: str, described: Flexible, modes: FlexibleModes, turning: Floats) -> list[str]:
    """A sentence where the pull of spin bends what it stretches: its stiffness is only roughly known, then."""
    from linkwork.bodies.flexible.stiffening import support_of

    support = described.stiffening if isinstance(described.stiffening, str) else None
    tie = support_of(modes.reduced.ties, support, described.reference)
    if tie is None:
        return []
    share = aside(modes.reduced.structure, tie.at, turning)
    if not share > ASIDE:
        return []
    return [
        f"body '{name}' is not straight along the radius: the pull of its spin passes its cross-sections by up to "
        f"{100 * share:.2g} % of its size and bends it, and the stiffness of that is known roughly only (docs: "
        "flexible-stiffening); frequencies may be wrong by a tenth and more; cut it into several"
    ]


def aside(structure: Structure, held: Floats, turning: Floats) -> float:
    """By how much of its size the pull of all that is farther out passes the middle of a cross-section, at the most.

    Of the support, and of sections across the radius of the mass centre; nothing of a body whose centre is on the axis.
    """
    x, at = (
        np.pad(part, [(0, 0)] * (part.ndim - 1) + [(0, 3 - part.shape[-1])]) for part in (structure.particles, held)
    )
    axis = np.array([0.0, 0.0, 1.0]) if len(turning) == 1 else turning / np.linalg.norm(turning)
    masses = np.asarray(structure.weights @ np.ones(len(x)))
    pull = np.asarray(structure.weights @ (x - np.outer(x @ axis, axis)))
    size, centre = float(np.ptp(x, axis=0).max()), pull.sum(axis=0) / masses.sum()
    if np.linalg.norm(centre) < ASIDE * size:
        return 0.0
    along = x @ centre / np.linalg.norm(centre)
    passing = [_passing(x, pull, at)]
    edges = np.linspace(along.min(), along.max(), _SECTIONS + 1)
    for low, high in pairwise(edges):
        here, beyond = (along >= low) & (along <= high), along > 0.5 * (low + high)
        if masses[here].sum() > 0.0 and beyond.any():
            passing.append(_passing(x[beyond], pull[beyond], masses[here] @ x[here] / masses[here].sum()))
    return max(passing) / size


def _passing(x: Floats, pull: Floats, middle: Floats) -> float:
    """How far the sum of forces passes a point, m."""
    moment = np.cross(x - middle, pull).sum(axis=0)
    return float(np.linalg.norm(moment) / max(np.linalg.norm(pull.sum(axis=0)), np.finfo(float).tiny))


def _too_few(name: str, modes: FlexibleModes, turning: Floats) -> list[str]:
    """A sentence where spin stiffens even the highest modes: those left out would have bent with the others, then.

    Of a beam the share falls with the square of the number of modes.
    """
    share, count = highest_share(modes, turning), len(modes.reduced.values)
    if not share > SHARE:
        return []
    enough = int(np.ceil(count * (share / (0.8 * SHARE)) ** 0.5))
    return [
        f"body '{name}' has too few modes for its spin: centrifugal stiffness is {100 * share:.0f} % of the elastic "
        f"one in the highest of its {count} modes, so that it is too stiff; take about {enough} modes"
    ]


def highest_share(modes: FlexibleModes, turning: Floats) -> float:
    """Centrifugal stiffness by elastic stiffness of the last quarter of the modes, at the most.

    Not of the last one alone, which may stretch or twist, and a spin does little to such modes.
    """
    added = modes.shapes.plain_curvature - modes.integrals.curvature
    if len(turning) == 1:
        stiffness = added * turning[0] ** 2
    else:
        x, y, z = turning
        stiffness = added @ np.array([x * x, y * y, z * z, 2 * x * y, 2 * y * z, 2 * z * x])
    elastic = modes.integrals.mass * modes.reduced.values * modes.modulus / modes.density
    last = max(2, len(elastic) // 4)
    return float(np.max(np.diag(stiffness)[-last:] / elastic[-last:], initial=0.0))


def _spin(run: Run, name: str) -> Floats:
    """The largest angular velocity of a body in a run: one number, in space three along its axes."""
    if run.mechanism.world.dimensions == 2:
        return np.array([np.abs(run[f"{name}.omega"]).max()])
    turning = np.array([run[f"{name}.omega.{axis}"] for axis in "xyz"])
    fastest: Floats = turning[:, int(np.argmax(np.linalg.norm(turning, axis=0)))]
    return fastest
