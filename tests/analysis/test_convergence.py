"""Order of every integration method, measured on a slider-crank with springs against DOP853 at 1e-13."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import slider_crank
from linkwork.base.errors import AnalysisError

START = {"hold": {"crank.angle": 0.7}, "speeds": {"crank.omega": 2.0}, "progress": False}


def machine() -> lw.Planar:
    """Mass centres off the frames' origins, gravity in an odd direction, a spring and a coil: no friction."""
    m = slider_crank()
    m.drivers.clear()
    m._changed()
    m.mass("crank", mass=2, center=(0.8, 0.1), inertia=0.3)
    m.mass("rod", mass=3, center=(0.2, -0.05), inertia=1.2)
    m.mass("slider", mass=4, inertia=0.1)
    m.set_gravity(0.7, -9.81)
    m.spring("spring", m.ground.at(7, 0.5), "slider", stiffness=300, free_length=1.5)
    m.torsion_spring("coil", "crank", "rod", stiffness=20, free_angle=0.4)
    return m


@cache
def reference() -> np.ndarray:
    run = machine().simulate(0.5, 2, rtol=1e-13, atol=1e-14, **START)
    return np.concatenate([run.q[-1], run.v[-1]])


def miss(**options: float | str) -> float:
    run = machine().simulate(0.5, 2, **START, **options)
    assert run.completed
    return float(np.max(np.abs(np.concatenate([run.q[-1], run.v[-1]]) - reference())))


@pytest.mark.parametrize(
    ("method", "steps", "order"),
    [
        ("rk4", (200, 400, 800), 4),
        ("alpha", (100, 200, 400), 2),
        ("midpoint", (50, 100, 200), 2),
        ("trapezoidal", (50, 100, 200), 2),
        ("backward-euler", (800, 1600, 3200), 1),
    ],
)
def test_error_of_fixed_steps_falls_with_the_order(method, steps, order) -> None:
    errors = [miss(method=method, step=0.5 / count, rtol=1e-11, atol=1e-12) for count in steps]
    slope = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert slope == pytest.approx(order, abs=0.3)


@pytest.mark.parametrize("jump", [0.3, 0.6, 0.3331])
@pytest.mark.parametrize(
    ("method", "order"), [("rk4", 4), ("alpha", 2), ("midpoint", 2), ("trapezoidal", 2), ("backward-euler", 1)]
)
def test_a_force_that_jumps_in_time_keeps_the_order(method: str, order: int, jump: float) -> None:
    """Also where the jump lies on the grid of the steps, whose times miss it by a rounding."""
    m = lw.Planar("slider")
    b = m.body("b", estimate=(0.5, 0, 0), mass={"mass": 1, "inertia": 0.1})
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.force("s", b.at(0, 0), x=f"-100*b.x+if(t<{jump},0,30)")
    late, steps = 10 * (1 - jump), (2e-3, 1e-3, 5e-4)
    x, v = 0.5 * np.cos(10) + 0.3 * (1 - np.cos(late)), -5 * np.sin(10) + 3 * np.sin(late)
    errors = []
    for step in steps:
        run = m.simulate(1.0, 11, method=method, step=step, progress=False)
        errors.append(max(abs(run["b.x"][-1] - x), abs(run["b.vx"][-1] - v)))
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.1)


@pytest.mark.parametrize(("method", "order"), [("dop853", 8), ("adams", None), ("radau", 5)])
def test_error_of_variable_steps_is_proportional_to_the_tolerance(method, order) -> None:
    """The error falls as the tolerance, and against the number of steps with the order or better."""
    tolerances = 10.0 ** -np.arange(6, 12)
    errors, steps = [], []
    for tolerance in tolerances:
        run = machine().simulate(0.5, 2, method=method, rtol=tolerance, atol=tolerance, **START)
        errors.append(np.max(np.abs(np.concatenate([run.q[-1], run.v[-1]]) - reference())))
        steps.append(run.statistics["steps"])
    assert np.polyfit(np.log(tolerances), np.log(errors), 1)[0] == pytest.approx(1.0, abs=0.25)
    if order is not None:
        assert -np.polyfit(np.log(steps), np.log(errors), 1)[0] > order - 1.0


def test_error_of_alpha_falls_with_the_tolerance() -> None:
    """Its local error, of order 3, is kept at the tolerance: the global one falls as the power 2/3."""
    tolerances = 10.0 ** -np.arange(4, 9)
    errors = [miss(method="alpha", rtol=tolerance, atol=tolerance) for tolerance in tolerances]
    assert np.polyfit(np.log(tolerances), np.log(errors), 1)[0] == pytest.approx(2 / 3, abs=0.2)


def test_a_method_that_does_not_exist_is_named() -> None:
    with pytest.raises(AnalysisError, match=r"no method 'euler'.*midpoint"):
        machine().simulate(0.1, 2, method="euler", progress=False)
    for method in ("rk4", "midpoint", "trapezoidal"):
        with pytest.raises(AnalysisError, match="fixed step"):
            machine().simulate(0.1, 2, method=method, progress=False)
    with pytest.raises(AnalysisError, match="rho must be from 0"):
        machine().simulate(0.1, 2, method="alpha", rho=1.2, progress=False)
