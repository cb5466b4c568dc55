"""Spatial mechanisms and scenes for the tests of the views; none needs to be solved."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.elements.spatial import catalogue as lib
from linkwork.places.spatial import rotations
from linkwork.view.scene import scene_at


def scene_of(mechanism: Any, turns: dict[str, tuple[float, float, float]] | None = None, frames: int = 1) -> Any:
    """The scene of a mechanism as drawn; `turns` rotates bodies evenly up to these rotation vectors."""
    system = mechanism.system(drivers=False)
    start = system.start.real.copy()
    scene = scene_at(system, start)
    poses = []
    for share in np.linspace(0.0, 1.0, frames):
        frame = [list(pose) for pose in scene["poses"][0]]
        for body, turn in (turns or {}).items():
            number = 1 + system.bodies.index(body)
            frame[number][3:] = rotations.from_vector(share * np.array(turn)).tolist()
        poses.append(frame)
    return {**scene, "poses": poses, "times": np.linspace(0.0, 1.0, frames).tolist()}


def crank() -> Any:
    """Crank, rod and slider in space, without shapes, with a spring."""
    m = lw.Spatial("slider-crank")
    m.body("crank", (0.0, 0.1, 0.12), points={"tip": (0.0, 0.0, 0.08)})
    m.body("rod", (0.1, 0.05, 0.1))
    m.body("slider", (0.2, 0.0, 0.0))
    m.joint("O", lib.Revolute, between=["ground", "crank"], at=[0, 0.1, 0.12], axis=[1, 0, 0])
    m.joint("A", lib.Spherical, between=["crank", "rod"], at=[0, 0.1, 0.2])
    m.joint("B", lib.Universal, between=["slider", "rod"], at=[0.2, 0, 0], axis=[0, 0, 1], x=[0.1, 0.2, 0])
    m.joint("S", lib.Translational, between=["ground", "slider"], at=[0.2, 0, 0], axis=[1, 0, 0], x=[0, 1, 0])
    return m


def shaped(**mass: Any) -> Any:
    """A pendulum made of a shape."""
    m = lw.Spatial("pendulum")
    m.body("arm", (0.0, 0.0, 0.0), mass=mass)
    m.joint("A", lib.Revolute, between=["ground", "arm"], at=[0, 0, 0], axis=[0, 1, 0])
    return m
