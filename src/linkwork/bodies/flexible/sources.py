"""Meshes and matrices from files of other programs."""

from __future__ import annotations

import io
import os
from collections.abc import Collection
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import read_bytes
from linkwork.bodies.flexible.cells import CORNERS, FIRST
from linkwork.bodies.flexible.description import Flexible, Matrices, MeshFile
from linkwork.bodies.flexible.files import abaqus_files, nastran_files
from linkwork.bodies.flexible.files.matrix_files import labelled_nodes_of, matrix_of, nodes_of, places_of
from linkwork.bodies.flexible.left_out import Asked, left_out
from linkwork.bodies.flexible.mesh import Mesh, checked
from linkwork.bodies.flexible.solid import Hooke, structure_of
from linkwork.bodies.flexible.structure import Structure

LARGEST = 512 * 1024 * 1024
_SURFACES = ("stl", "obj", "ply", "off")
_OTHERS = {
    "hexahedron27": "of 27 nodes",
    "wedge": "wedges",
    "wedge15": "wedges",
    "pyramid": "pyramids",
    "quad9": "of 9 nodes",
}
_LINES = ("line",)
_SHEETS = ("triangle", "quad")
_FLAT = ("triangle", "triangle6", "quad", "quad8")


def stamp_of(described: Flexible) -> Any:
    """What changes when a file that a body comes from is written anew."""
    files: list[Any] = []
    if described.mesh is not None:
        files = [described.mesh.file]
    if described.matrices is not None:
        given = described.matrices
        files = [given.stiffness, given.mass, given.nodes, given.freedoms]
    return tuple((file, *_written(file)) for file in files if isinstance(file, str))


def _written(file: str) -> tuple[float, int]:
    try:
        status = os.stat(file)
    except OSError:
        return 0.0, 0
    return status.st_mtime, status.st_size


def from_mesh(given: MeshFile, number: Any, dimensions: int, hooke: Hooke, marks: Collection[str] = ()) -> Structure:
    """A structure from a file with a mesh; `marks` are sets of it that interfaces name."""
    scale = float(number(given.scale))
    if scale <= 0.0:
        raise MechanismError(f"{given.file}: 'scale' must be more than zero")
    if given.thickness is not None or given.section is not None:
        wanted = _wanted(given, dimensions)
        mesh = read_mesh(given.file, dimensions, wanted, Asked(given.leave_out, marks))
        structure = _thin(given, _scaled(mesh, scale), number, hooke.poisson)
    else:
        mesh = read_mesh(given.file, dimensions, asked=Asked(given.leave_out, marks))
        structure = structure_of(checked(_scaled(mesh, scale)), hooke)
    notes = (*structure.notes, *mesh.notes)
    if any(name in CORNERS for name in mesh.cells) and not mesh.thin:
        notes += ("its elements are of first order and too stiff in bending; a mesh of second order is truer",)
    return replace(structure, notes=notes, numbers=mesh.numbers)


def _scaled(mesh: Mesh, scale: float) -> Mesh:
    return Mesh(mesh.points * scale, mesh.cells, mesh.sets)


def _wanted(given: MeshFile, dimensions: int) -> tuple[str, ...]:
    """The kinds of cells that a thin body is made of."""
    if given.thickness is not None and given.section is not None:
        raise MechanismError(f"{given.file}: it is a shell with a thickness or a frame with a section, not both")
    if given.thickness is not None and dimensions == 2:
        raise MechanismError(f"{given.file}: in the plane the thickness is a field of the body, beside the mesh")
    return _LINES if given.section is not None else _SHEETS


def _thin(given: MeshFile, mesh: Mesh, number: Any, poisson: float) -> Structure:
    """A shell of the triangles and quadrilaterals of a mesh, or a frame of its lines."""
    if given.section is not None:
        from linkwork.bodies.flexible import frames
        from linkwork.bodies.flexible.shapes import section_of
        from linkwork.bodies.flexible.surfaces import checked_frame

        up = np.array([float(number(value)) for value in given.up]) if given.up else np.eye(3)[2]
        if len(up) != 3:
            raise MechanismError(f"{given.file}: 'up' needs three numbers")
        return frames.structure_of(checked_frame(mesh), section_of(number, given.section), up, poisson)
    from linkwork.bodies.flexible import shells
    from linkwork.bodies.flexible.surfaces import checked_shell

    thick = float(number(given.thickness))
    if thick <= 0.0:
        raise MechanismError(f"{given.file}: the thickness of a shell must be more than zero")
    return shells.structure_of(checked_shell(mesh), thick, poisson)


def read_mesh(path: str, dimensions: int, wanted: tuple[str, ...] = (), asked: Asked | None = None) -> Mesh:
    """The cells that fill the body (or those that are wanted), and named sets of nodes, through meshio."""
    kind = os.path.splitext(path)[1][1:].lower()
    if kind in _SURFACES:
        raise MechanismError(
            f"{path}: a .{kind} file holds a surface, not the inside of a body; mesh it with tetrahedra (Gmsh, Netgen) "
            "and give that file (.msh, .inp, .vtu)"
        )
    read_bytes(path, LARGEST, "a mesh file")
    try:
        import meshio
    except ImportError:
        raise MechanismError(
            f"{path}: meshes are read by meshio; install it by pip install 'linkwork[flexible]'"
        ) from None
    printed = io.StringIO()  # meshio tells on the terminal what it could not read, and ends the program
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            mesh = meshio.read(path)
    except SystemExit:
        told = [line.strip() for line in printed.getvalue().splitlines() if line.strip()]
        damaged = f"it is damaged, or not of the kind '.{kind}'"
        reason = told[0] if told and not told[0].startswith("Error") else damaged
        raise MechanismError(f"{path}: it cannot be read as a mesh: {reason}") from None
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise MechanismError(f"{path}: it cannot be read as a mesh: {reason}") from None
    return _filled(path, mesh, dimensions, wanted, asked or Asked())


def _filled(path: str, mesh: Any, dimensions: int, thin: tuple[str, ...], asked: Asked) -> Mesh:
    filling = tuple(name for name in (*CORNERS, *FIRST) if (name in _FLAT) == (dimensions == 2))
    wanted = thin or filling
    kinds = {block.type for block in mesh.cells}
    if thin and dimensions == 3 and kinds & set(filling):
        what = "a thickness" if thin == _SHEETS else "a section"
        raise MechanismError(f"{path}: its cells fill space ({', '.join(sorted(kinds))}); they need no {what}")
    if thin == _SHEETS and kinds & {"triangle6", "quad8", "quad9"}:
        raise MechanismError(f"{path}: shells are of triangles and quadrilaterals of first order; mesh it so")
    cells: dict[str, list[Any]] = {}
    for block in mesh.cells:
        if block.type in _OTHERS and not thin and block.type not in asked.kinds:
            raise MechanismError(
                f"{path}: cells {_OTHERS[block.type]} ('{block.type}') are not taken; mesh it otherwise"
            )
        if block.type in wanted:
            cells.setdefault(block.type, []).append(np.asarray(block.data, dtype=np.int64))
    if not cells:
        need = "triangles or quadrilaterals" if dimensions == 2 else "tetrahedra or hexahedra"
        need = {_LINES: "lines of two nodes", _SHEETS: "triangles or quadrilaterals"}.get(thin, need)
        shell = dimensions == 3 and not thin and kinds & set(_SHEETS)
        hint = "; for a shell give the mesh its thickness" if shell else ""
        raise MechanismError(
            f"{path}: there are no {need} in it; its cells are: {', '.join(sorted(kinds)) or 'none'}{hint}"
        )
    joined = {name: np.vstack(blocks) for name, blocks in cells.items()}
    used = np.unique(np.concatenate([block.ravel() for block in joined.values()]))
    points = np.asarray(mesh.points, dtype=float)
    if dimensions == 3 and points.shape[1] < 3:
        raise MechanismError(f"{path}: its nodes have two coordinates; a body in space needs three")
    if dimensions == 2 and points.shape[1] == 3 and np.ptp(points[used, 2]) > 1e-9 * np.ptp(points[used]):
        raise MechanismError(f"{path}: its nodes do not lie in the plane xy; a planar body needs a flat mesh")
    notes = left_out(path, mesh, joined, not thin, asked)
    renumbered = np.full(len(points), -1, dtype=np.int64)
    renumbered[used] = np.arange(len(used))
    sets = {name: renumbered[nodes] for name, nodes in _sets(mesh).items()}
    sets = {name: nodes[nodes >= 0] for name, nodes in sets.items()}
    cells_of_body = {name: renumbered[block] for name, block in joined.items()}
    numbers = used if len(used) < len(points) else None
    return Mesh(points[used, :dimensions], cells_of_body, sets, numbers, notes)


def _sets(mesh: Any) -> dict[str, Any]:
    """Named nodes: sets of points, and nodes of named sets of cells."""
    sets = {str(name): np.asarray(nodes, dtype=np.int64).ravel() for name, nodes in mesh.point_sets.items()}
    for name, blocks in mesh.cell_sets.items():
        nodes = [
            np.asarray(cells.data)[np.asarray(chosen, dtype=np.int64)].ravel()
            for cells, chosen in zip(mesh.cells, blocks, strict=False)
            if chosen is not None and len(chosen)
        ]
        if nodes and not str(name).startswith("gmsh:"):
            sets.setdefault(str(name), np.unique(np.concatenate(nodes)).astype(np.int64))
    return sets


def from_matrices(given: Matrices, number: Any, dimensions: int) -> Structure:
    """A structure from matrices of another program."""
    freedoms: Any = given.freedoms
    springs, inertias = abaqus_files.labelled(given.stiffness, "STIFFNESS"), abaqus_files.labelled(given.mass, "MASS")
    if springs is not None and inertias is not None:
        stiffness, mass, freedoms = abaqus_files.matrices_of(springs, inertias)
        freedoms = given.freedoms or freedoms
    elif springs is not None or inertias is not None:
        raise MechanismError(
            f"{given.mass if springs is None else given.stiffness}: it tells nodes and freedoms of its rows, the other "
            "matrix does not; write both alike"
        )
    elif nastran_files.is_nastran(given.stiffness) and nastran_files.is_nastran(given.mass):
        stiffness, mass, freedoms = nastran_files.matrices_of(str(given.stiffness), str(given.mass))
        freedoms = given.freedoms or freedoms
    else:
        stiffness, mass = matrix_of(given.stiffness, number, "stiffness"), matrix_of(given.mass, number, "mass")
    if nastran_files.is_nastran(given.nodes):
        if isinstance(freedoms, str) or not freedoms:
            raise MechanismError(
                f"{given.nodes}: GRID cards need 'freedoms' as pairs of node and freedom, or K and M as DMIG"
            )
        points = nastran_files.nodes_of(str(given.nodes), list(freedoms))[:, :dimensions]
    elif freedoms and not isinstance(freedoms, str) and str(given.nodes).lower().endswith(".inp"):
        points = labelled_nodes_of(str(given.nodes), [node for node, _ in freedoms])[:, :dimensions]
    else:
        points = nodes_of(given.nodes, number, dimensions)
    if stiffness.shape != mass.shape or stiffness.shape[0] != stiffness.shape[1]:
        raise MechanismError(f"K is {_shape(stiffness)} and M {_shape(mass)}; both are square and of one size")
    places = places_of(freedoms, len(points), stiffness.shape[0], dimensions)
    turns = 1 if dimensions == 2 else 3
    each = dimensions + turns if any(freedom >= dimensions for _, freedom in places) else dimensions
    order = np.array([node * each + freedom for node, freedom in places])
    if len(set(order.tolist())) != len(order) or len(order) != each * len(points):
        raise MechanismError(
            f"{len(points)} nodes with {each} freedoms need {each * len(points)} rows of K; it has {len(order)}"
        )
    back = np.argsort(order)
    stiffness, mass = stiffness[back][:, back].tocsr(), mass[back][:, back].tocsr()
    weights, notes = _weights(mass, each, dimensions)
    from scipy.sparse import identity

    translations = [each * node + axis for node in range(len(points)) for axis in range(dimensions)]
    carried = identity(mass.shape[0], format="csr")[translations]
    names = ("x", "y", "r") if dimensions == 2 else ("x", "y", "z", "rx", "ry", "rz")
    return Structure(points, stiffness, mass, names[:each], points, carried, weights, notes=notes)


def _shape(matrix: Any) -> str:
    return f"{matrix.shape[0]} by {matrix.shape[1]}"


def _weights(mass: Any, each: int, dimensions: int) -> tuple[Any, tuple[str, ...]]:
    """m of M = m x I, or the mean over the axes where M is not of that form."""
    blocks = [mass[axis::each][:, axis::each] for axis in range(dimensions)]
    mean = sum(blocks[1:], blocks[0]) / dimensions
    size = abs(mean).max()
    apart = max(abs(block - mean).max() for block in blocks)
    across = max(abs(mass[a::each][:, b::each]).max() for a in range(dimensions) for b in range(a))
    notes = []
    if max(apart, across) > 1e-6 * size:
        notes.append("M is not the same along all axes: what spin does to the modes is taken from its mean")
    if each > dimensions:
        notes.append("inertia of the rotations of nodes is in the modes' masses, not in what spin does to them")
    return mean.tocsr(), tuple(notes)
