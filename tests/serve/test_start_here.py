"""Start from here: the dragged position becomes the start, can be undone, and is saved as estimates of the bodies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.serve.answer import Answer, Model
from linkwork.serve.held_start import _shortest
from linkwork.serve.protocol import Drag
from linkwork.serve.request import Wish
from linkwork.serve.session import Session
from serve.view_models import example

INSTEAD = "edit the file itself, or undo the start to save values alone"
ROCKERS = """\
linkwork: 1
name: rockers  # all three links swing
parameters: {a: 0.3, b: 0.2, c: 0.25, d: 0.4}
bodies:
  crank: {estimate: [0, 0, 0.7]}   # driven
  coupler:
    # the point A
    estimate: [a*cos(0.7), a*sin(0.7), 0]   # above
    points: {middle: [b/2, 0]}
  rocker:
    estimate:   # on the ground
      - d
      - 0       # as high as O
      - 100 deg
joints:
  O: {type: revolute, between: [ground, crank]}
  A: {type: revolute, between: [{crank: [a, 0]}, coupler]}
  B: {type: revolute, between: [{coupler: [b, 0]}, {rocker: [c, 0]}]}
  C: {type: revolute, between: [{ground: [d, 0]}, rocker]}
drivers:
  motor: {type: angle, joint: O, value: 0.7 + 0.1*t}
analysis: {kinematics: {until: 1, points: 11}}
"""
PENDULUM = """\
linkwork: 1
name: pendulum
bodies:
  arm:
    estimate: [0, 0, -90 deg]  # hangs
    mass: {mass: 1, center: [0.5, 0]}
  tip:   # nothing said of it
joints:
  O: {type: revolute, between: [ground, arm]}
  A: {type: fixed, between: [{arm: [1, 0]}, tip], angle: 0}
gravity: [0, -9.81]
analysis: {simulate: {until: 0.2, points: 11, speeds: {arm.omega: 2}}}
"""
SPACE = """\
linkwork: 1
world: space
name: arm in space
bodies:
  arm:
    estimate: {position: [0, 0, 0], orientation: {axis: [0, 0, 1], angle: 30 deg}}  # turned
    mass: {mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}
  hand:
    estimate: [0.8, 0.5, 0]  # roughly
    mass: {mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  O: {type: revolute, between: [ground, arm]}
  W: {type: spherical, between: [{arm: [1, 0, 0]}, hand]}
analysis: {simulate: {until: 0.1, points: 5}}
"""


def opened(path: Path, text: str | None = None, wish: Wish | None = None) -> Session:
    if text is not None:
        path.write_text(text, encoding="utf-8")
    session = Session(str(path), wish)
    session.open()
    assert session.faults == []
    return session


def drag(session: Session, body: str, point: list[float], *targets: list[float], first: bool = True) -> dict[str, Any]:
    """Take a body, the `first` one at the start, and pull it from place to place."""
    pulled: dict[str, Any] = {}
    for number, target in enumerate(targets):
        phase: Any = "start" if number == 0 else "move"
        time = 0.0 if number == 0 and first else None
        pulled = session.drag(Drag(type="drag", body=body, point=point, target=target, phase=phase, time=time))
    return pulled


def swing(session: Session, last: float = 3.9) -> None:
    """Swing the rocker over to the other branch."""
    turns = np.linspace(angle(session, "rocker"), last, 25)
    drag(session, "rocker", [0.25, 0.0], *([0.4 + 0.25 * np.cos(t), 0.25 * np.sin(t)] for t in turns))


def angle(session: Session, body: str) -> float:
    assert session.solution is not None
    return session.solution.assembly[f"{body}.angle"]


def poses(session: Session) -> dict[str, tuple[float, ...]]:
    assert session.solution is not None
    return session.solution.assembly.poses


def apart(one: dict[str, tuple[float, ...]], other: dict[str, tuple[float, ...]]) -> float:
    assert one.keys() == other.keys()
    return max(abs(a - b) for name in one for a, b in zip(one[name], other[name], strict=True))


def shown(answer: Answer) -> dict[str, Any]:
    model = next(message for message in answer.everyone if isinstance(message, Model))
    found: dict[str, Any] = json.loads(model.text())
    return found


def started(path: Path) -> Session:
    """The rockers, started from where they were swung."""
    session = opened(path, ROCKERS)
    swing(session)
    session.start()
    return session


def told(answer: Answer) -> list[str]:
    return [message["text"] for message in answer.asker if message["type"] == "said"]


def test_a_driven_mechanism_starts_on_the_branch_to_which_it_was_dragged(tmp_path: Path) -> None:
    session = opened(tmp_path / "rockers.yaml", ROCKERS)
    before = poses(session)
    swing(session)
    answer = session.start()
    message = shown(answer)
    assert message["reason"] == "start" and message["file"]["dirty"] and message["file"]["undo"] == 1
    (words,) = told(answer)
    assert words == "the driver 'motor' holds 'crank' at 0.7 rad; the other bodies start on the branch that you chose"
    assert angle(session, "crank") == pytest.approx(0.7, abs=1e-12)
    assert apart(poses(session), before) > 0.5
    other = angle(session, "rocker")
    assert session.solution is not None and session.solution.run is not None
    assert session.solution.run["rocker.angle"][0] == pytest.approx(other, abs=1e-9)
    session.set({"a": 0.31}, final=True)
    assert angle(session, "rocker") == pytest.approx(other, abs=0.2)


def test_a_start_that_the_driver_brings_back_to_the_old_one_changes_nothing(tmp_path: Path) -> None:
    session = opened(tmp_path / "rockers.yaml", ROCKERS)
    before = poses(session)
    drag(session, "crank", [0.3, 0.0], [0.3 * np.cos(0.5), 0.3 * np.sin(0.5)])
    answer = session.start()
    message = shown(answer)
    assert message["reason"] == "start" and not message["file"]["dirty"] and message["file"]["undo"] == 0
    words = "the driver 'motor' holds 'crank' at 0.7 rad; with that the start stays as it was"
    assert told(answer) == [words] and apart(poses(session), before) == 0.0


def test_undo_and_redo_go_through_starts_and_parameters_alike(tmp_path: Path) -> None:
    session = opened(tmp_path / "rockers.yaml", ROCKERS)
    session.set({"a": 0.31}, final=True)
    first = poses(session)
    swing(session)
    session.start()
    second = poses(session)
    session.set({"b": 0.21}, final=True)
    third = poses(session)
    assert session.document.file()["undo"] == 3
    shown(session.undo())
    assert apart(poses(session), second) < 1e-9
    back = shown(session.undo())
    assert apart(poses(session), first) < 1e-9 and back["file"]["dirty"]
    assert not shown(session.undo())["file"]["dirty"]
    assert told(session.undo()) == ["nothing to undo"]
    shown(session.redo())
    assert apart(poses(session), first) < 1e-9
    shown(session.redo())
    assert apart(poses(session), second) < 1e-9
    shown(session.redo())
    assert apart(poses(session), third) < 1e-9
    shown(session.run())
    assert apart(poses(session), third) < 1e-9


def test_saving_changes_the_numbers_that_must_change_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "rockers.yaml"
    session = started(path)
    there = poses(session)
    answer = session.save()
    assert answer.everyone[-1]["type"] == "saved" and not told(answer)  # type: ignore[index]
    after = path.read_text(encoding="utf-8")
    lines = list(zip(ROCKERS.splitlines(), after.splitlines(), strict=True))
    changed = [new for old, new in lines if old != new]
    assert len(changed) == 2
    assert changed[0].startswith("    estimate: [a*cos(0.7), a*sin(0.7), -") and changed[0].endswith("# above")
    assert changed[1].startswith("      - ") and changed[1].endswith(" deg")
    assert not session.document.file()["dirty"]
    assert apart(poses(session), there) < 1e-9 and apart(lw.load(path).assemble().poses, there) < 1e-9
    again = opened(path)
    assert apart(poses(again), there) < 1e-9


def test_after_saving_undo_leads_back_to_the_old_start(tmp_path: Path) -> None:
    path = tmp_path / "rockers.yaml"
    session = opened(path, ROCKERS)
    before = poses(session)
    swing(session)
    session.start()
    there = poses(session)
    session.save()
    assert shown(session.undo())["file"]["dirty"]
    assert apart(poses(session), before) < 1e-9
    saved = path.read_text(encoding="utf-8")
    session.save()
    assert path.read_text(encoding="utf-8") == ROCKERS and not session.document.file()["dirty"]
    shown(session.redo())
    assert apart(poses(session), there) < 1e-9 and session.document.file()["dirty"]
    session.save()
    assert path.read_text(encoding="utf-8") == saved
    session.set({"b": 0.21}, final=True)
    session.save()
    shown(session.undo())
    shown(session.undo())
    assert apart(poses(session), before) < 1e-9
    session.save()
    assert apart(lw.load(path).assemble().poses, before) < 1e-9


def test_sliders_that_move_after_the_start_are_saved_with_it(tmp_path: Path) -> None:
    path = tmp_path / "rockers.yaml"
    session = started(path)
    session.set({"b": 0.22}, final=True)
    there = poses(session)
    session.save()
    assert "b: 0.22" in path.read_text(encoding="utf-8") and not session.document.file()["dirty"]
    assert apart(lw.load(path).assemble().poses, there) < 1e-9


def test_a_simulation_starts_where_it_was_dragged_with_the_speeds_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "pendulum.yaml"
    session = opened(path, PENDULUM)
    drag(session, "arm", [1.0, 0.0], [0.0, -1.0], [0.6, -0.8], [1.0, 0.0])
    answer = session.start()
    assert told(answer) == [] and shown(answer)["analysis"]["kind"] == "simulate"
    assert session.solution is not None and session.solution.run is not None
    run = session.solution.run
    assert run["arm.angle"][0] == pytest.approx(0.0, abs=1e-3) and run["arm.omega"][0] == pytest.approx(2.0, abs=1e-9)
    there = poses(session)
    session.save()
    text = path.read_text(encoding="utf-8")
    assert "    estimate: [0, 0, " in text and " deg]  # hangs\n" in text.replace(" deg] #", " deg]  #")
    assert "  tip: {estimate: [" in text and "# nothing said of it\n" in text
    assert apart(lw.load(path).assemble().poses, there) < 1e-9
    again = opened(path)
    assert apart(poses(again), there) < 1e-9
    assert again.solution is not None and again.solution.run is not None
    assert np.max(np.abs(again.solution.run.q - run.q)) < 1e-8


def test_a_mechanism_in_space_is_saved_in_the_way_in_which_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "space.yaml"
    session = opened(path, SPACE)
    drag(session, "arm", [1.0, 0.0, 0.0], [0.5, 0.85, 0.0], [0.0, 1.0, 0.0])
    drag(session, "hand", [0.3, 0.0, 0.0], [0.1, 1.1, 0.2], [0.0, 1.2, 0.22], first=False)
    assert told(session.start()) == []
    there = poses(session)
    answer = session.save()
    (words,) = [one["text"] for one in answer.everyone if isinstance(one, dict) and one["type"] == "said"]
    assert words == "values of joints that count from the drawing have a new zero: O, W"
    text = path.read_text(encoding="utf-8")
    assert "orientation: {axis: [0, 0, 1], angle: " in text and " deg}} # turned\n" in text
    assert "    estimate: {position: [" in text and "orientation: {vector: [" in text and "# roughly\n" in text
    found = lw.load(path).assemble()
    assert apart(found.poses, there) < 1e-9
    assert apart(poses(opened(path)), there) < 1e-9


def test_the_contact_of_a_cam_is_saved_with_the_bodies(tmp_path: Path) -> None:
    path = example(tmp_path, "cam")
    text = path.read_text(encoding="utf-8").partition("# What is driven")[0].replace("[0, r, 0]", "[0, 40 mm, 0]")
    session = opened(path, text)
    drag(session, "cam", [0.04, 0.0], [0.04 * np.cos(0.4), 0.04 * np.sin(0.4)])
    assert told(session.start()) == []
    there = poses(session)
    assert there["cam"][2] == pytest.approx(0.4, abs=0.01)
    assert told(session.save()) == []
    saved = path.read_text(encoding="utf-8")
    lines = zip(text.replace("  cam:\n", "  cam:\n    new\n").splitlines(), saved.splitlines(), strict=True)
    assert [new.split(":")[0].strip() for old, new in lines if old != new] == ["estimate", "estimate", "lift"]
    assert "estimate: [0, 4" in saved and " mm, 0]\n" in saved and "contact: 90 deg" not in saved
    assert apart(lw.load(path).assemble().poses, there) < 1e-9


def test_a_body_drawn_in_the_world_keeps_its_estimate(tmp_path: Path) -> None:
    path = example(tmp_path, "spatial-slider-crank")
    text = path.read_text(encoding="utf-8").partition("# What is driven")[0]
    session = opened(path, text)
    drag(session, "crank", [0.0, 0.05, 0.02], [0.0, 0.1 + 0.04, 0.12 + 0.04])
    assert told(session.start()) == [] and session.document.file()["dirty"]
    (words,) = told(session.save())
    reason = "body 'crank' cannot be changed here: 'O' has a place that is drawn where its estimate puts it"
    assert words == f"spatial-slider-crank.yaml: not saved, for {reason}; {INSTEAD}"
    assert path.read_text(encoding="utf-8") == text


def test_a_driven_mechanism_in_space_changes_its_branch_too(tmp_path: Path) -> None:
    (tmp_path / "rockers.yaml").write_text(ROCKERS, encoding="utf-8")
    path = tmp_path / "space.yaml"
    analysis = "analysis: {kinematics: {until: 1, points: 11}}\n"
    session = opened(path, f"linkwork: 1\nworld: space\ninclude: {{planar: rockers.yaml}}  # flat\n{analysis}")
    before = poses(session)
    turns = np.linspace(before["rocker"][5], 3.9, 25)
    drag(session, "rocker", [0.25, 0.0, 0.0], *([0.4 + 0.25 * np.cos(t), 0.25 * np.sin(t), 0.0] for t in turns))
    (words,) = told(session.start())
    assert words.startswith("the driver 'motor' holds 'crank' at 0.7 rad; the other bodies start on the branch that")
    there = poses(session)
    assert apart(there, before) > 0.5
    assert told(session.save()) == []
    saved = path.read_text(encoding="utf-8")
    assert (
        "bodies:\n  coupler: {estimate: {position: [" in saved
        and f"include: {{planar: rockers.yaml}}  # flat\n{analysis}" in saved
    )
    assert (tmp_path / "rockers.yaml").read_text(encoding="utf-8") == ROCKERS
    assert apart(lw.load(path).assemble().poses, there) < 1e-9


HANGING = "bodies:\n  left: &bar\n    estimate: [0, 0, -1]\n    mass: {mass: 1, center: [0.5, 0]}\n"
TWO = """\
joints:
  A: {type: revolute, between: [ground, left]}
  B: {type: revolute, between: [{ground: [2, 0]}, right]}
gravity: [0, -9.81]
analysis: {simulate: {until: 0.1, points: 3}}
"""


def test_a_body_that_is_an_alias_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    text = f"linkwork: 1\n{HANGING}  right: *bar\n{TWO}"
    session = opened(path, text)
    drag(session, "right", [1.0, 0.0], [2.9, -0.4])
    session.start()
    (words,) = told(session.save())
    reason = "body 'right' cannot be changed here: it is an alias of another body"
    assert words == f"two.yaml: not saved, for {reason}; {INSTEAD}"
    assert path.read_text(encoding="utf-8") == text and session.document.file()["dirty"]


def test_an_anchor_whose_alias_would_change_with_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    mass = "mass: {mass: 1, center: [0.5, 0]}"
    text = f"linkwork: 1\n{HANGING}  right: {{estimate: [2, 0, &turn -1], {mass}, points: {{P: [*turn, 0]}}}}\n{TWO}"
    session = opened(path, text)
    drag(session, "right", [1.0, 0.0], [2.9, -0.4])
    session.start()
    (words,) = told(session.save())
    assert words == "two.yaml: not saved, for 'right' in 'bodies' would change with it (an alias); edit the file itself"
    assert path.read_text(encoding="utf-8") == text


def test_an_estimate_that_is_an_alias_is_written_out(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    text = f"linkwork: 1\n{HANGING.replace('estimate: [', 'estimate: &home [')}"
    text += f"  right:\n    estimate: *home  # as left\n    mass: {{mass: 1, center: [0.5, 0]}}\n{TWO}"
    session = opened(path, text)
    drag(session, "right", [1.0, 0.0], [2.9, -0.4])
    session.start()
    there = poses(session)
    assert told(session.save()) == []
    saved = path.read_text(encoding="utf-8")
    assert "estimate: &home [0, 0, -1]\n" in saved and "    estimate: [2, 0, " in saved and "] # as left\n" in saved
    assert apart(lw.load(path).assemble().poses, there) < 1e-9


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("parameters: {s: -1}\nbodies:\n  left: {estimate: [0, 0, s], MASS}\n", "its estimate is a formula, s"),
        (
            "bodies:\n  left: {estimate: [0, 0, -1], MASS}\nforces:\n"
            "  F: {type: spring, between: [ground, {left: {drawn: [1, 0]}}], stiffness: 1, free_length: 1}\n",
            "'F' has a place that is drawn where its estimate puts it",
        ),
    ],
)
def test_what_cannot_be_written_right_is_not_written(tmp_path: Path, given: str, reason: str) -> None:
    path = tmp_path / "one.yaml"
    text = f"linkwork: 1\n{given.replace('MASS', 'mass: {mass: 1, center: [0.5, 0]}')}"
    text += "joints: {A: {type: revolute, between: [ground, left]}}\nanalysis: {simulate: {until: 0.1, points: 3}}\n"
    session = opened(path, text)
    drag(session, "left", [1.0, 0.0], [0.9, -0.4])
    session.start()
    (words,) = told(session.save())
    assert words == f"one.yaml: not saved, for body 'left' cannot be changed here: {reason}; {INSTEAD}"
    assert path.read_text(encoding="utf-8") == text
    shown(session.undo())
    assert not session.document.file()["dirty"]


@pytest.mark.parametrize("own", ["", "bodies:\n  more: {mass: {mass: 1}}  # own\n", "bodies: {}\n"])
def test_a_body_of_an_included_file_is_saved_on_top_of_it(tmp_path: Path, own: str) -> None:
    part, path = tmp_path / "part.yaml", tmp_path / "whole.yaml"
    mass = "mass: {mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1]}"
    text = f"linkwork: 1\nworld: space\nbodies: {{link: {{estimate: [0, 0, 0], {mass}}}}}\n"
    part.write_text(f"{text}joints: {{A: {{type: revolute, between: [ground, link]}}}}\n", encoding="utf-8")
    before = part.read_text(encoding="utf-8")
    own = own.replace("{mass: 1}", "{mass: 1, inertia: [1, 1, 1]}")
    end = "include: {model: part.yaml}  # a part\nanalysis: {simulate: {until: 0.1, points: 3}}\n"
    session = opened(path, f"linkwork: 1\nworld: space\n{own}{end}")
    drag(session, "link", [1.0, 0.0, 0.0], [0.9, 0.5, 0.0])
    session.start()
    there = poses(session)
    assert told(session.save()) == []
    saved = path.read_text(encoding="utf-8")
    assert "link: {estimate: {position: [0, 0, 0], orientation: {vector: [0, 0, 0." in saved and saved.endswith(end)
    assert part.read_text(encoding="utf-8") == before
    assert apart(lw.load(path).assemble().poses, there) < 1e-9


def test_a_changed_file_keeps_the_start_unless_it_changes_an_estimate(tmp_path: Path) -> None:
    path = tmp_path / "rockers.yaml"
    session = opened(path, ROCKERS)
    before = poses(session)
    swing(session)
    session.start()
    there = poses(session)
    path.write_text(ROCKERS.replace("name: rockers", "name: three rockers"), encoding="utf-8")
    answer = session.reload()
    assert [one["text"] for one in answer.everyone if isinstance(one, dict)] == ["the start that was not saved is kept"]
    assert apart(poses(session), there) < 1e-9 and session.document.file()["dirty"]
    path.write_text(ROCKERS.replace("100 deg", "101 deg"), encoding="utf-8")
    answer = session.reload()
    (lost,) = [one for one in answer.everyone if isinstance(one, dict)]
    assert lost["text"] == "the start that was not saved is lost, for the file changed body 'rocker'"
    assert lost["level"] == "warning" and not session.document.file()["dirty"]
    assert apart(poses(session), before) < 1e-9
    shown(session.undo())
    assert apart(poses(session), before) < 1e-9


def test_saving_does_not_overwrite_an_estimate_that_somebody_else_wrote(tmp_path: Path) -> None:
    path = tmp_path / "rockers.yaml"
    session = started(path)
    text = ROCKERS.replace("100 deg", "101 deg")
    path.write_text(text, encoding="utf-8")
    answer = session.save()
    assert "another estimate of body 'rocker' by now" in told(answer)[0]
    assert path.read_text(encoding="utf-8") == text


def test_what_cannot_be_started_from_says_so(tmp_path: Path) -> None:
    session = opened(tmp_path / "pendulum.yaml", PENDULUM)
    assert told(session.start()) == ["nothing is dragged any more; drag a body, then start from there"]
    session.analyse(Wish("equilibrium"))
    drag(session, "arm", [1.0, 0.0], [0.6, -0.8])
    assert "a position of rest has no start" in told(session.start())[0]
    assert not session.document.file()["dirty"]


@pytest.mark.parametrize(
    ("held", "place"),
    [
        ("initial: {arm.angle: -60 deg}  # x\n", "initial"),
        ("initial: {O.angle: -60 deg}  # x\n", "initial"),
        ("", "hold"),
    ],
)
def test_a_start_takes_the_place_of_values_that_the_file_holds(tmp_path: Path, held: str, place: str) -> None:
    path = tmp_path / "pendulum.yaml"
    text = f"{PENDULUM}{held}" if held else PENDULUM.replace("speeds:", "hold: {arm.angle: -60 deg}, speeds:")
    session = opened(path, text)
    before = poses(session)
    assert before["arm"][2] == pytest.approx(-np.pi / 3, abs=1e-9)
    drag(session, "arm", [1.0, 0.0], [0.6, -0.8], [1.0, 0.0])
    assert told(session.start()) == []
    there = poses(session)
    assert there["arm"][2] == pytest.approx(0.0, abs=1e-3)
    shown(session.undo())
    assert apart(poses(session), before) < 1e-9
    shown(session.redo())
    assert apart(poses(session), there) < 1e-9
    assert told(session.save()) == [] and not session.document.file()["dirty"]
    saved = path.read_text(encoding="utf-8")
    assert f"{place}: {{{held[10:].partition(':')[0] or 'arm.angle'}: " in saved and "angle: -60 deg" not in saved
    again = opened(path)
    assert apart(poses(again), there) < 1e-9
    shown(session.undo())
    assert apart(poses(session), before) < 1e-9


def test_a_held_value_that_is_a_formula_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "pendulum.yaml"
    text = f"{PENDULUM}parameters: {{lean: -1}}\ninitial: {{arm.angle: lean}}\n"
    session = opened(path, text)
    drag(session, "arm", [1.0, 0.0], [0.6, -0.8], [1.0, 0.0])
    assert told(session.start()) == []
    (words,) = told(session.save())
    reason = "held value 'arm.angle' cannot be changed here: it is a formula, lean"
    assert words == f"pendulum.yaml: not saved, for {reason}; {INSTEAD}"
    assert path.read_text(encoding="utf-8") == text


def test_many_starts_leave_no_more_than_the_steps_of_undo(tmp_path: Path) -> None:
    session = opened(tmp_path / "pendulum.yaml", PENDULUM, Wish("position"))
    for number in range(230):
        drag(session, "arm", [1.0, 0.0], [np.cos(0.01 * number), np.sin(0.01 * number)])
        session.start()
    assert session.document.file()["undo"] == 200


def test_a_start_that_cannot_be_solved_is_not_saved(tmp_path: Path) -> None:
    path = example(tmp_path, "bouncing-block")
    session = Session(str(path))
    session.open()
    before = path.read_text(encoding="utf-8")
    assert session.solution is not None
    body = session.solution.assembly.system.bodies[0]
    x = session.solution.assembly.poses[body][0]
    session.drag(Drag(type="drag", body=body, point=[0.0, 0.0], target=[x, -0.02], phase="start", time=0.0))
    session.start()
    assert session.solve_fault is not None and "overlap" in session.solve_fault["text"]
    assert "could not be solved; undo it first" in session.save().asker[0]["text"]
    assert path.read_text(encoding="utf-8") == before
    session.undo()
    assert session.solve_fault is None


def test_every_page_starts_from_what_it_dragged_itself(tmp_path: Path) -> None:
    path = tmp_path / "pendulum.yaml"
    path.write_text(PENDULUM, encoding="utf-8")
    session = Session(str(path))
    session.open()
    assert session.solution is not None
    body = session.solution.assembly.system.bodies[0]

    def pull(page: str, x: float) -> float:
        asked = Drag(type="drag", body=body, point=[0.3, 0.0], target=[x, -0.5], phase="start", time=0.0)
        return float(session.drag(asked, page)["poses"][1][2])

    first, second = pull("one", 0.3), pull("two", -0.3)
    assert abs(first - second) > 0.1
    session.start("one")
    assert session.solution.assembly.poses[body][2] == pytest.approx(first, abs=1e-3)


@pytest.mark.parametrize("turned", [2.0, 4.0, 9.0])
def test_held_components_of_rotations_are_taken_at_most_half_a_turn_long(turned: float) -> None:
    known = {"rotor.rx": 0.6 * turned, "rotor.ry": 0.0, "rotor.rz": 0.8 * turned}
    found = dict(_shortest("rotor", known))
    angle = (found["rotor.rx"] * 0.6 + found["rotor.rz"] * 0.8) - turned
    assert np.hypot(found["rotor.rx"], found["rotor.rz"]) <= np.pi
    assert angle / (2 * np.pi) == pytest.approx(round(angle / (2 * np.pi)), abs=1e-12)
