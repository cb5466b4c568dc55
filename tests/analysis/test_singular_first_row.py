"""The first row of a run that starts at a singular position has the accelerations of the motion that goes on."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run

FORMULATIONS = ["joint", "projection", "canonical", "augmented", "joint-null-space"]
LIMIT, OPEN = "accelerations of the first row are the limit", "of its row are not those of the motion"
GRAVITY = 9.81


def flat_windows(count: int, heavier: float = 0.0) -> tuple[lw.Planar, float]:
    """Parallelograms side by side that lie flat, each crank heavier than the one before; with the true acceleration."""
    m = lw.Planar("flat windows")
    m.set_gravity(0, -GRAVITY)
    cranks = [m.body(f"crank{number}", estimate=(number, 0, 0)) for number in range(count + 1)]
    inertia, moment = float(count), float(count)
    for number, crank in enumerate(cranks):
        mass = 1.0 + heavier * number
        m.mass(crank, mass=mass, center=(0.5, 0), inertia=mass / 12)
        m.revolute(f"A{number}", m.ground.at(number, 0), crank.at(0, 0))
        inertia, moment = inertia + mass / 3, moment + mass / 2
    for number in range(count):
        coupler = m.body(f"coupler{number}", estimate=(number + 1, 0, 0))
        m.mass(coupler, mass=1, center=(0.5, 0), inertia=1 / 12)
        m.revolute(f"B{number}", cranks[number].at(1, 0), coupler.at(0, 0))
        m.revolute(f"C{number}", coupler.at(1, 0), cranks[number + 1].at(1, 0))
    return m, -moment * GRAVITY / inertia


def all_at(count: int, rate: float = -2.0) -> dict[str, float]:
    return {f"crank{number}.omega": rate for number in range(count + 1)}


def three_cranks(angle: str | None, at: float) -> lw.Planar:
    """Parallel cranks that carry one rod: a redundant mechanism, not a singular one; heavy, and driven by an angle."""
    m = lw.Planar("three cranks")
    m.set_gravity(0, -GRAVITY)
    rod = m.body("rod", estimate=(np.cos(at), np.sin(at), 0))
    m.mass(rod, mass=1, center=(0.3, 0.1), inertia=0.3)
    for number in range(3):
        crank = m.body(f"crank{number}", estimate=(number, 0, at))
        m.mass(crank, mass=1, center=(0.5, 0), inertia=0.1)
        m.revolute(f"O{number}", m.ground.at(number, 0), crank.at(0, 0))
        m.revolute(f"A{number}", crank.at(1, 0), rod.at(number, 0))
    if angle is not None:
        m.drive("motor", on="crank0", angle=angle)
    return m


def flat_in_space(at: float = 0.0) -> lw.Spatial:
    """A parallelogram in space, where its revolute joints are redundant besides; flat, or with cranks at an angle."""
    m = lw.Spatial("flat parallelogram in space")
    m.set_gravity(0, -GRAVITY, 0)
    heavy = {"mass": 1, "inertia": [0.1, 0.1, 0.1]}
    turned = lw.orient.axis_angle((0, 0, 1), at)
    one, two = (m.body(name, (x, 0, 0), orientation=turned, mass=heavy) for name, x in (("one", 0), ("two", 2)))
    rod = m.body("rod", (np.cos(at), np.sin(at), 0), mass=heavy)
    m.revolute("O", m.ground.frame((0, 0, 0)), one.frame((0, 0, 0)))
    m.revolute("A", one.frame((1, 0, 0)), rod.frame((0, 0, 0)))
    m.revolute("B", rod.frame((2, 0, 0)), two.frame((1, 0, 0)))
    m.revolute("C", m.ground.frame((2, 0, 0)), two.frame((0, 0, 0)))
    return m


def beside_a_rod(axial: float) -> lw.Spatial:
    """The same with a swing on a rod between balls that has this inertia about its line."""
    m, ends = flat_in_space(), ((1, 0, 0), (1, 1, 3))
    swing = m.body("swing", (0, 1, 3), mass={"mass": 1, "inertia": [0.1, 0.1, 0.1]})
    m.revolute("S", m.ground.frame((0, 1, 3)), swing.frame((0, 0, 0)))
    slim = {"mass": 1, "center": (1.5, 0, 0), "inertia": [axial, 0.75, 0.75]}
    m.body("slim", ends[0], mass=slim, orientation=lw.orient.points(*ends, (2, 0, 0)))
    m.spherical("low", "one", "slim", at=ends[0])
    m.spherical("high", "slim", "swing", at=ends[1])
    return m


def told(run: Run, words: str) -> int:
    return len([note for note in run.notes if words in note])


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("count", "heavier"), [(1, 3.0), (2, 0.0), (3, 0.5)])
def test_windows_that_start_flat_have_the_accelerations_of_their_motion(count, heavier, formulation):
    m, exact = flat_windows(count, heavier)
    run = m.simulate(0.2, 5, speeds=all_at(count), formulation=formulation, estimate_error=True, progress=False)
    for number in range(count + 1):
        assert run[f"crank{number}.alpha"][0] == pytest.approx(exact, rel=1e-9)
        assert run[f"crank{number}.alpha"][1] == pytest.approx(exact * np.cos(run["crank0.angle"][1]), rel=1e-5)
    assert told(run, LIMIT) == 1
    assert np.max(np.abs(run.error("crank0.alpha"))) < 1e-4


def test_the_crossed_branch_in_space_has_its_own():
    """Cranks that turn against each other: the first row continues those of the next ones."""
    m = flat_in_space()
    options = {"speeds": {"one.wz": 1}, "branch": 2, "progress": False, "rtol": 1e-9, "atol": 1e-11}
    run = m.simulate(0.07, 8, formulation="projection", **options)
    later = np.polynomial.Polynomial.fit(run.t[1:], run["two.alpha.z"][1:], 6)
    assert run["two.alpha.z"][0] == pytest.approx(later(0.0), rel=1e-4)
    assert told(run, LIMIT) == 1


def test_where_the_rows_have_them_already_nothing_is_said():
    """Equal cranks of one window share the load as the rows alone say; so do redundant cranks that are not flat."""
    m, exact = flat_windows(1)
    run = m.simulate(0.2, 5, speeds=all_at(1), progress=False)
    assert run["crank0.alpha"][0] == pytest.approx(exact, rel=1e-9)
    assert not told(run, LIMIT) + told(run, OPEN)


def test_a_start_at_rest_says_that_its_row_is_that_of_no_motion():
    assert told(flat_windows(2)[0].simulate(0.2, 5, progress=False), OPEN) == 1
    assert told(flat_windows(1)[0].simulate(0.2, 5, progress=False), OPEN) == 0


@pytest.mark.parametrize("count", [40, 150])
def test_rates_of_no_branch_are_refused_in_large_mechanisms_too(count):
    m, _ = flat_windows(count)
    with pytest.raises(lw.LinkworkError, match="fit none of the branches"):
        m.simulate(0.2, 5, speeds={"crank0.omega": -2.0}, progress=False)
    run = m.simulate(0.1, 3, speeds=all_at(count), formulation="joint", progress=False)
    assert run["energy.total"] == pytest.approx(run["energy.total"][0], abs=1e-6 * count)


def test_runs_that_go_on_tell_what_a_whole_one_tells():
    m, _ = flat_windows(3)
    options = {"hold": {"crank0.angle": 0.5 * np.pi}, "speeds": {"crank0.omega": -1.0}, "progress": False}
    words = "1e-08 a passage"
    first = m.simulate(0.5, 6, formulation="projection", rtol=1e-11, atol=1e-13, **options)
    assert told(first, words) == 0
    gone_on = first.go_on(1.5, 10)
    assert told(gone_on, words) == 1
    assert told(gone_on.go_on(1.6, 2), words) == 1


@pytest.mark.parametrize("rate", [-0.02, -0.002, -1e-5])
def test_windows_that_start_slowly_have_them_too(rate):
    m, exact = flat_windows(2, 0.5)
    run = m.simulate(0.02, 3, speeds=all_at(2, rate), formulation="projection", progress=False)
    for number in range(3):
        assert run[f"crank{number}.alpha"][0] == pytest.approx(exact, rel=1e-9)
    assert told(run, LIMIT) == 1
    equal = flat_windows(1)[0].simulate(0.02, 3, speeds=all_at(1, rate), formulation="projection", progress=False)
    assert not told(equal, LIMIT) + told(equal, OPEN)


@pytest.mark.parametrize("turn", ["t + 0.5*t^2", "t + 1e-4*(1 - cos(600*t))"])
@pytest.mark.parametrize("before", ["", "3 - t^2"])
def test_a_driver_of_a_dead_centre_has_no_limit_told(turn, before):
    """Its law may change at the start, or be faster than differences along the motion can follow."""
    m = lw.Planar("driven slider")
    bodies = {name: m.body(name, estimate=(x, 0, 0)) for name, x in (("crank", 0), ("rod", 1), ("slider", 3))}
    for body in bodies.values():
        m.mass(body, mass=1, center=(0.1, 0), inertia=0.1)
    m.revolute("O", m.ground.at(0, 0), bodies["crank"].at(0, 0))
    m.revolute("A", bodies["crank"].at(1, 0), bodies["rod"].at(0, 0))
    m.revolute("B", bodies["rod"].at(2, 0), bodies["slider"].at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), bodies["slider"].line((0, 0), (1, 0)))
    law = f"cos({turn}) + sqrt(4 - sin({turn})^2)"
    m.drive("push", on="slider", x=f"if(t >= 0, {law}, {before})" if before else law)
    run = m.simulate(0.01, 3, speeds={"crank.omega": 1}, progress=False)
    assert told(run, OPEN) == 1 and told(run, LIMIT) == 0


@pytest.mark.parametrize("formulation", ["auto", "projection", "canonical", "trees"])
def test_redundant_mechanisms_that_are_driven_whole_run(formulation):
    """No freedom is left there, and nothing is to be said of the start."""
    plane = three_cranks("pi/2 + t + t^2", 0.5 * np.pi).simulate(0.1, 3, formulation=formulation, progress=False)
    assert plane["crank2.alpha"] == pytest.approx(2.0, abs=1e-7)
    m = flat_in_space(0.7)
    m.drive("motor", joint="O", angle="0.7 + t + t^2")
    space = m.simulate(0.1, 3, formulation=formulation, progress=False)
    assert space["two.alpha.z"] == pytest.approx(2.0, abs=1e-7)
    for run in (plane, space):
        assert not told(run, LIMIT) + told(run, OPEN)


@pytest.mark.parametrize("formulation", ["joint", "projection", "canonical"])
@pytest.mark.parametrize(("angle", "at"), [("pi/2", 0.5 * np.pi), ("pi/3", np.pi / 3), (None, -0.5 * np.pi)])
def test_what_rounding_leaves_of_loads_that_balance_is_no_acceleration(angle, at, formulation):
    run = three_cranks(angle, at).simulate(0.1, 3, formulation=formulation, progress=False)
    assert np.max(np.abs(run.a[0])) < 1e-12
    assert not told(run, LIMIT) + told(run, OPEN)


@pytest.mark.parametrize("rate", [1.0, -3.0])
def test_rods_without_inertia_about_their_lines_change_nothing(rate):
    options = {"speeds": {"one.wz": 1.0, "two.wz": rate}, "progress": False}
    idle = beside_a_rod(0.0).simulate(0.1, 3, **options)
    heavy = beside_a_rod(1e-3).simulate(0.1, 3, formulation="joint", **options)
    for channel in ("one.wz", "two.wz", "swing.wz", "one.alpha.z", "two.alpha.z"):
        assert idle[channel] == pytest.approx(heavy[channel], abs=1e-6)
    assert [told(idle, words) for words in (LIMIT, OPEN)] == [told(heavy, words) for words in (LIMIT, OPEN)] == [1, 0]


def test_errors_behind_singular_positions_are_estimated_in_coordinates_that_take_the_mechanism():
    m, _ = flat_windows(1)
    m.tree(cut_rotation="B0")
    for formulation in ("auto", "projection"):
        options = {"speeds": {"crank0.omega": -1.0}, "hold": {"crank0.angle": 0.5}, "formulation": formulation}
        run = m.simulate(1, 6, **options, estimate_error=True, progress=False)
        assert any(event.kind == "bifurcation" for event in run.events)
        assert 0.0 < np.max(run.error("crank0.angle")) < 1e-6
    options = {"speeds": {"O.omega": -2.0}, "hold": {"O.angle": 0.3}, "estimate_error": True, "progress": False}
    run = beside_a_rod(0.0).simulate(0.2, 3, **options)
    assert any(event.kind == "bifurcation" for event in run.events)
    assert 0.0 < np.max(run.error("two.wz")) < 1e-6
