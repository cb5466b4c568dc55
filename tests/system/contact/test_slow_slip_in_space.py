"""Slip in space where it begins without acceleration and where it ends: the slower, the less its way is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run

WAYS: dict[str, Any] = {"method": "radau", "formulation": "joint-null-space", "progress": False}


def on_floor(solid: dict[str, Any], height: float, inertia: float, friction: float) -> lw.Spatial:
    m = lw.Spatial("on a floor")
    m.set_gravity(0, 0, -10)
    m.body("b", (0, 0, height))
    m.mass("b", mass=1, inertia=(inertia, inertia, inertia))
    m.add_solid("b", "skin", solid)
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    m.contact("C", "ground.floor", "b.skin", friction=friction)
    return m


def first(run: Run, word: str) -> float:
    return next(event.t for event in run.events if event.text.endswith(word))


def test_a_block_that_a_growing_force_sets_going() -> None:
    """The force a*t passes mu*m*g at t0; from there the way is a*(t - t0)^3/6."""
    m = on_floor({"type": "box", "size": (0.4, 0.4, 0.1)}, 0.05, 0.01, 0.5)
    m.force("F", "b", x="10*t", y="2*t")
    run = m.simulate(1.0, 11, **WAYS)
    rate = np.hypot(10, 2)
    assert run.completed and run.statistics["steps"] < 100
    assert first(run, "slips") == pytest.approx(5 / rate, abs=1e-7)
    assert np.hypot(run["b.x"][-1], run["b.y"][-1]) == pytest.approx(rate * (1 - 5 / rate) ** 3 / 6, rel=1e-10)


def test_a_ball_that_slips_across_its_way_begins_to_roll_at_its_time() -> None:
    """The slip keeps its direction and falls by 7/2 mu g."""
    m = on_floor({"type": "sphere", "radius": 0.1}, 0.1, 0.004, 0.2)
    run = m.simulate(0.5, 11, speeds={"b.vx": 1.0, "b.wx": 20.0}, **WAYS)
    assert run.completed and run.statistics["steps"] < 400
    assert first(run, "sticks") == pytest.approx(2 * np.hypot(1, 2) / (7 * 0.2 * 10), abs=1e-8)
