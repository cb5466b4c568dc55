"""Equilibrium with closed contacts: forces and gaps are never negative, and small motions keep contacts closed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

G = 9.81


def floor() -> lw.Planar:
    m = lw.Planar("on a floor")
    m.set_gravity(0, -G)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    return m


def block(**contact: Any) -> lw.Planar:
    """A block of 0.4 x 0.2 m whose mass centre is 0.05 m beside its middle, above the floor and askew."""
    m = floor()
    body = m.body("block", estimate=(0, 0.2, 0.1))
    m.mass("block", mass=2, center=(0.05, 0), inertia=0.05)
    body.profile("skin", lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)]))
    m.contact("C", "ground.floor", "block.skin", **contact)
    return m


def cam(free: float = 0.02) -> lw.Planar:
    """A follower that a spring and its weight press onto an eccentric disc, which a spring holds."""
    m = lw.Planar("cam and follower")
    m.set_gravity(0, -G)
    disc, follower = m.body("cam", estimate=(0, 0, "30 deg")), m.body("follower", estimate=(0, 0.08, 0))
    m.mass("cam", mass=1, inertia=1e-3)
    m.mass("follower", mass=0.4, inertia=1e-3)
    m.revolute("O", m.ground, disc)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), follower.line((0, 0), (0, 1)))
    m.joint_spring("press", "guide", stiffness=500, free=free)
    m.joint_spring("hold", "O", stiffness=5, free="30 deg")
    disc.profile("rim", lw.circle(0.04, center=(0.015, 0)))
    follower.profile("face", lw.wall((0, 0), (1, 0)))
    m.contact("lift", "cam.rim", "follower.face")
    return m


def test_a_block_rests_on_two_corners_by_the_law_of_levers() -> None:
    found = block().equilibrium()
    assert found["block.y"] == pytest.approx(0.1, abs=1e-12)
    assert found["block.angle"] == pytest.approx(0.0, abs=1e-12)
    assert sorted(found.contacts.values()) == pytest.approx([2 * G * 0.15 / 0.4, 2 * G * 0.25 / 0.4], rel=1e-10)
    assert found.stability == "neutral"
    assert "closed contacts: C" in found.text()


@pytest.mark.parametrize("energy", ({}, {"energy": "1.5e4*depth^2"}))
def test_a_block_rests_on_a_law_of_the_user_as_on_the_same_springs(energy: dict[str, str]) -> None:
    """Two corners, a law each; what the law has stored is known with `energy` alone."""
    spring = block(force={"type": "hertz", "stiffness": 3e4, "exponent": 1}).equilibrium()
    found = block(force={"type": "law", "force": "3e4*depth"} | energy).equilibrium()
    assert spring["block.y"] == pytest.approx(0.1 - G / 3e4, abs=1e-7)
    for channel in ("block.y", "block.angle"):
        assert found[channel] == pytest.approx(spring[channel], abs=1e-12)
    stored = spring.potential_energy - 2 * G * (spring["block.y"] + 0.05 * math.sin(spring["block.angle"]))
    assert found.potential_energy == pytest.approx(spring.potential_energy - (0.0 if energy else stored), abs=1e-12)


def test_a_follower_is_pressed_by_its_spring() -> None:
    """Against the zero of the moment about the cam's axis, solved by itself."""
    low, high = -1.0, 1.0
    for _ in range(100):
        angle = 0.5 * (low + high)
        force = 0.4 * G + 500 * (0.02 + 0.015 * math.sin(angle))
        low, high = (low, angle) if force * 0.015 * math.cos(angle) + 5 * (angle - math.pi / 6) > 0 else (angle, high)
    found = cam().equilibrium()
    assert found["cam.angle"] == pytest.approx(angle, abs=1e-10)
    assert found["follower.y"] == pytest.approx(0.04 + 0.015 * math.sin(angle), abs=1e-11)
    assert found.contacts == pytest.approx({"lift": force}, rel=1e-9)
    assert found.reaction("O")[1] == pytest.approx(force + G, rel=1e-9)
    assert found.stability == "stable"


def test_small_motions_keep_a_closed_contact_closed() -> None:
    """The frequency of cam and follower together, from energy: (k + N'' terms) / (I + m y'^2)."""
    m = cam()
    found = m.equilibrium()
    angle, force = found["cam.angle"], found.contacts["lift"]
    lever, bend = 0.015 * math.cos(angle), -0.015 * math.sin(angle)
    stiffness = 5 + 500 * lever**2 + force * bend
    inertia = 1e-3 + 0.4 * lever**2
    model = m.linearise(found)
    assert sorted(np.abs(model.eigenvalues.imag)) == pytest.approx([math.sqrt(stiffness / inertia)] * 2, rel=1e-7)
    assert model.notes == ["closed contacts stay so: lift"]
    np.testing.assert_allclose(m.linearise().A, model.A, rtol=1e-9)


def test_a_contact_that_a_spring_opens_is_open() -> None:
    found = cam(free=0.2).equilibrium()
    assert found.contacts == {}
    assert found["follower.y"] == pytest.approx(0.2 - 0.4 * G / 500, abs=1e-10)
    assert found["cam.angle"] == pytest.approx(math.pi / 6, abs=1e-10)


def test_a_ladder_without_friction_leans_on_its_rope() -> None:
    """5 m long at a rope from its foot to the wall: the rope pulls as hard as the wall pushes, m g / (2 tan a)."""
    m = floor()
    m.ground.profile("wall", lw.wall((0, 0), (0, 1)))
    ladder = m.body("ladder", estimate=(1.55, 2.05, "127 deg"), points={"foot": (-2.5, 0), "head": (2.5, 0)})
    m.mass("ladder", mass=12, inertia=12 * 25 / 12)
    ladder.profile("skin", lw.polygon([(-2.5, -0.001), (2.5, -0.001), (2.5, 0.001), (-2.5, 0.001)]))
    m.spring("rope", "ground", "ladder.foot", stiffness=1e4, free_length=3)
    m.contact("foot", "ground.floor", "ladder.skin")
    m.contact("head", "ground.wall", "ladder.skin")
    found = m.equilibrium()
    assert found.stability == "stable"
    assert sum(force for name, force in found.contacts.items() if name.startswith("foot")) == pytest.approx(
        12 * G, rel=1e-3
    )  # the rope rises by a millimetre
    lean = math.pi - found["ladder.angle"]
    push = sum(force for name, force in found.contacts.items() if name.startswith("head"))
    assert push == pytest.approx(12 * G / (2 * math.tan(lean)), rel=3e-3)  # the ladder is 2 mm thick


def test_a_beam_on_three_supports_has_no_contact_that_pulls() -> None:
    """Three round feet on one floor are one too many; any shares that do not pull are an answer."""
    m = floor()
    beam = m.body("beam", estimate=(0, 0.15, 0.02))
    m.mass("beam", mass=3, center=(0.2, 0), inertia=0.2)
    for name, x in (("a", -0.5), ("b", 0.0), ("c", 0.5)):
        beam.profile(name, lw.circle(0.1, center=(x, 0)))
        m.contact(name, "ground.floor", f"beam.{name}")
    found = m.equilibrium()
    assert found["beam.y"] == pytest.approx(0.1, abs=1e-10)
    assert min(found.contacts.values()) >= 0.0
    assert sum(found.contacts.values()) == pytest.approx(3 * G, rel=1e-9)
    arms = {"a": -0.5, "b": 0.0, "c": 0.5}
    assert sum(arms[name] * force for name, force in found.contacts.items()) == pytest.approx(3 * G * 0.2, rel=1e-9)


def test_a_journal_lies_at_the_bottom_of_its_bearing() -> None:
    m = lw.Planar("journal")
    m.set_gravity(0, -G)
    m.body("disc", estimate=(0.004, -0.002, 0))
    m.mass("disc", mass=1, inertia=1e-4)
    m.clearance("A", "ground", "disc", clearance=0.01)
    found = m.equilibrium()
    assert (found["disc.x"], found["disc.y"]) == pytest.approx((0.0, -0.01), abs=1e-10)
    assert found.contacts == pytest.approx({"A": G}, rel=1e-9)
    rates = sorted(np.abs(m.linearise(found).eigenvalues.imag))
    assert rates[-1] == pytest.approx(math.sqrt(G / 0.01), rel=1e-6)


def test_a_ball_in_space_rests_in_a_corner() -> None:
    """On a floor and against a wall that leans by 30 degrees: N = m g / cos at the floor and none more is needed."""
    m = lw.Spatial("ball in a groove")
    m.set_gravity(0, 0, -G)
    m.body("ball", estimate=(0.05, 0.1, 0.4))
    m.mass("ball", mass=1, inertia=(0.004, 0.004, 0.004))
    m.add_solid("ball", "skin", {"type": "sphere", "radius": 0.1})
    sine, cosine = math.sin(math.pi / 6), math.cos(math.pi / 6)
    for name, side in (("left", 1), ("right", -1)):
        m.add_solid("ground", name, {"type": "plane", "normal": (side * sine, 0, cosine)})
        m.contact(name, f"ground.{name}", "ball.skin")
    found = m.equilibrium()
    assert found.contacts == pytest.approx({"left": G / (2 * cosine), "right": G / (2 * cosine)}, rel=1e-9)
    assert (found["ball.x"], found["ball.z"]) == pytest.approx((0.0, 0.1 / cosine), abs=1e-10)


@pytest.mark.parametrize(
    ("contact", "words"),
    [
        ({"friction": 0.3}, "contact 'C' has friction, and with friction there is not one position of rest but many"),
    ],
)
def test_friction_is_refused_by_name(contact: dict[str, Any], words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        block(**contact).equilibrium()


def test_what_nothing_holds_is_told() -> None:
    m = floor()
    body = m.body("ball", estimate=(0, 0.2, 0))
    m.mass("ball", mass=1, inertia=0.01)
    body.profile("skin", lw.circle(0.1))
    m.ground.profile("ramp", lw.wall((0, 0), (-1, -0.5)))
    m.contact("C", "ground.ramp", "ball.skin")
    with pytest.raises(AnalysisError, match=r"no equilibrium found.*is\s+still pushed"):
        m.equilibrium()
