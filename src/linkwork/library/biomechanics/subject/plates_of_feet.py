"""Which foot stands on a force plate, and when: plates of a laboratory are stepped on by one foot after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public
from linkwork.library.biomechanics.files.c3d import LITTLE
from linkwork.library.biomechanics.plates import AXES, Plate
from linkwork.library.biomechanics.subject.strides import LOADED, SHORTEST
from linkwork.library.biomechanics.tables import Table

if TYPE_CHECKING:
    from linkwork.library.biomechanics.motion import Motion

NEAR = 0.5
"""Distance in m of a foot's center of mass from the force beyond which it does not stand there."""
CLEARLY = 0.7
"""Of the distance of the next foot: farther from the force nobody knows which foot it is."""
PARTS = 3
"""Parts of a step in which the same foot has to be the nearest."""
FORCE, POINT, TORQUE = "force_", "point_", "torque_"


@public
def plates_of_feet(motion: Motion, plates: Sequence[Table], feet: Sequence[str]) -> tuple[Plate, ...]:
    """What force plates do to the feet that step on them, from one step to the next.

    `plates` are tables as `read_c3d(...).plates`, `feet` the bodies that may stand on them. As long as a plate is
    loaded its force belongs to the foot that is nearest to where it acts; a step in which that is not clear, such as
    one with both feet on one plate, is refused with plate and time.
    """
    skeleton = motion.skeleton
    if not feet:
        raise AnalysisError("plates_of_feet: name the bodies that stand on plates")
    twice = next((foot for foot in feet if list(feet).count(foot) > 1), None)
    if twice is not None:
        raise AnalysisError(f"plates_of_feet: '{twice}' is named twice")
    places = _centers(motion, feet)
    up = -np.array(skeleton.gravity) / (np.linalg.norm(skeleton.gravity) or 1.0)
    acting = []
    for number, table in enumerate(plates, 1):
        plate = _Loaded(number, table, up)
        owner = np.full(len(table.time), -1)
        for first, last in plate.steps():
            inside = (table.time >= motion.time[0] - 1e-9) & (table.time <= motion.time[-1] + 1e-9)
            rows = first + np.flatnonzero(inside[first:last])
            if len(rows):
                owner[first:last] = plate.foot(rows, motion.time, places, feet)
        acting += [Plate(feet[k], plate.only(owner == k), FORCE, POINT, TORQUE) for k in range(len(feet)) if k in owner]
    if not acting:
        raise AnalysisError(f"no foot stands on a plate from {motion.time[0]:g} to {motion.time[-1]:g} s")
    return tuple(acting)


def _centers(motion: Motion, feet: Sequence[str]) -> Array:
    """Centers of mass of these bodies in all frames."""
    skeleton = motion.skeleton
    bodies = [skeleton.ordered[skeleton.index("body", foot)] for foot in feet]
    out = np.empty((len(motion.time), len(feet), 3))
    for frame, row in enumerate(motion.values):
        places = skeleton.places(row)
        for k, body in enumerate(bodies):
            out[frame, k] = (places[body.name] @ [*body.center, 1.0])[:3]
    return out


@dataclass(frozen=True)
class _Loaded:
    """One plate over time."""

    number: int
    table: Table
    up: Array

    def columns(self, what: str) -> Array:
        """Three columns."""
        return np.column_stack([self.table[f"{what}{axis}"] for axis in AXES])

    def steps(self) -> list[tuple[int, int]]:
        """Rows from the first that is loaded to behind the last, step by step."""
        force = self.columns(FORCE)
        wrong = np.flatnonzero(~np.isfinite(np.hstack([force, self.columns(POINT), self.columns(TORQUE)])).all(axis=1))
        if len(wrong):
            when = float(self.table.time[wrong[0]])
            raise AnalysisError(f"{self.table.source}: plate {self.number}: its load is not a number at {when:.6g} s")
        push, whole = force @ self.up, np.linalg.norm(force, axis=1)
        if self.up.any() and whole.max(initial=0.0) > LOADED and push.sum() < 0.5 * whole.sum():
            raise AnalysisError(
                f"{self.table.source}: plate {self.number} does not push against the weight, which acts along "
                f"{np.round(-self.up, 3).tolist()} of the skeleton; recordings have y upwards"
            )
        edges = np.flatnonzero(np.diff(np.concatenate([[0], whole > LITTLE, [0]])))
        return [(int(one), int(two)) for one, two in zip(edges[::2], edges[1::2], strict=True)]

    def foot(self, rows: Array, times: Array, places: Array, feet: Sequence[str]) -> int:
        """The number of the foot that stands there in these rows."""
        now = self.table.time[rows]
        force, point = np.linalg.norm(self.columns(FORCE)[rows], axis=1), self.columns(POINT)[rows]
        away = np.empty((len(rows), len(feet)))
        for k in range(len(feet)):
            at = np.column_stack([np.interp(now, times, places[:, k, i]) for i in range(3)])
            away[:, k] = np.linalg.norm(point - at, axis=1)
        far = force @ away / force.sum()
        nearest = int(np.argmin(far))
        if now[-1] - now[0] < SHORTEST or force.max() < LOADED:
            return nearest
        when = f"{self.table.source}: plate {self.number}: from {now[0]:.4g} to {now[-1]:.4g} s"
        if far[nearest] > NEAR:
            raise AnalysisError(
                f"{when} its force acts {far[nearest]:.2g} m from '{feet[nearest]}', the nearest foot; are markers and "
                "plates of one recording?"
            )
        parts = np.array_split(np.arange(len(rows)), PARTS)
        owners = {int(np.argmin(force[part] @ away[part])) for part in parts if len(part)}
        others = np.delete(far, nearest)
        if len(owners) > 1 or np.any(far[nearest] > CLEARLY * others):
            one, two = (feet[k] for k in np.argsort(far)[:2])
            raise AnalysisError(
                f"{when} '{one}' and '{two}' may both stand there; a plate does not tell what each of them bears"
            )
        return nearest

    def only(self, kept: Array) -> Table:
        """The table with loads in these rows alone."""
        values = self.table.values.copy()
        values[:, [name.startswith((FORCE, TORQUE)) for name in self.table.names]] *= kept[:, None]
        return Table(self.table.time, self.table.names, values, self.table.degrees, self.table.source)
