"""Frames of straight beams from the lines of a mesh, with rotations at their nodes: each line is one element."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.bodies.flexible import beam as beams
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.mesh import Ints, Mesh
from linkwork.bodies.flexible.structure import Structure
from linkwork.bodies.flexible.surfaces import running_on

_ALIKE = 1e-9
_TWO = 2


def structure_of(mesh: Mesh, section: beams.Section, up: Floats, poisson: float) -> Structure:
    """Matrices of a frame whose lines have one section, for a unit modulus and density."""
    from scipy.sparse import coo_matrix, diags, vstack

    d, lines = mesh.dimension, running_on(mesh.cells["line"])
    each = 3 if d == 2 else 6
    size = each * len(mesh.points)
    pieces = [_piece(mesh.points[pair], section, up, poisson) for pair in lines]
    particles, weights, entries, arms = [], [], [], []
    carried: list[Any] = []
    turned: list[Any] = []
    for pair, beam in zip(lines, pieces, strict=True):
        own = beams.structure_of(beam)
        places = (each * pair[:, None] + np.arange(each)).ravel()
        inner = own.stiffness.tocoo()
        entries.append((inner.data, places[inner.row], places[inner.col]))
        for rows_of, own_rows in ((carried, own.carried), (turned, own.sections[1])):
            moved = own_rows.tocoo()
            rows_of.append(coo_matrix((moved.data, (moved.row, places[moved.col])), shape=(moved.shape[0], size)))
        arms.append(own.sections[0])
        particles.append(own.particles)
        weights.append(own.weights.diagonal())
    values, rows, columns = (np.concatenate(numbers) for numbers in zip(*entries, strict=True))
    stiffness = coo_matrix((values, (rows, columns)), shape=(size, size)).tocsr()  # what lies on one place adds up
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
        mesh=Mesh(mesh.points, {"line": lines}, mesh.sets),
        sets=mesh.sets,
        sections=(np.concatenate(arms), vstack(turned).tocsr()),
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

    @property
    def parts(self) -> int:
        """How many numbers tell the stress of one beam."""
        return 2 if self.dimension == 2 else 4

    def stress(self, shapes: Floats) -> Floats:
        """Stress of tension, bending and torsion at every node of each beam that ends there, in the beam's own axes.

        Two beams that run on straight have one stress, their mean; all others keep theirs, one after the other as
        their lines stand in the mesh, and zeros follow where fewer beams meet than elsewhere.
        """
        ends: list[list[tuple[int, Floats]]] = [[] for _ in range(int(self.lines.max()) + 1)]
        for number, pair in enumerate(self.lines):
            beam, own = self._own(number, shapes)
            for node, parts in zip(pair.tolist(), beam.stress(own), strict=True):
                ends[node].append((number, parts))
        told = [self._told(here) for here in ends]
        stress = np.zeros((len(ends), self.parts * max(map(len, told)), shapes.shape[1]))
        for node, beams_there in enumerate(told):
            stress[node, : self.parts * len(beams_there)] = np.concatenate(beams_there)
        return stress

    def told_at(self, node: int) -> int:
        """How many beams tell their stress at a node."""
        here = np.flatnonzero((self.lines == node).any(axis=1))
        return len(self._told([(int(number), np.zeros(0)) for number in here]))

    @property
    def width(self) -> float:
        """Of its section across the plane of a frame."""
        return 2 * self.pieces[0].section.half_z

    def _told(self, here: list[tuple[int, Floats]]) -> list[Floats]:
        """The stress of the beams at a node, of two that run on straight their mean."""
        if len(here) == _TWO:
            one, other = (self.pieces[number].axes for number, _ in here)
            if np.abs(one - other).max() < _ALIKE:
                return [(here[0][1] + here[1][1]) / 2]
        return [parts for _, parts in here]

    def geometric(self, loaded: Floats, shapes: Floats) -> Floats:
        """Stiffness of the forces and moments of each loaded state: states x n x n."""
        geometric = np.zeros((loaded.shape[1], shapes.shape[1], shapes.shape[1]))
        for number in range(len(self.lines)):
            beam, own = self._own(number, shapes)
            geometric += beam.geometric(self._own(number, loaded)[1], own)
        return geometric
