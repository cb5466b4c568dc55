"""How the planes of a Scene are laid on the paper: straight on, or axonometric when there are several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.view.glyphs.geometry import Points
from linkwork.view.motion import Scene, plane_of

YAWS = np.radians([35, -35, 25, -25, 50, -50, 62, -62])
PITCHES = np.radians([24, 15, 35])
CLEAR_ENOUGH = 0.35


@dataclass(frozen=True)
class Projection:
    """Affine maps from each plane's (x, y) to paper (u, v) and depth towards the viewer."""

    flat: bool
    maps: NDArray[np.float64]  # plane, row (u, v, depth), column (x, y, 1)
    axes: NDArray[np.float64]  # columns: world x, y, z on paper

    def paper(self, plane: int, points: Points) -> Points:
        """Points of a plane on the paper."""
        return (self.maps[plane, :2, :2] @ points.T).T + self.maps[plane, :2, 2]

    def depth(self, plane: int, points: Points) -> float:
        """Mean nearness to the viewer of points in a plane."""
        return float(np.mean(points @ self.maps[plane, 2, :2] + self.maps[plane, 2, 2]))


def project(scene: Scene) -> Projection:
    """Choose the view of a Scene: straight on if all lies in one plane, else one that shows every plane."""
    planes = scene.get("planes") or [{"origin": [0, 0, 0], "x": [1, 0, 0], "y": [0, 1, 0]}]
    frames = [_frame(plane) for plane in planes]
    used = used_planes(scene)
    reference = frames[used[0]]
    if all(_coplanar(reference, frames[i]) for i in used):
        return _onto(reference[:, 1:], reference[:, 0], frames, flat=True)
    return _onto(_best_view(frames[used[0]], [frames[i] for i in used]), np.zeros(3), frames, flat=False)


def used_planes(scene: Scene) -> list[int]:
    """Planes in which something lies, in ascending order (the first plane if the scene is empty)."""
    used_planes = {plane_of(scene, b, s) for b, body in enumerate(scene["bodies"]) for s in body["shapes"]}
    used_planes |= {int(body.get("plane", 0)) for body in scene["bodies"][1:]}
    return sorted(used_planes) or [0]


def _frame(plane: dict[str, Any]) -> NDArray[np.float64]:
    """Columns: origin, x, y, normal of a plane in the world."""
    x, y = np.asarray(plane["x"], float), np.asarray(plane["y"], float)
    return np.column_stack([np.asarray(plane["origin"], float), x, y, np.cross(x, y)])


def _coplanar(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    parallel = np.linalg.norm(np.cross(a[:, 3], b[:, 3])) < 1e-9
    return bool(parallel and abs(a[:, 3] @ (b[:, 0] - a[:, 0])) < 1e-9)


def _best_view(reference: NDArray[np.float64], frames: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Turn the reference plane a little so that no plane is seen edge on; columns right, up, towards us."""
    best, clearest = reference[:, 1:], -1.0
    for pitch in PITCHES:
        for yaw in YAWS:
            view = reference[:, 1:] @ _turned(yaw, pitch)
            clear = min(abs(float(frame[:, 3] @ view[:, 2])) for frame in frames)
            if clear >= CLEAR_ENOUGH:
                return view
            if clear > clearest:
                best, clearest = view, clear
    return best


def _turned(yaw: float, pitch: float) -> NDArray[np.float64]:
    """Right, up and towards-us vectors after looking from the side (yaw) and from above (pitch)."""
    towards = np.array([np.cos(pitch) * np.sin(yaw), np.sin(pitch), np.cos(pitch) * np.cos(yaw)])
    right = np.array([np.cos(yaw), 0.0, -np.sin(yaw)])
    return np.column_stack([right, np.cross(towards, right), towards])


def _onto(
    view: NDArray[np.float64], centre: NDArray[np.float64], frames: Sequence[NDArray[np.float64]], flat: bool
) -> Projection:
    maps = np.array(
        [np.column_stack([view.T @ f[:, 1], view.T @ f[:, 2], view.T @ (f[:, 0] - centre)]) for f in frames]
    )
    return Projection(flat=flat, maps=maps, axes=view[:, :2].T.copy())
