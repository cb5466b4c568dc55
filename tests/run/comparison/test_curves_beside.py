"""Curves beside those of a run: measured data, other runs and models, in their units; fixed axes; reports of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imsave

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.run.comparison.beside import beside_of
from linkwork.run.comparison.measured_table import read_table

MODEL = """\
linkwork: 1
name: arm
units: {length: mm, angle: deg}
parameters: {l: 200 mm}
bodies:
  arm: {estimate: [0, 0, 0], points: {tip: [l, 0]}}
joints:
  O: {type: revolute, between: [ground, arm], at: [0, 0]}
drivers:
  motor: {type: angle, joint: O, value: 2*t}
analysis: {kinematics: {until: 1, points: 11}}
output:
  plots: [[arm.tip.x]]
  beside: {rig: rig.csv}
  axes: {arm.tip.x: [-100 mm, 300 mm], t: [0, 2]}
  sliders: {l: [100 mm, 400 mm]}
  report: {author: A. Smith, company: Arms Ltd, logo: logo.png}
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "rig.csv").write_text("t (s);arm.tip.x (mm)\n0;199,0\n0,5;107\n1;-84\n")
    imsave(tmp_path / "logo.png", np.zeros((4, 8, 3), np.uint8))
    (tmp_path / "arm.yaml").write_text(MODEL)
    return tmp_path / "arm.yaml"


def test_measured_numbers_are_read_with_their_units_and_decimal_commas(model: Path) -> None:
    table = read_table(model.parent / "rig.csv")
    assert list(table) == ["t", "arm.tip.x"]
    np.testing.assert_allclose(table["arm.tip.x"], [0.199, 0.107, -0.084])
    np.testing.assert_allclose(table["t"], [0.0, 0.5, 1.0])


def test_a_plot_shows_the_models_measured_data_as_points_in_its_units_on_fixed_axes(model: Path) -> None:
    axes = lw.load(model).run().plot("arm.tip.x").axes[0]
    own, rig = axes.lines
    np.testing.assert_allclose(own.get_ydata()[0], 200.0)
    np.testing.assert_allclose(rig.get_ydata(), [199.0, 107.0, -84.0])
    assert rig.get_linestyle() == "None" and rig.get_marker() == "."
    np.testing.assert_allclose(axes.get_ylim(), (-100.0, 300.0))
    assert axes.get_xlim() == (0.0, 2.0)


def test_runs_models_saved_runs_and_tables_lie_beside_a_run(model: Path, tmp_path: Path) -> None:
    m = lw.load(model)
    run = m.run()
    run.save(tmp_path / "old.run")
    given = {"run": run, "model": model, "saved": tmp_path / "old.run", "table": {"t": [0, 1], "arm.tip.x": [0, 0.1]}}
    found = beside_of(run, given)
    assert [each.measured for each in found] == [False, False, False, True]
    for each in found[:3]:
        np.testing.assert_allclose(each.shown(run, "arm.tip.x"), run.shown("arm.tip.x")[0])
    assert len(run.plot("arm.tip.x", beside=given, axes={}).axes[0].lines) == 5
    assert len(run.cross_plot("arm.tip.x", "arm.tip.y", beside=[run, model]).axes[0].lines) == 3


def test_what_does_not_fit_is_refused_in_words(model: Path) -> None:
    run = lw.load(model).run()
    with pytest.raises(LinkworkError, match="'measured 1' has no channel"):
        run.plot("arm.tip.y", beside={"t": [0, 1], "arm.tip.x": [0, 1]})
    with pytest.raises(LinkworkError, match="the lower one first"):
        run.plot("arm.tip.x", axes={"arm.tip.x": (1, 0)})
    for before, after, words in (
        ("rig.csv", "rog.csv", "there is no file 'rog.csv' beside the model"),
        ("{l: [100 mm", "{L: [100 mm", "there is no parameter 'L'"),
        ("[100 mm, 400 mm]", "[500 mm, 400 mm]", "the lower one first"),
        ("-100 mm, 300 mm", "-1 kg, 300 mm", "kg"),
    ):
        model.write_text(MODEL.replace(before, after))
        with pytest.raises(MechanismError, match=words):
            lw.load(model).validate()


def test_a_report_has_plots_of_y_over_x_the_data_beside_and_its_head(model: Path, tmp_path: Path) -> None:
    run = lw.load(model).run()
    run.report(tmp_path / "arm.html", plots=["arm.tip.y over arm.tip.x", ["arm.tip.x"]])
    text = (tmp_path / "arm.html").read_text()
    assert "arm.tip.y over arm.tip.x." in text and "A. Smith, Arms Ltd" in text
    assert 'class="logo" src="data:image/png;base64,' in text
    run.report(tmp_path / "arm.pdf", author="B. Jones")
    assert b"B. Jones" in (tmp_path / "arm.pdf").read_bytes()
    with pytest.raises(LinkworkError, match="there is no such file"):
        run.report(tmp_path / "arm.pdf", logo="nowhere.png")
