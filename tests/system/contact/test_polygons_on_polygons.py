"""A driven polygonal cam presses a polygonal arm: by separating axes the two never overlap, whatever touches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw

Corners = NDArray[np.float64]
SIZE = 0.06  # of the smaller polygon
PIVOT = (0.3, 0.02)


def regular(count: int, radius: float, centre: tuple[float, float], turn: float) -> Corners:
    """Corners of a regular polygon, counter-clockwise."""
    angles = 2 * math.pi * np.arange(count) / count + turn
    return np.column_stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)])


def placed(corners: Corners, x: float, y: float, angle: float) -> Corners:
    """Corners in the world."""
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return corners @ turn + (x, y)


def overlap(one: Corners, other: Corners) -> float:
    """How deep two convex polygons are in each other: the least overlap along the normals of their sides."""
    depths = []
    for polygon in (one, other):
        sides = np.roll(polygon, -1, axis=0) - polygon
        normals = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1)[:, None]
        first, second = one @ normals.T, other @ normals.T
        depths.append(np.minimum(first.max(0), second.max(0)) - np.maximum(first.min(0), second.min(0)))
    return float(np.min(np.concatenate(depths)))


def deepest(cam_corners: int, nose_corners: int, torque: float, until: float, **options: Any) -> float:
    """The deepest overlap in a run, as a share of the smaller polygon."""
    rim, nose = regular(cam_corners, 0.1, (0.02, 0), 0.3), regular(nose_corners, 0.03, (-0.3, 0.14), 0.17)
    m = lw.Planar("polygonal cam")
    cam, arm = m.body("cam", estimate=(0, 0, 0.1)), m.body("arm", estimate=(*PIVOT, 0))
    m.revolute("O", m.ground, cam)
    m.revolute("Q", m.ground.at(*PIVOT), arm)
    m.mass("cam", mass=1, inertia=1e-2)
    m.mass("arm", mass=1, inertia=2e-2)
    cam.profile("rim", lw.polygon([tuple(corner) for corner in rim]))
    arm.profile("nose", lw.polygon([tuple(corner) for corner in nose]))
    m.contact("C", "cam.rim", "arm.nose")
    m.force("load", arm, torque=torque)
    m.drive("motor", joint="O", angle="0.1 + 10*t")
    run = m.simulate(until, 201, progress=False, **options)
    assert run.t[-1] == until and run.touches
    poses = zip(run["cam.angle"], run["arm.angle"], strict=True)
    return max(overlap(placed(rim, 0, 0, a), placed(nose, *PIVOT, b)) for a, b in poses) / SIZE


PAIRS = ((3, 6, 20.0), (4, 4, 20.0), (5, 6, 20.0), (6, 3, 20.0), (8, 4, 20.0), (8, 3, 2.0))


@pytest.mark.parametrize("formulation", ["projection", "null-space", "joint", "joint-null-space"])
@pytest.mark.parametrize("pair", PAIRS)
def test_no_corner_goes_into_the_other_polygon_in_any_formulation(pair: Any, formulation: str) -> None:
    assert deepest(*pair, until=0.5, formulation=formulation) < 1e-6


@pytest.mark.parametrize("options", [{"method": "adams"}, {"method": "radau"}, {"method": "rk4", "step": 2e-4}])
@pytest.mark.parametrize("pair", PAIRS[:3])
def test_no_corner_goes_into_the_other_polygon_by_any_method(pair: Any, options: dict[str, Any]) -> None:
    assert deepest(*pair, until=0.5, **options) < 1e-6


@pytest.mark.parametrize("options", [{}, {"rtol": 1e-10, "atol": 1e-12}])
def test_no_corner_of_many_is_passed_over(options: dict[str, Any]) -> None:
    assert deepest(60, 12, 2.0, until=0.5, **options) < 1e-6
    assert deepest(60, 30, 20.0, until=0.25, **options) < 1e-6
