"""Markers and paths that cannot be right are told with frame and name."""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.biomechanics import (
    Coordinate,
    Ligament,
    MarkerPlace,
    Markers,
    Motion,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    fit_markers,
    frame,
    inverse_dynamics,
    muscle_paths,
    read_markers,
    read_osim,
    read_table,
    share_forces,
)

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
TIME = np.linspace(0.0, 0.5, 31)


def _markers() -> Markers:
    w = 2 * math.pi * TIME
    columns = [0.1 * np.sin(w), 0.4 * TIME, 0.95 + 0 * w, 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    motion = Motion(LEG, TIME, np.column_stack(columns))
    bodies = [LEG.places(row) for row in motion.values]
    places = np.array([[(at[one.body] @ [*one.location, 1.0])[:3] for one in LEG.markers] for at in bodies])
    return Markers(TIME, tuple(one.name for one in LEG.markers), places, "leg.trc")


def _changed(names: list[str], frames: slice, places: object) -> Markers:
    good = _markers()
    changed = good.places.copy()
    changed[frames, [good.names.index(name) for name in names]] = places
    return Markers(good.time, good.names, changed, good.source)


def test_a_marker_of_the_model_that_the_file_lacks_is_told() -> None:
    good = _markers()
    kept = [k for k, name in enumerate(good.names) if name != "asis"]
    less = Markers(TIME, tuple(good.names[k] for k in kept), good.places[:, kept], "leg.trc")
    assert fit_markers(LEG, less).notes == ("leg.trc has no marker 'asis'",)
    assert fit_markers(LEG, good).notes == ()


def test_a_coordinate_that_no_marker_holds_in_some_frames_is_told() -> None:
    notes = fit_markers(LEG, _changed(["shin", "ankle"], slice(10, 14), np.nan)).notes
    assert "knee_angle is held by no marker in 4 frames, the first is 11: it is not known there" in notes
    assert not any(note.startswith("hip_flexion") for note in notes)
    held = fit_markers(LEG, _changed(["shin"], slice(10, 14), np.nan)).notes
    assert held == ("marker 'shin' is missing in 4 frames, the first is 11",)


def test_a_frame_with_too_few_markers_is_told() -> None:
    names = ["asis", "sacrum", "thigh_front", "thigh_side", "shin"]
    notes = fit_markers(LEG, _changed(names, slice(10, 12), np.nan)).notes
    few = "frame 11: the 1 markers that are seen cannot hold 5 coordinates: the pose is not known there, nor in 1 other"
    assert any(note.startswith(few) for note in notes)


def test_places_in_mm_are_refused_with_frame_and_name() -> None:
    good = _markers()
    with pytest.raises(AnalysisError, match=r"leg\.trc: frame 1: marker 'asis' lies .* m away; .* are these in mm"):
        fit_markers(LEG, Markers(TIME, good.names, 1000 * good.places, good.source))


def test_a_marker_that_jumps_away_is_named() -> None:
    with pytest.raises(
        AnalysisError, match=r"frame 8: .*; marker 'ankle' lies .* m from its place in the frame before"
    ):
        fit_markers(LEG, _changed(["ankle"], slice(7, 8), [50.0, -80.0, 60.0]))


def test_a_line_that_ends_within_a_marker_is_torn(tmp_path: Path) -> None:
    head = "PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t2\t2\tmm\n"
    head += "Frame#\tTime\tone\t\t\ttwo\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n"
    path = tmp_path / "a.trc"
    path.write_text(head + "1\t0\t1\t2\t3\t4\t5\t6\n2\t0.01\t1\t2\t3\t4\t5\n", encoding="utf-8")
    with pytest.raises(ModelFileError, match=r"a\.trc:7: marker 'two' lacks some of its 3 numbers; the line is torn"):
        read_markers(path)
    path.write_text(head + "1\t0\t1\t2\t3\t4\t5\t6\n2\t0.01\t1\t2\t3\n", encoding="utf-8")
    assert np.isnan(read_markers(path).places[1, 1]).all()  # a whole marker may be left out


def test_a_muscle_through_its_own_origin_is_refused() -> None:
    joint = SkeletonJoint("elbow", "ground", "forearm", (Move((0, 0, 1.0), True, "elbow"),))
    path = (PathPoint("ground", (0.1, 0, 0)), PathPoint("forearm", (0, 0.1, 0)))
    muscles = (PathMuscle("brachialis", path, 100, 0.1, 0.05),)
    arm = Skeleton("arm", (Segment("forearm", 1.0),), (joint,), (Coordinate("elbow"),), (), muscles)
    with pytest.raises(AnalysisError, match="frame 3: the path of 'brachialis': its points meet"):
        muscle_paths(arm, np.linspace(0, -math.pi, 5)[:, None])
    assert muscle_paths(arm, [[0.0]]).length("brachialis")[0] == pytest.approx(math.hypot(0.1, 0.1))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"place": (120, 20, 0)}, "muscle 'brachialis': station 1 on 'upper' lies 122 m away; is it in mm?"),
        ({"optimal_length": 100}, "muscle 'brachialis': optimal_length is 100 m; is it in mm?"),
        ({"tendon_length": 50}, "muscle 'brachialis': tendon_length is 50 m; is it in mm?"),
        ({"slack_length": 85}, "ligament 'band': slack_length is 85 m; is it in mm?"),
        ({"center": (0, -150, 0)}, "the center of mass on 'forearm' lies 150 m away; is it in mm?"),
        ({"wrist": (0, -260, 0)}, "marker 'wrist' on 'forearm' lies 260 m away; is it in mm?"),
        ({"elbow": (0, -300, 0)}, "joint 'elbow' on 'upper' lies 300 m away; is it in mm?"),
    ],
)
def test_a_skeleton_in_mm_is_refused_by_name(change: dict[str, Any], why: str) -> None:
    def given(name: str, value: Any) -> Any:
        return change.get(name, value)

    path = PathPoint("upper", given("place", (0.1, 0, 0))), PathPoint("forearm", (0, 0.1, 0))
    turn = (Move((0, 0, 1.0), True, "elbow"),)
    with pytest.raises(MechanismError, match=re.escape(why)):
        Skeleton(
            "arm",
            (Segment("upper"), Segment("forearm", 1.0, given("center", (0, -0.15, 0)))),
            (
                SkeletonJoint("held", "ground", "upper", (), frame((30.0, 0, 0))),  # ground may be far
                SkeletonJoint("elbow", "upper", "forearm", turn, frame(given("elbow", (0, -0.3, 0)))),
            ),
            (Coordinate("elbow"),),
            (MarkerPlace("wrist", "forearm", given("wrist", (0, -0.26, 0))),),
            (PathMuscle("brachialis", path, 100, given("optimal_length", 0.1), given("tendon_length", 0.05)),),
            ligaments=(Ligament("band", path, given("slack_length", 0.2), 10),),
        )


def test_a_table_read_at_once_is_the_one_read_cell_by_cell(tmp_path: Path) -> None:
    rows = [[i / 60, math.sin(i) / 3, 1e-300 * i] for i in range(5)]
    plain, marked = tmp_path / "plain.mot", tmp_path / "marked.mot"
    text = "endheader\ntime a b\n" + "\n".join(" ".join(map(repr, row)) for row in rows) + "\n"
    plain.write_text(text)
    marked.write_text(text.replace("\n0.0 ", "\n0.0\f"))  # a blank for Python, not for the walk over the whole text
    one, other = read_table(plain), read_table(marked)
    assert np.array_equal(np.column_stack([one.time, one.values]), rows)
    assert np.array_equal(one.time, other.time)
    assert np.array_equal(one.values, other.values)
    marked.write_text(text.replace("e-300\n", "e-300x\n", 1))
    line = 3 + next(i for i, row in enumerate(rows) if repr(row[2]).endswith("e-300"))
    with pytest.raises(ModelFileError, match=rf"marked\.mot:{line}: '.*x' is not a number"):
        read_table(marked)


@pytest.mark.parametrize(
    ("tag", "given", "why"),
    [
        ("location", "400 -30 12", r"spoilt\.osim:\d+: <location> of '.*' lies 401 m away; is it in mm\?"),
        ("mass_center", "0 -170 0", r"spoilt\.osim:\d+: <mass_center> of '.*' lies 170 m away"),
        ("inertia", "0.1 0.1 0.1 0.3 0 0", r"spoilt\.osim: body '.*': its moment of inertia about some axis is -0\.2"),
        ("inertia", "0.1 -0.1 0.1 0 0 0", r"spoilt\.osim: body '.*': its moment of inertia about some axis is -0\.1"),
    ],
)
def test_a_model_in_mm_or_of_no_inertia_is_refused(tag: str, given: str, why: str, tmp_path: Path) -> None:
    good = (Path(__file__).parents[1] / "data" / "leg.osim").read_text(encoding="utf-8")
    spoilt, count = re.subn(rf"<{tag}>[^<]*<", f"<{tag}>{given}<", good, count=1)
    assert count == 1
    (tmp_path / "spoilt.osim").write_text(spoilt, encoding="utf-8")
    with pytest.raises(ModelFileError, match=why):
        read_osim(tmp_path / "spoilt.osim")


def test_a_motion_has_the_coordinates_of_its_skeleton_and_times_that_rise() -> None:
    """A column that was missing was read beyond the end of the array: net forces of nobody, without a word."""
    good = np.tile(LEG.start(), (len(TIME), 1))
    for time, values, told in (
        (TIME, good[:, :4], r"expected 5 coordinates in every frame, found an array of \(31, 4\)"),
        (TIME[:30], good, r"there are 31 frames, and times of the shape \(30,\)"),
        (TIME[::-1], good, "frame 2: times rise, not from 0.5 to"),
        (np.where(TIME > 0.4, np.nan, TIME), good, "its time is nan"),
        (TIME, np.where(TIME[:, None] > 0.4, np.nan, good), "frame 26: tilt is not a number"),
    ):
        with pytest.raises(AnalysisError, match=told):
            Motion(LEG, time, values)
    net = inverse_dynamics(Motion(LEG, TIME, good))
    with pytest.raises(AnalysisError, match=r"values have the shape .*, those of this motion"):
        dataclasses.replace(net, values=net.values[:, :4])
    shared = share_forces(net, "activation", {"hip_flexion": 5.0, "knee_angle": 5.0})
    with pytest.raises(AnalysisError, match=r"shared forces: forces have the shape \(31, 2\), those of this motion"):
        dataclasses.replace(shared, forces=shared.forces[:, :2])
    with pytest.raises(AnalysisError, match="speeds are of 2 frames, the paths of 31"):
        shared.paths.rates(np.zeros((2, 5)))
