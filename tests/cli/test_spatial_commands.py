"""The command line with model files of space."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from linkwork.cli.main import app

MODEL = """\
linkwork: 1
world: space
name: crank and rod
parameters: {r: 0.2, l: 0.5}
bodies:
  crank:
    estimate: {position: [0, 0, 0], orientation: {axis: [0, 0, 1], angle: 30 deg}}
    points: {tip: [r, 0, 0]}
  rod:
    estimate: {position: [r, 0, 0], orientation: {parameters: [0.9999, 0, 0, 0]}}
  slider: {estimate: [0.7, 0, 0]}
joints:
  O: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  A: {type: spherical, between: [crank.tip, rod]}
  B: {type: universal, between: [{rod: {at: [l, 0, 0], axis: [0, 0, 1]}}, {slider: {axis: [0, 1, 0]}}]}
  guide: {type: translational, between: [{ground: {axis: [1, 0, 0], x: [0, 1, 0]}}, slider]}
drivers:
  motor: {type: angle, joint: O, value: 2*pi*t}
analysis: {kinematics: {until: 1, points: 21}}
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crank.yaml").write_text(MODEL, encoding="utf-8")
    return tmp_path


def call(*arguments: str) -> Result:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done


def test_check_counts_freedoms_in_space_and_tells_of_rounded_parameters() -> None:
    text = call("check", "crank.yaml").output
    assert "mobility     1 by count, 1 by rank" in text
    assert "body 'rod': the parameters e0, e1, e2, e3 have the norm 0.9999; they were scaled to 1" in text
    assert json.loads(call("check", "crank.yaml", "--json").stdout)["assembly"]


def test_assemble_and_set_take_parameters_of_space() -> None:
    assert "rx (rad)" in call("assemble", "crank.yaml").output
    short = call("assemble", "crank.yaml", "--set", "r=0.1").output
    assert short != call("assemble", "crank.yaml").output


def test_topology_shows_the_loop() -> None:
    assert "1 loop" in call("topology", "crank.yaml").output


def test_plot_draws_channels_of_a_spatial_run(own_folder: Path) -> None:
    call("plot", "crank.yaml", "slider.x")
    assert (own_folder / "plot.png").stat().st_size > 1000
