"""Time-stepping in the plane: impacts, friction, piles and joints, to the order of the step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.profiles import circle, polygon, wall

_G = 9.81


def _floor(mechanism: lw.Planar, height: float = 0.0) -> str:
    return mechanism.ground.profile("floor", wall((0, height), (-1, 0)))


def _disc(mechanism: lw.Planar, name: str, x: float, y: float, radius: float = 0.1, mass: float = 1.0) -> str:
    body = mechanism.body(name, estimate=(x, y, 0))
    mechanism.mass(name, mass=mass, inertia=0.5 * mass * radius**2)
    return body.profile("rim", circle(radius))


def _box(mechanism: lw.Planar, name: str, x: float, y: float, width: float, height: float) -> Any:
    body = mechanism.body(name, estimate=(x, y, 0))
    mechanism.mass(name, mass=1.0, inertia=(width**2 + height**2) / 12.0)
    a, b = 0.5 * width, 0.5 * height
    body.profile("edge", polygon([(-a, -b), (a, -b), (a, b), (-a, b)]))
    return body


def _run(mechanism: lw.Planar, until: float, step: float, points: int = 0, **options: object) -> lw.Run:
    count = points or round(until / step) + 1
    return mechanism.simulate(until, count, method="moreau", step=step, progress=False, **options)


def _ball(restitution: float) -> lw.Planar:
    mechanism = lw.Planar("ball")
    mechanism.set_gravity(0, -_G)
    mechanism.contact("C", _floor(mechanism), _disc(mechanism, "ball", 0, 1.1), restitution=restitution)
    return mechanism


def test_a_bouncing_ball_meets_the_floor_at_its_times_to_the_order_of_the_step() -> None:
    exact = np.array([0.451523641, 1.083656738, 1.526149907, 1.835895124])  # NSM-1
    mechanism = _ball(0.7)
    errors = []
    for step in (4e-3, 1e-3):
        run = _run(mechanism, 2.0, step)
        up = np.flatnonzero(np.diff(run["ball.vy"]) > 1.0) + 1
        errors.append(np.max(np.abs(run.t[up][:4] - exact)))
        assert errors[-1] < 4.0 * step
        assert np.max(run["C.depth"]) < 5.0 * step
    assert errors[1] < 0.5 * errors[0]


def test_energy_never_rises_and_adds_up() -> None:
    run = _run(_ball(0.7), 3.0, 1e-3)
    assert np.max(np.diff(run["energy.total"])) < 1e-8
    assert np.max(np.abs(run["energy.balance"])) < 1e-8
    assert run["C.impulse"][-1] == pytest.approx(_G * 3.0, rel=1e-3)
    assert run["C.force"][-1] == pytest.approx(_G, rel=1e-9)


def test_a_ball_with_restitution_one_keeps_its_energy() -> None:
    run = _run(_ball(1.0), 3.0, 1e-3)
    assert np.ptp(run["energy.total"]) < 1e-7


def test_a_block_slides_to_its_stop() -> None:
    mechanism = lw.Planar("block")
    mechanism.set_gravity(0, -_G)
    _box(mechanism, "block", 0, 0.05 - 1e-9, 0.4, 0.1)
    mechanism.contact("C", _floor(mechanism), "block.edge", friction=0.3)
    run = _run(mechanism, 1.0, 1e-3, speeds={"block.vx": 2.0}, rtol=1e-10)
    assert run["block.x"][-1] == pytest.approx(2.0**2 / (2.0 * 0.3 * _G), abs=2e-3)
    assert abs(run["block.vx"][-1]) < 1e-9
    assert run["C.friction"][100] == pytest.approx(0.3 * _G, rel=1e-9)


def test_the_dry_friction_oscillator_rests_where_it_should() -> None:
    mechanism = lw.Planar("oscillator")  # NSM-2: rests at 0.682178936724; siconos with this step: 0.6820441
    mechanism.set_gravity(0, -1)
    block = _box(mechanism, "block", 12, 0.05 - 1e-9, 4.0, 0.1)
    mechanism.contact("C", _floor(mechanism), "block.edge", friction=1.0)
    mechanism.slide_spring("S", mechanism.ground.line((0, 0), (1, 0)), block.at(0, 0), stiffness=1, free_position=0)
    run = _run(mechanism, 25.0, 0.01, speeds={"block.vx": 6.0}, rtol=1e-10)
    assert run["block.x"][-1] == pytest.approx(0.682178936724, abs=2e-3)
    assert np.max(run["block.x"]) == pytest.approx(13.317821063, abs=2e-2)


def test_a_pile_of_boxes_at_rest_stays_at_rest() -> None:
    mechanism = lw.Planar("pile")
    mechanism.set_gravity(0, -_G)
    _floor(mechanism)
    for level in range(4):
        _box(mechanism, f"box{level}", 0.01 * level, 0.1 + 0.2 * level - 1e-7 * (level + 1), 0.4, 0.2)
    mechanism.contacts_among("pile", friction=0.5)
    run = _run(mechanism, 0.5, 1e-3, points=51, rtol=1e-8)
    for level in range(4):
        assert np.ptp(run[f"box{level}.x"]) < 1e-6
        assert np.ptp(run[f"box{level}.y"]) < 1e-5
        assert np.ptp(run[f"box{level}.angle"]) < 1e-5
    assert run["pile.force"][-1] == pytest.approx((1 + 2 + 3 + 4) * _G, rel=1e-4)


def test_three_touching_balls_part_as_the_simultaneous_law_says() -> None:
    mechanism = lw.Planar("cradle")
    for number in range(3):
        _disc(mechanism, f"ball{number}", (0.2 - 1e-9) * number, 0)
    mechanism.contacts_among("balls", restitution=1)
    run = _run(mechanism, 0.01, 1e-3, speeds={"ball0.vx": 1.0}, rtol=1e-13)
    assert [run[f"ball{number}.vx"][-1] for number in range(3)] == pytest.approx([-1 / 3, 2 / 3, 2 / 3], abs=1e-9)


def _pendulum() -> lw.Planar:
    mechanism = lw.Planar("pendulum")
    mechanism.set_gravity(0, -_G)
    rod = mechanism.body("rod", estimate=(0.5, 0, 0))
    mechanism.mass("rod", mass=2, inertia=0.2)
    mechanism.revolute("A", mechanism.ground.at(0, 0), rod.at(-0.5, 0))
    tip = rod.profile("tip", circle(0.05, (0.5, 0)))
    side = mechanism.ground.profile("side", wall((-0.3, 0), (0, 1)))
    mechanism.contact("C", side, tip, restitution=0.6, friction=0.2)
    return mechanism


def test_a_pendulum_that_hits_a_wall_follows_the_event_driven_run() -> None:
    mechanism = _pendulum()
    exact = mechanism.simulate(1.2, 121, progress=False)
    errors = []
    for step in (2e-3, 5e-4):
        run = _run(mechanism, 1.2, step, points=121, rtol=1e-10)
        errors.append(float(np.mean(np.abs(run["rod.angle"] - exact["rod.angle"]))))
        assert np.max(run["violation.position"]) < 1e-9
    assert errors[0] < 2e-2 and errors[1] < 0.5 * errors[0]


def test_a_pendulum_without_impact_is_of_second_order() -> None:
    mechanism = _pendulum()
    exact = mechanism.simulate(0.3, 4, progress=False, rtol=1e-12)
    errors = [
        abs(_run(mechanism, 0.3, step, points=4)["rod.angle"][-1] - exact["rod.angle"][-1]) for step in (2e-3, 1e-3)
    ]
    assert errors[1] < 0.3 * errors[0] and errors[1] < 1e-5


def test_few_members_of_a_group_are_followed_one_by_one() -> None:
    mechanism = lw.Planar("few")
    for number in range(3):
        _disc(mechanism, f"ball{number}", 0.3 * number, 0)
    mechanism.contacts_among("balls", restitution=1)
    run = mechanism.simulate(0.5, 11, speeds={"ball0.vx": 1.0}, progress=False)
    assert "balls(ball0.rim, ball1.rim).gap" in run.channels()
    assert run["ball2.vx"][-1] == pytest.approx(1.0, abs=1e-9)
