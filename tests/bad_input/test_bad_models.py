"""Malformed models: each gives one clear error that begins with file, line and column and says what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from linkwork.base.errors import LinkworkError, ModelFileError
from linkwork.cli.main import app
from linkwork.formats.model_file import loads

GOOD = """\
linkwork: 1
name: gear train
parameters: {r: 0.2, l: 0.5}
planes:
  side: {x: [0, 1, 0], y: [0, 0, 1]}
bodies:
  crank: {points: {tip: [r, 0]}}
  rod: {estimate: [0.3, 0.1, -10 deg]}
  slider: {}
  wheel: {outlines: {rim: {type: circle, radius: 0.1}}}
joints:
  O: {type: revolute, between: [ground, crank]}
  A: {type: revolute, between: [crank.tip, {rod: [0, 0]}]}
  B: {type: revolute, between: [{rod: [l, 0]}, slider]}
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {slider: [[0, 0], [1, 0]]}]}
  W: {type: revolute, between: [{ground: [0.3, 0]}, wheel]}
  mesh: {type: gear, between: [crank, wheel], radii: [0.2, 0.1]}
drivers:
  motor: {type: angle, joint: O, value: 2*pi*t}
initial: {slider.x: 0.6}
analysis: {kinematics: {until: 1.0, points: 201}}
output: {plots: [[slider.x, slider.vx]], traces: [crank.tip]}
"""

LINK = "type: revolute_revolute, length:"
LOOSE = "  u: {}\n  v: {}\njoints:\n  U: {type: revolute, between: [u, {v: [1, 0]}]}"
DISTANCE = "type: relative_distance, value:"
FALLING = "[{until: 1, function: 1}, {until: 0.5, function: 2}, {function: 1}]"

# what it is, old text, new text, line:column, words of the message
CHANGES = [
    # the file's own form
    ("no version", "linkwork: 1\n", "", "1:1", "'linkwork: 1', the version of the file format, is missing"),
    ("unknown version", "linkwork: 1", "linkwork: 7", "1:11", "version 7 .* this program reads version 1"),
    ("version is true", "linkwork: 1", "linkwork: true", "1:11", "version True .* not known"),
    ("unknown section", "joints:", "joint:", "11:1", "'joint' is not known here; did you mean 'joints'"),
    ("section is a list", "initial: {slider.x: 0.6}", "initial: [1]", "20:10", "initial: expected a mapping"),
    ("name is a list", "name: gear train", "name: [a]", "2:7", r"name: expected text; found \['a'\]"),
    ("empty name", "name: gear train", "name: ''", "2:7", "must not be empty"),
    ("duplicate body", "slider: {}", "slider: {}\n  rod: {}", "10:3", "twice, on line 8 and on line 10"),
    ("two grounds", "  slider: {}", "  ground: {}\n  ground: {}", "10:3", "'ground' is given twice"),
    ("duplicate field", "joint: O, value", "joint: O, joint: A, value", "19:34", "'joint' is given twice"),
    ("tag that would run code", "name: gear train", "name: !!python/object/apply:os.system [l]", "2:7", "tags such as"),
    ("own tag", "  slider: {}", "  slider: !body {}", "9:11", "tags such as '!body' are not allowed"),
    ("merge key", "rod: {est", "rod: {<<: {}, est", "8:9", "merge keys"),
    ("number as a name", "  slider: {}", "  7: {}", "9:3", "a key must be text; found 7; put it in quotes"),
    ("list as a key", "  slider: {}", "  ? [a]\n  : {}", "9:5", "a key must be text"),
    ("tab as indent", "  slider: {}", "\tslider: {}", "9:1", "indent with spaces"),
    ("bracket not closed", "[[slider.x, slider.vx]]", "[[slider.x, slider.vx]", "22:60", "not valid YAML"),
    ("quote not closed", "name: gear train", "name: 'gear train", "23:1", "quoted scalar that begins on line 2"),
    ("two documents", "bodies:", "---\nbodies:", "6:1", "a second document"),
    ("old YAML", "linkwork: 1\n", "%YAML 1.1\n---\nlinkwork: 1\n", "2:1", "YAML 1.1 is not supported"),
    ("alias without anchor", "joint: O", "joint: *O", "19:31", r"alias '\*O' has no anchor"),
    ("alias inside its anchor", "plots: [[", "plots: &a [*a, [", "22:21", "inside its own anchor"),
    # fields and types
    ("unknown type", "B: {type: revolute", "B: {type: revolut", "14:13", "no type 'revolut'; did you mean 'revolute'"),
    ("no type", "B: {type: revolute, ", "B: {", "14:3", "joint 'B': 'type' is missing"),
    ("driver among joints", "B: {type: revolute", "B: {type: angle", "14:13", "joint 'B': there is no type 'angle'"),
    ("missing field", ", radii: [0.2, 0.1]", "", "17:3", "joint 'mesh': 'radii' is missing"),
    ("unknown field", "joint: O, ", "joint: O, jiont: A, ", "19:34", "'jiont' is not known here; did you mean 'joint'"),
    ("unknown field of a body", "{estimate", "{estimat", "8:9", "body 'rod': .*did you mean 'estimate'"),
    ("unknown field of an outline", "radius: 0.1}", "radius: 0.1, middle: 0}", "10:55", "'middle' is not known"),
    ("body is a number", "  slider: {}", "  slider: 3", "9:11", "body 'slider': expected a mapping"),
    ("one end only", "[ground, crank]", "[ground]", "12:23", "joint 'O': between: item 2 of the list is missing"),
    ("three ends", "[ground, crank]", "[ground, crank, rod]", "12:32", "between: expected at most 2 items; found 3"),
    ("point with one number", "{rod: [0, 0]}", "{rod: [0]}", "13:44", "needs two numbers"),
    ("point on two bodies", "{rod: [0, 0]}", "{rod: [0, 0], crank: [0, 0]}", "13:44", "names one body"),
    ("estimate too short", "[0.3, 0.1, -10 deg]", "[0.3, 0.1]", "8:9", "estimate: item 3 of the list is missing"),
    ("points is not whole", "points: 201", "points: 2.5", "21:45", "expected a whole number; found 2.5"),
    ("one time point", "points: 201", "points: 1", "21:45", "points: must be at least 2; found 1"),
    ("wrong truth value", "radii: [0.2, 0.1]", "radii: [0.2, 0.1], internal: 7", "17:76", "expected true or false"),
    # numbers and expressions
    ("NaN", "r: 0.2", "r: .nan", "3:17", "parameter 'r': a number must be finite, not nan"),
    ("infinity", "{rod: [l, 0]}", "{rod: [-.inf, 0]}", "14:40", "must be finite, not -inf"),
    ("number too large", "l: 0.5", "l: 1e999", "3:25", "must be finite"),
    ("endless digits", "l: 0.5", f"l: {'9' * 5000}", "3:25", "must be finite"),
    ("length beyond all measure", "l: 0.5", "l: 1e101", "3:22", "'l': the number 1e.101 is too large; at most 1e.100"),
    ("place beyond all measure", "{rod: [l, 0]}", "{rod: [1e300, 0]}", "14:3", "number 1e.300 is too large"),
    ("radius beyond all measure", "radii: [0.2, 0.1]", "radii: [1e200, 0.1]", "17:3", "joint 'mesh': .* too large"),
    ("driver beyond all measure", "2*pi*t", "1e200*t", "19:41", "the number 1e.200 in '1e200.t' is too"),
    ("nothing as a function", "value: 2*pi*t", "value: ", "19:40", "an expression or a function; found n"),
    ("a list as a function", "value: 2*pi*t", "value: [1, 2]", "19:41", "an expression or a function; found .1"),
    ("truth value as a number", "r: 0.2", "r: true", "3:17", "expected a number or an expression"),
    ("nothing as a number", "r: 0.2", "r: ", "3:16", "expected a number or an expression; found nothing"),
    ("half an expression", "{rod: [l, 0]}", "{rod: [l/, 0]}", "14:42", "the text ends"),
    ("unbalanced parenthesis", "2*pi*t", "2*(pi*t", "19:43", r"unbalanced parentheses"),
    ("unknown unit", "-10 deg", "-10 dog", "8:34", "unknown unit 'dog'; did you mean deg"),
    ("quoted expression", "2*pi*t", "'2*pi*(t'", "19:47", "unbalanced parentheses"),
    ("code in an expression", "2*pi*t", "__import__(os)", "19:41", "unknown function '__import__'"),
    ("attribute in an expression", "2*pi*t", "t.__class__", "19:42", "a point is allowed inside a number"),
    ("lambda in an expression", "2*pi*t", '"(lambda: 1)()"', "19:49", "unexpected ':'|expected"),
    ("deep expression", "2*pi*t", "(" * 300 + "t" + ")" * 300, "19:141", "nested too deep"),
    ("unknown name in a place", "{rod: [l, 0]}", "{rod: [l + q, 0]}", "14:44", "unknown name 'q'"),
    ("unknown name in a driver", "2*pi*t", "2*pi*f*t", "19:46", "driver 'motor': .*unknown name 'f'"),
    ("unknown name in a parameter", "l: 0.5", "l: 2*rr", "3:27", "parameter 'l': unknown name 'rr'; did you mean r"),
    ("cycle of parameters", "r: 0.2, l: 0.5", "r: 2*l, l: r", "3:14", "parameters form a cycle: r -> l -> r"),
    ("division by zero", "l: 0.5", "l: 1/(r-r)", "3:25", "parameter 'l': .*division by zero"),
    ("parameter called pi", "l: 0.5", "l: 0.5, pi: 3", "3:30", "parameter 'pi': this name means something else in"),
    ("parameter called t", "l: 0.5", "l: 0.5, t: 3", "3:30", "parameter 't': this name means the time"),
    ("parameter called self", "l: 0.5", "l: 0.5, self: 3", "3:30", "parameter 'self': the name is not usable"),
    ("parameter with a point", "l: 0.5", "l: 0.5, my.l: 3", "3:30", "parameter 'my.l': a name begins with a letter"),
    ("parameter with a blank, no quotes", "l: 0.5", "my l: 3, l: my l/6", "3:37", "stands in quotes, as in 'left arm'"),
    ("parameter with a hyphen, no quotes", "l: 0.5", "my-l: 3, l: my-l/6", "3:34", "stands in quotes: 'my-l'"),
    # names and connections
    ("unknown body", "{rod: [0, 0]}", "{rodd: [0, 0]}", "13:45", "body 'rodd' is not defined; did you mean 'rod'"),
    ("unknown point", "crank.tip, {", "crank.tp, {", "13:33", "body 'crank' has no point 'tp'; did you mean 'tip'"),
    ("unknown joint in a driver", "joint: O", "joint: Q", "19:31", "driver 'motor': joint 'Q' is not defined"),
    ("two loose bodies", "joints:", LOOSE, "11:3", "bodies 'u', 'v' have no connection to the ground; join one"),
    ("drawn without an estimate", "[ground, crank]", "[ground, crank], at: [0, 0]", "7:3", "drawn in the world but no"),
    ("driver on the wrong joint", "joint: O", "joint: guide", "19:31", "joint 'guide' does not turn"),
    ("unknown plane", "  slider: {}", "  slider: {plane: sid}", "9:19", "plane 'sid' .*did you mean 'side'"),
    ("joint to itself", "[ground, crank]", "[crank, crank]", "12:33", "joins body 'crank' to itself"),
    ("loose body", "  slider: {}", "  slider: {}\n  loose: {}", "10:3", "body 'loose' is connected to nothing"),
    ("joint named like a body", "  B: {", "  rod: {", "14:3", "joint 'rod': the name is already taken"),
    ("driver named like a joint", "  motor: {", "  A: {", "19:3", "driver 'A': the name is already taken"),
    ("name with a space at its end", "  slider: {}", "  'slider ': {}", "9:3", "body 'slider ': .*no space at its end"),
    ("name with a point", "  slider: {}", "  sli.der: {}", "9:3", "body 'sli.der': a name begins with a letter"),
    ("point with a dot", "{tip: [r, 0]}", "{t.ip: [r, 0]}", "7:20", "point of 'crank' 't.ip': a name must not"),
    ("ground that moves", "  slider: {}", "  ground: {estimate: [1, 0, 0]}", "9:3", "body 'ground' never moves"),
    ("plane xy again", "  side: {", "  xy: {", "5:3", "plane 'xy': the name is already taken"),
    ("joint across planes", "  slider: {}", "  slider: {plane: side}", "14:34", "different planes, 'xy' and 'side'"),
    ("unknown initial value", "{slider.x: 0.6}", "{slidr.x: 0.6}", "20:11", "initial value 'slidr.x' cannot be held"),
    ("unknown channel", "slider.vx]", "sldr.vx]", "22:29", "nothing is named 'sldr'; did you mean 'slider'"),
    ("unknown trace", "traces: [crank.tip]", "traces: [crank.top]", "22:51", "has no point 'top'; did you mean 'tip'"),
    # geometry
    ("line without length", "[[0, 0], [1, 0]]}, {slider", "[[1, 0], [1, 0]]}, {slider", "15:43", "are the same"),
    ("slide without a line", "{slider: [[0, 0], [1, 0]]}", "slider", "15:70", "body 'slider' needs a line"),
    ("negative gear radius", "radii: [0.2, 0.1]", "radii: [-0.2, 0.1]", "17:3", "greater than zero; it is -0.2"),
    ("gears too far apart", "radii: [0.2, 0.1]", "radii: [0.2, 0.2]", "17:3", "sum of the radii is 0.4 m"),
    ("ring smaller than pinion", "[0.2, 0.1]}", "[0.1, 0.2], internal: true}", "17:3", "ring must be larger"),
    ("negative outline radius", "radius: 0.1", "radius: -0.1", "10:22", "the radius must be positive, not -0.1"),
    ("zero distance", "B: {type: revolute,", f"B: {{{DISTANCE} r - 0.2,", "14:3", "distance must be greater than zero"),
    ("zero link", "B: {type: revolute,", "B: {type: revolute_revolute, length: 0,", "14:3", "greater than zero"),
    ("joint that depends on time", "B: {type: revolute,", f"B: {{{DISTANCE} 1+t,", "14:3", "put it under drivers"),
    ("link that depends on time", "B: {type: revolute,", f"B: {{{LINK} 1+t,", "14:40", "use a 'strut' driver"),
    ("gear that depends on time", "radii: [0.2, 0.1]", "radii: [0.2, 0.1*t]", "17:60", "only drivers may depend on t"),
    ("plane not square", "y: [0, 0, 1]", "y: [0, 1, 1]", "5:3", "must be perpendicular; between them are 45 deg"),
    ("flat plane", "y: [0, 0, 1]", "y: [0, 2, 0]", "5:3", "plane 'side': the x and y directions .* parallel"),
    ("end before the start", "until: 1.0", "until: -1", "21:25", r"'until' \(-1 s\) must be later than the start"),
]  # fmt: skip


def test_the_good_model_is_good() -> None:
    assert loads(GOOD).name == "gear train"


@pytest.mark.parametrize(("old", "new", "place", "words"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_one_clear_error_names_the_place(old: str, new: str, place: str, words: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(ModelFileError) as caught:
        loads(GOOD.replace(old, new), "model.yaml")
    message = str(caught.value)
    assert re.search(words, message)
    assert message.startswith(f"model.yaml:{place}: ")
    assert "\n" not in message


@pytest.mark.parametrize(("old", "new"), [c[1:3] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_the_command_line_says_2_without_a_traceback(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"error: {path}:")
    assert "Traceback" not in done.output


TABLES = {
    "falling": ("points: [[0, 1], [2, 1], [1, 1]]", "the variable must rise"),
    "open": ("points: [[0, 1], [1, 1], [2, 3]], ends: periodic", "must end with its first value"),
    "short": ("points: [[0, 1], [1, 1]]", "at least 3 different points"),
    "one point": ("points: [[0, 1]]", "at least 2 points"),
    "period without ends": ("points: [[0, 1], [1, 1], [2, 3]], period: 3", "needs 'ends: periodic'"),
    "unknown ends": (
        "points: [[0, 1], [1, 1], [2, 3]], ends: open",
        "ends: must be 'periodic', 'clamped' or 'natural'",
    ),
}


@pytest.mark.parametrize(("fields", "words"), TABLES.values(), ids=TABLES)
def test_bad_tables_of_a_driver(fields: str, words: str) -> None:
    with pytest.raises(ModelFileError, match=r"^model.yaml:19:\d+: driver 'motor': .*" + words):
        loads(GOOD.replace("2*pi*t", f"{{type: table, {fields}}}"), "model.yaml")


OUTLINES = {
    "circle": ("type: circle, radius: 0", "radius must be positive"),
    "unknown": ("type: oval, radius: 1", "no type 'oval'"),
    "name": ("type: polar, radius: 1+cos(beta)", "unknown name 'beta'"),
    "time": ("type: polar, radius: 1+cos(t)", "unknown name 't'"),
    "repeated point": ("type: points, points: [[0, 0], [0, 0], [1, 1]]", "point 2 repeats"),
    "two points": ("type: points, points: [[0, 0], [1, 1]]", "at least 3 items"),
    "backwards": ("type: parametric, x: alpha, y: alpha, from: 1, to: 0", r"'to' \(0\) must be greater than 'from'"),
    "no direction": ("type: straight, through: [0, 0], along: [0, 0]", "'along' is zero"),
    "falling pieces": (f"type: polar, radius: {{type: piecewise, pieces: {FALLING}}}", "must rise"),
}  # fmt: skip


@pytest.mark.parametrize(("fields", "words"), OUTLINES.values(), ids=OUTLINES)
def test_bad_outlines(fields: str, words: str) -> None:
    with pytest.raises(ModelFileError, match=r"^model.yaml:10:\d+: .*" + words):
        loads(GOOD.replace("type: circle, radius: 0.1", fields), "model.yaml")


WHOLE = {
    "empty": ("", "the file is empty"),
    "only comments": ("# nothing\n\n", "the file is empty"),
    "only a dash line": ("---\n", "the file is empty"),
    "a list": ("- 1\n- 2\n", "a model file is a mapping"),
    "a word": ("hello\n", "a model file is a mapping"),
    "no bodies": ("linkwork: 1\n", "the mechanism has no bodies"),
    "no joints": ("linkwork: 1\nbodies: {a: {}}\n", "the mechanism has no joints"),
    "control characters": ("linkwork: 1\nname: \x07\n", "not valid YAML"),
}


@pytest.mark.parametrize(("text", "words"), WHOLE.values(), ids=WHOLE)
def test_texts_that_are_no_model(text: str, words: str) -> None:
    with pytest.raises(LinkworkError, match=r"^model.yaml:\d+:\d+: .*" + words):
        loads(text, "model.yaml")
