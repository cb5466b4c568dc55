"""Linear models of spinning bodies: a free rotor, a free body, the sleeping top."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def eigenvalues(m: lw.Spatial, speeds: dict[str, float], formulation: str):
    run = m.simulate(0.01, 2, speeds=speeds, progress=False)
    model = m.linearise((run, 0.0), formulation=formulation)
    return np.asarray(model.eigenvalues, complex)


def top(spin: float) -> tuple[lw.Spatial, dict[str, float]]:
    m = lw.Spatial("sleeping top")
    body = m.body("top", (0, 0, 0))
    m.mass(body, mass=1, center=(0, 0, 0.3), inertia=[0.02, 0.02, 0.03])
    m.set_gravity(0, 0, -9.81)
    m.spherical("O", m.ground, body, at=(0, 0, 0))
    return m, {"top.omega.z": spin}


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_a_free_rotor_neither_grows_nor_swings(formulation):
    m = lw.Spatial("rotor")
    body = m.body("b", (0, 0, 0))
    m.mass(body, mass=2, inertia=[0.1, 0.1, 0.1])
    m.revolute("H", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    found = eigenvalues(m, {"H.omega": 10.0}, formulation)
    assert np.abs(found) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_a_fast_top_sleeps_and_a_slow_one_falls(formulation):
    """A w^2 - C w s + m g l = 0 for the frequencies s of the axis in the world; the body sees them less its spin."""
    moment, axial, weight = 0.02 + 0.3**2, 0.03, 9.81 * 0.3
    for spin, stable in ((100.0, True), (20.0, False)):
        m, speeds = top(spin)
        found = eigenvalues(m, speeds, formulation)
        world = np.roots([moment, -axial * spin, weight])
        expected = np.concatenate([1j * (world - spin), -1j * (np.conj(world) - spin), [0.0, 0.0]])
        assert np.sort(found.imag) == pytest.approx(np.sort(expected.imag), abs=1e-5)
        assert np.sort(found.real) == pytest.approx(np.sort(expected.real), abs=1e-5)
        assert bool(np.max(found.real) < 1e-5) == stable


def test_a_free_body_spins_steadily_about_its_axes_but_the_middle_one():
    m = lw.Spatial("free body")
    m.mass(m.body("b", (0, 0, 0)), mass=1, inertia=[1.0, 2.0, 3.0])
    growth = []
    for axis in "xyz":
        found = eigenvalues(m, {f"b.omega.{axis}": 4.0}, "cartesian")
        growth.append(float(np.max(found.real)))
    assert growth[1] == pytest.approx(4.0 * np.sqrt((2.0 - 1.0) * (3.0 - 2.0) / (1.0 * 3.0)), rel=1e-8)
    assert growth[0] == pytest.approx(0.0, abs=1e-6)
    assert growth[2] == pytest.approx(0.0, abs=1e-6)
