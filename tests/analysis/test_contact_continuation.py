"""Kinematics with contacts: driven bodies push others, contacts switch by geometry alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.bodies.profiles import Profile, Segment


def _pusher(**box: float) -> lw.Planar:
    """A plate driven along x at 1 m/s towards a disc of radius 0.5 that nothing drives."""
    m = lw.Planar("pusher")
    plate = m.body("plate", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), plate.line((0, 0), (1, 0)))
    m.drive("push", joint="guide", position="t")
    plate.profile("face", lw.wall((0, 0), (0, 1)))
    disc = m.body("disc", estimate=(box.get("x", 1.5), box.get("y", 0.0), 0))
    disc.profile("skin", lw.circle(0.5))
    m.mass("disc", mass=1, inertia=0.1)
    m.contact("C", "plate.face", "disc.skin")
    return m


def test_body_that_nothing_drives_lies_still_until_it_is_pushed() -> None:
    run = _pusher().kinematics(3.0, 31, progress=False)
    assert run.completed
    assert [contact_event.kind for contact_event in run.touches] == ["closes"]
    assert run.touches[0].t == pytest.approx(1.0, abs=1e-10)
    assert run["disc.x"] == pytest.approx(np.maximum(1.5, run.t + 0.5), abs=1e-9)
    assert run["disc.vx"] == pytest.approx(np.where(run.t > 1.0 + 1e-9, 1.0, run["disc.vx"]), abs=1e-9)
    assert run["disc.angle"] == pytest.approx(0.0, abs=1e-12)
    assert run["C.gap"] == pytest.approx(np.maximum(1.0 - run.t, 0.0), abs=1e-9)
    assert list(run["C.mode"]) == [0.0] * 10 + list(run["C.mode"][10:11]) + [1.0] * 20


def test_contact_of_kinematics_never_breaks() -> None:
    """The plate goes back and takes the disc with it: geometry alone knows no force."""
    m = _pusher()
    m.drivers.clear()
    m.drive("push", joint="guide", position="2*sin(t)")
    run = m.kinematics(4.0, 41, progress=False)
    assert [contact_event.kind for contact_event in run.touches] == ["closes"]
    closed = run.t > math.asin(0.5)
    assert run["disc.x"][closed] == pytest.approx(2 * np.sin(run.t[closed]) + 0.5, abs=1e-9)
    assert run["disc.ax"][closed] == pytest.approx(-2 * np.sin(run.t[closed]), abs=1e-6)


def test_disc_between_a_plate_and_a_wall_stops_the_run_with_the_contacts_named() -> None:
    m = _pusher()
    m.ground.profile("end", lw.wall((2.5, 0), (0, -1)))
    m.contact("stop", "ground.end", "disc.skin")
    run = m.kinematics(3.0, 31, progress=False)
    assert not run.completed
    assert run.events[-1].t == pytest.approx(1.5, abs=1e-9)
    assert "'stop'" in run.events[-1].text
    assert run.t[-1] <= 1.5


def test_contact_that_leaves_the_end_of_its_outline_is_lost() -> None:
    """A pin slides along a short ramp that is driven below it; beyond the ramp nothing holds it up."""
    m = lw.Planar("ramp")
    ramp = m.body("ramp", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), ramp.line((0, 0), (1, 0)))
    m.drive("push", joint="guide", position="t")
    ramp.profile("face", Profile(elements=(Segment(start=(1, -1), end=(0, 0)),)))
    pin = m.body("pin", estimate=(0.5, 0.0, 0))
    m.translational("lift", m.ground.line((0.5, 0), (0.5, 1)), pin.line((0, 0), (0, 1)))
    pin.profile("skin", lw.circle(0.1))
    m.contact("C", "ramp.face", "pin.skin")
    run = m.kinematics(2.0, 81, hold={"pin.y": -0.5 + 0.1 * math.sqrt(2)}, progress=False)
    assert run.touches[0].kind == "closes"
    assert run.completed
    assert run["pin.y"].max() < 0.2
    still = run["pin.vy"][-10:]
    assert still == pytest.approx(0.0, abs=1e-12)


def test_closed_spline_turns_over_its_seam_without_an_event() -> None:
    """A disc through 24 points under a flat follower; the first point stands at the end once more."""
    m = lw.Planar("seam")
    cam, follower = m.body("cam", estimate=(0, 0, 0)), m.body("follower", estimate=(0, 0.2, 0))
    m.revolute("O", m.ground, cam)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), follower.line((0, 0), (0, 1)))
    m.drive("motor", joint="O", angle="1.2+t")
    points = [(0.2 * math.cos(2 * math.pi * n / 24), 0.2 * math.sin(2 * math.pi * n / 24)) for n in range(25)]
    cam.profile("skin", elements=[{"type": "spline", "points": points}])
    follower.profile("face", lw.wall((0, 0), (1, 0)))
    m.contact("C", "cam.skin", "follower.face")
    run = m.kinematics(1.0, 41, hold={"follower.y": 0.2}, progress=False)
    assert run.completed
    assert [contact_event.kind for contact_event in run.touches] == ["closes"]
    assert run["C.first"][0] < 0.1 and run["C.first"][-1] > 0.89
    assert run["follower.y"] == pytest.approx(0.2, abs=1e-7)
    assert run["follower.ay"] == pytest.approx(0.0, abs=1e-4)


def test_overlap_at_the_start_is_refused_by_name() -> None:
    with pytest.raises(AnalysisError, match="contact 'C': its two outlines overlap"):
        _pusher(x=0.3).kinematics(1.0, 11, progress=False)


def test_contacts_of_a_kinematic_run_are_kept_in_its_file(tmp_path: object) -> None:
    run = _pusher().kinematics(2.0, 11, progress=False)
    run.save(f"{tmp_path}/pushed.run")
    again = lw.load_run(f"{tmp_path}/pushed.run")
    assert again["C.gap"] == pytest.approx(run["C.gap"])
    assert "C.force" not in again.channels()


def test_plate_in_space_pushes_a_ball_that_lies_still_before() -> None:
    m = lw.Spatial("pusher in space")
    plate, ball = m.body("plate"), m.body("ball", estimate=(0, 0, 1.5))
    m.mass("ball", mass=1, inertia=(0.1, 0.1, 0.1))
    m.translational("guide", m.ground.at(0, 0, 0), plate.at(0, 0, 0))
    m.drive("push", joint="guide", position="t")
    m.add_solid("plate", "face", {"type": "plane", "normal": (0, 0, 1)})
    m.add_solid("ball", "skin", {"type": "sphere", "radius": 0.5})
    m.contact("C", "plate.face", ball.name + ".skin")
    run = m.kinematics(2.0, 21, progress=False)
    assert [contact_event.kind for contact_event in run.touches] == ["closes"]
    assert run.touches[0].t == pytest.approx(1.0, abs=1e-10)
    assert run["ball.z"] == pytest.approx(np.maximum(1.5, run.t + 0.5), abs=1e-9)
