"""Tables in programs: looked up in every language, whatever the number of their points, with their derivatives."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.program.program import Program
from linkwork.program.tape import Tape
from program.c_library import COMPILER, CLibrary
from program.recorded_state import STEP, TIME, States

OCTAVE, NODE = shutil.which("octave-cli") or shutil.which("octave"), shutil.which("node")
COUNT = 600
ANGLES = (0.4, -1.2, 3.2, 1.0, -1.0)  # inside, beyond both ends, at a knot, at the first


def pendulums(count: int = COUNT) -> lw.Planar:
    """Two: a spiral by a table that goes on beyond its ends, another by one that holds; one turned by a third."""
    m = lw.Planar("pendulums")
    m.parameters(push=2.0)
    m.set_gravity(0, -9.81)
    points = [(float(x), float(np.sin(3 * x))) for x in np.linspace(-1, 3, count)]
    held = lw.Table(points=points, of="angle", outside="hold")
    for name, law in (("one", lw.Table(points=points, of="angle")), ("two", held)):
        rod = m.body(name, estimate=(0, 0, 0.1))
        m.revolute(f"O {name}", m.ground.at(0, 0), rod.at(0, 0))
        m.mass(rod, mass="push", center=(0.5, 0), inertia=0.1)
        m.torsion_spring(f"spiral {name}", "ground", name, torque=law)
    turned = m.body("turned", estimate=(0, 0, 0.1))
    m.revolute("O", m.ground.at(0, 0), turned.at(0, 0))
    m.mass(turned, mass=1, center=(0.5, 0), inertia=0.1)
    repeated = [(float(x), float(np.sin(2 * np.pi * x))) for x in np.linspace(0, 1, count)]
    m.drive("turn", joint="O", angle=lw.Table(points=repeated, ends="periodic"))
    return m


@cache
def written() -> tuple[lw.Planar, Program]:
    m = pendulums()
    return m, m.program(linear=True, outputs=["turned.alpha"])


def state(angle: float) -> list[list[float]]:
    return [[0, 0, angle, 0, 0, angle + 0.1, 0, 0, 0.3], [0, 0, 0.5, 0, 0, -0.5, 0, 0, 1.0], [], []]


def wanted(angle: float) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations and A of the tape, which the engine is held against below."""
    _, p = written()
    q, v, _, _ = state(angle)
    values = dict(zip((*p.coordinates, *p.rates), (*q, *v), strict=True)) | {"t": 0.3}
    return p.evaluate("accelerations", values), p.evaluate("A", values)


def test_values_and_derivatives_are_those_of_the_engine(tmp_path: Path) -> None:
    m, p = written()
    assert p.recorded.shapes["switches"] == (2,), "points of a table are no events, ends of one that holds are"
    library = CLibrary(p, tmp_path)
    states, random = States(m, p, 3, {"move": library.move}), np.random.default_rng(4)
    for angle in ANGLES:
        states.q, states.v, states.x, states.u = state(angle)
        states.w[:] = states.begun
        states._put(states.w)
        near = pytest.approx(states.accelerations(), rel=1e-12, abs=1e-11)
        assert library.call("accelerations", TIME, state(angle), "accelerations", "multipliers")[0] == near
        if angle == -1.0:
            continue  # where one that holds has no derivative
        dq, dv = random.normal(size=9), random.normal(size=9)
        run = states.changing_run(dq, dv, np.zeros(0), np.zeros(0))
        a = library.call("linear", TIME, state(angle), "A", "B", "C", "D")[0]
        assert (a @ np.concatenate([dq, dv]))[9:18] == pytest.approx(run.a[0].imag / STEP, rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("language", ["python", "numpy", "casadi", "sympy"])
def test_tables_are_looked_up_in_languages_of_python(language: str) -> None:
    if language in ("casadi", "sympy"):
        pytest.importorskip(language)
    space: dict[str, Any] = {}
    exec(written()[1].source(language), space)
    if language == "numpy":
        many = [[np.array(each) for each in zip(*(state(a)[part] for a in ANGLES), strict=True)] for part in (0, 1)]
        a = np.array([np.broadcast_to(each, len(ANGLES)) for each in space["accelerations"](0.3, *many)[0]])
        assert pytest.approx(np.array([wanted(angle)[0] for angle in ANGLES]), rel=1e-12, abs=1e-11) == a.T
        return
    if language == "casadi":
        given = space["q"], space["v"]
        whole = space["ca"].Function("it", [*given[0], *given[1]], space["accelerations"](0.3, *given)[0])
    for angle in ANGLES[:3]:
        q, v = state(angle)[:2]
        a = whole(*q, *v) if language == "casadi" else space["accelerations"](0.3, q, v)[0]
        assert [float(each) for each in a] == pytest.approx(list(wanted(angle)[0]), rel=1e-12, abs=1e-11)


def test_expressions_of_sympy_have_values_and_derivatives() -> None:
    pytest.importorskip("sympy")
    m, space = pendulums(12), dict[str, Any]()
    p = m.program(coordinates="joints", linear=True)
    exec(p.source("sympy"), space)
    q, v = space["q"], space["v"]
    force = space["equations"](space["t"], q, v)["forces"][0]
    at = dict(zip((*q, *v), (0.4, 0.2, 0.3, 0.0, 0.0, 0.0), strict=True)) | {space["t"]: 0.3}
    values = dict(zip(p.coordinates, (0.4, 0.2, 0.3), strict=True)) | {"t": 0.3}
    assert float(force.subs(at)) == pytest.approx(p.evaluate("forces", values)[0], rel=1e-12)
    slope = p.evaluate("A", values)[3, 0] * p.evaluate("mass", values)[0, 0]
    assert float(force.diff(q[0]).subs(at)) == pytest.approx(slope, rel=1e-9)


@pytest.mark.skipif(OCTAVE is None and NODE is None, reason="neither Octave nor Node")
def test_tables_are_looked_up_in_octave_and_javascript(tmp_path: Path) -> None:
    p, printed = written()[1], list[str]()
    calls = [", ".join(str([float(x) for x in each]) for each in state(angle)) for angle in ANGLES]
    if OCTAVE is not None:
        (tmp_path / "it.m").write_text(p.source("matlab", "it"), encoding="utf-8")
        text = "".join(f"r = it(0.3, {each}, []); printf('%.17g\\n', r.accelerations);" for each in calls)
        printed.append(_printed([OCTAVE, "--quiet", "--path", str(tmp_path), "--eval", text]))
    if NODE is not None:
        text = "".join(f"for (const each of it_accelerations(0.3, {each})[0]) console.log(each);\n" for each in calls)
        both = "".join(p.source("javascript", name) for name in ("it", "other"))  # two programs on one page
        (tmp_path / "it.js").write_text(f"{both}\n{text}", encoding="utf-8")
        printed.append(_printed([NODE, str(tmp_path / "it.js")]))
    numbers = np.concatenate([wanted(angle)[0] for angle in ANGLES])
    for told in printed:
        assert [float(line) for line in told.split()] == pytest.approx(list(numbers), rel=1e-12, abs=1e-11)


def _printed(words: list[str]) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def test_a_run_with_the_model_compiled_is_that_of_the_tables() -> None:
    m = pendulums()
    runs = [
        m.simulate(until=0.5, points=6, progress=False, formulation="joint", method="rk4", step=1e-3, compiled=each)
        for each in ("tables", "model")
    ]
    assert runs[1].q == pytest.approx(runs[0].q, abs=1e-11)
    assert np.abs(runs[0]["one.angle"]).max() > 0.5


def test_more_points_are_more_numbers_but_no_more_operations() -> None:
    counts = [pendulums(count).program().count() for count in (20, 2000)]
    assert counts[0] == counts[1]


def test_a_table_of_what_stays_a_symbol_is_chosen_by_selections() -> None:
    pytest.importorskip("sympy")
    m = lw.Planar("pendulum")
    m.parameters(high=2.0, wide=1.0)
    rod = m.body("rod", estimate=(0, 0, 0.1))
    m.revolute("O", m.ground.at(0, 0), rod.at(0, 0))
    m.mass(rod, mass=1, center=(0.5, 0), inertia=0.1)
    points = [(-1, 0), (0, "high"), (1, 0.5), (2, "2 * high"), (3, 1), ("3 + wide", 2)]
    m.torsion_spring("spiral", "ground", "rod", torque=lw.Table(points=points, of="angle"))
    values = {"rod.angle": 0.3, "rod.omega": 1.0}
    folded = m.program().evaluate("forces", values)
    read = m.program().symbolic("forces")[2]
    assert float(read.subs({"rod.angle": 0.3})) == pytest.approx(folded[2], rel=1e-12)
    assert m.program(["high"]).evaluate("forces", values | {"high": 2.0}) == pytest.approx(folded, rel=1e-12)
    other = m.program(["high"]).evaluate("forces", values | {"high": 3.0})
    m.set(high=3.0)
    assert other == pytest.approx(m.program().evaluate("forces", values), rel=1e-12)
    assert abs(other[2] - folded[2]) > 0.1
    with pytest.raises(
        AnalysisError, match="'wide' cannot stay a symbol here: the variable of a table follows from it"
    ):
        m.program(["wide"])


def test_what_is_looked_up_for_a_constant_is_a_constant() -> None:
    tape = Tape()
    knots = tape.table([0.0, 1.0, 3.0])
    assert tape.binary("interval", 1.5, knots) == 1.0
    assert [tape.binary("interval", x, knots) for x in (-5.0, 1.0, 9.0)] == [0.0, 1.0, 1.0]
    assert tape.binary("entry", 1.0, tape.table([7.0, 8.0])) == 8.0


def spiral(values: list[float | str], ends: str, **parameters: float) -> lw.Planar:
    m = lw.Planar("pendulum")
    m.parameters(**parameters)
    rod = m.body("rod", estimate=(0, 0, 0.1))
    m.revolute("O", m.ground.at(0, 0), rod.at(0, 0))
    m.mass(rod, mass=1, center=(0.5, 0), inertia=0.1)
    points = list(zip(np.linspace(-1, 3, len(values)).tolist(), values, strict=True))
    m.torsion_spring("spiral", "ground", "rod", torque=lw.Table(points=points, of="angle", ends=ends))
    return m


def values_of(kind: str, count: int) -> tuple[list[float | str], dict[str, float]]:
    """One symbol among numbers; two in every value; one in a formula of every value; one for each value."""
    plain = np.sin(3 * np.linspace(0, 4, count)).tolist()
    if kind == "one":
        return [*plain[:4], "high", *plain[5:]], {"high": 2.0}
    if kind == "scaled":
        return [f"low - ({y!r}) * high / 2" for y in plain], {"high": 2.0, "low": 0.3}
    if kind == "formula":
        return [f"({y!r}) * exp(-high)" for y in plain], {"high": 0.5}
    return [f"h{number}" for number in range(count)], {f"h{number}": y for number, y in enumerate(plain)}


@pytest.mark.parametrize("kind", ["one", "scaled", "formula", "own"])
def test_programs_grow_with_the_points_of_a_table_of_symbols_not_with_their_square(kind: str) -> None:
    counts = []
    for count in (12, 24, 48):
        values, parameters = values_of(kind, count)
        counts.append(sum(spiral(values, "natural", **parameters).program(list(parameters)).count().values()))
    assert counts[2] - counts[1] <= 2.3 * (counts[1] - counts[0])
    assert counts[2] < (90 if kind == "own" else 30) * 48


@pytest.mark.parametrize("ends", ["natural", "clamped", "periodic"])
@pytest.mark.parametrize("kind", ["one", "scaled", "formula", "own"])
def test_values_of_a_table_that_are_symbols_give_the_curve_of_their_numbers(kind: str, ends: str) -> None:
    values, parameters = values_of(kind, 14)
    if ends == "periodic":
        values[-1] = values[0]
    m = spiral(values, ends, **parameters)
    p = m.program(list(parameters))
    changed = {name: value + 0.1 * number + 0.2 for number, (name, value) in enumerate(parameters.items())}
    m.set(**changed)
    plain = m.program()
    for angle in (-0.7, 0.4, 1.1, 2.9):
        state = {"rod.angle": angle, "rod.omega": 1.0}
        wanted = plain.evaluate("forces", state)
        assert p.evaluate("forces", state | changed) == pytest.approx(wanted, rel=1e-11, abs=1e-11)


@pytest.mark.skipif(COMPILER is None, reason="no compiler")
def test_two_programs_with_tables_stand_in_one_file_of_c(tmp_path: Path) -> None:
    p, other = pendulums(12).program(), pendulums(13).program()
    both = "".join([p.source("c", "one"), p.source("c", "two"), other.source("c", "three")])
    (tmp_path / "both.c").write_text(both, encoding="utf-8")
    options = ["-std=c99", "-Wall", "-Werror", "-O0", "-c", str(tmp_path / "both.c"), "-o", str(tmp_path / "both.o")]
    told = subprocess.run([str(COMPILER), *options], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr[:400]
