"""Triangle meshes from STL and OBJ files, through trimesh; nothing but the one file is opened."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.local_file import read_bytes

KINDS = ("stl", "obj")
LARGEST = 256 * 1024 * 1024
"""Bytes that a mesh file may have."""
MOST_FACES = 5_000_000


@dataclass(frozen=True)
class TriangleMesh:
    """Corners (n x 3) and the corners of each triangle (m x 3), as the file has them."""

    vertices: NDArray[np.float64]
    faces: NDArray[np.int64]


def read_mesh(path: str) -> TriangleMesh:
    """The triangles of an STL or OBJ file, equal corners taken for one; errors begin with the path."""
    kind = os.path.splitext(path)[1][1:].lower()
    if kind not in KINDS:
        raise MechanismError(f"{path}: a mesh is an STL or OBJ file (.stl, .obj), not '.{kind}'")
    content = read_bytes(path, LARGEST, f"an {kind.upper()} file")
    parsed = _parsed(path, kind, content)
    try:
        vertices = np.asarray(parsed.vertices, dtype=np.float64).reshape(-1, 3)
        faces = np.asarray(getattr(parsed, "faces", ()), dtype=np.int64).reshape(-1, 3)
    except (ValueError, TypeError):
        raise MechanismError(f"{path}: its corners or faces are not three numbers each; export it again") from None
    if len(faces) == 0:
        raise MechanismError(f"{path}: there are no triangles in it; check that it is an {kind.upper()} file")
    if len(faces) > MOST_FACES:
        raise MechanismError(f"{path}: it has {len(faces)} triangles; at most {MOST_FACES} are read, simplify it")
    if not np.isfinite(vertices[faces]).all():
        raise MechanismError(f"{path}: some of its corners are not finite numbers; export it again")
    mesh = _merged(vertices, faces)
    if len(mesh.faces) == 0:
        raise MechanismError(f"{path}: all its triangles are only points or edges; export it again")
    return mesh


def _parsed(path: str, kind: str, content: bytes) -> Any:
    try:
        import trimesh
    except ImportError:
        raise MechanismError(
            f"{path}: meshes are read by trimesh; install it by pip install 'linkwork[mesh]'"
        ) from None
    try:
        with np.errstate(all="ignore"):
            return trimesh.load_mesh(io.BytesIO(content), file_type=kind, process=False, skip_materials=True)
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise MechanismError(f"{path}: it cannot be read as an {kind.upper()} file: {reason}") from None


def _merged(vertices: NDArray[np.float64], faces: NDArray[np.int64]) -> TriangleMesh:
    """Equal corners as one (an STL file repeats them for every triangle), without triangles that are only an edge."""
    order = np.lexsort(vertices.T)
    listed = vertices[order]
    new = np.concatenate(([True], (listed[1:] != listed[:-1]).any(axis=1)))
    place = np.empty(len(vertices), dtype=np.int64)
    place[order] = np.cumsum(new) - 1
    faces = place[faces]
    a, b, c = faces.T
    return TriangleMesh(listed[new], faces[(a != b) & (b != c) & (c != a)])
