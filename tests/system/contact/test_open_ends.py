"""Open profiles have ends: things tip over them, land on them, and pass them where the user asks for a mere line."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw

TABLE = {"type": "segment", "start": (1, 0), "end": (-1, 0)}
BOX = [(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)]


def box_on(elements: Any, **fields: Any) -> lw.Planar:
    """A box that slides towards the end of a table, at (1, 0)."""
    m = lw.Planar("table")
    m.set_gravity(0, -9.81)
    m.ground.profile("top", elements=elements, **fields)
    box = m.body("box", estimate=(0.7, 0.1, 0))
    m.mass("box", mass=1, inertia=(0.4**2 + 0.2**2) / 12)
    box.profile("skin", lw.polygon(BOX))
    m.contact("C", "ground.top", "box.skin")
    return m


def deepest_end(run: lw.Run) -> float:
    """How far the end of the table gets into the box, through its lower face."""
    dx, dy = 1 - run["box.x"], -run["box.y"]
    c, s = np.cos(run["box.angle"]), np.sin(run["box.angle"])
    x, y = c * dx + s * dy, c * dy - s * dx
    within = (np.abs(x) < 0.2) & (np.abs(y) < 0.1)
    return float(np.max(y[within] + 0.1, initial=0.0))


def slid_off(elements: Any, **options: Any) -> lw.Run:
    return box_on(elements).simulate(1.0, 201, speeds={"box.vx": 0.6}, progress=False, **options)


def test_a_box_tips_over_the_end_of_a_segment_as_over_a_corner() -> None:
    corner = slid_off([{"type": "polyline", "points": [(1, -1), (1, 0), (-1, 0), (-1, -1)]}])
    run = slid_off([TABLE])
    assert run.completed and deepest_end(run) < 1e-9
    rows = run.t < 0.9  # until the box comes to the side of the table, which the segment has not
    for name in ("box.x", "box.y", "box.angle"):
        assert run[name][rows] == pytest.approx(corner[name][rows], abs=1e-6)


@pytest.mark.parametrize(
    "options",
    [{"formulation": "projection"}, {"method": "adams"}, {"method": "radau"}, {"method": "rk4", "step": 1e-3}],
)
def test_the_end_is_met_by_every_method(options: dict[str, Any]) -> None:
    assert deepest_end(slid_off([TABLE], **options)) < 1e-7


def test_the_end_is_met_by_force_laws_and_by_time_stepping() -> None:
    assert deepest_end(slid_off([TABLE], method="moreau", step=2e-4)) < 2e-3
    m = box_on([TABLE])
    m.contacts.clear()
    m.contact("C", "ground.top", "box.skin", force={"type": "hertz", "stiffness": 1e6})
    assert deepest_end(m.simulate(1.0, 201, speeds={"box.vx": 0.6}, progress=False)) < 1e-3


def test_without_ends_a_profile_is_a_mathematical_line() -> None:
    run = box_on([TABLE], ends="none").simulate(1.0, 201, speeds={"box.vx": 0.6}, progress=False)
    assert deepest_end(run) > 0.01
    assert "point" not in box_on([TABLE], ends="none").describe_profile("ground.top")


def test_a_closed_profile_has_no_ends_to_leave_out() -> None:
    m = box_on([TABLE])
    m.ground.profile("round", elements=[{"type": "polyline", "points": [*BOX, BOX[0]]}], ends="none")
    with pytest.raises(lw.MechanismError, match="profile of 'ground' 'round': it is closed, so that there are no ends"):
        m.check()


def test_a_model_file_says_ends_as_python_does(tmp_path: Any) -> None:
    path = tmp_path / "table.yaml"
    box_on([TABLE], ends="none").save(path)
    assert "ends: none" in path.read_text()
    assert lw.load(path).bodies_by_name["ground"].profiles["top"].ends == "none"


def rod(normal_up: bool, angle: float) -> lw.Run:
    """A rod that is one segment falls on a segment, with its outward side up or down."""
    m = lw.Planar("rod")
    m.set_gravity(0, -9.81)
    m.ground.profile("top", elements=[TABLE])
    body = m.body("rod", estimate=(0, 0.4, angle))
    m.mass("rod", mass=1, inertia=0.6**2 / 12)
    ends = [(-0.3, 0.0), (0.3, 0.0)]
    start, end = ends[::-1] if normal_up else ends
    body.profile("edge", elements=[{"type": "segment", "start": start, "end": end}])
    m.contact("C", "ground.top", "rod.edge")
    return m.simulate(1.5, 301, progress=False)


@pytest.mark.parametrize("normal_up", [False, True])
@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_a_rod_lands_on_its_ends_and_lies(normal_up: bool, angle: float) -> None:
    run = rod(normal_up, angle)
    lowest = run["rod.y"] - 0.3 * np.abs(np.sin(run["rod.angle"]))
    assert run.completed and float(np.min(lowest)) > -1e-9
    assert run["rod.y"][-1] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    "element",
    [
        {"type": "arc", "center": (0, 0), "radius": 0.3, "from": "225 deg", "to": "315 deg"},
        {"type": "spline", "points": [(-0.21, -0.21), (-0.11, -0.28), (0, -0.3), (0.11, -0.28), (0.21, -0.21)]},
        {"type": "polyline", "points": [(-0.21, -0.21), (0, -0.3), (0.21, -0.21)]},
    ],
)
def test_every_open_element_has_ends_that_hold(element: dict[str, Any]) -> None:
    """Hung with its belly up, a rocker stands on its two ends."""
    m = lw.Planar("rocker")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    body = m.body("rocker", estimate=(0, -0.1, math.pi))
    m.mass("rocker", mass=1, inertia=0.02, center=(0, -0.25))
    body.profile("belly", elements=[element])
    m.contact("C", "ground.floor", "rocker.belly", friction=0.5)
    run = m.simulate(1.0, 101, progress=False)
    sine = 0.3 * math.sin(math.pi / 4) if element["type"] == "arc" else 0.21
    assert run.completed
    assert run["rocker.y"][-1] == pytest.approx(-sine, abs=1e-6)
    assert run["C.force"][-1] == pytest.approx(9.81)
    assert run["C[1].force"][-1] == pytest.approx(run["C[2].force"][-1])
