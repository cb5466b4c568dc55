"""Squares in free flight that pass or hit a block: whatever corner comes first, none goes into it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw

Corners = NDArray[np.float64]
SQUARE = 0.1 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
THIN = SQUARE * (0.05, 1.0)
THICK_FLIGHTS = (  # x, y, angle; their rates
    (-1.1291, 1.025, 1.1479, 1.4103, -1.2969, -4.1845),
    (1.172, -0.5976, 1.5412, -2.6859, 1.5873, -4.2681),
    (-0.7352, -0.6321, 4.7468, 0.9002, 0.9185, 2.5927),
    (-1.0757, -0.0812, 2.8597, 2.997, 0.0168, 1.3947),
    (-1.0844, -1.6342, 0.5503, 3.0138, 5.1021, -2.9),
)
THIN_FLIGHTS = (
    (-0.605, -0.0293, 2.7752, 1.4654, 0.2587, 0.0),
    (-1.7274, -0.7689, 0.0588, 3.5709, 1.2267, 3.2747),
    (-1.1742, 1.0479, 2.8071, 1.4792, -1.419, -1.8848),
    (1.2398, -0.6466, 1.0124, -3.6414, 1.6371, -8.4929),
    (0.2705, -0.7419, 0.1399, -0.3562, 1.4596, 10.513),
)


def overlap(one: Corners, other: Corners) -> float:
    """How deep two convex polygons are in each other: the least overlap along the normals of their sides."""
    depths = []
    for polygon in (one, other):
        sides = np.roll(polygon, -1, axis=0) - polygon
        normals = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1)[:, None]
        for first, second in zip((one @ normals.T).T, (other @ normals.T).T, strict=True):
            depths.append(min(first.max(), second.max()) - max(first.min(), second.min()))
    return float(min(depths))


@pytest.mark.parametrize(
    ("block", "flight"), [*((SQUARE, flight) for flight in THICK_FLIGHTS), *((THIN, flight) for flight in THIN_FLIGHTS)]
)
def test_no_corner_goes_into_the_block(block: Corners, flight: tuple[float, ...]) -> None:
    m = lw.Planar("flight")
    body = m.body("b", estimate=flight[:3])
    m.mass("b", mass=1, inertia=0.01)
    body.profile("rim", lw.polygon([tuple(corner) for corner in SQUARE]))
    m.ground.profile("block", lw.polygon([tuple(corner) for corner in block]))
    m.contact("C", "ground.block", "b.rim", restitution=0.5)
    run = m.simulate(2.0, 401, speeds=dict(zip(("b.vx", "b.vy", "b.omega"), flight[3:], strict=True)))
    assert run.impacts and run.t[-1] == 2.0
    deepest = -1.0
    for x, y, angle in zip(run["b.x"], run["b.y"], run["b.angle"], strict=True):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        deepest = max(deepest, overlap(SQUARE @ turn + (x, y), block))
    assert deepest < 1e-7
