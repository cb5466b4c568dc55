"""Long runs with default settings: energy and constraints of a double four-bar over a thousand seconds, swinging below
its pivots and turning through its flat positions, where each of its loops has a second way to go.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import linkwork as lw


def double_four_bar(angle: float) -> lw.Planar:
    """Three parallel links of 1 m and 1 kg with two couplers of the same size."""
    m = lw.Planar("double four-bar")
    m.set_gravity(0, -9.81)
    links = []
    for number in range(3):
        link = m.body(f"link {number}", estimate=(number, 0, angle))
        m.mass(link, mass=1, center=(0.5, 0), inertia=1 / 12)
        m.revolute(f"O{number}", m.ground.at(number, 0), link.at(0, 0))
        links.append(link)
    for number, (left, right) in enumerate(pairwise(links)):
        coupler = m.body(f"coupler {number}", estimate=(number + np.cos(angle), np.sin(angle), 0))
        m.mass(coupler, mass=1, center=(0.5, 0), inertia=1 / 12)
        m.revolute(f"A{number}", left.at(1, 0), coupler.at(0, 0))
        m.revolute(f"B{number}", coupler.at(1, 0), right.at(1, 0))
    return m


def equal_pendulum() -> lw.Planar:
    """Couplers only translate: (3 J + 2 m l^2) phi'' = -(3/2 + 2) m g l cos phi, J = m l^2/3."""
    m = lw.Planar("equal pendulum")
    m.set_gravity(0, -9.81)
    link = m.body("link 0", estimate=(0, 0, 0))
    m.mass(link, mass=3.5 / 0.75, center=(0.75, 0), inertia=3.0 - 3.5 * 0.75)
    m.revolute("O", m.ground.at(0, 0), link.at(0, 0))
    return m


def test_a_double_four_bar_swings_for_a_thousand_seconds_without_losing_energy_or_its_joints() -> None:
    run = double_four_bar(-0.8).simulate(1000.0, 2001, hold={"link 0.angle": -0.8}, progress=False)
    assert run.completed and run.events == []
    energy = run["energy.total"]
    assert np.max(np.abs(energy - energy[0])) < 1e-6 * np.max(run["energy.kinetic"])
    assert np.max(run.violation()) < 1e-10
    assert np.max(run["link 0.angle"]) < -0.8 + 1e-5 and np.min(run["link 0.angle"]) < -np.pi + 0.8 + 1e-2


def test_it_turns_through_more_than_a_thousand_flat_positions() -> None:
    start, speed = {"link 0.angle": "pi/2"}, {"link 0.omega": -5.0}
    run = double_four_bar(np.pi / 2).simulate(1000.0, 10001, hold=start, speeds=speed, progress=False)
    assert run.completed
    assert np.count_nonzero(np.diff(np.sign(np.sin(run["link 0.angle"])))) > 1000
    energy = run["energy.total"]
    assert np.max(np.abs(energy - energy[0])) < 1e-6 * np.max(run["energy.kinetic"])
    assert np.max(run.violation()) < 1e-10
    assert np.allclose(run["link 0.angle"], run["link 2.angle"], rtol=0, atol=1e-6)


@pytest.mark.parametrize("speed", [-1.0, -5.0, -30.0])
def test_turning_it_moves_as_the_one_link_that_it_amounts_to(speed: float) -> None:
    start = {"hold": {"link 0.angle": "pi/2"}, "speeds": {"link 0.omega": speed}}
    run = double_four_bar(np.pi / 2).simulate(5.0, 51, **start, progress=False)
    other = equal_pendulum().simulate(5.0, 51, **start, progress=False)
    assert np.allclose(run["link 0.angle"], other["link 0.angle"], rtol=0, atol=1e-5)


def test_it_swings_as_the_one_link_that_it_amounts_to() -> None:
    run = double_four_bar(-0.8).simulate(20.0, 201, hold={"link 0.angle": -0.8}, progress=False)
    other = equal_pendulum().simulate(20.0, 201, hold={"link 0.angle": -0.8}, progress=False)
    assert np.allclose(run["link 0.angle"], other["link 0.angle"], rtol=0, atol=1e-6)
