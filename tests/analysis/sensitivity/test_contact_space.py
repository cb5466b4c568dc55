"""Derivatives through contacts in space: a ball that slides and begins to roll, in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from analysis.sensitivity.contact_designs import by_name, closed_form

VALUES = {"mu": 0.2, "r": 0.1, "vx": 1.0, "vy": 0.4, "h": 0.02}


def thrown_ball() -> lw.Spatial:
    """A homogeneous ball, h above a floor."""
    m = lw.Spatial("ball")
    m.parameters(**VALUES)
    m.set_gravity(0, 0, -9.81)
    inertia = "0.4*r^2"
    m.body("ball", (0, 0, "h + r"), mass={"mass": 1.0, "inertia": [inertia, inertia, inertia]})
    m.add_solid("ground", "floor", {"type": "plane", "normal": [0, 0, 1], "at": [0, 0, 0]})
    m.add_solid("ball", "skin", {"type": "sphere", "radius": "r"})
    m.contact("C", "ground.floor", "ball.skin", friction="mu")
    return m


def motion(mu: Any, r: Any, vx: Any, vy: Any, h: Any) -> Any:
    """Time of the fall and of the beginning of rolling, place and speed after 0.5 s.

    The impact, without restitution, rubs as the floor does later: slip v ends when 3.5 times the impulse of friction
    has taken it.
    """
    g, until, v = 9.81, 0.5, (vx**2 + vy**2) ** 0.5
    fall = (2 * h / g) ** 0.5
    after = v - mu * g * fall
    rolls = fall + (v - 3.5 * mu * g * fall) / (3.5 * mu * g)
    end = after - mu * g * (rolls - fall)
    path = v * fall + 0.5 * (after + end) * (rolls - fall) + end * (until - rolls)
    return np.array([fall, rolls, path * vx / v, path * vy / v, end * vx / v, end * vy / v])


def test_a_ball_in_space_slides_and_rolls_in_closed_form() -> None:
    run, found = by_name(thrown_ball(), list(VALUES), 0.5, 3, speeds={"ball.vx": "vx", "ball.vy": "vy"})
    kinds = [item.kind for item in run.touches]
    assert kinds[0] == "impact" and kinds[-1] == "sticks"
    ours = [run.events[0].t, run.events[-1].t, *run.q[-1, :2], *run.v[-1, :2]]
    np.testing.assert_allclose(ours, motion(**VALUES), rtol=1e-8)
    for name, tangents in found.items():
        ours = [tangents.events[0], tangents.events[-1], *tangents.q[-1, :2], *tangents.v[-1, :2]]
        np.testing.assert_allclose(ours, closed_form(motion, VALUES, name), rtol=1e-7, atol=1e-8, err_msg=name)
