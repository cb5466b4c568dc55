"""The report of a measured motion: its verdict, residuals, reserves, percent of stride, joints."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError
from linkwork.biomechanics import (
    Bhargava,
    Coordinate,
    MarkerFit,
    Motion,
    NetForces,
    Plate,
    Segment,
    Sharing,
    Skeleton,
    SkeletonJoint,
    Table,
    body_report,
    inverse_dynamics,
    joint_reactions,
    metabolic_cost,
    read_osim,
    share_forces,
)
from linkwork.report.body_content import body_content
from linkwork.report.body_limbs import OVER_MOTION, OVER_STRIDE, limbs_of
from linkwork.report.body_study import Study
from linkwork.report.parts import Content, Picture, Words
from linkwork.report.parts import Table as Rows

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
TIME = np.linspace(0.0, 2.5, 126)
MASS, GRAVITY = 23.5, 9.80665


def _motion() -> Motion:
    w = 2 * math.pi * TIME
    columns = [0.02 * np.sin(w), 0 * TIME, 0.95 + 0 * w, 0.2 * np.sin(w), -0.5 + 0.2 * np.cos(w)]
    return Motion(LEG, TIME, np.column_stack(columns))


def _balanced(motion: Motion, lack: float) -> NetForces:
    """Net forces with plates that push as much as the base needs, but for a lack in N upwards."""
    return inverse_dynamics(motion, _steps(motion, lack))


def _plate(body: str, force: np.ndarray, point: np.ndarray) -> Plate:
    names = tuple(f"{kind}{axis}" for kind in ("f", "p") for axis in "xyz")
    return Plate(body, Table(TIME, names, np.hstack([force, point])), "f", "p")


def _steps(motion: Motion, lack: float = 0.0) -> list[Plate]:
    """A plate that the shank steps on every second, and a seat that carries the rest of what the base needs."""
    force, point = np.zeros((len(TIME), 3)), np.tile([-0.05, 0.0, 0.0], (len(TIME), 1))
    force[(TIME % 1.0 > 0.2) & (TIME % 1.0 < 0.8), 1] = 25.0
    foot = _plate("shank", force, point)
    need = inverse_dynamics(motion, [foot]).wrenches[:, 0]
    seat = need[:, :3] - np.array([0.0, lack, 0.0])
    return [foot, _plate("pelvis", seat, np.column_stack([need[:, 5] / seat[:, 1], 0 * TIME, 0 * TIME]))]


def _shared(lack: float = 0.0) -> Sharing:
    return share_forces(_balanced(_motion(), lack), "activation", {"hip_flexion": 1.0, "knee_angle": 1.0}, False)


def _content(of: Sharing | NetForces, plates: list[Plate], fit: MarkerFit | None = None) -> Content:
    return body_content(Study(of, tuple(plates), fit, None), "", None)


def _rows(content: Content, title: str) -> dict[str, tuple[str, ...]]:
    (section,) = [one for one in content.sections if one.title == title]
    table = next(part for part in section.parts if isinstance(part, Rows))
    return {row[0]: row for row in table.rows}


def test_residuals_that_are_not_small_are_the_verdict() -> None:
    lack = 40.0
    shared = _shared(lack)
    content = _content(shared, _steps(shared.net.motion, lack))
    assert content.verdict.level == "warning" and "40 N at height" in content.verdict.text
    row = _rows(content, "Residuals")["height"]
    assert row[1:4] == ("40", "40", "N")
    pushed = float(np.abs(sum(plate.at(TIME)[:, 1] for plate in _steps(shared.net.motion, lack))).max())
    assert float(row[4]) == pytest.approx(100 * lack / pushed, rel=0.02)


def test_a_motion_that_its_plates_explain_is_good() -> None:
    shared = _shared()
    content = _content(shared, _steps(shared.net.motion))
    assert content.verdict.level == "good" and "residuals are small" in content.verdict.text.lower()
    reserves = _rows(content, "Reserves")
    share = shared.reserve_share()
    for name in ("hip_flexion", "knee_angle"):
        assert float(reserves[name][4]) == pytest.approx(100 * share[name], rel=0.06)


def test_large_reserves_are_told_at_the_top() -> None:
    net = _balanced(_motion(), 0.0)
    shared = share_forces(net, "activation", {"hip_flexion": 1e5, "knee_angle": 1e5})
    content = _content(shared, _steps(shared.net.motion))
    assert content.verdict.level == "warning" and "reserves give up to" in content.verdict.text


def test_a_foot_is_drawn_over_its_first_whole_stride() -> None:
    motion = _motion()
    (foot,) = limbs_of(motion, _steps(motion))  # what pushes the trunk is no foot
    assert (foot.name, foot.axis) == ("shank", OVER_STRIDE)
    assert foot.start == pytest.approx(0.2, abs=0.03) and foot.end == pytest.approx(1.2, abs=0.03)
    names = [LEG.muscles[m].name for m in foot.muscles]
    assert names == [m.name for m in LEG.muscles if {"thigh", "shank"} & {one.body for one in m.path}]
    assert [LEG.coordinates[c].name for c in foot.coordinates] == ["hip_flexion", "knee_angle"]
    assert foot.joints == ("hip", "knee")
    percent, values = foot.drawn(TIME, TIME)
    assert percent[[0, -1]] == pytest.approx([0.0, 100.0]) and values[50] == pytest.approx(0.7, abs=0.03)
    (whole,) = limbs_of(motion, ())
    assert whole.axis == OVER_MOTION and len(whole.muscles) == len(LEG.muscles)


def test_joints_tell_peaks_in_body_weights() -> None:
    shared = _shared()
    rows = _rows(_content(shared, _steps(shared.net.motion)), "Joint reactions")
    peak = float(np.linalg.norm(joint_reactions(shared).force("knee"), axis=1).max())
    assert float(rows["knee"][1]) == pytest.approx(peak, rel=1e-4)
    assert float(rows["knee"][2]) == pytest.approx(peak / (MASS * GRAVITY), abs=0.006)


def test_what_is_burnt_is_told_by_three_settings() -> None:
    shared = _shared()
    content = _content(shared, _steps(shared.net.motion))
    rows = _rows(content, "Energy")
    assert list(rows) == ["Umberger", "Umberger, as published", "Bhargava"]
    cost = metabolic_cost(shared, Bhargava())
    assert float(rows["Bhargava"][1]) == pytest.approx(cost.energy(), rel=1e-3)
    assert float(rows["Bhargava"][2]) == pytest.approx(cost.per_mass(), rel=1e-3)
    (section,) = [one for one in content.sections if one.title == "Energy"]
    assert sum(isinstance(part, Picture) for part in section.parts) == 1


def test_markers_are_told_the_farthest_first() -> None:
    shared = _shared()
    distances = np.full((len(TIME), 2), 0.01)
    distances[7, 1] = 0.05
    fit = MarkerFit(shared.net.motion, ("asis", "shin"), distances, np.ones(len(TIME)), ("marker 'x' is missing",))
    content = _content(shared, _steps(shared.net.motion), fit)
    (section,) = [one for one in content.sections if one.title == "Markers"]
    assert isinstance(section.parts[0], Words) and "shin in frame 8, 50.0 mm" in section.parts[0].text
    assert list(_rows(content, "Markers")) == ["shin", "asis"]
    assert section.parts[-1] == Words("marker 'x' is missing", "warning")


def test_without_muscles_there_are_moments_and_joints(tmp_path: Path) -> None:
    net = inverse_dynamics(_motion())
    content = _content(net, [])
    titles = [section.title for section in content.sections]
    assert "Net moments" in titles and "Activations" not in titles and "Steps" not in titles
    assert any(isinstance(part, Picture) for section in content.sections for part in section.parts)
    body_report(net, tmp_path / "leg.html", title="A leg")
    text = (tmp_path / "leg.html").read_text(encoding="utf-8")
    assert "Report of a measured motion" in text and "<h1>A leg</h1>" in text and 'id="net-moments"' in text


def test_a_body_without_mass_is_refused() -> None:
    joint = SkeletonJoint("hinge", "ground", "rod")
    ghost = Skeleton("ghost", (Segment("rod"),), (joint,), (Coordinate("angle"),))
    net = inverse_dynamics(Motion(ghost, TIME, np.zeros((len(TIME), 1))))
    with pytest.raises(AnalysisError, match="'ghost' has no mass"):
        Study(net, (), None, None)
