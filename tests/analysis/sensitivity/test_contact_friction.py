"""Derivatives through sliding and sticking: closed forms of blocks, belts, oscillators and cams."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.contact_designs import by_name, carried, closed_form, differences
from linkwork.numerics.analytic import arcsin, arctan


def block_on_incline() -> lw.Planar:
    """A block that slides down an incline; gravity is turned instead of the incline."""
    m = lw.Planar("block")
    m.parameters(mu=0.4, angle=0.2, v=1.5)
    m.set_gravity("9.81*sin(angle)", "-9.81*cos(angle)")
    body = m.body("block", estimate=(0, 0.1, 0))
    m.mass(body, mass=2, inertia=0.03)
    body.profile("edge", lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)]))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "block.edge", friction="mu")
    return m


def test_a_block_on_an_incline_comes_to_rest_when_and_where_friction_says() -> None:
    def rest(mu: Any, angle: Any, v: Any) -> Any:
        slowing = 9.81 * (mu * np.cos(angle) - np.sin(angle))
        return np.array([v / slowing, v**2 / (2 * slowing)])

    values = {"mu": 0.4, "angle": 0.2, "v": 1.5}
    speeds = {"block.vx": "v", "block.vy": 0, "block.omega": 0}
    run, found = by_name(block_on_incline(), list(values), 1.0, speeds=speeds)
    assert run.events[-1].text.endswith("sticks")
    np.testing.assert_allclose([run.events[-1].t, run.q[-1, 0]], rest(**values), rtol=1e-11)
    for name, tangents in found.items():
        exact = closed_form(rest, values, name)
        np.testing.assert_allclose([tangents.events[-1], tangents.q[-1, 0]], exact, rtol=1e-10, err_msg=name)
        np.testing.assert_allclose(tangents.v[-1], 0.0, atol=1e-11)


def test_a_block_on_a_belt_begins_to_slip_and_sticks_again_in_closed_form() -> None:
    def changes(k: Any, v: Any, mu: Any, ratio: Any) -> Any:
        """First slip, and the next sticking, of a mass of 1 kg."""
        size, w = (ratio - 1) * mu * 9.81 / k, k**0.5
        slip = ratio * mu * 9.81 / k / v
        return np.array([slip, slip + 2 * (pi - arctan(size * w / v)) / w])

    values = {"k": 100.0, "v": 0.5, "mu": 0.3, "ratio": 1.5}
    m = lw.Planar("belt")
    m.parameters(**values)
    m.set_gravity(0, -9.81)
    m.body("belt")
    m.translational("rail", "ground", "belt", at=(0, 0), along=(1, 0))
    m.mass("belt", mass=1, inertia=1)
    m.drive("motor", joint="rail", position="v*t")
    m.body("block")
    m.translational("seat", "belt", "block", at=(0, 0), along=(1, 0))
    m.mass("block", mass=1, inertia=1)
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "block", stiffness="k")
    m.friction("rubs", "seat", "mu", static_friction="ratio*mu")
    run, found = by_name(m, list(values), 0.7, 3, speeds={"block.vx": "v"})
    times = [event.t for event in run.events if event.t > 0]
    np.testing.assert_allclose(times, changes(**values), rtol=1e-9)
    for name, tangents in found.items():
        np.testing.assert_allclose(
            tangents.events[-2:], closed_form(changes, values, name), rtol=1e-8, atol=1e-10, err_msg=name
        )


def friction_oscillator(**friction: Any) -> lw.Planar:
    """A block on a spring, in a guide that rubs."""
    m = lw.Planar("oscillator")
    m.parameters(m=2.0, k=50.0, mu=0.1, x0=0.6)
    m.set_gravity(0, -9.81)
    body = m.body("block", estimate=("x0", 0, 0))
    m.mass(body, mass="m", inertia=1.0)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), body.at(0, 0), stiffness="k")
    m.friction("rubs", "guide", "mu", **friction)
    return m


def test_an_oscillator_with_dry_friction_loses_amplitude_in_closed_form() -> None:
    def state(m: Any, k: Any, mu: Any, x0: Any) -> Any:
        """Place, speed and force of friction after 2.2 s: three reversals, between them circles about +-d."""
        w, d, t = (k / m) ** 0.5, mu * m * 9.81 / k, 2.2
        side, size = 1, x0 - d
        while np.real(t - pi / w) > 0:
            t, side, size = t - pi / w, -side, size - 2 * d
        return np.array([side * (d + size * np.cos(w * t)), -side * size * w * np.sin(w * t), side * d * k])

    values = {"m": 2.0, "k": 50.0, "mu": 0.1, "x0": 0.6}
    run, found = by_name(friction_oscillator(), list(values), 2.2, 3)
    assert len(run.events) == 4
    np.testing.assert_allclose([run.q[-1, 0], run.v[-1, 0], run["rubs.friction"][-1]], state(**values), rtol=1e-10)
    for name, tangents in found.items():
        ours = [tangents.q[-1, 0], tangents.v[-1, 0], carried(tangents.run["rubs.friction"])[-1]]
        np.testing.assert_allclose(ours, closed_form(state, values, name), rtol=1e-9, atol=1e-10, err_msg=name)


def friction_pin(**friction: Any) -> lw.Planar:
    """A pendulum on a pin that rubs."""
    m = lw.Planar("pin")
    m.parameters(r=0.2, mu=0.8, l=0.8)
    body = m.body("bob", estimate=(0, 0, 1.2))
    m.mass(body, mass=1.3, center=(0, "-l"), inertia=0.1)
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.set_gravity(0, -9.81)
    m.friction("rubs", "O", "mu", radius="r", **friction)
    return m


@pytest.mark.parametrize("friction", [{}, {"smooth_speed": 0.02, "static_friction": "1.2*mu", "stribeck_speed": 0.1}])
def test_a_pendulum_on_a_pin_that_rubs_moves_with_radius_and_coefficient(friction: dict[str, Any]) -> None:
    options: dict[str, Any] = {"until": 6.0, "points": 3}
    run, found = by_name(friction_pin(**friction), ["r", "mu", "l"], **options)
    assert friction or run.events[-1].text.endswith("sticks")

    def read(other: Any) -> Any:
        return np.array([*other.q[-1], *other["rubs.friction"], *(event.t for event in other.events)])

    for name, tangents in found.items():
        exact = differences(lambda: friction_pin(**friction), name, 1e-4, read, **options)
        np.testing.assert_allclose(carried(read(tangents.run)), exact, rtol=2e-7, atol=2e-7, err_msg=name)


def test_a_flat_follower_leaves_its_eccentric_when_the_spring_is_too_weak() -> None:
    """Force on the follower m y'' + k y + m g = 0 with y = R + c sin(w t): sin = (k R + m g) / (c (m w^2 - k))."""
    values = {"k": 200.0, "w": 60.0, "c": 0.02}
    m = lw.Planar("cam")
    m.parameters(**values)
    m.set_gravity(0, -9.81)
    disc = m.body("disc", estimate=(0, 0, 0))
    m.mass(disc, mass=1, inertia=1)
    m.revolute("O", "ground", "disc")
    m.drive("motor", joint="O", angle="w*t")
    disc.profile("rim", lw.circle(0.05, center=("c", 0)))
    follower = m.body("follower", estimate=(0, 0.05, 0))
    m.mass(follower, mass=0.5, inertia=1)
    m.translational("G", m.ground.line((0, 0), (0, 1)), follower.line((0, 0), (0, 1)))
    follower.profile("face", lw.wall((0, 0), (1, 0)))
    m.slide_spring("spring", m.ground.line((0, 0), (0, 1)), follower.at(0, 0), stiffness="k")
    m.contact("C", "disc.rim", "follower.face")
    run, found = by_name(m, list(values), 0.03, 4, speeds={"follower.vy": "w*c"})

    def leaves(k: Any, w: Any, c: Any) -> Any:
        return arcsin((k * 0.05 + 0.5 * 9.81) / (c * (0.5 * w**2 - k))) / w

    assert [event.text.split(":")[0] for event in run.events] == [
        "contact 'C' closes and stays closed",
        "contact 'C' opens",
    ]
    assert run.events[-1].t == pytest.approx(leaves(**values), rel=1e-10)
    for name, tangents in found.items():
        exact = closed_form(leaves, values, name)
        assert tangents.events[-1] == pytest.approx(float(exact), rel=1e-9), name

    def height(k: Any, w: Any, c: Any) -> Any:
        t, natural, rest = leaves(k, w, c), (k / 0.5) ** 0.5, -0.5 * 9.81 / k
        y, v = 0.05 + c * np.sin(w * t) - rest, c * w * np.cos(w * t)
        return rest + y * np.cos(natural * (0.03 - t)) + v / natural * np.sin(natural * (0.03 - t))

    for name, tangents in found.items():
        exact = closed_form(height, values, name)
        np.testing.assert_allclose(tangents.q[-1, 4], exact, rtol=1e-9, err_msg=name)
