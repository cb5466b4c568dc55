"""Dragging: the point goes where it is pulled, the joints stay closed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.assembly.position import CLOSED
from linkwork.base.errors import AnalysisError
from linkwork.serve.drag import Grip, Pulled
from serve.view_models import example, walking_leg


def grip(path: Path, body: str, point: list[float]) -> Grip:
    mechanism = lw.load(path)
    return Grip(mechanism, assemble(mechanism).q, 0.0, body, point)


def error(held: Grip, pulled: Pulled) -> float:
    held.equations.evaluate(pulled.q, 0.0)
    return float(np.max(np.abs(held.equations.residual())))


def test_the_crank_follows_a_point_of_the_circle(tmp_path: Path) -> None:
    held = grip(example(tmp_path), "crank", [0.1, 0.0])
    for angle in np.radians([20, 60, 120, 200, 300, 370]):
        pulled = held.pull([0.1 * np.cos(angle), 0.1 * np.sin(angle)])
        assert pulled.reached and pulled.left < 1e-4
        assert pulled.q[2] == pytest.approx(angle, abs=1e-3)
        assert error(held, pulled) <= CLOSED


def test_a_target_out_of_reach_is_approached_as_far_as_the_joints_allow(tmp_path: Path) -> None:
    held = grip(example(tmp_path), "crank", [0.1, 0.0])
    pulled = held.pull([0.5, 0.5])
    assert not pulled.reached
    assert pulled.q[2] == pytest.approx(np.pi / 4, abs=2e-3)
    assert pulled.left == pytest.approx(np.hypot(0.5, 0.5) - 0.1, abs=1e-4)
    assert error(held, pulled) <= CLOSED


def test_a_walking_leg_of_thirteen_bodies_is_pulled_by_its_foot(tmp_path: Path) -> None:
    mechanism = lw.load(walking_leg(tmp_path))
    run = mechanism.run(progress=False)
    foot = mechanism.bodies_by_name["left_foot"].points["tip"]
    tip = [float(value.value(dict(run.system.env)).real) for value in foot]
    held = Grip(mechanism, run.q[0], 0.0, "left_foot", tip)
    for frame in (5, 10, 20, 30):
        target = [run["left_foot.tip.x"][frame], run["left_foot.tip.y"][frame]]
        pulled = held.pull(target)
        assert pulled.reached
        assert np.max(np.abs(pulled.q - run.q[frame])) < 0.02
        assert error(held, pulled) <= CLOSED


def test_a_spatial_mechanism_follows(tmp_path: Path) -> None:
    mechanism = lw.load(example(tmp_path, "spatial-slider-crank"))
    run = mechanism.run(progress=False)
    body = run.system.bodies[0]
    held = Grip(mechanism, run.q[0], float(run.t[0]), body, [0.0, 0.05, 0.02])
    for frame in (3, 6, 12):
        target = run.system.world.placed(run.q[frame][:6], np.array([0.0, 0.05, 0.02]))
        pulled = held.pull(target)
        assert pulled.reached and error(held, pulled) <= CLOSED
        assert np.max(np.abs(run.system.difference(pulled.q, run.q[frame]))) < 0.05


def test_a_target_in_space_is_taken_in_the_plane_of_the_body(tmp_path: Path) -> None:
    held = grip(example(tmp_path), "crank", [0.1, 0.0, 0.3])
    assert held.pull([0.0, 0.1, 0.7]).q[2] == pytest.approx(np.pi / 2, abs=1e-3)


def test_what_cannot_be_dragged_says_so(tmp_path: Path) -> None:
    path = example(tmp_path)
    with pytest.raises(AnalysisError, match="ground does not move"):
        grip(path, "ground", [0.0, 0.0])
    with pytest.raises(AnalysisError, match=r"no body 'crenk'.*did you mean 'crank'"):
        grip(path, "crenk", [0.0, 0.0])
