"""Malformed spatial models: each gives one clear error that begins with file, line and column and says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError, ModelFileError
from linkwork.cli.main import app
from linkwork.formats.model_file import loads

GOOD = """\
linkwork: 1
world: space
name: crank and rod
parameters: {r: 0.2, l: 0.5}
bodies:
  crank:
    estimate: {position: [0, 0, 0], orientation: {axis: [0, 0, 1], angle: 30 deg}}
    points: {tip: [r, 0, 0]}
  rod:
    estimate: {position: [r, 0, 0], orientation: {parameters: [1, 0, 0, 0]}}
    frames: {seat: {P: [l, 0, 0], Q: [l, 0, 1], R: [1, 0, 0]}}
  slider: {estimate: [0.7, 0, 0]}
joints:
  O: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  A: {type: spherical, between: [crank.tip, {rod: [0, 0, 0]}]}
  B: {type: universal, between: [rod.seat, {slider: {axis: [0, 1, 0]}}]}
  guide: {type: translational, between: [{ground: {axis: [1, 0, 0], x: [0, 1, 0]}}, slider]}
drivers:
  motor: {type: angle, joint: O, value: 2*pi*t}
gravity: [0, 0, -9.81]
"""

# what it is, old text, new text, line:column, words of the message
CHANGES = [
    # orientations
    ("quaternion not of norm 1", "[1, 0, 0, 0]", "[1, 1, 0, 0]", "10:51", r"norm 1\.41421, but that of Euler .* is 1"),
    ("quaternion of zeros", "[1, 0, 0, 0]", "[0, 0, 0, 0]", "10:51", "body 'rod': .* have the norm 0, but"),
    ("e1, e2, e3 too long", "[1, 0, 0, 0]", "[1, 1, 0]", "10:51", r"the norm 1\.41421, but at most 1 is possible"),
    ("five parameters", "[1, 0, 0, 0]", "[1, 0, 0, 0, 0]", "10:63", "expected at most 4 items; found 5"),
    ("two parameters", "[1, 0, 0, 0]", "[1, 0]", "10:63", "expected at least 3 items; found 2"),
    ("zero axis of a turn", "axis: [0, 0, 1], angle", "axis: [0, 0, 0], angle", "7:51", "the 'axis' .* is zero"),
    ("axis without angle", ", angle: 30 deg", "", "7:50", "'axis' and 'angle' go together"),
    (
        "two ways at once",
        "angle: 30 deg",
        "angle: 30 deg, vector: [0, 0, 1]",
        "7:50",
        "in one way: .* found axis and ve",
    ),
    ("no way at all", "{parameters: [1, 0, 0, 0]}", "{}", "10:50", "in one way: .* found none of them"),
    ("unknown way", "parameters: [1", "quaternion: [1", "10:51", "'quaternion' is not known here"),
    (
        "unknown order",
        "{parameters: [1, 0, 0, 0]}",
        "{euler: [0, 0, 0], order: zzx}",
        "10:76",
        "must be 'xyx', .* found 'zzx'",
    ),
    (
        "order without angles",
        "parameters: [1, 0, 0, 0]",
        "parameters: [1, 0, 0, 0], order: xyz",
        "10:50",
        "'euler' is missing",
    ),
    ("mirror", "parameters: [1, 0, 0, 0]", "matrix: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]", "10:51", "mirrors"),
    (
        "skew matrix",
        "parameters: [1, 0, 0, 0]",
        "matrix: [[1, 1, 0], [0, 1, 0], [0, 0, 1]]",
        "10:51",
        "not perpendicular",
    ),
    (
        "two rows",
        "parameters: [1, 0, 0, 0]",
        "matrix: [[1, 1, 0], [0, 1, 0]]",
        "10:51",
        r"item 3 of the list is missing",
    ),
    (
        "points on a line",
        "parameters: [1, 0, 0, 0]",
        "points: [[0, 0, 0], [1, 0, 0], [2, 0, 0]]",
        "10:51",
        "lie on one line",
    ),
    ("not a number", "angle: 30 deg", "angle: .nan", "7:75", "must be finite|finite|nan"),
    ("infinite", "position: [r, 0, 0]", "position: [.inf, 0, 0]", "10:27", "finite|inf"),
    ("unknown name", "angle: 30 deg", "angle: phi", "7:75", "unknown name 'phi'"),
    # numbers of components
    ("position of two", "position: [r, 0, 0]", "position: [r, 0]", "10:16", "item 3 of the list is missing"),
    ("estimate of two", "estimate: [0.7, 0, 0]", "estimate: [0.7, 0]", "12:12", "item 3 of the list is missing"),
    (
        "estimate of four",
        "estimate: [0.7, 0, 0]",
        "estimate: [0.7, 0, 0, 1]",
        "12:22",
        "expected at most 3 items; found 4",
    ),
    ("point of two", "tip: [r, 0, 0]", "tip: [r, 0]", "8:14", "item 3 of the list is missing"),
    ("place of two", "{rod: [0, 0, 0]}", "{rod: [0, 0]}", "15:51", r"needs three numbers \[x, y, z\]; found \[0, 0\]"),
    ("axis of two", "slider: {axis: [0, 1, 0]}", "slider: {axis: [0, 1]}", "16:60", r"'axis' needs three numbers"),
    ("gravity of two", "gravity: [0, 0, -9.81]", "gravity: [0, -9.81]", "20:1", "item 3 of the list is missing"),
    # frames
    ("P, Q, R on a line", "R: [1, 0, 0]", "R: [l, 0, 3]", "11:14", "'seat': P, Q and R .* lie on one line"),
    ("P and Q the same", "Q: [l, 0, 1]", "Q: [l, 0, 0]", "11:14", "P and Q of the frame on 'rod' are the same point"),
    ("no Q", "Q: [l, 0, 1], ", "", "11:20", "needs P .* and Q"),
    ("two kinds of frame", "R: [1, 0, 0]", "axis: [1, 0, 0]", "11:20", "by at, axis, x or by points P, Q, R"),
    (
        "zero axis",
        "{axis: [1, 0, 0], x",
        "{axis: [0, 0, 0], x",
        "17:52",
        "joint 'guide': the 'axis' .* 'ground' is zero",
    ),
    ("x along the axis", "x: [0, 1, 0]", "x: [2, 0, 0]", "17:69", "the 'x' .* is zero or parallel to its axis"),
    (
        "zero axis of a joint",
        "axis: [0, 0, 1]}\n  A",
        "axis: [0, 0, 0]}\n  A",
        "14:64",
        "joint 'O': the 'axis' .* is zero",
    ),
    (
        "unknown key of a frame",
        "slider: {axis",
        "slider: {axes",
        "16:60",
        "'axes' is not known here; known are: at, axis",
    ),
    ("drawn is a number", "slider: {axis: [0, 1, 0]}", "slider: {drawn: 3}", "16:61", "'drawn' is true, false or"),
    (
        "a point with axes",
        "type: angle, joint: O",
        "type: absolute_x, on: {rod: {axis: [0, 0, 1]}}",
        "19:33",
        "has no axes",
    ),
    # names
    ("unknown body", "{rod: [0, 0, 0]}", "{rot: [0, 0, 0]}", "15:46", "body 'rot' is not defined; did you mean 'rod'"),
    ("unknown point", "crank.tip", "crank.top", "15:34", "'crank' has no point or frame 'top'; did you mean 'tip'"),
    ("unknown frame", "rod.seat", "rod.chair", "16:34", "'rod' has no point or frame 'chair'; points and frames"),
    ("gravity of a name", "[0, 0, -9.81]", "[0, 0, foo]", "20:17", "gravity: .*unknown name 'foo'"),
    (
        "unknown name in a curve",
        "  guide:",
        "  C: {type: point_on_curve, on: ground, x: cos(alpha), y: foo*alpha, z: 0, point: slider}\n  guide:",
        "17:59",
        "joint 'C': .*unknown name 'foo'",
    ),
    ("unknown joint", "joint: O,", "joint: Q,", "19:31", "joint 'Q' is not defined"),
    ("a joint to itself", "[ground, crank]", "[crank, crank]", "14:33", "joins body 'crank' to itself"),
    ("loose body", "  slider:", "  loose: {}\n  slider:", "12:3", "body 'loose' is connected to nothing"),
    (
        "ground estimated",
        "  slider:",
        "  ground: {estimate: [0, 0, 1]}\n  slider:",
        "12:3",
        "never moves: it takes no est",
    ),
    # includes
    (
        "a file alone",
        "gravity:",
        "include: [other.yaml]\ngravity:",
        "20:10",
        r"kind of file it is: \{model: other.yaml\}",
    ),
    ("a robot alone", "gravity:", "include: arm.urdf\ngravity:", "20:10", r"kind of file it is: \{urdf: arm.urdf\}"),
    # worlds
    (
        "planar joint",
        "type: spherical",
        "type: pin_in_slot",
        "15:13",
        "known in the plane, but this file says 'world: space'",
    ),
    (
        "unknown joint type",
        "type: spherical",
        "type: sherical",
        "15:13",
        "no type 'sherical'; did you mean 'spherical'",
    ),
    ("planes in space", "drivers:", "planes: {}\ndrivers:", "18:1", "'planes' is not known here"),
    ("unknown world", "world: space", "world: spce", "2:8", "world: expected plane or space; found 'spce'"),
    ("no world", "world: space\n", "", "10:5", "begin the file with 'world: space'"),
]


def test_the_good_model_is_good() -> None:
    assert isinstance(loads(GOOD), lw.Spatial)


@pytest.mark.parametrize(("what", "old", "new", "place", "words"), CHANGES, ids=[change[0] for change in CHANGES])
def test_a_malformed_model_gives_one_clear_error(what: str, old: str, new: str, place: str, words: str) -> None:
    assert GOOD.count(old) == 1, what
    with pytest.raises(ModelFileError) as caught:
        loads(GOOD.replace(old, new), "model.yaml")
    message = str(caught.value)
    assert message.startswith(f"model.yaml:{place}"), message
    assert re.search(words, message, re.DOTALL), message
    assert "\n" not in message


def test_a_spatial_joint_in_a_planar_file_is_told() -> None:
    text = "linkwork: 1\nbodies: {a: }\njoints: {S: {type: spherical, between: [ground, a], at: [0, 0]}}\n"
    with pytest.raises(ModelFileError, match=r"^<text>:3:20: joint 'S': there is no type 'spherical'.*'world: space'"):
        loads(text)


def test_a_name_stands_for_a_point_or_a_frame() -> None:
    mechanism = lw.Spatial()
    body = mechanism.body("a", points={"end": (0, 0, 0)}, frames={"end": {"axis": (0, 0, 1)}})
    mechanism.spherical("S", "ground", body)
    with pytest.raises(MechanismError, match="body 'a': 'end' names a point and a frame"):
        mechanism.validate()
    mechanism = lw.Spatial()
    body = mechanism.body("a", points={"end": (0, 0, 0)})
    with pytest.raises(MechanismError, match="frame of 'a' 'end': the name is already taken"):
        body.named_frame("end", axis=(0, 0, 1))


def test_the_command_line_prints_the_error_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(GOOD.replace("[1, 0, 0, 0]", "[1, 1, 0, 0]"))
    done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code == 2
    assert "bad.yaml:10:51: body 'rod': the 'parameters'" in done.output.replace("\n", "")
    assert "Traceback" not in done.output


def _crank() -> lw.Spatial:
    mechanism = lw.Spatial()
    mechanism.body("crank")
    return mechanism


BAD_CALLS = {
    "two coordinates": (lambda m: m.ground.at(1, 2), r"at\(\) takes x, y and z, or the name of a point"),
    "two numbers in a frame": (lambda m: m.ground.frame(at=(1, 2)), r"body 'ground': three numbers \(x, y, z\)"),
    "not a number": (lambda m: m.ground.at(0, 0, float("nan")), "finite|nan"),
    "a frame in two ways": (lambda m: m.ground.frame(at=(0, 0, 0), P=(0, 0, 0)), "by at, axis, x or by points P, Q, R"),
    "an estimate of two": (lambda m: m.estimate("crank", (1, 2)), "body 'crank': item 3 of the list is missing"),
    "an estimate of nothing": (lambda m: m.estimate("crank", None, 3), "body 'crank'"),
    "orientation given twice": (
        lambda m: m.body("a", {"position": (0, 0, 0)}, orientation=lw.orient.vector(0, 0, 0)),
        "body 'a': the estimate has an orientation already",
    ),
    "unknown body": (lambda m: m.estimate("rod", (0, 0, 0)), "body 'rod' is not defined"),
    "gravity of letters": (lambda m: m.set_gravity("down", "!", 0), "!"),
    "gravity of two": (lambda m: m.set_gravity(0, 0), r"gravity in space takes x, y and z, .*found \(0, 0\)"),
    "a list for a coupler": (lambda m: m.coupler("c", ["J"]), r"joint 'c': a coupler takes .*\{\"left.angle\": 1"),
    "a list for a driver": (lambda m: m.drive_coupler("c", ["J"], "t"), "driver 'c': a coupler takes joint values"),
    "torque of two": (lambda m: m.force("s", "crank", torque=(1, 2)), r"force 's': torque takes .*found \(1, 2\)"),
    "one stiffness": (
        lambda m: m.bushing("b", "ground", "crank", stiffness=100),
        "force 'b': 'stiffness': six numbers are needed, for x, y, z, rx, ry, rz, or a matrix of 6 by 6; found 100",
    ),
    "five rows": (lambda m: m.bushing("b", "ground", "crank", damping=[[1] * 6] * 5), "'damping': six numbers are"),
    "an unknown curve": (
        lambda m: m.bushing("b", "ground", "crank", curves={"q": 1}),
        "'q' is not known here; known are: x, y, z, rx, ry, rz",
    ),
    "a robot as a model": (
        lambda m: lw.load("robot.urdf"),
        r"linkwork.load_urdf, or put 'include: \{urdf: robot.urdf\}",
    ),
    "a planar place": (lambda m: m.spherical("S", lw.Planar().ground.at(0, 0), "crank"), "a place in space is written"),
    "orientation of text": (lambda m: lw.orient.euler("a b", 0, 0), "orientation"),
    "an unknown order": (lambda m: lw.orient.euler(0, 0, 0, "zzz"), "orientation: .*must be 'xyx'"),
    "matrix of two rows": (lambda m: lw.orient.matrix(np.eye(2)), "orientation"),
    "no motion": (lambda m: m.drive("d", joint="O"), "driver 'd': give one of joint=, on=, between= and one motion"),
    "a wrong motion": (lambda m: m.drive("d", joint="O", x=1), "cannot drive 'x' here; choose one of: angle, position"),
    "mass without number": (lambda m: m.mass("crank", inertia=(1, 2)), "body 'crank'"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_in_python_gives_one_clear_error(name: str) -> None:
    call, words = BAD_CALLS[name]
    with pytest.raises(LinkworkError) as caught:
        call(_crank())
    assert re.search(words, str(caught.value)), str(caught.value)


def test_a_driver_on_a_ball_joint_is_told_what_to_drive_instead() -> None:
    m = lw.Spatial("ball")
    body = m.body("b", (0, 0, 0))
    m.spherical("S", m.ground, body, at=(0, 0, 0))
    m.drive("d", joint="S", angle="t")
    with pytest.raises(MechanismError, match="joint 'S' has no angle; its motion has no single value; drive a point"):
        m.check()


def test_a_hinge_without_an_axis_says_which_one_it_takes() -> None:
    m = lw.Spatial("hinge")
    body = m.body("b", (0, 0, 0), mass={"mass": 1, "inertia": (1, 1, 1)})
    m.revolute("R", m.ground, body, at=(0, 0, 0))
    (warning,) = m.check().warnings
    assert warning == (
        "joint 'R': no axis is given; z of 'ground' is taken, (0, 0, 1) in the world as drawn; say it with 'axis'"
    )
    m = lw.Spatial("hinge")
    body = m.body("b", (0, 0, 0), mass={"mass": 1, "inertia": (1, 1, 1)})
    m.revolute("R", m.ground, body.frame(axis=(0, 0, 1)))
    assert not m.check().warnings
