"""Displacement and stress of a hyperelastic solid over a run, at all its nodes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError
from linkwork.bodies.flexible.cells import FIRST, cell
from linkwork.bodies.flexible.mesh import Mesh
from linkwork.bodies.flexible.stress import PLACES, von_mises_of
from linkwork.elements.planar.forces.quadrature import rule_of, volumes_and_slopes
from linkwork.expression.given import FilePath, public
from linkwork.numerics.analytic import largest, log, number
from linkwork.numerics.analytic_matrices import determinant, eigenvalues
from linkwork.run.flexible.nearest_node import nearest_node
from linkwork.run.flexible.series import save_series

if TYPE_CHECKING:
    from linkwork.run.run import Run

Floats = NDArray[np.float64]


@public
class DeformedSolid:
    """A hyperelastic solid of a run: `displacement`, `stress`, `von_mises`, `peak()`, `save_vtu(folder)`.

    Stress is that of Cauchy, force over the area as it is, by the elastic law; damping is not in it. Where the run
    carries derivatives, so do all of these.
    """

    def __init__(self, run: Run, name: str) -> None:
        if name not in run.mechanism.solids:
            known = ", ".join(run.mechanism.solids) or "none"
            raise AnalysisError(f"'{name}' is no hyperelastic solid; there are: {known}")
        self.run, self.body = run, name
        self._described = run.mechanism.solids[name]
        self._own = run.mechanism.solid_meshes[name]

    @property
    def points(self) -> Floats:
        """Places of the nodes without load."""
        points: Floats = self._own.points
        return points

    @property
    def mesh(self) -> Mesh:
        """Its nodes and cells without load."""
        return Mesh(self.points, self._own.cells, {label: np.array(nodes) for label, nodes in self._own.sets.items()})

    @cached_property
    def places(self) -> Floats:
        """Places of the nodes in the world: times x nodes x d, in m."""
        size = self.run.mechanism.world.size
        first, d = list(self.run.system.bodies).index(f"{self.body}_0"), self.points.shape[1]
        q = np.asarray(self.run.q)[:, size * first : size * (first + len(self.points))]
        return q.reshape(len(q), len(self.points), size)[:, :, :d]

    @property
    def displacement(self) -> Floats:
        """How far every node is from its place without load: times x nodes x d, in m."""
        return self.places - self.points

    @property
    def components(self) -> tuple[str, ...]:
        """What the components of the stress are called; in plane strain there is one across the plane."""
        return ("xx", "yy", "zz", "xy") if self.points.shape[1] == 2 else ("xx", "yy", "zz", "xy", "yz", "zx")

    @cached_property
    def tensors(self) -> Floats:
        """Stress at every node, the mean of all cells there: times x nodes x 3 x 3, in Pa."""
        carried = np.result_type(self.places, *self._moduli)
        total = np.zeros((len(self.places), len(self.points), 3, 3), carried)
        count = np.zeros(len(self.points))
        for kind, cells in self._own.cells.items():
            slopes, spread = self._slopes(kind, cells), _to_nodes(kind)
            for own, slope in zip(cells, slopes, strict=True):
                f = np.einsum("tna,qnb->tqab", self.places[:, own], slope, optimize=True)
                total[:, own] += np.einsum("nq,tqab->tnab", spread, self._cauchy(f), optimize=True)
                count[own] += 1.0
        whole: Floats = total / count[:, None, None]
        return whole

    def _slopes(self, kind: str, cells: Any) -> Any:
        """Slopes of the shape functions at the points of every cell."""
        if kind not in ("triangle", "tetra"):
            return [volumes_and_slopes(kind, self.points[own])[1] for own in cells]
        corners = self.points[cells]
        inner = np.swapaxes(np.linalg.inv(corners[:, 1:] - corners[:, :1]), 1, 2)
        return np.concatenate([-inner.sum(axis=1, keepdims=True), inner], axis=1)[:, None]

    def _cauchy(self, gradient: Floats) -> Floats:
        """F S F' / J."""
        f = np.zeros((*gradient.shape[:-2], 3, 3), gradient.dtype)
        f[..., 2, 2] = 1.0
        d = gradient.shape[-1]
        f[..., :d, :d] = gradient
        lame, shear = self._moduli
        volume = determinant(f)[..., None, None]
        left = f @ np.swapaxes(f, -1, -2)
        if self._described.law == "neo-hooke":
            swell = log(largest(volume, np.finfo(float).tiny))
            cauchy: Floats = (shear * (left - np.eye(3)) + lame * swell * np.eye(3)) / volume
            return cauchy
        trace = 0.5 * (np.trace(left, axis1=-2, axis2=-1) - 3.0)[..., None, None]
        of_green: Floats = (lame * trace * left + shear * (left @ left - left)) / volume
        return of_green

    @cached_property
    def _moduli(self) -> tuple[Any, Any]:
        """Lame's two numbers, with the parameters of the run."""
        scope, material = self.run.mechanism.scope(dict(self.run.system.env)), self._described.material
        modulus, ratio = number(scope.number(material.youngs_modulus)), number(scope.number(material.poissons_ratio))
        return modulus * ratio / ((1.0 + ratio) * (1.0 - 2.0 * ratio)), 0.5 * modulus / (1.0 + ratio)

    @property
    def stress(self) -> Floats:
        """Stress at every node: times x nodes x components, in Pa."""
        places = PLACES[: len(self.components)]
        return np.stack([self.tensors[..., a, b] for a, b in places], axis=-1)

    @property
    def von_mises(self) -> Floats:
        """Von Mises' stress at every node: times x nodes, in Pa."""
        return von_mises_of(self.tensors)

    @property
    def principal(self) -> Floats:
        """Principal stresses at every node, greatest first: times x nodes x 3, in Pa."""
        return eigenvalues(self.tensors)[..., ::-1]

    def peak(self) -> tuple[float, float, Floats]:
        """The greatest von Mises stress of the run in Pa, its time, and the place of its node without load."""
        peak = self.von_mises
        time, node = np.unravel_index(int(np.argmax(np.real(peak))), peak.shape)
        return number(peak[time, node]), float(np.real(self.run.t[time])), self.points[node]

    def node_at(self, place: Any) -> int:
        """The node nearest to a place without load."""
        return nearest_node(self.points, place, f"solid '{self.body}'")

    def save_vtu(self, folder: FilePath, every: int = 1) -> list[str]:
        """Write a .vtu file for every (or each so many-th) time into a folder, and a .pvd file that names them all."""
        stress, whole = self.stress, self.von_mises

        def fields(number: int) -> dict[str, Floats]:
            parts = {f"stress_{name}": stress[number][:, at] for at, name in enumerate(self.components)}
            return {"deflection": self.displacement[number], "von_mises": whole[number], **parts}

        return save_series(folder, self.body, self.run.t, every, self.points, self._own.cells, fields)


def _to_nodes(kind: str) -> Floats:
    """From numbers at the points of a cell to its nodes, as of first order by least squares: nodes x points."""
    if kind in ("triangle", "tetra"):
        return np.ones((3 if kind == "triangle" else 4, 1))
    corners = cell(FIRST.get(kind, kind))
    spread: Floats = corners.values(cell(kind).nodes) @ np.linalg.pinv(corners.values(rule_of(kind)[0]))
    return spread
