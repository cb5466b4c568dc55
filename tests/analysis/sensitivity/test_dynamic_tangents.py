"""Derivatives of simulations: closed forms, differences, events, space, and all formulations alike."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.sensitivity.dynamic import Tangents, simulate_tangents
from linkwork.base.errors import AnalysisError


def by_name(mechanism: Any, names: list[str], until: float, points: int = 11, **options: Any) -> dict[str, Tangents]:
    """The derivatives by name."""
    found = simulate_tangents(mechanism, names, until, points, progress=False, **options)[1]
    return {tangents.parameter: tangents for tangents in found}


def oscillator() -> lw.Planar:
    """A mass on a spring, let go at x0."""
    m = lw.Planar("oscillator")
    mass, stiffness, start = m.parameters(m=2.0, k=50.0, x0=0.3)
    block = m.body("block", estimate=(start, 0, 0))
    m.mass(block, mass=mass, inertia=1.0)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), block.at(0, 0), stiffness=stiffness)
    m.set_gravity(0, 0)
    return m


def pendulum() -> lw.Planar:
    """A point mass on a massless rod, swinging with an angular velocity at the start."""
    m = lw.Planar("pendulum")
    length, gravity, _ = m.parameters(l=0.8, g=9.81, w0=1.2)
    bob = m.body("bob", estimate=(0, 0, 0))
    m.mass(bob, mass=1.3, center=(0, -length), inertia=0.0)
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.set_gravity(0, -gravity)
    return m


def ball() -> lw.Planar:
    """A ball that falls from rest and bounces, by an event."""
    m = lw.Planar("ball")
    height, gravity, restitution = m.parameters(h=1.3, g=9.81, e=0.8)
    m.set_gravity(0, -gravity)
    body = m.body("ball", estimate=(0, height, 0))
    m.mass(body, mass=1.0, inertia=1.0)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), body.line((0, 0), (0, 1)))
    m.event("hit", "ball.y", direction="falling", jump={"ball.vy": -restitution})
    return m


def differences(build: Any, name: str, value: float, h: float, read: Any, **options: Any) -> Any:
    """Central differences of fourth order."""
    near = []
    for share in (1, -1, 2, -2):
        m = build()
        m.set(**{name: value + share * h})
        near.append(read(m.simulate(progress=False, **options)))
    return (8.0 * (near[0] - near[1]) - (near[2] - near[3])) / (12.0 * h)


def test_the_oscillator_has_the_derivatives_of_its_closed_form() -> None:
    found = by_name(oscillator(), ["m", "k", "x0"], 1.0, rtol=1e-12, atol=1e-13)
    t, w = np.linspace(0.0, 1.0, 11), 5.0
    turned = -0.3 * t * np.sin(w * t)
    np.testing.assert_allclose(found["x0"].q[:, 0], np.cos(w * t), atol=1e-11)
    np.testing.assert_allclose(found["k"].q[:, 0], turned * w / (2 * 50.0), atol=1e-11)
    np.testing.assert_allclose(found["m"].q[:, 0], -turned * w / (2 * 2.0), atol=1e-11)
    speed = -0.3 * np.sin(w * t) - 0.3 * w * t * np.cos(w * t)
    np.testing.assert_allclose(found["k"].v[:, 0], speed * w / (2 * 50.0), atol=1e-10)


def test_the_energy_of_the_oscillator_changes_with_its_start() -> None:
    found = by_name(oscillator(), ["x0", "m"], 1.0, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(found["x0"].run["energy.total"].imag / 1e-30, 50.0 * 0.3, rtol=1e-10)
    np.testing.assert_allclose(found["m"].run["energy.total"].imag, 0.0, atol=1e-39)


def test_the_pendulum_keeps_the_derivative_of_its_energy() -> None:
    m = pendulum()
    found = by_name(m, ["l", "g", "w0"], 1.5, 16, speeds={"bob.omega": "w0"}, rtol=1e-12, atol=1e-13)
    angle, speed = (np.real(found["g"].run[name]) for name in ("bob.angle", "bob.omega"))
    # w^2 = w0^2 - 2 g/l (1 - cos phi)
    for name, side in (
        ("w0", np.full(16, 2.4)),
        ("g", -2.0 / 0.8 * (1.0 - np.cos(angle))),
        ("l", 2.0 * 9.81 / 0.64 * (1.0 - np.cos(angle))),
    ):
        own = 2.0 * speed * found[name].v[:, 2] + 2.0 * 9.81 / 0.8 * np.sin(angle) * found[name].q[:, 2]
        np.testing.assert_allclose(own, side, atol=1e-9)


def test_impact_times_have_the_derivatives_of_their_closed_forms() -> None:
    found = by_name(ball(), ["h", "g", "e"], 1.5)
    first = math.sqrt(2 * 1.3 / 9.81)
    times = np.array([first, first * (1 + 2 * 0.8)])
    np.testing.assert_allclose(found["h"].events, 0.5 * times / 1.3, rtol=1e-12)
    np.testing.assert_allclose(found["g"].events, -0.5 * times / 9.81, rtol=1e-12)
    np.testing.assert_allclose(found["e"].events, [0.0, 2 * first], rtol=1e-12)


def test_the_height_of_a_ball_after_its_bounces_has_the_derivatives_of_its_closed_form() -> None:
    found = by_name(ball(), ["h", "g", "e"], 1.5, 16)

    def height(t: float, h: complex, g: complex, e: complex) -> complex:
        first = (2 * h / g) ** 0.5
        if t < first.real:
            return h - g * t * t / 2
        bounces = 1 if t < (first * (1 + 2 * e)).real else 2
        t_hit, speed = first * (1 + 2 * e * (bounces == 2)), g * first * e**bounces
        return speed * (t - t_hit) - g * (t - t_hit) ** 2 / 2

    for number, name in enumerate(("h", "g", "e")):
        values = [1.3 + 0j, 9.81 + 0j, 0.8 + 0j]
        values[number] += 1e-25j
        exact = [height(t, *values).imag / 1e-25 for t in np.linspace(0.0, 1.5, 16)]
        np.testing.assert_allclose(found[name].q[:, 1], exact, atol=1e-11)


@pytest.mark.parametrize("formulation", ["projection", "joint", "null-space", "partitioning"])
def test_formulations_have_the_same_derivatives(formulation: str) -> None:
    options: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12, "speeds": {"crank.omega": 3.0}}
    names = ["r", "m2"]
    joint = by_name(slider_crank(), names, 0.6, formulation="joint", **options)
    other = by_name(slider_crank(), names, 0.6, formulation=formulation, **options)
    for name in names:
        for part in ("q", "v", "a", "multipliers"):
            exact, found = getattr(joint[name], part), getattr(other[name], part)
            np.testing.assert_allclose(found, exact, atol=1e-9 * max(1.0, np.max(np.abs(exact))))


@pytest.mark.parametrize("method", ["dop853", "rk4", "adams", "radau"])
def test_methods_have_the_derivatives_that_differences_have(method: str) -> None:
    tight = {"rtol": 1e-11, "atol": 1e-12} if method != "rk4" else {"step": 1e-3}
    options: dict[str, Any] = {"method": method, "speeds": {"crank.omega": 3.0}, **tight}
    found = by_name(slider_crank(), ["r"], 0.3, 4, **options)["r"]
    exact = differences(slider_crank, "r", 0.2, 1e-4, lambda run: run.q, until=0.3, points=4, **options)
    np.testing.assert_allclose(found.q, exact, atol=2e-7)


def slider_crank() -> lw.Planar:
    """A slider-crank with a spring at its slider, whose crank is set going."""
    m = lw.Planar("slider-crank")
    r, second = m.parameters(r=0.2, m2=0.7)
    crank, rod, slider = m.body("crank", (0, 0, 0.4)), m.body("rod", (0.2, 0.1, -0.2)), m.body("slider", (0.6, 0, 0))
    m.mass(crank, mass=0.4, center=(r / 2, 0), inertia=0.004)
    m.mass(rod, mass=second, center=(0.25, 0), inertia=0.02)
    m.mass(slider, mass=0.5, inertia=0.001)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.spring("spring", m.ground.at(1, 0), slider.at(0, 0), stiffness=30.0, damping=0.4, free_length=0.2)
    return m


def test_a_driven_mechanism_starts_with_the_derivative_of_its_assembly() -> None:
    m = slider_crank()
    m.drive("motor", joint="O", angle="0.4 + 2*t")
    found = by_name(m, ["r"], 0.2, 3)["r"]
    run = m.simulate(0.2, 3, progress=False)
    turn, tilt = run["crank.angle"], run["rod.angle"]
    np.testing.assert_allclose(found.q[:, 6], np.cos(turn) + np.tan(tilt) * np.sin(turn), atol=1e-10)


def test_a_kink_in_time_moves_with_its_parameter() -> None:
    m = oscillator()
    m.parameters(t0=0.4)
    m.force("push", "block", x="if(t < t0, 0, 5)")
    found = by_name(m, ["t0"], 1.0, rtol=1e-12, atol=1e-13)["t0"]
    behind = np.maximum(np.linspace(0.0, 1.0, 11) - 0.4, 0.0)
    np.testing.assert_allclose(found.q[:, 0], -5.0 / 50.0 * 5.0 * np.sin(5.0 * behind), atol=1e-11)


def test_a_body_in_space_has_the_derivatives_that_differences_have() -> None:
    def build() -> lw.Spatial:
        m = lw.Spatial("top")
        c = m.parameters(c=0.3)
        top = m.body("top", (0, 0, 0))
        m.mass(top, mass=1.0, center=(0, 0, c), inertia=(0.02, 0.03, 0.01))
        m.spherical("O", m.ground.at(0, 0, 0), top.at(0, 0, 0))
        return m

    options: dict[str, Any] = {"speeds": {"top.wz": 30.0, "top.wx": 1.0}, "rtol": 1e-12, "atol": 1e-13}
    found = by_name(build(), ["c"], 1.0, 3, **options)["c"]
    exact = differences(build, "c", 0.3, 1e-4, lambda run: run.v, until=1.0, points=3, **options)
    np.testing.assert_allclose(found.v, exact, atol=1e-6 * np.max(np.abs(exact)))


def test_an_unknown_parameter_is_named() -> None:
    with pytest.raises(AnalysisError, match="there is no parameter 'x'; parameters are: h, g, e"):
        simulate_tangents(ball(), ["x"], 0.1, 3, progress=False)
