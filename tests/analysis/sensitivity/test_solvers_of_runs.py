"""Derivatives of runs by all solvers: by complex numbers the same as by the adjoint."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

EXPECTED = {"e": -0.0180090239, "M": -0.1921079562}
"""By dop853, which agrees with the adjoint to 1e-11."""


def pushed() -> lw.Planar:
    """A post that falls and is pushed."""
    m = lw.Planar("post")
    m.set_gravity(0, -9.81)
    m.parameters(e=1.0, M=1.0)
    post = m.body("post", estimate=(0, 0, "20 deg"), mass={"mass": "M", "center": (1, 0), "inertia": 0.3})
    m.revolute("foot", m.ground.at(0, 0), post.at(0, 0))
    m.force("push", post.at(1, 0), x="e")
    return m


def slopes(**options: Any) -> dict[str, float]:
    sensitivity = pushed().sensitivity(["final(post.angle)"], analysis="simulate", until=0.5, points=3, **options)
    return {name: float(sensitivity["final(post.angle)", name]) for name in EXPECTED}


@pytest.mark.parametrize(
    ("solver", "step", "within"),
    [
        ("dop853", 0, 1e-9),
        ("adams", 0, 1e-8),
        ("radau", 0, 1e-8),
        ("rk4", 1e-3, 1e-9),
        ("midpoint", 1e-3, 1e-6),
        ("alpha", 0, 1e-5),
        ("backward-euler", 1e-3, 1e-3),
    ],
)
def test_complex_numbers_carry_the_derivatives(solver: str, step: float, within: float) -> None:
    """By the last two they were 2.5e22, without a word."""
    options = {"step": step} if step else {}
    assert slopes(method="direct", solver=solver, **options) == pytest.approx(EXPECTED, abs=within)
