"""Cells of solids whose slopes change from place to place: their points, volumes and shares of the mass."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.bodies.flexible.cells import Cell

KINDS: dict[int, dict[int, str]] = {
    2: {4: "quad", 6: "triangle6", 8: "quad8"},
    3: {8: "hexahedron", 10: "tetra10", 20: "hexahedron20"},
}
"""What a cell of so many nodes is, in the plane and in space."""
_NEAR, _FAR = (5 - 5**0.5) / 20, (5 + 3 * 5**0.5) / 20
_TETRA = tuple(tuple(_FAR if axis == corner else _NEAR for axis in range(3)) for corner in range(4))
_TRIANGLE = ((1 / 6, 1 / 6), (2 / 3, 1 / 6), (1 / 6, 2 / 3))
_AXIS, _CORNER = (19 / 30) ** 0.5, (19 / 33) ** 0.5
_AXIS_WEIGHT, _CORNER_WEIGHT = 320 / 361, 121 / 361
"""Irons' rule of 14 points (1971): six on the axes, eight towards the corners, exact to the fifth power."""


@cache
def rule_of(kind: str) -> tuple[Any, Any]:
    """The fewest points that leave no deformation of a cell without stiffness, and their weights."""
    import numpy as np

    from linkwork.bodies.flexible.cells import cell

    if kind == "triangle6":
        return np.array(_TRIANGLE), np.full(3, 1 / 6)
    if kind == "tetra10":
        return np.array(_TETRA), np.full(4, 1 / 24)
    if kind == "hexahedron20":
        ends = [_AXIS * side * axis for axis in np.eye(3) for side in (-1.0, 1.0)]
        corners = _CORNER * cell("hexahedron").nodes
        return np.vstack([ends, corners]), np.repeat([_AXIS_WEIGHT, _CORNER_WEIGHT], [6, 8])
    reference = cell(kind)
    return reference.points, reference.weights


def volumes_and_slopes(kind: str, places: Any, at: Any = None, weights: Any = None) -> tuple[Any, Any]:
    """At the points of its rule (or others) the volumes of a cell, and the slopes: points x nodes x d."""
    import numpy as np

    from linkwork.bodies.flexible.cells import cell

    points, shares = rule_of(kind) if at is None else (at, weights)
    own = cell(kind).gradients(points)
    sides = np.einsum("qni,nj->qij", own, places)
    return shares * np.linalg.det(sides), own @ np.swapaxes(np.linalg.inv(sides), 1, 2)


@lru_cache(maxsize=64)
def packed(kind: str, places: tuple[tuple[Any, ...], ...]) -> tuple[Any, Any]:
    """`volumes_and_slopes` of places that are asked for once for each spoke."""
    import numpy as np

    return volumes_and_slopes(kind, np.array(places))


@lru_cache(maxsize=64)
def packed_shares(kind: str, places: tuple[tuple[Any, ...], ...]) -> Any:
    """`mass_shares` of places that are asked for once for each spoke; of complex ones those of their real parts."""
    return mass_shares(kind, [[value.real for value in place] for place in places])


def mass_shares(kind: str, places: Any) -> Any:
    """Shares of the nodes in the volume of a cell, in proportion to the integrals of the squared shape functions.

    All of them are positive, other than sums of rows of the mass matrix (Hinton, Rock and Zienkiewicz 1976).
    """
    import numpy as np

    from linkwork.bodies.flexible.cells import cell

    reference: Cell = cell(kind)
    volumes = volumes_and_slopes(kind, places, reference.points, reference.weights)[0]
    squares = np.abs(volumes) @ reference.values(reference.points) ** 2
    return squares / squares.sum()
