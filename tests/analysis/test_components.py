"""Groups of parts made by one call: linear actuator, carriage, rotor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.formats.model_file import dumps, loads

pytestmark = pytest.mark.both_coordinates

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
LAW = "30*sin(5*t) + 40*(length - 0.6) - 2*speed"


def crane() -> lw.Planar:
    """A heavy arm on a pin."""
    m = lw.Planar("crane")
    m.parameters(reach=0.8)
    arm = m.body("arm", estimate=(0, 0, 0.4))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=3, center=(0.5, 0), inertia=0.2)
    m.set_gravity(0, -9.81)
    arm.point("lug", "reach", 0.05)
    return m


def with_actuator(**given: Any) -> lw.Planar:
    m = crane()
    m.linear_actuator(
        "ram", m.ground.at(0.5, -0.4), "arm.lug", stiffness=800, free_length=0.6, damping=6, force=LAW, **given
    )
    return m


def by_hand() -> lw.Planar:
    """The same from five parts: pin, barrel, slide, rod, pin."""
    m = crane()
    barrel, rod = m.body("barrel", estimate=(0.5, -0.4, 1.2)), m.body("rod", estimate=(0.7, 0.35, 1.2 - math.pi))
    m.mass("barrel", mass=0.9, center=(0.2, 0), inertia=0.9 * 0.4**2 / 12)
    m.mass("rod", mass=0.5, center=(0.15, 0), inertia=0.5 * 0.3**2 / 12)
    m.revolute("foot", m.ground.at(0.5, -0.4), barrel.at(0, 0))
    m.revolute("head", rod.at(0, 0), "arm.lug")
    m.translational("slide", barrel.line((0, 0), (1, 0)), rod.line((0, 0), (-1, 0)))
    law = "30*sin(5*t) + 40*(value - 0.6) - 2*speed"
    m.joint_spring("ram", "slide", stiffness=800, free=0.6, damping=6, force=law)
    return m


def test_the_actuator_moves_as_its_five_parts() -> None:
    one = with_actuator(barrel=(0.9, 0.4), rod=(0.5, 0.3)).simulate(1.5, 61, **EXACT)
    five = by_hand().simulate(1.5, 61, hold={"arm.angle": 0.4}, **EXACT)
    assert np.ptp(one["arm.angle"]) > 0.1
    assert np.max(np.abs(one["arm.angle"] - five["arm.angle"])) < 1e-8
    assert np.max(np.abs(one["ram_foot.fx"] - five["foot.fx"])) < 1e-6
    assert np.max(np.abs(one["ram_slide.position"] - five["slide.position"])) < 1e-8


def test_a_massless_actuator_is_a_spring_between_points() -> None:
    one = with_actuator().simulate(1.5, 61, **EXACT)
    m = crane()
    m.spring("ram", m.ground.at(0.5, -0.4), "arm.lug", stiffness=800, free_length=0.6, damping=6, force=LAW)
    spring = m.simulate(1.5, 61, **EXACT)
    assert np.array_equal(one["arm.angle"], spring["arm.angle"])


def test_bodies_without_mass_make_no_difference_to_the_actuator() -> None:
    light = with_actuator(barrel=(0, 0.4), rod=(0, 0.3)).simulate(1.5, 61, **EXACT)
    point_to_point = with_actuator().simulate(1.5, 61, **EXACT)
    assert np.max(np.abs(light["arm.angle"] - point_to_point["arm.angle"])) < 1e-8


@pytest.mark.parametrize("masses", [{}, {"barrel": (0.9, 0.4), "rod": (0.5, 0.3)}])
def test_an_actuator_with_a_prescribed_length_drives_the_arm(masses: dict[str, Any]) -> None:
    m = crane()
    parts = m.linear_actuator("ram", m.ground.at(0.5, -0.4), "arm.lug", length="0.75 + 0.1*sin(t)", **masses)
    run = m.inverse_dynamics(until=2.0, points=41, progress=False)
    x, y = run["arm.lug.x"] - 0.5, run["arm.lug.y"] + 0.4
    assert np.allclose(np.hypot(x, y), 0.75 + 0.1 * np.sin(run.t), atol=1e-10)
    assert parts.stroke == "ram_stroke" and (parts.barrel is None) == (not masses)


def test_the_actuator_is_in_the_model_file_part_by_part() -> None:
    m = with_actuator(barrel=(0.9, 0.4), rod=(0.5, 0.3))
    again = loads(dumps(m))
    assert set(again.bodies_by_name) == {"ground", "arm", "ram_barrel", "ram_rod"}
    one, other = (mechanism.simulate(0.3, 4, progress=False) for mechanism in (m, again))
    assert np.array_equal(one.q, other.q)


# ---------------------------------------------------------------------- carriage and rotor


def fork_and_slider() -> lw.Planar:
    """A crank whose pin runs in the fork of a carriage that only moves along x."""
    m = lw.Planar("fork and slider")
    crank = m.body("crank", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.mass("crank", inertia=0.05)
    fork = m.carriage("fork", at=(0.3, 0), along=(1, 0), mass=2)
    m.pin_in_slot("slot", fork.line((0, 0), (0, 1)), crank.at(0.3, 0))
    return m


def test_fork_and_slider_turn_with_the_energy_of_the_closed_form() -> None:
    """x = r cos phi, so (J + m r^2 sin^2 phi) w^2 stays what it was."""
    run = fork_and_slider().simulate(3.0, 121, speeds={"crank.omega": 4.0}, **EXACT)
    phi, w = run["crank.angle"], run["crank.omega"]
    inertia = 0.05 + 2 * 0.3**2 * np.sin(phi) ** 2
    assert np.allclose(run["fork.x"], 0.3 * np.cos(phi), atol=1e-11)
    assert np.max(np.abs(inertia * w**2 - inertia[0] * w[0] ** 2)) < 1e-9
    assert np.allclose(run["fork_rail.position"], run["fork.x"] - 0.3, atol=1e-11)


def test_driving_the_crank_of_a_fork_needs_the_torque_of_the_closed_form() -> None:
    m = fork_and_slider()
    m.drive("motor", joint="O", angle="0.3 + 4*t")
    run = m.inverse_dynamics(until=2.0, points=81, progress=False)
    phi = run["crank.angle"]
    assert np.allclose(run["motor.torque"], 2 * 0.3**2 * 4**2 * np.sin(phi) * np.cos(phi), atol=1e-9)


def test_a_carriage_falls_along_its_inclined_rail() -> None:
    m = lw.Planar("incline")
    m.carriage("car", at=(1, 2), along=(4, 3), mass=5)
    m.set_gravity(0, -9.81)
    run = m.simulate(1.0, 11, **EXACT)
    assert np.allclose(run["car_rail.position"], -0.5 * 9.81 * 0.6 * run.t**2, atol=1e-9)
    assert np.allclose(run["car.y"], 2 + 0.6 * run["car_rail.position"], atol=1e-9)


@pytest.mark.parametrize("ratio", [8, -8, 1, 0.25])
def test_a_joint_feels_a_rotor_as_inertia_times_ratio_squared(ratio: float) -> None:
    m = lw.Planar("geared")
    disc = m.body("disc", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.mass("disc", inertia=0.3)
    m.force("torque", disc, torque=2)
    m.rotor("fly", "O", inertia=0.01, ratio=ratio)
    run = m.simulate(2.0, 21, **EXACT)
    assert np.allclose(run["disc.angle"], 0.5 * 2 / (0.3 + 0.01 * ratio**2) * run.t**2, atol=1e-9)
    assert np.allclose(run["fly.angle"], ratio * run["disc.angle"], atol=1e-9)


def test_a_rotor_turns_relative_to_the_body_that_carries_it() -> None:
    m = lw.Planar("two arms")
    one, two = m.body("one", estimate=(0, 0, 0.2)), m.body("two", estimate=(0.5, 0.1, 0.5))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", one.at(0.5, 0), two.at(0, 0))
    m.mass("one", mass=1, center=(0.25, 0), inertia=0.02)
    m.mass("two", mass=1, center=(0.25, 0), inertia=0.02)
    m.rotor("motor", "B", inertia=1e-3, ratio=30)
    run = m.simulate(3.0, 61, speeds={"one.omega": 5.0, "two.omega": -3.0}, **EXACT)
    turned = run["motor.angle"] - run["one.angle"] - 30 * (run["two.angle"] - run["one.angle"])
    assert np.ptp(turned) < 1e-9 and np.ptp(run["one.angle"]) > 7
    assert np.ptp(run["energy.total"]) < 1e-8


def test_a_rotor_wants_a_revolute_joint_and_a_ratio() -> None:
    m = fork_and_slider()
    with pytest.raises(MechanismError, match="rotor 'fly': 'fork_rail' is no revolute joint"):
        m.rotor("fly", "fork_rail", inertia=1)
    with pytest.raises(MechanismError, match="the ratio must not be zero"):
        m.rotor("fly", "O", inertia=1, ratio=0)
