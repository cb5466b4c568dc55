"""What a run tells of contacts: log, impacts, states, channels; stored, loaded and continued."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

SPEED, ECCENTRICITY, RADIUS, MASS, GRAVITY = 40.0, 0.015, 0.04, 0.4, 9.81


def follower() -> lw.Planar:
    """A flat-faced follower on an eccentric disc that turns steadily, held down by its weight alone."""
    m = lw.Planar("follower")
    m.set_gravity(0, -GRAVITY)
    cam, flat = m.body("cam", estimate=(0, 0, -np.pi / 2)), m.body("follower", estimate=(0, RADIUS - ECCENTRICITY, 0))
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (0, 1)), flat.line((0, 0), (0, 1)))
    m.mass("follower", mass=MASS, inertia=1e-3)
    cam.profile("disc", lw.circle(RADIUS, (ECCENTRICITY, 0)))
    flat.profile("face", lw.wall((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle=f"{SPEED}*t - pi/2")
    m.contact("C", "cam.disc", "follower.face", restitution=0.3)
    return m


@functools.cache
def jump() -> Any:
    return follower().simulate(until=0.3, points=301, progress=False)


@functools.cache
def block_run(until: float = 1.2) -> Any:
    return block().simulate(until=until, points=round(100 * until) + 1, speeds=SPEEDS, progress=False)


SPEEDS = {"block.vx": 1, "block.vy": 0, "block.omega": 2}


def block(friction: float = 0.3, law: str = "newton") -> lw.Planar:
    m = lw.Planar("block")
    m.set_gravity(0, -GRAVITY)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    body = m.body("block", estimate=(0, 1, 0.4))
    m.mass("block", mass=1, inertia=0.05 / 3)
    body.profile("skin", lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)]))
    m.contact("C", "ground.floor", "block.skin", friction=friction, restitution=0.4)
    m.impacts(law)
    return m


def test_the_follower_leaves_the_cam_where_its_weight_no_longer_suffices() -> None:
    """F = m (g - e w^2 sin phi) is zero at sin phi = g / (e w^2)."""
    lost = (np.arcsin(GRAVITY / (ECCENTRICITY * SPEED**2)) + np.pi / 2) / SPEED
    (opens, *_) = jump().touches.of_kind("opens")
    assert opens.t == pytest.approx(lost, abs=1e-9)
    states = jump().contact_states("C")
    assert [(state.state, state.begin) for state in states[:2]] == [("sliding", 0.0), ("open", opens.t)]
    assert states[-1].end == 0.3
    assert all(one.end == other.begin for one, other in itertools.pairwise(states))


def test_an_impact_says_what_every_joint_feels() -> None:
    """The cam gets the impulse at the lever of its contact; pin and motor carry it, the guide nothing sideways."""
    impact = jump().impacts[0]
    assert impact.after == pytest.approx(-0.3 * impact.before, rel=1e-12)
    assert impact.impulse == pytest.approx(-1.3 * MASS * impact.before, rel=1e-12)
    assert impact.lost == pytest.approx(0.5 * MASS * (1 - 0.09) * impact.before**2, rel=1e-9)
    lever = ECCENTRICITY * np.cos(SPEED * impact.t - np.pi / 2)
    assert impact.reaction("O")["fy"] == pytest.approx(impact.impulse, rel=1e-9)
    assert impact.reaction("motor")["torque"] == pytest.approx(lever * impact.impulse, rel=1e-9)
    assert abs(impact.reaction("guide")["fx"]) < 1e-12
    with pytest.raises(AnalysisError, match="there is no joint or driver 'o'"):
        impact.reaction("o")
    with pytest.raises(AnalysisError, match="only impacts have impulsive reactions"):
        jump().touches.of_kind("opens")[0].reaction("O")


def test_the_log_is_a_table(tmp_path: Path) -> None:
    log = jump().contact_log()
    assert len(log) == len(jump().touches)
    first = next(row for row in log if row["what"] == "impact")
    assert first["contact"] == "C" and (first["first"], first["second"]) == (0, 0)
    assert str(log).splitlines()[0].split()[:2] == ["t", "(s)"]
    log.to_csv(tmp_path / "log.csv")
    lines = (tmp_path / "log.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(log) + 1 and lines[0].startswith("t (s),contact,what")
    assert list(log.to_pandas().columns)[:3] == ["t", "contact", "what"]
    with pytest.raises(AnalysisError, match="there is no contact 'D'"):
        jump().contact_log("D")
    assert str(block().kinematics(until=1, points=3, progress=False).contact_log()) == "no contact changed"


def test_channels_of_contacts_have_units_and_the_switching_functions() -> None:
    run = block_run()
    assert [run.unit(f"C.{name}") for name in ("gap", "slip", "force", "reserve", "mode")] == ["m", "m/s", "N", "N", ""]
    sticking = run["C.mode"] == 2
    assert sticking[-1]
    reserve = 0.3 * run["C[1].force"] - np.abs(run["C[1].friction"])
    assert np.allclose(run["C[1].reserve"], reserve, atol=1e-12)
    assert np.all(run["C.inside"] > 0)
    assert np.isnan(run["C[2].gap"][0]) and np.isfinite(run["C[2].gap"][-1])
    assert np.allclose(np.hypot(run["C.nx"], run["C.ny"]), 1.0)


def test_a_block_ends_on_two_corners_that_stick() -> None:
    states = {state.name: state for state in block_run().contact_states()}
    assert {name: state.state for name, state in states.items()} == {"C": "sticking", "C[2]": "sticking"}
    assert {state.second for state in states.values()} == {1, 7}


def test_a_stored_run_keeps_its_contacts_and_goes_on(tmp_path: Path) -> None:
    early = block_run(0.95)
    early.save(tmp_path / "early.run")
    loaded = lw.load_run(tmp_path / "early.run")
    assert list(loaded.touches) == list(early.touches)
    assert str(loaded.contact_log()) == str(early.contact_log())
    whole, gone = block_run(), loaded.go_on(1.2, points=25, progress=False)
    assert list(gone.touches) == list(whole.touches)
    seam = len(early.t) - 1  # there the first run ended a step, and the other one looks into a step
    assert np.array_equal(np.delete(gone["block.x"], seam), np.delete(whole["block.x"], seam))
    assert gone["block.x"][seam] == pytest.approx(whole["block.x"][seam], abs=2e-16)


def test_impacts_that_raise_the_energy_are_noted() -> None:
    """Newton's restitution with friction can raise it (Kane's double pendulum does); the note says what to do."""
    from linkwork.run.contact.contact_log import ContactLog
    from linkwork.run.contact.contact_text import energy_notes
    from linkwork.system.contact import contact_layout_kernel as contact_layout

    log = block_run().touches
    lines = log.lines.copy()
    assert energy_notes(log, "newton") == []
    lines[0, contact_layout.CODE], lines[0, contact_layout.LOST] = contact_layout.GAINS_ENERGY, -0.25
    (note,) = energy_notes(ContactLog(log.names, lines), "newton")
    assert note.startswith("contact 'C': an impact raised the energy, by up to 0.25 J")
    assert "use poisson or stronge" in note


def test_figures_of_contacts_are_drawn(tmp_path: Path) -> None:
    run = block_run()
    run.plot_contacts(path=tmp_path / "contacts.png")
    run.draw_successive([0, 0.4, 1.2], path=tmp_path / "successive.png")
    run.draw(at=1.2, forces=True, path=tmp_path / "forces.png")
    assert all(path.stat().st_size > 4000 for path in tmp_path.glob("*.png"))
    with pytest.raises(AnalysisError, match="outside the run"):
        run.draw_successive([5.0])
    with pytest.raises(AnalysisError, match="there is no contact 'E'"):
        run.plot_contacts("E")


def test_a_plot_marks_few_changes_and_not_hundreds() -> None:
    from linkwork.view.show import _told

    assert _told(block_run()) == []
    assert len(block_run().events) > 30


def test_check_counts_contacts() -> None:
    text = block().check().text()
    assert "contact C (ground.floor - block.skin): open 0 equations, closed 1 a point, 2 where it sticks" in text
    assert "mobility with contacts: 3 while all are open" in text


def test_the_force_of_a_contact_has_a_static_and_a_dynamic_part() -> None:
    """Static: the weight; dynamic: - m e w^2 sin phi."""
    run = jump()
    static, dynamic = run.contact_parts("C")
    closed = run["C.mode"] != 0
    assert np.allclose(static[closed], MASS * GRAVITY, rtol=1e-9)
    phi = SPEED * run.t[closed] - np.pi / 2
    assert np.allclose(dynamic[closed], -MASS * ECCENTRICITY * SPEED**2 * np.sin(phi), atol=1e-6)
    assert not np.any(static[~closed])
    with pytest.raises(AnalysisError, match=r"there is no coordinate 'cam.phi'"):
        run.contact_parts("C", hold="cam.phi")
    with pytest.raises(AnalysisError, match="there is no contact 'D'"):
        run.contact_parts("D")
