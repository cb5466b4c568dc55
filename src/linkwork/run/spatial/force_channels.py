"""Channels of the forces of a run in space, springs, bushings, tyres and others.

s.fx ... s.tz           force and torque on the second body, at the point where it acts, along the axes of the world
s.force, s.torque       magnitudes (s.strength has the sign of the force's own law)
on(s, crank).fx         what acts on the body that is named, at the point where it acts on that body
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.numerics.analytic import norm
from linkwork.run.reactions import required
from linkwork.run.spatial.free_body import acting_point

if TYPE_CHECKING:
    from linkwork.run.loads import Loads
    from linkwork.run.run import Run

COMPONENTS = ("fx", "fy", "fz", "tx", "ty", "tz")
SIZES = {"force": slice(0, 3), "torque": slice(3, 6)}


def force_names(loads: Loads) -> list[str]:
    """Channels of all forces."""
    return [f"{force}.{label}" for force in loads.system.forces for label in (*COMPONENTS, *SIZES)]


def force_channel(run: Run, force: str, label: str) -> Array | None:
    """A channel of a force, or nothing when it is none."""
    if label in COMPONENTS:
        return wrench_on(run, force, 1)[:, COMPONENTS.index(label)]
    if label in SIZES:
        return norm(wrench_on(run, force, 1)[:, SIZES[label]])
    return None


def force_on(run: Run, force: str, body: str) -> Array:
    """Force and torque of a force on a body that is named (frames by 6)."""
    ends = run.mechanism.forces[force].ends(run.system.row(force))
    if body not in ends:
        raise AnalysisError(f"on({force}, {body}): '{force}' acts on {ends[0]} and {ends[1]}")
    return wrench_on(run, force, 1 if body == ends[1] else 0)


def wrench_on(run: Run, force: str, side: int) -> Array:
    """Force and torque on the first (0) or the second body (1), at the point where it acts on it (frames by 6)."""
    loads = required(run)
    row, element = run.system.row(force), run.mechanism.forces[force]
    at = run.mechanism.world.force_results * loads.system.forces.index(force) + 6 * side
    pushes, moment = loads.forces[:, at : at + 3], loads.forces[:, at + 3 : at + 6]
    body, point = element.ends(row)[side], acting_point(run, element, row, side)
    arm, turning = (run.motion.in_world(body, vectors) for vectors in (point, moment))
    return np.concatenate([pushes, turning - np.cross(arm, pushes)], axis=1)
