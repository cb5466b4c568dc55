"""Meshes and matrices of the shapes that are meshed here."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible import beam as beams
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.mesh import Mesh, checked, second_order
from linkwork.bodies.flexible.plates import cylinder_mesh, extruded, plate_mesh
from linkwork.bodies.flexible.shape_parts import (
    AnyFlexibleShape,
    BeamShape,
    BoxShape,
    CylinderShape,
    Numbers,
    PlateShape,
    SectionShape,
    ShellShape,
)
from linkwork.bodies.flexible.solid import Hooke
from linkwork.bodies.flexible.solid import structure_of as solid_structure
from linkwork.bodies.flexible.structure import Structure

MOST_CELLS = 40_000
_CLOSED = 1e-9
"""By how much, in rad, a shell may miss one turn and still be a closed tube."""
_AROUND = 3
"""Cells around a closed tube, at least."""
_FIRST, _LAST = slice(None, -1), slice(1, None)


def structure_of(shape: AnyFlexibleShape, number: Any, d: int, hooke: Hooke) -> Structure:
    """The matrices of a shape, for values that `number` finds."""
    if isinstance(shape, BeamShape):
        return _beam(shape, number, d, hooke)
    if isinstance(shape, ShellShape):
        return _shell(shape, number, d, hooke)
    if isinstance(shape, BoxShape):
        mesh = _box(shape, number, d)
    elif isinstance(shape, PlateShape):
        mesh = _plate(shape, number, d)
    else:
        mesh = _cylinder(shape, number, d)
    return solid_structure(checked(mesh), hooke)


def _box(shape: BoxShape, number: Any, d: int) -> Mesh:
    """Quadrilaterals or hexahedra in rows."""
    size, origin = _vector(number, shape.size, d, "size"), _vector(number, shape.origin, d, "origin")
    if (size <= 0.0).any():
        raise MechanismError("the sizes of a box must be more than zero")
    counts = list(shape.divisions) or _divided(size)
    if len(counts) != d or min(counts) < 1:
        raise MechanismError(f"'divisions' needs {d} numbers of cells, each at least 1")
    if np.prod(counts) > MOST_CELLS:
        raise MechanismError(f"{np.prod(counts)} cells are too many; take fewer divisions (at most {MOST_CELLS})")
    mesh = _grid(size, origin, counts)
    return second_order(mesh) if shape.order == 2 else mesh


def _plate(shape: PlateShape, number: Any, d: int) -> Mesh:
    """Triangles, in space tetrahedra."""
    size, origin = _vector(number, shape.size, d, "size"), _vector(number, shape.origin, d, "origin")
    holes = [(*_vector(number, hole.center, 2, "center"), float(number(hole.radius))) for hole in shape.holes]
    edge = min(size[:2]) / 10 if shape.edge is None else float(number(shape.edge))
    if size.min() <= 0.0 or edge <= 0.0:
        raise MechanismError("the sizes of a plate and of its cells must be more than zero")
    if 2.4 * size[0] * size[1] / edge**2 > MOST_CELLS:
        raise MechanismError(f"cells of {edge:g} m in a plate of {size[0]:g} by {size[1]:g} m are too many")
    mesh = plate_mesh(size[:2], origin[:2], holes, edge)
    if d == 3:
        mesh = extruded(mesh, origin[2] + size[2] * np.linspace(0.0, 1.0, shape.layers + 1))
    return second_order(mesh) if shape.order == 2 else mesh


def _cylinder(shape: CylinderShape, number: Any, d: int) -> Mesh:
    """Hexahedra around a square core, or around the bore."""
    if d == 2:
        raise MechanismError("a cylinder is a shape of space; in the plane take a rectangle or a beam")
    radius, inner, length = (float(number(value)) for value in (shape.radius, shape.inner, shape.length))
    if not 0.0 <= inner < radius or length <= 0.0:
        raise MechanismError("a cylinder needs a radius greater than that of its bore, and a length")
    counts = list(shape.divisions) or [max(2, min(40, round(length / (2 * radius)))), 1, 8]
    if len(counts) != 3 or min(counts) < 1 or counts[2] < 4 or counts[2] % 4:
        raise MechanismError("'divisions' of a cylinder: cells along it, outwards, and around (4, 8, 12, ...)")
    return cylinder_mesh(radius, inner, length, _vector(number, shape.origin, 3, "origin"), counts, shape.order)


def _shell(shape: ShellShape, number: Any, d: int, hooke: Hooke) -> Structure:
    """A flat or bent sheet of quadrilaterals with rotations at their nodes."""
    from linkwork.bodies.flexible import shells
    from linkwork.bodies.flexible.surfaces import checked_shell

    if d == 2:
        raise MechanismError("a shell is a shape of space; in the plane take a rectangle or a beam")
    size, origin = _vector(number, shape.size, 2, "size"), _vector(number, shape.origin, 3, "origin")
    thick, bend = float(number(shape.thickness)), float(number(shape.bend))
    if size.min() <= 0.0 or thick <= 0.0:
        raise MechanismError("sizes and thickness of a shell must be more than zero")
    closed = abs(abs(bend) - 2 * np.pi) <= _CLOSED
    if abs(bend) > 2 * np.pi and not closed:
        raise MechanismError("a shell bends by at most one turn")
    counts = list(shape.divisions) or [max(4, min(40, round(length / size.min() * 8))) for length in size]
    if len(counts) != 2 or min(counts) < 1 or np.prod(counts) > MOST_CELLS:
        raise MechanismError(f"'divisions' of a shell: cells along x and along y, at most {MOST_CELLS} in all")
    if closed and counts[1] < _AROUND:
        raise MechanismError(f"'divisions' of a closed tube: at least {_AROUND} cells around it; found {counts[1]}")
    flat = _grid(size, np.zeros(2), counts)
    if closed:
        flat = _joined(flat, counts[1])
    x, y = flat.points.T
    turn = bend * y / size[1]
    radius = size[1] / bend if bend else 0.0
    along, up = (radius * np.sin(turn), radius * (1 - np.cos(turn))) if bend else (y, 0.0 * y)
    mesh = Mesh(origin + np.stack([x, along, up], axis=1), flat.cells)
    return shells.structure_of(checked_shell(mesh), thick, hooke.poisson)


def _joined(flat: Mesh, around: int) -> Mesh:
    """A sheet whose last row of nodes along y is its first: a tube without a seam."""
    row, place = np.divmod(np.arange(len(flat.points)), around + 1)
    numbers = row * around + place % around
    return Mesh(flat.points[place < around], {name: numbers[nodes] for name, nodes in flat.cells.items()})


def _beam(shape: BeamShape, number: Any, d: int, hooke: Hooke) -> Structure:
    """Its matrices."""
    start = _vector(number, shape.begin, d, "begin")
    if (shape.length is None) == (not shape.end):
        raise MechanismError("a beam needs its length or its end")
    along = (
        np.eye(d)[0] * float(number(shape.length))
        if shape.length is not None
        else (_vector(number, shape.end, d, "end") - start)
    )
    length = float(np.linalg.norm(along))
    if length <= 0.0 or (shape.length is not None and float(number(shape.length)) <= 0.0):
        raise MechanismError("a beam needs a length greater than zero")
    up = _vector(number, shape.up, d, "up") if shape.up else np.eye(d)[1]
    axes = beams.axes_of(along / length, up)
    return beams.structure_of(
        beams.Beam(start, axes, length, section_of(number, shape.section), shape.elements, hooke.poisson)
    )


def section_of(number: Any, given: SectionShape) -> beams.Section:
    """The numbers of a section."""
    if given.radius is not None and given.height is None and given.width is None:
        radius, inner = float(number(given.radius)), float(number(given.inner))
        if not 0.0 <= inner < radius:
            raise MechanismError("a round section needs a radius greater than that of its bore")
        return beams.circle(radius, inner)
    if given.height is None or given.width is None or given.radius is not None:
        raise MechanismError("a section is a rectangle with height and width, or a circle with a radius")
    height, width = float(number(given.height)), float(number(given.width))
    if height <= 0.0 or width <= 0.0:
        raise MechanismError("height and width of a section must be more than zero")
    return beams.rectangle(height, width)


def _vector(number: Any, given: Numbers, d: int, what: str) -> Floats:
    if not given:
        return np.zeros(d)
    if len(given) != d:
        raise MechanismError(f"'{what}' needs {d} numbers; found {len(given)}")
    return np.array([float(number(value)) for value in given])


def _divided(size: Floats) -> list[int]:
    """Cells along each axis: two across the thinnest, at most four times as long as thick."""
    edge = 2.0 * size.min()
    return [max(2, min(40, round(length / edge))) for length in size]


def _grid(size: Floats, origin: Floats, counts: list[int]) -> Mesh:
    d = len(size)
    axes = [origin[axis] + size[axis] * np.linspace(0.0, 1.0, counts[axis] + 1) for axis in range(d)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, d)
    numbers = np.arange(len(points)).reshape([count + 1 for count in counts])
    if d == 2:
        corners = [numbers[:-1, :-1], numbers[1:, :-1], numbers[1:, 1:], numbers[:-1, 1:]]
        return Mesh(points, {"quad": np.stack([corner.ravel() for corner in corners], axis=1)})
    low, high = numbers[:, :, :-1], numbers[:, :, 1:]
    corners = [
        layer[a, b]
        for layer in (low, high)
        for a, b in ((_FIRST, _FIRST), (_LAST, _FIRST), (_LAST, _LAST), (_FIRST, _LAST))
    ]
    return Mesh(points, {"hexahedron": np.stack([corner.ravel() for corner in corners], axis=1)})
