"""Orbits: how the journal, ball or block of a joint with clearance moves within its play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.clearance_base import RoundClearance

if TYPE_CHECKING:
    from linkwork.run.run import Run


@dataclass(frozen=True)
class Orbit:
    """The path of the second part's centre about the first's, along the axes of the first body, in m.

    In a bearing of space they are x'' and y'', square to its axis.
    """

    t: Array
    path: Array
    """One row a frame: x, y (and z of a ball in space)."""
    clearance: float

    @property
    def x(self) -> Array:
        """Along the first axis."""
        return self.path[:, 0]

    @property
    def y(self) -> Array:
        """Along the second axis."""
        return self.path[:, 1]

    @property
    def eccentricity(self) -> Array:
        """Distance from the centre as a share of the clearance; above 1 where the parts overlap."""
        eccentricity: Array = np.linalg.norm(self.path, axis=1) / self.clearance
        return eccentricity


def orbit(run: Run, name: str) -> Orbit:
    """The orbit of a joint with clearance."""
    mechanism = run.mechanism
    joint = mechanism.clearances.get(name)
    if not isinstance(joint, RoundClearance):
        known = [other for other, part in mechanism.clearances.items() if isinstance(part, RoundClearance)]
        words = f"joints with a round clearance are: {', '.join(known)}" if known else "this mechanism has none"
        raise AnalysisError(f"'{name}' is no journal or ball with clearance; {words}")
    row = run.system.row(name, f"clearance '{name}'")
    (first, second), place = joint.bodies(), joint.between[1]
    middle, axes = joint.hole(row, mechanism.world.dimensions)
    away = run.motion.point(second, row.point(place))[0] - run.motion.point(first, middle)[0]
    path = [np.sum(away * run.motion.turned(first, axis)[0], axis=-1) for axis in axes]
    return Orbit(run.t, np.stack(path, axis=-1), float(row.number(joint.clearance).real))
