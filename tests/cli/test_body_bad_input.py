"""What is wrong with a trial is told by `linkwork body` in one line with frame and name, with the exit code 2."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from linkwork.biomechanics import Motion, read_osim, read_table, read_weights
from linkwork.cli.main import app

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
NAMES = ("asis", "sacrum", "thigh_front", "thigh_side", "shin", "ankle")
FRAMES = 11


def _run(*words: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(app, ["body", *words])
    return result.exit_code, result.output.splitlines()


def _motion() -> Motion:
    leg, time = read_osim(FILE), np.linspace(0.0, 0.5, FRAMES)
    w = 2 * math.pi * time
    columns = [0.1 * np.sin(w), 0.4 * time, 0.95 + 0.02 * np.cos(w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    return Motion(leg, time, np.column_stack(columns))


def _places() -> np.ndarray:
    motion = _motion()
    leg, rows = motion.skeleton, []
    for values in motion.values:
        bodies = leg.places(values)
        rows.append([(bodies[one.body] @ [*one.location, 1.0])[:3] for one in leg.markers])
    return np.array(rows)


def _write(path: Path, places: np.ndarray, unit: str = "mm", names: tuple[str, ...] = NAMES) -> None:
    """Markers (m) as a file that says `unit` and is in mm."""
    head = "PathFileType\t4\t(X/Y/Z)\tleg.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n"
    head += f"20\t{FRAMES}\t{len(names)}\t{unit}\n"
    head += (
        "Frame#\tTime\t" + "\t\t\t".join(names) + "\n\t\t" + "\t".join(f"X{k}\tY{k}\tZ{k}" for k in range(1, 7)) + "\n"
    )
    rows = []
    for frame, row in enumerate(places):
        cells = ["" if np.isnan(x) else f"{1000 * x:.4f}" for x in row.ravel()]
        rows.append("\t".join([str(frame + 1), f"{0.05 * frame:.4f}", *cells]))
    path.write_text(head + "\n".join(rows) + "\n")


def _gone(places: np.ndarray) -> np.ndarray:
    places[3] = np.nan
    return places


def _far(places: np.ndarray) -> np.ndarray:
    places[7, 5] += (50.0, -80.0, 60.0)
    return places


@pytest.mark.parametrize(
    ("spoil", "unit", "told"),
    [
        (_gone, "mm", "frame 4: no marker was seen"),
        (_far, "mm", "frame 8: no pose was found that fits; marker 'ankle' lies 111"),
        (lambda places: places, "m", "frame 1: marker 'asis' lies"),
        (lambda places: places, "cm", "and the others lie about"),
        (lambda places: places / 1000, "mm", "is their unit another one?"),
    ],
)
def test_markers_that_fit_no_pose(spoil: Callable[..., np.ndarray], unit: str, told: str, tmp_path: Path) -> None:
    _write(tmp_path / "leg.trc", spoil(_places()), unit)
    code, lines = _run(str(FILE), "--markers", str(tmp_path / "leg.trc"))
    assert code == 2 and lines[-1].startswith("error: ") and told in lines[-1], lines
    assert sum(line.startswith("error") for line in lines) == 1


def test_frames_at_the_ends_without_markers_are_left_out_when_asked(tmp_path: Path) -> None:
    places = _places()
    places[[0, 1, 10]] = np.nan
    _write(tmp_path / "leg.trc", places)
    words = (
        str(FILE),
        "--markers",
        str(tmp_path / "leg.trc"),
        "--reserve",
        "hip_flexion=1",
        "--reserve",
        "knee_angle=1",
    )
    code, lines = _run(*words)
    told = (
        "frame 1: no marker was seen; take those that have some: markers.between(0.1, 0.45), or --from 0.1 --until 0.45"
    )
    assert code == 2 and lines[-1].endswith(told)
    code, lines = _run(*words, "--from", "0.1", "--until", "0.45", "--out", str(tmp_path / "out"))
    assert code == 0, lines
    moved = read_table(tmp_path / "out" / "motion.mot")
    assert len(moved.time) == 8 and moved["knee_angle"] == pytest.approx(
        np.degrees(_motion().values[2:10, 4]), abs=1e-3
    )
    code, lines = _run(*words, "--from", "3")
    assert code == 2 and "there is nothing from 3 to 0.5 s; it goes from 0 to 0.5 s" in lines[-1]


TASK = '<IKMarkerTask name="{name}"><apply>{apply}</apply><weight>{weight}</weight></IKMarkerTask>'


def _set_up(path: Path, tasks: str) -> None:
    path.write_text(
        "<OpenSimDocument><InverseKinematicsTool><IKTaskSet><objects>"
        f"{tasks}</objects></IKTaskSet></InverseKinematicsTool></OpenSimDocument>"
    )


def test_weights_come_from_a_set_up_of_opensim(tmp_path: Path) -> None:
    tasks = "".join(TASK.format(name=name, apply="true", weight=2 + k) for k, name in enumerate(NAMES[:5]))
    _set_up(tmp_path / "ik.xml", tasks + TASK.format(name="ankle", apply="false", weight=1))
    assert read_weights(tmp_path / "ik.xml") == {name: 2.0 + k for k, name in enumerate(NAMES[:5])}
    _write(tmp_path / "leg.trc", _places())
    reserves = [word for name in ("hip_flexion", "knee_angle") for word in ("--reserve", f"{name}=1")]
    words = (str(FILE), "--markers", str(tmp_path / "leg.trc"), *reserves)
    code, lines = _run(*words, "--weight", str(tmp_path / "ik.xml"))
    assert code == 0, lines
    shown = CliRunner().invoke(app, ["view", *words, "--weight", str(tmp_path / "none.xml"), "--no-browser"])
    assert shown.exit_code == 2 and "none.xml: there is no such file" in shown.output
    code, lines = _run(*words, "--weight", str(tmp_path / "ik.xml"), "--weight", "heel=1")
    assert code == 2 and "there is no marker 'heel'" in lines[-1]
    task = '<IKCoordinateTask name="knee_angle"><apply>true</apply><weight>5</weight></IKCoordinateTask>'
    for spoilt, told in (
        (tasks + task, "<IKCoordinateTask> 'knee_angle' is not read; fit_markers has coordinate_weights"),
        (TASK.format(name="shin", apply="true", weight=-1), "marker 'shin': a weight is zero or more, not -1"),
        (TASK.format(name="shin", apply="true", weight="much"), "<weight> is not made of numbers"),
        ("", "no marker has a weight"),
    ):
        _set_up(tmp_path / "ik.xml", spoilt)
        code, lines = _run(*words, "--weight", str(tmp_path / "ik.xml"))
        assert code == 2 and "ik.xml:1: " in lines[-1] and told in lines[-1], lines


def test_feet_are_for_plates_of_a_recording(tmp_path: Path) -> None:
    _write(tmp_path / "leg.trc", _places())
    code, lines = _run(str(FILE), "--markers", str(tmp_path / "leg.trc"), "--foot", "shank")
    assert code == 2 and "--foot says who steps on the plates of a .c3d file" in lines[-1]


def test_gaps_are_told_and_the_study_goes_on(tmp_path: Path) -> None:
    places = _places()
    places[2:5, 4] = np.nan
    _write(tmp_path / "leg.trc", places)
    reserves = [word for name in ("hip_flexion", "knee_angle") for word in ("--reserve", f"{name}=1")]
    code, lines = _run(str(FILE), "--markers", str(tmp_path / "leg.trc"), *reserves)
    assert code == 0 and "marker 'shin' is missing in 3 frames, the first is 3" in lines, lines


def test_a_file_that_lacks_a_marker(tmp_path: Path) -> None:
    _write(tmp_path / "leg.trc", _places(), names=(*NAMES[:5], "heel"))
    code, lines = _run(str(FILE), "--markers", str(tmp_path / "leg.trc"), "--weight", "ankle=1", "--weight", "shin=1")
    assert code == 2 and "error: marker 'ankle' is not in" in lines[-1]


def test_a_torn_file_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "leg.trc"
    _write(path, _places())
    text = path.read_text()
    path.write_text(text[: len(text) * 2 // 3])
    code, lines = _run(str(FILE), "--markers", str(path))
    assert code == 2 and "leg.trc:12:" in lines[-1] and "torn" in lines[-1]


def test_markers_of_a_recording_are_read(tmp_path: Path) -> None:
    (tmp_path / "leg.c3d").write_bytes(b"\x02\x50" + bytes(200))
    code, lines = _run(str(FILE), "--markers", str(tmp_path / "leg.c3d"))
    assert code == 2 and lines[-1].endswith("leg.c3d: byte 202: the file ends within its header; it is torn")


def test_a_muscle_through_its_own_origin_is_named(tmp_path: Path) -> None:
    text = FILE.read_text()
    old = "<socket_parent_frame>/bodyset/shank</socket_parent_frame><location>-0.03 -0.04 0.03</location>"
    new = "<socket_parent_frame>/bodyset/pelvis</socket_parent_frame><location>-0.12 -0.1 0.07</location>"
    assert old in text
    (tmp_path / "leg.osim").write_text(text.replace(old, new, 1))
    _motion().table().write(tmp_path / "leg.mot")
    code, lines = _run(str(tmp_path / "leg.osim"), "--motion", str(tmp_path / "leg.mot"))
    assert code == 2 and "muscle 'hamstrings': two points that follow each other are the same" in lines[-1]


def test_a_motion_says_which_coordinates_it_lacks_and_which_leave_their_range(tmp_path: Path) -> None:
    path = tmp_path / "leg.mot"
    _motion().table().write(path)
    path.write_text(path.read_text().replace("knee_angle", "knee", 1).replace("inDegrees=yes", "inDegrees=no"))
    code, lines = _run(str(FILE), "--motion", str(path))
    assert any(line.endswith("leg.mot has no column 'knee_angle', which stays at 0 degrees") for line in lines)
    assert any(line.startswith("hip_flexion leaves its range in ") for line in lines)
    assert code == 1 and "give it a reserve (" in lines[-1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--reserve", "tail=1"), "there is no coordinate 'tail'"),
        (("--reserve", "knee_angle=0"), "its strength must be positive"),
        (("--cost", "gold"), "there is no cost 'gold'"),
        (("--cutoff", "100"), "the cut-off must lie between 0 and 10 Hz"),
        (("--page", "leg.txt"), "the ending '.txt' is not known"),
        (("--plates", "{}"), "not valid XML"),
    ],
)
def test_options_that_cannot_be(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    (tmp_path / "plates.xml").write_text("<OpenSimDocument><ExternalLoads>")
    _motion().table().write(tmp_path / "leg.mot")
    given = [word.replace("{}", str(tmp_path / "plates.xml")) for word in words]
    code, lines = _run(str(FILE), "--motion", str(tmp_path / "leg.mot"), *given)
    assert code == 2 and told in lines[-1]


@pytest.mark.parametrize(
    ("force", "told"),
    [
        ("foot", "there is no body 'foot'; bodies are: pelvis, thigh, shank"),
        ("shank", "frame 1: the load 'force' on 'shank' acts"),
    ],
)
def test_plates_of_no_body_or_in_mm(force: str, told: str, tmp_path: Path) -> None:
    names = [f"{kind}{axis}" for kind in ("force", "point") for axis in "xyz"]
    rows = [f"{time:.2f}\t0\t500\t0\t300\t0\t0" for time in np.linspace(0.0, 0.5, FRAMES)]
    head = f"plate\nversion=1\nnRows={FRAMES}\nnColumns=7\ninDegrees=no\nendheader\n"
    (tmp_path / "plate.mot").write_text(head + "\t".join(["time", *names]) + "\n" + "\n".join(rows) + "\n")
    (tmp_path / "plates.xml").write_text(
        '<OpenSimDocument><ExternalLoads name="a"><objects><ExternalForce name="one">'
        f"<applied_to_body>{force}</applied_to_body><force_identifier>force</force_identifier>"
        "<point_identifier>point</point_identifier></ExternalForce></objects><datafile>plate.mot</datafile>"
        "</ExternalLoads></OpenSimDocument>"
    )
    _motion().table().write(tmp_path / "leg.mot")
    code, lines = _run(str(FILE), "--motion", str(tmp_path / "leg.mot"), "--plates", str(tmp_path / "plates.xml"))
    assert code == 2 and told in lines[-1] and "plate.mot" in lines[-1], lines
