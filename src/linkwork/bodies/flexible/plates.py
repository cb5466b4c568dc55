"""Meshes of plates with round holes, of what they become in space, and of round bars."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.mesh import Mesh, second_order

Hole = tuple[float, float, float]
_CLEAR = 0.6
"""How far nodes inside stay away from those on edges, in edges of a cell."""


def plate_mesh(size: Floats, origin: Floats, holes: list[Hole], edge: float) -> Mesh:
    """Triangles of a rectangle with round holes."""
    from scipy.spatial import Delaunay

    for x, y, radius in holes:
        inside = np.minimum(np.array([x, y]) - origin, origin + size - np.array([x, y])).min()
        if radius <= 0.0 or inside <= radius:
            raise MechanismError(f"the hole at ({x:g}, {y:g}) with radius {radius:g} does not lie inside the plate")
    for n, (x, y, radius) in enumerate(holes):
        for other_x, other_y, other in holes[:n]:
            if np.hypot(x - other_x, y - other_y) <= radius + other:
                raise MechanismError(f"the holes at ({x:g}, {y:g}) and ({other_x:g}, {other_y:g}) overlap")
    sides = [_side(origin, size, edge)]
    for x, y, radius in holes:
        count = max(12, round(2 * np.pi * radius / edge))
        angles = 2 * np.pi * np.arange(count) / count
        for ring in range(2):  # a second ring keeps the cells at the edge well shaped
            away = radius + ring * 2 * np.pi * radius / count * 0.9
            circle = np.stack(
                [x + away * np.cos(angles + ring * np.pi / count), y + away * np.sin(angles + ring * np.pi / count)],
                axis=1,
            )
            sides.append(circle if not ring else circle[_inside(circle, origin, size, holes, 0.4 * edge)])
    fixed = np.vstack(sides)
    counts = [max(1, round(length / edge)) for length in size]
    x, y = (origin[axis] + size[axis] * (np.arange(counts[axis]) + 0.5) / counts[axis] for axis in (0, 1))
    inner = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
    inner = inner[_inside(inner, origin, size, holes, _CLEAR * edge)]
    inner = (
        inner[np.min(np.linalg.norm(inner[:, None] - fixed[None], axis=2), axis=1) > _CLEAR * edge]
        if len(inner)
        else inner
    )
    points = np.vstack([fixed, inner])
    cells = Delaunay(points).simplices.astype(np.int64)
    middle = points[cells].mean(axis=1)
    keep = np.ones(len(cells), dtype=bool)
    for x0, y0, radius in holes:
        on_edge = np.abs(np.linalg.norm(points[cells] - (x0, y0), axis=2) - radius).max(axis=1) < 1e-9 * radius
        keep &= (np.linalg.norm(middle - (x0, y0), axis=1) > radius) & ~on_edge
    a, b, c = points[cells].transpose(1, 0, 2)
    area = np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    cells = cells[keep & (area > 1e-9 * edge * edge)]
    used, numbers = np.unique(cells, return_inverse=True)
    return Mesh(points[used], {"triangle": numbers.reshape(cells.shape)})


def _side(origin: Floats, size: Floats, edge: float) -> Floats:
    counts = [max(1, round(length / edge)) for length in size]
    x, y = (origin[axis] + size[axis] * np.linspace(0.0, 1.0, counts[axis] + 1) for axis in (0, 1))
    rows = [np.stack([x, np.full_like(x, level)], axis=1) for level in (y[0], y[-1])]
    columns = [np.stack([np.full_like(y[1:-1], level), y[1:-1]], axis=1) for level in (x[0], x[-1])]
    return np.vstack(rows + columns)


def _inside(points: Floats, origin: Floats, size: Floats, holes: list[Hole], clear: float) -> NDArray[np.bool_]:
    """Which points lie in the plate, this far from its edges."""
    inside: NDArray[np.bool_] = np.all((points > origin + clear) & (points < origin + size - clear), axis=1)
    for x, y, radius in holes:
        inside &= np.linalg.norm(points - (x, y), axis=1) > radius + clear * 0.999
    return inside


def extruded(mesh: Mesh, levels: Floats) -> Mesh:
    """Tetrahedra of a mesh of triangles between levels; every prism is cut by the order of its nodes' numbers."""
    n, cells = len(mesh.points), np.sort(mesh.cells["triangle"], axis=1)
    points = np.vstack([np.column_stack([mesh.points, np.full(n, level)]) for level in levels])
    extruded = []
    for layer in range(len(levels) - 1):
        a, b, c = (cells + n * layer).T
        d, e, f = (cells + n * (layer + 1)).T
        extruded += [np.stack(four, axis=1) for four in ((a, b, c, f), (a, b, e, f), (a, d, e, f))]
    return Mesh(points, {"tetra": np.vstack(extruded)})


def cylinder_mesh(radius: float, inner: float, length: float, origin: Floats, counts: list[int], order: int) -> Mesh:
    """Hexahedra of a round bar along x: rings around a square core, or around its bore; middle nodes lie on circles."""
    along, outward, around = counts
    angles = 2 * np.pi * np.arange(around) / around
    core = inner if inner > 0.0 else 0.5 * radius
    side = around // 4
    square = _square(side)
    disc: list[tuple[float, float]] = []
    quads: list[tuple[int, int, int, int]] = []
    rim = np.zeros(around, dtype=np.int64)
    if inner == 0.0:
        disc += [(x * core, y * core) for x, y in square]
        quads += _square_cells(side)
        order_of = sorted(range(len(square)), key=lambda n: np.arctan2(square[n][1], square[n][0]) % (2 * np.pi))
        outer = [n for n in order_of if max(abs(square[n][0]), abs(square[n][1])) > 1 / np.sqrt(2) - 1e-9]
        rim[:] = outer
        angles = np.array([np.arctan2(square[n][1], square[n][0]) % (2 * np.pi) for n in outer])
        first = np.array([np.hypot(*disc[n]) for n in outer])
    else:
        rim[:] = np.arange(around)
        disc += [(core * np.cos(angle), core * np.sin(angle)) for angle in angles]
        first = np.full(around, inner)
    for ring in range(1, outward + 1):
        level = first + (radius - first) * ring / outward
        numbers = len(disc) + np.arange(around)
        disc += [(r * np.cos(angle), r * np.sin(angle)) for r, angle in zip(level, angles, strict=True)]
        quads += [(rim[n], numbers[n], numbers[(n + 1) % around], rim[(n + 1) % around]) for n in range(around)]
        rim = numbers
    plane, cells = np.array(disc), np.array(quads, dtype=np.int64)
    n = len(plane)
    points = np.vstack([np.column_stack([np.full(n, x), plane]) for x in length * np.linspace(0.0, 1.0, along + 1)])
    hexahedra = np.vstack([np.hstack([cells + n * k, cells + n * (k + 1)]) for k in range(along)])
    mesh = Mesh(points, {"hexahedron": hexahedra})
    if order == 2:
        mesh = second_order(mesh, _on_circle((radius, inner)))
    return Mesh(mesh.points + origin, mesh.cells)


def _on_circle(circles: tuple[float, ...]) -> Callable[[Floats, Floats], Floats]:
    """The middle of an edge: on the circle around x that both its ends lie on, otherwise between them."""

    def middle(one: Floats, other: Floats) -> Floats:
        middle = (one + other) / 2
        radii = np.hypot(one[1], one[2]), np.hypot(other[1], other[2])
        for circle in circles:
            if circle > 0.0 and one[0] == other[0] and np.allclose(radii, circle, rtol=1e-9):
                middle[1:] *= circle / np.hypot(middle[1], middle[2])
        return middle

    return middle


def _square(side: int) -> list[tuple[float, float]]:
    half = np.linspace(-1 / np.sqrt(2), 1 / np.sqrt(2), side + 1)
    return [(float(x), float(y)) for y in half for x in half]


def _square_cells(side: int) -> list[tuple[int, int, int, int]]:
    row = side + 1
    return [
        (y * row + x, y * row + x + 1, (y + 1) * row + x + 1, (y + 1) * row + x)
        for y in range(side)
        for x in range(side)
    ]
