"""Direct differentiation, the chain in complex numbers, differences and the adjoint give the same derivatives."""

from __future__ import annotations

from math import cos, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.sensitive_models import engine, hanging_mass, spatial_engine
from linkwork.analysis.sensitivity.result import Sensitivity

RESPONSES = ["slider.x", "max(abs(motor.torque))", "peak(A.force)", "final(energy.driven)", "integral(slider.ax**2)"]
EXAMPLES = Path(__file__).parents[3] / "examples"
GRID: dict[str, Any] = {"until": 0.6, "points": 25}


def apart(one: Sensitivity, other: Sensitivity) -> float:
    """The largest difference of derivatives, in shares of the largest derivative of the same response."""
    worst = 0.0
    for of in one.of:
        size = max(float(np.max(np.abs(one[of, to]))) * one.parameters[to] for to in one.to)
        for to in one.to:
            worst = max(worst, float(np.max(np.abs(one[of, to] - other[of, to]))) * one.parameters[to] / size)
    return worst


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_in_the_plane_one_factor_for_all_parameters_gives_what_complex_numbers_give(formulation: str) -> None:
    asked = {"analysis": "inverse_dynamics", "formulation": formulation, **GRID}
    direct, chain = (engine().sensitivity(RESPONSES, method=method, **asked) for method in ("direct", "complex"))
    assert apart(direct, chain) < 1e-10


def test_in_space_one_factor_for_all_parameters_gives_what_complex_numbers_give() -> None:
    responses = ["slider.x", "max(abs(motor.torque))", "peak(B.force)", "rod.roll", "final(energy.kinetic)"]
    m = spatial_engine()
    direct = m.sensitivity(responses, analysis="inverse_dynamics", method="direct", **GRID)
    chain = m.sensitivity(responses, analysis="inverse_dynamics", method="complex", **GRID)
    assert apart(direct, chain) < 1e-10


def test_differences_come_near_and_leave_the_mechanism_as_it_was() -> None:
    m = engine()
    before = dict(m.parameters_by_name)
    direct = m.sensitivity(RESPONSES, ["r", "l", "w"], analysis="inverse_dynamics", **GRID)
    near = m.sensitivity(RESPONSES, ["r", "l", "w"], analysis="inverse_dynamics", method="differences", **GRID)
    assert apart(direct, near) < 1e-7
    assert m.parameters_by_name == before


@pytest.mark.parametrize("analysis", ["equilibrium", "linearise"])
def test_differences_come_near_at_rest(analysis: str) -> None:
    responses = ["block.y"] if analysis == "equilibrium" else ["frequency(1)", "damping(1)"]
    m = hanging_mass()
    direct = m.sensitivity(responses, analysis=analysis)
    near = m.sensitivity(responses, analysis=analysis, method="differences")
    assert apart(direct, near) < 1e-8


def test_simulations_are_differentiated_forwards_and_backwards_alike() -> None:
    m = hanging_mass()
    asked: dict[str, Any] = {"analysis": "simulate", "until": 0.5, "points": 26, "hold": {"block.y": -0.55}}
    asked["rtol"] = 1e-10
    responses = ["final(block.y)", "max(block.vy)", "integral(block.y)"]
    direct = m.sensitivity(responses, **asked)
    assert apart(direct, m.sensitivity(responses, method="adjoint", **asked)) < 1e-9
    assert apart(direct, m.sensitivity(responses, method="differences", **asked)) < 1e-6


def test_a_function_of_the_run_is_differentiated() -> None:
    def stroke(run: Any) -> Any:
        return run["slider.x"][0] - run["slider.x"][-1]

    found = engine().sensitivity([stroke, "initial(slider.x) - final(slider.x)"], "l", **GRID)
    assert found["stroke", "l"] == pytest.approx(found["initial(slider.x) - final(slider.x)", "l"], rel=1e-13)


def test_parameters_defined_by_others_count_as_the_others() -> None:
    m = lw.Planar("two rods")
    m.parameters(a=0.5)
    m.parameters(b="2*a")
    bar = m.body("bar", points={"tip": ("b", 0)})
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("motor", joint="O", angle="t")
    found = m.sensitivity("initial(bar.tip.x)", until=1.0, points=3)
    assert found.to == ("a",)
    assert found["initial(bar.tip.x)", "a"] == pytest.approx(2.0, rel=1e-14)


def test_the_time_of_an_impact_is_differentiated_exactly() -> None:
    m = lw.load(EXAMPLES / "bouncing-block.yaml")
    found = m.sensitivity("time(C)", ["b", "m"], analysis="simulate", until=0.45, points=10)
    assert found.method == "direct"
    falls = sqrt(2 * (1 - 0.2 * sin(0.4) - 0.1 * cos(0.4)) / 9.81)
    assert found.values["time(C)"] == pytest.approx(falls, rel=1e-9)
    assert found["time(C)", "b"] == pytest.approx(-sin(0.4) / (9.81 * falls), rel=1e-9)
    assert found["time(C)", "m"] == pytest.approx(0.0, abs=1e-12)


def test_the_integrator_is_the_solver_of_the_simulation() -> None:
    m = hanging_mass()
    asked: dict[str, Any] = {"analysis": "simulate", "until": 0.3, "points": 7, "hold": {"block.y": -0.55}}
    usual = m.sensitivity("final(block.y)", **asked)
    other = m.sensitivity("final(block.y)", solver="rk4", step=1e-3, **asked)
    assert apart(usual, other) < 1e-6
