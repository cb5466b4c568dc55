"""The contents of a report: what it says of runs, of failures, of positions of rest."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.formats.model_file import loads
from linkwork.report.format_values import number, si_unit, told
from linkwork.report.gather import gather
from linkwork.report.parts import Content, Motion, Picture, Table, Words
from linkwork.report.subject import Subject, of_mechanism, of_run

FOUR_BAR = """
linkwork: 1
name: four-bar
parameters: {a: 300 mm, b: 2*a, d: 0.9, w: 60 rpm}
bodies:
  crank: {points: {B: [a, 0]}, mass: {mass: 1, center: [a/2, 0], inertia: a^2/12}}
  coupler: {points: {C: [b, 0]}, mass: {mass: 2, center: [b/2, 0], inertia: b^2/6}}
  rocker: {points: {C: [0.4, 0]}, mass: {mass: 1.5, center: [0.2, 0], inertia: 0.02}}
joints:
  A: {type: revolute, between: [ground, crank]}
  B: {type: revolute, between: [crank.B, coupler]}
  C: {type: revolute, between: [coupler.C, rocker.C]}
  D: {type: revolute, between: [{ground: [d, 0]}, rocker]}
drivers:
  motor: {type: angle, joint: A, value: 30 deg + w*t}
gravity: [0, -9.81]
analysis:
  inverse_dynamics: {until: 0.15, points: 31}
"""


def four_bar(**changes: str) -> lw.Planar:
    """A four-bar that turns through 54 degrees; at 0.196 s it would lock up."""
    mechanism = loads(FOUR_BAR)
    if changes:
        mechanism.set(**changes)
    return mechanism


def table(content: Content, section: str, number: int = 0) -> Table:
    """A table of a section."""
    parts = next(each.parts for each in content.sections if each.title == section)
    return [part for part in parts if isinstance(part, Table)][number]


def titles(content: Content) -> list[str]:
    """The sections there are."""
    return [section.title for section in content.sections]


def gathered(mechanism: lw.Planar, **options: object) -> tuple[Subject, Content]:
    """What a mechanism's report is about and what it contains."""
    subject = of_mechanism(mechanism, progress=False, **options)  # type: ignore[arg-type]
    return subject, gather(subject, date=datetime(2026, 3, 1, 12, 0, tzinfo=UTC))


def test_a_report_of_inverse_dynamics_has_every_section() -> None:
    subject, content = gathered(four_bar())
    assert titles(content) == [
        "Drawing",
        "Motion",
        "Plots",
        "Events",
        "Reactions",
        "Drivers",
        "Energy",
        "Mobility",
        "Data",
        "Verification",
        "Solver",
        "Model file",
        "Made with",
    ]
    assert content.verdict.level == "good"
    assert content.date == "01 March 2026, 12:00 UTC"
    run = subject.run
    assert run is not None
    rows = {row[0]: row for row in table(content, "Reactions").rows}
    for name in "ABCD":
        force = run[f"{name}.force"]
        peak = int(np.argmax(force))
        assert rows[name][2] == number(force[peak])
        assert float(rows[name][5]) == pytest.approx(run.t[peak], rel=1e-5)
        assert rows[name][3] == f"({number(run[f'{name}.fx'][peak])}, {number(run[f'{name}.fy'][peak])})"
    assert rows["D"][4] == "(0.9, 0)"


def test_the_driver_gives_the_torque_and_the_work_of_the_energy_balance() -> None:
    subject, content = gathered(four_bar(), verify="none")
    run = subject.run
    assert run is not None
    (row,) = table(content, "Drivers").rows
    assert row[0] == "motor (N m)"
    assert row[1] == number(run["motor.torque"].max())
    assert float(row[7]) == pytest.approx(run["energy.driven"][-1], rel=2e-3)


def test_work_that_comes_back_over_whole_turns_is_told_as_none() -> None:
    m = lw.Planar("slider-crank")
    crank, rod = m.body("crank"), m.body("rod", estimate=(0.1, 0, 0))
    slider = m.body("slider", estimate=(0.5, 0, 0))
    m.mass(slider, mass=2, inertia=0.002)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.1, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.4, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="10*pi*t")
    works = []
    for until in (0.4, 0.25):
        content = gather(of_run(m.inverse_dynamics(until=until, points=201)))
        works.append(table(content, "Drivers").rows[0][-1])
    assert works[0] == "0" and works[1] != "0" and "e-" not in works[1]


def test_parameters_show_formula_value_and_unit() -> None:
    _, content = gathered(four_bar(), verify="none")
    assert table(content, "Data", 0).rows == [
        ("a", "300 mm", "0.3", "m"),
        ("b", "2*a", "0.6", "m"),
        ("d", "", "0.9", "m"),
        ("w", "60 rpm", "6.2832", "rad/s"),
    ]
    assert ("coupler", "2", "(0.3, 0)", "0.06") in table(content, "Data", 1).rows


def test_a_run_that_locks_up_says_so_at_the_top() -> None:
    _, content = gathered(four_bar(), until=1.0)
    assert content.verdict.level == "error"
    assert content.verdict.text.startswith("The run ended early: lock-up at t = 0.196")
    assert table(content, "Events").rows[-1][1] == "lock-up"
    mobility = next(each.parts for each in content.sections if each.title == "Mobility")
    assert not any(isinstance(part, Words) and part.text.startswith("What to do") for part in mobility)
    proof = next(each.parts for each in content.sections if each.title == "Verification")
    assert isinstance(proof[0], Words) and proof[0].level == "good", proof[0]


def test_a_mechanism_that_cannot_be_assembled_gets_a_report_with_the_reason() -> None:
    subject, content = gathered(four_bar(d="2.9"))
    assert subject.run is None
    assert content.verdict == Words(
        "It cannot be assembled. With all others closed, joint 'D' stays open by 1.6 m.", "error"
    )
    assert titles(content) == ["Drawing", "Mobility", "Data", "Verification", "Model file", "Made with"]
    picture = content.sections[0].parts[0]
    assert isinstance(picture, Picture) and picture.caption == "The closest position found."


def test_a_position_of_rest_is_reported_with_its_reactions() -> None:
    text = FOUR_BAR[: FOUR_BAR.index("drivers:")] + "gravity: [0, -9.81]\nanalysis: {equilibrium: {}}\n"
    subject, content = gathered(loads(text))
    assert content.verdict.text.startswith("Stable: every small motion is driven back")
    assert "Motion" not in titles(content)
    force = subject.rests[0].reaction("A")
    rows = {row[0]: row[1:] for row in table(content, "Positions of rest", 1).rows}
    assert rows["A"] == tuple(number(value, 1e-8) for value in force)


def test_reactions_that_are_not_unique_are_marked() -> None:
    text = FOUR_BAR.replace("drivers:", "  C2: {type: revolute, between: [coupler.C, rocker.C]}\ndrivers:")
    _, content = gathered(loads(text), verify="none")
    assert {"C *", "C2 *"} <= {row[0] for row in table(content, "Reactions").rows}
    parts = next(each.parts for each in content.sections if each.title == "Reactions")
    assert isinstance(parts[-1], Words) and parts[-1].text.startswith("* Not unique")
    assert parts[-1].level == "warning"


def test_a_report_of_a_kinematic_run_has_no_forces_and_plots_what_is_asked_for() -> None:
    run = four_bar().kinematics(0.15, 11, progress=False)
    content = gather(of_run(run), [["rocker.angle"], ["coupler.x", "coupler.y"]])
    plots = next(each.parts for each in content.sections if each.title == "Plots")
    assert [part.caption for part in plots if isinstance(part, Picture)] == [
        "rocker.angle over time.",
        "coupler.x, coupler.y over time.",
    ]
    assert not {"Reactions", "Energy", "Verification"} & set(titles(content))
    motion = content.sections[1].parts[0]
    assert isinstance(motion, Motion) and len(motion.scene["poses"]) == 11


def test_the_verification_is_short_unless_asked_otherwise() -> None:
    subject, _ = gathered(four_bar())
    assert subject.verification is not None and subject.verification.ok
    assert len(subject.verification.trials) == 7
    with pytest.raises(AnalysisError, match="report: verify is one of short, full, none; found 'long'"):
        of_mechanism(four_bar(), verify="long")


@pytest.mark.parametrize(
    ("value", "text"),
    [(186558.2, "186560"), (0.0, "0"), (1.5e-9, "1.5e-09"), (123456789.0, "1.2346e+08"), (-0.25, "-0.25")],
)
def test_numbers_have_five_digits(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("text", "unit"),
    [("120 mm", "m"), ("30 deg/s", "rad/s"), ("2 rev/s", "rad/s"), ("a+b", ""), ("3", ""), ("4 kN", "N")],
)
def test_the_unit_of_a_parameter_is_that_of_its_text(text: str, unit: str) -> None:
    assert si_unit(text) == unit


def test_places_are_told_as_an_engineer_writes_them() -> None:
    assert told({"crank": [2, 0.5]}) == "crank (2, 0.5)"
    assert told({"ground": {"at": [0, 1], "axis": [1, 0]}}) == "ground [at (0, 1), axis (1, 0)]"
