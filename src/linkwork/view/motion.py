"""Where the points of a Scene go over time: its poses as an array, sampled for drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwork.view.glyphs.geometry import Points

Scene = Mapping[str, Any]
Shape = Mapping[str, Any]

SAMPLES = 240
GOLDEN = (5.0**0.5 - 1.0) / 2.0


def spread(count: int, most: int) -> list[int]:
    """At most `most` frame numbers spread evenly over `count` frames, first and last among them."""
    if count <= most:
        return list(range(count))
    frames: list[int] = np.rint(np.linspace(0, count - 1, most)).astype(int).tolist()
    return frames


def scattered(count: int, most: int) -> list[int]:
    """At most `most` frame numbers, first and last among them, that meet the turns of a motion at ever other angles."""
    if count <= most:
        return list(range(count))
    share = np.arange(most - 2) * GOLDEN % 1.0
    return sorted({0, count - 1, *np.floor(count * share).astype(int).tolist()})


def carry(pose: ArrayLike, points: ArrayLike) -> Points:
    """Points given on a body, in its plane: r + A(phi) s."""
    x, y, phi = np.asarray(pose, float)
    s = np.atleast_2d(np.asarray(points, float))
    cos, sin = np.cos(phi), np.sin(phi)
    return np.column_stack([x + cos * s[:, 0] - sin * s[:, 1], y + sin * s[:, 0] + cos * s[:, 1]])


class Motion:
    """Sampled poses of all bodies of a Scene, and the paths of points."""

    def __init__(self, scene: Scene) -> None:
        poses = np.asarray(scene["poses"], float)
        if poses.size == 0:
            poses = np.zeros((1, len(scene["bodies"]), 3))
        self.poses = poses[spread(len(poses), SAMPLES)]
        self.turns = np.cos(self.poses[..., 2]), np.sin(self.poses[..., 2])
        self.scene = scene
        self._paths: dict[tuple[int, float, float], Points] = {}

    def path(self, body: int, point: Iterable[float]) -> Points:
        """Positions of a body's point in its plane, one row a sampled frame."""
        sx, sy = map(float, point)
        path = self._paths.get((body, sx, sy))
        if path is None:
            cos, sin = (turn[:, body] for turn in self.turns)
            path = np.empty((len(self.poses), 2))
            path[:, 0] = self.poses[:, body, 0] + cos * sx - sin * sy
            path[:, 1] = self.poses[:, body, 1] + sin * sx + cos * sy
            path.flags.writeable = False
            self._paths[body, sx, sy] = path
        return path

    def seen_from(self, body: int, path: Points) -> Points:
        """The same positions as a rider on `body` measures them."""
        x, y, _ = self.poses[:, body].T
        dx, dy = path[:, 0] - x, path[:, 1] - y
        cos, sin = (turn[:, body] for turn in self.turns)
        return np.column_stack([cos * dx + sin * dy, -sin * dx + cos * dy])

    def shapes(self, *kinds: str) -> Iterator[tuple[int, Shape]]:
        """Every shape of these kinds with the number of its body (no kinds: every shape)."""
        for number, body in enumerate(self.scene["bodies"]):
            for shape in body["shapes"]:
                if not kinds or shape["kind"] in kinds:
                    yield number, shape


def plane_of(scene: Scene, body: int, shape: Shape) -> int:
    """Plane in which a shape lies: its own where it says so (ground carries several), else its body's."""
    return int(shape.get("plane", scene["bodies"][body].get("plane", 0)))


def anchors(shape: Shape) -> Points:
    """Points of a shape that decide how large the drawing is."""
    if "points" in shape:
        return np.asarray(shape["points"], float).reshape(-1, 2)
    at = np.asarray(shape["at"], float)
    if shape["kind"] in ("gear", "pulley"):
        r = float(shape["radius"])
        return at + np.array([[r, 0.0], [-r, 0.0], [0.0, r], [0.0, -r]])
    return at.reshape(1, 2)


def anchor_paths(motion: Motion) -> list[Points]:
    """Paths of everything that has a place in the scene."""
    ends = [end for c in motion.scene.get("connectors", []) for end in (c["from"], c["to"])]
    ends += [[t["body"], *t["point"]] for t in motion.scene.get("traces", [])]
    paths = [motion.path(int(body), (x, y)) for body, x, y in ends]
    for body, shape in motion.shapes():
        paths += [motion.path(body, point) for point in anchors(shape)]
    return paths or [motion.poses[:, i, :2] for i in range(motion.poses.shape[1])]
