"""What a model file asks for and the forces, signals and events in it: errors with file, line and column."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from linkwork.base.errors import ModelFileError
from linkwork.cli.main import app
from linkwork.formats.model_file import loads
from linkwork.mechanism.model_requests import FormulationName, MethodName

GOOD = """\
linkwork: 1
name: pendulum
bodies:
  bob: {mass: {mass: 1, center: [0.5, 0], inertia: 0.1}}
joints:
  pin: {type: revolute, between: [ground, bob]}
forces:
  coil: {type: torsion_spring, between: [ground, bob], stiffness: 3}
  stop: {type: end_stop, joint: pin, upper: 2, stiffness: 100}
signals:
  speed: {type: signal, value: 2*bob.omega}
events:
  through: {when: bob.angle, put: {}}
gravity: [0, -9.81]
analysis:
  simulate:
    until: 1
    points: 11
    method: dop853
    hold: {bob.angle: 0.4}
    speeds: {bob.omega: -1}
"""

CHANGES = [
    ("method", "method: dop853", "method: euler", "19:13", "method: must be 'dop853', 'adams'.*found 'euler'"),
    ("no step", "method: dop853", "method: rk4", "19:13", "method 'rk4' has a fixed step; give its length"),
    ("bad step", "method: dop853", "step: -1 ms", "19:", "step '.*' must be greater than zero"),
    ("formulation", "method: dop853", "formulation: best", "19:18", "formulation: must be 'auto'"),
    ("rho", "method: dop853", "rho: 2", "19:10", "rho: "),
    ("held", "hold: {bob.angle", "hold: {bub.angle", "20:12:", "simulate: 'bub.angle' cannot be held"),
    (
        "rate",
        "speeds: {bob.omega",
        "speeds: {bub.omega",
        "21:14:",
        "initial rate 'bub.omega': there is no body or joint",
    ),
    ("spring", "between: [ground, bob], stiff", "between: [ground, rod], stiff", "8:50", "force 'coil': .*'rod'"),
    ("number", "stiffness: 100", "stiffness: -100", "9:59", "force 'stop': stiffness must not be negative"),
    ("law", "stiffness: 3}", "torque: 2*nope.x}", "8:", "force 'coil': .*nope"),
    ("signal", "2*bob.omega", "2*bub.omega", "11:", "signal 'speed': .*bub"),
    ("event", "when: bob.angle", "when: bub.angle", "13:", "event 'through': .*bub"),
    ("flag", "put: {}", "put: {on: 1}", "13:3", "event 'through': 'on' is not a flag"),
    ("jump", "put: {}", "jump: {zz.vx: -1}", "13:3", "event 'through': jump of 'zz.vx': there is no body"),
]


@pytest.mark.parametrize(
    ("old", "new", "place", "words"), [change[1:] for change in CHANGES], ids=[c[0] for c in CHANGES]
)
def test_errors_name_the_line_of_the_part(old: str, new: str, place: str, words: str, tmp_path: Path) -> None:
    assert old in GOOD
    with pytest.raises(ModelFileError, match=rf"^a\.yaml:{place}.*{words}"):
        loads(GOOD.replace(old, new), "a.yaml")
    path = tmp_path / "a.yaml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    assert CliRunner().invoke(app, ["run", str(path), "--out", str(tmp_path / "out")]).exit_code == 2


def test_a_model_file_knows_all_methods_and_formulations() -> None:
    from linkwork.system.formulations.formulations import FORMULATIONS
    from linkwork.system.methods.methods import NAMES

    assert set(get_args(MethodName)) == set(NAMES)
    assert set(get_args(FormulationName)) == {"auto", "cartesian", *FORMULATIONS}


def test_a_simulation_takes_held_values_settings_and_damping_from_the_file() -> None:
    run = loads(GOOD).run(progress=False)
    assert run["bob.angle"][0] == pytest.approx(0.4) and run["bob.omega"][0] == pytest.approx(-1)
    text = GOOD.replace("method: dop853", "formulation: baumgarte\n    settings: {alpha: 7}")
    assert loads(text).run(progress=False).moment.options.settings["alpha"] == 7
    damped = loads(GOOD.replace("method: dop853", "method: alpha\n    rho: 0.3")).run(progress=False)
    assert damped.moment.options.rho == 0.3


def test_the_command_tells_events_with_their_time_and_gravity(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD, encoding="utf-8")
    done = CliRunner().invoke(app, ["run", str(path), "--out", str(tmp_path / "out")])
    assert done.exit_code == 0
    when = next(event.t for event in loads(GOOD).run(progress=False).events if event.kind == "event")
    assert f"t = {when:.6g} s: event 'through': its number falls through zero" in done.output
    assert "gravity: (0, -9.81) m/s^2" in done.output


REST = GOOD.partition("analysis:")[0] + "analysis: {equilibrium: {near: {bob.angle: -1.2}, method: equations}}\n"


def test_an_equilibrium_is_looked_for_near_the_values_of_the_file(tmp_path: Path) -> None:
    from linkwork.cli.equilibrium import leave_rest

    m = loads(REST)
    files = leave_rest(m, tmp_path, "rest")
    wanted = m.equilibrium("equations", near={"bob.angle": -1.2})
    assert f"{wanted['bob.angle']:.6g}" in files[0].read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("method: equations", "all: true"), "'near' is for one position of rest"),
        (("near: {bob", "near: {bub"), "'bub.angle' cannot be held"),
        (("-1.2", "-q"), "unknown name 'q'"),
    ],
)
def test_values_near_which_nothing_rests_are_refused(change: tuple[str, str], words: str) -> None:
    with pytest.raises(ModelFileError, match=rf"^a\.yaml:15:.*analysis: equilibrium: .*{words}"):
        loads(REST.replace(*change), "a.yaml")
