"""The energy-conserving midpoint rule with bodies that have modes: energy, and in free flight both momenta."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from modal_models import slider_crank, welded
from test_modal_second_order import SPEEDS, curved, momenta

import linkwork as lw


def flying(dimensions: int) -> tuple[Any, Any]:
    """A body with two modes and shapes of second order that tumbles freely, and what tells its momenta."""
    body, modes = curved(dimensions)
    m: Any = lw.Planar("flying") if dimensions == 2 else lw.Spatial("flying")
    m.modal("rod", mass=body.mass(), modes=modes, estimate=(0.0, 0.0, 0.0))
    m.initially(rod_q1=0.2, rod_q2=-0.1)
    return m, lambda run: np.array([momenta(dimensions, body, modes, *one) for one in zip(run.q, run.v, strict=True)])


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_free_body_keeps_energy_and_both_momenta_to_rounding_at_any_step(dimensions: int) -> None:
    m, kept = flying(dimensions)
    speeds = SPEEDS[dimensions] | {"rod.vx": 0.4, "rod.vy": 0.1, "rod.q1_rate": 0.3, "rod.q2_rate": -0.2}
    truth = m.simulate(until=0.48, points=2, speeds=speeds, rtol=1e-10, atol=1e-12)
    away = []
    for step in (0.04, 0.005, 0.0025):
        run = m.simulate(until=0.48, points=7, speeds=speeds, method="midpoint", step=step)
        assert run.completed
        found, energy = kept(run), run["energy.total"]
        assert np.abs(found - found[0]).max() <= 1e-10 * np.abs(found).max()
        assert np.abs(energy - energy[0]).max() <= 1e-10 * energy[0]
        away.append(np.abs(run.q[-1] - truth.q[-1]).max())
    assert away[1] / away[2] == pytest.approx(4.0, abs=0.3)


@pytest.mark.parametrize("make", [slider_crank, lambda: welded(2), lambda: welded(3)])
def test_joints_and_springs_at_interfaces_keep_the_energy(make: Any) -> None:
    m = make()
    run = m.simulate(until=0.3, points=4, method="midpoint", step=0.005)
    truth = m.simulate(until=0.3, points=4, rtol=1e-9, atol=1e-11)
    scale = np.abs(run["energy.kinetic"]).max()
    assert run.completed
    assert np.abs(run["energy.total"] - run["energy.total"][0]).max() <= 1e-10 * scale
    assert np.abs(run.q[-1] - truth.q[-1]).max() < 5e-3


@pytest.mark.parametrize("dimensions", [2, 3])
def test_two_free_bodies_on_a_spring_between_interfaces_keep_energy_and_both_momenta(dimensions: int) -> None:
    body, modes = curved(dimensions)
    m: Any = lw.Planar("tied") if dimensions == 2 else lw.Spatial("tied")
    for name, place in (("one", (0.0, 0.0, 0.0)), ("two", (0.4, 0.5, 0.0))):
        m.modal(name, mass=body.mass(), modes=modes, estimate=place)
    m.spring("tie", "one@tip", "two@middle", stiffness=30.0, free_length=0.2)
    turn = "omega" if dimensions == 2 else "wz"
    speeds = {"one.vx": 0.4, "two.vy": -0.3, f"one.{turn}": 2.0, f"two.{turn}": -1.0, "one.q1_rate": 0.3}
    size = 3 if dimensions == 2 else 6
    for step in (0.02, 0.005):
        run = m.simulate(until=0.4, points=5, speeds=speeds, method="midpoint", step=step, progress=False)
        kept = 0.0
        for number in range(2):
            columns = [
                *range(size * number, size * number + size),
                *range(2 * size + 2 * number, 2 * size + 2 * number + 2),
            ]
            rows = zip(run.q[:, columns], run.v[:, columns], strict=True)
            kept = kept + np.array([momenta(dimensions, body, modes, *one) for one in rows])
        energy = run["energy.total"]
        assert run.completed
        assert np.abs(kept - kept[0]).max() <= 1e-10 * np.abs(kept).max()
        assert np.abs(energy - energy[0]).max() <= 1e-10 * energy[0]
        assert np.ptp(run["energy.elastic"]) > 1e-2 * energy[0]
