"""How long programs of trees are: lines, letters and operations a body do not grow with the bodies."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.exports import arm, chain

import linkwork as lw
from linkwork.program.program import Program
from program.c_library import COMPILER

NODE, OCTAVE = shutil.which("node"), shutil.which("octave-cli") or shutil.which("octave")


def joints(m: Any) -> Program:
    p: Program = m.program(coordinates="joints")
    return p


@pytest.mark.parametrize(("tree", "most"), [(lambda n: chain(n, False), 100), (arm, 60)], ids=["chain", "arm"])
def test_texts_grow_with_the_bodies_and_not_with_their_square(tree: Callable[[int], Any], most: int) -> None:
    sizes = (20, 40, most)  # a short `rate` stands in full, beside `accelerations`
    programs = [joints(tree(bodies)) for bodies in sizes]
    counts = {"operations": [sum(p.count("rates", "accelerations").values()) for p in programs]}
    for language in ("c", "python", "javascript", "matlab"):
        texts = [p.source(language) for p in programs]
        counts[f"lines of {language}"] = [text.count("\n") for text in texts]
        counts[f"letters of {language}"] = [len(text) for text in texts]
    for what, (twenty, forty, many) in counts.items():
        first, second = (forty - twenty) / 20, (many - forty) / (most - 40)  # of a further body
        assert 0.8 * first < second < 1.2 * first, (what, first, second)


def in_plane() -> lw.Planar:
    """A free body with two branches of pins and slides, and a weld."""
    m = lw.Planar("branches")
    m.parameters(m=1.5)
    m.set_gravity(0, -9.81)
    root = m.body("root", estimate=(0.1, 0.2, 0.3))
    m.mass(root, mass="m", center=(0.1, 0.05), inertia=0.3)
    for branch in "ab":
        before: Any = root
        for number in range(8):
            x, body = 0.5 + number, m.body(f"{branch}{number}", estimate=(0.5 + number, 0.2, 0.1))
            m.mass(body, mass=1 + 0.1 * number, center=(0.3, 0.1), inertia=0.2)
            if number % 3 == 1:
                m.translational(f"S{branch}{number}", before.line((0.4, 0), (1.4, 0.2)), body.line((0, 0), (1, 0)))
            elif number == 3:
                m.fixed(f"W{branch}{number}", before.at(0.9, 0), body.at(0, 0))
            else:
                m.revolute(f"R{branch}{number}", before.at(0.9, x * 0.01), body.at(0, 0))
            before = body
    return m


def in_space(free: bool) -> lw.Spatial:
    """Two branches with joints of every kind, on the ground or on a body that moves freely."""
    m = lw.Spatial("branches")
    m.parameters(m=1.5)
    m.set_gravity(0, 0, -9.81)
    root: Any = m.ground
    if free:
        root = m.body("root", (0.1, 0.2, 0.3))
        m.mass(root, mass="m", center=(0.1, 0.05, 0.02), inertia=(0.3, 0.2, 0.25))
    for branch in "ab":
        before = root
        kinds = ("revolute", "spherical", "cylindrical", "screw", "universal", "fixed", "translational", "planar")
        for number, kind in enumerate(kinds):
            place = (0.2 * number, 0.1 if branch == "a" else -0.3, 0.1 * number)
            link = m.body(f"{branch}{number}", place)
            m.mass(link, mass=1.0 + 0.1 * number, center=(0.1, 0.02, 0.01), inertia=(0.02, 0.03, 0.025))
            more: dict[str, Any] = {} if kind in ("spherical", "fixed") else {"axis": (0.3, 1, -0.2)}
            more |= {"pitch": 0.05} if kind == "screw" else {"x": (1, -0.3, 0)} if kind == "universal" else {}
            getattr(m, kind)(f"J{branch}{number}", before, link, at=place, **more)
            before = link
    return m


TREES: dict[str, Callable[[], Any]] = {
    "plane": in_plane,
    "space": lambda: in_space(False),
    "free in space": lambda: in_space(True),
}


def in_c(p: Program, given: list[list[float]], folder: Path) -> Any:
    named = zip("qvp", given, strict=True)
    arrays = ", ".join(f"{name}[] = {{{', '.join(map(repr, [*each, 0.0]))}}}" for name, each in named)
    n = len(p.rates)
    text = f"""
#include <stdio.h>
int main(void)
{{
    static model_results r;
    const double {arrays};
    model_equations(0.3, q, v, 0, 0, p, &r);
    for (int i = 0; i < {n * n}; i++) printf("%.17g\\n", r.mass[i]);
    return 0;
}}
"""
    (folder / "model.c").write_text(p.source("c", "model") + text, encoding="utf-8")
    options = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O0", "model.c", "-o", "model", "-lm"]
    subprocess.run([str(COMPILER), *options], check=True, cwd=folder)
    return subprocess.run([str(folder / "model")], check=True, capture_output=True, text=True).stdout.split()


def in_python(p: Program, given: list[list[float]], folder: Path) -> Any:
    space: dict[str, Any] = {}
    exec(p.source("python"), space)
    return space["equations"](0.3, given[0], given[1], par=given[2])["mass"]


def in_numpy(p: Program, given: list[list[float]], folder: Path) -> Any:
    space: dict[str, Any] = {}
    exec(p.source("numpy"), space)
    q, v = ([np.array([x, x]) for x in each] for each in given[:2])
    mass = space["equations"](0.3, q, v, par=given[2])["mass"]
    return [[np.broadcast_to(value, 2)[1] for value in row] for row in mass]


def in_javascript(p: Program, given: list[list[float]], folder: Path) -> Any:
    called = f"model_equations(0.3, {given[0]}, {given[1]}, [], [], {given[2]})"
    text = f"{p.source('javascript', 'model')}\nconsole.log(JSON.stringify({called}.mass));\n"
    (folder / "model.js").write_text(text, encoding="utf-8")
    told = subprocess.run([str(NODE), str(folder / "model.js")], check=True, capture_output=True, text=True)
    return json.loads(told.stdout)


def in_matlab(p: Program, given: list[list[float]], folder: Path) -> Any:
    (folder / "model.m").write_text(p.source("matlab", "model"), encoding="utf-8")
    lines = f"r = model(0.3, {given[0]}, {given[1]}, [], [], {given[2]}); printf('%.17g\\n', r.mass); exit(0)"
    (folder / "ask.m").write_text(lines + "\n", encoding="utf-8")
    told = subprocess.run([str(OCTAVE), "--no-gui", "-q", "ask.m"], cwd=folder, capture_output=True, text=True)
    return told.stdout.split()


LANGUAGES = [
    pytest.param(in_c, marks=pytest.mark.skipif(COMPILER is None, reason="no C compiler")),
    in_python,
    in_numpy,
    pytest.param(in_javascript, marks=pytest.mark.skipif(NODE is None, reason="no node")),
    pytest.param(in_matlab, marks=pytest.mark.skipif(OCTAVE is None, reason="no Octave")),
]


@pytest.mark.parametrize("told", LANGUAGES)
@pytest.mark.parametrize("tree", TREES)
def test_the_mass_matrix_summed_along_paths_is_that_of_the_tape(tree: str, told: Any, tmp_path: Path) -> None:
    p = TREES[tree]().program(["m"], coordinates="joints")
    sums = p.recorded.sums
    assert sums is not None and min(sums.carriers) == -1
    assert "carriers" in p.source("c")  # all of these are long enough
    random = np.random.default_rng(3)
    q = (np.array(p.recorded.start) + 0.3 * random.normal(size=len(p.coordinates))).tolist()
    v, par = random.normal(size=len(p.rates)).tolist(), [1.3]
    names = (*p.coordinates, *p.rates, *p.parameters)
    mass = p.evaluate("mass", dict(zip(names, (*q, *v, *par), strict=True)) | {"t": 0.3})
    given = np.array(told(p, [q, v, par], tmp_path), float).reshape(mass.shape)
    assert np.abs(given - mass).max() < 1e-13 * np.abs(mass).max()
    assert np.count_nonzero(mass) > len(mass)


def test_small_trees_and_equations_that_are_linearised_are_written_entry_by_entry() -> None:
    assert "carriers" not in joints(chain(3, False)).source("c")
    small = chain(30, False).program(coordinates="joints", small=["J0.angle"])
    assert small.recorded.sums is None
    assert "carriers" not in small.source("c")


def test_a_short_rate_stands_in_full_and_a_long_one_calls_the_accelerations() -> None:
    for bodies, calls in ((10, 0), (30, 1)):
        rate = joints(chain(bodies, False)).source("c", "model").partition("void model_rate(")[2].partition("\n}\n")[0]
        assert rate.count("model_accelerations(") == calls
        assert ("multipliers" in rate) == (calls == 1)
