"""The numbers of a solid for the collision kernels (see `numerics.solid_layout_kernel`), from its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import within
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.spatial.hull import BOX, BOX_SIGNS, Hull
from linkwork.bodies.spatial.inertia import Vector, length_of, vector
from linkwork.bodies.spatial.shapes import Box, Capsule, Cube, Cylinder, Shape, Sphere
from linkwork.bodies.spatial.solids import Convex, HalfSpace
from linkwork.places.base_row import BaseRow

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

BALL, CAPSULE, HALF_SPACE, CYLINDER, POLYTOPE = range(5)


@dataclass(frozen=True)
class SolidTable:
    """Ints and floats of a solid in its body's frame."""

    kind: int
    ints: list[int]
    floats: list[Any]
    most: int
    """How many points of it can touch a face at once."""

    @property
    def reach(self) -> float:
        """Radius of a ball about its middle that holds it all; a half-space has none."""
        size = float(self.floats[0].real) + float(self.floats[1].real)
        return float("inf") if self.kind == HALF_SPACE else size


def find_solid(row: SpatialRow, body: str, name: str) -> Shape:
    """The description of a solid of a body."""
    row.scope.solid(f"{body}.{name}")
    solid: Shape = row.scope.body(body).solids[name]
    return solid


def solid_table(row: SpatialRow, body: str, name: str) -> SolidTable:
    """The numbers of a solid of a body; what is wrong with it is told with its name."""
    solid = find_solid(row, body, name)
    place = BaseRow(row.scope, f"{row.where}: solid '{name}' of body '{body}'", body)
    with within(place.where):
        made = _table(place, solid)
    row.lengths += place.lengths
    return made


def _table(row: BaseRow, solid: Shape) -> SolidTable:
    if isinstance(solid, Convex):
        return _polytope(*solid.hull(row))
    at, axes = solid.frame(row)
    if isinstance(solid, HalfSpace):
        return SolidTable(HALF_SPACE, [HALF_SPACE], [0.0, 0.0, *at, *axes[:, 2]], 1)
    if isinstance(solid, Box | Cube):
        edges = vector(*solid.sizes(row).values())
        return _polytope(at + (np.array(BOX_SIGNS) * edges) @ axes.T, BOX)
    if isinstance(solid, Sphere):
        return SolidTable(BALL, [BALL], [solid.sizes(row)["radius"], 0.0, *at], 1)
    assert isinstance(solid, Capsule | Cylinder)
    radius, length = solid.sizes(row).values()
    ends = [*(at - 0.5 * length * axes[:, 2]), *(at + 0.5 * length * axes[:, 2])]
    if isinstance(solid, Capsule):
        return SolidTable(CAPSULE, [CAPSULE], [radius, 0.5 * length, *at, *ends], 2)
    reach = np.sqrt(0.25 * length * length + radius * radius)
    return SolidTable(CYLINDER, [CYLINDER], [0.0, reach, *at, *ends, radius, *axes[:, 0]], 4)


def _polytope(corners: Any, hull: Hull) -> SolidTable:
    """Corners, faces and edges; the numbers of complex corners are analytic in them."""
    middle = corners.mean(axis=0)
    reach = length_of(corners[int(np.argmax((np.abs(corners - middle) ** 2).sum(axis=1)))] - middle)
    floats = [0.0, reach, *middle, *corners.ravel()]
    for loop in hull.faces:
        normal, width = _face(corners[list(loop)])
        floats += [*normal, width]
    ints = [POLYTOPE, len(corners), len(edges := hull.edges()), len(hull.faces)]
    ints += [number for edge in edges for number in edge]
    first = 0
    for loop in hull.faces:
        ints += [first, len(loop)]
        first += len(loop)
    ints += [corner for loop in hull.faces for corner in loop]
    return SolidTable(POLYTOPE, ints, floats, min(8, max(4, *(len(loop) for loop in hull.faces))))


def _face(corners: Any) -> tuple[Vector, float]:
    """Unit normal of a face by the sum over its loop, and the greatest distance of a corner from one of its sides."""
    following = np.roll(corners, -1, axis=0)
    normal = np.cross(corners - corners[0], following - corners[0]).sum(axis=0)
    normal = normal / length_of(normal)
    sides = (following - corners).real
    into = np.cross(normal.real, sides)
    into /= np.linalg.norm(into, axis=1)[:, None]
    depths = np.einsum("ik,jk->ij", into, corners.real) - np.einsum("ik,ik->i", into, corners.real)[:, None]
    return normal, float(depths.max())
