"""Computed channels, several channels at once, and what is shown first."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq
from typer.testing import CliRunner

import linkwork as lw
from linkwork.analysis.responses import Response
from linkwork.base.errors import AnalysisError, LinkworkError, MechanismError
from linkwork.cli.main import app
from linkwork.formats.model_file import dumps, loads
from linkwork.view.telling import telling

MODEL = """
linkwork: 1
name: press
parameters: {r: 40 mm, l: 150 mm, w: 60 rpm, area: 20 cm^2}
bodies:
  crank: {estimate: [0, 0, 30 deg]}
  rod: {estimate: [0.1, 0.01, -5 deg]}
  block: {estimate: [0.18, 0, 0], mass: {mass: 3 t, inertia: 1}}
  flag-pole: {estimate: [0.18, 0, 0], mass: {mass: 1 kg, inertia: 1}}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, {crank: [0, 0]}]}
  A: {type: revolute, between: [{crank: [r, 0]}, {rod: [0, 0]}]}
  B: {type: revolute, between: [{rod: [l, 0]}, {block: [0, 0]}]}
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {block: [[0, 0], [1, 0]]}]}
  weld: {type: fixed, between: [{block: [0, 0]}, {flag-pole: [0, 0]}]}
drivers:
  motor: {type: angle, joint: O, value: w*t}
channels:
  pressure: abs(B.fx)/area
  advance: block.vx/crank.omega
  effective torque: rms(motor.torque)
  above mean: 2*pressure - mean(pressure)
  pole: "'flag-pole'.x + 0 m"
analysis: {inverse_dynamics: {until: 1 s}}
output: {plots: [[pressure], [block.x, block.vx]], cross_plots: [[block.x, pressure]]}
"""


@pytest.fixture(scope="module")
def run() -> Any:
    return loads(MODEL).run(progress=False)


def test_a_computed_channel_has_values_and_a_unit(run: Any) -> None:
    assert run["pressure"] == pytest.approx(np.abs(run["B.fx"]) / 20e-4)
    assert run.unit("pressure") == "Pa"
    assert run.unit("advance") == "m"
    assert run.unit("effective torque") == "N m"
    assert run["pole"] == pytest.approx(run["block.x"])
    assert run.describe("pressure") == "abs(B.fx)/area, Pa"


def _stroke(angle: Any) -> tuple[Any, Any]:
    """First and second derivative of the block's position r cos + sqrt(l^2 - r^2 sin^2) by the crank's angle."""
    r, rod, c, s = 0.04, 0.15, np.cos(angle), np.sin(angle)
    root = np.sqrt(rod**2 - (r * s) ** 2)
    return -r * s - r**2 * s * c / root, -r * c - r**2 * (c**2 - s**2) / root - (r**2 * s * c) ** 2 / root**3


def test_its_means_are_those_of_the_motion(run: Any) -> None:
    """Only block and pole have mass: F = M x'', torque = F x'/w; over one turn the integral of |x''| is 4 max x'.

    A sum over equal parts of a turn is exact for the smooth square of the torque; the pressure has kinks between rows.
    """
    w, mass, area = 2 * np.pi, 3001.0, 20e-4
    slope, bend = _stroke(2 * np.pi * np.arange(512) / 512)
    effective = mass * w**2 * np.sqrt(np.mean((slope * bend) ** 2))
    fastest = brentq(lambda angle: _stroke(angle)[1], 1.0, 2.0)
    mean = 4 * mass * w**2 * abs(_stroke(fastest)[0]) / (2 * np.pi) / area
    assert run["effective torque"] == pytest.approx(effective, rel=1e-7)
    assert 2 * run["pressure"] - run["above mean"] == pytest.approx(mean, rel=1e-5)


def test_it_stands_in_lists_plots_files_and_responses(run: Any, tmp_path: Path) -> None:
    assert run.channels()[-5:] == ["pressure", "advance", "effective torque", "above mean", "pole"]
    assert run.plot("pressure").axes[0].get_ylabel() == "pressure [Pa]"
    run.to_csv(tmp_path / "run.csv")
    with open(tmp_path / "run.csv", encoding="utf-8") as file:
        head = next(csv.reader(file))
    assert head[:4] == ["t (s)", "pressure (Pa)", "block.x (m)", "block.vx (m/s)"]
    assert len(set(head)) == len(head)
    assert Response("max(pressure)").value(run) == pytest.approx(Response("max(abs(B.fx)/area)").value(run), rel=1e-9)
    assert Response("final('effective torque')").value(run) == pytest.approx(run["effective torque"][0])


def test_a_study_and_a_derivative_ask_for_it() -> None:
    m = loads(MODEL)
    options: Any = {"analysis": "inverse_dynamics", "progress": False}
    study = m.study(lw.plans.grid(area=["10 cm^2", "20 cm^2"]), "max(pressure)", until=1.0, **options)
    low, high = (float(value) for value in study["max(pressure)"])
    assert low == pytest.approx(2 * high, rel=1e-9)
    slope = m.sensitivity("final(pressure)", ["area"], analysis="inverse_dynamics", until=1.0)
    assert slope["final(pressure)", "area"] == pytest.approx(-m.run(progress=False)["pressure"][-1] / 20e-4, rel=1e-6)


def test_several_channels_are_columns_of_one_array(run: Any) -> None:
    found = run[["block.x", "pressure"]]
    assert found.shape == (len(run.t), 2)
    assert np.array_equal(found[:, 1], run["pressure"])
    with pytest.raises(AnalysisError, match=r"there is no channel 'block.xx'"):
        run[["block.x", "block.xx"]]


def test_python_writes_what_a_file_reads() -> None:
    assert loads(dumps(loads(MODEL))).computed == loads(MODEL).computed
    m = lw.Planar("bar")
    m.channel("double", "2*bar.x")
    with pytest.raises(MechanismError, match="'double'"):
        m.channel("double", "bar.x")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[pressure], [block.x", "[presure], [block.x", r":25:\d+: output: .*nothing is named 'presure'"),
        ("block.x, block.vx]", "block.x, block.vvx]", r":25:\d+: output: plots: there is no channel 'block.vvx'; did"),
        ("abs(B.fx)/area", "abs(B.fxx)/area", r":19:3: channel 'pressure' .*there is no channel 'B.fxx'; did you mean"),
        ("abs(B.fx)/area", "abs(B.fx/area", r":19:3: channel 'pressure' .*unbalanced parentheses"),
        ("abs(B.fx)/area", "advance + pressure", r":19:3: .*computed channels form a cycle: pressure -> pressure"),
    ],
)
def test_check_finds_a_bad_channel_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "press.yaml"
    file.write_text(MODEL.replace(old, new), encoding="utf-8")
    done = CliRunner().invoke(app, ["check", str(file)])
    assert done.exit_code != 0
    lines = " ".join((done.output + str(done.stderr)).split())
    assert re.search(message, lines), lines


def test_the_users_list_is_shown_first_and_all_of_it(run: Any) -> None:
    assert telling(run, run.channels()) == ["pressure", "block.x", "block.vx"]


def test_without_a_list_it_is_the_driven_input_and_the_last_output() -> None:
    m = loads(MODEL.partition("output:")[0])
    run = m.run(progress=False)
    assert telling(run, run.channels()) == ["O.angle", "guide.position"]


def test_a_cycle_and_a_name_that_is_taken_are_refused() -> None:
    m = loads(MODEL)
    with pytest.raises(LinkworkError, match="'crank'"):
        m.channel("crank", "2*block.x")
