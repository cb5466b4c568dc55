"""The nodes and cells that a hyperelastic solid becomes: masses of its nodes, springs that keep them from turning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from linkwork.expression import Expression
    from linkwork.mechanism.beams.hyperelastic import Hyperelastic

_MOST = 3000  # simplices: every one is three or six forces, every node a body
_MOST_SPOKES = 9000  # forces of cells of second order
_BALL = 0.1  # of the size of a cell: radius of the balls that give nodes an inertia
_ABOVE = 2.0
"""Rotations of nodes swing so much faster than a bound of the mesh's highest frequency (which is itself 1 to 2 times
that frequency): above all that is physical, and near enough that explicit methods need steps only somewhat smaller."""
_SPLIT: dict[str, tuple[tuple[int, ...], ...]] = {
    "triangle": ((0, 1, 2),),
    "quad": ((0, 1, 2), (0, 2, 3)),
    "tetra": ((0, 1, 2, 3),),
    "hexahedron": ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)),
}
_WHOLE = ("triangle6", "quad8", "tetra10", "hexahedron20")


@dataclass(frozen=True)
class SolidMesh:
    """Nodes, cells by their kind, sets of nodes; volumes that nodes stand for, radius of their balls, slopes."""

    points: NDArray[np.float64]
    cells: dict[str, NDArray[np.int64]]
    sets: dict[str, list[int]]
    shares: NDArray[np.float64]
    reach: float
    steepest: float

    def holding(self, ratio: Expression) -> Expression | float:
        """Torsion springs of the nodes, of E times the volume of a cell.

        With the slopes g of the shape functions, masses rho v_i of the nodes of a cell and sigma^2 the largest
        eigenvalue of v^-1/2 (sum w g g') v^-1/2, no frequency of the mesh is above

            omega^2 = 1/rho (d lame + 2 shear) max sigma^2

        and with springs (d+1) h E v_i and inertias rho v_i reach^2 all nodes swing at (d+1)/rho h E/reach^2.
        """
        d = self.points.shape[1]
        stiff = d * ratio / ((1 + ratio) * (1 - 2 * ratio)) + 1 / (1 + ratio)
        whole = _ABOVE**2 * self.reach**2 * self.steepest / (d + 1) * stiff
        return whole if whole.constant is None else whole.constant


def meshed(m: Any, described: Hyperelastic) -> SolidMesh:
    """The mesh of a solid."""
    import numpy as np

    from linkwork.bodies.flexible.body import elements_of
    from linkwork.bodies.flexible.description import Flexible
    from linkwork.bodies.flexible.ties import place_of, selected

    _refuse_parameters(described)
    shape: Any = described.shape
    if hasattr(shape, "order"):
        shape = shape.model_copy(update={"order": described.order})
    given: dict[str, Any] = {
        "shape": shape,
        "mesh": described.mesh,
        "material": described.material,
        "interfaces": described.sets,
    }
    scope, d = m.scope(), m.world.dimensions
    whole = Flexible(**{name: value for name, value in given.items() if value is not None})
    structure = elements_of(whole, scope.number, d)
    if structure.mesh is None or structure.mesh.thin:
        raise MechanismError("a solid needs cells that fill it: a box, a plate, a cylinder, or a mesh of such cells")
    sets = {}
    for label, one in described.sets.items():
        with within(f"set '{label}'"):
            nodes = selected(structure, one, place_of(one, scope.number, d), scope.number)
        sets[label] = [int(node) for node in nodes]
    points, cells = structure.mesh.points, split(structure.mesh.cells)
    shares, steepest, volume, count = np.zeros(len(points)), 0.0, 0.0, 0
    for kind, nodes in cells.items():
        for own in nodes:
            volumes, slopes, parts = _numbers(kind, points[own])
            shares[own] += parts
            inner = np.einsum("q,qai,qbi->ab", volumes, slopes, slopes) / np.sqrt(np.outer(parts, parts))
            steepest = max(steepest, float(np.linalg.eigvalsh(inner)[-1]))
            volume, count = volume + float(volumes.sum()), count + 1
    reach = (volume / count) ** (1 / d) * _BALL
    return SolidMesh(points, cells, sets, shares, reach, steepest)


def _numbers(kind: str, places: Any) -> tuple[Any, Any, Any]:
    """Volumes and slopes at the points of a cell, and the volumes that its nodes stand for."""
    import numpy as np

    from linkwork.elements.planar.forces.quadrature import mass_shares, volumes_and_slopes

    if kind in ("triangle", "tetra"):
        sides = places[1:] - places[0]
        volume = abs(np.linalg.det(sides)) / (2.0 if len(sides) == 2 else 6.0)
        inner = np.linalg.inv(sides).T  # rows are slopes of all but the first
        slopes = np.vstack([-inner.sum(axis=0), inner])
        return np.array([volume]), slopes[None], np.full(len(places), volume / len(places))
    volumes, slopes = volumes_and_slopes(kind, places)
    if not (volumes > 0.0).all():
        raise MechanismError(f"a cell of its mesh ({kind}) is folded: the middles of its edges are too far off")
    return volumes, slopes, volumes.sum() * mass_shares(kind, places)


def _refuse_parameters(described: Hyperelastic) -> None:
    """Refuse sizes and places that a change of parameters would leave as they are."""
    for name in ("shape", "mesh", "sets"):
        loose = next((one for one in _formulas(getattr(described, name)) if one.constant is None), None)
        if loose is not None:
            raise MechanismError(
                f"'{name}' holds the formula '{loose}': its nodes are bodies that parameters do not move; give numbers"
            )


def _formulas(value: Any) -> Any:
    from pydantic import BaseModel

    from linkwork.expression import Expression

    if isinstance(value, Expression):
        yield value
    elif isinstance(value, BaseModel):
        for field in type(value).model_fields:
            yield from _formulas(getattr(value, field))
    elif isinstance(value, dict):
        for one in value.values():
            yield from _formulas(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _formulas(one)


def split(cells: Mapping[str, Any]) -> dict[str, NDArray[np.int64]]:
    """Quadrilaterals of first order as two triangles, hexahedra as six tetrahedra about their diagonal; others kept."""
    import numpy as np

    kept: dict[str, list[Any]] = {}
    for kind, nodes in cells.items():
        if kind in _WHOLE:
            _refuse_many(len(nodes), _MOST_SPOKES // (len(nodes[0]) - 1), f"of kind '{kind}' ")
            kept.setdefault(kind, []).append(np.asarray(nodes))
        elif kind in _SPLIT:
            simplex = "triangle" if len(_SPLIT[kind][0]) == 3 else "tetra"
            kept.setdefault(simplex, []).extend(np.asarray(nodes)[:, list(corners)] for corners in _SPLIT[kind])
        else:
            known = ", ".join((*_SPLIT, *_WHOLE))
            raise MechanismError(f"cells of kind '{kind}' are not taken; a solid has cells of the kinds {known}")
    joined = {kind: np.concatenate(parts).astype(np.int64) for kind, parts in kept.items()}
    _refuse_many(sum(len(nodes) for kind, nodes in joined.items() if kind not in _WHOLE), _MOST, "")
    return joined


def _refuse_many(count: int, most: int, words: str) -> None:
    if count > most:
        raise MechanismError(f"{count} cells {words}are too many for a solid whose nodes are bodies; at most {most}")
