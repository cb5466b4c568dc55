"""Criteria at events: when something hits, how fast, and where it is then; closed forms of falling bodies."""

from __future__ import annotations

from math import sqrt

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

OVER = {"until": 0.9, "points": 46, "tolerance": 1e-14}


def falling() -> lw.Planar:
    """A ball at height h that bounces on the ground with a share of its speed."""
    m = lw.Planar("falling")
    m.parameters(h=1.0, g=10.0, rest=0.5)
    m.set_gravity(0, "-g")
    m.body("ball", estimate=(0, "h", 0))
    m.mass("ball", mass=1.0, inertia=1.0)
    m.event("hit", "ball.y", "falling", jump={"ball.vy": "-rest"})
    return m


def test_the_height_is_found_from_which_a_ball_falls_in_half_a_second():
    best = falling().optimise("(time(hit) - 0.5)^2", {"h": (0.2, 3)}, gradient="exact", **OVER)
    assert best.ok and not best.notes
    assert best.parameters["h"] == pytest.approx(10 * 0.5**2 / 2, rel=1e-6)


def test_the_speed_at_an_event_is_a_condition():
    best = falling().optimise(None, {"h": (0.2, 3)}, "at_event(ball.vy, hit) >= -4", maximise="h", **OVER)
    assert best.parameters["h"] == pytest.approx(16 / (2 * 10), rel=1e-7)


def test_what_comes_behind_an_impact_has_exact_gradients_too():
    """The ball is at its highest when t = sqrt(2h/g) (1 + rest), and reaches rest^2 h."""
    best = falling().optimise(
        "(final(ball.y) - 0.3)^2", {"rest": (0.3, 0.95)}, gradient="exact", until=0.7, points=36, tolerance=1e-16
    )
    falls = sqrt(2 / 10)
    after = 0.7 - falls
    assert best.parameters["rest"] == pytest.approx((0.3 + 5 * after**2) / (10 * falls * after), rel=1e-6)


def dropped() -> lw.Planar:
    """A block, its middle at the height h, whose lower side is 0.1 m below it."""
    m = lw.Planar("dropped")
    m.parameters(h=1.0)
    m.set_gravity(0, -10)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    block = m.body("block", estimate=(0, "h", 0))
    block.profile("skin", lw.polygon([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)]))
    m.mass("block", mass=1, inertia=0.1)
    m.contact("C", "ground.floor", "block.skin", restitution=0.5)
    return m


def test_the_height_of_a_block_is_found_by_exact_gradients_through_its_impact():
    best = dropped().optimise(
        "(time(C) - 0.5)^2", {"h": (0.5, 3)}, gradient="exact", until=0.7, points=36, tolerance=1e-14
    )
    assert best.parameters["h"] == pytest.approx(1.35, rel=1e-5)
    assert not any("by differences" in note for note in best.notes)


def test_contacts_that_are_decided_in_steps_go_by_differences_and_that_is_said():
    asked = {"until": 0.2, "points": 5, "solver": "moreau", "step": 0.01}
    best = dropped().optimise("(final(block.y) - 1)^2", {"h": (0.5, 3)}, tolerance=1e-12, **asked)
    assert best.parameters["h"] == pytest.approx(1.2, abs=0.02)
    assert any("by differences" in note for note in best.notes)
    with pytest.raises(AnalysisError, match="gradient='exact' cannot be had"):
        dropped().optimise("(final(block.y) - 1)^2", {"h": (0.5, 3)}, gradient="exact", **asked)
