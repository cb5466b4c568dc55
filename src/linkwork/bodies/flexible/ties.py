"""Interfaces: which nodes belong to one, and how its frame moves with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import suggestion
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.description import InterfaceNodes
from linkwork.bodies.flexible.faces import face_of
from linkwork.bodies.flexible.mesh import Ints, Mesh, neighbours
from linkwork.bodies.flexible.normal_tie import Pushed, pushed_face
from linkwork.bodies.flexible.structure import Structure, rigid_motions

_ON_FACE = 1e-6
"""How far nodes of a face may lie inside the body, of its size."""


@dataclass(frozen=True)
class Tie:
    """A frame on a structure: its place, its nodes, the rows that give its motion, and which of them are held."""

    name: str
    at: Floats
    nodes: Ints
    rigid: bool
    rows: Any
    """Translation and rotation of the frame from all freedoms (sparse)."""
    held: int
    """Rows, from the first on, that static modes are made for: all, or the translations of a plain node."""
    soft: bool
    pushed: Pushed | None = None
    """Of a face that is tied by its normals: what pressure does there. All its rows are then one row along a line."""


def ties_of(structure: Structure, described: dict[str, InterfaceNodes], number: Any) -> list[Tie]:
    """The interfaces of a structure."""
    ties = []
    for name, given in described.items():
        with within(f"interface '{name}'"):
            ties.append(_tie(structure, name, given, number))
    taken: dict[int, str] = {}
    for tie in ties:
        for node in tie.nodes.tolist() if tie.rigid else ():
            if node in taken:
                raise MechanismError(
                    f"node {node} belongs to the interfaces '{taken[node]}' and '{tie.name}', both rigid; "
                    "keep them apart, or tie one by its mean"
                )
            taken[node] = tie.name
    return ties


def _tie(structure: Structure, name: str, given: InterfaceNodes, number: Any) -> Tie:
    d = structure.dimension
    at = place_of(given, number, d)
    nodes = selected(structure, given, at, number)
    if given.tie == "normal":
        return _normal(structure, name, nodes)
    place = structure.points[nodes].mean(axis=0) if at is None else at
    turning = len(structure.freedoms) > d
    if turning and len(nodes) == 1:
        return _at_beam(structure, name, place, nodes)
    if len(nodes) == 1:
        return _plain_node(structure, name, nodes)
    in_line = np.linalg.matrix_rank(rigid_motions(structure.points[nodes], place), tol=1e-9) < d + structure.turns
    if in_line and not turning:
        raise MechanismError(
            f"its {len(nodes)} nodes lie on one line, which leaves the frame free to turn about it; take more nodes"
        )
    rigid = given.tie == "rigid"
    shares = None if rigid else shares_of(structure, nodes)
    if at is None and shares is not None:
        place = shares @ structure.points[nodes] / shares.sum()
    return Tie(
        name, place, nodes, rigid, _mean_rows(structure, nodes, place, shares, in_line), d + structure.turns, False
    )


def _normal(structure: Structure, name: str, nodes: Ints) -> Tie:
    """A face of any form: the frame moves along a line as far as pressure on the face does work."""
    if not isinstance(structure.mesh, Mesh):
        raise MechanismError("a tie by normals needs a mesh whose faces are known; give a shape or a mesh")
    pushed = pushed_face(structure.points[nodes], face_of(structure.mesh, nodes))
    rows = pushed.rows(structure, nodes)
    return Tie(name, pushed.at, nodes, False, rows, 1, False, pushed)


def shares_of(structure: Structure, nodes: Ints) -> Floats | None:
    """Weights of nodes in their mean: their shares in the area of the face that they make; none, if they make none."""
    if structure.mesh is None or not isinstance(structure.mesh, Mesh):
        return None
    face = face_of(structure.mesh, nodes)
    return face.shares if face.area > 0.0 else None


def place_of(given: InterfaceNodes, number: Any, d: int) -> Floats | None:
    """Where an interface is said to be."""
    return _place(number, given.at, d) if given.at else None


def _place(number: Any, given: Any, d: int) -> Floats:
    if len(given) != d:
        raise MechanismError(f"a place needs {d} numbers; found {len(given)}")
    return np.array([float(number(value)) for value in given])


def selected(structure: Structure, given: InterfaceNodes, at: Floats | None, number: Any) -> Ints:
    """Numbers of the nodes that an interface names."""
    points, d = structure.points, structure.dimension
    size = float(np.ptp(points, axis=0).max())
    chosen = np.ones(len(points), dtype=bool)
    ways = 0
    if given.face is not None:
        axis = "xyz"[:d].find(given.face[1:]) if len(given.face) == 2 else -1
        if given.face[:1] not in "+-" or axis < 0:
            raise MechanismError(f"'face' is a direction such as -x or +y; found '{given.face}'")
        side = points[:, axis].min() if given.face[0] == "-" else points[:, axis].max()
        chosen &= np.abs(points[:, axis] - side) <= _ON_FACE * size
        ways += 1
    if given.box:
        if len(given.box) != 2:
            raise MechanismError("'box' needs two corners")
        low, high = (_place(number, corner, d) for corner in given.box)
        chosen &= ((points >= low - _ON_FACE * size) & (points <= high + _ON_FACE * size)).all(axis=1)
        ways += 1
    if given.radius is not None:
        chosen &= _within(points, given, at, float(number(given.radius)) + _ON_FACE * size, number)
        ways += 1
    if given.nodes:
        chosen &= np.isin(np.arange(len(points)), _numbered(structure, given.nodes))
        ways += 1
    if not ways:
        if at is None:
            raise MechanismError("say which nodes belong to it: face, box, radius, nodes, or at for the nearest node")
        nearest = int(np.argmin(np.linalg.norm(points - at, axis=1)))
        away = float(np.linalg.norm(points[nearest] - at))
        if away > 0.2 * size:
            raise MechanismError(f"no node is near its place; the nearest, node {nearest}, is {away:g} m away")
        return np.array([nearest])
    nodes: Ints = np.flatnonzero(chosen)
    if not len(nodes):
        ends = (", ".join(f"{value:.4g}" for value in end) for end in (points.min(axis=0), points.max(axis=0)))
        raise MechanismError(f"no node belongs to it; the body lies between ({') and ('.join(ends)})")
    return nodes


def _within(points: Floats, given: InterfaceNodes, at: Floats | None, radius: float, number: Any) -> Any:
    if at is None:
        raise MechanismError("'radius' needs the place 'at' that it is measured from")
    away = points - at
    if given.axis:
        axis = _place(number, given.axis, points.shape[1])
        axis = axis / np.linalg.norm(axis)
        away = away - np.outer(away @ axis, axis)
    return np.linalg.norm(away, axis=1) <= radius


def _numbered(structure: Structure, given: str | tuple[int, ...]) -> Ints:
    if isinstance(given, str):
        if given not in structure.sets:
            raise MechanismError(f"the mesh has no set '{given}'{suggestion(given, structure.sets, 'sets')}")
        return np.asarray(structure.sets[given])
    if structure.numbers is not None:
        missing = sorted(set(given) - set(structure.numbers.tolist()))
        if missing:
            raise MechanismError(f"the mesh has no node {missing[0]} that belongs to a cell of the body")
        return np.flatnonzero(np.isin(structure.numbers, given))
    wrong = [node for node in given if not 0 <= node < len(structure.points)]
    if wrong:
        raise MechanismError(f"there is no node {wrong[0]}; nodes are numbered 0 to {len(structure.points) - 1}")
    return np.asarray(given)


def _mean_rows(
    structure: Structure, nodes: Ints, place: Floats, shares: Floats | None = None, turning: bool = False
) -> Any:
    """The rigid motion nearest to that of the nodes, by least squares with weights W: (R' W R)^-1 R' W.

    `turning`: turns of the nodes count, too, at the mean distance of the nodes from the place.
    """
    from scipy.sparse import csr_matrix

    d, each = structure.dimension, len(structure.freedoms)
    rigid = rigid_motions(structure.points[nodes], place, turning)
    counted = each if turning else d
    weights = np.ones(len(nodes)) if shares is None else shares / shares.sum()
    scaled = np.repeat(weights, counted).reshape(-1, counted)
    if turning:
        scaled[:, d:] *= np.mean(np.sum((structure.points[nodes] - place) ** 2, axis=1))
    weighed = rigid.T * scaled.ravel()
    rows = np.linalg.solve(weighed @ rigid, weighed)
    columns = (each * nodes[:, None] + np.arange(counted)).ravel()
    shape = (rows.shape[0], structure.count)
    return csr_matrix(
        (rows.ravel(), (np.repeat(np.arange(len(rows)), len(columns)), np.tile(columns, len(rows)))), shape
    )


def _at_beam(structure: Structure, name: str, place: Floats, nodes: Ints) -> Tie:
    """A node with rotations is a frame by itself; the interface may sit beside it."""
    from scipy.sparse import csr_matrix

    columns = structure.numbers_of(int(nodes[0]))
    arm = rigid_motions(structure.points[nodes], place, True)
    rows = np.linalg.inv(arm)
    at = (np.repeat(np.arange(len(rows)), len(columns)), np.tile(columns, len(rows)))
    return Tie(
        name, place, nodes, False, csr_matrix((rows.ravel(), at), (len(rows), structure.count)), len(rows), False
    )


def _plain_node(structure: Structure, name: str, nodes: Ints) -> Tie:
    """A single node of a solid: its own motion, and the rotation of the cells around it."""
    from scipy.sparse import csr_matrix, vstack

    d, node = structure.dimension, int(nodes[0])
    place = structure.points[node]
    around = neighbours(structure.mesh, node) if structure.mesh is not None else nearest(structure, node)
    rows = [_mean_rows(structure, around, place)[d:]]
    own = csr_matrix((np.ones(d), (np.arange(d), structure.numbers_of(node)[:d])), (d, structure.count))
    return Tie(name, place, nodes, False, vstack([own, *rows]).tocsr(), d, True)


def nearest(structure: Structure, node: int) -> Ints:
    """Some nodes around one where no mesh tells which."""
    away = np.linalg.norm(structure.points - structure.points[node], axis=1)
    nearest: Ints = np.argsort(away)[: 4 if structure.dimension == 2 else 7]
    return nearest
