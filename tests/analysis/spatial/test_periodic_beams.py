"""Periodic motion of exact beams in space: beside beam theory, a long simulation and differences of simulations."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.periodic import shooting

LENGTH, SIDE, MODULUS, DENSITY, PACE = 0.6, 0.02, 2e9, 1500.0, 20.0
ROOTS = np.array([1.8751041, 4.6940911, 7.8547574, 10.9955407, 14.1371655])


def shaken(load: float, elements: int, damping: float) -> lw.Spatial:
    """A cantilever with a force on its tip that swings along y."""
    m = lw.Spatial("shaken cantilever")
    section = {"type": "rectangle", "width": SIDE, "height": SIDE}
    arm = m.beam(
        "arm", (0, 0, 0), (LENGTH, 0, 0), section=section, E=MODULUS, rho=DENSITY, elements=elements, damping=damping
    )
    m.fixed("clamp", "ground", arm.node("root"))
    m.force("load", arm.at("tip"), y=f"{load}*sin({PACE}*t)")
    return m


def test_small_swings_are_those_of_beam_theory() -> None:
    loss, load, line = 2e-3, 0.01, DENSITY * SIDE**2
    cycle = shaken(load, 4, loss).periodic(period=2 * np.pi / PACE, method="radau", points=33)
    speeds = ROOTS**2 / LENGTH**2 * np.sqrt(MODULUS * SIDE**4 / 12 / line)
    flexibility = np.sum(4 / (speeds**2 * (1 + 1j * PACE * loss) - PACE**2)) / (line * LENGTH)
    t, y = cycle.run.t[:-1], cycle.run["arm_tip.y"][:-1]
    amplitude = complex(2j * np.mean(y * np.exp(-1j * PACE * t)))
    assert amplitude == pytest.approx(load * flexibility, rel=2e-3)
    assert 0.0 < np.abs(cycle.multipliers).max() < 1.0


def test_a_large_swing_is_that_to_which_a_long_simulation_comes() -> None:
    m = shaken(25.0, 2, 5e-3)
    period = 2 * np.pi / PACE
    cycle = m.periodic(period=period, method="radau", points=17)
    run = m.simulate(8 * period, 129, method="radau", rtol=1e-9, progress=False)
    assert np.abs(cycle.run["arm_tip.y"]).max() > 0.1 * LENGTH
    assert cycle.run["arm_tip.y"] == pytest.approx(run["arm_tip.y"][-17:], abs=1e-6)


def test_leading_multipliers_are_those_of_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    m, period = shaken(0.5, 1, 1e-3), 2 * np.pi / PACE
    quick = m.periodic(period=period, method="radau", points=9)
    assert any("the largest multipliers were simulated" in note for note in quick.notes)
    monkeypatch.setattr(shooting, "has_variation", lambda system, freedoms: False)
    plain = m.periodic(period=period, method="radau", points=9)
    assert np.sort(np.abs(quick.multipliers[:4])) == pytest.approx(np.sort(np.abs(plain.multipliers[:4])), rel=1e-5)
    assert quick.run["arm_tip.y"] == pytest.approx(plain.run["arm_tip.y"], abs=1e-9)
