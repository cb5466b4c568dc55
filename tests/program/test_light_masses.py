"""Bodies with next to no mass beside others: programs give what a simulation gives, whatever the mass is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.program import light

ACCELERATIONS = {"vx": "ax", "vy": "ay", "omega": "alpha"}


def crank_and_rod(mass: float) -> tuple[lw.Planar, Any, Any]:
    """A crank, and a rod of a given mass on it."""
    m = lw.Planar("light")
    m.set_gravity(0, -9.81)
    crank, rod = m.body("crank", estimate=(0, 0, 1)), m.body("rod", estimate=(0.1, 0.15, -0.4))
    m.mass(crank, mass=1, center=(0.1, 0), inertia=0.01)
    if mass:
        m.mass(rod, mass=mass, center=(0.25, 0), inertia=0.02 * mass)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.2, 0), rod.at(0, 0))
    return m, crank, rod


def slider_crank(mass: float) -> tuple[lw.Planar, Any, Any]:
    """The rod moves a slider of 1 kg."""
    m, crank, rod = crank_and_rod(mass)
    slider = m.body("slider", estimate=(0.5, 0, 0))
    m.mass(slider, mass=1, inertia=0.1)
    m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    return m, crank, rod


def open_chain(mass: float) -> tuple[lw.Planar, Any, Any]:
    """The rod carries a bob of 1 kg."""
    m, crank, rod = crank_and_rod(mass)
    bob = m.body("bob", estimate=(0.6, 0, 0))
    m.mass(bob, mass=1, center=(0.1, 0), inertia=0.01)
    m.revolute("B", rod.at(0.5, 0), bob.at(0, 0))
    return m, crank, rod


def with_a_pendulum(mass: float) -> tuple[lw.Planar, Any, Any]:
    """A light pendulum swings freely on the light rod of a slider-crank."""
    m, crank, rod = slider_crank(mass)
    pendulum = m.body("pendulum", estimate=(0.2, 0.1, -1))
    m.mass(pendulum, mass=mass, center=(0.1, 0), inertia=0.01 * mass)
    m.revolute("P", rod.at(0.2, 0), pendulum.at(0, 0))
    return m, crank, rod


def agrees(m: lw.Planar) -> None:
    """Accelerations of the program, away from where it was recorded, are those of a simulation and obey the rows."""
    program = m.program(coordinates="bodies")
    run = m.simulate(until=0.2, points=3, speeds={"crank.omega": 2.0}, hold={"crank.angle": 1.0})
    state = {name: float(run[name][-1]) for name in (*program.coordinates, *program.rates)}
    accelerations = program.evaluate("accelerations", state)
    names = [name.rpartition(".")[::2] for name in program.rates]
    true = np.array([run[f"{owner}.{ACCELERATIONS[label]}"][-1] for owner, label in names], float)
    scale = np.abs(true).max()
    assert np.abs(accelerations - true).max() < 1e-9 * scale
    rows, gamma = program.evaluate("jacobian", state), program.evaluate("gamma", state)
    assert np.abs(rows @ accelerations - gamma).max() < 1e-11 * scale


@pytest.mark.parametrize("mass", [1e-6, 1e-8, 1e-10, 1e-12, 1e-14, 0.0])
def test_a_light_rod_that_closes_a_loop_moves_its_slider(mass: float) -> None:
    agrees(slider_crank(mass)[0])


@pytest.mark.parametrize("mass", [1e-8, 1e-12])
@pytest.mark.parametrize("made", [crank_and_rod, open_chain, with_a_pendulum])
def test_light_bodies_of_other_chains_keep_their_digits(made: Any, mass: float) -> None:
    agrees(made(mass)[0])


def test_masses_whose_digits_are_lost_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light, "LADDER", ())
    with pytest.raises(AnalysisError, match=r"the mass that 'rod\.\w+' moves is so small .* leave it out"):
        slider_crank(1e-12)[0].program(coordinates="bodies")
