"""Faces of a mesh that are made of given nodes: the share of every node in their area, and their area as a vector.

A uniform pressure on a face pushes node i by the integral of its shape function, its share; so does the mean of the
nodes with these shares as weights, if a force acts on it: on a flat face both are the same. On one that is not flat it
pushes by the integral of shape function and normal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.bodies.flexible.cells import Floats, cell
from linkwork.bodies.flexible.mesh import Ints, Mesh, outside

_FLAT = 1e-6
"""Of the area: by how much less the sum of normals may be on a face that counts as flat."""
_LINE = 2
_KINDS = {3: "triangle", 4: "quad", 6: "triangle6", 8: "quad8"}


@dataclass(frozen=True)
class Face:
    """Shares of the nodes in the area (m^2, in the plane m), the area, and the sum of its outward normals.

    `vectors` are the shares of the nodes in the last: what a unit of tension pulls them with.
    """

    shares: Floats
    area: float
    normal: Floats
    vectors: Floats

    @property
    def flat(self) -> bool:
        """Whether all of it points one way."""
        return bool(self.area > 0.0 and np.linalg.norm(self.normal) > (1.0 - _FLAT) * self.area)


def face_of(mesh: Mesh, nodes: Ints) -> Face:
    """The outside of a mesh between nodes; without area where they make no face."""
    place = {int(node): number for number, node in enumerate(nodes)}
    shares, vectors = np.zeros(len(nodes)), np.zeros((len(nodes), mesh.dimension))
    for own in _between(mesh, place):
        parts, pulled = _edge(mesh.points[own]) if mesh.dimension == 2 else _facet(mesh.points[own])
        here = [place[node] for node in own]
        shares[here] += parts
        vectors[here] += pulled
    return Face(shares, float(shares.sum()), vectors.sum(axis=0), vectors)


def turning(mesh: Mesh, nodes: Ints, motions: Floats) -> Floats:
    """How the pull of a unit of tension on motions of the nodes changes with them: its stiffness but for the sign.

    `motions`: nodes x d x count. The area as a vector, dA = x_a x x_b, changes with u by u_a x x_b + x_a x u_b; in the
    plane the normal is the tangent turned by a right angle. Symmetric where the edge of the face is held or has none.
    """
    place = {int(node): number for number, node in enumerate(nodes)}
    total = np.zeros((motions.shape[2],) * 2)
    for own in _between(mesh, place):
        moved, points = motions[[place[node] for node in own]], mesh.points[own]
        if mesh.dimension == 2:
            values, slopes, weights = _along_edge(len(own))
            tangents = np.einsum("nq,ndk->qdk", slopes, moved)
            areas = np.stack([tangents[:, 1], -tangents[:, 0]], axis=1)
            weighed = values * weights
        else:
            kind = cell(_KINDS[len(own)])
            slopes = kind.gradients(kind.points)
            one, other = np.moveaxis(np.einsum("qna,nd->qad", slopes, points), 1, 0)[..., None]
            first, second = np.moveaxis(np.einsum("qna,ndk->qadk", slopes, moved), 1, 0)
            areas = np.cross(first, other, axis=1) + np.cross(one, second, axis=1)
            weighed = kind.values(kind.points).T * kind.weights
        total += np.einsum("nq,ndk,qdl->kl", weighed, moved, areas, optimize=True)
    return total


def _between(mesh: Mesh, place: dict[int, int]) -> list[list[int]]:
    """The parts of the outside whose nodes are all among given ones."""
    return [
        own
        for own in outside(mesh)
        if not (mesh.dimension == 3 and len(own) == _LINE)  # of a frame: without area
        and all(node in place for node in own)
    ]


def _facet(points: Floats) -> tuple[Floats, Floats]:
    """Of a face in space: shares of its nodes in its area, and in its area as a vector."""
    kind = cell(_KINDS[len(points)])
    tangents = np.einsum("qna,nd->qad", kind.gradients(kind.points), points)
    normals = np.cross(tangents[:, 0], tangents[:, 1])
    sizes = np.linalg.norm(normals, axis=1)
    weighed = kind.values(kind.points).T * kind.weights
    return weighed @ sizes, weighed @ normals


def _edge(points: Floats) -> tuple[Floats, Floats]:
    """The same of an edge in the plane: its ends, then the node in its middle."""
    values, slopes, weights = _along_edge(len(points))
    tangents = slopes.T @ points
    normals = np.column_stack([tangents[:, 1], -tangents[:, 0]])
    weighed = values * weights
    return weighed @ np.linalg.norm(tangents, axis=1), weighed @ normals


def _along_edge(count: int) -> tuple[Floats, Floats, Floats]:
    """Shape functions of the nodes of an edge and their slopes at the points of a rule, and its weights."""
    x, weights = np.polynomial.legendre.leggauss(3)
    if count == _LINE:
        return np.stack([(1 - x) / 2, (1 + x) / 2]), np.array([[-0.5] * 3, [0.5] * 3]), weights
    values = np.stack([x * (x - 1) / 2, x * (x + 1) / 2, 1 - x * x])
    return values, np.stack([x - 0.5, x + 0.5, -2 * x]), weights
