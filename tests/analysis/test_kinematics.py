"""Kinematics: lock-up and bifurcation located and named, branches kept, failures told apart, results kept."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, parallelogram, slider_crank
from linkwork.base.errors import AnalysisError

pytestmark = pytest.mark.both_coordinates

LOCK = (np.arcsin(0.95) - np.pi / 4) / (2 * np.pi)


@pytest.mark.parametrize("points", [2, 3, 21, 201, 2001])
def test_lock_up_is_found_exactly_whatever_the_grid(points: int) -> None:
    run = slider_crank(1.9).kinematics(1.0, points, progress=False)
    assert not run.completed
    (event,) = run.events
    assert event.kind == "lock-up" and abs(event.t - LOCK) < 1e-12
    assert run.t[-1] < LOCK and len(run.t) == len(run["slider.x"])
    assert "rod" in event.text and "motor" in event.text


@pytest.mark.parametrize("points", [3, 4, 5, 6, 7, 8, 9, 13, 50])
def test_a_coarse_grid_never_jumps_to_another_branch(points: int) -> None:
    run = four_bar(2.1).kinematics(1.0, points, progress=False)
    fine = four_bar(2.1).kinematics(1.0, 10 * (points - 1) + 1, progress=False)
    assert run.completed and run.events == []
    assert np.allclose(run["follower.angle"], fine["follower.angle"][::10], atol=1e-10)


@pytest.mark.parametrize("phase", ["0", "0.3"])
def test_a_bifurcation_is_passed_smoothly_and_named(phase: str) -> None:
    """Crank equal to rod: the slider can stay at the origin or go on; with phase 0 the grid hits the point itself."""
    run = slider_crank(2.0, phase=phase).kinematics(1.0, 201, progress=False)
    assert run.completed
    assert [event.kind for event in run.events] == ["bifurcation", "bifurcation"]
    angle = float(phase) + 2 * np.pi * run.t
    crossings = (np.array([0.5, 1.5]) * np.pi - float(phase)) / (2 * np.pi)
    assert np.allclose([event.t for event in run.events], crossings, atol=1e-9)
    assert np.max(np.abs(run["slider.x"] - 4 * np.cos(angle))) < 1e-12
    assert np.max(np.abs(run["slider.vx"] + 8 * np.pi * np.sin(angle))) < 1e-9
    assert np.max(np.abs(run["slider.ax"] + 16 * np.pi**2 * np.cos(angle))) < 1e-6


def test_redundant_constraints_do_not_disturb_motion() -> None:
    run = parallelogram().kinematics(1.5, 101, progress=False)
    angle = 1.0 + run.t
    assert np.max(np.abs(run["coupler.x"] - np.cos(angle))) < 1e-12
    assert np.max(np.abs(run["coupler.vx"] + np.sin(angle))) < 1e-12
    assert np.max(np.abs(run["coupler.ax"] + np.cos(angle))) < 1e-11
    assert np.max(run.violation()) < 1e-12


def test_a_mechanism_that_can_still_move_is_refused_with_advice() -> None:
    with pytest.raises(AnalysisError, match="1 more driver is needed"):
        four_bar(drive=False).kinematics(1.0, progress=False)


def test_drivers_that_fight_end_with_the_open_joints_named() -> None:
    m = four_bar()
    m.drive("second", joint="D", angle="t")
    with pytest.raises(AnalysisError, match="second"):
        m.kinematics(1.0, progress=False)


def test_a_jump_in_a_driver_is_named() -> None:
    m = slider_crank()
    m.drivers.clear()
    m.drive("motor", joint="O", angle="if(t < 0.5, 0.8, 2.0)")
    run = m.kinematics(1.0, 101, progress=False)
    assert not run.completed and run.events[-1].kind == "driver jump"
    assert "driver 'motor' jumps at t = 0.5" in run.events[-1].text
    assert abs(run.t[-1] - 0.49) < 1e-12  # the last grid point before it


@pytest.mark.bodies_only
def test_a_table_that_ends_too_early_is_refused() -> None:
    m = slider_crank()
    m.drivers.clear()
    table = lw.Table(points=[(0, 0.8), (0.25, 1), (0.5, 1.4), (0.75, 1.5), (1.0, 1.8), (1.25, 2)])
    m.drive("motor", joint="O", angle=table)
    assert m.kinematics(1.0, 11, progress=False).completed
    with pytest.raises(AnalysisError, match=r"its law covers t = 0 to 1\.25 s"):
        m.kinematics(2.0, 11, progress=False)


def test_a_strut_that_would_shrink_to_nothing_is_refused() -> None:
    m = lw.Planar("strut")
    arm = m.body("arm", estimate=(0, 0, 0.5))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.drive("ram", between=(m.ground.at(1, 0), arm.at(1, 0)), strut="0.5 - t")
    with pytest.raises(AnalysisError, match="driver 'ram': its length must stay greater than zero"):
        m.kinematics(1.0, 11, progress=False)


@pytest.mark.bodies_only
def test_times_must_rise() -> None:
    with pytest.raises(AnalysisError, match="must be finite and rise"):
        slider_crank().kinematics(-1.0, 11, progress=False)


def test_the_result_does_not_depend_on_the_grid() -> None:
    coarse = slider_crank().kinematics(1.0, 11, progress=False)
    fine = slider_crank().kinematics(1.0, 101, progress=False)
    for channel in ("slider.x", "slider.vx", "slider.ax", "rod.angle"):
        assert np.allclose(coarse[channel], fine[channel][::10], rtol=1e-9, atol=1e-9)


def near_change_point(excess: float) -> lw.Planar:
    """A four-bar .1, .3, .2 + excess, .4: at zero excess crank and ground are as long as coupler and rocker."""
    a, b, c, d = 0.1, 0.3, 0.2 + excess, 0.4
    pin = a * np.exp(1j)
    base = d - pin
    angle = np.angle(base) + np.arccos((b**2 + abs(base) ** 2 - c**2) / (2 * b * abs(base)))
    elbow = pin + b * np.exp(1j * angle)
    m = lw.Planar("near a change point")
    crank = m.body("crank", estimate=(0, 0, 1))
    coupler = m.body("coupler", estimate=(pin.real, pin.imag, angle))
    rocker = m.body("rocker", estimate=(d, 0, float(np.angle(elbow - d))))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(b, 0), rocker.at(c, 0))
    m.revolute("C", m.ground.at(d, 0), rocker.at(0, 0))
    m.drive("motor", joint="O", angle="1 + 2*pi*t")
    return m


@pytest.mark.parametrize("points", [3, 11, 101, 401, 1001])
@pytest.mark.parametrize("excess", [1e-4, 1e-6, 1e-8])
def test_a_crank_that_just_passes_the_change_point_keeps_its_branch(excess: float, points: int) -> None:
    run = near_change_point(excess).kinematics(1.0, points, progress=False)
    assert run.completed and run.events == []
    assert abs(run["rocker.angle"][-1] - run["rocker.angle"][0]) < 1e-9


@pytest.mark.parametrize("points", [3, 11, 101, 401, 1001])
@pytest.mark.parametrize("excess", [-1e-4, -1e-6, -1e-8, -1e-9])
def test_a_crank_that_just_locks_before_the_change_point_is_told_when(excess: float, points: int) -> None:
    run = near_change_point(excess).kinematics(1.0, points, progress=False)
    reach = 0.5 + excess
    cosine = (0.1**2 + 0.4**2 - reach**2) / (2 * 0.1 * 0.4)
    assert not run.completed and [event.kind for event in run.events] == ["lock-up"]
    assert abs(run.events[0].t - (np.arccos(cosine) - 1) / (2 * np.pi)) < 1e-8


@pytest.mark.parametrize("points", [3, 11, 101, 401, 1001])
def test_at_the_change_point_itself_the_bifurcation_is_found_whatever_the_grid(points: int) -> None:
    run = near_change_point(0.0).kinematics(1.0, points, progress=False)
    assert run.completed and [event.kind for event in run.events] == ["bifurcation"]
    assert abs(run.events[0].t - (np.pi - 1) / (2 * np.pi)) < 1e-9
