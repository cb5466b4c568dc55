"""Hyperelastic solids: a mesh of triangles or tetrahedra whose nodes are bodies, in the coordinates of the world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import suggestion
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.mechanism.handles import Handle, Num

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linkwork.expression import Expression

_MOST = 3000  # cells: every one is six forces, every node a body
_BALL = 0.1  # of the size of a cell: radius of the balls that give nodes an inertia
_ABOVE = 2.0
"""Rotations of nodes swing so much faster than a bound of the mesh's highest frequency (which is itself 1 to 2 times
that frequency): above all that is physical, and near enough that explicit methods need steps only somewhat smaller."""


@public
class SolidHandle:
    """A hyperelastic solid: its nodes, and the sets of nodes that were named."""

    def __init__(self, mechanism: Any, name: str, places: NDArray[np.float64], sets: Mapping[str, list[int]]) -> None:
        self._mechanism, self.name, self._places = mechanism, name, places
        self._sets = {label: list(numbers) for label, numbers in sets.items()}

    def __repr__(self) -> str:
        return f"<hyperelastic solid '{self.name}' of {len(self._places)} nodes>"

    @property
    def nodes(self) -> list[str]:
        """Names of all nodes, which are bodies."""
        return [f"{self.name}_{number}" for number in range(len(self._places))]

    def set(self, label: str) -> list[str]:
        """Names of the nodes of a set."""
        if label not in self._sets:
            known = suggestion(label, self._sets, f"sets of nodes of '{self.name}'")
            raise MechanismError(f"solid '{self.name}' has no set of nodes '{label}'{known}")
        return [f"{self.name}_{number}" for number in self._sets[label]]

    def attach(self, label: str, body: Handle | str) -> list[str]:
        """Join all nodes of a set to a body, each by a joint at its place as drawn; the names of the joints."""
        m, joints = self._mechanism, []
        plane = m.world.dimensions == 2
        m.scope().drawn_pose(str(body))  # refuses a body that does not exist
        holder = type(m.ground)(m, str(body))
        for node, number in zip(self.set(label), self._sets[label], strict=True):
            place = tuple(float(value) for value in self._places[number])
            joints.append(f"{node}_{label}")
            pin = m.revolute if plane else m.spherical
            pin(joints[-1], holder.drawn(*place), type(m.ground)(m, node).at(*(0,) * len(place)))
        return joints


@public
class SolidBuilder:
    """Hyperelastic solids."""

    def _elastic(self) -> Any:
        """The mechanism that it is part of."""
        return self

    def hyperelastic(
        self,
        name: str,
        *,
        material: Any,
        shape: Any = None,
        mesh: Any = None,
        sets: Mapping[str, Any] | None = None,
        law: str = "neo-hooke",
        thickness: Num = 1,
        damping: Num = 0,
    ) -> SolidHandle:
        """A solid that is deformed as far as it will: nodes `<name>_0`, ..., and a solid element for every cell.

        `shape` or `mesh` and `material` are as of a flexible body, cells of first order; `sets` names nodes as its
        interfaces do, for `attach`. In the plane it is in plane strain. A model file holds its nodes and cells.
        """
        m = self._elastic()
        with within(f"solid '{name}'"):
            points, cells, chosen, given = _meshed(m, material, shape, mesh, dict(sets or {}))
        sizes = _volumes(points, cells)
        shares = _shares(len(points), cells, sizes)
        density, thick = as_expression(given.density), as_expression(thickness if points.shape[1] == 2 else 1)
        reach = float(sizes.mean()) ** (1 / points.shape[1]) * _BALL
        for number, place in enumerate(points):
            heavy = density * thick * float(shares[number])
            turning = heavy * reach**2
            where = tuple(map(float, place))
            mass = {"mass": heavy, "inertia": turning if len(where) == 2 else (turning,) * 3}
            m.body(f"{name}_{number}", (*where, 0) if len(where) == 2 else where, mass=mass)
        more: dict[str, Any] = {"poissons_ratio": given.poissons_ratio, "law": law, "damping": damping}
        more["holding"] = _holding(points, cells, reach, as_expression(given.poissons_ratio))
        more |= {"thickness": thick} if points.shape[1] == 2 else {}
        for number, cell in enumerate(cells):
            nodes = [f"{name}_{node}" for node in cell]
            places = [tuple(map(float, points[node])) for node in cell]
            m.solid_element(f"{name}_cell{number}", nodes, places, given.youngs_modulus, **more)
        return SolidHandle(m, name, points, chosen)


def _meshed(m: Any, material: Any, shape: Any, mesh: Any, sets: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
    """Nodes, cells, sets of nodes and the material."""
    from linkwork.bodies.flexible.body import elements_of
    from linkwork.bodies.flexible.description import Flexible
    from linkwork.bodies.flexible.ties import place_of, selected
    from linkwork.expression.part import made

    fields = {"shape": shape, "mesh": mesh, "material": material, "interfaces": sets}
    described = made(Flexible, "a solid", **{field: value for field, value in fields.items() if value is not None})
    if hasattr(described.shape, "order"):
        described = described.model_copy(update={"shape": described.shape.model_copy(update={"order": 1})})
    scope, d = m.scope(), m.world.dimensions
    structure = elements_of(described, scope.number, d)
    if structure.mesh is None or structure.mesh.thin:
        raise MechanismError("a solid needs cells that fill it: a box, a plate, a cylinder, or a mesh of such cells")
    chosen = {
        label: [int(node) for node in selected(structure, one, place_of(one, scope.number, d), scope.number)]
        for label, one in described.interfaces.items()
    }
    return structure.mesh.points, simplices(structure.mesh.cells), chosen, described.material


_SPLIT: dict[str, tuple[tuple[int, ...], ...]] = {
    "triangle": ((0, 1, 2),),
    "quad": ((0, 1, 2), (0, 2, 3)),
    "tetra": ((0, 1, 2, 3),),
    "hexahedron": ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)),
}


def simplices(cells: Mapping[str, Any]) -> NDArray[np.int64]:
    """Triangles and tetrahedra; quadrilaterals become two, hexahedra six about their diagonal."""
    import numpy as np

    parts = []
    for kind, nodes in cells.items():
        if kind not in _SPLIT:
            raise MechanismError(
                f"cells of kind '{kind}' are not taken; give cells of first order: {', '.join(_SPLIT)}"
            )
        parts += [np.asarray(nodes)[:, list(corners)] for corners in _SPLIT[kind]]
    joined = np.concatenate(parts).astype(np.int64)
    if len(joined) > _MOST:
        raise MechanismError(f"{len(joined)} cells are too many for a solid whose nodes are bodies; at most {_MOST}")
    return joined


def _volumes(points: Any, cells: Any) -> Any:
    import numpy as np

    sides = points[cells[:, 1:]] - points[cells[:, :1]]
    return np.abs(np.linalg.det(sides)) / (2.0 if points.shape[1] == 2 else 6.0)


def _holding(points: Any, cells: Any, reach: float, ratio: Expression) -> Expression | float:
    """Torsion springs of the nodes, of E times the volume of a cell.

    With the slopes g of a cell's shape functions, masses rho V/(d+1) of its nodes and sigma the largest singular value
    of g, no frequency of the mesh is above

        omega^2 = (d+1)/rho (d lame + 2 shear) max sigma^2

    and with springs h E V and inertias rho V/(d+1) reach^2 of each cell, all nodes swing at (d+1)/rho h E/reach^2.
    """
    import numpy as np

    d = points.shape[1]
    inner = np.linalg.inv(points[cells[:, 1:]] - points[cells[:, :1]])  # columns are slopes of all but the first
    slopes = np.concatenate([-inner.sum(axis=2, keepdims=True), inner], axis=2)
    steepest = float(np.linalg.svd(slopes, compute_uv=False).max()) ** 2
    stiff = d * ratio / ((1 + ratio) * (1 - 2 * ratio)) + 1 / (1 + ratio)
    whole = _ABOVE**2 * reach**2 * steepest * stiff
    return whole if whole.constant is None else whole.constant


def _shares(count: int, cells: Any, sizes: Any) -> Any:
    """The volume that each node stands for."""
    import numpy as np

    shares = np.zeros(count)
    for corner in cells.T:
        np.add.at(shares, corner, sizes / cells.shape[1])
    return shares
