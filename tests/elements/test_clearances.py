"""Joints with clearance: their gaps and rows, free flight and impact, persistent contact, force laws, orbits, files."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from kernel_call import call_kernel
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.elements.planar.contact.clearance_kernel import block, journal
from linkwork.elements.spatial.contact.clearance_kernel import ball_in_cavity
from linkwork.run.run import Run

PLAY, SPEED = 0.01, 0.5
EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}


# ------------------------------------------------------------------ kernels


def planar_pose(q: Any) -> Any:
    pose = np.zeros(15)
    pose[3] = 1.0
    for body in range(2):
        x, y, angle = q[3 * body : 3 * body + 3]
        pose[5 * (body + 1) : 5 * (body + 2)] = x, y, angle, math.cos(angle), math.sin(angle)
    return pose


def planar(kernel: Any, numbers: Any, slots: int) -> Any:
    """What a planar kernel writes for q and v of two bodies, one row a slot."""
    ints = np.array([5, 3, 10, 6, 0, slots, 2 * slots], np.int64)

    def run(q: Any, v: Any) -> Any:
        out, memory = np.zeros(24 * slots), np.zeros(3 * slots)
        twist = np.concatenate([np.zeros(3), v])
        call_kernel(kernel, 1, 0.0, planar_pose(q), twist, memory, np.asarray(numbers, float), ints, out)
        return out.reshape(slots, 24)

    return run


@pytest.mark.parametrize(
    ("kernel", "numbers", "slots"),
    [
        (journal, (0.3, -0.2, 0.1, 0.4, 0.05, 0.2), 1),
        (block, (0.3, -0.2, 0.8, 0.6, 0.1, 0.4, 0.6, -0.8, 0.25, 0.1, 0.02), 4),
    ],
)
def test_rows_and_gammas_of_the_plane_are_derivatives(kernel: Any, numbers: Any, slots: int) -> None:
    """The normal's row is the gradient of the gap, and gammas follow from differences along a motion."""
    call = planar(kernel, numbers, slots)
    chance = np.random.default_rng(3)
    q, v, a = chance.normal(size=6), chance.normal(size=6), chance.normal(size=6)
    h = 1e-5
    here = call(q, v)
    for column in range(6):
        step = h * np.eye(6)[column]
        slope = (call(q + step, v)[:, 0] - call(q - step, v)[:, 0]) / (2 * h)
        np.testing.assert_allclose(slope, here[:, 12 + column], atol=1e-8)
    for row in range(2):
        at = 12 + 6 * row

        def speed(t: float, at: int = at) -> Any:
            velocity = v + t * a
            return call(q + t * v + 0.5 * t * t * a, velocity)[:, at : at + 6] @ velocity

        change = (speed(h) - speed(-h)) / (2 * h)
        np.testing.assert_allclose(change, here[:, at : at + 6] @ a - here[:, 10 + row], atol=1e-6)


def test_a_ball_in_a_socket_has_the_gap_of_its_centres() -> None:
    """Moved without turning, the gap and its rate follow from the distance of the centres."""
    ints = np.array([16, 6, 32, 12, 0, 1, 3], np.int64)
    numbers = np.array([0.1, 0.2, 0.3, -0.1, 0.0, 0.2, 0.05, 0.1])
    pose = np.zeros(48)
    for body in range(3):
        pose[16 * body + 3 : 16 * body + 12] = np.eye(3).ravel()
    pose[32:35] = 0.22, 0.23, 0.07
    twist, out = np.zeros(18), np.zeros(49)
    twist[12:15] = 0.3, -0.4, 0.5
    call_kernel(ball_in_cavity, 2, 0.0, pose, twist, np.zeros(8), numbers, ints, out)
    away = pose[32:35] + numbers[3:6] - numbers[:3]
    assert out[0] == pytest.approx(0.05 - np.linalg.norm(away), abs=1e-15)
    assert out[13:25] @ twist[6:] == pytest.approx(-away @ twist[12:15] / np.linalg.norm(away), abs=1e-14)


# ------------------------------------------------------------------ event-driven


def disc(gravity: float = 0.0, x: float = 0.0, y: float = 0.0, **fields: Any) -> lw.Planar:
    m = lw.Planar("journal in a bearing")
    m.set_gravity(0, -gravity)
    m.body("disc", estimate=(x, y, 0))
    m.mass("disc", mass=1, inertia=1e-4)
    m.clearance("A", "ground", "disc", clearance=PLAY, **fields)
    return m


@cache
def billiard(**fields: Any) -> Run:
    m = disc(x=0.5 * PLAY, **fields)
    return m.simulate(0.2, 801, speeds={"disc.vy": SPEED}, **EXACT)


def test_a_journal_in_flight_bounces_at_equal_chords() -> None:
    """From half the play, across: chords of sqrt(3) times the play, the first half of one."""
    times = [item.t for item in billiard(restitution=1).touches if item.kind == "impact"]
    chord = math.sqrt(3.0) * PLAY / SPEED
    assert len(times) == 6
    np.testing.assert_allclose(times, [chord * (n + 0.5) for n in range(6)], rtol=1e-10)
    np.testing.assert_allclose(np.hypot(*(billiard(restitution=1)[f"disc.v{axis}"] for axis in "xy")), SPEED, rtol=1e-9)


def test_the_orbit_stays_in_its_circle() -> None:
    orbit = billiard(restitution=1).orbit("A")
    assert np.max(orbit.eccentricity) <= 1.0 + 1e-9
    np.testing.assert_allclose(orbit.x, billiard(restitution=1)["disc.x"], atol=1e-15)
    assert billiard(restitution=1).plot_orbit("A").axes


def test_a_journal_that_lies_in_its_bearing_swings_as_a_pendulum() -> None:
    """Without friction: length = play, amplitude 0.1 rad; period 2 pi sqrt(c/g) (1 + 0.1^2/16 + ...)."""
    angle = 0.1
    m = disc(9.81, PLAY * math.sin(angle), -PLAY * math.cos(angle))
    period = 2 * math.pi * math.sqrt(PLAY / 9.81) * (1 + angle**2 / 16 + 11 * angle**4 / 3072)
    run = m.simulate(3 * period, 301, **EXACT)
    assert run["disc.x"][-1] == pytest.approx(PLAY * math.sin(angle), abs=1e-9)
    assert np.max(np.abs(run["A.gap"])) < 1e-10
    assert np.max(run["A.force"]) == pytest.approx(9.81 * (3 - 2 * math.cos(angle)), rel=1e-4)


def test_a_block_falls_onto_its_guide_and_lies_on_two_corners() -> None:
    m = lw.Planar("block in a guide")
    m.set_gravity(0, -9.81)
    m.body("block")
    m.mass("block", mass=2, inertia=1e-3)
    m.clearance(
        "G",
        m.ground.line((0, 0), (1, 0)),
        {"block": [[0, 0], [1, 0]]},
        type="guide",
        clearance=PLAY,
        length=0.1,
        width=0.04,
    )
    run = m.simulate(0.3, 301, speeds={"block.vx": 0.2}, **EXACT)
    assert run.touches[0].t == pytest.approx(math.sqrt(2 * PLAY / 9.81), abs=1e-9)
    assert [run[f"{name}.force"][-1] for name in ("G[3]", "G[4]")] == pytest.approx([9.81, 9.81], rel=1e-9)
    assert [run[f"{name}.force"][-1] for name in ("G[1]", "G[2]")] == [0.0, 0.0]
    assert run["block.vx"][-1] == pytest.approx(0.2, abs=1e-12)
    assert run["block.y"][-1] == pytest.approx(-PLAY, abs=1e-12)


# ------------------------------------------------------------------ force laws


def test_an_elastic_force_law_keeps_energy_and_angular_momentum_of_a_billiard() -> None:
    run = billiard_with_force()
    np.testing.assert_allclose(run["energy.total"], 0.5 * SPEED**2, rtol=1e-9)
    x, y, u, v = (run[f"disc.{name}"] for name in ("x", "y", "vx", "vy"))
    np.testing.assert_allclose(x * v - y * u, 0.5 * PLAY * SPEED, rtol=1e-9)
    assert sum(item.kind == "presses" for item in run.touches) >= 5


def billiard_with_force() -> Run:
    m = disc(x=0.5 * PLAY, force={"type": "hertz", "stiffness": 1e9})
    return m.simulate(0.2, 801, speeds={"disc.vy": SPEED}, **EXACT)


def test_a_slider_crank_with_a_loose_pin_follows_the_tight_one() -> None:
    """Data of Flores and others (2006): 5000 rpm, 0.5 mm of play, e = 0.9, stiffness 6.61e10 N/m^1.5."""
    stiffness = lw.hertz_stiffness(207e9, 0.3, 207e9, 0.3, 0.0095, -0.01)
    assert stiffness == pytest.approx(6.61e10, rel=1e-3)
    speed = 5000 * 2 * math.pi / 60
    m = lw.Planar("slider-crank with a loose pin")
    m.body("crank", estimate=(0, 0, 0))
    m.body("rod", estimate=(0.11, 0, 0))
    m.body("slider", estimate=(0.17, 0, 0))
    m.mass("crank", mass=0.3, inertia=1e-4)
    m.mass("rod", mass=0.21, inertia=2.5e-4)
    m.mass("slider", mass=0.14, inertia=1e-5)
    m.revolute("O", "ground", "crank")
    m.revolute("A", {"crank": [0.05, 0]}, {"rod": [-0.06, 0]})
    m.translational("S", m.ground.line((0, 0), (1, 0)), {"slider": [[0, 0], [1, 0]]})
    m.drive("speed", joint="O", angle=f"{speed}*t")
    force = {"type": "lankarani-nikravesh", "stiffness": stiffness, "restitution": 0.9}
    m.clearance("B", {"rod": [0.06, 0]}, "slider", clearance=5e-4, radius=0.0095, force=force)
    start = {"slider.vx": 0.0, "rod.omega": -speed * 0.05 / 0.12}
    run = m.simulate(0.012, 601, speeds=start, rtol=1e-8, atol=1e-10, progress=False)
    angle = speed * run.t
    tight = 0.05 * np.cos(angle) + np.sqrt(0.12**2 - (0.05 * np.sin(angle)) ** 2)
    assert np.max(np.abs(run["slider.x"] - tight)) < 6e-4
    assert 1.0 < np.max(run.orbit("B").eccentricity) < 1.2
    assert sum(item.kind == "presses" for item in run.touches) > 3


# ------------------------------------------------------------------ words


def test_a_mechanism_with_clearance_comes_back_from_its_file(tmp_path: Any) -> None:
    m = disc(9.81, restitution=0.5, friction=0.1, radius=0.02)
    m.clearance(
        "B", "ground", "disc", clearance=0.02, force={"type": "hunt-crossley", "stiffness": 1e5, "restitution": 0.5}
    )
    m.save(tmp_path / "loose.yaml")
    again = lw.load(tmp_path / "loose.yaml")
    assert again.clearances == m.clearances
    assert "hunt-crossley" in (tmp_path / "loose.yaml").read_text()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"clearance": 0}, "clearance 'B': clearance must be greater than zero"),
        ({"clearance": 0.1, "friction": 0.2}, "clearance 'B': friction needs the radius"),
        ({"clearance": 0.1, "type": "ball"}, "clearance 'B': there is no type 'ball'"),
    ],
)
def test_a_bad_clearance_is_refused_in_words(fields: dict[str, Any], words: str) -> None:
    m = disc()
    with pytest.raises(MechanismError, match=words):
        m.clearance("B", "ground", "disc", **fields)
        m.simulate(0.1, 2, progress=False)


def test_an_orbit_of_something_else_is_refused() -> None:
    with pytest.raises(AnalysisError, match="'Z' is no journal or ball with clearance"):
        billiard(restitution=1).orbit("Z")
