"""Kinematics where closed points cannot all stay closed: those are let go that others lead away from."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.profiles import Polyline, Profile

CORNERS = ((-0.03, -0.03), (0.05, -0.03), (0.05, 0.03), (-0.03, 0.03))


def _square_cam(angle: str) -> lw.Planar:
    """A rectangular cam that lies flat under a flat follower, which is guided upwards."""
    m = lw.Planar("square cam")
    cam, follower = m.body("cam", estimate=(0, 0, 0)), m.body("follower", estimate=(0, 0.03, 0))
    m.revolute("O", m.ground, cam)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), follower.line((0, 0), (0, 1)))
    m.drive("motor", joint="O", angle=angle)
    cam.profile("skin", lw.polygon(list(CORNERS)))
    follower.profile("face", lw.wall((0, 0), (1, 0)))
    m.contact("C", "cam.skin", "follower.face")
    return m


def _height(turned: np.ndarray) -> np.ndarray:
    """Of the highest corner."""
    return np.max([x * np.sin(turned) + y * np.cos(turned) for x, y in CORNERS], axis=0)


def test_corner_of_a_square_cam_hands_over_to_the_next() -> None:
    run = _square_cam("2*pi*t").kinematics(1.0, 41, progress=False)
    assert run.completed
    assert run["follower.y"] == pytest.approx(_height(2 * math.pi * run.t), abs=1e-9)
    changes = [(contact_event.kind, contact_event.who, contact_event.t) for contact_event in run.touches]
    assert [change[:2] for change in changes[:3]] == [("closes", "C"), ("closes", "C[2]"), ("opens", "C")]
    quarters = [0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75]
    assert [change[2] for change in changes[:7]] == pytest.approx(quarters, abs=1e-9)
    inside = np.abs(np.mod(run.t + 0.125, 0.25) - 0.125) > 1e-6
    rate = np.gradient(_height(2 * math.pi * (run.t[:, None] + [-1e-6, 0.0, 1e-6])), 1e-6, axis=1)[:, 1]
    assert run["follower.vy"][inside] == pytest.approx(rate[inside], abs=1e-8)


def test_cam_that_lies_flat_without_speed_rises_on_the_corner_that_leads() -> None:
    """Rates say nothing at the start: the gaps open with the square of the time, or with its third power."""
    for power in (2, 3):
        run = _square_cam(f"-t^{power}").kinematics(0.5, 11, progress=False)
        assert run.completed
        assert run["follower.y"] == pytest.approx(_height(-(run.t**power)), abs=1e-9)


def test_roller_goes_through_a_valley_from_flank_to_flank() -> None:
    m = lw.Planar("valley")
    plate, roller = m.body("plate", estimate=(0, 0, 0)), m.body("roller", estimate=(0, 0.2 + 0.1 * math.sqrt(1.25), 0))
    m.translational("slide", m.ground.line((0, 0), (1, 0)), plate.line((0, 0), (1, 0)))
    m.translational("guide", m.ground.line((0, 0), (0, 1)), roller.line((0, 0), (0, 1)))
    m.drive("push", joint="slide", position="-0.5*t")
    plate.profile("flanks", Profile(elements=(Polyline(points=((1.4, 0.5), (0.4, 0), (-0.6, 0.5))),)))
    roller.profile("skin", lw.circle(0.1))
    m.contact("C", "plate.flanks", "roller.skin")
    run = m.kinematics(1.6, 33, progress=False)
    assert run.completed
    assert run["roller.y"] == pytest.approx(0.5 * np.abs(0.4 - 0.5 * run.t) + 0.1 * math.sqrt(1.25), abs=1e-9)
    assert [(contact_event.kind, contact_event.who) for contact_event in run.touches] == [
        ("closes", "C"),
        ("closes", "C[2]"),
        ("opens", "C"),
    ]
    assert run.touches[-1].t == pytest.approx(0.8, abs=1e-9)


@pytest.mark.parametrize(("angle", "roof"), [("t", 0.09), ("t^2", 0.08)])
def test_follower_under_a_roof_jams_the_cam_by_name(angle: str, roof: float) -> None:
    """It meets the roof on its way, or lies under it when the cam begins to turn without speed."""
    m = _square_cam(angle)
    m.ground.profile("roof", lw.wall((0, roof), (1, 0)))
    m.add_profile("follower", "back", lw.circle(0.01, center=(0, 0.04)))
    m.contact("stop", "follower.back", "ground.roof")
    run = m.kinematics(0.5, 11, progress=False)
    assert not run.completed
    assert "'stop'" in run.events[-1].text
    assert run.t[-1] < 0.25
