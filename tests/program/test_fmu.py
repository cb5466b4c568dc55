"""FMUs: the same motion as our own run, by the calls of FMI 2.0 and 3.0."""

from __future__ import annotations

import math
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.cli.main import app
from program.fmi_calls import Fmu

EXAMPLES = Path(__file__).parents[2] / "examples"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
pytestmark = pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="no C compiler for a .so")


def pendulum() -> lw.Planar:
    m = lw.Planar("pendulum")
    m.parameters(l=0.5)
    m.input_signal("tau", "3*sin(t)", unit="N m")
    bob = m.body("bob", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass=2, center=("l", 0), inertia=0.01)
    m.set_gravity(0, -9.81)
    m.force("motor", bob, torque="tau")
    return m


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_a_pendulum_has_inputs_parameters_outputs_state_and_derivatives(version: str, tmp_path: Path) -> None:
    path = pendulum().fmu(tmp_path / "pendulum.fmu", version, parameters=["l"], outputs=["bob.alpha", "O.fx"])
    it = Fmu(path, tmp_path / version)
    it.start()
    units = {name: (each.find("Real") if it.two else each).get("unit") for name, each in it.variables.items()}
    assert [units[name] for name in ("O.angle", "O.omega", "tau", "bob.alpha", "O.fx")] == [
        "rad",
        "rad/s",
        "N m",
        "rad/s^2",
        "N",
    ]
    angle, length = it.get("O.angle")[0], 0.5

    def exact(tau: float, l1: float) -> float:
        return (tau - 2 * 9.81 * l1 * math.cos(angle)) / (0.01 + 2 * l1 * l1)

    assert it.get("bob.alpha")[0] == pytest.approx(exact(0.0, length), rel=1e-13)
    assert it.set("tau", 2.5) == 0 and it.get("der(O.omega)")[0] == pytest.approx(exact(2.5, length), rel=1e-13)
    assert it.set("l", 0.8) == 0 and it.get("der(O.omega)")[0] == pytest.approx(exact(2.5, 0.8), rel=1e-13)
    assert it.slope("der(O.omega)", "tau") == pytest.approx(1 / (0.01 + 2 * 0.64), rel=1e-13)
    slope = 2 * 9.81 * 0.8 * math.sin(angle) / (0.01 + 2 * 0.64)
    assert it.slope("der(O.omega)", "O.angle") == pytest.approx(slope, rel=1e-13)
    kept = it.keep()
    assert it.step(0.0, 0.1) == 0
    first = it.get("O.angle")[0]
    it.restore(kept)
    assert it.get("O.angle")[0] == angle != first
    assert it.step(0.0, 0.1) == 0 and it.get("O.angle")[0] == first
    assert it.set("bob.alpha", 1.0) != 0


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.filterwarnings("ignore")
def test_the_validator_of_fmpy_has_nothing_to_say(version: str, tmp_path: Path) -> None:
    validation = pytest.importorskip("fmpy.validation")
    top: Any = lw.load(EXAMPLES / "heavy-top.yaml")
    crank: Any = lw.load(EXAMPLES / "gallery/motor-crank.yaml")
    made = [
        pendulum().fmu(
            tmp_path / "pendulum.fmu", version, parameters=["l"], outputs=["bob.alpha", "O.fx"], binary=False
        ),
        top.fmu(tmp_path / "top.fmu", version, binary=False),
        crank.fmu(tmp_path / "crank.fmu", version, binary=False),
    ]
    for path in made:
        assert validation.validate_fmu(str(path)) == []


def test_derivatives_go_through_the_steps_that_close_loops(tmp_path: Path) -> None:
    m: Any = lw.load(EXAMPLES / "gallery/governor.yaml")
    it = Fmu(m.fmu(tmp_path / "it.fmu"), tmp_path / "out")
    it.start(exchange=True)
    states = [each for each in it.variables if each.startswith("der(")]
    asked = [each[4:-1] for each in states]
    begun = it.get(*asked)
    for known in (asked[0], asked[len(asked) // 2], asked[-1]):
        seen = dict[int, Any]()
        h = 1e-4
        for step in (-2, -1, 1, 2):
            it.set(known, begun[asked.index(known)] + step * h)
            seen[step] = it.get(*states)
        it.set(known, begun[asked.index(known)])
        wanted = (8 * (seen[1] - seen[-1]) - (seen[2] - seen[-2])) / (12 * h)
        found = [it.slope(each, known) for each in states]
        assert found == pytest.approx(wanted, abs=1e-6 * max(abs(wanted).max(), 1.0))


def own_run(m: Any, until: float, step: float) -> Any:
    return m.simulate(until=until, points=11, method="rk4", step=step, formulation="joint")


def test_co_simulation_of_loops_is_our_own_run_with_the_same_method_and_steps(tmp_path: Path) -> None:
    m: Any = lw.load(EXAMPLES / "gallery/squeezer.yaml")
    run = own_run(m, 0.005, 1e-5)
    it = Fmu(m.fmu(tmp_path / "squeezer.fmu", "2.0", 1e-5, outputs=["K1.angle", "K7.x"]), tmp_path / "s")
    it.start()
    for number in range(10):
        assert it.step(0.0005 * number, 0.0005) == 0
    assert it.get("K1.angle", "K7.x") == pytest.approx([run["K1.angle"][-1], run["K7.x"][-1]], abs=1e-9)


def test_co_simulation_in_space_with_unit_quaternions_is_our_own_run(tmp_path: Path) -> None:
    m: Any = lw.load(EXAMPLES / "heavy-top.yaml")
    speeds = m.analysis.simulate.speeds
    body = m.system().bodies[0]
    run = m.simulate(until=0.1, points=11, method="rk4", step=1e-4, formulation="joint", speeds=speeds)
    names = [f"{body}.{axis}" for axis in ("omega.x", "omega.y", "omega.z")]
    it = Fmu(m.fmu(tmp_path / "top.fmu", "3.0", 1e-4, speeds=speeds, outputs=names), tmp_path / "top")
    it.start()
    for number in range(10):
        assert it.step(0.01 * number, 0.01) == 0
    wanted = [run[name][-1] for name in names]  # the run's own charts of orientation have other errors of a step
    assert it.get(*names) == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def test_model_exchange_driven_by_another_integrator_gives_the_same_motion(tmp_path: Path) -> None:
    from scipy.integrate import solve_ivp

    m: Any = lw.load(EXAMPLES / "gallery/squeezer.yaml")
    run = m.simulate(until=0.001, points=3, rtol=1e-11, atol=1e-11)
    it = Fmu(m.fmu(tmp_path / "squeezer.fmu", "3.0", outputs=["K1.angle"]), tmp_path / "s")
    it.start(exchange=True)
    count = sum(name.startswith("der(") for name in map(str, it.variables))
    y = it.states(count)
    found = solve_ivp(it.rates, (0, 0.001), y, method="DOP853", rtol=1e-11, atol=1e-12)
    it.rates(0.001, found.y[:, -1])
    assert it.get("K1.angle")[0] == pytest.approx(run["K1.angle"][-1], abs=1e-9)
    assert np.all(np.isfinite(found.y))


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_steps_of_co_simulation_end_where_laws_change(version: str, tmp_path: Path) -> None:
    """A push that turns round at a place, passed four times: with steps over it the speed is off by 0.08 m/s."""
    m = lw.Planar("pushed")
    block = m.body("b")
    m.mass(block, mass=1.0, inertia=1.0)
    m.translational("g", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.force("push", block, "if(x > 0.003, -2, 3) - 40*x", 0)
    run = m.simulate(until=0.4, points=2, rtol=1e-12, atol=1e-13)
    errors = []
    for step in (0.01, 0.005):
        folder = tmp_path / f"{step}"
        folder.mkdir()
        it = Fmu(m.fmu(folder / "pushed.fmu", version, step, outputs=["b.x", "b.vx"]), folder / "open")
        it.start()
        for number in range(10):
            assert it.step(0.04 * number, 0.04) == 0
        errors.append(abs(it.get("b.vx")[0] - run["b.vx"][-1]))
    assert errors[1] < 1e-7 and errors[0] / errors[1] > 6.0, errors


def test_absorbers_that_remember_are_refused(tmp_path: Path) -> None:
    m: Any = lw.load(EXAMPLES / "gallery/train-crash.yaml")
    with pytest.raises(AnalysisError, match=r"fmu: force '.*' remembers whether it yields"):
        m.fmu(tmp_path / "no.fmu")
    with pytest.raises(AnalysisError, match=r"runner: force '.*' remembers whether it yields"):
        m.runner(tmp_path / "no.c", 1e-3)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_one_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    target = tmp_path / "no.fmu"
    with pytest.raises(AnalysisError, match=r"version: expected 2.0 or 3.0; found '1.0'"):
        pendulum().fmu(target, "1.0")
    with pytest.raises(AnalysisError, match="output"):
        pendulum().fmu(target, outputs=["bob.colour"])
    call = CliRunner().invoke(
        app, ["export", str(EXAMPLES / "bouncing-block.yaml"), "--to", "fmu", "--out", str(target)]
    )
    assert call.exit_code == 2 and "a program knows no contacts" in call.output
    assert not list(tmp_path.iterdir())


def test_export_writes_an_fmu(tmp_path: Path) -> None:
    target = tmp_path / "crank.fmu"
    call = CliRunner().invoke(app, ["export", str(EXAMPLES / "slider-crank.yaml"), "--to", "fmu", "--out", str(target)])
    assert call.exit_code == 0 and target.exists(), call.output
