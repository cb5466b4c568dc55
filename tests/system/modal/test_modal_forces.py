"""Forces at interfaces: what one of them does to the body and its modes, alone and as input of a linear model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from modal_models import welded

import linkwork as lw
from linkwork.system.dynamics.dynamics import Dynamics


def pushed(dimensions: int, share: float) -> Any:
    """A rod with two modes that carries a body, pushed and turned at its tip."""
    m = welded(dimensions)
    axes = {"x": 3 * share, "y": -2 * share}
    turns = {"torque": share} if dimensions == 2 else {"z": 5 * share, "torque": (share, -0.7 * share, 0.2 * share)}
    m.force("P", "rod@tip", **axes | turns)
    return m


@pytest.mark.parametrize("dimensions", [2, 3])
def test_one_force_at_an_interface_is_what_it_adds_to_all_forces(dimensions: int) -> None:
    found = []
    rng = np.random.default_rng(4)
    for share in (1.0, 0.0):
        dynamics = Dynamics(pushed(dimensions, share).system(dynamics=True))
        if share:
            q, v = 0.3 * rng.normal(size=(2, dynamics.n))
        dynamics.place(q, 0.0, v)
        found.append((dynamics.forces().copy(), dynamics.force_of(0)))
    (whole, alone), (rest, nothing) = found
    assert np.abs(nothing).max() == 0.0
    assert np.abs(alone).min() >= 0.0 and np.count_nonzero(alone) >= 4
    assert alone == pytest.approx(whole - rest, abs=1e-11 * np.abs(whole).max())


def test_the_frequency_response_of_a_clamped_beam_is_that_of_the_book() -> None:
    length, bending, line = 0.5, 209e9 * 0.02 * 1e-9 / 12, 7850 * 2e-5
    m = lw.Planar("beam")
    section = {"type": "rectangle", "width": 0.02, "height": 0.001}
    beam = m.ritz_beam("beam", length=length, section=section, E=209e9, rho=7850, bending=6)
    m.fixed("clamp", m.ground, beam.interface("root"), at=(0, 0))
    m.force("F", "beam@tip", y=0)
    model = m.linearise(inputs=["F.y"], outputs=["beam@tip.y", "beam.root.strain"])
    hertz, response = model.frequency_response("F.y", "beam@tip.y", [1e-3, 5.0, 15.0])
    b = (line * (2 * np.pi * hertz) ** 2 / bending) ** 0.25 * length
    shape = (np.sin(b) * np.cosh(b) - np.cos(b) * np.sinh(b)) / (1 + np.cos(b) * np.cosh(b))
    assert response.real == pytest.approx(length**3 / (bending * b**3) * shape, rel=1e-4)
    _, strain = model.frequency_response("F.y", "beam.root.strain", [1e-3])
    assert strain.real[0] == pytest.approx(-length / bending * 5e-4, rel=1e-6)
