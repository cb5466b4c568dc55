"""Reduction of a structure to a few modes: Guyan, Craig and Bampton, or free modes with attachment modes.

Guyan, AIAA J. 3 (1965) 380; Craig and Bampton, AIAA J. 6 (1968) 1313; Nikravesh, in Advances in Computational Multibody
Systems (2005), chapter 8, for reference conditions: any of them is a set of rows N with N S = 0, and modes are carried
from one frame to another by S - R (N R)^-1 N S with the rigid motions R.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.statics import Floating, Held
from linkwork.bodies.flexible.structure import Structure, rigid_motions
from linkwork.bodies.flexible.ties import Tie

_WAYS = {
    2: ("along x", "along y", "turning"),
    3: ("along x", "along y", "along z", "about x", "about y", "about z"),
}
_SAME = 1e-9
"""Below this share of their size, shapes are a combination of the others."""


@dataclass(frozen=True)
class Wanted:
    """What is asked for: kind, number of modes or highest eigenvalue, masters, frame, residual vectors."""

    kind: str
    count: int
    highest: float | None
    attachment: bool
    masters: tuple[int, ...]
    reference: str | tuple[int, ...]
    residual: bool = False


@dataclass(frozen=True)
class Reduced:
    """Shapes of all freedoms, their eigenvalues, and what was left out.

    Mass and stiffness are diagonal in them; a unit of each moves the particles by 1 m in the root mean square, so that
    its mass is that of the body.
    """

    structure: Structure
    ties: list[Tie]
    shapes: Floats
    values: Floats
    first: float
    """First elastic eigenvalue of the free structure."""
    kept: float
    """Highest eigenvalue of the normal modes that were kept; 0 where there are none."""
    next: float
    """The first one that was left out; 0 where none is known."""
    static_error: float
    """How much of the flexibility at the interfaces is missing at the worst, as a share."""
    stiffest: str
    """Where that is, in words."""
    body: Any
    """The tied structure (`Tied`), for loads."""


class Tied:
    """A structure whose rigid interfaces are frames: u = T w, with the freedoms of the frames last."""

    def __init__(self, structure: Structure, ties: list[Tie]) -> None:
        from scipy.sparse import identity

        self.structure, self.ties = structure, ties
        self.transform = identity(structure.count, format="csc")
        rigid = [tie for tie in ties if tie.rigid]
        self.frames: dict[str, int] = {}
        if rigid:
            self._tie(rigid)
        t = self.transform
        parts = structure.rigid()
        motions = _solved(t, parts)
        share = abs(t).T
        places = (share @ structure.places()) / np.asarray(share.sum(axis=1)).reshape(-1, 1)
        self.floating = Floating((t.T @ structure.stiffness @ t), (t.T @ structure.mass @ t), motions, places)

    def _tie(self, rigid: list[Tie]) -> None:
        from scipy.sparse import coo_matrix, hstack, identity

        structure = self.structure
        d, each = structure.dimension, len(structure.freedoms)
        turning = each > d
        taken = np.zeros(structure.count, dtype=bool)
        blocks = []
        for tie in rigid:
            places = (each * tie.nodes[:, None] + np.arange(each)).ravel()
            taken[places] = True
            motion = rigid_motions(structure.points[tie.nodes], tie.at, turning)
            rows = np.repeat(places, motion.shape[1])
            columns = np.tile(np.arange(motion.shape[1]), len(places))
            blocks.append(coo_matrix((motion.ravel(), (rows, columns)), shape=(structure.count, motion.shape[1])))
        kept = identity(structure.count, format="csc")[:, np.flatnonzero(~taken)]
        at = kept.shape[1]
        for tie, block in zip(rigid, blocks, strict=True):
            self.frames[tie.name] = at
            at += block.shape[1]
        self.transform = hstack([kept, *blocks]).tocsc()

    def rows(self, tie: Tie) -> Any:
        """Motion of an interface's frame from the freedoms w."""
        from scipy.sparse import csr_matrix

        if tie.name in self.frames:
            n = self.structure.dimension + self.structure.turns
            at = self.frames[tie.name] + np.arange(n)
            return csr_matrix((np.ones(n), (np.arange(n), at)), shape=(n, self.floating.count))
        return (tie.rows @ self.transform).tocsr()

    def held(self, tie: Tie) -> Any:
        """The rows of it that static modes are made for."""
        if tie.pushed is not None:
            from scipy.sparse import csr_matrix

            return csr_matrix(tie.pushed.along) @ self.rows(tie)[: self.structure.dimension]
        return self.rows(tie)[: tie.held]

    def node(self, node: int) -> Any:
        """Translations of a node from the freedoms w."""
        return self.transform.tocsr()[self.structure.numbers_of(node)[: self.structure.dimension]]


def _solved(transform: Any, motions: Floats) -> Floats:
    """The freedoms w of motions that the ties allow."""
    from scipy.sparse.linalg import spsolve

    return np.asarray(spsolve((transform.T @ transform).tocsc(), transform.T @ motions)).reshape(transform.shape[1], -1)


def reduced(structure: Structure, ties: list[Tie], wanted: Wanted) -> Reduced:
    """A structure reduced to modes that fit a reference frame."""
    tied = Tied(structure, ties)
    floating = tied.floating
    if wanted.kind == "free" and wanted.reference != "mean":
        raise MechanismError(
            "free modes need the frame of mean axes, in which they move; with a frame fixed at nodes or an interface "
            "they are no deflections: take reduction craig-bampton, or reference mean"
        )
    basis, kept, following = _basis(tied, wanted)
    conditions = reference_rows(tied, wanted.reference)
    basis = in_frame(basis, floating.rigid, conditions)
    shapes, values = _normal(basis, floating)
    error = _static_error(tied, shapes) if ties else (0.0, "")
    shapes = tied.transform @ (shapes * float(structure.weights.sum()) ** 0.5)
    return Reduced(structure, ties, shapes, values, floating.first, kept, following, *error, tied)


def in_frame(shapes: Floats, rigid: Floats, conditions: Any) -> Floats:
    """Shapes seen from the frame in which the conditions (rows N) hold: S - R (N R)^-1 N S."""
    system = np.asarray(conditions @ rigid)
    if np.linalg.cond(system / np.abs(system).max(axis=0)) > 1e10:
        raise MechanismError("the reference does not hold the frame: its nodes lie on one line, or on one another")
    moved: Floats = shapes - rigid @ np.linalg.solve(system, np.asarray(conditions @ shapes))
    return moved


def reference_rows(tied: Tied, reference: str | tuple[int, ...]) -> Any:
    """The rows that are zero for deflections seen from the reference frame."""
    floating = tied.floating
    if reference == "mean":
        return (floating.mass @ floating.rigid).T
    if isinstance(reference, str):
        chosen = [tie for tie in tied.ties if tie.name == reference]
        if not chosen:
            known = suggestion(reference, [tie.name for tie in tied.ties], "interfaces")
            raise MechanismError(f"reference '{reference}' is neither mean nor an interface{known}")
        if chosen[0].pushed is not None:
            raise MechanismError(f"reference '{reference}' is a face that is tied by its normals, which is no frame")
        return tied.rows(chosen[0])
    return nodal_rows(tied, reference)


def nodal_rows(tied: Tied, nodes: tuple[int, ...]) -> Any:
    """A frame with its origin at the first node, the second on its first axis, the third in its plane (321)."""
    from scipy.sparse import vstack

    points, d = tied.structure.points, tied.structure.dimension
    if len(nodes) != d:
        raise MechanismError(f"a frame fixed at nodes needs {d} of them; found {len(nodes)}")
    first = tied.node(nodes[0])
    along = points[nodes[1]] - points[nodes[0]]
    second = tied.node(nodes[1])
    across = np.linalg.svd(along.reshape(1, -1))[2][1:]
    if d == 2:
        return vstack([first, across @ second])
    third = points[nodes[2]] - points[nodes[0]]
    normal = np.cross(along, third)
    if not np.linalg.norm(normal) or not np.linalg.norm(along):
        raise MechanismError("the nodes of its reference lie on one line")
    return vstack([first, across @ second, (normal / np.linalg.norm(normal)).reshape(1, -1) @ tied.node(nodes[2])])


def _basis(tied: Tied, wanted: Wanted) -> tuple[Floats, float, float]:
    """Shapes before the frame is chosen, the highest eigenvalue among its normal modes, the next one."""
    floating, rigid = tied.floating, tied.floating.rigid.shape[1]
    if wanted.kind == "free":
        values, shapes = _chosen(lambda count: floating.free(count), wanted, rigid, floating.count)
        basis = [shapes]
        if wanted.attachment and tied.ties:
            from scipy.sparse import vstack

            basis.append(floating.relieved(vstack([tied.held(tie) for tie in tied.ties]).T.toarray()))
        return np.hstack(basis), *values
    rows = _held_rows(tied, wanted)
    if rows is None:
        raise MechanismError(f"reduction {wanted.kind} needs interfaces; name some, or take reduction free")
    held = Held(floating, rows)
    static = held.static()
    if wanted.residual:
        static = np.hstack([static, held.under(floating.mass @ floating.rigid)])
    if wanted.kind == "guyan" or (wanted.highest is None and wanted.count == 0):
        return static, 0.0, 0.0
    values, shapes = _chosen(lambda count: floating.held(rows, count), wanted, 0, floating.count - rows.shape[0])
    return np.hstack([static, shapes]), *values


def _held_rows(tied: Tied, wanted: Wanted) -> Any:
    from scipy.sparse import vstack

    rows = [tied.held(tie) for tie in tied.ties]
    rows += [tied.node(node) for node in wanted.masters] if wanted.kind == "guyan" else []
    return vstack(rows).tocsr() if rows else None


def _chosen(modes: Any, wanted: Wanted, skip: int, most: int) -> tuple[tuple[float, float], Floats]:
    """Normal modes by number or up to an eigenvalue, one more looked at to tell what is left out."""
    if wanted.highest is None:
        if skip + wanted.count > most:
            raise MechanismError(f"{wanted.count} modes are more than its {most - skip} freedoms allow")
        values, shapes = modes(min(skip + wanted.count + 1, most))
        count = skip + wanted.count
    else:
        ask = min(skip + 12, most)
        values, shapes = modes(ask)
        while values[-1] <= wanted.highest and ask < most:
            ask = min(2 * ask, most)
            values, shapes = modes(ask)
        count = skip + int((values[skip:] <= wanted.highest).sum())
    kept = float(values[count - 1]) if count > skip else 0.0
    return (kept, float(values[count]) if count < len(values) else 0.0), shapes[:, skip:count]


def _normal(basis: Floats, floating: Floating) -> tuple[Floats, Floats]:
    """The same shapes made orthogonal in mass and stiffness, dependent ones left out."""
    mass = basis.T @ (floating.mass @ basis)
    size = np.sqrt(np.maximum(np.diag(mass), 0.0))
    there = size > _SAME * size.max()
    basis = basis[:, there] / size[there]
    weights, turns = np.linalg.eigh(basis.T @ (floating.mass @ basis))
    keep = weights > _SAME * weights[-1]
    basis = basis @ (turns[:, keep] / np.sqrt(weights[keep]))
    stiffness = basis.T @ (floating.stiffness @ basis)
    values, turns = np.linalg.eigh((stiffness + stiffness.T) / 2)
    shapes = basis @ turns
    peaks = shapes[np.argmax(np.abs(shapes), axis=0), np.arange(shapes.shape[1])]
    return shapes * np.where(peaks < 0, -1.0, 1.0), values


def _static_error(tied: Tied, shapes: Floats) -> tuple[float, str]:
    """Share of the flexibility at the interfaces, free body and inertia relief, that the shapes do not have."""
    from scipy.sparse import vstack

    floating = tied.floating
    rows = vstack([tied.held(tie) for tie in tied.ties])
    true = rows @ floating.relieved(rows.T.toarray())
    relieved = floating.without_rigid(shapes)
    seen = np.asarray(rows @ relieved)
    stiffness = relieved.T @ (floating.stiffness @ relieved)
    ours = seen @ np.linalg.solve(stiffness, seen.T)
    missing = np.abs(np.diag(true - ours)) / np.abs(np.diag(true))
    worst = int(np.argmax(missing))
    names = [f"at '{tie.name}' {way}" for tie in tied.ties for way in _ways(tie, tied.structure.dimension)]
    return float(missing[worst]), names[worst]


def _ways(tie: Tie, d: int) -> tuple[str, ...]:
    return ("along its normals",) if tie.pushed is not None else _WAYS[d][: tie.held]
