"""How far a spatial picture reaches: the outermost points of all that is drawn at any time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from linkwork.view.motion import scattered
from linkwork.view.spatial.parts import Part, Sketch
from linkwork.view.spatial.poses import Array, Scene
from linkwork.view.spatial.solids import Solid

_DIRECTIONS, _FEW = 60, 24
"""In which the outermost points of all, and those of each body, are looked for."""
_SAMPLES = 24


def reach_of(scene: Scene, parts: list[Part], sketch: Sketch, follow: bool) -> Array:
    """Outermost corners of all parts and traces in many directions; from the middle of what is followed."""
    poses = sketch.poses
    frames = scattered(len(poses), _SAMPLES)
    at, turn = poses.at[frames], poses.turn[frames]
    spans = [replace(part, solid=Solid(_outermost(part.solid.corners, _FEW), [])) for part in parts if part.span]
    swept = [part.swept(at, turn) for part in (*_bodies(parts), *spans)]
    points = np.concatenate(swept, axis=1) if swept else at
    if follow:
        middle = at[:, 1:].mean(axis=1)
        points = points - (middle - np.outer(middle @ sketch.up, sketch.up))[:, None]
        return _outermost(points.reshape(-1, 3), _DIRECTIONS)
    traces = [poses.path(trace["body"], trace["point"]) for trace in scene.get("traces", [])]
    return _outermost(np.vstack([points.reshape(-1, 3), *traces]), _DIRECTIONS)


def _bodies(parts: list[Part]) -> list[Part]:
    """The outermost corners of every body as one part."""
    corners: dict[int, list[Array]] = {}
    for part in parts:
        if part.span is None:
            corners.setdefault(part.body, []).append(part.solid.corners)
    return [Part("outline", body, Solid(_outermost(np.vstack(own), _FEW), [])) for body, own in corners.items()]


def _outermost(points: Array, count: int) -> Array:
    """The outermost of some points in so many directions."""
    (x, y, z), (u, v, w) = points.T.astype(np.float32), _directions(count).T[:, :, None]
    outermost: Array = points[np.unique(np.argmax(u * x + v * y + w * z, axis=1))]
    return outermost


@cache
def _directions(count: int) -> NDArray[np.float32]:
    """Directions spread evenly over a sphere, and those of the axes."""
    n = np.arange(count) + 0.5
    height, angle = 1.0 - 2.0 * n / count, np.pi * (1.0 + 5.0**0.5) * n
    around = np.sqrt(1.0 - height**2)
    spread_out = np.column_stack([around * np.cos(angle), around * np.sin(angle), height])
    return np.vstack([spread_out, np.eye(3), -np.eye(3)]).astype(np.float32)
