"""The shapes that bodies are made of, as solids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.view.spatial import solids
from linkwork.view.spatial.solids import Array, Solid

MOST_TRIANGLES = 3000
"""Of a mesh; finer ones are made coarser."""
_THIN = 0.004
"""Thickness of what has none, as a share of its size."""
_WIDE = 30.0
"""Width of a plane without end, in units."""


def shape_solid(shape: Mapping[str, Any], unit: float) -> Solid:
    """The solid of one shape in the frame of its body; what has no thickness is as thick as the unit says."""
    made = _SOLIDS[shape["kind"]](shape, unit)
    return made.placed(shape["at"], shape["axes"])


def _box(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.box(shape["x"], shape["y"], shape["z"])


def _cylinder(shape: Mapping[str, Any], unit: float) -> Solid:
    half = 0.5 * shape["length"]
    return solids.cylinder(shape["radius"], -half, half, 24)


def _pipe(shape: Mapping[str, Any], unit: float) -> Solid:
    half = 0.5 * shape["length"]
    return solids.pipe(min(shape["inner"], 0.98 * shape["outer"]), shape["outer"], -half, half)


def _cone(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.lathe([(shape["radius"], 0.0), (0.0, shape["length"])], 24)


def _capsule(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.capsule(shape["radius"], shape["length"])


def _sphere(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.sphere(shape.get("radius", shape.get("outer", 0.0)), 18, 11)


def _ellipsoid(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.sphere(1.0, 18, 11).scaled([shape["x"], shape["y"], shape["z"]])


def _hemisphere(shape: Mapping[str, Any], unit: float) -> Solid:
    # the flat face lies about the origin, the dome along z
    return solids.dome(shape["radius"])


def _torus(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.torus(shape["radius"], shape["tube"])


def _disc(shape: Mapping[str, Any], unit: float) -> Solid:
    half = _THIN * shape["radius"]
    return solids.cylinder(shape["radius"], -half, half, 24)


def _rectangle(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.box(shape["width"], shape["height"], _THIN * (shape["width"] + shape["height"]))


def _triangle(shape: Mapping[str, Any], unit: float) -> Solid:
    points = np.array([shape["a"], shape["b"], shape["c"]])
    return solids.plate(points, _THIN * float(np.ptp(points, axis=0).max()))


def _rod(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.bar(shape["from"], shape["to"], 0.35 * unit)


def _point_mass(shape: Mapping[str, Any], unit: float) -> Solid:
    return solids.sphere(0.8 * unit)


def _mesh(shape: Mapping[str, Any], unit: float) -> Solid:
    from linkwork.bodies.spatial.mesh_file import read_mesh

    mesh = read_mesh(str(shape["file"]))
    corners = mesh.vertices * np.array([shape["x"], shape["y"], shape["z"]])
    return coarser(corners, mesh.faces)


def _plane(shape: Mapping[str, Any], unit: float) -> Solid:
    # a plate below the plane, of a size that does not outgrow the picture
    return solids.box(_WIDE * unit, _WIDE * unit, 0.2 * unit).placed([0.0, 0.0, -0.1 * unit], np.eye(3))


def _convex(shape: Mapping[str, Any], unit: float) -> Solid:
    from linkwork.bodies.spatial.hull import convex_hull

    points = np.array(shape["points"])
    hull = convex_hull(points)
    return Solid(points[hull.corners], list(hull.faces))


def coarser(corners: Array, faces: Any) -> Solid:
    """A mesh with at most so many triangles: corners in the same cell of a grid become one."""
    cells = 64
    while len(faces) > MOST_TRIANGLES and cells > 4:
        low, size = corners.min(axis=0), float(np.ptp(corners, axis=0).max()) or 1.0
        keys = np.floor((corners - low) / size * cells).astype(np.int64)
        _, place = np.unique(keys, axis=0, return_inverse=True)
        place = place.reshape(-1)
        count = np.bincount(place)
        fewer = np.column_stack([np.bincount(place, corners[:, k]) / count for k in range(3)])
        a, b, c = place[faces].T
        kept = np.unique(np.column_stack([a, b, c])[(a != b) & (b != c) & (c != a)], axis=0)
        if len(kept) <= MOST_TRIANGLES:
            corners, faces = fewer, kept
            break
        cells = cells * 3 // 4
    return Solid(corners, [(int(a), int(b), int(c)) for a, b, c in faces[: 4 * MOST_TRIANGLES]], closed=False)


_SOLIDS = {
    "box": _box,
    "cube": _box,
    "cylinder": _cylinder,
    "hollow_cylinder": _pipe,
    "cone": _cone,
    "capsule": _capsule,
    "sphere": _sphere,
    "hollow_sphere": _sphere,
    "ellipsoid": _ellipsoid,
    "hemisphere": _hemisphere,
    "torus": _torus,
    "disc": _disc,
    "rectangle": _rectangle,
    "triangle": _triangle,
    "rod": _rod,
    "point_mass": _point_mass,
    "mesh": _mesh,
    "plane": _plane,
    "convex": _convex,
}
KINDS = tuple(_SOLIDS)
