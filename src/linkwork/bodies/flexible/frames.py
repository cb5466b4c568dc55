"""Frames of straight beams from the lines of a mesh, with rotations at their nodes: each line is one element."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.bodies.flexible import beam as beams
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.mesh import Ints, Mesh
from linkwork.bodies.flexible.structure import Structure


def structure_of(mesh: Mesh, section: beams.Section, up: Floats, poisson: float) -> Structure:
    """Matrices of a frame whose lines have one section, for a unit modulus and density."""
    from scipy.sparse import coo_matrix, diags, vstack

    d, lines = mesh.dimension, mesh.cells["line"]
    each = 3 if d == 2 else 6
    size = each * len(mesh.points)
    pieces = [_piece(mesh.points[pair], section, up, poisson) for pair in lines]
    particles, weights, carried, stiffness = [], [], [], None
    for pair, beam in zip(lines, pieces, strict=True):
        own = beams.structure_of(beam)
        places = (each * pair[:, None] + np.arange(each)).ravel()
        spread = coo_matrix((np.ones(2 * each), (np.arange(2 * each), places)), shape=(2 * each, size)).tocsr()
        added = spread.T @ own.stiffness @ spread
        stiffness = added if stiffness is None else stiffness + added
        carried.append(own.carried @ spread)
        particles.append(own.particles)
        weights.append(own.weights.diagonal())
    joined, masses = vstack(carried).tocsr(), np.concatenate(weights)
    return Structure(
        points=mesh.points,
        stiffness=stiffness,
        mass=(joined.T @ diags(np.repeat(masses, d)) @ joined).tocsr(),
        freedoms=("x", "y", "r") if d == 2 else ("x", "y", "z", "rx", "ry", "rz"),
        particles=np.concatenate(particles),
        carried=joined,
        weights=diags(masses),
        recovery=FrameRecovery(lines, pieces, d),
        mesh=mesh,
        sets=mesh.sets,
    )


def _piece(ends: Floats, section: beams.Section, up: Floats, poisson: float) -> beams.Beam:
    along = ends[1] - ends[0]
    length = float(np.linalg.norm(along))
    return beams.Beam(ends[0], beams.axes_of(along / length, up), length, section, 1, poisson)


@dataclass(frozen=True)
class FrameRecovery:
    """Axial force and stress of the beams of a frame from the displacements of its nodes."""

    lines: Ints
    pieces: list[beams.Beam]
    dimension: int

    @property
    def poisson(self) -> float:
        """Poisson's ratio."""
        return self.pieces[0].poisson

    def _own(self, number: int, shapes: Floats) -> tuple[beams.BeamRecovery, Any]:
        """One beam, and what its freedoms are in the shapes."""
        each = 3 if self.dimension == 2 else 6
        places = (each * self.lines[number][:, None] + np.arange(each)).ravel()
        return beams.BeamRecovery(self.pieces[number], self.dimension), shapes[places]

    def stress(self, shapes: Floats) -> Floats:
        """Stress of tension, bending and torsion at every node, the mean of the beams there, each in its own axes."""
        nodes = int(self.lines.max()) + 1
        total, seen = np.zeros((nodes, 2 if self.dimension == 2 else 4, shapes.shape[1])), np.zeros(nodes)
        for number, pair in enumerate(self.lines):
            beam, own = self._own(number, shapes)
            total[pair] += beam.stress(own)
            seen[pair] += 1.0
        return total / seen[:, None, None]

    def geometric(self, loaded: Floats, shapes: Floats) -> Floats:
        """int N v' v' dx of the axial force of each loaded state: states x n x n."""
        geometric = np.zeros((loaded.shape[1], shapes.shape[1], shapes.shape[1]))
        for number in range(len(self.lines)):
            beam, own = self._own(number, shapes)
            geometric += beam.geometric(self._own(number, loaded)[1], own)
        return geometric
