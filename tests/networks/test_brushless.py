"""A brushless motor with a trapezoidal back-emf."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

MOTOR: dict[str, Any] = {"resistance": 0.4, "inductance": 3e-4, "constant": 0.05, "pole_pairs": 2}


def trapezoid(angle: Any, flat: float = 2 * np.pi / 3) -> Any:
    """By straight lines between corners."""
    h = (np.pi - flat) / 2
    corners = [-np.pi, -np.pi + h, -h, h, np.pi - h, np.pi]
    return np.interp(np.mod(angle + np.pi, 2 * np.pi) - np.pi, corners, [0, -1, -1, 1, 1, 0])


def turned(rate: float = 100.0) -> lw.Run:
    """Its shaft is driven at a constant speed; resistors load its phases."""
    m = lw.Planar("generator")
    c = m.circuit("c")
    for label in "abc":
        c.resistor(f"R{label}", label, "ground", 1e6)
    c.brushless_motor("M", ("a", "b", "c"), shaft="s", **MOTOR)
    c.speed_source("w", "s", rate)
    return m.simulate(until=0.04, points=401, method="radau")


def test_its_back_emf_is_a_trapezoid_a_third_of_a_turn_apart() -> None:
    run = turned()
    for number, label in enumerate("abc"):
        expected = 0.05 * 100 * trapezoid(2 * 100 * run.t - number * 2 * np.pi / 3)
        assert run[f"c.M.emf_{label}.voltage"] == pytest.approx(expected, abs=1e-9)


def test_a_current_through_two_phases_on_their_plateaus_gives_a_constant_torque() -> None:
    m = lw.Planar("held")
    rotor = m.body("rotor", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), rotor.at(0, 0))
    m.mass("rotor", inertia=1)
    c = m.circuit("c")
    c.current_source("I", "b", "a", 3)
    c.resistor("beside", "a", "b", 1e3)
    c.resistor("leak", "c", "ground", 1e6)
    c.resistor("bottom", "b", "ground", 1e6)
    c.brushless_motor("M", ("a", "b", "c"), joint="O", gear=1, **MOTOR)
    run = m.simulate(until=0.1, points=11, hold={"O.angle": np.radians(60 / 2)}, method="radau")
    i = run["c.M.a.current"][-1]
    assert i == pytest.approx(3, rel=2e-3)
    assert run["c.M.torque"][-1] == pytest.approx(2 * 0.05 * i, rel=1e-6)


@pytest.mark.parametrize("on", ["joint", "shaft"])
def test_fed_with_its_own_shape_it_runs_up_as_a_motor_with_brushes(on: str) -> None:
    """v_j = V f_j and L = 0 in the limit: the torque is k (V - k w)/R times the sum of the squares of the shapes."""
    m = lw.Planar("motor")
    c = m.circuit("c")
    for label in "abc":
        c.voltage_source(f"V{label}", label, "ground", f"12*c.M.shape_{label}")
    if on == "joint":
        rotor = m.body("rotor", estimate=(0, 0, 0))
        m.revolute("O", m.ground.at(0, 0), rotor.at(0, 0))
        m.mass("rotor", inertia=2e-3)
        c.brushless_motor("M", ("a", "b", "c"), joint="O", **{**MOTOR, "inductance": 1e-6})
    else:
        c.brushless_motor("M", ("a", "b", "c"), shaft="s", **{**MOTOR, "inductance": 1e-6})
        c.inertia("J", "s", 2e-3)
    run = m.simulate(until=0.3, points=151, method="radau", rtol=1e-7)
    omega = run["O.omega" if on == "joint" else "c.s.omega"]
    largest = np.abs(run["c.given_power"]).max()
    assert np.abs(run["c.balance"]).max() < 1e-9 * largest
    shapes = np.array([run[f"c.M.shape_{label}"] for label in "abc"])
    free = shapes - shapes.mean(axis=0)  # the star point carries the mean away
    expected = 0.05 * (12 - 0.05 * omega) / 0.4 * (free * shapes).sum(axis=0)
    assert run["c.M.torque"][1:] == pytest.approx(expected[1:], abs=2e-3 * expected[0])


def test_a_plateau_of_half_a_turn_is_refused_by_name() -> None:
    m = lw.Planar("motor")
    with pytest.raises(lw.MechanismError, match="flat must be from 0 to less than pi"):
        c = m.circuit("c")
        c.brushless_motor("M", ("a", "b", "c"), shaft="s", flat="180 deg", **MOTOR)
        c.inertia("J", "s", 1)
        m.validate()
