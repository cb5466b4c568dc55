"""All formulations and methods describe the same motion in space; where one cannot, it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from space_gallery import GALLERY, SPEEDS, disc, governor
from typer.testing import CliRunner

import linkwork as lw
from linkwork.analysis.simulation.singular.singular_crossing import singular_crossing
from linkwork.analysis.verify.agreement import deviation
from linkwork.analysis.verify.verification import ACCURACY, REFUSED
from linkwork.cli.main import app
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS
from linkwork.system.methods.methods import CONVERGING

POSITIONS_ONLY = ("canonical", "joint-canonical", "alpha", "midpoint")
ACCURATE = ("dop853", "adams", "radau")


@pytest.mark.parametrize("name", GALLERY)
def test_all_formulations_and_methods_agree_in_space(name: str) -> None:
    """Accelerations and reactions to ten digits at the same states, motions to eight; the others by their order."""
    found = GALLERY[name]().verify(0.2, points=6, speeds=SPEEDS.get(name), progress=False)
    assert found.ok, found.text()
    assert [trial.formulation for trial in found.formulations] == list(FORMULATIONS)
    refused = {trial.formulation for trial in found.formulations if trial.status == REFUSED}
    assert refused == ({"canonical", "joint-canonical"} if name == "disc" else set())
    for trial in found.formulations:
        if trial.status != REFUSED:
            assert min(trial.digits[what] for what in ("positions", "velocities")) > 8.0, trial
            assert min(trial.digits[what] for what in ("accelerations", "reactions")) > 10.0, trial
            assert trial.violation is not None and trial.violation < 1e-8 and not trial.differences
    assert [trial.method for trial in found.methods] == list(CONVERGING)
    for trial in found.methods:
        assert all(difference.kind == ACCURACY for difference in trial.differences), trial
        if trial.method in ACCURATE:
            assert min(trial.digits.values()) > 7.0, trial


@pytest.mark.parametrize("method", ["midpoint", "trapezoidal", "alpha"])
def test_methods_of_order_two_lose_three_quarters_of_the_error_with_half_the_step(method: str) -> None:
    """Torques across the spin, as those in the arms of a governor, once made the midpoint rule one of order 1."""
    options: dict[str, Any] = {"speeds": SPEEDS["governor"], "progress": False}
    exact = governor().simulate(0.2, 3, rtol=1e-12, atol=1e-13, **options)
    coarse, fine = (governor().simulate(0.2, 3, method=method, step=step, **options) for step in (0.002, 0.001))
    ratio = off(coarse, exact) / off(fine, exact)
    assert 3.7 < ratio < 4.3


def off(run: Run, exact: Run) -> float:
    """How far a run is from the exact one."""
    return float(deviation(run, exact).largest[-1])


def test_the_midpoint_rule_keeps_the_energy_of_a_spinning_mechanism() -> None:
    run = governor().simulate(0.5, 6, method="midpoint", step=0.005, speeds=SPEEDS["governor"], progress=False)
    assert np.ptp(run["energy.total"]) < 1e-11 * np.max(run["energy.kinetic"])


@pytest.mark.parametrize("name", POSITIONS_ONLY)
def test_what_knows_constraints_of_positions_only_refuses_rolling(name: str) -> None:
    given: dict[str, Any] = {"formulation": name} if name in FORMULATIONS else {"method": name, "step": 0.001}
    with pytest.raises(lw.AnalysisError, match=rf"'{name}' .*constraints of positions only; 'floor' rolls.*: use"):
        disc().simulate(0.1, 3, progress=False, **given)


def test_a_driven_mechanism_in_space_is_compared_with_its_kinematics() -> None:
    """Its bodies have no mass, and each is taken for a ball."""
    m = lw.Spatial("driven")
    m.body("crank", (0, 0, 0))
    m.body("arm", (0.3, 0, 0))
    m.revolute("O", "ground", "crank", at=(0, 0, 0), axis=(0, 1, 1))
    m.universal("U", "crank", "arm", at=(0.3, 0, 0), axis=(0, 0, 1), x=(0, 1, 0))
    m.drive("motor", joint="O", angle="3*t + sin(2*t)")
    m.drive("first", joint="U", angle="0.3*sin(3*t)", freedom="first_angle")
    m.drive("second", joint="U", angle="0.5*t", freedom="second_angle")
    found = m.verify(0.5, points=6, methods=["dop853", "radau"], formulations=["projection", "joint"], progress=False)
    assert found.ok and found.driven and any("a ball of 1 kg" in note for note in found.notes)
    assert all(min(trial.digits.values()) > 8.0 for trial in found.trials), found.text()


def test_a_singular_position_on_the_way_is_found_in_space() -> None:
    """A parallelogram turned by 0.6 rad at the start swings back at 2 rad/s and lies flat at 0.3 s."""
    m, turned = lw.Spatial("parallelogram"), {"axis": [0, 0, 1], "angle": 0.6}
    mass = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    m.body("crank", (0, 0, 0), orientation=turned, mass=mass)
    m.body("rocker", (1, 0, 0), orientation=turned, mass=mass)
    m.body("rod", (0.5 + 0.4 * np.cos(0.6), 0.4 * np.sin(0.6), 0), mass=mass)
    m.revolute("O", "ground", "crank", at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("C", "ground", "rocker", at=(1, 0, 0), axis=(0, 0, 1))
    for name, body, x in (("A", "crank", 0.0), ("B", "rocker", 1.0)):
        m.revolute(name, body, "rod", at=(x + 0.4 * np.cos(0.6), 0.4 * np.sin(0.6), 0), axis=(0, 0, 1))
    run = m.simulate(0.5, 21, speeds={"O.omega": -2.0}, progress=False)
    assert run.completed
    assert singular_crossing(run, 13) == pytest.approx(0.3, abs=1e-4)
    assert singular_crossing(run, 4) is None


def test_the_command_verifies_a_model_in_space(tmp_path: Path) -> None:
    path = tmp_path / "slider-crank.yaml"
    GALLERY["slider-crank"]().save(path)
    names = ["--formulations", "projection,joint", "--methods", "radau"]
    result = CliRunner().invoke(app, ["verify", str(path), "--until", "0.1", *names])
    assert result.exit_code == 0, result.output
    assert "agree: 2 formulations and 1 method" in result.output
