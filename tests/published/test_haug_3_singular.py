"""Haug Examples 3.7.1 to 3.7.7 and Probs. 3.7.3, 3.7.4: lock-up, bifurcation, sensitivity and redundancy."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import acos, asin, cos, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.analysis.kinematics.diagnosis import null_motion
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from linkwork.system.constraints.rank import left_null_space, rank_of
from linkwork.system.tables.compile import compile_system
from published.by_hand import Rows, move_to, rows_of
from published.case import Case
from published.case import tests_of as checks_of
from published.test_haug_3_slider_crank import slider_crank

pytestmark = pytest.mark.both_coordinates


def two_bodies(rod: float) -> Planar:
    """Ex. 3.7.3: x1 = y1 = y2 = phi2 = 0, phi1 = t, the coupler a distance l; only x2 = q is left."""
    m = Planar("two-body slider-crank")
    crank = m.body("crank", estimate=(0, 0, 0))
    slider = m.body("slider", estimate=(1 + rod, 0, 0))
    m.absolute_x("x1", crank.at(0, 0), 0)
    m.absolute_y("y1", crank.at(0, 0), 0)
    m.absolute_y("y2", slider.at(0, 0), 0)
    m.absolute_angle("phi2", slider, 0)
    m.revolute_revolute("coupler", crank.at(1, 0), slider.at(0, 0), length=rod)
    m.drive("motor", on=crank, angle="t")
    return m


def root(rod: float, t: float, sign: int = 1) -> float:
    """Eq. 3.7.2."""
    return cos(t) + sign * sqrt(cos(t) ** 2 + rod**2 - 1)


def rates(rod: float, t: float) -> tuple[float, ...]:
    """q, Phi_q, -Phi_t, dq, gamma, ddq of Prob. 3.7.3 with w = 1, on the plus branch."""
    q = root(rod, t)
    slope, right = 2 * (q - cos(t)), -2 * q * sin(t)
    dq = right / slope
    gamma = -2 * dq**2 - 4 * dq * sin(t) - 2 * q * cos(t)  # -d2/de2 Phi(q + e dq, t + e)
    return q, slope, right, dq, gamma, gamma / slope


def elongated(rod: float, until: float, points: int = 101) -> Run:
    return two_bodies(rod).kinematics(until=until, points=points, progress=False)


# ---------------------------------------------------------------------------- rod shorter than the crank: lock-up


@pytest.mark.parametrize("rod", [0.3, 0.5, sqrt(0.5), 0.95])
@pytest.mark.parametrize("model", [two_bodies, slider_crank])
def test_a_short_rod_locks_up_exactly_where_sin_phi_is_its_length(rod: float, model: Callable[[float], Planar]) -> None:
    """Exs. 3.7.1, 3.7.3, 3.7.5 case 1."""
    m = model(rod)
    if model is slider_crank:
        m.estimate("crank", 0, 0, 0)
        m.estimate("coupler", 1 + rod, 0, pi / 2)
    run = m.kinematics(until=2.0, points=101, progress=False)
    assert not run.completed
    assert [event.kind for event in run.events] == ["lock-up"]
    assert abs(run.events[0].t - asin(rod)) < 1e-9
    assert run.t[-1] <= run.events[0].t


def test_speed_and_acceleration_run_away_before_lock_up_the_acceleration_faster() -> None:
    run = elongated(0.5, 1.0, 1001)
    speed, acceleration = np.abs(run["slider.vx"]), np.abs(run["slider.ax"])
    assert np.all(np.diff(speed[1:]) > 0) and np.all(np.diff(acceleration[1:]) > 0)
    *_, dq, _, ddq = rates(0.5, float(run.t[-1]))
    assert speed[-1] > 10 and acceleration[-1] > 1000
    assert abs(run["slider.vx"][-1] / dq - 1) < 1e-9 and abs(run["slider.ax"][-1] / ddq - 1) < 1e-9
    late = run.t > 0.4
    assert np.all(np.diff(acceleration[late] / speed[late]) > 0)


def test_at_lock_up_no_finite_velocity_exists() -> None:
    """Eqs. 3.7.7, 3.7.8: beta' Phi_t is not zero for the beta with Phi_q' beta = 0."""
    rod = 0.5
    t = asin(rod)
    rows = Rows(two_bodies(rod), [0, 0, t, cos(t), 0, 0], t)
    assert np.allclose(rows.phi, 0.0, atol=1e-15)
    assert rank_of(rows.jacobian) == 5
    beta = left_null_space(rows.jacobian)[0]
    assert abs(beta @ rows.nu) > 0.1


def test_the_lock_up_names_the_coupler_and_the_slider() -> None:
    text = elongated(0.5, 1.0).events[0].text
    assert "'motor'" in text and "slider" in text and "coupler" in text


def test_a_longer_rod_at_the_lock_up_has_two_positions_and_a_shorter_one_has_none() -> None:
    """Ex. 3.7.6: dl = +0.01 gives two dx2, dl = -0.01 cannot be assembled at phi1 = asin l."""
    rod = 0.5
    angle = asin(rod)
    for side in (1, -1):
        m = two_bodies(rod + 0.01)
        m.estimate("slider", cos(angle) + 0.2 * side, 0, 0)
        place = m.assemble(at=angle)
        assert place.ok
        assert abs(place["slider.x"] - root(rod + 0.01, angle, side)) < 1e-9
    m = two_bodies(rod - 0.01)
    m.estimate("crank", 0, 0, angle)
    m.estimate("slider", cos(angle), 0, 0)
    place = m.assemble(at=angle)
    assert not place.ok
    assert {gap.element for gap in place.gaps} == {"y1", "y2", "coupler", "motor"}
    assert all(0.001 < max(gap.length, gap.angle) < 0.01 for gap in place.gaps)


def test_the_change_of_position_with_the_rod_grows_without_bound_towards_lock_up() -> None:
    """Eq. 3.7.12: dq/dl = l / (q - cos phi) at a fixed angle."""
    slopes = []
    for distance in (1e-1, 1e-2, 1e-3):
        t, step = asin(0.5) - distance, 1e-7
        places = [move_to(two_bodies(0.5 + side * step), 0.0, t)["slider.x"][-1] for side in (-1, 1)]
        slope = (places[1] - places[0]) / (2 * step)
        assert abs(slope / (0.5 / (root(0.5, t) - cos(t))) - 1) < 1e-4
        slopes.append(slope)
    assert slopes[0] < slopes[1] < slopes[2]


# ---------------------------------------------------------------------------- rod equal to the crank: bifurcation


def test_equal_rod_and_crank_pass_a_bifurcation_at_90_degrees_and_go_on() -> None:
    run = elongated(1.0, 3.0, 100)
    assert run.completed
    assert [event.kind for event in run.events] == ["bifurcation"]
    assert abs(run.events[0].t - pi / 2) < 1e-9
    assert np.allclose(run["slider.x"], 2 * np.cos(run.t), rtol=0, atol=1e-9)


def test_a_time_point_on_the_bifurcation_does_not_spoil_the_motion() -> None:
    run = two_bodies(1.0).kinematics(until=pi, points=101, progress=False)
    assert run.completed and [event.kind for event in run.events] == ["bifurcation"]
    assert abs(run.t[50] - pi / 2) < 1e-15
    assert np.allclose(run["slider.x"], 2 * np.cos(run.t), rtol=0, atol=1e-6)
    assert np.allclose(run["slider.vx"], -2 * np.sin(run.t), rtol=0, atol=1e-5)


def test_at_the_bifurcation_a_finite_velocity_exists_and_the_slider_may_go_either_way() -> None:
    """Eqs. 3.7.7 to 3.7.10: beta' Phi_t = 0; velocity 2 and velocity 0 of the slider both satisfy Eq. 3.7.6."""
    rows = Rows(two_bodies(1.0), [0, 0, pi / 2, 0, 0, 0], pi / 2)
    beta = left_null_space(rows.jacobian)[0]
    assert abs(beta @ rows.nu) < 1e-12
    motion, _ = null_motion(compile_system(two_bodies(1.0)), np.array([0, 0, pi / 2, 0, 0, 0]), pi / 2)
    assert abs(abs(motion[3]) - 1) < 1e-12
    for speed in (-2.0, 0.0):
        assert np.allclose(rows.jacobian @ [0, 0, 1, speed, 0, 0], rows.nu, rtol=0, atol=1e-12)


def test_the_other_branch_is_the_locked_pair_with_the_slider_at_rest() -> None:
    """Fig. 3.7.3 (a): the minus sign of Eq. 3.7.2 with l = 1 is q = 0."""
    m = two_bodies(1.0)
    m.estimate("slider", 0.05, 0, 0)
    run = m.kinematics(start=0.3, until=1.4, points=12, progress=False)
    assert np.allclose(run["slider.x"], 0.0, atol=1e-10)
    assert np.allclose(run["slider.ax"], 0.0, atol=1e-8)


def test_a_rod_longer_than_the_crank_never_meets_a_singular_position() -> None:
    run = elongated(1.05, 2 * pi, 201)
    assert run.completed and run.events == []
    assert np.allclose(run["slider.x"], [root(1.05, t) for t in run.t], rtol=0, atol=1e-10)


def test_the_branches_differ_in_name() -> None:
    """Figs. 3.7.6 and 3.7.7: plus and minus of Eq. 3.7.2."""
    places = []
    for x in (2.9, -1.0):
        m = two_bodies(2.0)
        m.estimate("slider", x, 0, 0)
        places.append(m.assemble())
    assert [round(place["slider.x"], 9) for place in places] == [3.0, -1.0]
    assert places[0].branch != places[1].branch


# ---------------------------------------------------------------------------- Ex. 3.7.2: parallelogram


def parallelogram() -> Planar:
    """Cranks 1, coupler 2 (the book's lengths are in a lost figure); frames in the first pin of each bar."""
    m = Planar("parallelogram")
    crank = m.body("crank", estimate=(0, 0, -0.5))
    coupler = m.body("coupler", estimate=(0.9, -0.5, 0))
    rocker = m.body("rocker", estimate=(2, 0, -0.5))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(2, 0), rocker.at(1, 0))
    m.revolute("C", rocker.at(0, 0), m.ground.at(2, 0))
    m.drive("motor", joint="O", angle="t - 0.5")
    return m


def test_the_parallelogram_passes_its_flat_position_as_a_parallelogram_and_says_that_it_need_not() -> None:
    run = parallelogram().kinematics(until=2.0, points=40, progress=False)
    assert run.completed and [event.kind for event in run.events] == ["bifurcation"]
    assert abs(run.events[0].t - 0.5) < 1e-9
    assert np.allclose(run["rocker.angle"], run["crank.angle"], rtol=0, atol=1e-9)
    assert np.allclose(run["coupler.angle"], 0.0, atol=1e-9)


def test_from_the_flat_position_two_motions_start() -> None:
    """Fig. 3.7.5: the rocker follows, or turns back at the ratio of the antiparallelogram: both satisfy Eq. 3.7.6."""
    q = [0, 0, 0, 1, 0, 0, 2, 0, 0]
    rows = Rows(parallelogram(), q, 0.5)
    assert rank_of(rows.jacobian) == 8
    for rocker, coupler in ((1.0, 0.0), (-3.0, -2.0)):
        motion = [0, 0, 1, 0, 1, coupler, 0, 0, rocker]
        assert np.allclose(rows.jacobian @ motion, rows.nu, rtol=0, atol=1e-14)


# ---------------------------------------------------------------------------- Ex. 3.7.7: three bars


def three_bars(angle: float) -> Planar:
    """One bar on three unit bars pivoted at 0, 1, 2: three distances of the bar's points 0, 1, 2."""
    m = Planar("bar on three bars")
    bar = m.body("bar", estimate=(cos(angle), sin(angle), 0))
    for place in range(3):
        m.absolute_distance(f"bar {place}", bar.at(place, 0), (place, 0), 1)
    return m


def three_rows(angle: float) -> np.ndarray:
    return Rows(three_bars(angle), [cos(angle), sin(angle), 0]).jacobian


def test_the_third_bar_is_redundant_at_every_angle() -> None:
    for angle in (0.3, 1.0, 2.5):
        rows = three_rows(angle)
        assert rank_of(rows) == 2
        assert np.allclose(rows[2], 2 * rows[1] - rows[0], rtol=0, atol=1e-14)
        assert np.allclose(left_null_space(rows), [[1, -2, 1]], rtol=0, atol=1e-12)


def test_in_the_flat_position_the_rank_drops_to_one() -> None:
    assert rank_of(three_rows(0.0)) == 1


def test_check_tells_the_redundant_bar_from_the_flat_position() -> None:
    upright, flat = three_bars(1.0).check(), three_bars(0.0).check()
    for report in (upright, flat):
        assert (report.count_mobility, report.mobility) == (0, 1)
        assert [group.elements() for group in report.redundant] == [["bar 0", "bar 1", "bar 2"]]
    assert not upright.isolated
    assert flat.isolated


def test_the_redundant_bars_move_on_a_circle_when_one_coordinate_is_driven() -> None:
    m = three_bars(pi / 3)
    m.drive("push", on="bar", x="0.5 + 0.2*t")
    run = m.kinematics(until=1.5, points=16, progress=False)
    x = 0.5 + 0.2 * run.t
    assert np.allclose(run["bar.y"], np.sqrt(1 - x**2), rtol=0, atol=1e-11)
    assert np.allclose(run["bar.angle"], 0.0, atol=1e-11)


# ---------------------------------------------------------------------------- Probs. 3.7.3, 3.7.4


TIMES = (0.4, 0.45, 0.5, 0.52, 0.523, 0.5235)


@cache
def before_lock_up() -> Run:
    return move_to(two_bodies(0.5), 0.0, *TIMES)


def table(index: int) -> tuple[float, ...]:
    """A line of the table of Prob. 3.7.3 by the program; our distance row is the book's divided by 2 l."""
    run = before_lock_up()
    rows = rows_of(run, index + 1)
    names = [equation.element for equation in rows.system.equations]
    coupler, motor = names.index("coupler"), names.index("motor")
    slope = rows.jacobian[coupler, 3]
    # the crank's angle is t and its speed 1: what it contributes goes to the right side
    right = rows.nu[coupler] - rows.jacobian[coupler, 2] * rows.nu[motor]
    gamma = rows.gamma[coupler] - rows.jacobian[coupler, 2] * rows.gamma[motor]
    scale = 2 * 0.5
    speed, acceleration = float(run["slider.vx"][index + 1]), float(run["slider.ax"][index + 1])
    return float(run["slider.x"][index + 1]), scale * slope, scale * right, speed, scale * gamma, acceleration


def determinant(degrees: float) -> float:
    """Prob. 3.7.4: Eq. 3.7.5 with l = 1 on the branch that passes phi2 = 0, by the rows of the program."""
    phi1 = degrees * pi / 180
    phi2 = acos(sin(phi1)) * (1 if degrees < 90 else -1)
    q = [0, 0, phi1, cos(phi1) + sin(phi2), 0, phi2]
    rows = Rows(slider_crank(1.0), q, phi1)
    assert np.allclose(rows.phi, 0.0, atol=1e-14)
    return rows.determinant


def cases() -> list[Case]:
    names = ["q (m)", "Phi_q", "-Phi_t", "dq/dt (m/s)", "gamma", "d2q/dt2 (m/s^2)"]
    listed = [
        Case(
            "Haug Prob. 3.7.3",
            f"l = 0.5, t = {t:g}: {names[column]}",
            None,
            lambda row=row, column=column: table(row)[column],
            0.0,
            relative=True,
            exact=value,
            exact_tolerance=1e-10,
        )
        for row, t in enumerate(TIMES)
        for column, value in enumerate(rates(0.5, t))
    ]
    listed += [
        Case(
            "Haug Prob. 3.7.4",
            f"l = 1, phi1 = {degrees} deg: determinant",
            None,
            lambda degrees=degrees: determinant(degrees),
            0.0,
            exact=-sin((90 - degrees) * pi / 180),
            exact_tolerance=1e-12,
        )
        for degrees in (85, 95)
    ]
    listed += [
        Case(
            "Haug Exs. 3.7.1, 3.7.3",
            f"slider-crank with l = {rod:g}: time of lock-up at w = 1 (s)",
            None,
            lambda rod=rod: elongated(rod, 2.0).events[0].t,
            0.0,
            exact=asin(rod),
            exact_tolerance=1e-9,
        )
        for rod in (0.5, 0.95)
    ]
    listed.append(
        Case(
            "Haug Ex. 3.7.3",
            "slider-crank with l = 1: time of the bifurcation (s)",
            None,
            lambda: elongated(1.0, 3.0, 100).events[0].t,
            0.0,
            exact=pi / 2,
            exact_tolerance=1e-9,
        )
    )
    return listed


test_cases = checks_of(cases)
