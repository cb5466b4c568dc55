"""The energy-decaying midpoint rule: energy of stiff elastic parts falls in every step, fast vibrations die out."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError


def whip(elements: int = 4) -> lw.Planar:
    """A stiff beam thrown freely with a spin and a kick at its tip that sets off vibrations of all frequencies."""
    m = lw.Planar("whip")
    section = {"type": "rectangle", "width": 0.01, "height": 0.01}
    m.beam("arm", (0, 0), (1, 0), section=section, E=2e11, rho=7850, elements=elements)
    return m


KICK = {"arm_tip.vy": 1.0, "arm_tip.vx": 0.3, "arm_root.vy": -0.2}


def test_energy_falls_in_every_step_and_never_rises() -> None:
    """The steps are a hundred times too long for the fastest vibration."""
    run = whip().simulate(0.2, 201, speeds=KICK, method="midpoint", step=1e-3, rho=0.5, progress=False)
    energy = run["energy.total"]
    assert np.all(np.diff(energy) <= 1e-12 * energy[0])
    assert energy[-1] < 0.9 * energy[0]
    conserved = whip().simulate(0.2, 3, speeds=KICK, method="midpoint", step=1e-3, progress=False)["energy.total"]
    assert conserved[-1] == pytest.approx(conserved[0], rel=1e-9)
    assert any("energy decays" in note for note in run.notes)


def test_a_vibration_far_too_fast_is_left_with_rho_a_step() -> None:
    """One mode of 1e6 rad/s, steps of 1 ms: q changes sign and keeps the share rho; rigid motion keeps its speed."""
    m = lw.Planar("fast")
    modes = {"mass": [[1.0]], "stiffness": [[1e12]], "linear_coupling": [(0, 0)], "angular_coupling": [0]}
    modes |= {"interfaces": {"tip": {"at": (1, 0), "translation": [(0, 0.1)], "rotation": [0]}}, "start": (1e-3,)}
    m.modal("rod", mass={"mass": 1, "inertia": 0.1}, modes=modes, estimate=(0, 0, 0))
    run = m.simulate(3e-3, 4, speeds={"rod.vx": 2.0}, method="midpoint", step=1e-3, rho=0.25, progress=False)
    ratios = run["rod.q1"][1:] / run["rod.q1"][:-1]
    assert ratios == pytest.approx(-0.25, abs=1e-3)
    assert run["rod.vx"] == pytest.approx(2.0, abs=1e-12)


def test_rho_without_elastic_parts_and_errors_of_it_are_refused() -> None:
    m = lw.Planar("rigid")
    m.body("b", estimate=(0, 0, 0), mass={"mass": 1, "inertia": 1})
    with pytest.raises(AnalysisError, match="there are none"):
        m.simulate(1.0, method="midpoint", step=0.1, rho=0.5, progress=False)
    with pytest.raises(AnalysisError, match="not estimated"):
        whip().simulate(0.01, method="midpoint", step=1e-3, rho=0.5, estimate_error=True, progress=False)
