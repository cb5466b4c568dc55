"""Free bodies in space for tests of the engine: random inertias, mass centres off the frame, random states."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system


def inertia_of(rng: np.random.Generator) -> NDArray[np.float64]:
    """A possible inertia matrix: that of random points."""
    points = rng.normal(size=(6, 3))
    squares = np.sum(points**2, axis=1)
    return np.asarray(np.sum([s * np.eye(3) - np.outer(x, x) for s, x in zip(squares, points, strict=True)], axis=0))


def free_bodies(count: int, seed: int, gravity: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> lw.Spatial:
    """Bodies that nothing holds."""
    rng = np.random.default_rng(seed)
    m = lw.Spatial("free bodies")
    for number in range(count):
        j = inertia_of(rng)
        mass = SpatialMass(
            mass=float(rng.uniform(0.5, 3.0)),
            center=list(rng.normal(size=3)),
            inertia={"xx": j[0, 0], "yy": j[1, 1], "zz": j[2, 2], "xy": j[0, 1], "yz": j[1, 2], "zx": j[2, 0]},
        )
        place = {"position": list(rng.normal(size=3)), "orientation": {"vector": list(rng.normal(size=3))}}
        m.body(f"b{number}", place, mass=mass)
    m.set_gravity(*gravity)
    return m


def dynamic(mechanism: lw.Spatial, **options: Any) -> System:
    """Its tables with masses and forces."""
    return compile_system(mechanism, dynamics=True, **options)
