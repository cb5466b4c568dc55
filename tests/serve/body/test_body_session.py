"""The live page of a skeleton: sliders pose it, muscles move it, what is measured is shared out, bodies are dragged."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from linkwork.biomechanics import (
    Motion,
    Table,
    forward,
    inverse_dynamics,
    motion_from,
    muscle_paths,
    read_osim,
    read_table,
    share_forces,
)
from linkwork.cli.main import app
from linkwork.serve.answer import Answer, Model
from linkwork.serve.body.session import BodySession
from linkwork.serve.body.trial import Trial
from linkwork.serve.protocol import Drag
from linkwork.serve.request import Wish

LEG = Path(__file__).parents[2] / "data" / "leg.osim"
BUSY = "hamstrings.activation"
RESERVES = {"hip_flexion": 1.0, "knee_angle": 1.0}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the leg."""
    return Path(shutil.copy(LEG, tmp_path / "leg.osim"))


@pytest.fixture
def motion(tmp_path: Path) -> Path:
    """A swing of the leg as a file."""
    leg, time = read_osim(LEG), np.linspace(0.0, 1.0, 41)
    w = 2 * math.pi * time
    columns = [0.1 * np.sin(w), 0.4 * time, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    path = tmp_path / "swing.mot"
    Motion(leg, time, np.column_stack(columns)).table().write(path)
    return path


def opened(trial: Trial, wish: Wish | None = None) -> BodySession:
    session = BodySession(trial, wish)
    session.open()
    return session


def shown(answer: Answer) -> dict[str, Any]:
    model = next(message for message in answer.everyone if isinstance(message, Model))
    found: dict[str, Any] = json.loads(model.text())
    return found


def fault(answer: Answer) -> dict[str, Any]:
    return next(message for message in answer.everyone if isinstance(message, dict) and message["type"] == "fault")


def series(session: BodySession, name: str) -> np.ndarray:
    return np.array(session.series([name])["series"][name], float)


def test_a_model_opens_in_its_pose_with_a_slider_for_every_coordinate_and_muscle(model: Path) -> None:
    session = BodySession(Trial(str(model)))
    message, leg = shown(session.open()), read_osim(LEG)
    assert message["analysis"] == {"kind": "position", "options": {}, "choices": ["position", "simulate"]}
    rows = {row["name"]: row for row in message["parameters"]}
    assert set(rows) == {
        *(one.name for one in leg.coordinates),
        "activation (all)",
        *(f"{one.name}.activation" for one in leg.muscles),
    }
    knee = rows["knee_angle"]
    assert (knee["unit"], rows["height"]["unit"], rows["height"]["value"]) == ("deg", "m", 0.95)
    assert (knee["min"], knee["max"]) == pytest.approx((math.degrees(-2.1), math.degrees(0.2)), rel=1e-12)
    assert message["diagnosis"]["mobility"]["count"] == len(leg.coordinates)
    assert any("left out" in note for note in message["diagnosis"]["notes"]) == bool(leg.left_out)
    assert [tint["name"] for tint in message["payload"]["scene"]["tints"]] == [one.name for one in leg.muscles]


def test_a_slider_poses_the_body_and_colours_a_muscle_and_both_are_undone(model: Path) -> None:
    session, leg = opened(Trial(str(model))), read_osim(LEG)
    session.set({"knee_angle": -60.0}, final=False)
    moved = shown(session.set({"knee_angle": -80.0, "vasti.activation": 0.75}, final=True))
    assert session.shown is not None
    q, _ = session.shown.position(None)
    assert q[leg.index("coordinate", "knee_angle")] == pytest.approx(math.radians(-80.0), rel=1e-12)
    vasti = next(tint for tint in moved["payload"]["scene"]["tints"] if tint["name"] == "vasti")
    assert vasti["shares"] == [0.75] and moved["file"]["undo"] == 1
    back = shown(session.undo())
    assert {row["name"]: row["value"] for row in back["parameters"]}["knee_angle"] == 0.0
    assert back["file"]["redo"] == 1 and session.undo().asker[0]["text"] == "nothing to undo"
    again = shown(session.redo())
    assert {row["name"]: row["value"] for row in again["parameters"]}["vasti.activation"] == 0.75


def test_the_activation_of_all_is_that_of_each(model: Path) -> None:
    session = opened(Trial(str(model)))
    session.set({"vasti.activation": 0.75}, final=True)
    rows = shown(session.set({"activation (all)": 0.3}, final=True))["parameters"]
    assert {row["value"] for row in rows if "activation" in row["name"]} == {0.3}


def test_the_fall_shown_is_that_of_a_forward_run_and_tells_where_a_point_ceases_to_count(model: Path) -> None:
    session, leg = opened(Trial(str(model))), read_osim(LEG)
    session.set({"activation (all)": 0.4, "knee_angle": -85.0}, final=True)
    message = shown(session.analyse(Wish("simulate", 0.2, 41)))
    q = np.array([0.0, 0.0, 0.95, 0.0, math.radians(-85.0)])
    run = forward(leg, q, np.zeros(5), 0.4, 0.2, 41, 1e-6)
    assert message["analysis"]["options"] == {"until": 0.2, "points": 41}
    assert np.radians(series(session, "knee_angle")) == pytest.approx(run["knee_angle"], abs=1e-5)
    told = [event["text"] for event in message["payload"]["scene"]["events"]]
    assert told == [event.text for event in run.events]
    knee = run["knee_angle"]
    assert len(told) == np.count_nonzero(np.diff(np.sign(knee + 1.4))) + np.count_nonzero(np.diff(np.sign(knee + 2.6)))


def test_a_measured_motion_is_shared_as_by_hand_and_its_strength_and_cut_off_are_sliders(
    model: Path, motion: Path
) -> None:
    session = BodySession(Trial(str(model), motion=str(motion), cutoff=8.0, reserves=RESERVES))
    message, leg = shown(session.open()), read_osim(LEG)
    assert message["analysis"]["kind"] == "inverse_dynamics"
    assert [row["name"] for row in message["parameters"]] == [
        "cut-off",
        "strength (all)",
        "hip_flexion.reserve",
        "knee_angle.reserve",
    ]
    walk = motion_from(leg, read_table(motion))
    by_hand = share_forces(inverse_dynamics(walk.filtered(8.0)), "activation", RESERVES)
    assert series(session, BUSY) == pytest.approx(by_hand.activation("hamstrings"), abs=1e-5)
    session.set({"cut-off": 5.0}, final=True)
    smoother = share_forces(inverse_dynamics(walk.filtered(5.0)), "activation", RESERVES)
    assert series(session, BUSY) == pytest.approx(smoother.activation("hamstrings"), abs=1e-5)
    assert np.abs(smoother.activation("hamstrings") - by_hand.activation("hamstrings")).max() > 1e-3
    session.set({"strength (all)": 2.0}, final=True)
    assert series(session, BUSY).mean() < smoother.activation("hamstrings").mean()


def test_muscles_that_are_too_weak_are_told_and_what_was_shown_stays(model: Path, motion: Path) -> None:
    session = BodySession(Trial(str(model), motion=str(motion)))
    answer = session.open()
    told = fault(answer)
    assert "the muscles cannot give the force of knee_angle; give it a reserve" in told["text"]
    assert shown(answer)["analysis"]["kind"] == "position" and session.faults == [told]
    session.set({"knee_angle": -20.0}, final=True)
    good = session.model
    assert good is not None and not session.faults
    assert fault(session.analyse(Wish("inverse_dynamics")))["stage"] == "solve" and session.model is good


def test_a_body_that_is_dragged_follows_within_the_ranges_of_its_joints(model: Path) -> None:
    session, leg = opened(Trial(str(model))), read_osim(LEG)
    begin = read_osim(LEG).places(leg.start())["shank"]
    ankle = (begin @ [0.0, -0.4, 0.0, 1.0])[:3]
    target = [ankle[0] - 0.15, ankle[1] + 0.12, ankle[2]]
    answer = session.drag(
        Drag(type="drag", seq=3, body="shank", point=[0.0, -0.4, 0.0], target=target, phase="start", time=0.0), "page"
    )
    assert answer["ok"] and answer["seq"] == 3
    assert session.shown is not None and len(answer["poses"]) == len(session.shown.scene["poses"][0])
    assert not session.start("page").asker
    values = session.document.values
    q = np.array([math.radians(values[c.name]) if c.turns else values[c.name] for c in leg.coordinates])
    assert (leg.places(q)["shank"] @ [0.0, -0.4, 0.0, 1.0])[:3] == pytest.approx(target, abs=1e-3)
    for value, one in zip(q, leg.coordinates, strict=True):
        assert one.range[0] - 1e-9 <= value <= one.range[1] + 1e-9
    far = Drag(type="drag", seq=4, body="shank", point=[0.0, -0.4, 0.0], target=[0, 9, 0], phase="start", time=0.0)
    stuck = session.drag(far, "page")
    assert not stuck["ok"] and "'shank' cannot be brought there" in stuck["text"]
    ground = Drag(type="drag", seq=5, body="ground", point=[0, 0, 0], target=[0, 1, 0], phase="start", time=0.0)
    assert session.drag(ground, "page")["text"] == "the ground does not move; drag a body"


def test_a_file_that_changes_is_read_anew_and_a_torn_one_is_told_with_its_line(model: Path) -> None:
    session = opened(Trial(str(model)))
    session.set({"hip_flexion": 20.0}, final=True)
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("<mass>8</mass>", "<mass>eight</mass>"), encoding="utf-8")
    told = fault(session.reload())
    assert told["stage"] == "file" and "leg.osim" in told["text"] and "eight" in told["text"]
    model.write_text(text.replace("<mass>8</mass>", "<mass>9</mass>"), encoding="utf-8")
    message = shown(session.reload())
    assert {row["name"]: row["value"] for row in message["parameters"]}["hip_flexion"] == 20.0
    assert session.document.subject is not None and session.document.subject.skeleton.bodies[1].mass == 9.0
    assert not session.faults


def test_what_is_shown_is_taken_along(model: Path, motion: Path) -> None:
    session = opened(Trial(str(model), motion=str(motion), reserves=RESERVES))
    made = session.export("csv", [["vasti.activation"]]).asker[0]
    path = session.exports.path(made["name"])
    assert path is not None
    rows = np.loadtxt(path, delimiter=",", skiprows=1)
    assert session.shown is not None and rows[:, 1] == pytest.approx(series(session, "vasti.activation"), abs=1e-5)
    spoken: dict[str, Any] = {}
    exec(session.export("python").asker[0]["text"], spoken)
    assert spoken["shared"].activation("vasti") == pytest.approx(rows[:, 1], rel=1e-12)
    session.analyse(Wish("position"))
    assert "choose an analysis over time" in session.export("gif").asker[0]["text"]
    assert "not written back" in session.save().asker[0]["text"]
    session.exports.clear()
    assert session.exports.path(made["name"]) is None


def test_a_muscle_that_cannot_be_there_is_named(model: Path) -> None:
    session = opened(Trial(str(model)))
    assert session.document.subject is not None
    q = read_osim(LEG).start()
    assert muscle_paths(read_osim(LEG), q).lengths.min() > 0 and session.solve_fault is None
    wrong = fault(session.analyse(Wish("kinematics")))
    assert "there is no measured motion" in wrong["text"] and session.wish.kind is None


def test_channels_of_a_frozen_motion_are_kept(model: Path, motion: Path) -> None:
    session = opened(Trial(str(model), motion=str(motion), reserves=RESERVES), Wish("kinematics"))
    assert session.freeze(True, ["knee_angle"]).asker[0]["type"] == "frozen"
    before = series(session, "knee_angle")
    session.analyse(Wish("simulate", 0.05, 11))
    assert session.frozen(["knee_angle"])[0]["series"]["knee_angle"] == pytest.approx(list(before))
    assert session.freeze(False, ["knee_angle"]).asker == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--cost", "cheap"], "--cost cheap: choose one of"),
        (["--analysis", "equilibrium"], "a skeleton has: kinematics, inverse_dynamics, simulate, position"),
        (["--markers", "none.trc"], "--markers none.trc: there is no such file"),
        (["--reserve", "knee"], "--reserve knee: write a name and a number"),
        (["--reserve", "knee_angle=0"], "--reserve knee_angle=0: give a number greater than zero"),
        (["--reserve", "knee_angle=nan"], "--reserve knee_angle=nan: give a number greater than zero"),
        (["--cutoff", "-3"], "--cutoff -3: give a number greater than zero"),
    ],
)
def test_options_that_do_not_fit_are_refused(model: Path, options: list[str], words: str) -> None:
    result = CliRunner().invoke(app, ["view", str(model), "--no-browser", *options])
    assert result.exit_code == 2 and words in result.output


def test_options_of_trials_are_for_skeletons(tmp_path: Path) -> None:
    path = tmp_path / "crank.yaml"
    path.write_text("linkwork: 1\nname: crank\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["view", str(path), "--no-browser", "--reserve", "knee=1"])
    assert result.exit_code == 2 and "--reserve is for skeletons" in result.output


def test_tables_beside_are_watched(model: Path, motion: Path) -> None:
    session = opened(Trial(str(model), motion=str(motion), reserves=RESERVES), Wish("kinematics"))
    assert str(motion.resolve()) in session.document.others
    table = read_table(motion)
    Table(table.time, table.names, 0.5 * table.values, table.degrees).write(motion)
    before = series(session, "knee_angle")
    session.reload()
    assert series(session, "knee_angle") == pytest.approx(0.5 * before, abs=1e-4)


@pytest.mark.parametrize("strength", [0.0, -1.0])
def test_a_reserve_without_strength_is_told_by_the_analysis_that_needs_it(
    model: Path, motion: Path, strength: float
) -> None:
    """Its slider from 0.1 to 3 times nothing ended in an internal error."""
    session = opened(Trial(str(model), motion=str(motion), reserves={"knee_angle": strength}), Wish("kinematics"))
    assert session.faults == [] and session.shown is not None
    assert "its strength must be positive" in fault(session.analyse(Wish("inverse_dynamics")))["text"]


def test_a_folder_of_plates_that_is_gone_is_told(model: Path, motion: Path) -> None:
    folder = motion.parent / "plates"
    folder.mkdir()
    rows = "\n".join(f"{t:g} 0 300 0 0 0 0" for t in (0.0, 1.0))
    head = "plates\nversion=1\nnRows=2\nnColumns=7\ninDegrees=yes\nendheader\ntime fx fy fz px py pz\n"
    (folder / "walk.mot").write_text(head + rows + "\n")
    force = (
        "<ExternalForce name='f'><applied_to_body>shank</applied_to_body>"
        "<force_expressed_in_body>ground</force_expressed_in_body>"
        "<point_expressed_in_body>ground</point_expressed_in_body>"
        "<force_identifier>f</force_identifier><point_identifier>p</point_identifier></ExternalForce>"
    )
    text = f"<ExternalLoads name='e'><objects>{force}</objects><datafile>walk.mot</datafile></ExternalLoads>"
    (folder / "set.xml").write_text(f"<OpenSimDocument Version='40000'>{text}</OpenSimDocument>")
    session = opened(Trial(str(model), motion=str(motion), plates=str(folder / "set.xml")), Wish("kinematics"))
    assert session.faults == [] and session.shown is not None and len(session.shown.plates) == 1
    shutil.rmtree(folder)
    assert "there is no such file" in fault(session.reload())["text"]
