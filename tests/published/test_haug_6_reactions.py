"""Haug 6.4 and 6.6: driver forces and reactions of driven mechanisms, in the world and in joint axes."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

MASS, LENGTH, GRAVITY, SPEED = 2.5, 0.8, 9.81, 2 * np.pi
A, B, W = 0.3, 0.7, 1.9  # problem 6.4.2: x1 = A t + B t^2, phi2 = 3 pi/2 + W t
M1, M2 = 3.0, 1.7
TIMES = (0.0, 0.25, 0.6)


def pendulum(mass: float, length: float) -> lw.Planar:
    """Example 6.4.1: a bar with its frame in the mass centre, driven at constant speed."""
    m = lw.Planar("driven pendulum")
    bar = m.body("bar", estimate=(0, -length, 1.5 * np.pi))
    m.mass("bar", mass=mass, inertia=mass * length**2 / 3)
    m.set_gravity(0, -GRAVITY)
    m.revolute("O", m.ground.at(0, 0), bar.at(-length, 0))
    m.drive("motor", joint="O", angle="3*pi/2 + 2*pi*t")
    return m


def block_and_pendulum() -> lw.Planar:
    """Problem 6.4.2: a driven block that carries a driven pendulum."""
    m = lw.Planar("block and pendulum")
    block = m.body("block", estimate=(0, 0, 0))
    bar = m.body("bar", estimate=(0, -LENGTH, 1.5 * np.pi))
    m.mass("block", mass=M1, inertia=0.2)
    m.mass("bar", mass=M2, inertia=0.4)
    m.set_gravity(0, -GRAVITY)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.revolute("pivot", block.at(0, 0), bar.at(-LENGTH, 0))
    m.drive("push", joint="guide", position=f"{A}*t + {B}*t^2")
    m.drive("swing", on="bar", angle=f"3*pi/2 + {W}*t")
    return m


@cache
def driven(mass: float, length: float) -> Run:
    return pendulum(mass, length).inverse_dynamics(1.0, 21, progress=False)


@cache
def carried() -> Run:
    return block_and_pendulum().inverse_dynamics(1.0, 21, progress=False)


def _at(run: Run, values: np.ndarray, t: float) -> float:
    return float(values[int(np.argmin(np.abs(run.t - t)))])


def _example(t: float, mass: float, length: float) -> list[tuple[str, float, str | int]]:
    """Eqs. 6.4.8 and 6.6.11: name, closed form, our channel or the number of a multiplier."""
    phi = 1.5 * np.pi + SPEED * t
    c, s, spin = np.cos(phi), np.sin(phi), mass * length * SPEED**2
    return [
        ("multiplier 1 (N)", spin * c, 0),
        ("multiplier 2 (N)", spin * s - mass * GRAVITY, 1),
        ("multiplier 3 (N m)", -mass * GRAVITY * length * c, 2),
        ("reaction along the bar (N)", -spin + mass * GRAVITY * s, "reaction(O, bar).x"),
        ("reaction across the bar (N)", mass * GRAVITY * c, "reaction(O, bar).y"),
        ("driving torque (N m)", mass * GRAVITY * length * c, "motor.torque"),
    ]


def _problem(t: float) -> list[tuple[str, float, str]]:
    phi = 1.5 * np.pi + W * t
    fx = M2 * (2 * B - LENGTH * W**2 * np.cos(phi))
    torque = M2 * LENGTH * (GRAVITY * np.cos(phi) - 2 * B * np.sin(phi))
    return [
        ("pivot force x (N)", fx, "pivot.fx"),
        ("pivot force y (N)", M2 * (GRAVITY - LENGTH * W**2 * np.sin(phi)), "pivot.fy"),
        ("force of the block's driver (N)", 2 * B * M1 + fx, "push.along"),
        ("torque of the pendulum's driver (N m)", torque, "swing.torque"),
    ]


def _example_case(source: str, t: float, mass: float, length: float, row: tuple[str, float, str | int]) -> Case:
    name, exact, channel = row

    def computed() -> float:
        run = driven(mass, length)
        assert run.loads is not None
        values = run[channel] if isinstance(channel, str) else run.loads.multipliers[:, channel]
        return _at(run, values, t)

    return Case(source, f"{name}, m = {mass:g}, l = {length:g}, t = {t:g} s", None, computed, 1e-9, exact=exact)


def cases() -> list[Case]:
    found = []
    for t in TIMES:
        source = "Haug Examples 6.4.1 and 6.6.1"
        found += [_example_case(source, t, MASS, LENGTH, row) for row in _example(t, MASS, LENGTH)]
        found += [
            Case(
                "Haug Problem 6.4.2",
                f"{name}, t = {t:g} s",
                None,
                lambda c=c, t=t: _at(carried(), carried()[c], t),
                1e-9,
                exact=exact,
            )
            for name, exact, c in _problem(t)
        ]
    found += [_example_case("Haug Examples 6.4.1 and 6.6.1", 0.25, 1.0, 1.0, row) for row in _example(0.25, 1.0, 1.0)]
    return found


test_cases = checks_of(cases)


def test_a_massless_link_pulls_along_itself_with_its_multiplier() -> None:
    """Problem 6.6.4: force on i = 2 lambda d_ij for d'd - C^2, so in our scaled equation the tension is lambda."""
    m = lw.Planar("mass on a link")
    bob = m.body("bob", estimate=(0.6, -0.8, 0))
    m.mass("bob", mass=3, inertia=0.1)
    m.set_gravity(0, -GRAVITY)
    m.revolute_revolute("link", m.ground.at(0, 0), bob.at(0, 0), length=1)
    m.absolute_angle("upright", "bob", 0)
    run = m.simulate(1.0, 11, rtol=1e-11, atol=1e-12, progress=False)
    assert run.loads is not None
    speed = run["bob.vx"] ** 2 + run["bob.vy"] ** 2
    tension = 3 * (speed - GRAVITY * run["bob.y"])
    assert np.allclose(run["link.force"], tension, atol=1e-8)
    assert np.allclose(run.loads.multipliers[:, 0], tension, atol=1e-8)
    assert np.allclose(run["link.fx"], -tension * run["bob.x"], atol=1e-8)
    assert np.allclose(run["link.torque"], 0.0, atol=1e-12)


def test_a_slot_pushes_across_itself_with_its_multiplier() -> None:
    """Problem 6.6.4: rev-trans joint, force on i = lambda n_i, so on the pin -lambda along the normal; no torque."""
    m = lw.Planar("turning slot with a bead")
    arm, bead = m.body("arm", estimate=(0, 0, 0)), m.body("bead", estimate=(0.5, 0, 0))
    m.mass("bead", mass=2, inertia=0.3)
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute_translational("slot", arm.line((0, 0), (1, 0)), bead.at(0, 0))
    m.absolute_angle("upright", "bead", 0)
    m.drive("turn", joint="O", angle="3*t")
    m.drive("slide", joint="slot", position="0.5 + 0.2*t")
    run = m.inverse_dynamics(1.0, 11, progress=False)
    assert run.loads is not None
    coriolis = 2 * 2 * 3 * 0.2
    assert np.allclose(run["slot.across"], coriolis, atol=1e-9) and np.allclose(run["slot.along"], 0.0, atol=1e-9)
    assert np.allclose(run.loads.multipliers[:, 2], -coriolis, atol=1e-9)
    assert np.allclose(run["slot.torque"], 0.0, atol=1e-9)
    centripetal = -2 * 9 * (0.5 + 0.2 * run.t)
    assert np.allclose(run["slide.along"], centripetal, atol=1e-9)
    assert np.allclose(run["turn.torque"], coriolis * (0.5 + 0.2 * run.t), atol=1e-9)


def test_a_relative_angle_driver_turns_its_bodies_against_each_other() -> None:
    """Problem 6.6.4: torque +lambda on the first body and -lambda on the second."""
    m = lw.Planar("two bars")
    one, two = m.body("one", estimate=(0, 0, 0)), m.body("two", estimate=(1, 0, 0))
    m.mass("one", mass=1, center=(0.5, 0), inertia=0.1)
    m.mass("two", mass=2, center=(0.4, 0), inertia=0.3)
    m.set_gravity(0, -GRAVITY)
    m.revolute("O", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("A", one.at(1, 0), two.at(0, 0))
    m.drive("first", joint="O", angle="t^2")
    m.drive("second", joint="A", angle="0.3*sin(2*t)")
    run = m.inverse_dynamics(1.0, 11, progress=False)
    assert run.loads is not None
    multiplier = run.loads.multipliers[:, 5]
    on_first = next(one for one in run.free_body("one").acting if one.name == "second")
    assert np.max(np.abs(multiplier)) > 1.0
    assert np.allclose(run["second.torque"], -multiplier, atol=1e-12)
    assert np.allclose(on_first.torque, multiplier, atol=1e-12) and not np.any(on_first.force)
