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
    assert rig.get_linestyle() == "None" and rig.get_marker() == "o"
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


def test_computed_channels_are_computed_for_what_lies_beside_or_it_is_said(model: Path, tmp_path: Path) -> None:
    text = model.read_text().replace("plots: [[arm.tip.x]]", "plots: [[twice]]").replace("beside: {rig: rig.csv}", "")
    (tmp_path / "plain.yaml").write_text(model.read_text().replace("l: 200 mm", "l: 300 mm"))
    (tmp_path / "other.yaml").write_text(model.read_text().replace("tip", "end"))
    model.write_text(text + "channels: {share: arm.tip.x/l, twice: 2*share}\n")
    run = lw.load(model).run()
    plain, other = (lw.load(tmp_path / name).run() for name in ("plain.yaml", "other.yaml"))
    beside, less = beside_of(run, {"plain": plain, "less": other})
    np.testing.assert_allclose(beside.channels["twice"], 2 * plain["arm.tip.x"] / 0.3, rtol=1e-12)
    assert not less.has("twice") and "twice" not in plain.channels()
    (note,) = [note for note in run.notes if note.startswith("beside:")]
    assert note.startswith("beside: 'less' does not have the channel 'twice' (2*share): ") and "arm.tip.x" in note


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


def test_data_for_one_plot_leave_the_others_alone_and_each_keeps_its_colour(model: Path, tmp_path: Path) -> None:
    model.write_text(
        MODEL.replace("[[arm.tip.x]]", "[[arm.tip.x], [arm.tip.y]]").replace(
            "{rig: rig.csv}", "{rig: rig.csv, old: arm2.yaml}"
        )
    )
    (tmp_path / "arm2.yaml").write_text(MODEL.replace("  beside: {rig: rig.csv}\n", ""))
    run = lw.load(model).run()
    first, second, crossed = run.plot("arm.tip.x"), run.plot("arm.tip.y"), run.cross_plot("arm.tip.x", "arm.tip.y")
    assert [len(figure.axes[0].lines) for figure in (first, second, crossed)] == [3, 2, 2]
    assert len({figure.axes[0].lines[-1].get_color() for figure in (first, second, crossed)}) == 1
    model.write_text(MODEL.replace("[[arm.tip.x]]", "[[arm.tip.x], [arm.tip.y]]"))
    alone = lw.load(model).run()
    assert len(alone.plot("arm.tip.y").axes[0].lines) == 1
    alone.report(tmp_path / "arm.html")


def test_two_files_of_one_name_lie_beside_a_run_both_as_points(model: Path, tmp_path: Path) -> None:
    run = lw.load(model).run()
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
        (folder / "rig.csv").write_text("t,arm.tip.x (mm)\n0,199\n1,-84\n")
    lines = run.plot("arm.tip.x", beside=[folder / "rig.csv" for folder in folders]).axes[0].lines
    assert [line.get_linestyle() for line in lines] == ["-", "None", "None"]


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("arm.tip.x (N)", r"'arm.tip.x \(N\)' is in N, and arm.tip.x is in m"),
        ("arm.tip.x (deg)", "is in deg, and arm.tip.x is in m"),
        (
            "arm.omega (Hz)",
            "is in Hz, and arm.omega is in rad/s; a frequency is no angular speed: give it in rpm or rad/s",
        ),
        ("arm.tip.x (mm),arm.tip.x (m)", r"'arm.tip.x \(mm\)' and 'arm.tip.x \(m\)' are both arm.tip.x; leave one"),
        ("arm.tip.x,arm.tip.x", "there are two columns 'arm.tip.x'"),
        ("arm.tp.x (mm)", "no column is named like a channel; the first is 'arm.tp.x'; did you mean 'arm.tip.x'"),
    ],
)
def test_columns_of_another_kind_or_of_no_channel_are_refused(model: Path, heading: str, words: str) -> None:
    run = lw.load(model).run()
    file = model.parent / "other.csv"
    more = ",1" * heading.count(",")
    file.write_text(f"t (ms),{heading}\n0,199{more}\n1000,-84{more}\n")
    with pytest.raises(LinkworkError, match=words):
        run.plot("arm.tip.x", beside=file)


def test_a_fit_refuses_data_in_a_unit_of_another_kind(model: Path) -> None:
    m = lw.load(model)
    data = {"t": [0.0, 0.5, 1.0], "arm.tip.x (N)": [0.2, 0.108, -0.083]}
    with pytest.raises(LinkworkError, match=r"is in N, and arm\.tip\.x is in m"):
        m.fit(data, free={"l": (0.1, 0.4)}, analysis="kinematics")
    del data["arm.tip.x (N)"]
    data["arm.tip.x (mm)"] = [200.0, 108.06, -83.23]
    found = m.fit(data, free={"l": (0.1, 0.4)}, analysis="kinematics")
    assert found.parameters["l"] == pytest.approx(0.2, rel=1e-3)


def test_the_times_are_those_of_the_column_that_is_named_so() -> None:
    """A temperature is none, nor is another column beside `t`; the index of a frame is one where no column is."""
    pandas = pytest.importorskip("pandas")
    hot = {"T (K)": [300.0, 310.0], "time": [5.0, 6.0], "t (ms)": [0.0, 1.0]}
    read = read_table(hot)
    assert read["t"].tolist() == [0.0, 1e-3] and read["T"].tolist() == [300.0, 310.0]
    assert read_table({"T (K)": [300.0], "time (ms)": [5.0]})["t"].tolist() == [5e-3]
    assert read_table({"T": [0.0, 2.0]})["t"].tolist() == [0.0, 2.0]
    assert "t" not in read_table({"T (K)": [300.0]})
    with pytest.raises(LinkworkError, match=r"'time \(mm\)' is in mm, and t is in s"):
        read_table({"time (mm)": [1.0]})
    with pytest.raises(LinkworkError, match="are both t"):
        read_table({"t (s)": [1.0], "t (ms)": [1.0]})
    assert read_table(pandas.DataFrame({"time (ms)": [5.0], "x": [1.0]}))["t"].tolist() == [5e-3]
    indexed = read_table(pandas.DataFrame({"T": [300.0], "x": [1.0]}, index=[0.5]))
    assert indexed["t"].tolist() == [0.5] and indexed["T"].tolist() == [300.0]
