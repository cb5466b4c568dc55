"""Assemble: nearest to the estimates, values held, the branch stated, failures explained."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, parallelogram, slider_crank
from linkwork.base.errors import MechanismError


def test_missing_estimates_are_chosen_and_said_to_be() -> None:
    m = lw.Planar("bare")
    crank, rod, slider = m.bodies("crank", "rod", "slider")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.2, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="1 + 2*pi*t")
    found = m.assemble()
    assert found.ok and abs(found["crank.angle"] - 1.0) < 1e-12
    assert any("no estimate given for: crank, rod, slider" in note for note in found.notes)


def test_the_nearest_position_is_a_stationary_point_of_the_distance() -> None:
    m = four_bar()
    m.estimate("crank", 0.5, 0.5, 1.3)
    m.estimate("coupler", 2.1, 1.9, 0.1)
    m.estimate("follower", 4.2, 0.0, 1.4)
    found = m.assemble(drivers=False)
    from linkwork.system.constraints.equations import Equations

    equations = Equations(m.system(drivers=False))
    equations.evaluate(found.q, 0.0)
    pull = (m.system(drivers=False).start - found.q) / found.system.column_scale
    slide, _ = equations.solve(np.zeros(equations.m), pull=pull)
    assert np.linalg.norm(slide) < 1e-9
    assert np.linalg.norm(pull) > 0.1


def test_held_values_are_kept() -> None:
    found = slider_crank().assemble({"slider.x": 4.0}, drivers=False)
    assert found.ok and abs(found["slider.x"] - 4.0) < 1e-12
    by_joint = slider_crank().assemble({"guide.position": 4.0}, drivers=False)
    assert np.allclose(by_joint.q, found.q, atol=1e-9)


def test_a_value_that_cannot_be_held_is_refused_by_name() -> None:
    with pytest.raises(MechanismError, match=r"'slider.vx' cannot be held"):
        slider_crank().assemble({"slider.vx": 1.0})


def test_held_values_give_way_to_drivers_and_it_is_said() -> None:
    found = slider_crank().assemble({"slider.x": 4.0})
    assert found.ok and abs(found["crank.angle"] - np.pi / 4) < 1e-12
    assert any("drivers win: slider.x" in note for note in found.notes)


def test_held_values_stay_where_the_drivers_leave_a_freedom() -> None:
    m = lw.Planar("arm")
    upper, lower = m.body("upper", estimate=(0, 0, 0.5)), m.body("lower", estimate=(1, 0.5, 1.0))
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(1, 0), lower.at(0, 0))
    m.drive("motor", joint="shoulder", angle="0.5 + t")
    found = m.assemble({"elbow.angle": 0.7})
    assert found.ok and abs(found["lower.angle"] - 1.2) < 1e-12


def test_initial_values_guide_and_drivers_win() -> None:
    m = slider_crank()
    m.initially(slider_x=-1.5)
    found = m.assemble()
    assert abs(found["slider.x"] + 1.787349) < 1e-6  # the branch of the initial value, at the driver's angle
    assert abs(found["crank.angle"] - np.pi / 4) < 1e-12


def test_the_branch_is_stated_and_differs_between_branches() -> None:
    right = slider_crank().assemble()
    m = slider_crank()
    m.initially(slider_x=-1.5)
    assert right.branch != m.assemble().branch
    assert "rod" in right.branch and "slider" in right.branch


def test_what_cannot_close_says_which_joint_stays_open_and_by_how_much() -> None:
    m = lw.Planar("too short")
    one, two = m.body("one", estimate=(0, 0, 0.1)), m.body("two", estimate=(5, 0, 3.0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at(1, 0), two.at(1, 0))
    m.revolute("C", m.ground.at(5, 0), two.at(0, 0))
    found = m.assemble(drivers=False)
    assert not found.ok
    total = np.sqrt(sum(gap.length**2 for gap in found.gaps))
    assert {gap.element for gap in found.gaps} == {"A", "B", "C"}
    assert abs(total - 3.0 / np.sqrt(3.0)) < 1e-5  # 3 m missing, shared equally by the three pins (least squares)
    assert "stays open by 1 m" in found.text()
    (whole,) = found.gathered
    assert abs(whole.length - 3.0) < 1e-5 and f"with all others closed, joint '{whole.element}'" in found.text()


def test_redundant_constraints_do_not_disturb_assembly() -> None:
    found = parallelogram().assemble()
    assert found.ok
    assert np.allclose([found[f"bar{i}.angle"] for i in range(3)], 1.0, atol=1e-11)


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_units_of_length_do_not_change_what_is_nearest(scale: float) -> None:
    one, other = slider_crank().assemble(drivers=False), slider_crank(scale=scale).assemble(drivers=False)
    assert abs(one["crank.angle"] - other["crank.angle"]) < 1e-8
    assert abs(one["slider.x"] * scale - other["slider.x"]) < 1e-8 * scale
