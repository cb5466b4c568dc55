"""Names with hyphens, spaces and accents work wherever a name does: models whose names are changed run alike."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.formats.model_file import dumps, loads
from linkwork.mechanism.mechanism import Mechanism

EXAMPLES = Path(__file__).parents[2] / "examples"
CRANK = """
linkwork: 1
name: driven crank
bodies:
  WHEEL: {mass: {mass: 2, inertia: 0.02, center: [0.05, 0]}, points: {RIM: [0.1, 0]}}
  ROD: {mass: {mass: 0.5, inertia: 0.01}, estimate: [0.2, 0, 0]}
joints:
  HUB: {type: revolute, between: [{ground: [0, 0]}, {WHEEL: [0, 0]}]}
  PIN: {type: revolute, between: [WHEEL.RIM, {ROD: [0, 0]}]}
forces:
  BRAKE: {type: joint_spring, joint: HUB, stiffness: 0, damping: 0.01}
  PUSH: {type: force, on: {ROD: [0, 0]}, x: "-2*(qWHEEL.omega - 3) + qGOAL", y: 0.1*qWHEEL.qRIM.vy}
signals:
  GOAL: {type: signal, value: "2*sin(t) + 0.1*qSUM"}
  SUM: {type: state, rate: "qWHEEL.omega - 0.1*qSUM"}
circuits:
  SUPPLY:
    parts:
      CELL: {type: voltage_source, between: [HIGH, ground], voltage: "12 + 0*qGOAL"}
      CHOPPER: {type: pwm_bridge, supply: [HIGH, ground], load: [LOW, ground], duty: 0.6}
      COIL: {type: inductor, between: [LOW, INNER], inductance: 0.01}
      DRIVE: {type: dc_motor, between: [INNER, ground], joint: HUB, constant: 0.05, resistance: 1}
      SHUNT: {type: resistor, between: [LOW, ground], resistance: 50}
  PRESS:
    parts:
      FEED: {type: pump, between: [ground, LINE], flow: 1e-5*abs(qWHEEL.omega)}
      THROTTLE: {type: orifice, between: [LINE, ground], area: 2e-6}
      STORE: {type: volume, at: LINE, volume: 1e-4, bulk_modulus: 1e8}
analysis: {simulate: {until: 0.2, points: 11}}
channels: {RATIO: "qSUPPLY.qDRIVE.torque/qWHEEL.omega"}
output:
  plots: [[WHEEL.RIM.x, RATIO], [SUPPLY.DRIVE.current], [PRESS.LINE.pressure]]
  traces: [WHEEL.RIM]
"""
PLAIN, ODD = "{}_1", "{}-é 1"
_WORD = re.compile(r"\b(q?)([A-Z]{3,})\b")


def crank(pattern: str) -> str:
    """The model with every name in capitals written by a pattern; q before a name in a formula puts it in quotes."""

    def name(match: re.Match[str]) -> str:
        written = pattern.format(match[2].lower())
        return f"'{written}'" if match[1] else written

    return _WORD.sub(name, CRANK)


def same(m: Mechanism, other: Mechanism, plain: str, odd: str) -> None:
    one, two = (each.simulate(0.2, 11, progress=False) for each in (m, other))
    assert len(one.channels()) > 40
    for channel in one.channels():
        there = channel.replace(plain, odd)
        np.testing.assert_allclose(two[there], one[channel], rtol=1e-9, atol=1e-12, err_msg=channel)


def test_names_of_bodies_points_joints_forces_signals_and_circuits_may_hold_hyphens_spaces_and_accents() -> None:
    plain, odd = loads(crank(PLAIN)), loads(crank(ODD))
    assert odd.check().ok == plain.check().ok
    same(plain, odd, "_1", "-é 1")
    again = loads(dumps(odd))
    assert dumps(again) == dumps(odd)
    same(plain, again, "_1", "-é 1")


def test_their_page_and_their_report_are_written(tmp_path: Path) -> None:
    m = loads(crank(ODD))
    run = m.simulate(0.2, 11, progress=False)
    run.animate(tmp_path / "page.html")
    run.report(tmp_path / "report.html")
    for name in ("page.html", "report.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "supply-é 1" in text


@pytest.mark.parametrize("name", ["t", "sin", "pi"])
def test_a_signal_cannot_have_a_name_that_formulas_use(name: str) -> None:
    m = lw.Planar("signals")
    with pytest.raises(LinkworkError, match=f"signal '{name}': this name means"):
        m.signal(name, "2*t")


@pytest.mark.parametrize(
    ("channel", "message"),
    [
        ("'arn@gauge'.angle", "body 'arn' is not defined; did you mean 'arm'"),
        ("'arm@gauges'.angle", "body 'arm' has no interface 'gauges'; did you mean 'gauge'"),
        ("'hub@gauge'.angle", "body 'hub' is rigid and has no interfaces"),
    ],
)
def test_an_interface_that_is_not_there_is_told(channel: str, message: str) -> None:
    text = (EXAMPLES / "gallery" / "strain-feedback.yaml").read_text(encoding="utf-8")
    with pytest.raises(LinkworkError, match=message):
        loads(text.replace("'arm@gauge'.angle", channel)).simulate(0.01, 2, progress=False)


def test_a_formula_that_begins_with_a_quote_is_told_how_to_stand_in_yaml() -> None:
    text = crank(ODD).replace("\"'supply-é 1'", "'supply-é 1'").replace('omega"}', "omega}")
    with pytest.raises(LinkworkError, match=r":30:.*stands in double quotes, as in \"'left arm'.omega\*2\""):
        loads(text)
