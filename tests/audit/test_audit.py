"""The audit tells what is wrong with a run: faked faults of known size, and runs that are right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.kinematics.contact_moment import weighed
from linkwork.analysis.simulation import time_loop
from linkwork.audit.audit_text import note_of
from linkwork.audit.findings import Finding, audit, audit_places
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.loop.event_record_kernel import BETWEEN


@pytest.fixture(scope="module")
def slide() -> Any:
    """A box that slides on a floor with friction, and is caught by a ball behind it."""
    m = lw.Planar("slide")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    for name, x, shape in (
        ("box", 0, lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)])),
        ("ball", 0.6, lw.circle(0.1)),
    ):
        m.body(name, estimate=(x, 0.1, 0)).profile("skin", shape)
        m.mass(name, mass=2, inertia=0.02)
        m.contact(f"on_{name}", "ground.floor", f"{name}.skin", friction=0.2)
    m.contact("C", "box.skin", "ball.skin", restitution=0.5)
    return m.simulate(until=0.4, points=81, speeds={"box.vx": 2, "ball.vx": 0}, progress=False)


def sides(run: Any, row: int) -> Any:
    """The state of a row as if it were both sides of an event."""
    work = [run[f"energy.{name}"][row] for name in ("lost", "given", "driven")]
    state = [*run.q[row], *run.v[row], *work, 0.0]
    return np.array([[run.t[row], *state, *state]])


def none(run: Any) -> Any:
    """No event."""
    return sides(run, 0)[:0]


def findings_of(run: Any) -> Any:
    """What the audit found."""
    return run.audit.findings


def only(findings: list[Finding], what: str) -> Finding:
    found = [finding for finding in findings if finding.what == what]
    assert len(found) == 1
    return found[0]


def test_a_run_that_is_right_has_no_finding(slide: Any) -> None:
    assert slide.completed and len(slide.impacts) >= 1
    assert slide.audit.findings == []
    assert len(slide.audit.times) >= 1 and float(np.max(np.abs(slide.audit.jumps))) < 1e-9
    assert not [note for note in slide.notes if note.startswith("audit")]


def test_a_body_that_is_a_tenth_of_a_millimetre_too_low_is_told_with_contact_time_and_amount(slide: Any) -> None:
    kept = slide.q[40].copy()
    slide.q[40, 1] -= 1e-4
    try:
        found = audit(slide, none(slide)).findings
    finally:
        slide.q[40] = kept
    overlap = only(found, "overlap")
    assert overlap.name == "on_box" and overlap.t == slide.t[40]
    assert overlap.amount == pytest.approx(1e-4, rel=1e-5)
    assert "contact 'on_box': the bodies overlap by 0.0001 m" in note_of(overlap)


def test_an_overlap_at_the_end_of_a_step_between_two_rows_is_told(slide: Any) -> None:
    end = sides(slide, 40)
    end[0, 0] += 1e-3
    end[0, 2] -= 1e-4
    end[0, 1 + end.shape[1] // 2] = BETWEEN
    seen = audit(slide, end)
    overlap = only(seen.findings, "overlap")
    assert overlap.name == "on_box" and overlap.t == end[0, 0]
    assert overlap.amount == pytest.approx(1e-4, rel=1e-5)
    assert len(seen.findings) == 1 and len(seen.times) == 0


@pytest.mark.parametrize("rows", [3, 401])
def test_ends_of_steps_are_recorded_where_rows_are_farther_apart(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ball that bounces in a changing wind: up to eight ends of steps a row, each on the parabola of its flight."""
    kept: list[Any] = []
    audit_run = time_loop.audit_run

    def watched(run: Any, sides: list[Any], options: Any) -> None:
        kept.extend(sides)
        audit_run(run, sides, options)

    monkeypatch.setattr(time_loop, "audit_run", watched)
    m = lw.Planar("ball")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.body("ball", estimate=(0, 0.6, 0)).profile("rim", lw.circle(0.1))
    m.mass("ball", mass=1, inertia=0.01)
    m.contact("C", "ground.floor", "ball.rim", restitution=0.8)
    m.force("wind", "ball", x="sin(60*t)")
    run = m.simulate(0.8, rows, progress=False)
    record = np.vstack(kept)
    half = record.shape[1] // 2
    ends = record[record[:, 1 + half] == BETWEEN]
    assert run.audit.findings == []
    if rows > 100:
        assert len(ends) == 0
        return
    assert 4 <= len(ends) <= 8 * (rows - 1) + 1
    energy = 9.81 * ends[:, 2] + 0.5 * ends[:, 5] ** 2
    rises = np.searchsorted(run.audit.times, ends[:, 0])
    assert energy == pytest.approx(9.81 * (0.1 + 0.5 * 0.64**rises), rel=1e-6)


def test_a_closed_contact_of_bodies_that_are_apart_is_told(slide: Any) -> None:
    kept = slide.q[40].copy()
    slide.q[40, 1] += 1e-4
    try:
        found = audit(slide, none(slide)).findings
    finally:
        slide.q[40] = kept
    apart = only(found, "apart")
    assert apart.name == "on_box" and apart.t == slide.t[40]
    assert apart.amount == pytest.approx(1e-4, rel=1e-5)


def test_a_jump_of_velocity_that_nobody_booked_is_told(slide: Any) -> None:
    event = sides(slide, 10)
    n, after = len(slide.system.coordinates), 1 + event.shape[1] // 2
    event[0, after + n] += 1e-3  # box.vx
    energy = only(audit(slide, event).findings, "energy")
    speed = float(slide["box.vx"][10])
    assert energy.t == slide.t[10]
    assert energy.amount == pytest.approx(0.5 * 2 * ((speed + 1e-3) ** 2 - speed**2), rel=1e-6)
    assert "J of energy appear" in note_of(energy)


def test_a_jump_that_is_booked_is_not_told(slide: Any) -> None:
    event = sides(slide, 10)
    n, after = len(slide.system.coordinates), 1 + event.shape[1] // 2
    speed = float(slide["box.vx"][10])
    event[0, after + n] -= 1e-3
    event[0, after + 2 * n] += 0.5 * 2 * (speed**2 - (speed - 1e-3) ** 2)  # lost
    assert audit(slide, event).findings == []


def test_energy_that_goes_between_events_is_told(slide: Any) -> None:
    event, kept = sides(slide, 10), slide.loads.energy[30:, 0].copy()
    slide.loads.energy[30:, 0] += 1e-4
    try:
        found = audit(slide, event, 1e-9).findings
    finally:
        slide.loads.energy[30:, 0] = kept
    loss = only(found, "loss")
    assert loss.t == slide.t[29] and loss.shown == slide.t[30]
    assert loss.amount == pytest.approx(1e-4, rel=1e-5)


def test_a_contact_that_pulls_is_told(slide: Any) -> None:
    place = slide.system.signals.reported["on_ball.force"]
    kept = slide.loads.memory[20:30, place].copy()
    slide.loads.memory[20:30, place] = -3.0
    try:
        found = audit(slide, none(slide)).findings
    finally:
        slide.loads.memory[20:30, place] = kept
    pull = only(found, "pull")
    assert pull.name == "on_ball" and pull.amount == 3.0 and pull.count == 10 and pull.first == slide.t[20]
    assert "it pulls its bodies together with 3 N" in note_of(pull)


def test_an_impact_of_bodies_that_do_not_touch_is_told(slide: Any) -> None:
    event = sides(slide, 0)
    lines = slide.touches.lines.copy()
    struck = int(np.flatnonzero(lines[:, contact_layout.CODE] == contact_layout.IMPACT)[0])
    slide.touches.lines[struck, contact_layout.HAPPENED] = slide.t[0]
    slide.touches.lines[struck, contact_layout.WHOM] = slide.touches.names.points.index(("C", 0))
    try:
        found = audit(slide, event).findings
    finally:
        slide.touches.lines = lines
    distant = only(found, "distant impact")
    assert distant.name == "C" and distant.amount == pytest.approx(0.3, abs=1e-9)


@pytest.mark.parametrize("formulation", ["projection", "null-space", "joint", "joint-null-space"])
def test_bounces_keep_the_books_in_every_formulation(formulation: str) -> None:
    m = lw.Planar("pendulum that strikes a wall")
    m.set_gravity(0, -9.81)
    m.ground.profile("wall", lw.circle(0.1, center=(0.3, -0.9)))
    bob = m.body("bob", estimate=(0, -0.5, 0))
    m.mass("bob", mass=1, inertia=0.05)
    bob.profile("edge", lw.polygon([(-0.05, -0.5), (0.05, -0.5), (0.05, 0.5), (-0.05, 0.5)]))
    m.revolute("pin", m.ground, bob, at=(0, 0))
    m.contact("C", "ground.wall", "bob.edge", restitution=0.7)
    run = m.simulate(until=1.5, points=31, speeds={"bob.omega": 3}, formulation=formulation, progress=False)
    assert len(run.impacts) >= 2
    assert findings_of(run) == []


def test_a_force_law_is_compared_with_its_own_gap() -> None:
    m = lw.Planar("soft ball")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    ball = m.body("ball", estimate=(0, 0.12, 0))
    m.mass("ball", mass=1, inertia=0.004)
    ball.profile("rim", lw.circle(0.1))
    m.contact("C", "ground.floor", "ball.rim", force={"type": "hertz", "stiffness": 1e5})
    run = m.simulate(until=0.2, points=201, progress=False)
    assert float(np.min(run["C.gap"])) < -1e-3
    assert findings_of(run) == []
    row = int(np.argmin(run["C.gap"]))
    run.q[row, 1] += 0.3 * abs(float(run["C.gap"][row]))
    gap = only(audit(run, none(run)).findings, "gap")
    assert gap.name == "C" and gap.t == run.t[row] and gap.shown == float(run["C.gap"][row])


def test_time_stepping_shows_its_gap_and_is_audited() -> None:
    m = lw.Spatial("balls")
    m.set_gravity(0, 0, -9.81)
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    for number in range(3):
        m.body(f"ball{number}", (0.02 * number, 0, 0.11 + 0.25 * number))
        m.mass(f"ball{number}", mass=1, inertia=(0.004, 0.004, 0.004))
        m.add_solid(f"ball{number}", "skin", {"type": "sphere", "radius": 0.1})
    m.contact("C", "ground.floor", "ball0.skin")
    m.contacts_among("heap", members=("ball0", "ball1", "ball2"))
    run = m.simulate(0.3, 31, method="moreau", step=1e-3, progress=False)
    gap, depth = run["C.gap"], run["C.depth"]
    assert np.isnan(gap[0]) and run.unit("C.gap") == "m"
    assert gap[-1] == pytest.approx(-depth[-1]) and run["C.mode"][-1] == 1
    assert findings_of(run) == []
    from linkwork.audit.stepping import audit_stepping

    run.q[-1, 2] -= 0.05
    unseen = only(audit_stepping(run, 1e-3).findings, "unseen")
    assert unseen.name == "C" and unseen.amount == pytest.approx(0.05, abs=1e-2)


def _pushed() -> Any:
    """A driven plate that pushes a disc, by kinematics; it meets the disc at 1 s."""
    m = lw.Planar("pushed")
    plate = m.body("plate", estimate=(0, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), plate.line((0, 0), (1, 0)))
    m.drive("push", joint="guide", position="t")
    plate.profile("face", lw.polygon([(-0.1, -1), (0, -1), (0, 1), (-0.1, 1)]))
    m.body("disc", estimate=(1.5, 0, 0)).profile("skin", lw.circle(0.5))
    m.mass("disc", mass=1, inertia=0.1)
    m.contact("C", "plate.face", "disc.skin")
    return m.kinematics(2.0, 21, progress=False)


def test_a_kinematic_run_that_is_right_has_no_finding() -> None:
    run = _pushed()
    assert [contact_layout.kind for contact_layout in run.touches] == ["closes"]
    assert run.audit.findings == [] and not [note for note in run.notes if note.startswith("audit")]


def test_kinematic_rows_that_overlap_or_are_held_at_a_distance_are_told() -> None:
    run = _pushed()
    system = weighed(run.system.mechanism).system(dynamics=True)
    memory = np.zeros((len(run.t), 1 + max(system.signals.reported.values())))
    memory[:, system.signals.reported["C.mode"]] = run["C.mode"]
    disc = list(run.system.coordinates).index("disc.x")
    for shift, what in ((-1e-3, "overlap"), (1e-3, "apart")):
        run.q[15, disc] += shift
        told = only(audit_places(run, system, memory, np.zeros(0), run.q[:0]).findings, what)
        assert told.name == "C" and told.t == run.t[15] and told.count == 1
        assert told.amount == pytest.approx(1e-3, rel=1e-6)
        assert "more points" in note_of(told, False)
        run.q[15, disc] -= shift


def test_balls_that_lie_against_each_other_without_a_force_do_not_pull() -> None:
    """All contact forces are rounding there, of either sign: 6e-17 N beside reactions of some N."""
    cradle = Path(__file__).parents[2] / "examples" / "gallery" / "newtons-cradle.yaml"
    run = lw.load(cradle).run(0.5, 101)
    assert not [note for note in run.notes if note.startswith("audit:")]
    assert np.max(np.abs(run.loads.wrenches)) > 1.0
