"""A structure: freedoms at nodes, matrices of mass and stiffness, and how its particles move with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from linkwork.bodies.flexible.cells import Floats

Sparse = Any
"""A sparse matrix of scipy, whose types are not published."""


class Recovery(Protocol):
    """What an element knows beside its matrices: stress, and the stiffness that stress makes."""

    def stress(self, shapes: Floats) -> Floats:
        """Stress at every node for each column of displacements, per unit of the modulus: nodes x components x n."""

    def geometric(self, loaded: Floats, shapes: Floats) -> Floats:
        """For each column of `loaded` (displacements under a load) the stiffness of its stress in the shapes."""


@dataclass(frozen=True)
class Structure:
    """Nodes, freedoms, K and M; for a unit modulus, density and thickness where they come from elements of ours."""

    points: Floats
    stiffness: Sparse
    mass: Sparse
    freedoms: tuple[str, ...]
    """Of every node: x, y, z, then rx, ry, rz (in the plane x, y, then r); freedoms of a node stand together."""
    particles: Floats
    """Places of the particles (or of the nodes) that carry the mass."""
    carried: Sparse
    """Displacements of the particles, x y z of each together, from the freedoms."""
    weights: Sparse
    """Symmetric matrix of the particles' masses: diagonal for true particles, consistent for nodes."""
    recovery: Recovery | None = None
    mesh: Any = None
    notes: tuple[str, ...] = ()
    sets: dict[str, Any] = field(default_factory=dict)
    sections: Any = None
    """Of particles that sit beside the axis of a beam: their arms from it (n x d), and how their sections turn with the
    freedoms (a sparse matrix, the turns of each together)."""
    numbers: Any = None
    """Of every node its number in the file that it comes from, where some of the file are left out."""

    @property
    def dimension(self) -> int:
        """2 in the plane, 3 in space."""
        return int(self.points.shape[1])

    @property
    def turns(self) -> int:
        """How many numbers a rotation has."""
        return 1 if self.dimension == 2 else 3

    @property
    def count(self) -> int:
        """Its freedoms."""
        return int(self.stiffness.shape[0])

    def numbers_of(self, node: int) -> list[int]:
        """The freedoms of a node."""
        each = len(self.freedoms)
        return list(range(each * node, each * (node + 1)))

    def places(self) -> Floats:
        """Where every freedom is."""
        return np.repeat(self.points, len(self.freedoms), axis=0)

    def rigid(self, about: Floats | None = None) -> Floats:
        """Displacements of all freedoms in the motions of a rigid body: translations, then rotations about a point."""
        return rigid_motions(self.points, about, len(self.freedoms) > self.dimension)


def cross(d: int, axis: int, arm: Floats) -> Floats:
    """e_axis x arm; in the plane the axis is z."""
    if d == 2:
        return np.stack([-arm[..., 1], arm[..., 0]], axis=-1)
    unit = np.zeros(3)
    unit[axis] = 1.0
    return np.cross(unit, arm)


def rigid_motions(points: Floats, about: Floats | None = None, turning: bool = False) -> Floats:
    """Translations and rotations of points: (freedoms) x (3 or 6)."""
    n, d = points.shape
    turns = 1 if d == 2 else 3
    each = d + (turns if turning else 0)
    arm = points - (np.zeros(d) if about is None else about)
    rigid_motions = np.zeros((n, each, d + turns))
    for axis in range(d):
        rigid_motions[:, axis, axis] = 1.0
    for axis in range(turns):
        rigid_motions[:, :d, d + axis] = cross(d, axis, arm)
        if turning:
            rigid_motions[:, d + axis, d + axis] = 1.0
    return rigid_motions.reshape(n * each, d + turns)
