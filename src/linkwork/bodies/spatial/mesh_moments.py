"""Volume, centroid and second moments inside a closed triangle mesh: exact sums over tetrahedra.

Each triangle and a common point make a tetrahedron; with their signs, these add up to the inside. For corners a, b, c
seen from that point, s = a + b + c and V = a.(b x c)/6, the integrals over it are V s/4 and
V (s s^T + a a^T + b b^T + c c^T)/20.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.bodies.spatial.mesh_file import TriangleMesh, read_mesh

_NOTHING = 1e-12
"""A volume that is this small a share of surface times extent is none."""


@dataclass(frozen=True)
class Moments:
    """Volume, centroid, and second moments about the centroid divided by the volume."""

    volume: float
    centre: NDArray[np.float64]
    second: NDArray[np.float64]


def solid_moments(path: str) -> Moments:
    """The moments inside the mesh of a file; it is read again only when it has changed."""
    try:
        status = os.stat(path)
        return _moments_of_file(path, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        return _moments_of_file.__wrapped__(path, 0, 0)


@lru_cache(maxsize=64)
def _moments_of_file(path: str, changed: int, size: int) -> Moments:
    mesh = read_mesh(path)
    fault = not_closed(mesh)
    if fault:
        raise MechanismError(f"{path}: {fault}")
    moments, surface, extent = tetrahedra(mesh)
    if abs(moments.volume) <= _NOTHING * surface * extent:
        raise MechanismError(f"{path}: the mesh encloses no volume; a solid is needed")
    if moments.volume < 0.0:
        raise MechanismError(
            f"{path}: the mesh is inverted: its volume is {moments.volume:g}, negative, because its triangles face "
            "inwards; turn them round where the mesh was made"
        )
    return moments


def not_closed(mesh: TriangleMesh) -> str:
    """Why a mesh has no inside: edges must be passed as often one way as the other; empty when it has one."""
    first, second = (np.concatenate([mesh.faces[:, (n + m) % 3] for n in range(3)]) for m in range(2))
    names = np.minimum(first, second) * len(mesh.vertices) + np.maximum(first, second)
    edges, place, count = np.unique(names, return_inverse=True, return_counts=True)
    balance = np.bincount(place, np.where(first < second, 1.0, -1.0))
    open_edges = int(np.count_nonzero(count % 2))
    if open_edges:
        return f"the mesh is open: {open_edges} of its {len(edges)} edges have a triangle on one side only; close it"
    if balance.any():
        return "the triangles of the mesh do not all face the same way; make them face outwards"
    return ""


def tetrahedra(mesh: TriangleMesh) -> tuple[Moments, float, float]:
    """The moments with the sign of the volume, the surface, and the extent."""
    base = mesh.vertices[np.unique(mesh.faces)].mean(axis=0)
    seen: Any = mesh.vertices - base
    a, b, c = (seen[mesh.faces[:, n]] for n in range(3))
    surface = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2
    volumes = np.einsum("ni,ni->n", a, np.cross(b, c)) / 6
    volume = float(volumes.sum())
    if volume == 0.0:
        return Moments(0.0, base, np.zeros((3, 3))), surface, float(np.ptp(seen, axis=0).max())
    sums = a + b + c
    first = (volumes @ sums) / (4 * volume)
    second = sum(np.einsum("n,ni,nj->ij", volumes, corner, corner) for corner in (sums, a, b, c)) / (20 * volume)
    extent = float(np.ptp(seen, axis=0).max())
    return Moments(volume, base + first, second - np.outer(first, first)), surface, extent
