"""How far a spatial picture reaches: the outermost points of all that is drawn at any time."""

from __future__ import annotations

from functools import cache

import numpy as np

from linkwork.view.motion import spread
from linkwork.view.spatial.parts import Part, Sketch
from linkwork.view.spatial.poses import Array, Scene
from linkwork.view.spatial.solids import Solid

_DIRECTIONS = 60
_SAMPLES = 30


def reach_of(scene: Scene, parts: list[Part], sketch: Sketch, follow: bool) -> Array:
    """Outermost corners of all parts and traces in many directions; from the middle of what is followed."""
    poses = sketch.poses
    frames = spread(len(poses), _SAMPLES)
    at, turn = poses.at[frames], poses.turn[frames]
    swept = [part.swept(at, turn) for part in [*_bodies(parts), *(part for part in parts if part.span)]]
    points = np.concatenate(swept, axis=1) if swept else at
    if follow:
        middle = at[:, 1:].mean(axis=1)
        points = points - (middle - np.outer(middle @ sketch.up, sketch.up))[:, None]
        return _outermost(points.reshape(-1, 3))
    traces = [poses.path(trace["body"], trace["point"]) for trace in scene.get("traces", [])]
    return _outermost(np.vstack([points.reshape(-1, 3), *traces]))


def _bodies(parts: list[Part]) -> list[Part]:
    """The outermost corners of every body as one part."""
    corners: dict[int, list[Array]] = {}
    for part in parts:
        if part.span is None:
            corners.setdefault(part.body, []).append(part.solid.corners)
    return [Part("outline", body, Solid(_outermost(np.vstack(own)), [])) for body, own in corners.items()]


def _outermost(points: Array) -> Array:
    (x, y, z), (u, v, w) = points.T, _directions().T[:, :, None]
    found: Array = points[np.unique(np.argmax(u * x + v * y + w * z, axis=1))]
    return found


@cache
def _directions() -> Array:
    """Directions spread evenly over a sphere, and those of the axes."""
    n = np.arange(_DIRECTIONS) + 0.5
    height, angle = 1.0 - 2.0 * n / _DIRECTIONS, np.pi * (1.0 + 5.0**0.5) * n
    around = np.sqrt(1.0 - height**2)
    return np.vstack([np.column_stack([around * np.cos(angle), around * np.sin(angle), height]), np.eye(3), -np.eye(3)])
