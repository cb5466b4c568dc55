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
    m = lw.Spatial("flat parallelogram in space")
    m.set_gravity(0, -GRAVITY, 0)
    heavy = {"mass": 1, "inertia": [0.1, 0.1, 0.1]}
    one, two, rod = (m.body(name, (x, 0, 0), mass=heavy) for name, x in (("one", 0), ("two", 2), ("rod", 1)))
    m.revolute("O", m.ground.frame((0, 0, 0)), one.frame((0, 0, 0)))
    m.revolute("A", one.frame((1, 0, 0)), rod.frame((0, 0, 0)))
    m.revolute("B", rod.frame((2, 0, 0)), two.frame((1, 0, 0)))
    m.revolute("C", m.ground.frame((2, 0, 0)), two.frame((0, 0, 0)))
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
    cases = (
        ({"formulation": "canonical"}, "lose several ranks at once"),
        ({"formulation": "joint", "method": "adams"}, "may lose digits at a singular position"),
        ({"formulation": "projection", "rtol": 1e-11, "atol": 1e-13}, "1e-08 a passage"),
    )
    for more, words in cases:
        first = m.simulate(0.5, 6, **options, **more)
        assert told(first, words) == 0
        gone_on = first.go_on(1.5, 10)
        assert told(gone_on, words) == 1
        assert told(gone_on.go_on(1.6, 2), words) == 1


def test_drivers_that_leave_no_direction_free_beside_redundant_rows():
    m = lw.Planar("parallelogram with three cranks")
    coupler = m.body("coupler", estimate=(0.95, 0.3, 0))
    for number in range(3):
        crank = m.body(f"crank{number}", estimate=(number, 0, 0.3))
        m.mass(crank, mass=1, center=(0.5, 0), inertia=0.1)
        m.revolute(f"A{number}", m.ground.at(number, 0), crank.at(0, 0))
        m.revolute(f"B{number}", crank.at(1, 0), coupler.at(number, 0))
    m.drive("motor", joint="A0", angle="0.3 + t + t^2")
    for formulation in ("projection", "joint", "trees"):
        run = m.simulate(0.5, points=3, formulation=formulation)
        assert run["crank2.alpha"] == pytest.approx([2, 2, 2], abs=1e-9)
        assert told(run, LIMIT) == told(run, OPEN) == 0
