"""Singular positions on the way: every formulation passes along its motion, and tells each of them at its time."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import linkwork as lw
from linkwork.analysis.simulation.singular import passed_positions
from linkwork.numerics.integrators import step_over_kernel
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS

BAR = {"mass": 1.0, "center": (0.5, 0.0), "inertia": 1.0 / 12.0}
G = 9.81


@cache
def parallelogram() -> lw.Planar:
    """Two equal cranks and their coupler, which lie flat twice in every swing over the bottom."""
    m = lw.Planar("parallelogram")
    m.set_gravity(0, -G)
    bodies = [m.body(name, estimate=at) for name, at in (("crank", (0, 0, "90 deg")), ("other", (1, 0, "90 deg")))]
    coupler = m.body("coupler", estimate=(0, 1, 0))
    for body in (*bodies, coupler):
        m.mass(body, **BAR)
    for number, body in enumerate(bodies):
        m.revolute(f"A{number}", m.ground.at(number, 0), body.at(0, 0))
        m.revolute(f"B{number}", body.at(1, 0), coupler.at(number, 0))
    return m


def parallelogram_with_event(before: float) -> lw.Planar:
    """The same with an event at an angle before the flat position, at which the integration starts anew."""
    m = parallelogram.__wrapped__()
    m.flag("seen", 0)
    m.event("there", f"crank.angle - {before}", direction="falling", put={"seen": 1})
    return m


@cache
def slider_crank() -> lw.Planar:
    """Crank and rod of equal length pass the upright position, where the rod could turn with the crank instead."""
    m = lw.Planar("equal slider-crank")
    m.set_gravity(0, -G)
    crank = m.body("crank", estimate=(0, 0, "30 deg"))
    rod = m.body("rod", estimate=(0.75**0.5, 0.5, "-30 deg"))
    slider = m.body("slider", estimate=(3.0**0.5, 0, 0))
    m.mass(crank, **BAR)
    m.mass(rod, **BAR)
    m.mass(slider, mass=1.0, inertia=1.0)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.revolute("B", rod.at(1, 0), slider.at(0, 0))
    m.translational("guide", m.ground, slider, at=(0, 0), along=(1, 0))
    return m


def swing(_: float, y: Any) -> list[float]:
    """Both cranks and the coupler turn as one pendulum."""
    return [y[1], -2.0 * G * np.cos(y[0]) / (5.0 / 3.0)]


def fold(_: float, y: Any) -> list[float]:
    """(2/3 + 6 sin^2) angle'' + 6 sin cos angle'^2 = -g cos: crank and rod mirror each other."""
    s, c = np.sin(y[0]), np.cos(y[0])
    return [y[1], (-G * c - 6.0 * s * c * y[1] ** 2) / (2.0 / 3.0 + 6.0 * s * s)]


CASES = {
    "parallelogram": (parallelogram, swing, (0.5 * np.pi, -1.0), 3.0, 0.0),
    "slider-crank": (slider_crank, fold, (np.pi / 6.0, 6.0), 1.0, 0.5 * np.pi),
}


@cache
def motion(name: str) -> tuple[Any, list[float]]:
    """The angle of the crank and its rate as a function of time, and the times at which the position is singular."""
    _, rule, start, until, flat = CASES[name]
    found = solve_ivp(rule, (0.0, until), start, "DOP853", rtol=1e-13, atol=1e-14, max_step=0.01, dense_output=True)
    times = np.linspace(0.0, until, 401)
    across = np.sin(found.sol(times)[0] - flat)
    crossed = [number for number in range(400) if across[number] * across[number + 1] < 0.0]
    return found.sol, [brentq(lambda t: np.sin(found.sol(t)[0] - flat), times[i], times[i + 1]) for i in crossed]


def simulated(name: str, **options: Any) -> Run:
    made, _, (_, speed), until, _ = CASES[name]
    options = {"points": 61, "rtol": 1e-8, "atol": 1e-10, "progress": False} | options
    return made().simulate(until, speeds={"crank.omega": speed}, **options)


def error(name: str, run: Run) -> float:
    """By how much the crank is off, in rad."""
    return float(np.max(np.abs(run["crank.angle"] - motion(name)[0](run.t)[0])))


def passed(run: Run) -> NDArray[np.float64]:
    return np.array([event.t for event in run.events if event.kind == "bifurcation"])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_passes_along_its_motion_and_tells_the_time(name, formulation):
    run = simulated(name, formulation=formulation)
    assert run.completed
    assert error(name, run) < 3e-6
    assert passed(run) == pytest.approx(motion(name)[1], abs=1e-5)


@pytest.mark.parametrize(("method", "allowed"), [("adams", 3e-6), ("rk4", 1e-6)])
@pytest.mark.parametrize("name", CASES)
def test_other_methods_pass_along_the_motion(name, method, allowed):
    options = {"step": 0.002} if method == "rk4" else {}
    run = simulated(name, method=method, formulation="projection", **options)
    assert run.completed
    assert error(name, run) < allowed
    assert passed(run) == pytest.approx(motion(name)[1], abs=1e-4)


@pytest.mark.parametrize("formulation", ["projection", "joint", "canonical", "partitioning", "augmented"])
def test_accelerations_at_the_singular_instant_are_those_of_the_motion(formulation):
    """The run ends at twice the time at which all lies flat: its middle row is there, others are close beside it."""
    at = motion("parallelogram")[1][0]
    made, rule, (_, speed), _, _ = CASES["parallelogram"]
    options = {"points": 2001, "formulation": formulation, "rtol": 1e-9, "atol": 1e-11, "progress": False}
    run = made().simulate(2.0 * at, speeds={"crank.omega": speed}, **options)
    assert error("parallelogram", run) < 1e-7
    rows = np.abs(run.t - at) < 0.02
    exact = [rule(0.0, motion("parallelogram")[0](t))[1] for t in run.t[rows]]
    assert run["crank.alpha"][rows] == pytest.approx(np.array(exact), abs=1e-4)
    assert run["other.alpha"][rows] == pytest.approx(np.array(exact), abs=1e-4)


def test_all_formulations_agree_and_none_is_blamed():
    result = parallelogram().verify(1.0, points=21, methods=[], speeds={"crank.omega": -1.0}, progress=False)
    assert result.ok, result.text()
    assert len(result.trials) == len(FORMULATIONS)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_the_estimated_error_is_that_of_the_motion(formulation):
    run = simulated("parallelogram", formulation=formulation, rtol=1e-7, atol=1e-9, estimate_error=True)
    true = error("parallelogram", run)
    assert 0.3 * true < np.max(np.abs(run.error("crank.angle"))) < 3.0 * true


GO_ON = ("projection", "null-space", "direct", "baumgarte", "augmented", "canonical", "joint", "natural")


@pytest.mark.parametrize("before", [0.1, 0.02, 3e-3, 1e-4, 1e-6, -1e-6, -1e-3, -0.05])
@pytest.mark.parametrize("formulation", GO_ON)
def test_an_event_beside_a_singular_position_neither_stops_nor_turns_the_motion(formulation, before):
    """From there no step can be taken that has the position far from all its stages."""
    options = {"points": 21, "formulation": formulation, "rtol": 1e-8, "atol": 1e-10, "progress": False}
    run = parallelogram_with_event(before).simulate(1.0, speeds={"crank.omega": -1.0}, **options)
    assert run.completed
    assert np.max(np.abs(run["crank.angle"] - motion("parallelogram")[0](run.t)[0])) < 1e-6
    assert np.max(np.abs(run["other.angle"] - run["crank.angle"])) < 1e-6
    assert passed(run) == pytest.approx(motion("parallelogram")[1][:1], abs=1e-7)
    assert run.statistics["steps"] < 300


@pytest.mark.parametrize("before", [3e-3, 1e-4, 1e-6])
@pytest.mark.parametrize("formulation", GO_ON)
def test_a_tight_tolerance_does_not_turn_the_motion_beside_an_event_there(formulation, before):
    """Rounding divided by a vanishing pivot is more than such a tolerance: it must not choose the branch."""
    options = {"points": 21, "formulation": formulation, "rtol": 1e-10, "atol": 1e-12, "progress": False}
    run = parallelogram_with_event(before).simulate(1.0, speeds={"crank.omega": -1.0}, **options)
    assert run.completed
    assert np.max(np.abs(run["crank.angle"] - motion("parallelogram")[0](run.t)[0])) < 1e-9
    assert np.max(np.abs(run["other.angle"] - run["crank.angle"])) < 1e-9


@pytest.mark.parametrize("formulation", ["partitioning", "hybrid"])
def test_a_formulation_that_finds_no_way_on_does_not_say_that_there_is_none(formulation):
    """No choice of independent coordinates holds so close to the position; other formulations are named."""
    options = {"points": 21, "formulation": formulation, "rtol": 1e-10, "atol": 1e-12, "progress": False}
    run = parallelogram_with_event(1e-6).simulate(1.0, speeds={"crank.omega": -1.0}, **options)
    assert not run.completed
    told = f"more than one motion may go on from there, and formulation '{formulation}' with method 'dop853' finds none"
    assert told in run.events[-1].text
    assert "take formulation 'joint' or 'canonical'" in run.events[-1].text


@pytest.mark.parametrize("formulation", ["joint-partitioning", "joint-canonical"])
def test_a_formulation_that_loses_digits_beside_an_event_there_says_so(formulation):
    options = {"points": 21, "formulation": formulation, "rtol": 1e-10, "atol": 1e-12, "progress": False}
    run = parallelogram_with_event(1e-6).simulate(1.0, speeds={"crank.omega": -1.0}, **options)
    assert run.completed
    assert np.max(np.abs(run["crank.angle"] - motion("parallelogram")[0](run.t)[0])) < 1e-5
    assert [note for note in run.notes if "loses digits" in note and formulation in note]
    plain = parallelogram().simulate(1.0, speeds={"crank.omega": -1.0}, **options)
    assert not [note for note in plain.notes if "loses digits" in note]


@pytest.mark.parametrize(("rtol", "told"), [(1e-9, 0), (1e-12, 1)])
def test_the_floor_below_which_tolerances_do_nothing_is_said(rtol, told):
    """Steps over singular positions hold 1e-10: `floor_notes` has the number of the kernel."""
    assert passed_positions._FINEST == step_over_kernel.FINEST
    run = parallelogram().simulate(1.0, 5, rtol=rtol, atol=1e-2 * rtol, speeds={"crank.omega": -1.0}, progress=False)
    assert passed(run)
    assert len([note for note in run.notes if "makes errors no smaller than about 1e-08 rad" in note]) == told
    assert np.max(np.abs(run["crank.angle"] - motion("parallelogram")[0](run.t)[0])) < 1e-8
