"""Reactions in joint axes, what drivers need, free bodies in balance, constraint errors as channels."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, slider_crank
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run
from run.load_builders import inclined_slider

pytestmark = pytest.mark.both_coordinates


@pytest.fixture(scope="module")
def run() -> Run:
    return inclined_slider().inverse_dynamics(1.5, 31, progress=False)


def test_a_slide_pushes_only_across_its_line(run: Run) -> None:
    assert np.max(np.abs(run["guide.across"])) > 10.0
    assert np.max(np.abs(run["guide.along"])) < 1e-10
    assert np.allclose(run["guide.across"], run["guide.fy"] * np.cos(0.4) - run["guide.fx"] * np.sin(0.4))
    assert np.allclose(run["guide.force"], np.abs(run["guide.across"]))


def test_a_pin_is_told_along_the_axes_of_its_first_body(run: Run) -> None:
    c, s = np.cos(run["crank.angle"]), np.sin(run["crank.angle"])
    assert np.allclose(run["A.along"], c * run["A.fx"] + s * run["A.fy"])
    assert np.allclose(run["A.across"], c * run["A.fy"] - s * run["A.fx"])
    assert np.allclose(run["A.along"], run["reaction(A, crank).x"])
    assert np.allclose(run["O.along"], run["O.fx"]) and np.allclose(run["reaction(A, ground).y"], run["A.fy"])
    assert np.allclose(run["A.force"] * np.cos(run["A.direction"]), run["A.fx"])
    assert np.allclose(run["A.force"] * np.sin(run["A.direction"]), run["A.fy"])
    assert run.unit("A.along") == "N" and run.unit("A.direction") == "rad"
    assert {"A.along", "A.across", "A.force", "A.direction", "energy.potential"} <= set(run.channels())


def test_every_body_is_in_balance_with_all_that_acts_on_it(run: Run) -> None:
    for body, names in (("crank", {"O", "A", "motor", "coil"}), ("rod", {"A", "B", "spring", "coil"})):
        free = run.free_body(body)
        assert {one.name for one in free.acting} == names | {"gravity"}
        assert np.max(np.abs(free.imbalance())) < 1e-10 * free.largest_force()
    slider = run.free_body("slider")
    assert np.max(np.abs(slider.imbalance())) < 1e-10 * slider.largest_force()
    push = next(one for one in slider.acting if one.name == "push")
    assert np.allclose(slider.local(push.force)[:, 0], 50.0) and np.allclose(push.torque, 3.0)
    assert np.allclose(push.point, [0.3, 0.1])


def test_action_and_reaction_are_opposite(run: Run) -> None:
    first = next(one for one in run.free_body("crank").acting if one.name == "A")
    second = next(one for one in run.free_body("rod").acting if one.name == "A")
    assert np.allclose(first.force, -second.force) and np.allclose(first.point, [0.5, 0])
    assert np.allclose(second.force[:, 0], run["A.fx"]) and np.allclose(first.torque, 0.0, atol=1e-9)


def test_a_motor_that_feeds_power_has_torque_and_speed_of_one_sign() -> None:
    """A flywheel that speeds up: torque = J alpha > 0, and the motor's power is the change of kinetic energy."""
    m = lw.Planar("flywheel")
    wheel = m.body("wheel", estimate=(0, 0, 0))
    m.mass("wheel", mass=1, inertia=2)
    m.revolute("O", m.ground.at(0, 0), wheel.at(0, 0))
    m.drive("motor", joint="O", angle="1.5*t^2")
    run = m.inverse_dynamics(1.0, 5, progress=False)
    assert np.allclose(run["motor.torque"], 2 * 3.0)
    assert np.allclose(run["motor.torque"] * run["wheel.omega"], 2 * run["wheel.omega"] * 3.0)


def test_a_linear_actuator_is_told_along_its_slide() -> None:
    m = lw.Planar("hoist")
    load = m.body("load", estimate=(0, 0, 0))
    m.mass("load", mass=5, inertia=1)
    m.set_gravity(0, -10)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), load.line((0, 0), (0, 1)))
    m.drive("lift", joint="guide", position="t^2")
    run = m.inverse_dynamics(1.0, 5, progress=False)
    assert np.allclose(run["lift.along"], 5 * (10 + 2)) and np.allclose(run["lift.force"], 60)
    assert np.allclose(run["lift.torque"], 0.0, atol=1e-12)


def test_a_held_point_takes_its_reaction_at_that_point() -> None:
    m = lw.Planar("bracket")
    beam = m.body("beam", estimate=(0, 0, 0))
    m.mass("beam", mass=2, center=(1, 0), inertia=1)
    m.set_gravity(0, -10)
    m.revolute("A", m.ground.at(0, 0), beam.at(0, 0))
    m.absolute_y("B", beam.at(4, 0), 0)
    run = m.inverse_dynamics(1.0, 2, progress=False)
    assert np.allclose(run["B.fy"], 5.0) and np.allclose(run["A.fy"], 15.0)
    assert np.allclose(run["B.torque"], 0.0, atol=1e-12)


def test_the_table_of_reactions_tells_peaks(run: Run) -> None:
    line = next(line for line in run.reactions().splitlines() if line.startswith("guide"))
    assert f"{run['guide.force'].max():.6g}" in line and "*" not in run.reactions()


def test_constraint_errors_are_channels_of_every_run() -> None:
    run = slider_crank().kinematics(1.0, 21, progress=False)
    assert np.max(run["violation.position"]) < 1e-12 and np.max(run["violation.velocity"]) < 1e-11
    run.q[3, 0] += 1e-3
    run.v[5, 1] += 1e-2
    position, velocity = run["violation.position"], run["violation.velocity"]
    assert position[3] == pytest.approx(1e-3 / run.system.length)
    assert velocity[5] == pytest.approx(1e-2 / run.system.length)
    assert {"violation.position", "violation.velocity"} <= set(run.channels())
    assert np.array_equal(run.violation(), position)


def test_questions_that_cannot_be_answered_say_why(run: Run) -> None:
    with pytest.raises(AnalysisError, match="inverse_dynamics or simulate"):
        four_bar().kinematics(0.1, 3, progress=False).reactions()
    with pytest.raises(AnalysisError, match=r"components .x and .y"):
        run["reaction(A, rod).fx"]
    with pytest.raises(AnalysisError, match="did you mean"):
        run["reaction(gide, rod).x"]
    with pytest.raises(AnalysisError, match="moving body"):
        run.free_body("ground")
