"""What a run shows of a whole contact and of its points, and small things that ended runs for no reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw


def pushed_box(gravity: bool) -> lw.Run:
    """A tilted box pressed on a floor by its weight, or by a force of the same size."""
    m = lw.Planar("box")
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    box = m.body("b", estimate=(0, 0.13, 0.13))
    box.profile("rim", lw.polygon([(-0.1, -0.06), (0.1, -0.06), (0.1, 0.06), (-0.1, 0.06)]))
    m.mass("b", mass=1, inertia=0.005)
    if gravity:
        m.set_gravity(0, -100.0)
    else:
        m.force("push", box, y=-100.0)
    m.contact("C", "ground.floor", "b.rim", restitution=0.3)
    return m.simulate(0.5, 101, progress=False)


def test_a_box_that_a_force_pushes_comes_to_rest_as_by_its_weight() -> None:
    by_weight, by_force = pushed_box(True), pushed_box(False)
    assert by_force.completed
    assert by_force["b.y"][-1] == pytest.approx(0.06, abs=1e-9)
    for name in ("b.x", "b.y", "b.angle"):
        assert by_force[name] == pytest.approx(by_weight[name], abs=1e-6)


def test_the_force_of_a_contact_is_that_of_all_its_points() -> None:
    run = pushed_box(True)
    force, first, second = (run[f"{name}.force"] for name in ("C", "C[1]", "C[2]"))
    assert force == pytest.approx(first + second)
    assert force[-1] == pytest.approx(100.0) and min(first[-1], second[-1]) > 10.0
    alone = (first > 1) != (second > 1)
    assert np.any(alone) and np.all(force[alone] == np.maximum(first, second)[alone])
    gaps = run["C[1].gap"], run["C[2].gap"]
    assert run["C.gap"] == pytest.approx(np.fmin(*gaps))
    assert np.all(run["C.mode"] == np.maximum(run["C[1].mode"], run["C[2].mode"]))
    assert run.unit("C.force") == "N" and run.unit("C[1].gap") == "m"


def test_a_contact_of_one_point_has_that_point_for_its_channels() -> None:
    m = lw.Planar("ball")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    ball = m.body("b", estimate=(0, 0.1, 0))
    ball.profile("rim", lw.circle(0.1))
    m.mass("b", mass=2, inertia=0.01)
    m.contact("C", "ground.floor", "b.rim")
    run = m.simulate(0.1, 3, progress=False)
    assert run["C.force"] == pytest.approx([19.62] * 3)
    assert "C[1].force" not in run.channels()


@pytest.mark.parametrize("step", [1e-3, 1e-5])
def test_time_stepping_takes_a_point_for_an_outline(step: float) -> None:
    m = lw.Planar("point")
    m.set_gravity(0, -9.81)
    body = m.body("b", estimate=(0, 0.1, 0))
    m.mass("b", mass=1, inertia=0.1)
    body.profile("tip", elements=[{"type": "point", "at": (0, 0)}])
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "b.tip")
    run = m.simulate(0.2, 21, method="moreau", step=step, progress=False)
    assert run.completed and not any("overlap came to" in note or "times its size" in note for note in run.notes)
    assert run["b.y"][-1] == pytest.approx(0.0, abs=2.0 * step)
    assert run["C.force"][-1] == pytest.approx(9.81)


def tumbling_square() -> lw.Run:
    """A square that flies past the corner of a block."""
    m = lw.Planar("flight")
    body = m.body("b", estimate=(-0.5, 0.27, 0))
    m.mass("b", mass=1, inertia=0.01)
    corners = [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)]
    body.profile("rim", lw.polygon(corners))
    m.ground.profile("block", lw.polygon(corners))
    m.contact("C", "ground.block", "b.rim")
    return m.simulate(1.0, 401, speeds={"b.vx": 1.0, "b.vy": 0.0, "b.omega": 7.0}, progress=False)


def _distance(one: Any, other: Any) -> float:
    """Between two polygons that are apart: the least from a corner of one to a side of the other."""
    least = np.inf
    for corners, sides in ((one, other), (other, one)):
        start, along = sides, np.roll(sides, -1, axis=0) - sides
        away = corners[:, None, :] - start
        share = np.clip(np.sum(away * along, axis=2) / np.sum(along * along, axis=1), 0.0, 1.0)
        least = min(least, float(np.min(np.linalg.norm(away - share[:, :, None] * along, axis=2))))
    return least


def test_the_gap_of_open_points_is_the_distance_of_the_outlines() -> None:
    run = tumbling_square()
    assert run.completed and not run.impacts
    square = np.array([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)])
    for x, y, angle, gap in zip(run["b.x"], run["b.y"], run["b.angle"], run["C.gap"], strict=True):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        true = _distance(square @ turn + (x, y), square)
        assert gap == pytest.approx(true, abs=1e-9)
