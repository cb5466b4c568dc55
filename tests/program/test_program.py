"""A program in other languages: the same numbers; what cannot be one is refused by name."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.cli.main import app
from linkwork.program.languages import LANGUAGES
from linkwork.program.lines import Written
from linkwork.program.tape import Tape
from program.recorded_state import TIME, States

EXAMPLES = Path(__file__).parents[2] / "examples"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def pendulum() -> lw.Planar:
    m = lw.Planar("pendulum")
    m.parameters(l=0.5, c=3.0)
    bob = m.body("bob", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass=2, center=("l", 0), inertia=0.01)
    m.set_gravity(0, -9.81)
    m.force("drag", bob, torque="-c*bob.omega*abs(bob.omega)")
    return m


def exact(angle: float, omega: float, length: float, drag: float) -> float:
    return (-2 * 9.81 * length * math.cos(angle) - drag * omega * abs(omega)) / (0.01 + 2 * length**2)


@pytest.mark.parametrize("omega", [2.0, -3.0])
def test_python_has_the_closed_form_with_parameters_as_symbols_on_both_sides_of_a_decision(omega: float) -> None:
    p = pendulum().program(["l", "c"])
    space: dict[str, Any] = {}
    exec(p.source("python"), space)
    for length, drag in ((0.5, 3.0), (0.8, 1.0)):
        a, multipliers = space["accelerations"](0.0, [0, 0, 0.3], [0, 0, omega], par=[length, drag])
        assert a[2] == pytest.approx(exact(0.3, omega, length, drag), rel=1e-13)
        assert len(multipliers) == 2
    assert space["rate"](0.0, [0, 0, 0.3, 0, 0, omega], par=[0.5, 3.0])[2] == omega


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
@pytest.mark.parametrize("name", ["spring-linkage", "heavy-top", "gallery/squeezer", "roller-cam"])
def test_c_has_the_accelerations_of_the_engine(name: str, tmp_path: Path) -> None:
    m: Any = lw.load(EXAMPLES / f"{name}.yaml")
    p = m.program()
    state = States(m, p)
    state.draw()
    source = p.write(tmp_path / "model.c")
    options = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-DLINKWORK_TEST", str(source), "-o", str(tmp_path / "model")]
    subprocess.run([str(COMPILER), *options, "-lm"], check=True)
    numbers = " ".join(repr(float(x)) for x in (TIME, *state.q, *state.v, *state.x, *state.u))
    told = subprocess.run([str(tmp_path / "model")], input=numbers, capture_output=True, text=True, check=True).stdout
    found = np.array([float(x) for x in told.split()])[: state.n]
    wanted = state.accelerations()
    assert found == pytest.approx(wanted, abs=1e-12 * max(np.abs(wanted).max(), 1.0))


def test_numpy_takes_many_states_at_once() -> None:
    space: dict[str, Any] = {}
    exec(pendulum().program().source("numpy"), space)
    omega = np.array([-2.0, 0.0, 2.0])
    r = space["equations"](0.0, [0, 0, np.full(3, 0.3)], [0, 0, omega])
    assert r["forces"][2] == pytest.approx(-2 * 9.81 * 0.5 * np.cos(0.3) - 3 * omega * np.abs(omega))


def test_sympy_has_expressions_that_can_be_read() -> None:
    import sympy as sp

    space: dict[str, Any] = {}
    exec(pendulum().program(["l"]).source("sympy"), space)
    r = space["equations"](space["t"], space["q"], space["v"], par=space["par"])
    length = space["par"][0]
    assert sp.simplify(r["mass"][2][2] - (2.0 * length**2 + 0.01)) == 0


def test_javascript_and_matlab_are_written_whole(tmp_path: Path) -> None:
    p = pendulum().program()
    node = shutil.which("node")
    script = p.write(tmp_path / "pendulum.js")
    if node:
        text = f"const m = require({str(script)!r}); console.log(m.accelerations(0, [0, 0, 0.3], [0, 0, 2])[0][2])"
        told = subprocess.run([node, "-e", text], capture_output=True, text=True, check=True).stdout
        assert float(told) == pytest.approx(exact(0.3, 2.0, 0.5, 3.0), rel=1e-12)
    assert "function pendulum_equations" in script.read_text(encoding="utf-8")
    assert p.source("matlab").startswith("function r = pendulum(t, q, v, x, u, par)")


def test_operations_are_counted() -> None:
    p = pendulum().program()
    assert p.count("mass") == {"multiplications": 0, "additions": 0, "functions": 2, "decisions": 0}
    assert p.count()["decisions"] == 1
    told = CliRunner().invoke(app, ["export", str(EXAMPLES / "slider-crank.yaml"), "--count"])
    assert [line[:12].strip() for line in told.output.splitlines()[-3:]] == ["all", "right side", "by full LU"]


def test_a_wrong_name_is_told() -> None:
    m = pendulum()
    with pytest.raises(AnalysisError, match="there is no parameter 'L'"):
        m.program(["L"])
    with pytest.raises(AnalysisError, match="there is no language 'cobol'; languages are: c, python"):
        m.program().source("cobol")
    with pytest.raises(AnalysisError, match="there is no result 'masses'"):
        m.program().evaluate("masses", {})
    with pytest.raises(AnalysisError, match=r"'bob\.angel' is not an input"):
        m.program().evaluate("mass", {"bob.angel": 1})


def test_what_cannot_be_recorded_is_refused_by_name() -> None:
    m = pendulum()
    m.event("low", "bob.angle + 1", stop=True)
    with pytest.raises(AnalysisError, match="event 'low' changes what happens next"):
        m.program()
    m = pendulum()
    m.algebraic("z", "z + z^3 - 1")
    with pytest.raises(AnalysisError, match="signal 'z' is algebraic: it is found by iteration"):
        m.program()


def test_export_writes_a_file_or_refuses_with_one_line(tmp_path: Path) -> None:
    out = tmp_path / "crank.py"
    call = CliRunner().invoke(app, ["export", str(EXAMPLES / "slider-crank.yaml"), "--to", "python", "--out", str(out)])
    assert call.exit_code == 0 and "def accelerations(" in out.read_text(encoding="utf-8")
    call = CliRunner().invoke(app, ["export", str(EXAMPLES / "bouncing-block.yaml"), "--out", str(tmp_path / "no.c")])
    assert call.exit_code == 2 and not (tmp_path / "no.c").exists()
    assert "a program knows no contacts" in call.output


def test_models_are_counted_side_by_side() -> None:
    beside = ["--beside", str(EXAMPLES / "four-bar.yaml")]
    told = CliRunner().invoke(app, ["export", str(EXAMPLES / "slider-crank.yaml"), "--count", *beside])
    lines = told.output.splitlines()
    assert told.exit_code == 0 and len(lines) == 2 and " 1.000 " in lines[0] and "multiplications" in lines[1]


def test_parameters_stay_symbols_in_joint_coordinates_too() -> None:
    p = pendulum().program(["l", "c"], coordinates="joints")
    found = p.evaluate("accelerations", {"O.angle": 0.3, "O.omega": 2.0, "l": 0.8, "c": 1.0})
    assert found[0] == pytest.approx(exact(0.3, 2.0, 0.8, 1.0), rel=1e-13)


def test_javascript_and_numpy_have_accelerations_of_many_bodies_in_joint_coordinates() -> None:
    m: Any = lw.load(EXAMPLES / "spring-linkage.yaml")
    p = m.program(coordinates="joints")
    space: dict[str, Any] = {}
    exec(p.source("numpy"), space)
    q, v = list(p.recorded.start), [0.5, -0.2]
    a, _ = space["accelerations"](0.0, [np.full(3, x) for x in q], [np.full(3, x) for x in v])
    values = dict(zip((*p.coordinates, *p.rates), (*q, *v), strict=True))
    assert a[0] == pytest.approx(np.full(3, p.evaluate("accelerations", values)[0]), rel=1e-13)


def exported(*words: str) -> tuple[int, str]:
    call = CliRunner().invoke(app, ["export", *words])
    return call.exit_code, call.output.strip()


def test_what_cannot_be_exported_is_one_line_with_its_place_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crank, block = str(EXAMPLES / "slider-crank.yaml"), str(EXAMPLES / "bouncing-block.yaml")
    cam = str(EXAMPLES.parent / "src" / "linkwork" / "examples" / "cam.yaml")
    model = tmp_path / "iterated.yaml"
    text = "linkwork: 1\nname: iterated\nbodies: {bob: {mass: {mass: 1, inertia: 1}}}\n"
    text += "signals:\n  z: {type: algebraic, equation: z^3 - 1}\n"
    model.write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    to = ["--out", str(out / "a.c")]
    wrong = {
        "bouncing-block.yaml:23:3: bouncing block: a program knows no contacts such as contact 'C'": [block, *to],
        "iterated.yaml:5:3: program: signal 'z' is algebraic": [str(model), *to],
        "there is no channel 'slider.colour'": [crank, *to, "--output", "slider.colour"],
        "there is no parameter 'q'": [crank, *to, "--parameter", "q"],
        "'cobol'; languages are: c, python, numpy, sympy, casadi, javascript, matlab, latex, fmu, runner": [
            crank,
            *to,
            "--to",
            "cobol",
        ],
        "no dry friction such as friction 'rub'; write it as a force that is smooth in the speed, or use simulate": [
            str(EXAMPLES / "gallery" / "strain-feedback.yaml"),
            *to,
        ],
        "program: parameter 'r' cannot stay a symbol here: coordinates of outlines": [cam, *to, "--parameter", "r"],
        "there is no channel 'nobody.x'": [crank, *to, "--to", "runner", "--output", "nobody.x"],
        "program: an output is not known: there is no channel": [
            crank,
            *to,
            "--to",
            "runner",
            "--output",
            "slider.hue",
        ],
        "--linear is not for --to runner": [crank, *to, "--to", "runner", "--linear"],
        "there is no folder": [crank, "--out", str(tmp_path / "none" / "a.c")],
        "it is a folder; give the name of a file": [crank, "--out", str(out)],
    }
    for words, asked in wrong.items():
        code, told = exported(*asked)
        assert code == 2 and words in told and "\n" not in told, told
    monkeypatch.setenv("PATH", str(tmp_path))
    code, told = exported(crank, "--to", "fmu", "--binary", "--out", str(out / "a.fmu"))
    assert code == 2 and "there is no C compiler (cc, gcc or clang)" in told and "\n" not in told
    assert not list(out.iterdir())
    code, told = exported(crank, "--to", "fmu", "--out", str(out / "a.fmu"))
    assert code == 0 and told.endswith("sources alone, without a library")


def test_a_law_in_python_is_refused_with_its_line() -> None:
    m = pendulum()
    m.force("pull", "bob", torque=lw.Law(lambda t: 2 * t))
    with pytest.raises(
        AnalysisError, match=r"force 'pull' has a law in Python.*test_program.py, line \d+; write a formula"
    ):
        m.program()


def test_an_export_starts_where_the_own_simulation_does(tmp_path: Path) -> None:
    m = pendulum()
    p = m.program(coordinates="joints", hold={"bob.angle": 0.7}, speeds={"bob.omega": 2})
    assert p.recorded.start == pytest.approx([0.7]) and p.recorded.begin["O.omega"] == pytest.approx(2)
    with pytest.raises(AnalysisError, match="hold: expected a mapping"):
        m.program(hold=3)  # type: ignore[arg-type]


FLAT = """linkwork: 1
name: flat parallelogram
bodies:
  one: {estimate: [0, 0, 0], mass: {mass: 1, center: [0.5, 0], inertia: 0.1}}
  two: {estimate: [2, 0, 0], mass: {mass: 1, center: [0.5, 0], inertia: 0.1}}
  rod: {estimate: [1, 0, 0], mass: {mass: 1, center: [1, 0], inertia: 0.3}}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, {one: [0, 0]}]}
  A: {type: revolute, between: [{one: [1, 0]}, {rod: [0, 0]}]}
  B: {type: revolute, between: [{rod: [2, 0]}, {two: [1, 0]}]}
  C: {type: revolute, between: [{ground: [2, 0]}, {two: [0, 0]}]}
analysis: {simulate: {until: 1, speeds: {one.omega: 1}WHERE}}
"""


def test_an_export_takes_the_branch_of_a_singular_start_and_refuses_another_time(tmp_path: Path) -> None:
    model, to = tmp_path / "flat.yaml", ["--to", "fmu", "--sources", "--out", str(tmp_path / "flat.fmu")]
    for branch, rate in ((1, 1.0), (2, -3.0)):
        model.write_text(FLAT.replace("WHERE", f", branch: {branch}"), encoding="utf-8")
        code, told = exported(str(model), *to)
        assert code == 0, told
        with ZipFile(tmp_path / "flat.fmu") as archive:
            text = archive.read("modelDescription.xml").decode()
        start = re.search(r'name="C\.omega".*?start="([^"]*)"', text, re.DOTALL)
        assert start is not None and float(start[1]) == pytest.approx(rate)
    model.write_text(FLAT.replace("WHERE", ""), encoding="utf-8")
    code, told = exported(str(model))
    assert code == 2 and "choose one with branch=1 to 2" in told and "\n" not in told
    model.write_text(FLAT.replace("WHERE", ", branch: 1, start: 0.5"), encoding="utf-8")
    (tmp_path / "flat.fmu").unlink()
    code, told = exported(str(model), *to)
    assert code == 2 and "its simulation starts at 0.5 s; an FMU starts at 0" in told and "\n" not in told
    assert not (tmp_path / "flat.fmu").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_decision_leaves_may_be_no_number(language: str) -> None:
    """Constants that are none are written in the words of every language: a path of a kernel may come to them."""
    tape = Tape()
    x = tape.input("x")
    y = tape.select(x < 0.0, x * math.nan + math.inf, 2.0 * x)
    written = Written(tape, [(tape.place(y), "y")], {"x": "x"}, LANGUAGES[language])
    text = "\n".join(line for piece in written.pieces for line in piece.lines)
    for word in LANGUAGES[language].nowhere:
        assert word in text
    if language == "python":
        space: dict[str, Any] = {"x": 3.0, "math": math}
        exec(text, space)
        assert space["y"] == 6.0
