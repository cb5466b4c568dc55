"""Elastic solids and plates in their plane: M, K, stress and the stiffness of stress, for a unit modulus and density.

K_e = int B' D B dV with Hooke's law D; the consistent mass is m_ij x I (Bathe, Finite Element Procedures, 4.2, 5.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.bodies.flexible.cells import Floats, cell
from linkwork.bodies.flexible.mesh import Ints, Mesh
from linkwork.bodies.flexible.structure import Structure

_CHUNK = 1500
"""Cells that are worked on at once, so that memory stays small."""


@dataclass(frozen=True)
class Hooke:
    """Lame's constants of a unit modulus; in plane stress the first is changed so that nothing pushes outwards."""

    poisson: float
    state: str = "solid"

    @property
    def shear(self) -> float:
        """G."""
        return 0.5 / (1.0 + self.poisson)

    @property
    def lame(self) -> float:
        """lambda."""
        nu = self.poisson
        if self.state == "stress":
            return nu / (1.0 - nu * nu)
        return nu / ((1.0 + nu) * (1.0 - 2.0 * nu))

    def stress(self, strain: Floats) -> Floats:
        """Stress tensors (..., d, d) of symmetric strains."""
        trace = np.trace(strain, axis1=-2, axis2=-1)
        stress: Floats = 2.0 * self.shear * strain + self.lame * trace[..., None, None] * np.eye(strain.shape[-1])
        return stress


def structure_of(mesh: Mesh, hooke: Hooke) -> Structure:
    """The matrices of a mesh."""
    from scipy.sparse import identity, kron

    n, d = mesh.points.shape
    scalar, stiffness = _assembled(mesh, hooke)
    return Structure(
        points=mesh.points,
        stiffness=stiffness,
        mass=kron(scalar, np.eye(d), format="csr"),
        freedoms=("x", "y", "z")[:d],
        particles=mesh.points,
        carried=identity(n * d, format="csr"),
        weights=scalar,
        recovery=SolidRecovery(mesh, hooke),
        mesh=mesh,
        sets=mesh.sets,
    )


def slopes(mesh: Mesh, name: str, nodes: Ints, at: Floats) -> tuple[Floats, Floats]:
    """Of cells the derivatives of shape functions by place (cells x points x nodes x d), and the volume ratio."""
    local = cell(name).gradients(at)
    jacobian = np.einsum("qni,cnj->cqij", local, mesh.points[nodes])
    return np.einsum("cqji,qni->cqnj", np.linalg.inv(jacobian), local), np.linalg.det(jacobian)


def chunks(mesh: Mesh) -> Any:
    """Cells of one kind, some at a time."""
    for name, nodes in mesh.cells.items():
        for at in range(0, len(nodes), _CHUNK):
            yield name, nodes[at : at + _CHUNK]


def _assembled(mesh: Mesh, hooke: Hooke) -> tuple[Any, Any]:
    from scipy.sparse import csr_matrix

    n, d = mesh.points.shape
    masses, stiffness = csr_matrix((n, n)), csr_matrix((n * d, n * d))
    for name, nodes in chunks(mesh):
        kind = cell(name)
        slope, ratio = slopes(mesh, name, nodes, kind.points)
        volume = ratio * kind.weights
        values = kind.values(kind.points)
        m = np.einsum("cq,qi,qj->cij", volume, values, values)
        flat = slope.reshape(*slope.shape[:2], -1)
        g = np.matmul((flat * volume[:, :, None]).transpose(0, 2, 1), flat)
        g = g.reshape(len(nodes), -1, d, nodes.shape[1], d)
        k = hooke.lame * g + hooke.shear * g.transpose(0, 1, 4, 3, 2)
        k += (
            hooke.shear
            * np.einsum("ciajb,ab->cij", g, np.eye(d))[:, :, None, :, None]
            * np.eye(d)[None, None, :, None, :]
        )
        freedoms = (d * nodes[:, :, None] + np.arange(d)).reshape(len(nodes), -1)
        masses = masses + _scattered(m, nodes, n)
        stiffness = stiffness + _scattered(k.reshape(len(nodes), freedoms.shape[1], -1), freedoms, n * d)
    return masses, stiffness


def _scattered(blocks: Floats, places: Ints, size: int) -> Any:
    from scipy.sparse import coo_matrix

    each = places.shape[1]
    rows, columns = np.repeat(places, each, axis=1).ravel(), np.tile(places, (1, each)).ravel()
    return coo_matrix((blocks.ravel(), (rows, columns)), shape=(size, size)).tocsr()


@dataclass(frozen=True)
class SolidRecovery:
    """Stress in a mesh from displacements of its nodes."""

    mesh: Mesh
    hooke: Hooke

    def stress(self, shapes: Floats) -> Floats:
        """Stress at the nodes, the mean of all cells there: nodes x components (xx, yy, zz, xy, yz, zx) x columns."""
        n, d = self.mesh.points.shape
        columns = shapes.shape[1]
        moved = shapes.reshape(n, d, columns)
        total, seen = np.zeros((n, 3 if d == 2 else 6, columns)), np.zeros(n)
        pick = ((0, 0), (1, 1), (0, 1)) if d == 2 else ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
        for name, nodes in chunks(self.mesh):
            stress = self._stress(name, nodes, moved, cell(name).nodes)
            parts = np.stack([stress[..., a, b] for a, b in pick], axis=2)
            np.add.at(total, nodes, parts)
            np.add.at(seen, nodes, 1.0)
        return total / seen[:, None, None]

    def _stress(self, name: str, nodes: Ints, moved: Floats, at: Floats) -> Floats:
        """Stress tensors: cells x points x columns x d x d."""
        slope, _ = slopes(self.mesh, name, nodes, at)
        gradient = np.einsum("cqnj,cnik->cqkij", slope, moved[nodes])
        return self.hooke.stress(0.5 * (gradient + gradient.swapaxes(-1, -2)))

    def geometric(self, loaded: Floats, shapes: Floats) -> Floats:
        """int sigma0_ab S_kc,a S_lc,b dV for the stress of each loaded state: states x n x n."""
        n, d = self.mesh.points.shape
        states, modes = loaded.shape[1], shapes.shape[1]
        moved, state = shapes.reshape(n, d, modes), loaded.reshape(n, d, states)
        geometric = np.zeros((states, modes, modes))
        for name, nodes in chunks(self.mesh):
            kind = cell(name)
            slope, ratio = slopes(self.mesh, name, nodes, kind.points)
            volume = (ratio * kind.weights).ravel()
            gradient = np.einsum("cqnj,cnik->cqjik", slope, moved[nodes]).reshape(len(volume), d, -1)
            stress = self._stress(name, nodes, state, kind.points).reshape(len(volume), states, d, d)
            for one in range(states):
                turned = np.matmul(stress[:, one] * volume[:, None, None], gradient).reshape(-1, modes)
                geometric[one] += turned.T @ gradient.reshape(-1, modes)
        return geometric
