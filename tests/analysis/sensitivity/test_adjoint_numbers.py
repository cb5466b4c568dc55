"""The discrete adjoint by every number of a mass, by gravity, with shared parameters, with rolling: the direct one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.analysis.sensitivity.adjoint import adjoint
from linkwork.analysis.sensitivity.dynamic import simulate_tangents
from linkwork.elements.spatial.catalogue import Cylindrical, Universal
from linkwork.numerics.analytic import STEP

EXAMPLES = Path(__file__).parents[3] / "examples"
TIGHT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13}


def same(m: Any, channels: list[str], until: float, **options: Any) -> None:
    """Final values of channels have the direct gradient by all parameters, each of which counts, to 1e-9."""
    names, options = list(m.parameters_by_name), {**TIGHT, **options}
    found = adjoint(m, names, [lambda run, name=name: run[name][-1] for name in channels], until, 4, **options).gradient
    tangents = simulate_tangents(m, names, until, 4, progress=False, formulation="projection", **options)[1]
    direct = np.array([[np.imag(one.run[name][-1]) / STEP for one in tangents] for name in channels])
    assert np.all(np.any(direct != 0.0, axis=0))
    np.testing.assert_allclose(found, direct, rtol=0, atol=1e-9 * np.max(np.abs(direct)))


def test_a_heavy_body_of_the_plane() -> None:
    m = lw.Planar("plate")
    m.parameters(m=0.7, x=0.2, y=0.1, J=0.02, gx=1.0, gy=-9.81, a=0.1, b=0.2, c=0.3, d=0.4, e=0.5, m2=0.4)
    m.set_gravity("gx", "gy")
    sledge, plate = m.body("sledge", estimate=(0, 0, 0.3)), m.body("plate", estimate=(1.4, 0.5, 0.4))
    m.mass(sledge, mass="m2", inertia=0.1)
    m.mass(plate, mass="m", center=("x", "y"), inertia="J")
    m.translational("guide", m.ground.line((0, 0), (1, 0.3)), sledge.line((0, 0), (1, 0)))
    m.revolute("pin", sledge.at("a + b + c + d + e", 0), plate.at(0, 0))
    m.spring("tie", m.ground.at(0, 1), plate.at(0.3, 0), stiffness=20.0, free_length=0.8, damping=0.3)
    same(m, ["plate.x", "plate.angle", "sledge.x"], 0.15)


def test_a_heavy_body_in_space() -> None:
    m = lw.Spatial("block")
    numbers = {"m": 0.7, "x": 0.2, "y": 0.1, "z": -0.1, "xx": 0.03, "yy": 0.04, "zz": 0.05}
    m.parameters(**numbers, xy=0.004, yz=-0.003, zx=0.002, gx=1.0, gy=0.5, gz=-9.81, s=0.3)
    m.set_gravity("gx", "gy", "gz")
    inertia = {name: name for name in ("xx", "yy", "zz", "xy", "yz", "zx")}
    m.body("sleeve", (0, 0, 0), mass={"mass": 0.4, "inertia": [0.01, 0.01, 0.02]})
    m.body("block", (0.3, 0, 0), mass={"mass": "m", "center": ["x", "y", "z"], "inertia": inertia})
    m.joint("bore", Cylindrical, between=[{"ground": [0, 0, 0]}, {"sleeve": [0, 0, 0]}], axis=[0, 1, 0.5])
    ends = [{"sleeve": ["s", 0, 0]}, {"block": [0, 0, 0]}]
    m.joint("cross", Universal, between=ends, axis=[0, 0, 1], x=[0, 1, 0])
    same(m, ["block.x", "block.omega.y", "sleeve.z"], 0.2)


def test_rows_of_rolling_hold_velocities_only() -> None:
    coin = lw.load(EXAMPLES / "gallery" / "rolling-coin.yaml")
    speeds = {"coin.wx": "spin*cos(lean)", "coin.wy": 0, "coin.wz": "w + spin*sin(lean)"}
    same(coin, ["coin.x", "coin.y", "coin.z"], 0.1, speeds=speeds)
