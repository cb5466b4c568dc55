"""Haug Examples 3.1.1, 3.2.1, 3.2.2 and Prob. 4.2.4: one body on ground."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import move_to, rows_of
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates


def pendulum() -> Planar:
    """Ex. 3.1.1: x - sin phi = 0, y + cos phi = 0: the frame in the bob, the pin at (0, 1) of the body."""
    m = Planar("simple pendulum")
    bob = m.body("bob", estimate=(0, -1, 0))
    m.absolute_x("pin x", bob.at(0, 1), 0)
    m.absolute_y("pin y", bob.at(0, 1), 0)
    m.drive("f", on=bob, angle="0.4*sin(3*t)")
    return m


def swing() -> Run:
    return move_to(pendulum(), 0.0, 0.35, 0.8)


def test_the_rows_of_the_pendulum_are_those_of_equations_3_1_7_and_3_1_8() -> None:
    run = swing()
    for index in range(len(run.t)):
        phi = float(run["bob.angle"][index])
        rows = rows_of(run, index)
        assert np.allclose(rows.jacobian, [[1, 0, -cos(phi)], [0, 1, -sin(phi)], [0, 0, 1]], rtol=0, atol=1e-15)
        assert np.allclose(rows.phi, 0.0, atol=1e-12)


def test_the_right_sides_of_the_pendulum_are_those_of_the_book() -> None:
    """gamma = [-w^2 sin phi, w^2 cos phi, f''] and nu = [0, 0, f']."""
    run = swing()
    for index, t in enumerate(run.t):
        phi, w, second = 0.4 * sin(3 * t), 1.2 * cos(3 * t), -3.6 * sin(3 * t)
        rows = rows_of(run, index)
        assert np.allclose(rows.nu, [0, 0, w], rtol=0, atol=1e-13)
        assert np.allclose(rows.gamma, [-(w**2) * sin(phi), w**2 * cos(phi), second], rtol=0, atol=1e-12)


def test_a_pendulum_about_a_pin_at_1_1_moves_as_its_equations_say() -> None:
    """Ex. 3.2.1: pin (1, 1), frame in the middle, s' = (1, 0): r1 = (1, 1) - A (1, 0)."""
    m = Planar("pendulum about (1, 1)")
    bar = m.body("bar", estimate=(0, 1, 0))
    m.absolute_x("pin x", bar.at(1, 0), 1)
    m.absolute_y("pin y", bar.at(1, 0), 1)
    m.drive("motor", on=bar, angle="t^2")
    run = move_to(m, 0.0, 0.5, 1.2)
    phi, w, alpha = run.t**2, 2 * run.t, 2.0
    assert np.allclose(run["bar.x"], 1 - np.cos(phi), rtol=0, atol=1e-12)
    assert np.allclose(run["bar.y"], 1 - np.sin(phi), rtol=0, atol=1e-12)
    assert np.allclose(run["bar.ax"], alpha * np.sin(phi) + w**2 * np.cos(phi), rtol=0, atol=1e-11)
    assert np.allclose(run["bar.ay"], -alpha * np.cos(phi) + w**2 * np.sin(phi), rtol=0, atol=1e-11)


def test_a_pin_joint_to_ground_and_two_absolute_constraints_are_the_same_pendulum() -> None:
    """Prob. 4.2.4, models (a), with ground as a body of its own, and (b)."""
    m = Planar("pendulum on a ground body")
    bob = m.body("bob", estimate=(0, -1, 0))
    base = m.body("base", estimate=(0, 0, 0))
    m.fixed("held", m.ground.at(0, 0), base.at(0, 0), angle=0)
    m.revolute("pin", base.at(0, 0), bob.at(0, 1))
    m.drive("f", on=bob, angle="0.4*sin(3*t)")
    one, other = swing(), move_to(m, 0.0, 0.35, 0.8)
    for name in ("x", "y", "vx", "vy", "ax", "ay", "alpha"):
        assert np.allclose(one[f"bob.{name}"], other[f"bob.{name}"], rtol=0, atol=1e-12)
    assert np.allclose(other.q[:, 3:], 0.0, atol=1e-14)


def test_a_slider_held_by_y_and_angle_keeps_one_freedom() -> None:
    """Ex. 3.2.2."""
    m = Planar("slider")
    block = m.body("block", estimate=(0.3, 0.2, 0.1))
    m.absolute_y("on the axis", block.at(0, 0), 0)
    m.absolute_angle("level", block, 0)
    report = m.check()
    assert (report.count_mobility, report.mobility, report.missing_drivers) == (1, 1, 1)
    assert report.independent == ["block.x"]
    m.drive("push", on=block.at(0, 0), x="sin(t)")
    run = move_to(m, 0.0, 1.0)
    assert np.allclose(run["block.x"], np.sin(run.t), rtol=0, atol=1e-14)
    assert np.allclose(run.q[:, 1:], 0.0, atol=1e-14)


def cases() -> list[Case]:
    return [
        Case(
            "Haug Eq. 3.1.8",
            "pendulum: determinant of the Jacobian",
            1.0,
            lambda: rows_of(swing(), 1).determinant,
            1e-14,
        ),
        Case(
            "Haug Ex. 3.1.1",
            "pendulum, phi = 0.4 sin 3t, t = 0.35: d2x/dt2 (m/s^2)",
            None,
            lambda: float(swing()["bob.ax"][1]),
            0.0,
            exact=_acceleration(0.35),
            exact_tolerance=1e-12,
        ),
        Case(
            "Haug Ex. 3.2.1",
            "pendulum about (1, 1) at 30 deg: y of the frame (m)",
            None,
            lambda: _thirty_degrees(),
            0.0,
            exact=0.5,
            exact_tolerance=1e-12,
        ),
    ]


def _acceleration(t: float) -> float:
    phi, w, second = 0.4 * sin(3 * t), 1.2 * cos(3 * t), -3.6 * sin(3 * t)
    return second * cos(phi) - w**2 * sin(phi)


def _thirty_degrees() -> float:
    m = Planar("pendulum about (1, 1)")
    bar = m.body("bar", estimate=(0, 1, 0))
    m.absolute_x("pin x", bar.at(1, 0), 1)
    m.absolute_y("pin y", bar.at(1, 0), 1)
    return m.assemble(hold={"bar.angle": pi / 6})["bar.y"]


test_cases = checks_of(cases)
