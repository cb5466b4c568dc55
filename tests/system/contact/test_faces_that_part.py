"""A corner that leaves a face goes on as two points: all corners of what two faces have in common bear load at once.

A plate slides and turns over a block; the corners of the overlap of the two rectangles are found here by clipping.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

_G = 9.81
BLOCK, PLATE, THICK = (0.4, 0.3), (0.5, 0.44), 0.1


def _corners(size: tuple[float, float], x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> list[complex]:
    half = 0.5 * complex(size[0], 0.0), 0.5 * complex(0.0, size[1])
    turned = [(i * half[0] + j * half[1]) * np.exp(1j * turn) for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return [complex(x, y) + corner for corner in turned]


def _overlap(one: list[complex], two: list[complex]) -> list[complex]:
    """Corners of the overlap of two convex polygons given against the clock (Sutherland and Hodgman 1974)."""
    for start, end in zip(two, two[1:] + two[:1], strict=True):
        heights = [((point - start) * (end - start).conjugate()).imag for point in one]
        clipped: list[complex] = []
        for number, (point, height) in enumerate(zip(one, heights, strict=True)):
            before, low = one[number - 1], heights[number - 1]
            if (height >= 0.0) != (low >= 0.0):
                clipped.append(before + (point - before) * low / (low - height))
            if height >= 0.0:
                clipped.append(point)
        one = clipped
    return one


def _plate() -> lw.Spatial:
    """A plate on a block that stands."""
    m = lw.Spatial("plate on a block")
    m.set_gravity(0, 0, -_G)
    m.add_solid("ground", "block", {"type": "box", "size": (*BLOCK, 0.2), "at": (0, 0, -0.1)})
    m.body("plate", (0.02, 0.01, 0.5 * THICK))
    a, b, c = PLATE[0] ** 2 / 12, PLATE[1] ** 2 / 12, THICK**2 / 12
    m.mass("plate", mass=1, inertia=(b + c, a + c, a + b))
    m.add_solid("plate", "skin", {"type": "box", "size": (*PLATE, THICK)})
    m.contact("C", "ground.block", "plate.skin", friction=0.05)
    return m


@pytest.mark.parametrize(("vx", "vy", "wz"), [(0.1, 0.05, 2.0), (0.2, -0.15, -1.5), (-0.15, 0.25, 3.0)])
def test_every_corner_of_the_overlap_is_closed(vx: float, vy: float, wz: float) -> None:
    speeds = {"plate.vx": vx, "plate.vy": vy, "plate.wz": wz}
    run = _plate().simulate(0.4, 41, speeds=speeds, progress=False)
    assert run.completed, run.events[-1].text
    places = np.column_stack([run[f"plate.{name}"] for name in ("x", "y", "rz")])
    counts = set()
    for row, place in enumerate(places):
        corners = _overlap(_corners(PLATE, *map(float, place)), _corners(BLOCK))
        near = min(abs(one - two) for one, two in zip(corners, corners[1:] + corners[:1], strict=True))
        if near < 1e-4:
            continue  # a corner that is just leaving
        counts.add(len(corners))
        closed = [point for point in range(1, 9) if run[f"C[{point}].mode"][row] > 0]
        reached = [complex(run[f"C[{point}].x"][row], run[f"C[{point}].y"][row]) for point in closed]
        assert len(reached) == len(corners), run.t[row]
        for corner in corners:
            assert min(abs(corner - point) for point in reached) < 1e-7
        assert sum(run[f"C[{point}].force"][row] for point in closed) == pytest.approx(_G, rel=1e-6)
    assert len(counts) > 1
    assert run.audit is not None
    assert run.audit.findings == []


def test_a_plate_on_two_wide_blocks_moves_alike_in_both_engines() -> None:
    """Loads that the floor, two blocks and a plate pass round; corners leave the faces one after the other."""
    m = lw.Spatial("wide bridge")
    m.set_gravity(0, 0, -_G)
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    sizes = {"left": ((-0.3, 0, 0.1), (0.2, 0.3, 0.2), 2.0), "right": ((0.3, 0, 0.1), (0.2, 0.3, 0.2), 2.0)}
    for name, (at, size, mass) in (sizes | {"plate": ((0, 0, 0.25), (1.2, 0.5, 0.1), 1.0)}).items():
        a, b, c = (mass * value * value / 12.0 for value in size)
        m.body(name, at)
        m.mass(name, mass=mass, inertia=(b + c, a + c, a + b))
        m.add_solid(name, "skin", {"type": "box", "size": size})
    for name in sizes:
        m.contact(f"C{name}", "ground.floor", f"{name}.skin", friction=0.4)
        m.contact(f"D{name}", f"{name}.skin", "plate.skin", friction=0.2)
    speeds = {"plate.vx": 0.5, "plate.wz": 2.0}
    run = m.simulate(0.35, 8, speeds=speeds, progress=False)
    stepped = m.simulate(0.35, 8, method="moreau", step=1e-3, rtol=1e-8, speeds=speeds, progress=False)
    for name in ("x", "y", "rz"):
        assert stepped[f"plate.{name}"] == pytest.approx(run[f"plate.{name}"], abs=5e-5), name
    assert sum(run[f"Dleft[{point}].mode"][4] > 0 for point in range(1, 9)) == 5
