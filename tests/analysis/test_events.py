"""Events: found to rounding, in order, with their actions: stop, log, put a flag, jump a speed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.oscillator import EXACT, cart, oscillator, wheel
from linkwork.base.errors import AnalysisError, MechanismError

pytestmark = pytest.mark.both_coordinates

IMPACTS = [
    0.451523641,
    1.083656738,
    1.526149907,
    1.835895124,
    2.052716777,
    2.204491933,
    2.310734543,
    2.385104370,
    2.437163249,
    2.473604464,
]
"""NSM-1 of the public cases: a ball falls from 1 m and bounces with e = 0.7."""
METHODS = ["dop853", "adams", "rk4", "radau"]


def ball(restitution: float = 0.7) -> lw.Planar:
    m = cart(x=1.0, along=(0, 1))
    m.set_gravity(0, -9.81)
    m.event("impact", "cart.y", direction="falling", jump={"cart.vy": -restitution})
    return m


@pytest.mark.parametrize("method", METHODS)
def test_a_bouncing_ball_hits_the_floor_at_the_published_times(method: str) -> None:
    run = ball().simulate(2.48, 25, method=method, step=0.01, **EXACT)
    found = [event.t for event in run.events if event.name == "impact"]
    assert len(found) == 10 and np.allclose(found, IMPACTS, rtol=0, atol=1e-8)
    assert run.completed and np.min(run["cart.y"]) > -1e-12


@pytest.mark.parametrize("formulation", ["direct", "baumgarte", "partitioning", "canonical", "null-space"])
def test_a_ball_bounces_in_every_formulation(formulation: str) -> None:
    run = ball().simulate(2.48, 25, formulation=formulation, **EXACT)
    found = [event.t for event in run.events if event.name == "impact"]
    assert len(found) == 10 and np.allclose(found, IMPACTS, rtol=0, atol=1e-8)


def test_bounces_that_pile_up_end_the_run_where_they_do() -> None:
    run = ball().simulate(3.0, 31, **EXACT)
    assert not run.completed and run.events[-1].kind == "chattering"
    assert abs(run.t[-1] - 2.558633966) < 1e-9
    assert "event 'impact' happens again and again" in run.events[-1].text and "times=" in run.events[-1].text
    assert np.min(run["cart.y"]) > -1e-12


def test_a_ball_that_keeps_its_speed_bounces_for_ever() -> None:
    run = ball(restitution=1.0).simulate(20.0, 21, **EXACT)
    fall = math.sqrt(2 / 9.81)
    found = [event.t for event in run.events]
    assert np.allclose(found, fall * (1 + 2 * np.arange(len(found))), rtol=0, atol=1e-9) and len(found) == 22
    assert np.ptp(run["energy.total"]) < 1e-9


def test_an_event_may_happen_a_limited_number_of_times() -> None:
    m = cart(x=1.0, along=(0, 1))
    m.set_gravity(0, -9.81)
    m.event("impact", "cart.y", direction="falling", jump={"cart.vy": -0.7}, times=3)
    run = m.simulate(3.0, 61, **EXACT)
    last = IMPACTS[2]
    assert run["cart.y"][-1] < -1.0 and run.completed
    assert np.all(run["cart.y"][run.t < IMPACTS[3]] > -1e-9) and last < 3.0


@pytest.mark.parametrize(
    ("direction", "phases"), [("rising", [1.5]), ("falling", [0.5, 2.5]), ("either", [0.5, 1.5, 2.5])]
)
def test_the_direction_says_which_passages_count(direction: str, phases: list[float]) -> None:
    m = oscillator(stiffness=math.pi**2, x=1.0)
    m.event("middle", "cart.x", direction=direction)
    run = m.simulate(3.0, 4, **EXACT)
    assert np.allclose([event.t for event in run.events], phases, rtol=0, atol=1e-10)


def test_an_event_ends_the_run_at_its_time() -> None:
    m = oscillator(stiffness=math.pi**2, x=1.0)
    m.event("down", "cart.x + 0.5", stop=True)
    run = m.simulate(3.0, 31, **EXACT)
    assert run.completed and run.events[-1].kind == "ended" and "event 'down'" in run.events[-1].text
    assert abs(run.t[-1] - 2 / 3) < 1e-11 and abs(run["cart.x"][-1] + 0.5) < 1e-10


def test_a_flag_switches_a_motor_off_and_on_again() -> None:
    """A thermostat: the speed swings between two limits, rising and falling on straight lines."""
    m = wheel()
    m.flag("running", 1)
    m.event("fast", "wheel.omega - 3", direction="rising", put={"running": 0})
    m.event("slow", "wheel.omega - 1", direction="falling", put={"running": 1})
    m.force("drive", "wheel", torque="if(running > 0.5, 2, -1)")
    run = m.simulate(10.0, 101, **EXACT)
    found = [event.t for event in run.events if event.kind == "event"]
    assert np.allclose(found, [1.5, 3.5, 4.5, 6.5, 7.5, 9.5], rtol=0, atol=1e-9)
    assert np.max(run["wheel.omega"]) < 3 + 1e-9 and set(np.unique(run["running"])) == {0.0, 1.0}


def test_the_earliest_of_two_events_wins() -> None:
    m = cart()
    m.event("far", "cart.x - 1.0000001", stop=True)
    m.event("near", "cart.x - 1", stop=True)
    run = m.simulate(5.0, 6, speeds={"cart.vx": 1.0}, **EXACT)
    assert run.events[-1].name == "near" and abs(run.t[-1] - 1) < 1e-12


def test_a_jump_keeps_the_joints_and_the_momentum_they_leave_free() -> None:
    """A double pendulum whose lower bar stops dead against the upper one keeps its moment of momentum about the pin."""
    m = lw.Planar("double pendulum")
    one, two = m.body("one", estimate=(0, 0, 0)), m.body("two", estimate=(1, 0, 0))
    m.revolute("O", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("A", one.at(1, 0), two.at(0, 0))
    for name in ("one", "two"):
        m.mass(name, mass=1, center=(0.5, 0), inertia=1 / 12)
    m.event("clap", "A.angle - 0.4", direction="rising", jump={"A.omega": 0.0})
    run = m.simulate(1.0, 2001, speeds={"one.omega": 0.0, "two.omega": 2.0}, **EXACT)
    (clap,) = [event.t for event in run.events if event.name == "clap"]

    def momentum(row: int) -> float:
        total = 0.0
        for name, reach in (("one", 0.5), ("two", 0.5)):
            phi, w = run[f"{name}.angle"][row], run[f"{name}.omega"][row]
            x, y = run[f"{name}.x"][row] + reach * math.cos(phi), run[f"{name}.y"][row] + reach * math.sin(phi)
            vx = run[f"{name}.vx"][row] - w * reach * math.sin(phi)
            vy = run[f"{name}.vy"][row] + w * reach * math.cos(phi)
            total += x * vy - y * vx + w / 12
        return total

    before = int(np.searchsorted(run.t, clap)) - 1
    assert abs(momentum(before) - momentum(before + 1)) < 1e-9
    after = run.t[before + 1] - clap
    slack = (run["two.omega"] - run["one.omega"] - after * (run["two.alpha"] - run["one.alpha"]))[before + 1]
    assert abs(slack) < 1e-5
    assert abs(run["one.omega"][before] - run["two.omega"][before]) > 0.5
    assert np.max(np.abs(run["one.x"])) < 1e-10


def test_switches_inside_laws_are_events_too() -> None:
    """abs, min, max and if turn at zeros that are found, so the motion is as exact as without them."""
    m = cart(mass=1.0)
    m.state("clock", rate="1")
    m.force("saw", "cart", x="max(-1, min(1, 4*sin(clock)))")
    run = m.simulate(2 * math.pi, 9, **EXACT)
    corner = math.asin(0.25)
    expected = [corner, math.pi - corner, math.pi + corner, 2 * math.pi - corner]
    assert np.allclose([event.t for event in run.events if event.kind == "switch"], expected, rtol=0, atol=1e-11)
    assert abs(run["cart.vx"][-1]) < 1e-9


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"put": {"nothing": 1}}, "'nothing' is not a flag"),
        ({"jump": {"cart.vz": 0}}, "cart.vz"),
        ({"jump": {"nobody.vx": 0}}, "nobody"),
    ],
)
def test_events_that_make_no_sense_are_refused(given: dict[str, dict[str, float]], message: str) -> None:
    m = cart()
    m.event("odd", "cart.x - 1", **given)
    with pytest.raises((MechanismError, AnalysisError), match=message):
        m.simulate(2.0, 3, speeds={"cart.vx": 1.0}, progress=False)


def turning_rod(rate: float) -> lw.Planar:
    m = lw.Planar("turning rod")
    rod = m.body("rod", estimate=(0, 0, 1), points={"tip": (1, 0)})
    m.mass("rod", mass=3, center=(0.5, 0), inertia=0.25)
    m.set_gravity(0, -9.81)
    m.revolute("O", m.ground.at(0, 0), rod.at(0, 0))
    m.drive("motor", joint="O", angle=f"1 + {rate}*t")
    return m


def test_no_passage_is_missed_however_fast_a_driven_body_turns() -> None:
    """The angle is linear in time, so that nothing but the event itself asks for short steps."""
    m = turning_rod(200)
    m.event("up", "rod.tip.y", direction="rising")
    run = m.simulate(2.0, 3, progress=False)
    times = [event.t for event in run.events if event.name == "up"]
    exact = [(2 * math.pi * turn - 1) / 200 for turn in range(1, 70) if (2 * math.pi * turn - 1) / 200 < 2.0]
    assert len(times) == len(exact) and np.allclose(times, exact, rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
def test_the_work_of_a_driver_is_right_though_nothing_else_limits_the_steps(method: str) -> None:
    run = turning_rod(20).simulate(2.0, 11, method=method, progress=False)
    rise = 3 * 9.81 * 0.5 * (math.sin(41.0) - math.sin(1.0))
    assert run["energy.driven"][-1] == pytest.approx(rise, abs=1e-5)


def carriage(start: float, speed: float, pull: float, **event: Any) -> Any:
    m = lw.Planar("carriage")
    block = m.body("block", estimate=(start, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=1, inertia=1)
    m.set_gravity(pull, 0)
    m.event("passage", "block.x", stop=True, **event)
    return m.simulate(2.0, 5, hold={"block.x": start}, speeds={"block.vx": speed}, progress=False)


@pytest.mark.parametrize(("speed", "pull"), [(1.0, 0.0), (0.0, 5.0), (0.0, -5.0), (-1.0, 0.0)])
def test_a_number_that_is_zero_at_the_start_has_not_passed_zero(speed: float, pull: float) -> None:
    assert not carriage(0.0, speed, pull).events


def test_a_number_that_starts_at_zero_is_seen_when_it_comes_back() -> None:
    run = carriage(0.0, 1.0, -2.0)
    assert [event.t for event in run.events if event.kind == "event"] == [pytest.approx(1.0, abs=1e-12)]


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
def test_one_passage_is_one_event_also_when_its_action_changes_the_forces(method: str) -> None:
    m = lw.Planar("pushed")
    bob = m.body("bob", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass("bob", mass=1, inertia=1)
    m.flag("k")
    m.force("push", bob, torque="2 - 4*k")
    m.joint_spring("coil", "O", stiffness=3)
    m.event("fast", "bob.omega - 1", direction="rising", put={"k": 1})
    run = m.simulate(4.0, 5, method=method, rtol=1e-12, atol=1e-13, progress=False)
    times = [event.t for event in run.events if event.name == "fast"]
    assert len(times) == len({round(t, 6) for t in times}) >= 1


def test_a_run_that_stops_keeps_the_state_at_which_it_stopped() -> None:
    m = lw.Planar("ending force")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=1, inertia=1)
    m.force("pull", block, x="sqrt(0.5 - x)")
    run = m.simulate(2.0, 3, progress=False)
    assert not run.completed and run.t[-1] > 1.2 and run["block.x"][-1] == pytest.approx(0.5, abs=1e-3)
