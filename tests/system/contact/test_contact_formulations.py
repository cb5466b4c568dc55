"""Contacts and dry friction in all formulations that follow them: the same events, motion, forces and reactions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import contacts_plane as plane
import contacts_space as space
from linkwork.analysis.simulation.solved_states import solved_states
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import EVENTFUL

TIGHT = {"rtol": 1e-11, "atol": 1e-13}
# a model, its end, the rates that it starts with
CASES: dict[str, tuple[Callable[[], Any], float, dict[str, float]]] = {
    "a ball that begins to roll": (plane.ball, 0.6, {"ball.vx": 1.0}),
    "a ball that bounces": (lambda: plane.ball(restitution=0.8), 0.6, {"ball.vx": 1.0}),
    "a box that tips over": (plane.box, 0.5, {"box.vx": 0.5}),
    "a pendulum at a wall": (lambda: plane.pendulum(0.5), 0.9, {}),
    "a chain on a floor": (plane.chain, 0.55, {}),
    "a slider-crank at a stop": (plane.slider_crank, 1.0, {}),
    "a four-bar on a floor": (plane.four_bar, 1.5, {}),
    "a doubled four-bar on a floor": (lambda: plane.four_bar(doubled=True), 1.5, {}),
    "a five-bar on a floor": (plane.five_bar, 0.5, {}),
    "a pendulum that rubs in its joints": (plane.friction_pendulum, 1.5, {}),
    "a loop that rubs in its joints": (lambda: plane.friction_pendulum(closed=True), 1.0, {}),
    "a slider-crank that stops": (lambda: plane.slider_crank(restitution=0.0, friction=0.3), 1.0, {}),
    "a ball in space": (lambda: space.falling_ball(friction=0.1), 0.5, {"ball.vx": 1.0}),
    "a box in space": (space.falling_box, 0.5, {"box.vx": 1.0}),
    "a pendulum in space": (space.hitting_pendulum, 0.9, {}),
    "a chain in space": (space.falling_chain, 0.5, {}),
    "a slider-crank in space": (lambda: space.slider_crank(redundant=False), 1.0, {}),
    "a flat slider-crank in space": (space.slider_crank, 1.0, {}),
}


OTHERS = [name for name in EVENTFUL if name != "projection"]


@cache
def run_in(name: str, formulation: str, rtol: float = 1e-11) -> Run:
    """A case in a formulation."""
    make, until, speeds = CASES[name]
    tolerances = {"rtol": rtol, "atol": 0.01 * rtol}
    run = make().simulate(until, 41, formulation=formulation, speeds=speeds, progress=False, **tolerances)
    assert run.completed, run.events[-1].text
    return run


@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize("name", CASES)
def test_all_formulations_give_the_same_motion_and_events(name: str, formulation: str) -> None:
    """Trajectories to 1e-8, event times to 1e-8 s, the same events in the same order."""
    bodies, other = run_in(name, "projection"), run_in(name, formulation)
    assert [(contact_event.kind, contact_event.who) for contact_event in bodies.touches] == [
        (contact_event.kind, contact_event.who) for contact_event in other.touches
    ]
    assert bodies.touches
    for one, two in zip(bodies.touches, other.touches, strict=True):
        assert one.t == pytest.approx(two.t, abs=1e-8)
        if one.kind == "impact":
            assert (one.impulse, one.lost) == pytest.approx((two.impulse, two.lost), abs=1e-7)
    assert np.max(np.abs(bodies.q - other.q)) < 1e-8
    assert np.max(np.abs(bodies.v - other.v)) < 1e-7


@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize("name", CASES)
def test_all_formulations_give_the_same_accelerations_and_reactions_at_the_same_states(
    name: str, formulation: str
) -> None:
    """At states of one run: accelerations and unique reactions to 1e-10 of the largest."""
    run = run_in(name, "projection")
    frames = range(0, len(run.t), 4)
    expected, found = (solved_states(run, each, frames) for each in ("projection", formulation))
    assert run.loads is not None
    assert np.max(np.abs(expected[0] - run.a[frames])) < 1e-10 * np.max(np.abs(run.a))
    assert np.max(np.abs(expected[0] - found[0])) < 1e-10 * np.max(np.abs(run.a))
    if run.loads.wrenches.size:
        apart = np.where(run.loads.unique.table[frames], expected[1] - found[1], 0.0)
        assert np.max(np.abs(apart)) < 1e-10 * np.max(np.abs(expected[1]))


@pytest.mark.parametrize(
    "name", ["a five-bar on a floor", "a four-bar on a floor", "a chain in space", "a ball in space"]
)
@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_no_energy_is_missing_with_impacts_and_friction(name: str, formulation: str) -> None:
    """What impacts and friction take is in the balance: it closes to 1e-7 of the energy that falls."""
    run = run_in(name, formulation)
    lost = run["energy.lost"]
    assert np.all(np.diff(lost) > -1e-9)
    assert lost[-1] > 1e-3
    assert np.max(np.abs(run["energy.balance"])) < 1e-7 * np.max(np.abs(run["energy.total"]) + 1.0)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_a_slider_crank_with_elastic_impacts_goes_back_the_way_it_came(formulation: str) -> None:
    """Elastic impacts have no direction in time: turned round at the end, the motion ends where it began, to 1e-7."""
    there = plane.slider_crank(restitution=1.0).simulate(
        1.0, 3, formulation=formulation, speeds={"crank.omega": -1.0}, progress=False, **TIGHT
    )
    assert sum(contact_event.kind == "impact" for contact_event in there.touches) >= 1
    back = plane.slider_crank(restitution=1.0)
    x, y, angle = (float(there[f"crank.{part}"][-1]) for part in ("x", "y", "angle"))
    for body in ("crank", "rod", "slider"):
        back.estimate(body, *(float(there[f"{body}.{part}"][-1]) for part in ("x", "y", "angle")))
    again = back.simulate(
        1.0,
        3,
        formulation=formulation,
        hold={"crank.angle": angle},
        speeds={"crank.omega": -float(there["crank.omega"][-1])},
        progress=False,
        **TIGHT,
    )
    assert (x, y) == pytest.approx((0.0, 0.0), abs=1e-10)
    assert again["crank.angle"][-1] == pytest.approx(there["crank.angle"][0], abs=1e-7)
    assert again["crank.omega"][-1] == pytest.approx(1.0, abs=1e-6)
    assert len(again.touches) == len(there.touches)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_event_times_converge_with_the_tolerance(formulation: str) -> None:
    """Every event of the chain to 1e-8 s at a tolerance of 1e-11, against 1e-13."""
    exact = run_in("a chain on a floor", formulation, 1e-13)
    errors = []
    for rtol in (1e-7, 1e-9, 1e-11):
        run = run_in("a chain on a floor", formulation, rtol)
        errors.append(max(abs(one.t - other.t) for one, other in zip(run.touches, exact.touches, strict=True)))
    assert errors[2] < 1e-8
    assert errors[0] < 1e-4
    assert errors[2] <= max(errors[0], 1e-10)
