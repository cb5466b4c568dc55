"""Known impulses: velocities after a blow, impulsive reactions, momentum, work; with contacts, drivers and files."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.run.run import Run

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
MASS, LENGTH, IMPULSE = 2.0, 1.5, 3.0


def rods(count: int) -> lw.Planar:
    """Uniform rods that hang below each other, without weight, struck at the free end across."""
    m = lw.Planar("hanging rods")
    before = m.ground.at(0, 0)
    for number in range(count):
        rod = m.body(f"rod{number}", (0, -number * LENGTH, -0.5 * math.pi), points={"end": (LENGTH, 0)})
        m.mass(f"rod{number}", mass=MASS, inertia=MASS * LENGTH**2 / 12, center=(0.5 * LENGTH, 0))
        m.revolute(f"A{number}", before, rod.at(0, 0))
        before = rod.at(LENGTH, 0)
    m.impulse("hit", f"rod{count - 1}.end", (IMPULSE, 0), time=0.1)
    return m


@cache
def swing(count: int) -> Run:
    return rods(count).simulate(0.2, 3, **EXACT)


def test_a_pendulum_turns_by_its_angular_momentum() -> None:
    """I omega = p l; the pin gives back p (3/2 - 1): it is struck beyond its centre of percussion."""
    impulse = swing(1).impulses[0]
    omega = IMPULSE * LENGTH / (MASS * LENGTH**2 / 3)
    assert swing(1)["rod0.omega"][-1] == pytest.approx(omega, rel=1e-10)
    assert impulse.t == pytest.approx(0.1, abs=1e-12)
    assert impulse.reaction("A0") == pytest.approx({"fx": 0.5 * IMPULSE, "fy": 0.0, "torque": 0.0}, abs=1e-10)
    assert impulse.work == pytest.approx(0.5 * IMPULSE * LENGTH * omega, rel=1e-10)


def test_a_double_pendulum_struck_at_its_end_moves_as_the_closed_form_says() -> None:
    """Two equal rods: omega_1 = -6 p / (7 m l), omega_2 = 30 p / (7 m l), from two balances of angular momentum."""
    m = rods(2)
    m.event("see", "t - 0.1 - 1e-9", stop=True)
    run = m.simulate(0.2, 3, **EXACT)
    unit = IMPULSE / (MASS * LENGTH)
    assert run["rod0.omega"][-1] == pytest.approx(-6 / 7 * unit, rel=1e-6)
    assert run["rod1.omega"][-1] == pytest.approx(30 / 7 * unit, rel=1e-6)


def test_impulses_and_reactions_are_the_change_of_momentum() -> None:
    """Of the whole, by the pin; of the second rod, by the joint between the two."""
    m = rods(2)
    m.event("see", "t - 0.1 - 1e-9", stop=True)
    run = m.simulate(0.2, 3, **EXACT)
    impulse = run.impulses[0]
    speeds = [run["rod0.omega"][-1], run["rod1.omega"][-1]]
    first, second = 0.5 * LENGTH * speeds[0], LENGTH * speeds[0] + 0.5 * LENGTH * speeds[1]
    assert impulse.reaction("A0")["fx"] + IMPULSE == pytest.approx(MASS * (first + second), rel=1e-6)
    assert impulse.reaction("A1")["fx"] + IMPULSE == pytest.approx(MASS * second, rel=1e-6)


def test_work_of_the_impulse_counts_as_given() -> None:
    for count in (1, 2):
        run = swing(count)
        assert run["energy.given"][-1] == pytest.approx(run.impulses[0].work, rel=1e-12)
        assert run["energy.kinetic"][-1] == pytest.approx(run.impulses[0].work, rel=1e-9)


def test_a_driven_crank_keeps_its_speed_and_the_driver_does_the_work() -> None:
    """Struck against its motion: the driver gives back all that the impulse takes."""
    m = lw.Planar("driven crank")
    crank = m.body("crank", (0, 0, 0), points={"end": (1, 0)}, mass=lw.Mass(mass=1, center=(0.5, 0), inertia=0.1))
    m.revolute("A", m.ground, crank)
    m.drive("turn", joint="A", angle="2*t")
    m.event("hit", "t - 0.25", impulse={"crank.end": (0, -3)}, times=1)
    run = m.simulate(0.5, 3, **EXACT)
    work = -3 * math.cos(0.5) * 2
    assert run["crank.omega"][-1] == pytest.approx(2, abs=1e-9)
    assert run.impulses[0].work == pytest.approx(work, rel=1e-9)
    assert run["energy.given"][-1] == pytest.approx(work, rel=1e-9)
    assert run.impulses[0].reaction("turn")["torque"] == pytest.approx(3 * math.cos(0.5), rel=1e-9)
    assert run["energy.driven"][-1] == pytest.approx(-work, rel=1e-6)


def test_a_blow_with_a_moment_on_a_free_body_in_space() -> None:
    """p = m v; the moment about the mass centre turns by the inertia, in body axes."""
    m = lw.Spatial("stone")
    m.body("stone", estimate=(0, 0, 0), points={"tip": (0.5, 0, 0)})
    m.mass("stone", mass=2, inertia=(1, 2, 4))
    m.impulse("hit", "stone.tip", (1, 2, 3, 0.5, 0, 0), time=0.1)
    m.event("see", "t - 0.1 - 1e-9", stop=True)
    run = m.simulate(0.2, 3, **EXACT)
    assert [run[f"stone.v{axis}"][-1] for axis in "xyz"] == pytest.approx([0.5, 1.0, 1.5], rel=1e-9)
    assert [run[f"stone.omega.{axis}"][-1] for axis in "xyz"] == pytest.approx([0.5, -0.75, 0.25], rel=1e-6)


# ------------------------------------------------------------------ with contacts


def resting_ball(push: tuple[float, ...], restitution: float = 0.8, friction: float = 0.0) -> lw.Planar:
    m = lw.Planar("ball on a floor")
    m.set_gravity(0, -9.81)
    body = m.body("ball", (0, 0.1, 0), mass=lw.Mass(mass=2, inertia=0.01))
    body.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim", restitution=restitution, friction=friction)
    m.impulse("hit", "ball", push, time=0.1)
    return m


def test_a_floor_takes_an_impulse_that_presses_on_it() -> None:
    """A contact that is closed stays so, whatever its restitution: its impulse is the blow's."""
    run = resting_ball((0, -3)).simulate(0.2, 21, **EXACT)
    assert [(item.name, item.impulse) for item in run.impacts] == [("C", pytest.approx(3, rel=1e-9))]
    assert run["ball.y"] == pytest.approx(np.full(21, 0.1), abs=1e-10)
    assert run["C.mode"][-1] > 0


def test_an_impulse_upwards_opens_a_contact() -> None:
    run = resting_ball((0, 3)).simulate(0.2, 21, **EXACT)
    assert not run.impacts
    assert [item.kind for item in run.touches][-1] == "opens"
    assert run["ball.vy"][-1] == pytest.approx(1.5 - 0.981, rel=1e-9)


def test_friction_answers_an_oblique_impulse_within_its_cone() -> None:
    """Slides on: mu p_n of 4 N s along is left over; the ball turns by the impulse of friction."""
    m = resting_ball((4, -3), friction=0.1)
    m.event("see", "t - 0.1 - 1e-9", stop=True)
    run = m.simulate(0.2, 21, **EXACT)
    assert run.impacts[0].impulse == pytest.approx(3, rel=1e-9)
    assert abs(run.impacts[0].friction_impulse) == pytest.approx(0.3, rel=1e-9)
    assert run["ball.vx"][-1] == pytest.approx((4 - 0.3) / 2, rel=1e-6)
    assert run["ball.omega"][-1] == pytest.approx(-0.3 * 0.1 / 0.01, rel=1e-6)


def test_balls_in_touch_pass_a_blow_on() -> None:
    """Two free balls that touch, e = 0: struck together they go on together; all momentum is there."""
    m = lw.Planar("two balls")
    for name, x in (("one", 0.0), ("two", 0.2)):
        body = m.body(name, (x, 0, 0), mass=lw.Mass(mass=1, inertia=0.01))
        body.profile("rim", lw.circle(0.1))
    m.contact("C", "one.rim", "two.rim", restitution=0)
    m.impulse("hit", "one", (2, 0), time=0.1)
    run = m.simulate(0.2, 3, **EXACT)
    assert run["one.vx"][-1] == pytest.approx(1, rel=1e-9)
    assert run["two.vx"][-1] == pytest.approx(1, rel=1e-9)
    assert run["energy.given"][-1] == pytest.approx(2, rel=1e-9)
    assert run["energy.lost"][-1] == pytest.approx(1, rel=1e-9)


# ------------------------------------------------------------------ files and words


def test_impulses_come_back_from_files(tmp_path: Any) -> None:
    m = rods(2)
    m.save(tmp_path / "rods.yaml")
    again = lw.load(tmp_path / "rods.yaml")
    assert again.events == m.events
    assert "impulse" in (tmp_path / "rods.yaml").read_text()
    swing(2).save(tmp_path / "swing.run")
    assert lw.load_run(tmp_path / "swing.run").impulses == swing(2).impulses


@pytest.mark.parametrize(
    ("place", "numbers", "words"),
    [
        ("rod0.end", (1,), "event 'B': the impulse at 'rod0.end' needs 2 numbers in N s, or 3 with its moment"),
        ("ground", (1, 0), "event 'B': an impulse on the ground does nothing"),
        ("rod9", (1, 0), "body 'rod9' is not defined"),
        ("rod0.nose", (1, 0), "nose"),
    ],
)
def test_a_bad_impulse_is_refused_in_words(place: str, numbers: Any, words: str) -> None:
    m = rods(1)
    with pytest.raises(MechanismError, match=words):
        m.event("B", "t - 0.1", impulse={place: numbers})
        m.simulate(0.2, 3, progress=False)


def test_an_impact_elsewhere_makes_a_sticking_contact_slip() -> None:
    """A ball falls obliquely onto a block that sticks to a floor: more than its friction can bear."""
    m = lw.Planar("ball on a block")
    m.set_gravity(0, -9.81)
    block = m.body("block", (0, 0.1, 0), mass=lw.Mass(mass=2, inertia=0.1))
    block.profile("skin", lw.polygon([(-0.5, -0.1), (0.5, -0.1), (0.5, 0.1), (-0.5, 0.1)]))
    ball = m.body("ball", (-1, 0.1, 0), mass=lw.Mass(mass=1, inertia=0.01))
    ball.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("F", "ground.floor", "block.skin", friction=0.3)
    m.contact("B", "ball.rim", "block.skin", restitution=0.5)
    m.contact("R", "ground.floor", "ball.rim")
    m.event("see", "block.vx - 1e-3", stop=True)
    run = m.simulate(1.0, 3, speeds={"ball.vx": 3}, **EXACT)
    assert run.impacts[0].name == "B"
    assert run["block.vx"][-1] == pytest.approx(1.5, rel=1e-6)


@pytest.mark.parametrize(("time", "start"), [(-1.0, 0.0), (0.0, 0.0), (0.05, 0.05)])
def test_a_blow_that_comes_too_early_to_act_is_refused(time: float, start: float) -> None:
    m = rods(1)
    m.impulse("early", "rod0.end", (1, 0), time=time)
    with pytest.raises(AnalysisError, match=f"event 'early' at t = {time:g} s would never act"):
        m.simulate(0.8, 3, start=start, progress=False)


def test_a_blow_before_zero_acts_in_a_simulation_that_starts_before_it() -> None:
    m = rods(1)
    m.impulse("early", "rod0.end", (1, 0), time=-0.1)
    assert [impulse.name for impulse in m.simulate(0.2, 3, start=-0.2, **EXACT).impulses] == ["early", "hit"]


@pytest.mark.parametrize(
    ("when", "direction", "words"),
    [
        ("t - 5", "either", "event 'E' at t = 5 s does not happen: the simulation ends at 0.2 s"),
        ("2*(t + 1)", "either", "event 'E' at t = -1 s does not happen: the simulation starts at 0 s"),
        ("t - 0.1", "falling", "event 'E' never happens: 't-0.1' passes zero rising, and it counts falling"),
    ],
)
def test_an_event_at_a_time_that_is_never_passed_is_told(when: str, direction: str, words: str) -> None:
    m = rods(1)
    m.event("E", when, direction, stop=True)
    assert words in m.simulate(0.2, 3, **EXACT).notes
    assert not any("event '" in note for note in swing(1).notes)
