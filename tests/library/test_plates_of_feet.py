"""Feet that step on the plates of a laboratory, one after the other: whose is the force, and when."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from library.test_recordings import _group, _parameter
from linkwork.base.errors import AnalysisError
from linkwork.biomechanics import (
    Motion,
    Plate,
    Recording,
    Table,
    gait_events,
    inverse_dynamics,
    lower_body,
    plates_of_feet,
    read_c3d,
    read_osim,
    read_table,
)
from linkwork.cli.main import app

BODY = lower_body()
TIME = np.linspace(0.0, 1.0, 101)
FEET = ("foot_r", "foot_l")
ACROSS = 0.17
"""Distance of the feet: the body goes so far to its right, and the left foot comes to where the right one was."""


def _motion() -> Motion:
    q = np.tile(BODY.start(), (len(TIME), 1))
    q[:, BODY.index("coordinate", "pelvis_z")] = ACROSS * (TIME > 0.45)
    return Motion(BODY, TIME, q)


def _push(begin: float, end: float) -> np.ndarray:
    return np.where((begin < TIME) & (end > TIME), 700 * np.sin(np.pi * (TIME - begin) / (end - begin)), 0.0)


def _write(
    path: Path, pushes: list[np.ndarray], points: list[np.ndarray], markers: dict[str, np.ndarray] | None = None
) -> Recording:
    """A recording of two plates of type 2 (z upwards, mm), of the forces and points given in the axes of the file."""
    frames, many = len(TIME), 6 * len(pushes)
    seen = markers or {"hip": np.tile([100.0, 200.0, 900.0], (frames, 1))}
    middle = np.array([[50.0, -85.0, 0.0], [50.0, 85.0 - 2000 * ACROSS, 0.0]])
    corners = middle[:, None] + np.array([[200, 300, 0], [-200, 300, 0], [-200, -300, 0], [200, -300, 0]], float)
    columns = []
    for push, point, here in zip(pushes, points, middle, strict=True):
        x, y = (point - here[:2]).T
        columns += [0 * push, 0 * push, -push, -push * y, push * x, 0 * push]
    text = b"".join(
        (
            _group(1, "POINT"), _parameter(1, "USED", len(seen), 2), _parameter(1, "RATE", 100.0, 4),
            _parameter(1, "SCALE", -0.1, 4), _parameter(1, "FRAMES", frames, 2), _parameter(1, "UNITS", ["mm"], -1),
            _parameter(1, "LABELS", list(seen), -1), _group(2, "ANALOG"), _parameter(2, "USED", many, 2),
            _parameter(2, "RATE", 100.0, 4), _parameter(2, "SCALE", [1.0] * many, 4),
            _parameter(2, "OFFSET", [0] * many, 2), _parameter(2, "GEN_SCALE", 1.0, 4), _group(3, "FORCE_PLATFORM"),
            _parameter(3, "USED", len(pushes), 2), _parameter(3, "TYPE", [2] * len(pushes), 2),
            _parameter(3, "CORNERS", corners, 4), _parameter(3, "ORIGIN", np.zeros((len(pushes), 3)), 4),
            _parameter(3, "CHANNEL", np.arange(1.0, many + 1).reshape(-1, 6), 2), b"\0\0",
        )
    )  # fmt: skip
    blocks = -(-(len(text) + 4) // 512)
    head = struct.pack("<BB5Hf2Hf", 2, 0x50, len(seen), many, 1, frames, 0, -0.1, 2 + blocks, 1, 100.0).ljust(
        512, b"\0"
    )
    places = [np.column_stack([one, np.zeros(frames)]) for one in seen.values()]
    rows = np.column_stack([*places, *columns]).astype("<f4")
    parameters = (struct.pack("<4B", 1, 0x50, blocks, 84) + text).ljust(512 * blocks, b"\0")
    path.write_bytes(head + parameters + rows.tobytes())
    return read_c3d(path)


def _steps(motion: Motion) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The right foot from 0.05 to 0.4 s and the left one from 0.5 to 0.95 s: forces, and points under them (m)."""
    pushes = {"foot_r": _push(0.05, 0.4), "foot_l": _push(0.5, 0.95)}
    points = {}
    for foot in FEET:
        at = [BODY.places(row)[foot] @ [0.05 + 0.1 * t, 0, 0, 1] for t, row in zip(TIME, motion.values, strict=True)]
        points[foot] = np.array(at)[:, :3] * [1, 0, 1]
    return pushes, points


def test_a_plate_that_two_feet_step_on_gives_each_its_steps(tmp_path: Path) -> None:
    motion = _motion()
    pushes, points = _steps(motion)
    in_file = {foot: 1000 * np.column_stack([one[:, 0], -one[:, 2]]) for foot, one in points.items()}
    left = pushes["foot_l"] > 0
    once = _write(
        tmp_path / "one.c3d",
        [pushes["foot_r"] + pushes["foot_l"], 0 * TIME],
        [np.where(left[:, None], in_file["foot_l"], in_file["foot_r"]), in_file["foot_l"]],
    )
    found = plates_of_feet(motion, once.plates, FEET)
    assert [plate.body for plate in found] == ["foot_r", "foot_l"]
    own = [
        Plate(
            foot,
            Table(
                TIME, ("fx", "fy", "fz", "px", "py", "pz"),
                np.column_stack([0 * TIME, np.where(pushes[foot] > 5, pushes[foot], 0), 0 * TIME, points[foot]]),
            ),
            "f", "p",
        )
        for foot in FEET
    ]  # fmt: skip
    wanted = inverse_dynamics(motion, own).values
    assert inverse_dynamics(motion, found).values == pytest.approx(wanted, abs=1e-3)  # the file has seven digits
    assert np.abs(inverse_dynamics(motion, [once.plate(1, "foot_r")]).values - wanted).max() > 50
    events = gait_events(found)
    assert len(events.strikes["foot_r"]) == len(events.strikes["foot_l"]) == 1
    assert events.offs["foot_r"][0] < 0.4 < 0.5 < events.strikes["foot_l"][0]


def test_steps_on_a_plate_each_go_to_their_foot(tmp_path: Path) -> None:
    motion = _motion()
    pushes, points = _steps(motion)
    in_file = [1000 * np.column_stack([points[foot][:, 0], -points[foot][:, 2]]) for foot in FEET]
    two = _write(tmp_path / "two.c3d", [pushes["foot_r"], pushes["foot_l"]], in_file)
    assert [plate.body for plate in plates_of_feet(motion, two.plates, FEET)] == ["foot_r", "foot_l"]
    short = Motion(BODY, TIME[:43], motion.values[:43])
    assert [plate.body for plate in plates_of_feet(short, two.plates, FEET)] == ["foot_r"]
    with pytest.raises(AnalysisError, match=r"no foot stands on a plate from 0\.41 to 0\.48 s"):
        plates_of_feet(Motion(BODY, TIME[41:49], motion.values[41:49]), two.plates, FEET)


def test_steps_that_are_nobodys_are_refused(tmp_path: Path) -> None:
    motion = _motion()
    pushes, points = _steps(motion)
    between = 1000 * np.column_stack([points["foot_r"][:, 0], 0 * TIME])
    both = _write(tmp_path / "both.c3d", [pushes["foot_r"], 0 * TIME], [between, between])
    told = r"both\.c3d: plate 1: from 0\.06 to 0\.39 s 'foot_[rl]' and 'foot_[rl]' may both stand there"
    with pytest.raises(AnalysisError, match=told):
        plates_of_feet(motion, both.plates, FEET)
    far = _write(tmp_path / "far.c3d", [pushes["foot_r"], 0 * TIME], [between + np.array([2000, 0]), between])
    with pytest.raises(AnalysisError, match=r"its force acts 2 m from 'foot_[rl]', the nearest foot"):
        plates_of_feet(motion, far.plates, FEET)
    aside = Table(
        TIME, both.plates[0].names, both.plates[0].values[:, [1, 0, 2, *range(3, 9)]], False, "aside"
    )  # fmt: skip
    with pytest.raises(AnalysisError, match="plate 1 does not push against the weight, which acts along"):
        plates_of_feet(motion, [aside], FEET)
    torn = both.plates[0].values.copy()
    torn[20, 3] = np.nan
    with pytest.raises(AnalysisError, match=r"plate 1: its load is not a number at 0\.2 s"):
        plates_of_feet(motion, [Table(TIME, both.plates[0].names, torn)], FEET)
    with pytest.raises(AnalysisError, match="there is no body 'toe'"):
        plates_of_feet(motion, both.plates, ["toe"])
    with pytest.raises(AnalysisError, match="'foot_r' is named twice"):
        plates_of_feet(motion, both.plates, ["foot_r", "foot_r"])
    assert both.plates[0].between("100 ms", 0.2).time[0] == pytest.approx(0.1)  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="between: start: expected a number; found '100 mm'"):
        both.plates[0].between("100 mm", 0.2)  # type: ignore[arg-type]


def test_the_command_takes_plates_of_a_recording_with_their_feet(tmp_path: Path) -> None:
    file = Path(__file__).parents[1] / "data" / "leg.osim"
    leg, w = read_osim(file), 2 * np.pi * TIME
    q = np.column_stack([0.1 * np.sin(w), 0 * w, 0.85 + 0 * w, 0.2 * np.sin(w), -0.3 + 0.1 * np.cos(w)])
    places = [leg.places(row) for row in q]
    x, y, z = ([1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0])  # rows: of the file in axes of the skeleton
    markers = {
        one.name: 1000 * np.array([(at[one.body] @ [*one.location, 1.0])[:3] for at in places]) @ np.array([x, y, z]).T
        for one in leg.markers
    }
    push, at = 400 * np.sin(np.pi * TIME), np.tile([0.0, -80.0], (len(TIME), 1))
    _write(tmp_path / "leg.c3d", [push, 0 * TIME], [at, at], markers)
    words = ["body", str(file), "--markers", str(tmp_path / "leg.c3d"), "--reserve", "knee_angle=10"]
    words += ["--reserve", "hip_flexion=10", "--out", str(tmp_path / "out")]
    bare = CliRunner().invoke(app, words).output
    assert "leg.c3d are not taken: give the feet, as in --foot calcn_r" in bare
    free = read_table(tmp_path / "out" / "net_forces.sto")["height_force"]
    done = CliRunner().invoke(app, [*words, "--foot", "shank"])
    assert done.exit_code == 0, done.output
    borne = read_table(tmp_path / "out" / "net_forces.sto")["height_force"]
    assert free - borne == pytest.approx(push, abs=5.1)  # below 5 N a plate is not stepped on
    bare_file = (tmp_path / "leg.c3d").read_bytes().replace(b"FORCE_PLATFORM", b"FORCE_PLATEAUX")
    (tmp_path / "leg.c3d").write_bytes(bare_file)
    done = CliRunner().invoke(app, [*words, "--foot", "shank", "--trunk", "pelvis"])  # went on as if nobody stood
    assert done.exit_code == 2 and "leg.c3d has no force plates" in done.output, done.output
