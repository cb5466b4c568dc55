"""In joint coordinates a linkage passes a position in which it folds flat, and goes on along its own branch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw

LINKAGE = Path(__file__).resolve().parents[2] / "examples" / "spring-linkage.yaml"


@pytest.mark.parametrize("rtol", [1e-6, 1e-8, 1e-9, 1e-10, 1e-11])
def test_a_four_bar_swings_through_its_flat_position(rtol: float) -> None:
    """Crank and ground are as long as coupler and rocker: at 0.2264 s all lie in line, and no energy may be lost."""
    m = lw.load(LINKAGE)
    run = m.simulate(0.5, 11, formulation="joint", rtol=rtol, atol=0.01 * rtol, progress=False)
    expected = m.simulate(0.5, 11, formulation="projection", rtol=1e-10, atol=1e-12, progress=False)
    assert run.completed
    assert np.max(np.abs(run["energy.balance"])) < 1e-5 * np.max(run["energy.kinetic"])
    assert np.max(np.abs(run.q - expected.q)) < 1e-5
