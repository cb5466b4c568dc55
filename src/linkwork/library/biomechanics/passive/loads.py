"""What limits and ligaments give in a motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.expression.given import public, publicly_made
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.paths.muscle_paths import followed, notes_through_surfaces


@public
@publicly_made
@dataclass(frozen=True)
class PassiveForces:
    """Generalised forces of limits and of ligaments, and tensions of ligaments, frame by frame."""

    limits: Array
    """limits[frame, coordinate] in N m or N."""
    ligaments: Array
    """ligaments[frame, coordinate]: what all ligaments give to a coordinate."""
    tensions: Array
    """tensions[frame, ligament] in N."""
    pulls: Array
    """pulls[frame, body]: force and moment about the origin of space of all ligaments."""
    notes: tuple[str, ...] = ()
    """Ligaments of which a straight part runs through a surface."""


@public
def passive_forces(motion: Motion) -> PassiveForces:
    """What the limits of joints and the ligaments of the skeleton give in a motion."""
    from linkwork.library.biomechanics.laws.curve_kernel import pieces_of
    from linkwork.library.biomechanics.passive.passive_kernel import limit_force

    skeleton, q = motion.skeleton, np.ascontiguousarray(motion.values)
    limits, frames = np.zeros(q.shape), len(q)
    columns, numbers, _, _, bands, laws, _ = skeleton.passive_tables
    speeds = motion.speeds if len(limits) and len(columns) else np.zeros(q.shape)
    for row, c in enumerate(columns):
        limits[:, c] += [limit_force(numbers[row], q[f, c], speeds[f, c]) for f in range(frames)]
    many = len(skeleton.ligaments)
    if not many:
        return PassiveForces(
            limits, np.zeros(q.shape), np.zeros((frames, 0)), np.zeros((frames, len(skeleton.ordered), 6))
        )
    lengths, arms, pulls, _, _, deep = followed(skeleton, q)
    first, tensions = len(skeleton.muscles), np.zeros((frames, many))
    for k in range(many):
        strength, slack = bands[k]
        over = lengths[:, first + k] / slack
        tensions[:, k] = [strength * max(0.0, pieces_of(laws[k], x)[0]) if x > 1 else 0.0 for x in over]
    return PassiveForces(
        limits, np.einsum("fkc,fk->fc", arms[:, first:], tensions), tensions,
        np.einsum("fkbi,fk->fbi", pulls[:, first:], tensions),
        notes_through_surfaces(skeleton.ligaments, deep[:, first:]),
    )  # fmt: skip
