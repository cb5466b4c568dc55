"""Thin shells of triangles and quadrilaterals with rotations at their nodes, flat in each cell.

Quadrilaterals bend by Bathe and Dvorkin (Int. J. Numer. Meth. Engng 21 (1985) 367: shear tied at the middles of edges)
and stretch with the incompatible modes of Taylor, Beresford and Wilson (10 (1976) 1211); triangles bend by Batoz, Bathe
and Ho (15 (1980) 1771: no shear) and stretch by Allman (Comput. Struct. 19 (1984) 1). The turn of a node about the
normal is tied to that of the sheet. A cell whose nodes are not in one plane is laid into its mean plane, with rigid
arms. All for a unit modulus and density.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.bodies.flexible.cells import CORNERS, Floats, cell
from linkwork.bodies.flexible.mesh import Ints, Mesh
from linkwork.bodies.flexible.shell_cells import bending_rows, membrane_rows, turn_rows
from linkwork.bodies.flexible.structure import Structure

_EACH = 6
_TIED = 0.05
"""Stiffness against a turn of nodes about the normal that the sheet does not make, of its stiffness in shear."""
_SHEAR = 5.0 / 6.0


@dataclass(frozen=True)
class Sheet:
    """Cells of one kind: their nodes, axes (rows; the last is the normal), places in them, and arms of the nodes."""

    name: str
    nodes: Ints
    axes: Floats
    flat: Floats
    heights: Floats
    middles: Floats


def sheets_of(mesh: Mesh) -> list[Sheet]:
    """The cells of a mesh laid flat."""
    return [_laid(mesh.points, name, nodes) for name, nodes in mesh.cells.items() if len(nodes)]


def _laid(points: Floats, name: str, nodes: Ints) -> Sheet:
    places = points[nodes]
    middles = places.mean(axis=1)
    if name == "triangle":
        one, other = places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]
    else:
        one, other = places[:, 2] - places[:, 0], places[:, 3] - places[:, 1]
    normal = np.cross(one, other)
    normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    first = places[:, 1] - places[:, 0]
    first = first - np.einsum("ca,ca->c", first, normal)[:, None] * normal
    first = first / np.linalg.norm(first, axis=1, keepdims=True)
    axes = np.stack([first, np.cross(normal, first), normal], axis=1)
    own = np.einsum("cab,cnb->cna", axes, places - middles[:, None])
    return Sheet(name, nodes, axes, own[:, :, :2], own[:, :, 2], middles)


def own_freedoms(sheet: Sheet) -> Floats:
    """Freedoms of a cell in its own axes, at its nodes in the mean plane, from those of its nodes: cells x 6n x 6n."""
    count, n = sheet.nodes.shape
    node = np.zeros((count, n, _EACH, _EACH))
    node[:, :, :3, :3] = node[:, :, 3:, 3:] = sheet.axes[:, None]
    normal = sheet.axes[:, 2]
    cross = np.zeros((count, 3, 3))  # turn x normal
    cross[:, 0, 1], cross[:, 0, 2] = normal[:, 2], -normal[:, 1]
    cross[:, 1, 0], cross[:, 1, 2] = -normal[:, 2], normal[:, 0]
    cross[:, 2, 0], cross[:, 2, 1] = normal[:, 1], -normal[:, 0]
    node[:, :, :3, 3:] = -sheet.heights[:, :, None, None] * np.matmul(sheet.axes, cross)[:, None]
    turned = np.zeros((count, n, _EACH, n, _EACH))
    for one in range(n):
        turned[:, one, :, one] = node[:, one]
    return turned.reshape(count, _EACH * n, _EACH * n)


@dataclass(frozen=True)
class Points:
    """Where a sheet is integrated: shape functions and slopes there, areas, and rows of what its freedoms strain."""

    values: Floats
    slopes: Floats
    areas: Floats
    stretch: Floats
    bend: Floats
    shear: Floats | None
    turn: Floats


def points_of(sheet: Sheet, poisson: float) -> Points:
    """Rows at the points of integration, in the cell's own freedoms: cells x points x strains x 6n."""
    kind = cell(sheet.name)
    local = kind.gradients(kind.points)
    jacobian = np.einsum("qni,cnj->cqij", local, sheet.flat)
    slopes = np.einsum("cqji,qni->cqnj", np.linalg.inv(jacobian), local)
    areas = np.linalg.det(jacobian) * kind.weights
    values = kind.values(kind.points)
    bend, shear = bending_rows(sheet.name, sheet.flat, slopes, jacobian, kind.points)
    stretch = membrane_rows(sheet.name, sheet.flat, slopes, areas, jacobian, kind.points, hooke(poisson))
    return Points(values, slopes, areas, stretch, bend, shear, turn_rows(values, slopes))


def hooke(poisson: float) -> Floats:
    """Plane stress from strains xx, yy and the change of the angle, of a unit modulus."""
    return np.array([[1, poisson, 0], [poisson, 1, 0], [0, 0, (1 - poisson) / 2]]) / (1 - poisson**2)


def structure_of(mesh: Mesh, thickness: float, poisson: float) -> Structure:
    """Matrices of a shell of one thickness."""
    from scipy.sparse import block_diag, diags, vstack

    size = _EACH * len(mesh.points)
    particles, weights, carried = [], [], []
    stiffness = mass = None
    for sheet in sheets_of(mesh):
        rows = points_of(sheet, poisson)
        own = own_freedoms(sheet)
        stiff, still = _matrices(rows, thickness, poisson)
        places, heavy, moved = _particles(sheet, rows, thickness)
        columns = (_EACH * sheet.nodes[:, :, None] + np.arange(_EACH)).reshape(len(sheet.nodes), -1)
        stiffness = _added(stiffness, own.swapaxes(1, 2) @ stiff @ own, columns, size)
        mass = _added(mass, own.swapaxes(1, 2) @ still @ own, columns, size)
        carried.append(_carried(moved @ own[:, None], columns, size))
        particles.append(places)
        weights.append(heavy)
    joined, masses = vstack(carried).tocsr(), np.concatenate(weights)
    heavy_rows = block_diag([diags(np.repeat(masses, 3))])
    return Structure(
        points=mesh.points,
        stiffness=stiffness,
        mass=(joined.T @ heavy_rows @ joined + mass).tocsr(),
        freedoms=("x", "y", "z", "rx", "ry", "rz"),
        particles=np.concatenate(particles),
        carried=joined,
        weights=diags(masses),
        recovery=ShellRecovery(mesh, thickness, poisson),
        mesh=mesh,
        notes=_notes(mesh, thickness),
        sets=mesh.sets,
    )


def _notes(mesh: Mesh, thickness: float) -> tuple[str, ...]:
    reach = float(np.ptp(mesh.points, axis=0).max())
    if thickness > 0.1 * reach:
        return (f"a shell of {thickness:g} m in a body of {reach:.3g} m is no thin one; a solid is truer",)
    return ()


def _matrices(rows: Points, thickness: float, poisson: float) -> tuple[Floats, Floats]:
    """Stiffness of the cells, and the mass of turns about the normal that the sheet does not make."""
    law, shear = hooke(poisson), 0.5 / (1 + poisson)
    stiff = thickness * _squared(rows.stretch, rows.areas, law)
    stiff += thickness**3 / 12 * _squared(rows.bend, rows.areas, law)
    if rows.shear is not None:
        stiff += _SHEAR * shear * thickness * _squared(rows.shear, rows.areas, np.eye(2))
    turn = thickness * _squared(rows.turn, rows.areas, np.eye(1))
    return stiff + _TIED * shear * turn, _TIED * thickness**2 / 12 * turn


def _squared(rows: Floats, areas: Floats, law: Floats) -> Floats:
    """int B' D B dA of every cell."""
    return np.einsum("cqaf,cq,ab,cqbg->cfg", rows, areas, law, rows, optimize=True)


def _added(total: Any, blocks: Floats, columns: Ints, size: int) -> Any:
    from scipy.sparse import coo_matrix

    at = (np.broadcast_to(columns[:, :, None], blocks.shape), np.broadcast_to(columns[:, None, :], blocks.shape))
    added = coo_matrix((blocks.ravel(), (at[0].ravel(), at[1].ravel())), shape=(size, size)).tocsr()
    return added if total is None else total + added


def _particles(sheet: Sheet, rows: Points, thickness: float) -> tuple[Floats, Floats, Floats]:
    """Two particles at each point, at the radius of gyration of the wall: places, masses, rows (x y z of each)."""
    count, points = rows.areas.shape
    n = sheet.nodes.shape[1]
    flat = np.zeros((count, points, 3))
    flat[:, :, :2] = np.einsum("qn,cna->cqa", rows.values, sheet.flat)
    moved = np.zeros((2, points, 3, n, _EACH))
    places = []
    for side, height in enumerate((-thickness / 12**0.5, thickness / 12**0.5)):
        for axis in range(3):
            moved[side, :, axis, :, axis] = rows.values
        moved[side, :, 0, :, 4] = height * rows.values
        moved[side, :, 1, :, 3] = -height * rows.values
        lifted = flat + np.array([0.0, 0.0, height])
        places.append(sheet.middles[:, None] + np.einsum("cba,cqb->cqa", sheet.axes, lifted))
    ours = np.broadcast_to(moved.reshape(1, 2 * points, 3, n * _EACH), (count, 2 * points, 3, n * _EACH))
    outside = np.einsum("cba,cpbf->cpaf", sheet.axes, ours)
    masses = np.concatenate([rows.areas, rows.areas], axis=1) * thickness / 2
    return np.concatenate(places, axis=1).reshape(-1, 3), masses.ravel(), outside


def _carried(blocks: Floats, columns: Ints, size: int) -> Any:
    """Displacements of the particles from all freedoms."""
    from scipy.sparse import coo_matrix

    count, particles, axes = blocks.shape[:3]
    places = np.arange(count * particles * axes).reshape(count, particles, axes, 1)
    rows = np.broadcast_to(places, blocks.shape).ravel()
    across = np.broadcast_to(columns[:, None, None, :], blocks.shape).ravel()
    return coo_matrix((blocks.ravel(), (rows, across)), shape=(count * particles * axes, size)).tocsr()


@dataclass(frozen=True)
class ShellRecovery:
    """Stress of a shell on both of its faces, and the stiffness that the stress of its middle makes."""

    mesh: Mesh
    thickness: float
    poisson: float

    def _strained(self, sheet: Sheet, shapes: Floats) -> tuple[Points, Floats, Floats]:
        """Stress of stretching and of bending at the face, in the cell's own axes: cells x points x 3 x columns."""
        rows = points_of(sheet, self.poisson)
        columns = (_EACH * sheet.nodes[:, :, None] + np.arange(_EACH)).reshape(len(sheet.nodes), -1)
        own = np.einsum("cfg,cgk->cfk", own_freedoms(sheet), shapes[columns])
        law = hooke(self.poisson)
        stretched = np.einsum("ab,cqbf,cfk->cqak", law, rows.stretch, own, optimize=True)
        bent = np.einsum("ab,cqbf,cfk->cqak", law, rows.bend, own, optimize=True) * self.thickness / 2
        return rows, stretched, bent

    def stress(self, shapes: Floats) -> Floats:
        """Stress at the nodes, the mean of all cells there, on the upper face and then on the lower: nodes x 12 x n."""
        nodes, columns = len(self.mesh.points), shapes.shape[1]
        total, seen = np.zeros((nodes, 12, columns)), np.zeros(nodes)
        for sheet in sheets_of(self.mesh):
            rows, stretched, bent = self._strained(sheet, shapes)
            kind = cell(sheet.name)
            corners = kind.values(np.array(CORNERS[sheet.name], dtype=float))
            spread = corners @ np.linalg.pinv(rows.values)  # from the points to the corners, along linear shapes
            for side, sign in ((0, 1.0), (6, -1.0)):
                flat = np.einsum("nq,cqak->cnak", spread, stretched + sign * bent)
                np.add.at(total[:, side : side + 6], sheet.nodes, _outside(sheet, flat))
            np.add.at(seen, sheet.nodes, 1.0)
        return total / seen[:, None, None]

    def geometric(self, loaded: Floats, shapes: Floats) -> Floats:
        """int N_ab u_c,a u_c,b dA of the stress in the middle of the wall of each loaded state: states x n x n."""
        states, modes = loaded.shape[1], shapes.shape[1]
        geometric = np.zeros((states, modes, modes))
        for sheet in sheets_of(self.mesh):
            rows, stretched, _ = self._strained(sheet, loaded)
            n = sheet.nodes.shape[1]
            columns = (_EACH * sheet.nodes[:, :, None] + np.arange(_EACH)).reshape(len(sheet.nodes), -1)
            own = np.einsum("cfg,cgk->cfk", own_freedoms(sheet), shapes[columns])
            moved = own.reshape(len(own), n, _EACH, modes)[:, :, :3]
            slope = np.einsum("cqna,cnik->cqaik", rows.slopes, moved, optimize=True)
            force = self.thickness * stretched * rows.areas[:, :, None, None]
            tensor = np.stack([force[:, :, [0, 2]], force[:, :, [2, 1]]], axis=2)
            for one in range(states):
                pulled = np.einsum("cqab,cqbik->cqaik", tensor[..., one], slope)
                geometric[one] += pulled.reshape(-1, modes).T @ slope.reshape(-1, modes)
        return geometric


def _outside(sheet: Sheet, flat: Floats) -> Floats:
    """Plane stress of cells (cells x n x 3 x k) in the axes of the body: xx, yy, zz, xy, yz, zx."""
    tensor = np.stack([flat[:, :, [0, 2]], flat[:, :, [2, 1]]], axis=2)
    turned = np.einsum("cia,cnijk,cjb->cnabk", sheet.axes[:, :2], tensor, sheet.axes[:, :2], optimize=True)
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
    return np.stack([turned[:, :, a, b] for a, b in pairs], axis=2)
