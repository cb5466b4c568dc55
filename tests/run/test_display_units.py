"""Display units: one setting in the file, seen in plots, the page, reports, CSV and sliders; computing stays in SI."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.formats.model_file import dumps, loads
from linkwork.mechanism.dimensions.bare import units_of_bare
from linkwork.mechanism.display_units import DisplayUnits
from linkwork.report.data import parameters_table
from linkwork.report.results import driver_parts, reaction_parts
from linkwork.serve.parameters import described, with_number
from linkwork.view.figures.ticks import EngineeringFormatter
from linkwork.view.scene import build_scene

MODEL = """
linkwork: 1
name: press
units: {length: mm, angle: deg, force: kN, speed: rpm}
parameters: {r: 40 mm, l: 0.15 m, w: 60 rpm, n: 3}
bodies:
  crank: {estimate: [0, 0, 30 deg]}
  rod: {estimate: [0.1, 0.01, -5 deg]}
  block: {estimate: [0.18, 0, 0], mass: {mass: 3 t, inertia: 1}}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, {crank: [0, 0]}]}
  A: {type: revolute, between: [{crank: [r, 0]}, {rod: [0, 0]}]}
  B: {type: revolute, between: [{rod: [l, 0]}, {block: [0, 0]}]}
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {block: [[0, 0], [1, 0]]}]}
drivers:
  motor: {type: angle, joint: O, value: w*t}
analysis: {inverse_dynamics: {until: 1 s, points: 5}}
"""


@pytest.fixture(scope="module")
def run() -> Any:
    return loads(MODEL).run(progress=False)


def test_computing_stays_in_si_units(run: Any) -> None:
    assert run.unit("block.x") == "m"
    assert run["block.x"][0] == pytest.approx(0.19)


@pytest.mark.parametrize(
    ("channel", "value", "unit"),
    [
        ("block.x", 190.0, "mm"),
        ("block.ax", -0.04 * (2 * np.pi) ** 2 * (1 + 0.04 / 0.15) * 1e3, "mm/s²"),
        ("crank.angle", 0.0, "deg"),
        ("crank.omega", 60.0, "rpm"),
        ("B.fx", -3.0 * 0.04 * (2 * np.pi) ** 2 * (1 + 0.04 / 0.15), "kN"),
        ("energy.kinetic", 0.0, "J"),
    ],
)
def test_channels_are_shown_in_the_units_of_the_file(run: Any, channel: str, value: float, unit: str) -> None:
    shown, text = run.shown(channel)
    assert text == unit
    assert shown[0] == pytest.approx(value, rel=1e-9, abs=1e-9)


def test_round_off_is_shown_as_zero(run: Any) -> None:
    assert np.all(run.shown("block.y")[0] == 0.0)
    assert np.all(run.shown("crank.alpha")[0] == 0.0)
    assert run.shown("A.torque")[0] == pytest.approx(0.0, abs=0.0)


def test_plots_pages_tables_and_files_use_them(run: Any, tmp_path: Path) -> None:
    figure = run.plot("block.x", "B.force")
    assert [axes.get_ylabel() for axes in figure.axes] == ["block.x [mm]", "B.force [kN]"]
    scene = build_scene(run, channels=["block.x"])
    assert scene["units"] == {"block.x": "mm"}
    assert scene["channels"]["block.x"][0] == pytest.approx(190.0)
    assert scene["forces"]["units"]["force"] == [pytest.approx(1e-3), "kN"]
    run.to_csv(tmp_path / "run.csv", "block.x", "B.force")
    with open(tmp_path / "run.csv", encoding="utf-8") as file:
        head, first = list(csv.reader(file))[:2]
    assert head == ["t (s)", "block.x (mm)", "B.force (kN)"]
    assert float(first[1]) == pytest.approx(190.0)
    forces = reaction_parts(run)[0]
    assert forces.head[2:5] == ("peak (kN)", "fx, fy (kN)", "at (mm)")
    assert driver_parts(run)[0].rows[0][0] == "motor (kN mm)"
    assert "force (kN)" in run.reactions()


def test_sliders_move_in_display_units_and_write_them() -> None:
    units = loads(MODEL).units
    values = {"r": "40 mm", "l": "0.15 m", "w": "60 rpm", "n": "3"}
    shown = {one["name"]: (one["value"], one["unit"]) for one in described(values, values, {}, units)}
    assert shown == {"r": (40.0, "mm"), "l": (150.0, "mm"), "w": (pytest.approx(60.0), "rpm"), "n": (3.0, "")}
    assert with_number("l", "0.15 m", 160.0, units) == "160 mm"
    assert with_number("n", "3", 4.0, units) == "4"


BARE = """
linkwork: 1
name: press
units: {length: mm, angle: deg, force: kN, speed: rpm}
parameters: {r: 0.04, l: 3*r, k: 2000, w: 6, m: 2, n: 3, phi: 0.5, both: 2}
bodies:
  crank: {estimate: [0, 0, phi], mass: {mass: m, inertia: both}}
  rod: {estimate: [r, 0, 0], points: {B: [l, 0]}, mass: {mass: both, inertia: n*r^2}}
joints:
  O: {type: revolute, between: [ground, crank]}
  A: {type: revolute, between: [{crank: [r, 0]}, rod]}
drivers:
  motor: {type: angle, joint: O, value: phi + w*t}
forces:
  s: {type: spring, between: [ground, {rod: [l, 0]}], stiffness: k, free_length: 2*r}
"""


def test_a_bare_parameter_is_shown_in_the_unit_of_the_places_that_take_it() -> None:
    m = loads(BARE)
    meant = units_of_bare(m)  # `both` is a mass and an inertia, `n` a factor: they stay as they are
    assert meant == {"r": "m", "l": "m", "k": "N/m", "w": "rad/s", "m": "kg", "phi": "rad"}
    values = {name: str(value) for name, value in m.parameters_by_name.items()}
    shown = {one["name"]: (one["value"], one["unit"]) for one in described(values, values, {}, m.units, meant)}
    assert shown["r"] == (40.0, "mm") and shown["l"] == (120.0, "mm") and shown["k"] == (0.002, "kN/mm")
    assert shown["w"] == (pytest.approx(57.2957795), "rpm") and shown["phi"] == (pytest.approx(28.6478898), "deg")
    assert shown["m"] == (2.0, "kg") and shown["n"] == (3.0, "") and shown["both"] == (2.0, "")
    assert with_number("r", "0.04", 50.0, m.units, "m") == "50 mm"  # 50 alone would be fifty metres
    assert with_number("m", "2", 3.0, m.units, "kg") == "3" and with_number("n", "3", 4.0, m.units) == "4"
    rows = {row[0]: row[2:] for row in parameters_table(m).rows}
    assert rows["r"] == ("40", "mm") and rows["both"] == ("2", "")


def test_python_and_file_say_the_same_and_a_preset_is_one_word() -> None:
    m = loads(MODEL.replace("units: {length: mm, angle: deg, force: kN, speed: rpm}", "units: in-lbf-s"))
    assert "units: in-lbf-s" in dumps(m)
    other = lw.Planar("press")
    other.set_units("in-lbf-s")
    assert other.units == m.units
    assert m.units.shown("m/s²") == (pytest.approx(1 / 0.0254), "in/s²")
    assert m.units.shown("N m") == (pytest.approx(8.8507457676), "lbf in")
    other.set_units("mm-N-s", angle="rad")
    assert other.units.shown("rad") == (1.0, "rad")
    assert other.units.shown("N m") == (pytest.approx(1e3), "N mm")
    assert DisplayUnits().shown("N m") == (1.0, "N m")


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ("{length: kg}", "units: length: 'kg' is no unit of a length, such as m"),
        ("{length: foo}", "unknown unit 'foo'"),
        ("{size: mm}", "'size' is not known here"),
        ("cm-N-s", "units: must be 'mm-N-s' or 'in-lbf-s'; found 'cm-N-s'"),
    ],
)
def test_units_that_are_none_are_refused_with_their_line(units: str, message: str) -> None:
    with pytest.raises(LinkworkError, match=rf":4:\d+: .*{message}"):
        loads(MODEL.replace("units: {length: mm, angle: deg, force: kN, speed: rpm}", f"units: {units}"))


@pytest.mark.parametrize(
    ("ticks", "texts", "power"),
    [
        ([0.0, 0.25, 0.5], ["0.00", "0.25", "0.50"], 0),
        ([-1e-17, 0.1, 0.2], ["0.0", "0.1", "0.2"], 0),
        ([0.0, 2e5, 4e5], ["0", "200", "400"], 3),
        ([-2e-5, 0.0, 2e-5], ["\N{MINUS SIGN}20", "0", "20"], -6),
        ([1.5e6, 1.75e6], ["1.50", "1.75"], 6),
    ],
)
def test_ticks_are_in_engineering_form(ticks: list[float], texts: list[str], power: int) -> None:
    formatter = EngineeringFormatter()
    assert formatter.format_ticks(ticks) == texts
    assert formatter.power == power


def test_drawings_tell_lengths_in_the_unit_that_was_chosen() -> None:
    m = lw.Planar("crank")
    m.units = DisplayUnits(length="mm")
    crank = m.body("crank", (0, 0, 0), points={"end": (0.2, 0)})
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    axes = m.assemble().draw().axes[0]
    axes.figure.canvas.draw()
    texts = [text.get_text().replace("\N{MINUS SIGN}", "-") for text in axes.get_xticklabels()]
    assert axes.get_xlabel() == "x [mm]" and axes.get_ylabel() == "y [mm]"
    assert [float(text) for text in texts] == pytest.approx([1e3 * float(at) for at in axes.get_xticks()], abs=1e-6)


def test_the_grid_of_a_spatial_drawing_is_round_in_the_unit_that_was_chosen() -> None:
    m = lw.Spatial("bar")
    m.units = DisplayUnits(length="in")
    bar = m.body("bar", (0, 0, 0), points={"end": (0.9, 0, 0)})
    m.revolute("O", m.ground, bar, at=[0, 0, 0], axis=[0, 1, 0])
    texts = [text.get_text() for text in m.assemble().draw().axes[0].texts]
    assert "grid 5 in" in texts or "grid 10 in" in texts
