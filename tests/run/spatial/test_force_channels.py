"""Channels of force elements in space: force and torque on the second body, at its point."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

MASS = {"mass": 2, "inertia": [0.1, 0.2, 0.25]}


@pytest.fixture(scope="module")
def run() -> lw.Run:
    m = lw.Spatial()
    m.set_gravity(0, 0, -9.81)
    a = m.body("a", mass=MASS, points={"tip": [0.3, 0, 0]})
    m.body("b", mass=MASS, estimate=(0.3, 0.4, 0))
    m.bushing("bu", m.ground, a, stiffness=[900, 800, 700, 60, 50, 40], damping=[9, 8, 7, 0.6, 0.5, 0.4])
    m.spring("s", "a.tip", "b", stiffness=300, free_length=0.3)
    return m.simulate(0.4, 401, speeds={"a.wz": 3, "a.wx": 2}, progress=False)


def test_a_spring_pulls_its_second_body_along_its_line(run: lw.Run) -> None:
    pull = 300 * (run["distance(a.tip, b)"] - 0.3)
    for axis in "xyz":
        along = (run[f"a.tip.{axis}"] - run[f"b.{axis}"]) / run["distance(a.tip, b)"]
        np.testing.assert_allclose(run[f"s.f{axis}"], pull * along, atol=1e-9)
        np.testing.assert_allclose(run[f"on(s, a).f{axis}"], -pull * along, atol=1e-9)
        np.testing.assert_allclose(run[f"on(s, a).t{axis}"], 0.0, atol=1e-9)
    np.testing.assert_allclose(run["s.force"], abs(pull), atol=1e-9)
    assert run.unit("s.fx") == "N" and run.unit("s.torque") == "N m"
    assert {"bu.fx", "bu.torque", "bu.rx", "s.force"} <= set(run.channels())


def test_a_bushing_tells_its_turns_and_its_force_at_its_point(run: lw.Run) -> None:
    for number, axis in enumerate("xyz"):
        stiffness, damping = (900, 800, 700)[number], (9, 8, 7)[number]
        expected = -stiffness * run[f"bu.{axis}"] - damping * run[f"bu.{axis}_rate"]
        np.testing.assert_allclose(run[f"bu.f{axis}"], expected, atol=1e-9)
        np.testing.assert_allclose(run[f"bu.r{axis}"], run[f"a.r{axis}"], atol=1e-9)
        for name in (f"bu.r{axis}", f"bu.r{axis}_rate"):
            other = f"bu.r{axis}_rate" if name.endswith(axis) else f"bu.r{axis}_acceleration"
            slope = np.gradient(run[name], run.t, edge_order=2)[5:-5]
            np.testing.assert_allclose(slope, run[other][5:-5], atol=2e-3 * np.max(np.abs(run[other])))
    assert np.max(run["bu.torque"]) > 1.0


def test_a_body_is_in_balance_with_the_forces_told_of_it(run: lw.Run) -> None:
    weight = np.array([[0.0], [0.0], [-2 * 9.81]])
    total = np.stack([run[f"bu.f{axis}"] + run[f"on(s, a).f{axis}"] for axis in "xyz"])
    accelerations = np.stack([run[f"a.a{axis}"] for axis in "xyz"])
    np.testing.assert_allclose(total + weight, 2 * accelerations, atol=1e-8)


def test_a_force_on_a_body_it_does_not_touch_is_refused(run: lw.Run) -> None:
    with pytest.raises(lw.AnalysisError, match="acts on ground and a"):
        run["on(bu, b).fx"]
