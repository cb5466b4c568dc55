"""A free body that tumbles about its middle axis, against Jacobi's elliptic functions, over 1000 s.

Euler's equations without torque have a closed form (Landau and Lifshitz, Mechanics, section 37). With moments 1, 2, 3
and a spin of 1 rad/s about the middle axis, 0.01 rad/s off it, the body turns over about every 20 s, 48 times.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ellipj, ellipk

import linkwork as lw
from linkwork.places.spatial.rotations import matrix
from linkwork.run.run import Run

MOMENTS = np.array([1.0, 2.0, 3.0])
SPIN = np.array([0.01, 1.0, 0.0])
PHASE = 5e-6
"""Energy and momentum right to 1e-12 set the time of a turning-over right to 1e-12 / 0.01^2, and 48 of them add up."""


def body() -> lw.Spatial:
    m = lw.Spatial("tumbling body")
    m.mass(m.body("b", (0, 0, 0)), mass=1, inertia=list(MOMENTS))
    return m


@cache
def run_of(method: str, formulation: str) -> Run:
    options = {"method": method, "formulation": formulation, "rtol": 1e-12, "atol": 1e-14}
    speeds = {f"b.omega.{c}": value for c, value in zip("xyz", SPIN, strict=True)}
    return body().simulate(1000, 2001, speeds=speeds, progress=False, **options)


def spins(run: Run) -> NDArray[np.float64]:
    return np.stack([run[f"b.omega.{c}"] for c in "xyz"], axis=1)


def closed_form(t: NDArray[np.float64]) -> NDArray[np.float64]:
    """The spins in body axes. Here L^2 < 2 E I2, for which the smallest and the largest axis change places."""
    third, second, first = MOMENTS
    energy, momentum = float(MOMENTS @ SPIN**2), float(np.sum((MOMENTS * SPIN) ** 2))
    rate = np.sqrt((third - second) * (momentum - energy * first) / (first * second * third))
    modulus = (second - first) * (energy * third - momentum) / ((third - second) * (momentum - energy * first))
    sn, cn, dn, _ = ellipj(rate * t + ellipk(modulus), modulus)
    w_first = np.sqrt((energy * third - momentum) / (first * (third - first))) * cn
    w_second = np.sqrt((energy * third - momentum) / (second * (third - second))) * sn
    w_third = np.sqrt((momentum - energy * first) / (third * (third - first))) * dn
    return np.stack([w_third, w_second, w_first], axis=1)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_the_tumbling_is_that_of_the_elliptic_functions(formulation):
    run = run_of("dop853", formulation)
    expected = closed_form(run.t)
    assert np.sum(np.diff(np.sign(expected[:, 1])) != 0) > 45
    assert spins(run)[0] == pytest.approx(SPIN, abs=1e-15)
    assert np.abs(spins(run)) == pytest.approx(np.abs(expected), abs=PHASE)
    assert spins(run)[:, :2] == pytest.approx(expected[:, :2], abs=PHASE)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_energy_and_angular_momentum_stay_for_1000_s(formulation):
    run = run_of("dop853", formulation)
    w = spins(run)
    momentum = np.einsum("tij,tj->ti", matrix(run.q[:, 3:6]), w * MOMENTS)
    assert momentum == pytest.approx(np.broadcast_to(SPIN * MOMENTS, momentum.shape), abs=2e-10)
    assert run["energy.kinetic"] == pytest.approx(0.5 * MOMENTS @ SPIN**2, abs=2e-10)
