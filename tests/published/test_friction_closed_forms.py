"""Contacts with dry friction whose motion is known in closed form.

A block on an incline, a block on a moving belt held by a spring, a rod that begins to fall, a ladder that slides down a
wall, a pin that runs round in its hole.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.contact_models import EXACT, GRAVITY, block, floor, plane, when


@cache
def incline(friction: float, slope: float = math.radians(30)) -> Run:
    """A block of half-width 0.1 and half-height 0.05 on a slope."""
    m = plane("block on an incline")
    floor(m, slope)
    block(m, "block", 0.1, 0.05, (-0.05 * math.sin(slope), 0.05 * math.cos(slope), slope))
    m.contact("C", "ground.floor", "block.skin", friction=friction)
    return m.simulate(0.5, 6, **EXACT)


@pytest.mark.parametrize("friction", [0.0, 0.2, 0.5])
def test_block_slides_down_with_the_known_acceleration(friction: float) -> None:
    run, slope = incline(friction), math.radians(30)
    along = GRAVITY * (math.sin(slope) - friction * math.cos(slope))
    assert -(run["block.ax"] * math.cos(slope) + run["block.ay"] * math.sin(slope)) == pytest.approx(along, abs=1e-8)
    travelled = np.hypot(run["block.x"] - run["block.x"][0], run["block.y"] - run["block.y"][0])
    assert travelled == pytest.approx(0.5 * along * run.t**2, abs=1e-8)
    normal = GRAVITY * math.cos(slope)
    normal_forces = sorted([float(run["C[1].force"][-1]), float(run["C[2].force"][-1])])
    shares = [0.5 * normal * (1 - friction * 0.5), 0.5 * normal * (1 + friction * 0.5)]
    assert normal_forces == pytest.approx(shares, abs=1e-8)


def test_block_rests_on_the_incline_above_the_angle_of_friction() -> None:
    run, slope = incline(0.6), math.radians(30)
    assert run["block.x"] == pytest.approx(run["block.x"][0], abs=1e-9)
    normal_forces = sorted([float(run["C[1].force"][-1]), float(run["C[2].force"][-1])])
    normal = GRAVITY * math.cos(slope)
    lean = 0.5 * math.tan(slope)
    assert normal_forces == pytest.approx([0.5 * normal * (1 - lean), 0.5 * normal * (1 + lean)], abs=1e-8)
    carried = run["C.friction"][-1]
    assert abs(carried) == pytest.approx(GRAVITY * math.sin(slope), abs=1e-8)


BELT, STIFFNESS, STATIC, KINETIC = 0.2, 50.0, 0.5, 0.3


@cache
def belt() -> Run:
    """A block of 1 kg on a belt that runs at 0.2 m/s, held by a spring; it starts with the belt."""
    m = plane("block on a belt")
    moving = m.body("belt")
    m.mass("belt", mass=1, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), moving.line((0, 0), (1, 0)))
    moving.profile("face", lw.wall((0, 0), (-1, 0)))
    block(m, "block", 0.1, 0.02, (0.0, 0.02, 0.0))
    m.slide_spring("S", m.ground.line((0, 0), (1, 0)), "block", stiffness=STIFFNESS)
    m.drive("run", joint="guide", position=f"{BELT}*t")
    m.contact("C", "belt.face", "block.skin", friction=KINETIC, static_friction=STATIC)
    return m.simulate(2.5, 26, speeds={"block.vx": BELT}, **EXACT)


def test_block_on_a_belt_sticks_and_slips_at_the_known_times() -> None:
    """It slips where the spring outgrows static friction; kinetic friction then lets it swing back once."""
    omega = math.sqrt(STIFFNESS)
    slips_at, rests_at = STATIC * GRAVITY / STIFFNESS, KINETIC * GRAVITY / STIFFNESS
    phase = math.atan2(BELT / omega, slips_at - rests_at)
    slipping = (math.pi + 2 * phase) / omega
    sticking = 2 * (slips_at - rests_at) / BELT
    first = slips_at / BELT
    slips, sticks = (
        sorted({round(t, 9) for t in when(belt(), "slips")}),
        sorted({round(t, 9) for t in when(belt(), "sticks")}),
    )
    expected = [first, first + slipping + sticking, first + 2 * (slipping + sticking)]
    assert slips == pytest.approx([t for t in expected if t < 2.5], abs=1e-8)
    assert sticks[-1 - sum(t < 2.5 for t in np.array(expected) + slipping) + 1 :] == pytest.approx(
        [t + slipping for t in expected if t + slipping < 2.5], abs=1e-8
    )


def _rod(angle: float, friction: float, half: float = 0.5) -> Run:
    """A thin rod that stands on the floor at an angle and is let go."""
    m = plane("rod")
    body = m.body("rod", estimate=(half * math.cos(angle), half * math.sin(angle), angle))
    m.mass("rod", mass=2, inertia=2 * half**2 / 3)
    body.profile("skin", lw.polygon([(-half, 0), (0, -0.01), (half, 0), (0, 0.01)]))
    floor(m)
    m.contact("C", "ground.floor", "rod.skin", friction=friction)
    return m.simulate(0.01, 3, **EXACT)


@pytest.mark.parametrize("degrees", [30.0, 45.0, 60.0])
@pytest.mark.parametrize("friction", [0.05, 0.2, 0.9])
def test_rod_begins_to_fall_as_its_equations_say(degrees: float, friction: float) -> None:
    """It turns about its foot if friction can hold it there, and slips otherwise."""
    angle, half, mass = math.radians(degrees), 0.5, 2.0
    c, s = math.cos(angle), math.sin(angle)
    run = _rod(angle, friction)
    needed = 0.75 * s * c / (1 - 0.75 * c * c)
    if friction >= needed:
        normal, tangential, turning = (
            mass * GRAVITY * (1 - 0.75 * c * c),
            0.75 * mass * GRAVITY * s * c,
            0.75 * GRAVITY * c / half,
        )
        assert run["C.mode"][0] == 2
    else:
        normal = mass * GRAVITY / (1 + 3 * c * (c - friction * s))
        tangential, turning = friction * normal, 3 * normal * (c - friction * s) / (mass * half)
        assert run["C.mode"][0] == 1
    assert run["C.force"][0] == pytest.approx(normal, rel=1e-8)
    assert abs(run["C.friction"][0]) == pytest.approx(tangential, rel=1e-8)
    assert run["rod.alpha"][0] == pytest.approx(-turning, rel=1e-8)


def test_ladder_without_friction_leaves_the_wall_at_two_thirds_of_its_height() -> None:
    half, begin = 1.0, math.radians(70)
    m = plane("ladder")
    floor(m)
    m.ground.profile("wall", lw.wall((0, 0), (0, -1), material="right"))
    body = m.body("ladder", estimate=(half * math.cos(begin), half * math.sin(begin), math.pi - begin))
    m.mass("ladder", mass=3, inertia=half**2)
    body.profile("skin", lw.polygon([(-half, 0), (0, -0.01), (half, 0), (0, 0.01)]))
    m.contact("floor", "ground.floor", "ladder.skin", points=1)
    m.contact("wall", "ground.wall", "ladder.skin", points=1)
    m.event("leaves", "ladder.angle - 1e9", direction="rising")
    run = m.simulate(1.1, 1101, **EXACT)
    (leaves,) = (
        contact_event.t
        for contact_event in run.touches
        if contact_event.kind == "opens" and contact_event.name == "wall"
    )
    row = int((run.t < leaves).sum()) - 1
    angle = np.pi - np.interp(leaves, run.t[row : row + 2], run["ladder.angle"][row : row + 2])
    assert math.sin(angle) == pytest.approx(2 / 3 * math.sin(begin), abs=1e-6)
    assert run["ladder.omega"][row] ** 2 == pytest.approx(GRAVITY * math.sin(begin) / 2, rel=1e-2)
    assert run["wall.force"][row] < 0.1
    assert run["ladder.vx"][row + 2 :][:50] == pytest.approx(run["ladder.vx"][row + 2], abs=1e-9)


HOLE, PIN, FRICTION = 0.11, 0.1, 0.2


@cache
def journal(speed: float, spin: float) -> Run:
    """A pin that runs round in a hole with clearance, without weight; it rubs until it rolls."""
    m = plane("pin in a hole", gravity=False)
    body = m.body("pin", estimate=(HOLE - PIN, 0, 0))
    m.mass("pin", mass=1, inertia=0.5 * PIN**2)
    body.profile("skin", lw.circle(PIN))
    m.ground.profile("hole", lw.circle(HOLE, hole=True))
    m.contact("C", "ground.hole", "pin.skin", friction=FRICTION)
    return m.simulate(1.0, 101, speeds={"pin.vy": (HOLE - PIN) * speed, "pin.omega": spin}, **EXACT)


def test_pin_in_its_hole_slows_down_until_it_rolls() -> None:
    """Hula hoop: N = m c W^2, so that W' = -mu W^2 while it slides, and W stays once it rolls."""
    clearance, start, ratio = HOLE - PIN, 20.0, 2.0  # ratio: m r^2 / I
    run = journal(start, 0.0)
    rolling = start * ratio / (1 + ratio)
    rolls = (start / rolling - 1) / (FRICTION * start)
    assert when(run, "sticks")[0] == pytest.approx(rolls, abs=1e-8)
    around = (run["pin.x"] * run["pin.vy"] - run["pin.y"] * run["pin.vx"]) / clearance**2
    expected = np.where(run.t < rolls, start / (1 + FRICTION * start * run.t), rolling)
    assert around == pytest.approx(expected, rel=1e-7)
    assert run["C.force"] == pytest.approx(clearance * expected**2, rel=1e-7)
    assert np.hypot(run["pin.x"], run["pin.y"]) == pytest.approx(clearance, abs=1e-11)
    assert run["pin.omega"][-1] == pytest.approx(-clearance * rolling / PIN, rel=1e-7)


def test_pin_that_is_spun_the_right_way_rolls_from_the_start() -> None:
    run = journal(20.0, -20.0 * (HOLE - PIN) / PIN)
    assert not when(run, "slips")
    assert run["C.mode"][-1] == 2
    assert run["pin.omega"][-1] == pytest.approx(-20.0 * (HOLE - PIN) / PIN, rel=1e-9)
