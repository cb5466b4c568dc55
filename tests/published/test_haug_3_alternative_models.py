"""Haug Examples 3.3.2 to 3.3.5 and 3.5.2: models of one mechanism that must move alike, with their freedoms."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.mechanism.planar import Planar
from published.by_hand import Rows, move_to, rows_of
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

OMEGA = pi
ANGLES = {"crank": (1.0, 1.732, "pi/3"), "coupler": (4.949, 4.012, 0.184), "rocker": (5.95, 2.28, 0.863)}


# ---------------------------------------------------------------------------- four-bar 4, 6, 6 on a base of 4


def four_bar_revolutes() -> Planar:
    """Ex. 3.3.3: four revolute joints; our ground takes the place of the book's body 4."""
    m = Planar("four-bar 4-6-6-4")
    crank, coupler, rocker = (m.body(name, estimate=ANGLES[name]) for name in ANGLES)
    m.revolute("O", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("A", crank.at(2, 0), coupler.at(-3, 0))
    m.revolute("B", coupler.at(3, 0), rocker.at(3, 0))
    m.revolute("C", rocker.at(-3, 0), m.ground.at(4, 0))
    return m


def four_bar_1() -> Planar:
    """Ex. 3.3.2 (1): three bodies, absolute and relative x and y."""
    m = Planar("four-bar, model 1")
    crank, coupler, rocker = (m.body(name, estimate=ANGLES[name]) for name in ANGLES)
    for axis, absolute, relative in (("x", m.absolute_x, m.relative_x), ("y", m.absolute_y, m.relative_y)):
        absolute(f"P1 {axis}", crank.at(-2, 0), 0)
        absolute(f"Q3 {axis}", rocker.at(-3, 0), 4 if axis == "x" else 0)
        relative(f"Q1 Q2 {axis}", crank.at(2, 0), coupler.at(-3, 0), 0)
        relative(f"P2 P3 {axis}", coupler.at(3, 0), rocker.at(3, 0), 0)
    return m


def four_bar_2() -> Planar:
    """Ex. 3.3.2 (2): crank and rocker, the coupler a distance."""
    m = Planar("four-bar, model 2")
    crank, rocker = m.body("crank", estimate=ANGLES["crank"]), m.body("rocker", estimate=ANGLES["rocker"])
    for axis, absolute in (("x", m.absolute_x), ("y", m.absolute_y)):
        absolute(f"P1 {axis}", crank.at(-2, 0), 0)
        absolute(f"Q3 {axis}", rocker.at(-3, 0), 4 if axis == "x" else 0)
    m.relative_distance("coupler", crank.at(2, 0), rocker.at(3, 0), 6)
    return m


def four_bar_3() -> Planar:
    """Ex. 3.3.2 (3): crank and coupler, the rocker a distance."""
    m = Planar("four-bar, model 3")
    crank, coupler = m.body("crank", estimate=ANGLES["crank"]), m.body("coupler", estimate=ANGLES["coupler"])
    for axis, absolute, relative in (("x", m.absolute_x, m.relative_x), ("y", m.absolute_y, m.relative_y)):
        absolute(f"P1 {axis}", crank.at(-2, 0), 0)
        relative(f"Q1 Q2 {axis}", crank.at(2, 0), coupler.at(-3, 0), 0)
    m.absolute_distance("rocker", coupler.at(3, 0), (4, 0), 6)
    return m


def four_bar_4() -> Planar:
    """Ex. 3.3.2 (4): the coupler alone, crank and rocker distances."""
    m = Planar("four-bar, model 4")
    coupler = m.body("coupler", estimate=ANGLES["coupler"])
    m.absolute_distance("crank", coupler.at(-3, 0), (0, 0), 4)
    m.absolute_distance("rocker", coupler.at(3, 0), (4, 0), 6)
    return m


FOUR_BARS = [four_bar_1, four_bar_2, four_bar_3, four_bar_4, four_bar_revolutes]
COUNTS = {four_bar_1: (9, 8), four_bar_2: (6, 5), four_bar_3: (6, 5), four_bar_4: (3, 2), four_bar_revolutes: (9, 8)}


def driven(model: Callable[[], Planar]) -> Planar:
    m = model()
    m.drive("motor", on="crank", angle="pi*t")
    return m


def closed_form(t: float) -> dict[str, float]:
    """Coupler and rocker by the intersection of two circles on the left of A -> C."""
    ax, ay = 4 * cos(OMEGA * t), 4 * sin(OMEGA * t)
    dx, dy = 4 - ax, -ay
    base = hypot(dx, dy)
    rise = sqrt(36 - base**2 / 4)  # both bars 6: B above the middle of A C
    bx, by = ax + dx / 2 - rise * dy / base, ay + dy / 2 + rise * dx / base
    angles = atan2(by - ay, bx - ax), atan2(by, bx - 4)
    return {
        "coupler.x": (ax + bx) / 2,
        "coupler.y": (ay + by) / 2,
        "coupler.angle": angles[0],
        "rocker.angle": angles[1],
    }


@pytest.mark.parametrize("model", FOUR_BARS)
def test_every_model_of_the_four_bar_has_one_freedom_by_count_and_by_rank(model: Callable[[], Planar]) -> None:
    report = model().check()
    assert (report.coordinates, report.equations) == COUNTS[model]
    assert (report.count_mobility, report.mobility, report.redundant) == (1, 1, [])


@pytest.mark.parametrize("model", FOUR_BARS[:3] + FOUR_BARS[4:])
def test_models_with_a_crank_move_by_the_closed_form(model: Callable[[], Planar]) -> None:
    run = move_to(driven(model), *np.linspace(0.2, 0.9, 8).tolist())
    for index, t in enumerate(run.t):
        for name, value in closed_form(float(t)).items():
            if name.partition(".")[0] in run.mechanism.bodies_by_name:
                assert abs(run[name][index] - value) < 1e-12


def test_the_coupler_alone_can_be_moved_only_by_its_own_coordinates() -> None:
    """Model 4 has no crank to drive; driven by its own angle it takes the positions of the closed form."""
    with pytest.raises(MechanismError, match="body 'crank' is not defined"):
        driven(four_bar_4).check()
    exact = closed_form(1 / 3)
    place = four_bar_4().assemble(hold={"coupler.angle": exact["coupler.angle"]})
    assert abs(place["coupler.x"] - exact["coupler.x"]) < 1e-9
    assert abs(place["coupler.y"] - exact["coupler.y"]) < 1e-9


@pytest.mark.parametrize("model", [four_bar_3, four_bar_4])
def test_models_without_a_rocker_refuse_to_drive_it(model: Callable[[], Planar]) -> None:
    m = model()
    m.drive("motor", on="rocker", angle="t")
    with pytest.raises(MechanismError, match="body 'rocker' is not defined"):
        m.assemble()


def test_speeds_agree_with_the_solution_of_example_3_5_2() -> None:
    """With the 3 that the print lost in dphi3."""
    run = move_to(driven(four_bar_revolutes), 1 / 3, 0.6)
    p1, p2, p3 = run["crank.angle"], run["coupler.angle"], run["rocker.angle"]
    ratio = np.sin(p3 - p1) / np.sin(p2 - p3)
    assert np.allclose(run["coupler.omega"], 2 * OMEGA * ratio / 3, rtol=0, atol=1e-12)
    assert np.allclose(run["coupler.vx"], -4 * OMEGA * np.sin(p1) - 2 * OMEGA * np.sin(p2) * ratio, rtol=0, atol=1e-11)
    assert np.allclose(run["coupler.vy"], 4 * OMEGA * np.cos(p1) + 2 * OMEGA * np.cos(p2) * ratio, rtol=0, atol=1e-11)
    third = -(2 * OMEGA / 3) * np.sin(p1 - p2) / np.sin(p2 - p3)
    assert np.allclose(run["rocker.omega"], third, rtol=0, atol=1e-12)


def test_near_the_flat_position_the_determinant_goes_to_zero_as_24_phi() -> None:
    """The four-bar with equal neighbours has a change point at phi1 = 0: do not start there."""
    m = driven(four_bar_revolutes)
    near = [abs(rows_of(move_to(m, angle / pi)).determinant) / angle for angle in (0.02, 0.01, 0.005)]
    assert abs(near[-1] - 24) < 0.01
    assert abs(near[-1] - 24) < abs(near[0] - 24)


# ---------------------------------------------------------------------------- slider-crank 4, 6


def slider_crank_1() -> Planar:
    """Ex. 3.3.4: crank, rod, slider; three revolutes and a slide."""
    m = Planar("slider-crank, four bodies")
    crank = m.body("crank", estimate=(1.4, 1.4, 0.8))
    rod = m.body("rod", estimate=(5.5, 1.4, -0.5))
    slider = m.body("slider", estimate=(8.1, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("A", crank.at(2, 0), rod.at(-3, 0))
    m.revolute("B", rod.at(3, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((2, 0), (3, 0)), slider.line((0, 0), (1, 0)))
    return m


def slider_crank_2() -> Planar:
    """Ex. 3.3.5: the slider is a revolute-translational joint."""
    m = Planar("slider-crank, three bodies")
    crank = m.body("crank", estimate=(1.4, 1.4, 0.8))
    rod = m.body("rod", estimate=(5.5, 1.4, -0.5))
    m.revolute("O", m.ground.at(0, 0), crank.at(-2, 0))
    m.revolute("A", crank.at(2, 0), rod.at(-3, 0))
    m.revolute_translational("B", m.ground.line((2, 0), (3, 0)), rod.at(3, 0), offset=0)
    return m


def test_both_slider_cranks_have_one_freedom_and_move_alike() -> None:
    """12 - 11 and 9 - 8 in the book, which counts the 3 coordinates and 3 equations of its ground body."""
    counts = [(report.coordinates, report.equations) for report in (slider_crank_1().check(), slider_crank_2().check())]
    assert counts == [(12 - 3, 11 - 3), (9 - 3, 8 - 3)]
    times = np.linspace(0.0, 6.0, 25)
    runs = []
    for m in (slider_crank_1(), slider_crank_2()):
        m.drive("motor", joint="O", angle="0.8 + t")
        runs.append(move_to(m, *times.tolist()))
    for name in ("x", "y", "angle", "vx", "vy", "omega", "ax", "ay", "alpha"):
        assert np.allclose(runs[0][f"rod.{name}"], runs[1][f"rod.{name}"], rtol=0, atol=1e-11)
    f = 0.8 + times
    exact = 4 * np.cos(f) + np.sqrt(36 - 16 * np.sin(f) ** 2)
    assert np.allclose(runs[0]["slider.x"], exact, rtol=0, atol=1e-12)
    assert np.allclose(runs[0]["guide.position"], exact - 2, rtol=0, atol=1e-12)
    assert np.allclose(runs[1]["B.position"], exact - 2, rtol=0, atol=1e-12)


def test_driven_by_its_slider_it_is_singular_at_the_dead_centres_only() -> None:
    """Probs. 3.7.1, 3.7.2: crank and rod in line, at slider x = 10 and x = 2."""
    m = slider_crank_1()
    m.drive("push", joint="guide", position="6 + t")
    for place, f, rod in (("outer", 0.0, 0.0), ("inner", pi, 0.0)):
        x = 4 * cos(f) + 6
        q = [2 * cos(f), 2 * sin(f), f, 4 * cos(f) + 3, 0, rod, x, 0, 0]
        rows = Rows(m, q, x - 8)
        assert np.allclose(rows.phi, 0.0, atol=1e-12), place
        assert abs(rows.determinant) < 1e-12, place
    run = m.kinematics(until=5.0, points=51, progress=False)
    assert not run.completed
    assert run.events[-1].kind == "lock-up"
    assert abs(run.events[-1].t - 2.0) < 1e-9
    assert min(abs(rows_of(run, index).determinant) for index in range(len(run.t) - 2)) > 1.0


def cases() -> list[Case]:
    exact = closed_form(1 / 3)
    p1, p2, p3 = pi / 3, exact["coupler.angle"], exact["rocker.angle"]
    return [
        Case(
            "Haug Ex. 3.5.2",
            "four-bar 4-6-6-4, phi1 = 60 deg, w = pi: dphi3/dt by the printed formula (rad/s)",
            -2 * OMEGA * sin(p1 - p2) / sin(p2 - p3),
            lambda: float(move_to(driven(four_bar_revolutes), 1 / 3)["rocker.omega"][0]),
            1e-3,
            exact=-(2 * OMEGA / 3) * sin(p1 - p2) / sin(p2 - p3),
            exact_tolerance=1e-11,
            erratum="The formula lost the factor 1/3: rows 3 and 4 of the velocity equation solved for dphi3 give "
            "-(2 w / 3) sin(phi1 - phi2) / sin(phi2 - phi3), as for dphi2.",
        ),
        Case(
            "Haug Ex. 3.3.2, model 3",
            "freedoms, printed as 3nb - nc = 6 - 5",
            1.0,
            lambda: float(four_bar_3().check().mobility or 0),
            0.0,
        ),
    ]


test_cases = checks_of(cases)
