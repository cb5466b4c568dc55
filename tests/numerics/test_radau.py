"""The implicit method Radau IIA on stiff equations: SciPy, closed forms, published end points, cost."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.numerics.integrators.integrator import prepare
from linkwork.numerics.integrators.integrator_kernel import advance, dense, prepare_dense, step
from linkwork.numerics.integrators.integrator_state_kernel import AT_STOP, RADAU
from linkwork.numerics.jit import address, njit
from linkwork.numerics.lu_kernel import factor, factor_pair, solve, solve_pair
from linkwork.numerics.scalar import cos, exp, sin


def van_der_pol(k, p, w, t, y, dy):
    """Scaled as in Hairer and Wanner IV.10: y2' = ((1 - y1^2) y2 - y1) / eps, eps = mu^-2."""
    w[0] += 1.0
    dy[0] = y[1]
    dy[1] = ((1.0 - y[0] * y[0]) * y[1] - y[0]) * p[0]


def robertson(k, p, w, t, y, dy):
    w[0] += 1.0
    slow, fast, square = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]
    dy[0] = fast - slow
    dy[1] = slow - fast - square
    dy[2] = square


def prothero_robinson(k, p, w, t, y, dy):
    """y = sin t whatever the stiffness p."""
    w[0] += 1.0
    dy[0] = -p[0] * (y[0] - sin(t)) + cos(t)


def decay(k, p, w, t, y, dy):
    w[0] += 1.0
    dy[0] = -p[0] * y[0] * exp(0.0 * t)


def run(body, start, stop, tolerance, *, parameter=1.0, atol=None, step=0.0):
    z, s = prepare(RADAU, 0.0, np.asarray(start), stop, rtol=tolerance, atol=atol or tolerance, step=step)
    p, w, k = np.full(1, parameter, z.dtype), np.zeros(1, z.dtype), np.zeros(1, np.int64)
    where = address(body, "rate", "complex" if z.dtype == complex else "real")
    assert advance(where, k, p, w, z, s, 1_000_000) == AT_STOP
    assert s[place.EVALUATIONS] == int(w[0].real)
    return z[s[place.Y] :][: len(start)].copy(), s, z


@njit
def _solve_one(z, n):
    return factor(z, 0, n, n * n) and solve(z, 0, n, n * n, n * n + n) is None


@njit
def _solve_pair(z, n):
    square = n * n
    side = 2 * square + n
    return factor_pair(z, 0, square, n, 2 * square) and solve_pair(z, 0, square, n, 2 * square, side, side + n) is None


def test_elimination_agrees_with_lapack() -> None:
    random = np.random.default_rng(5)
    for n in (1, 2, 5, 17):
        a, b = random.normal(size=(2, n, n))
        x, y = random.normal(size=(2, n))
        z = np.concatenate([a.ravel(), np.zeros(n), x])
        assert _solve_one(z, n)
        assert np.allclose(z[-n:], np.linalg.solve(a, x), rtol=1e-10, atol=1e-11)
        z = np.concatenate([a.ravel(), b.ravel(), np.zeros(n), x, y])
        assert _solve_pair(z, n)
        assert np.allclose(
            z[-2 * n : -n] + 1j * z[-n:], np.linalg.solve(a + 1j * b, x + 1j * y), rtol=1e-10, atol=1e-11
        )


def test_a_singular_matrix_is_refused() -> None:
    assert not _solve_one(np.concatenate([[1.0, 2.0, 2.0, 4.0], np.zeros(2), np.ones(2)]), 2)
    assert not _solve_pair(np.zeros(2 * 4 + 2 + 4), 2)


@pytest.mark.parametrize("tolerance", [1e-5, 1e-8, 1e-10])
def test_van_der_pol_reaches_the_published_point(tolerance) -> None:
    """Hairer and Wanner's test set, VDPOL with eps = 1e-6 (mu = 1e3) at t = 2."""
    y, s, _ = run(van_der_pol, [2.0, 0.0], 2.0, tolerance, parameter=1e6)
    published = np.array([1.706167732170483, -0.8928097010247975])
    assert np.max(np.abs(y - published)) < tolerance
    assert s[place.EVALUATIONS] < 45_000


@pytest.mark.parametrize("mu", [1e3, 1e4, 1e5, 1e6])
def test_van_der_pol_agrees_with_scipy_at_any_stiffness(mu) -> None:
    y, s, _ = run(van_der_pol, [2.0, -0.66], 0.6, 1e-8, parameter=mu * mu)
    expected = solve_ivp(
        lambda _, u: [u[1], ((1 - u[0] ** 2) * u[1] - u[0]) * mu * mu],
        (0, 0.6),
        [2.0, -0.66],
        method="Radau",
        rtol=1e-10,
        atol=1e-10,
        jac=lambda _, u: [[0, 1], [(-2 * u[0] * u[1] - 1) * mu * mu, (1 - u[0] ** 2) * mu * mu]],
    )
    assert np.allclose(y, expected.y[:, -1], atol=1e-7)
    assert s[place.EVALUATIONS] < 2 * expected.nfev


def test_robertson_reaches_the_published_point() -> None:
    """Hairer and Wanner's test set, ROBER at t = 1e11."""
    y, s, _ = run(robertson, [1.0, 0.0, 0.0], 1e11, 1e-8, atol=1e-14)
    published = np.array([0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050])
    assert np.max(np.abs(y / published - 1.0)) < 1e-6
    assert s[place.STEPS] < 1000


@pytest.mark.parametrize("stiffness", [1e2, 1e6, 1e10])
def test_stiffness_costs_nothing_and_the_error_keeps_the_tolerance(stiffness) -> None:
    y, s, _ = run(prothero_robinson, [0.0], 10.0, 1e-8, parameter=stiffness)
    assert abs(y[0] - math.sin(10.0)) < 1e-7
    assert s[place.EVALUATIONS] < 3000


def test_dense_output_of_a_stiff_motion_is_as_good_as_its_steps() -> None:
    z, s = prepare(RADAU, 0.0, [0.0], 10.0, rtol=1e-7, atol=1e-7)
    p, w, k, out, worst = np.full(1, 30.0), np.zeros(1), np.zeros(1, np.int64), np.zeros(1), 0.0
    where = address(prothero_robinson, "rate", "real")
    while step(where, k, p, w, z, s) == 0:
        calls = w[0]
        assert prepare_dense(where, k, p, w, z, s) and w[0] == calls
        for t in np.linspace(z[place.T_OLD], z[place.T], 7):
            assert dense(z, s, t, out)
            worst = max(worst, abs(out[0] - math.sin(t)))
    assert worst < 1e-5


def test_fast_decay_is_damped_in_one_step() -> None:
    """Stability function of the method at minus infinity is zero (L-stable)."""
    z, s = prepare(RADAU, 0.0, [1.0], 10.0, rtol=0.0, atol=10.0, step=1.0)
    p, w, k = np.full(1, 1e9), np.zeros(1), np.zeros(1, np.int64)
    assert step(address(decay, "rate", "real"), k, p, w, z, s) == 0
    assert abs(z[s[place.Y]]) < 1e-8


def test_jacobians_and_factors_are_reused_and_counted() -> None:
    _, s, _ = run(van_der_pol, [2.0, 0.0], 2.0, 1e-6, parameter=1e6)
    assert 0 < s[place.JACOBIANS] < s[place.STEPS]
    assert s[place.JACOBIANS] <= s[place.FACTORISATIONS] < s[place.STEPS] + s[place.REJECTED]
    assert s[place.EVALUATIONS] >= 3 * s[place.ITERATIONS] + 2 * s[place.JACOBIANS]


def test_derivative_of_a_stiff_motion_by_the_complex_step() -> None:
    """u = exp(-p t): du/dp = -t exp(-p t)."""
    y, _, _ = run(decay, [1.0 + 0j], 1.5, 1e-10, parameter=2.0 + 1e-30j)
    assert y[0].imag / 1e-30 == pytest.approx(-1.5 * math.exp(-3.0), abs=1e-8)
