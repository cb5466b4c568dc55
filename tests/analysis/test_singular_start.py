"""A start at which branches of motion meet: rates of one branch go on, others are refused with the branches listed."""

from __future__ import annotations

import re

import numpy as np
import pytest

import linkwork as lw
from linkwork.formats.model_file import dumps, loads

FORMULATIONS = ["auto", "joint", "projection", "canonical", "partitioning", "joint-null-space"]


def _parallelogram(a: float = 1.0, d: float = 2.0) -> lw.Planar:
    """A parallelogram with cranks a and ground d, drawn flat."""
    m = lw.Planar("flat parallelogram")
    one, two, rod = (m.body(name, estimate=(x, 0, 0)) for name, x in (("one", 0), ("two", d), ("rod", a)))
    m.revolute("O", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("A", one.at(a, 0), rod.at(0, 0))
    m.revolute("B", rod.at(d, 0), two.at(a, 0))
    m.revolute("C", m.ground.at(d, 0), two.at(0, 0))
    for crank in (one, two):
        m.mass(crank, mass=1, center=(a / 2, 0), inertia=1 / 12)
    m.mass(rod, mass=1, center=(d / 2, 0), inertia=4 / 12)
    return m


def _in_space() -> lw.Spatial:
    """The same in space, where its revolute joints are redundant besides."""
    m = lw.Spatial("flat parallelogram in space")
    heavy = {"mass": 1, "inertia": [0.1, 0.1, 0.1]}
    one, two, rod = (m.body(name, (x, 0, 0), mass=heavy) for name, x in (("one", 0), ("two", 2), ("rod", 1)))
    m.revolute("O", m.ground.frame((0, 0, 0)), one.frame((0, 0, 0)))
    m.revolute("A", one.frame((1, 0, 0)), rod.frame((0, 0, 0)))
    m.revolute("B", rod.frame((2, 0, 0)), two.frame((1, 0, 0)))
    m.revolute("C", m.ground.frame((2, 0, 0)), two.frame((0, 0, 0)))
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("rates", [(1.0, 1.0), (1.0, -3.0), (-2.0, 6.0)])
def test_rates_of_a_branch_go_on_and_keep_the_energy(rates: tuple[float, float], formulation: str) -> None:
    speeds = dict(zip(("one.omega", "two.omega"), rates, strict=True))
    run = _parallelogram().simulate(until=0.5, points=11, speeds=speeds, formulation=formulation, progress=False)
    assert run.completed
    assert run["energy.total"] == pytest.approx(run["energy.total"][0], rel=1e-8)
    assert (run["one.omega"][0], run["two.omega"][0]) == pytest.approx(rates)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("rate", [0.0, -1.0, 0.9])
def test_rates_of_no_branch_are_refused_with_the_branches(rate: float, formulation: str) -> None:
    with pytest.raises(lw.LinkworkError, match="fit none of the branches") as refused:
        _parallelogram().simulate(
            until=1, speeds={"one.omega": 1, "two.omega": rate}, formulation=formulation, progress=False
        )
    assert "1: one.omega = 1, two.omega = 1; 2: one.omega = 1, two.omega = -3, rod.omega = -2" in str(refused.value)


def test_rates_that_fit_several_branches_are_refused_or_the_branch_is_chosen() -> None:
    m, speeds = _parallelogram(), {"one.omega": 1.0}
    with pytest.raises(lw.LinkworkError, match="fit several of the branches") as refused:
        m.simulate(until=1, speeds=speeds, progress=False)
    assert "1: one.omega = 1, two.omega = 1; 2: one.omega = 1, two.omega = -3" in str(refused.value)
    for formulation in FORMULATIONS:
        for branch, rate in ((1, 1.0), (2, -3.0)):
            run = m.simulate(until=0.5, points=6, speeds=speeds, branch=branch, formulation=formulation, progress=False)
            assert run["two.omega"][0] == pytest.approx(rate)
            assert run["energy.total"] == pytest.approx(run["energy.total"][0], rel=1e-8)
    with pytest.raises(lw.LinkworkError, match="branch=1 to 2"):
        m.simulate(until=1, speeds=speeds, branch=3, progress=False)


@pytest.mark.parametrize(("a", "d"), [(0.3, 0.4), (2.0, 1.0), (1.0, 5.0)])
def test_branches_are_those_of_the_mechanism_at_hand(a: float, d: float) -> None:
    """Closure along the bars to second order: d w^2 + a v^2 = a u^2 with the rod's w = a (v - u) / d."""
    with pytest.raises(lw.LinkworkError) as refused:
        _parallelogram(a, d).simulate(until=1, speeds={"one.omega": 1}, progress=False)
    found = sorted(float(rate) for rate in re.findall(r"two.omega = (\S+?)[,;]", str(refused.value)))
    assert found == pytest.approx(sorted([1.0, (a + d) / (a - d)]), rel=1e-5)


def test_singular_start_in_space_is_told_among_redundant_rows() -> None:
    m = _in_space()
    with pytest.raises(lw.LinkworkError, match="fit none"):
        m.simulate(until=1, speeds={"one.wz": 1, "two.wz": 0}, progress=False)
    with pytest.raises(lw.LinkworkError, match="fit several"):
        m.simulate(until=1, speeds={"one.wz": 1}, progress=False)
    run = m.simulate(until=0.5, points=6, speeds={"one.wz": 1}, branch=2, progress=False)
    assert run["two.wz"][0] == pytest.approx(-3.0)
    assert run["energy.total"] == pytest.approx(run["energy.total"][0], rel=1e-8)


def test_singular_start_at_rest_is_told() -> None:
    run = _parallelogram().simulate(until=0.1, points=2, progress=False)
    assert any("singular position at rest" in note and "two.omega = -3" in note for note in run.notes)


@pytest.mark.parametrize("formulation", ["joint-partitioning", "joint-canonical"])
def test_formulation_that_cannot_begin_there_is_refused(formulation: str) -> None:
    speeds = {"one.omega": 1, "two.omega": -3}
    with pytest.raises(lw.LinkworkError, match=f"'{formulation}' chooses its independent coordinates at the start"):
        _parallelogram().simulate(until=1, speeds=speeds, formulation=formulation, progress=False)


def test_redundant_but_regular_start_is_taken_as_ever() -> None:
    """Three parallel cranks away from the flat position: dependent rows, one motion."""
    m = lw.Planar("three cranks")
    rod = m.body("rod", estimate=(np.cos(1.0), np.sin(1.0), 0))
    m.mass(rod, mass=1, inertia=0.3)
    for number in range(3):
        crank = m.body(f"crank{number}", estimate=(number, 0, 1.0))
        m.mass(crank, mass=1, inertia=0.1)
        m.revolute(f"O{number}", m.ground.at(number, 0), crank.at(0, 0))
        m.revolute(f"A{number}", crank.at(1, 0), rod.at(number, 0))
    run = m.simulate(until=0.2, points=3, speeds={"crank0.omega": 1}, progress=False)
    assert run["crank2.omega"] == pytest.approx(run["crank0.omega"], abs=1e-8)
    with pytest.raises(lw.LinkworkError, match="this one is regular"):
        m.simulate(until=0.2, speeds={"crank0.omega": 1}, branch=1, progress=False)


def test_branch_of_a_singular_start_is_asked_for_in_a_file_too() -> None:
    m = _parallelogram()
    text = dumps(m) + "analysis: {simulate: {until: 0.1, points: 2, speeds: {one.omega: 1}, branch: 2}}\n"
    assert loads(text).run(progress=False)["two.omega"][0] == pytest.approx(-3.0)


def test_verify_and_steps_in_c_take_the_number_of_a_branch() -> None:
    m, speeds = _parallelogram(), {"one.omega": 1.0}
    chosen = {"formulations": ["projection", "joint"], "methods": ["dop853"], "progress": False}
    found = m.verify(0.2, speeds=speeds, branch=2, **chosen)
    assert found.ok
    functions = m.c_functions(1e-3, speeds=speeds, branch=2)
    assert functions.observed()[functions.index("two.omega")] == pytest.approx(-3.0)
    with pytest.raises(lw.LinkworkError, match="fit several of the branches"):
        m.verify(0.2, speeds=speeds, progress=False)
    with pytest.raises(lw.LinkworkError, match="fit several of the branches"):
        m.c_functions(1e-3, speeds=speeds)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_derivatives_from_a_singular_start_are_refused(method: str) -> None:
    m = _parallelogram()
    m.parameters(load=1.0)
    m.force("push", "one", torque="load")
    with pytest.raises(lw.LinkworkError, match="start is a singular position, where branches of motion meet"):
        m.sensitivity(
            "final(one.angle)",
            ["load"],
            analysis="simulate",
            until=0.2,
            points=6,
            speeds={"one.omega": 1, "two.omega": 1},
            method=method,
        )


def test_a_large_redundant_mechanism_is_driven_from_rest() -> None:
    m = lw.Planar("sixty cranks")
    rod = m.body("rod", estimate=(0, 1, 0))
    m.mass(rod, mass=1, inertia=0.3)
    for number in range(60):
        crank = m.body(f"crank{number}", estimate=(number, 0, 0.5 * np.pi))
        m.mass(crank, mass=1, inertia=0.1)
        m.revolute(f"O{number}", m.ground.at(number, 0), crank.at(0, 0))
        m.revolute(f"A{number}", crank.at(1, 0), rod.at(number, 0))
    m.drive("motor", on="crank0", angle="pi/2 + t^2")
    run = m.simulate(until=0.1, points=2, formulation="projection", progress=False)
    assert run["crank59.alpha"] == pytest.approx(2.0, abs=1e-6)


def test_rates_of_drivers_that_fit_no_branch_are_called_theirs() -> None:
    """Seventy flat windows are too many for their branches to be listed."""
    m = lw.Planar("flat windows")
    cranks = [m.body(f"crank{number}", estimate=(number, 0, 0)) for number in range(71)]
    for number, crank in enumerate(cranks):
        m.mass(crank, mass=1, center=(0.5, 0), inertia=1 / 12)
        m.revolute(f"A{number}", m.ground.at(number, 0), crank.at(0, 0))
    for number in range(70):
        coupler = m.body(f"coupler{number}", estimate=(number + 1, 0, 0))
        m.mass(coupler, mass=1, center=(0.5, 0), inertia=1 / 12)
        m.revolute(f"B{number}", cranks[number].at(1, 0), coupler.at(0, 0))
        m.revolute(f"C{number}", coupler.at(1, 0), cranks[number + 1].at(1, 0))
    m.drive("motor", on="crank0", angle="-2*t")
    with pytest.raises(lw.LinkworkError, match=r"the rates of the drivers, with the smallest ones .* fit none"):
        m.simulate(until=0.1, points=2, progress=False)
