"""What a spatial Scene holds of its mechanism: bodies with shapes and points, symbols of joints and forces, poses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.names import GROUND
from linkwork.bodies.spatial.geometry import figures
from linkwork.bodies.spatial.mass import Resolved3, evaluate
from linkwork.places.base_row import BaseRow
from linkwork.places.spatial import rotations
from linkwork.places.spatial.places import require_point
from linkwork.system.modal.frame_motion import frame_names, with_frames

if TYPE_CHECKING:
    from linkwork.elements.spatial.glyph import End, Glyph
    from linkwork.places.spatial.scope import SpatialScope
    from linkwork.system.system import System

Array = NDArray[np.float64]
_BOX = 6.0
"""A box of the edges a, b, c has the moments m (b^2 + c^2)/12, ...; so a^2 = 6 (Jyy + Jzz - Jxx)/m."""


def spatial_drawing(system: System, q: Array) -> dict[str, Any]:
    """Name, bodies, symbols and poses of a system that moves through the positions `q`, one row a frame."""
    scope = system.world.scope_class(system.mechanism, dict(system.env))
    frames, q, _, _ = with_frames(system, q, q, q)
    names = (GROUND, *system.bodies, *frames)
    return {
        "linkwork_scene": 1,
        "world": "space",
        "name": system.mechanism.name,
        "up": _up(scope),
        "bodies": [_body(scope, name) for name in names],
        "symbols": _symbols(system, scope, names),
        "poses": _poses(q, [*range(0, system.body_columns, 6), *frames.values()]),
    }


def spatial_trace(system: System, place: Any) -> dict[str, Any]:
    """A point whose path is shown."""
    point = require_point(place)
    at = system.world.scope_class(system.mechanism, dict(system.env)).point(point)
    return {
        "name": str(point),
        "body": (GROUND, *system.bodies, *frame_names(system)).index(point.body),
        "point": _real(at),
    }


def _up(scope: SpatialScope) -> list[float]:
    """The world axis that points up: against gravity, z where there is none."""
    gravity = scope.mechanism.gravity
    pull = np.array(_real(scope.vector(gravity))) if gravity is not None else np.zeros(3)
    up = np.zeros(3)
    axis = int(np.argmax(np.abs(pull))) if pull.any() else 2
    up[axis] = -np.sign(pull[axis]) if pull.any() else 1.0
    return [float(value) for value in up]


def _body(scope: SpatialScope, name: str) -> dict[str, Any]:
    body = scope.body(name)
    row = BaseRow(scope, f"body '{name}'", name)
    shown = getattr(body, "geometry", ())
    drawn = shown or (() if body.mass is not None and body.mass.parts() else tuple(body.solids.values()))
    shapes = [
        {"kind": one.type, "at": one.at.tolist(), "axes": one.axes.tolist(), **one.sizes}
        | ({"colour": one.colour} if one.colour else {})
        | ({"file": one.file} if one.file else {})
        for one in figures(drawn, body.mass, scope, row)
        if not one.hole
    ]
    return {
        "name": name,
        "shapes": shapes,
        "complete": bool(shown),
        "points": {label: _real(scope.vector(at)) for label, at in body.points.items()},
        "lump": _lump(evaluate(body.mass, scope, row)) if body.mass is not None and not shapes else None,
    }


def _lump(mass: Resolved3) -> dict[str, Any]:
    """The mass centre, and the box that has the same principal moments of inertia where there is one."""
    lump: dict[str, Any] = {"at": np.real(mass.centre).tolist()}
    size = float(np.real(mass.mass))
    moments, axes = np.linalg.eigh(np.real(mass.inertia))
    squares = _BOX * (moments.sum() - 2.0 * moments) / size if size > 0.0 else np.zeros(3)
    if squares.max() > 0.0:
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        lump |= {"edges": np.sqrt(np.maximum(squares, 0.0)).tolist(), "axes": axes.tolist()}
    return lump


def _symbols(system: System, scope: SpatialScope, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The symbols of all joints, drivers and forces."""
    symbols = []
    elements = [(placed.name, placed.element) for placed in system.elements]
    for name, element in [*elements, *system.mechanism.forces.items()]:
        row = system.mechanism.row_class(scope, name, name)
        symbols += [_symbol(name, glyph, names) for glyph in getattr(element, "glyph", lambda row: ())(row)]
    return symbols


def _symbol(name: str, glyph: Glyph, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "kind": glyph.kind,
        "name": name,
        "first": _end(glyph.first, names),
        "second": _end(glyph.second, names),
        "sizes": [glyph.size, glyph.other_size],
        "tips": list(glyph.tips),
    }


def _end(end: End, names: tuple[str, ...]) -> dict[str, Any]:
    """The body, the point and the axes (columns) of one side of a symbol."""
    body, (point, *axes) = end
    return {"body": names.index(body), "at": _real(point), "axes": np.array([_real(v) for v in axes]).T.tolist()}


def _poses(q: Array, firsts: list[int]) -> list[Any]:
    """Position and Euler parameters of every body, ground first; parameters go on without a jump of sign."""
    frames = len(q)
    moving = q[:, [first + column for first in firsts for column in range(6)]].reshape(frames, len(firsts), 6)
    parameters = rotations.from_vector(moving[..., 3:])
    turned = np.sum(parameters[1:] * parameters[:-1], axis=-1) < 0.0
    parameters[1:] *= np.cumprod(np.where(turned, -1.0, 1.0), axis=0)[..., None]
    ground = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], (frames, 1, 1))
    poses: list[Any] = np.concatenate([ground, np.concatenate([moving[..., :3], parameters], axis=-1)], axis=1).tolist()
    return poses


def _real(vector: Any) -> list[float]:
    return [float(np.real(value)) for value in vector]
