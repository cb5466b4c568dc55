"""One contact point with friction: each answer obeys Signorini's and Coulomb's laws."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.cones.cone_point_kernel import solve_point


def _answer(w: np.ndarray, b: np.ndarray, mu: float) -> tuple[np.ndarray, np.ndarray]:
    h = np.array(solve_point(w[0, 0], w[0, 1], w[0, 2], w[1, 1], w[1, 2], w[2, 2], *b, mu))
    return h, w @ h + b


def test_every_answer_obeys_both_laws() -> None:
    rng = np.random.default_rng(3)
    slid = stuck = opened = 0
    for _ in range(2000):
        a = rng.normal(size=(3, 3)) * 0.4 + np.diag([1.0, 1.5, 1.5])
        w, b, mu = a @ a.T, rng.normal(size=3), rng.uniform(0.05, 0.6)
        h, x = _answer(w, b, mu)
        bound = mu * h[0]
        size = np.hypot(h[1], h[2])
        assert h[0] >= 0.0 and x[0] >= -1e-9 and abs(h[0] * x[0]) < 1e-7
        assert size <= bound * (1.0 + 1e-9) + 1e-12
        if h[0] == 0.0:
            opened += 1
        elif size < bound * (1.0 - 1e-9):
            stuck += 1
            assert np.hypot(x[1], x[2]) < 1e-8
        else:
            slid += 1
            assert x[1] * h[1] + x[2] * h[2] <= 1e-8
            assert abs(x[1] * h[2] - x[2] * h[1]) < 1e-6 * (1.0 + np.hypot(x[1], x[2]))
    assert min(slid, stuck, opened) > 100


def test_a_sphere_slides_straight_against_its_slip() -> None:
    h, x = _answer(np.diag([1.0, 3.5, 3.5]), np.array([-1.0, 3.0, 4.0]), 0.2)
    assert h == pytest.approx([1.0, -0.2 * 0.6, -0.2 * 0.8], abs=1e-14)
    assert x[1] / x[2] == pytest.approx(0.75)


def test_a_point_that_a_joint_lets_move_along_one_line_slides() -> None:
    line = np.array([1.0, -0.3, 0.0])
    w = np.outer(line, line) + np.diag([0.0, 0.0, 0.09])
    h, x = _answer(w, np.array([-8.0, 1.5, 0.0]), 0.2)
    assert np.all(np.isfinite(h)) and h[0] > 0.0
    assert x[0] == pytest.approx(0.0, abs=1e-9) and abs(h[1]) == pytest.approx(0.2 * h[0]) and x[1] * h[1] <= 0.0
