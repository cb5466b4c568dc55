"""Where no body has mass the work of drivers is rounding, and no energy is said to be missing."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.analysis.simulation.simulation_text import missing_energy


@pytest.mark.parametrize("rtol", [1e-7, 1e-11])
def test_a_driven_loop_without_mass_misses_no_energy(rtol: float) -> None:
    run = lw.load("examples/gallery/bennett.yaml").simulate(1.0, 11, rtol=rtol, atol=1e-2 * rtol, progress=False)
    assert run.completed and float(abs(run["energy.driven"]).max()) < 1e-12
    assert not [note for note in run.notes if "does NOT add up" in note]


def test_energy_that_is_missing_is_still_told_where_no_body_has_mass() -> None:
    m = lw.Planar("slider without mass")
    b = m.body("b", estimate=(0, 0, 0))
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(-1, 0), b.at(0, 0), stiffness=100, free_length=1)
    m.drive("motor", joint="g", position="0.1*sin(t)")
    run = m.simulate(1.0, 11, progress=False)
    missing, share = missing_energy(run)
    assert share < 1e-4
    run.loads.energy[5, 2] += 1e-3  # of 0.35 J in the spring
    assert missing_energy(run)[1] == pytest.approx(1e-3 / run["energy.total"].max(), rel=1e-2)
    assert missing < 1e-6
