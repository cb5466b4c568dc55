"""What is struck while it still vibrates: derivatives know when it was struck before."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.impacts import Beam, Sphere, fast_scale

BALL = Sphere(0.015, 210e9, 0.3, 7780)
BEAM = Beam(0.010, 0.9765, 67.7e9, 0.33, 2696)
TIGHT: dict[str, Any] = {"until": 0.0555, "points": 21, "rtol": 1e-10, "atol": 1e-12, "progress": False}


def dropped() -> lw.Planar:
    """A ball falls 5 mm on a beam, 0.3 m from its end."""
    m = lw.Planar("ball on a beam that rings")
    m.set_gravity(0, -9.81)
    m.parameters(h=0.03)
    m.ground.profile("skin", lw.polygon([(0, -0.01), (BEAM.length, -0.01), (BEAM.length, 0.01), (0, 0.01)]))
    m.body("ball", estimate=(0.3, "h", 0), mass={"mass": BALL.mass, "inertia": 1e-5}).profile("rim", lw.circle(0.015))
    model = fast_scale(BALL, BEAM, side="first", modes=12, stiffness_share=2e-6)
    m.contact("C", "ground.skin", "ball.rim", restitution=model)
    return m


def speed_after(height: float) -> float:
    m = dropped()
    m.set(h=height)
    run = m.simulate(**TIGHT)
    assert len(run.impacts) == 3 and "2 of them on what still vibrated" in " ".join(run.notes)
    return float(run["ball.vy"][-1])


def test_the_derivative_of_later_blows_knows_that_the_time_between_them_changes() -> None:
    """Without it the vibration would be met in the same phase: 75.6 was told, where differences say -217.0 1/s."""
    step = 1e-8
    slope = (speed_after(0.03 + step) - speed_after(0.03 - step)) / (2 * step)
    found = dropped().sensitivity(["final(ball.vy)"], ["h"], analysis="simulate", method="direct", **TIGHT)
    assert found["final(ball.vy)", "h"] == pytest.approx(slope, rel=2e-3)
    assert slope < -200
