"""What a measured motion needs: the generalised force of every coordinate, and what is left at the base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public, publicly_made
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.plates import Plate, outer_loads
from linkwork.library.biomechanics.tables import Table

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton


@public
@publicly_made
@dataclass(frozen=True)
class NetForces:
    """Generalised forces (N m, N) that the motion needs beside weight and plates, frame by frame."""

    motion: Motion
    values: Array
    wrenches: Array
    """wrenches[frame, body]: force and moment about the origin of space that its joint gives the body, no muscles."""
    poses: Array

    def __post_init__(self) -> None:
        skeleton, frames = self.motion.skeleton, len(self.motion.time)
        bodies = len(skeleton.ordered)
        shapes = {
            "values": (frames, len(skeleton.coordinates)), "wrenches": (frames, bodies, 6),
            "poses": (frames, bodies, 12),
        }  # fmt: skip
        for name, shape in shapes.items():
            given = np.shape(getattr(self, name))
            if given != shape:
                raise AnalysisError(f"net forces: {name} have the shape {given}, those of this motion {shape}")

    @public
    def __getitem__(self, name: str) -> Array:
        """The generalised force of a coordinate."""
        return self.values[:, self.motion.skeleton.index("coordinate", name)]

    def residuals(self) -> dict[str, float]:
        """The largest forces at the coordinates of the base, which nobody exerts: they measure how well motion, masses
        and plates fit together."""
        skeleton = self.motion.skeleton
        names = base_coordinates(self.motion)
        return {name: float(np.abs(self.values[:, skeleton.index("coordinate", name)]).max()) for name in names}

    def table(self) -> Table:
        """As a table, named as OpenSim does."""
        ends = ("_moment" if one.turns else "_force" for one in self.motion.skeleton.coordinates)
        names = (one.name + end for one, end in zip(self.motion.skeleton.coordinates, ends, strict=True))
        return Table(self.motion.time, tuple(names), self.values, False, "inverse dynamics")


def base_coordinates(motion: Motion) -> list[str]:
    """The coordinates of joints that hang a body on ground."""
    joints = motion.skeleton.ordered_joints
    moves = [move for joint in joints if joint.parent == "ground" for move in joint.moves]
    return list(dict.fromkeys(move.coordinate for move in moves if move.coordinate is not None))


@public
def inverse_dynamics(motion: Motion, plates: Sequence[Plate] = ()) -> NetForces:
    """The generalised forces that a motion needs under its weight and the loads of the plates."""
    return _needed(motion, outer_loads(motion, tuple(plates)))


def masses_at(skeleton: Skeleton, coordinates: Array) -> Array:
    """The matrix of masses of the coordinates."""
    from linkwork.library.biomechanics.dynamics_kernel import mass_matrix
    from linkwork.library.biomechanics.skeleton_kernel import place_bodies

    n, (pose, screw) = len(skeleton.coordinates), skeleton.room()
    place_bodies(skeleton.tables, np.ascontiguousarray(coordinates, dtype=float), pose, screw)
    matrix = np.empty((n, n))
    mass_matrix(skeleton.tables, pose, screw, np.empty((len(skeleton.ordered), 10)), matrix)
    return matrix


def _needed(motion: Motion, outer: Array) -> NetForces:
    return NetForces(motion, *needed(motion.skeleton, motion.values, motion.speeds, motion.accelerations, outer))


def needed(
    skeleton: Skeleton, values: Array, speeds: Array, accelerations: Array, outer: Array, inertias: Array | None = None
) -> tuple[Array, Array, Array]:
    """Generalised forces, wrenches of joints and poses of all frames; `inertias` instead of those of the bodies."""
    from linkwork.library.biomechanics.dynamics_kernel import needed_forces
    from linkwork.library.biomechanics.layout_kernel import INERTIAS

    tables = skeleton.tables
    if inertias is not None:
        tables = (*tables[:INERTIAS], inertias, *tables[INERTIAS + 1 :])
    frames, bodies, n = len(values), len(skeleton.ordered), len(skeleton.coordinates)
    poses, (_, screw) = np.empty((frames, bodies, 12)), skeleton.room()
    wrenches, forces = np.empty((frames, bodies, 6)), np.empty((frames, n))
    needed_forces(
        tables, np.array(skeleton.gravity, dtype=float), np.ascontiguousarray(values), np.ascontiguousarray(speeds),
        np.ascontiguousarray(accelerations), outer, poses, screw, np.empty((bodies, 12)), wrenches, forces,
    )  # fmt: skip
    return forces, wrenches, poses
