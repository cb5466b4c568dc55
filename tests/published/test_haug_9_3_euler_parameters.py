"""Haug, section 9.3: Euler parameters."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.places.spatial import rotation


def diagonal(phi: float) -> lw.Spatial:
    """A body turned by phi about [1, 1, 1]."""
    mechanism = lw.Spatial()
    mechanism.body("a", orientation=lw.orient.axis_angle((1, 1, 1), phi))
    return mechanism


@pytest.mark.parametrize(("turn", "expected"), [(120, (0, 1, 0)), (240, (0, 0, 1)), (360, (1, 0, 0))])
def test_example_9_3_1_a_turn_about_the_diagonal_permutes_the_axes(turn: float, expected: tuple[int, ...]) -> None:
    """s' = [1,0,0] goes to [0,1,0] at 120 degrees and to [0,0,1] at 240; the scan prints [0,0,1] for both."""
    there = diagonal(math.radians(turn)).scope().into_world("a", 1.0, 0.0, 0.0)
    np.testing.assert_allclose(there, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("phi", [0.1, 1.0, math.pi, 5.0])
def test_problem_9_3_2_matrix_of_a_turn_about_the_diagonal(phi: float) -> None:
    """A = cos I + (1 - cos) u u^T + sin ~u (9.3.4)."""
    u = np.ones(3) / math.sqrt(3)
    skew = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    expected = math.cos(phi) * np.eye(3) + (1 - math.cos(phi)) * np.outer(u, u) + math.sin(phi) * skew
    np.testing.assert_allclose(diagonal(phi).scope().drawn_frame("a")[1], expected, rtol=0, atol=1e-14)


def test_the_three_forms_of_a_agree() -> None:
    """(9.3.6), (9.3.7) and A = E G^T (9.3.26)."""
    for p in np.random.default_rng(3).normal(size=(20, 4)):
        e0, *e = p / np.linalg.norm(p)
        skew = np.array([[0, -e[2], e[1]], [e[2], 0, -e[0]], [-e[1], e[0], 0]])
        E = np.column_stack([-np.array(e), skew + e0 * np.eye(3)])
        G = np.column_stack([-np.array(e), -skew + e0 * np.eye(3)])
        closed = (2 * e0**2 - 1) * np.eye(3) + 2 * (np.outer(e, e) + e0 * skew)
        np.testing.assert_allclose(E @ G.T, closed, rtol=0, atol=1e-14)
        np.testing.assert_allclose(rotation.matrix_of((e0, e[0], e[1], e[2])), closed, rtol=0, atol=1e-14)
        np.testing.assert_allclose(lw.orient.matrices([e0, *e]), closed, rtol=0, atol=1e-14)


@pytest.mark.parametrize("e", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.6, 0.8, 0), (0.6, 0, -0.8), (0, 0.6, -0.8)])
def test_half_a_turn_has_e0_zero_and_relative_signs(e: tuple[float, float, float]) -> None:
    """Where e0 = 0 the off-diagonal sums (9.3.17) give the relative signs; the sign of all is free."""
    A = 2 * np.outer(e, e) - np.eye(3)
    np.testing.assert_allclose(lw.orient.quaternions(A), (0, *e), rtol=0, atol=1e-14)
    rows = tuple(tuple(float(x) for x in row) for row in A)
    np.testing.assert_allclose(rotation.parameters_of((rows[0], rows[1], rows[2])), (0, *e), rtol=0, atol=1e-14)


def test_the_parameters_run_on_through_a_full_turn() -> None:
    """p and -p are one orientation, 2 apart; the sign nearest to the step before is taken: p changes its sign."""
    angle = np.linspace(0.0, 2 * math.pi, 61)
    A = np.array([diagonal(float(phi)).scope().drawn_frame("a")[1] for phi in angle])
    p = lw.orient.quaternions(A)
    np.testing.assert_allclose(p[-1], [-1, 0, 0, 0], rtol=0, atol=1e-14)
    assert np.max(np.linalg.norm(np.diff(p, axis=0), axis=1)) < 0.06
