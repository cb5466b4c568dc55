"""Numbers with which nobody could wait for the end: a word within a second instead."""

from __future__ import annotations

import pytest

import linkwork as lw


def box() -> lw.Planar:
    m = lw.Planar("box")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    body = m.body("box", estimate=(0, 1, 0.4))
    m.mass("box", mass=1, inertia=0.02)
    body.profile("skin", lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)]))
    m.contact("C", "ground.floor", "box.skin", friction=0.3, restitution=0.4)
    return m


@pytest.mark.parametrize("speed", ["box.omega", "box.vx"])
def test_a_body_that_may_touch_and_moves_too_fast_to_be_followed_is_told(speed: str) -> None:
    run = box().simulate(until=0.05, points=5, speeds={speed: 1e10}, progress=False)
    assert not run.completed
    assert "bodies move so fast that a step may take" in run.events[-1].text


def test_a_table_with_points_far_too_uneven_is_refused() -> None:
    m = lw.Planar("m")
    m.revolute("O", m.ground, m.body("b"))
    m.drive("motor", joint="O", angle=lw.Table(points=[(0, 0), (1, 1), (2, 0), (1e100, 1)]))
    with pytest.raises(lw.MechanismError, match="points lie too unevenly for a smooth curve"):
        m.kinematics(until=1, points=3, progress=False)
