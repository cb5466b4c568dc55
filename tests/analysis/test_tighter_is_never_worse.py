"""A tolerance ten times tighter never gives more than twice the error: in every formulation, against closed forms.

Loops whose constraints are redundant by nature (Bennett, Bricard, cranks side by side), and windows that pass the flat
position, where the constraints lose rank.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw
from hinge_loops import HingeLoop, bennett, cube_bricard
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS

DECADES = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11)
CRANK = {"mass": 1.0, "center": (0.5, 0.0), "inertia": 1.0 / 12.0}
LOOPS = {"Bennett": (bennett, 2.0), "Bricard": (cube_bricard, 2.0)}


@cache
def loop(name: str) -> tuple[HingeLoop, lw.Spatial, NDArray[np.float64]]:
    made, until = LOOPS[name]
    found = made()
    return found, found.model(name), found.motion(np.linspace(0.0, until, 11))


@cache
def five_cranks() -> tuple[lw.Planar, NDArray[np.float64]]:
    """A platform on five equal cranks that swing: three equations are redundant; a pendulum by its closed form."""
    m = lw.Planar("five cranks")
    m.set_gravity(0, -9.81)
    platform = m.body("platform", estimate=(0.6, -0.8, 0))
    m.mass(platform, mass=3, center=(1, 0), inertia=1)
    for number, x in enumerate((0.0, 0.3, 0.7, 1.1, 1.6)):
        crank = m.body(f"crank{number}", estimate=(x, 0, float(np.arctan2(-0.8, 0.6))))
        m.mass(crank, **CRANK)
        m.revolute(f"A{number}", m.ground.at(x, 0), crank.at(0, 0))
        m.revolute(f"B{number}", crank.at(1, 0), platform.at(x, 0))
    return m, pendulum(5 / 3 + 3, 5 / 2 + 3, float(np.arctan2(-0.8, 0.6)), 0.0, 2.0)


@cache
def windows(count: int = 3) -> tuple[lw.Planar, NDArray[np.float64]]:
    """Parallelograms side by side (IFToMM A02), once through the flat position."""
    m = lw.Planar("windows")
    m.set_gravity(0, -9.81)
    cranks = [m.body(f"crank{number}", estimate=(number, 0, "90 deg")) for number in range(count + 1)]
    for number, crank in enumerate(cranks):
        m.mass(crank, **CRANK)
        m.revolute(f"A{number}", m.ground.at(number, 0), crank.at(0, 0))
    for number in range(count):
        coupler = m.body(f"coupler{number}", estimate=(number, 1, 0))
        m.mass(coupler, **CRANK)
        m.revolute(f"B{number}", cranks[number].at(1, 0), coupler.at(0, 0))
        m.revolute(f"C{number}", coupler.at(1, 0), cranks[number + 1].at(1, 0))
    return m, pendulum((count + 1) / 3 + count, (count + 1) / 2 + count, 0.5 * np.pi, -1.0, 1.0)


def pendulum(inertia: float, moment: float, angle: float, speed: float, until: float) -> NDArray[np.float64]:
    """The angle of inertia * angle'' = -moment g cos(angle) at eleven times."""
    from scipy.integrate import solve_ivp

    found = solve_ivp(
        lambda _, y: [y[1], -moment * 9.81 / inertia * np.cos(y[0])],
        (0.0, until),
        [angle, speed],
        "DOP853",
        np.linspace(0.0, until, 11),
        rtol=1e-13,
        atol=1e-15,
        max_step=0.01,
    )
    return np.asarray(found.y[0])


def simulated(name: str, formulation: str, rtol: float) -> tuple[Run, float]:
    """The run, and by how much it is off the closed form."""
    options = {"points": 11, "formulation": formulation, "rtol": rtol, "atol": 1e-2 * rtol, "progress": False}
    if name in LOOPS:
        _, model, exact = loop(name)
        run = model.simulate(LOOPS[name][1], **options)
        return run, float(np.max(np.abs(run["J1.angle"] - run["J1.angle"][0] - (exact - exact[0]))))
    model, exact = five_cranks() if name == "five cranks" else windows()
    until, speeds = (2.0, None) if name == "five cranks" else (1.0, {"crank0.omega": -1.0})
    run = model.simulate(until, speeds=speeds, **options)
    return run, float(np.max(np.abs(run["crank0.angle"] - exact)))


@pytest.mark.parametrize("made", [bennett, cube_bricard])
def test_the_closed_forms_close_their_loops(made):
    for x in (0.1, 0.4, 0.7):
        assert made().gap(x) < 1e-14


@pytest.mark.parametrize("name", ["Bennett", "five cranks"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_tighter_is_never_worse_with_redundant_constraints(name, formulation):
    decades = DECADES[1:5]
    errors = [simulated(name, formulation, rtol)[1] for rtol in decades]
    for rtol, looser, tighter in zip(decades[1:], errors[:-1], errors[1:], strict=True):
        assert tighter < max(2.0 * looser, 1e-10), (rtol, errors)
    assert errors[0] < 1e-5
    assert errors[-1] < 1e-9


@pytest.mark.parametrize("formulation", ["auto", "projection", "joint-augmented"])
def test_bricards_linkage_converges_with_its_tolerance(formulation):
    errors = [simulated("Bricard", formulation, rtol)[1] for rtol in (1e-6, 1e-8, 1e-10)]
    assert errors[0] < 1e-5
    assert errors[1] < 1e-7
    assert errors[2] < 1e-9


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_tighter_is_never_worse_through_a_singular_position(formulation):
    """Down to a floor of 1e-9 rad."""
    found = [simulated("windows", formulation, rtol) for rtol in (*DECADES, 1e-12)]
    errors, steps = [error for _, error in found], [run.statistics["steps"] for run, _ in found]
    for looser, tighter in pairwise(errors):
        assert tighter < max(2.0 * looser, 1e-9), errors
    assert steps[-1] < 4.0 * steps[2], steps


@pytest.mark.parametrize("formulation", ["projection", "joint", "null-space", "joint-augmented"])
def test_a_singular_position_that_is_passed_is_an_event_at_its_time(formulation):
    run, _ = simulated("windows", formulation, 1e-9)
    (event,) = [event for event in run.events if event.kind == "bifurcation"]
    turned = pendulum(4 / 3 + 3, 2 + 3, 0.5 * np.pi, -1.0, event.t)
    assert turned[-1] == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("formulation", ["joint", "projection"])
def test_every_passage_of_many_windows_is_an_event_at_its_time(formulation):
    """What the damping of 400 rows leaves of the grip is not taken for a grip; times are as good as the motion."""
    count, until = 200, 3.5
    model, _ = windows(count)
    run = model.simulate(until, 11, formulation=formulation, speeds={"crank0.omega": -1.0}, progress=False)
    exact = passages(count, until)
    passed = [event.t for event in run.events if event.kind == "bifurcation"]
    assert len(exact) == 4
    assert passed == pytest.approx(exact, abs=2e-7)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_tolerances_below_what_rounding_leaves_do_not_crawl_beside_a_singular_position(formulation):
    """Forty windows, twice through the flat position: 20,644 steps at the tightest were taken once."""
    count, until = 40, 2.0
    model, _ = windows(count)
    exact = pendulum((count + 1) / 3 + count, (count + 1) / 2 + count, 0.5 * np.pi, -1.0, until)
    errors, steps = [], []
    for rtol in (1e-10, 1e-11, 1e-12):
        options = {"rtol": rtol, "atol": 1e-2 * rtol, "formulation": formulation, "progress": False}
        run = model.simulate(until, 11, speeds={"crank0.omega": -1.0}, **options)
        errors.append(float(np.max(np.abs(run["crank0.angle"] - exact))))
        steps.append(run.statistics["steps"])
    assert max(errors) < 2e-9, errors
    assert steps[2] < 4 * steps[0], steps


def passages(count: int, until: float) -> NDArray[np.float64]:
    """When windows that start upright pass the flat position, by the closed form of the pendulum that they are."""
    from scipy.integrate import solve_ivp

    pull = ((count + 1) / 2 + count) / ((count + 1) / 3 + count) * 9.81
    return np.asarray(
        solve_ivp(
            lambda _, y: [y[1], -pull * np.cos(y[0])],
            (0.0, until),
            [0.5 * np.pi, -1.0],
            "DOP853",
            rtol=1e-13,
            atol=1e-15,
            max_step=0.01,
            events=lambda _, y: np.sin(y[0]),
        ).t_events[0]
    )


@pytest.mark.parametrize(
    ("formulation", "count"),
    [("projection", 3), ("null-space", 3), ("joint", 3), ("joint-null-space", 10), ("projection", 20)],
)
def test_the_tightest_tolerances_pass_singular_positions_in_few_steps_and_at_their_times(formulation, count):
    """Rounding beside such a position is accepted where it is least, not after coming nearer, where it is far more.

    Three windows by "null-space" were off by 1 rad after 40,034 steps, ten by "joint-null-space" had times off by
    1e-4 s.
    """
    until = 3.5
    model, _ = windows(count)
    exact = pendulum((count + 1) / 3 + count, (count + 1) / 2 + count, 0.5 * np.pi, -1.0, until)
    errors, steps = [], []
    for rtol in (1e-10, 1e-11, 1e-12, 1e-13):
        options = {"rtol": rtol, "atol": 1e-2 * rtol, "formulation": formulation, "progress": False}
        run = model.simulate(until, 11, speeds={"crank0.omega": -1.0}, **options)
        errors.append(float(np.max(np.abs(run["crank0.angle"] - exact))))
        steps.append(run.statistics["steps"])
        passed = [event.t for event in run.events if event.kind == "bifurcation"]
        assert passed == pytest.approx(passages(count, until), abs=2e-9), rtol
    for looser, tighter in pairwise(errors):
        assert tighter < max(2.0 * looser, 1e-10), errors
    assert steps[-1] < 4 * steps[0], steps


def test_errors_are_estimated_behind_many_passages():
    """Bodies and joints are off to the same side there: with a tolerance ten times smaller it was a fifth."""
    count, until = 40, 10.0
    model, _ = windows(count)
    options = {"rtol": 1e-10, "atol": 1e-12, "formulation": "projection", "estimate_error": True, "progress": False}
    run = model.simulate(until, 11, speeds={"crank0.omega": -1.0}, **options)
    off = np.abs(
        run["crank0.angle"] - pendulum((count + 1) / 3 + count, (count + 1) / 2 + count, 0.5 * np.pi, -1.0, until)
    )
    assert 0.5 < np.max(np.abs(run.error("crank0.angle"))) / np.max(off) < 2.0


def test_errors_that_are_estimated_no_finer_than_the_floor_say_so():
    model, _ = windows(3)
    options = {"speeds": {"crank0.omega": -1.0}, "estimate_error": True, "progress": False}

    def told(rtol: float) -> int:
        run = model.simulate(1.0, 11, rtol=rtol, atol=1e-2 * rtol, formulation="projection", **options)
        return len([note for note in run.notes if "estimated from a run that is no finer there" in note])

    assert told(2e-10) == 1
    assert told(1e-8) == 0


def test_the_floor_that_is_said_grows_with_the_passages():
    """Ten windows pass the flat position four times: the error at a tight tolerance is below what the note says."""
    count, until = 10, 3.5
    model, _ = windows(count)
    options = {"rtol": 1e-11, "atol": 1e-13, "formulation": "projection", "progress": False}
    run = model.simulate(until, 11, speeds={"crank0.omega": -1.0}, **options)
    exact = pendulum((count + 1) / 3 + count, (count + 1) / 2 + count, 0.5 * np.pi, -1.0, until)
    assert [event.kind for event in run.events] == ["bifurcation"] * 4
    assert any("no smaller than about 4e-08 rad" in note and "1e-08 a passage" in note for note in run.notes)
    assert np.max(np.abs(run["crank0.angle"] - exact)) < 4e-8


@pytest.mark.parametrize(
    ("formulation", "method"),
    [
        ("canonical", "dop853"),
        ("hybrid", "dop853"),
        ("joint-partitioning", "dop853"),
        ("joint-canonical", "dop853"),
        ("joint", "adams"),
    ],
)
def test_loops_that_lie_flat_all_at_once_cost_no_digits(formulation, method):
    """Twenty windows pass four times. The canonical form was off by 1e-4 rad there at any tolerance and saw fewer
    passages; Adams's method multiplied the errors of what it remembers, and crawled.
    """
    count, until = 20, 3.5
    model, _ = windows(count)
    exact = pendulum((count + 1) / 3 + count, (count + 1) / 2 + count, 0.5 * np.pi, -1.0, until)
    errors, steps = [], []
    for rtol in (1e-7, 1e-9, 1e-11, 1e-13):
        options = {"rtol": rtol, "atol": 1e-2 * rtol, "formulation": formulation, "method": method, "progress": False}
        run = model.simulate(until, 11, speeds={"crank0.omega": -1.0}, **options)
        errors.append(float(np.max(np.abs(run["crank0.angle"] - exact))))
        steps.append(run.statistics["steps"])
        passed = [event.t for event in run.events if event.kind == "bifurcation"]
        assert passed == pytest.approx(passages(count, until), abs=max(2.0 * errors[-1], 1e-8)), rtol
    for looser, tighter in pairwise(errors):
        assert tighter < max(2.0 * looser, 1e-9), errors
    assert errors[0] < 1e-5
    assert steps[-1] < 20 * steps[0], steps


@pytest.mark.parametrize("count", [2, 5])
def test_accelerations_of_canonical_hold_where_several_loops_lie_flat(count):
    """Two of 11 rad/s^2 were missing beside that position."""
    model, exact = windows(count)
    options = {"speeds": {"crank0.omega": -1.0}, "rtol": 1e-9, "atol": 1e-11, "progress": False}
    run = model.simulate(1.0, 801, formulation="canonical", **options)
    pull = ((count + 1) / 2 + count) / ((count + 1) / 3 + count) * 9.81
    assert run["crank0.alpha"] == pytest.approx(-pull * np.cos(run["crank0.angle"]), abs=1e-5)
    assert run["crank0.angle"][::80] == pytest.approx(exact, abs=1e-7)
    assert [event.kind for event in run.events] == ["bifurcation"]


@pytest.mark.parametrize("part", [0.5, 0.9, 0.99, 1.01, 1.1])
def test_adams_goes_on_from_beside_a_singular_position(tmp_path, part):
    """There the method of one step that stands in for it is at work, or about to; a saved run knows which.

    Which rows are asked for beside such a position changes the last digits of this method's steps: 1e-11 rad.
    """
    count, until = 3, 1.2
    model, _ = windows(count)
    end = part * float(passages(count, until)[0])
    options = {"formulation": "joint", "method": "adams", "speeds": {"crank0.omega": -1.0}, "progress": False}
    whole = model.simulate(until, 25, **options)
    begun = model.simulate(end, 5, **options)
    begun.save(tmp_path / "begun.run")
    gone_on = lw.load_run(tmp_path / "begun.run").go_on(until, 7)
    assert gone_on["crank0.angle"][-1] == pytest.approx(whole["crank0.angle"][-1], abs=1e-9)


@pytest.mark.parametrize("name", ["Bennett", "five cranks"])
def test_a_fixed_step_converges_with_its_order(name):
    """Half the step of a method of order 4 leaves a sixteenth of the error."""
    _, model, exact = loop(name) if name in LOOPS else (None, *five_cranks())
    channel, errors = "J1.angle" if name in LOOPS else "crank0.angle", []
    for step in (0.04, 0.02, 0.01):
        run = model.simulate(2.0, 11, method="rk4", step=step, progress=False)
        errors.append(float(np.max(np.abs(run[channel] - run[channel][0] - (exact - exact[0])))))
    assert errors[2] < 1e-5
    assert errors[0] / errors[1] > 10.0
    assert errors[1] / errors[2] > 10.0
