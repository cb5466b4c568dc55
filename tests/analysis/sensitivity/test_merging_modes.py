"""Derivatives of modes whose roots are close, repeated, merging or zero."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

EXACT = 1e-12


def two_sliders(k: float = 100.0, other: float = 120.0, c: float = 0.0) -> lw.Planar:
    """Two masses of 1 kg on springs of their own, the first with a damper."""
    m = lw.Planar("two sliders")
    m.parameters(k=k, other=other, c=c)
    for number, stiffness, damping in ((1, "k", "c"), (2, "other", 0)):
        block = m.body(f"block{number}")
        m.mass(block, mass=1, inertia=1)
        m.translational(f"guide{number}", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
        m.slide_spring(
            f"spring{number}", m.ground.line((0, 0), (1, 0)), block.at(0, 0), stiffness=stiffness, damping=damping
        )
    return m


@pytest.mark.parametrize("k", [100.0, 77.7, 1e8])
@pytest.mark.parametrize("response", ["frequency(1)", "frequency(2)", "damping(1)"])
def test_modes_that_merge_are_refused(k: float, response: str) -> None:
    m = two_sliders(k, 2 * k, 2 * sqrt(k))
    with pytest.raises(AnalysisError, match="modes merge here"):
        m.sensitivity(response, ["k", "c"], analysis="linearise")


def test_other_modes_keep_their_derivatives_where_two_merge() -> None:
    found = two_sliders(100.0, 120.0, 20.0).sensitivity("frequency(3)", ["k", "c", "other"], analysis="linearise")
    exact = [0.0, 0.0, 0.5 / sqrt(120.0)]
    np.testing.assert_allclose(list(found["frequency(3)"].values()), exact, rtol=EXACT, atol=1e-14)
    assert not found.notes


@pytest.mark.parametrize("over", [1e-5, 1e-3])
def test_modes_about_to_merge_follow_the_formula(over: float) -> None:
    c = 20.0 + over
    found = two_sliders(100.0, 500.0, c).sensitivity("frequency(1)", ["k", "c"], analysis="linearise")
    root = sqrt(c * c - 400.0)
    assert found["frequency(1)", "k"] == pytest.approx(1 / root, rel=1e-8)
    assert found["frequency(1)", "c"] == pytest.approx(0.5 - 0.5 * c / root, rel=1e-8)


@pytest.mark.parametrize("apart", [2e-5, 2e-7, 2e-8, -2e-8, -2e-7, -2e-5])
def test_close_modes_keep_their_own_derivatives(apart: float) -> None:
    other = 100.0 * (1 + apart)
    found = two_sliders(100.0, other).sensitivity(
        ["frequency(1)", "frequency(2)"], ["k", "other"], analysis="linearise"
    )
    of_k, of_other = ("frequency(1)", "frequency(2)") if apart > 0 else ("frequency(2)", "frequency(1)")
    assert found[of_k, "k"] == pytest.approx(0.05, rel=1e-10)
    assert found[of_other, "other"] == pytest.approx(0.5 / sqrt(other), rel=1e-10)
    assert found[of_other, "k"] == pytest.approx(0.0, abs=1e-12)
    assert found[of_k, "other"] == pytest.approx(0.0, abs=1e-12)
    assert any("modes 1 and 2 are close" in note for note in found.notes) == (abs(apart) < 1e-6)


def test_a_repeated_root_parts_along_the_axes_that_its_parameters_have() -> None:
    """A mass held by two equal springs across each other, neither of them along an axis."""
    along, across = cos(pi / 5), sin(pi / 5)
    m = lw.Planar("held mass")
    m.parameters(k=80.0, other=80.0)
    block = m.body("block")
    m.mass(block, mass=2, inertia=1)
    m.torsion_spring("twist", m.ground, block, stiffness=900)
    first, second = f"({along}*block.x + {across}*block.y)", f"({along}*block.y - {across}*block.x)"
    m.force(
        "hold",
        block,
        x=f"-{along}*k*{first} + {across}*other*{second}",
        y=f"-{across}*k*{first} - {along}*other*{second}",
    )
    found = m.sensitivity(["frequency(1)", "frequency(2)"], analysis="linearise")
    for name in ("k", "other"):
        slopes = [found[response, name] for response in found.of]
        np.testing.assert_allclose(slopes, [0.0, 0.5 * sqrt(40.0) / 80.0], rtol=1e-9, atol=1e-12)
    assert any("modes 1, 2 have one root" in note for note in found.notes)


def test_a_mass_that_drifts_leaves_the_other_its_derivative() -> None:
    m = two_sliders(0.0, 120.0)
    numbers = [number for number, mode in enumerate(m.linearise().modes, 1) if mode.kind == "oscillates"]
    response = f"frequency({numbers[0]})"
    assert m.sensitivity(response, "other", analysis="linearise")[response, "other"] == pytest.approx(
        0.5 / sqrt(120.0), rel=EXACT
    )
    with pytest.raises(AnalysisError, match="drifts"):
        m.sensitivity("frequency(1)", "k", analysis="linearise")
