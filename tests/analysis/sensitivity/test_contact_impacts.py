"""Derivatives across impacts: closed forms of bounces, differences where there are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.contact_designs import ball, by_name, carried, closed_form, differences

BOUNCES = 6


def bounces(h: Any, g: Any, e: Any, until: float) -> Any:
    """Times of the bounces of a ball, then its height and speed at the end."""
    t, v = (2 * h / g) ** 0.5, e * (2 * g * h) ** 0.5
    times = [t]
    while np.real(t + 2 * v / g) < until:
        t, v = t + 2 * v / g, e * v
        times.append(t)
    rest = until - t
    return np.array([*times, (v - 0.5 * g * rest) * rest + 0.1, v - g * rest])


def test_a_bouncing_ball_has_the_derivatives_of_its_closed_form() -> None:
    values, until = {"h": 1.3, "g": 9.81, "e": 0.8}, 3.1
    m = ball({"restitution": "e"}, e=0.8)
    run, found = by_name(m, list(values), until)
    assert len(run.events) == BOUNCES - 1
    for name, tangents in found.items():
        exact = closed_form(lambda **design: bounces(until=until, **design), values, name)
        ours = [*tangents.events, tangents.q[-1, 1], tangents.v[-1, 1]]
        np.testing.assert_allclose(ours, exact, rtol=1e-11, atol=1e-11, err_msg=name)


def test_a_ball_thrown_at_an_inclined_wall_leaves_it_as_its_angle_says() -> None:
    def flight(a: Any, e: Any, v: Any) -> Any:
        """Centre and speed after 0.9 s of a ball of 0.1 m thrown from (0, 1) against a wall at (1, 0)."""
        nx, ny, g, until = -np.sin(a), np.cos(a), 9.81, 0.9
        gap, rate, pull = -nx + ny - 0.1, nx * v, -g * ny
        t = (-rate - (rate**2 - 2 * pull * gap) ** 0.5) / pull
        vx, vy = v, -g * t
        push = -(1 + e) * (nx * vx + ny * vy)
        vx, vy, rest = vx + push * nx, vy + push * ny, until - t
        return np.array([t, v * t + vx * rest, 1 - g * t**2 / 2 + vy * rest - g * rest**2 / 2, vx, vy - g * rest])

    values = {"a": 1.1, "e": 0.6, "v": 2.0}
    m = lw.Planar("throw")
    m.parameters(**values)
    m.set_gravity(0, -9.81)
    body = m.body("ball", estimate=(0, 1, 0))
    m.mass(body, mass=1, inertia=0.005)
    body.profile("rim", lw.circle(0.1))
    m.ground.profile("wall", lw.wall((1, 0), ("-cos(a)", "-sin(a)")))
    m.contact("C", "ground.wall", "ball.rim", restitution="e")
    run, found = by_name(m, ["a", "e", "v"], 0.9, 3, speeds={"ball.vx": "v", "ball.vy": 0.0})
    assert len(run.events) == 1
    np.testing.assert_allclose([run.events[0].t, *run.q[-1, :2], *run.v[-1, :2]], flight(**values), rtol=1e-11)
    for name, tangents in found.items():
        ours = [*tangents.events, *tangents.q[-1, :2], *tangents.v[-1, :2]]
        np.testing.assert_allclose(ours, closed_form(flight, values, name), rtol=1e-10, atol=1e-11, err_msg=name)


def test_two_balls_of_a_cradle_share_their_speed_by_masses_and_restitution() -> None:
    m = lw.Planar("cradle")
    m.parameters(ratio=2.0, e=0.7)
    for name, place in (("first", -1.0), ("second", 0.0)):
        body = m.body(name, estimate=(place, 0, 0))
        m.mass(body, mass="ratio" if name == "second" else 1, inertia=0.004)
        m.translational(f"rail of {name}", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
        body.profile("rim", lw.circle(0.1))
    m.contact("C", "first.rim", "second.rim", restitution="e")
    run, found = by_name(m, ["ratio", "e"], 1.0, 3, speeds={"first.vx": 1.2})
    assert [event.t for event in run.events] == pytest.approx([0.8 / 1.2], rel=1e-12)
    for name, tangents in found.items():
        speeds = closed_form(
            lambda ratio, e: np.array([1 - ratio * e, 1 + e]) * 1.2 / (1 + ratio), {"ratio": 2.0, "e": 0.7}, name
        )
        np.testing.assert_allclose(tangents.v[-1, [0, 3]], speeds, rtol=1e-12)
        np.testing.assert_allclose(tangents.q[-1, [0, 3]], speeds / 3, rtol=1e-11)


def falling_rod(law: str) -> lw.Planar:
    """A rod that falls on its end, with friction."""
    m = lw.Planar("rod")
    m.parameters(e=0.5, mu=0.25, angle=0.7)
    m.set_gravity(0, -9.81)
    body = m.body("rod", estimate=(0, 0.8, "angle"))
    m.mass(body, mass=1, inertia=1 / 12)
    body.profile("end", lw.circle(0.02, center=(-0.5, 0)))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "rod.end", restitution="e", friction="mu")
    m.impacts(law)
    return m


@pytest.mark.parametrize("law", ["newton", "poisson", "stronge"])
def test_impacts_with_friction_carry_derivatives_through_every_law_of_restitution(law: str) -> None:
    options: dict[str, Any] = {"until": 0.6, "points": 4, "speeds": {"rod.vx": 0.5, "rod.vy": -1.0, "rod.omega": 0.4}}
    run, found = by_name(falling_rod(law), ["e", "mu", "angle"], **options)
    assert [item.kind for item in run.touches] == ["impact", "impact"]

    def read(other: Any) -> Any:
        impulses = [value for item in other.touches for value in (item.t, item.impulse, item.lost)]
        return np.array([*other.q[-1], *other.v[-1], *impulses])

    for name, tangents in found.items():
        exact = differences(lambda: falling_rod(law), name, 1e-4, read, **options)
        np.testing.assert_allclose(carried(read(tangents.run)), exact, rtol=1e-7, atol=1e-8, err_msg=name)


def loose_crank() -> lw.Planar:
    """A slider-crank whose pin at the slider has play."""
    m = lw.Planar("loose crank")
    m.parameters(l=0.05, c=5e-4, e=0.6, mu=0.1)
    m.body("crank", estimate=(0, 0, 0))
    m.body("rod", estimate=("l + 0.06", 0, 0))
    m.body("slider", estimate=("l + 0.12", 0, 0))
    for name, mass, inertia in (("crank", 0.3, 1e-4), ("rod", 0.21, 2.5e-4), ("slider", 0.14, 1e-5)):
        m.mass(name, mass=mass, inertia=inertia)
    m.revolute("O", "ground", "crank")
    m.revolute("A", {"crank": ["l", 0]}, {"rod": [-0.06, 0]})
    m.translational("S", m.ground.line((0, 0), (1, 0)), {"slider": [[0, 0], [1, 0]]})
    m.drive("speed", joint="O", angle="100*t")
    m.clearance("B", {"rod": [0.06, 0]}, "slider", clearance="c", radius=0.0095, restitution="e", friction="mu")
    return m


def test_the_first_impacts_in_a_loose_pin_move_with_length_play_and_restitution() -> None:
    options: dict[str, Any] = {"until": 0.0037, "points": 3}
    options["speeds"] = {"slider.vx": 0.0, "rod.omega": -100 * 0.05 / 0.12}
    run, found = by_name(loose_crank(), ["l", "c", "e", "mu"], **options)
    assert len(run.events) == 5

    def read(other: Any) -> Any:
        return np.array([*other.q[-1], *(event.t for event in other.events)])

    for name, h in {"l": 2e-6, "c": 2e-7, "e": 1e-4, "mu": 1e-4}.items():
        exact = differences(loose_crank, name, h, read, **options)
        np.testing.assert_allclose(carried(read(found[name].run)), exact, rtol=1e-6, atol=1e-10, err_msg=name)
