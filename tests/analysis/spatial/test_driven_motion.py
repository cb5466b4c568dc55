"""Simulations in space in which drivers move some joints and forces the others: motion, power and energy balance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import simpson

import linkwork as lw
from linkwork.analysis.verify.agreement import deviation
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}


def robot(law: str = "0.8*sin(3*t) + t^2") -> lw.Spatial:
    """A driven column, a free arm with a spring and a damper, a driven wrist, and a ball on it that swings."""
    m = lw.Spatial("robot")
    m.set_gravity(0, 0, -9.81)
    m.body("column", (0, 0, 0.2), mass={"mass": 3.0, "inertia": [0.1, 0.1, 0.05]})
    m.body("arm", (0.3, 0, 0.4), mass={"mass": 2.0, "center": [0.05, 0.02, 0], "inertia": [0.02, 0.1, 0.1]})
    m.body("hand", (0.7, 0, 0.4), mass={"mass": 1.0, "inertia": [0.02, 0.01, 0.02]})
    m.body("load", (0.7, 0, 0.2), mass={"mass": 0.5, "inertia": [0.002, 0.002, 0.001]})
    m.revolute("A", "ground", "column", at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("B", "column", "arm", at=(0, 0, 0.4), axis=(0, 1, 0))
    m.cylindrical("C", "arm", "hand", at=(0.6, 0, 0.4), axis=(1, 0, 0))
    m.spherical("D", "hand", "load", at=(0.7, 0, 0.4))
    m.drive("turn", joint="A", angle=law)
    m.drive("push", joint="C", position="0.1*sin(5*t)", freedom="position")
    m.joint_spring("hold", "B", stiffness=80, damping=1.5, free=-0.1)
    return m


def power(run: Run) -> np.ndarray:
    """Power of the drivers, from their torques and forces and the rates of what they drive."""
    axis = [run[f"axis(arm, x).{label}"] for label in "xyz"]
    force = sum(run[f"push.f{label}"] * part for label, part in zip("xyz", axis, strict=True))
    found: np.ndarray = run["turn.tz"] * run["A.omega"] + force * run["C.speed"]
    return found


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_driven_and_free_joints_move_together_in_every_formulation(formulation: str) -> None:
    reference = robot().simulate(0.5, 6, formulation="projection", **EXACT)
    run = robot().simulate(0.5, 6, formulation=formulation, check_energy=True, **EXACT)
    assert float(deviation(run, reference).largest[-1]) < 1e-8
    assert np.allclose(run["A.angle"], 0.8 * np.sin(3 * run.t) + run.t**2, rtol=0, atol=1e-8)
    assert np.allclose(run["C.position"], 0.1 * np.sin(5 * run.t), rtol=0, atol=1e-8)
    assert any("energy adds up" in note for note in run.notes)
    assert np.max(np.abs(run["energy.balance"])) < 1e-6 * np.max(run["energy.kinetic"])


def test_the_work_of_drivers_is_that_of_their_torques() -> None:
    run = robot().simulate(1.0, 401, **EXACT)
    work = simpson(power(run), x=run.t)
    assert run["energy.driven"][-1] == pytest.approx(work, rel=1e-7)
    change = run["energy.total"][-1] - run["energy.total"][0]
    assert change == pytest.approx(work - run["energy.lost"][-1], rel=1e-7) and run["energy.lost"][-1] > 0.01


@pytest.mark.parametrize(
    ("method", "share"), [("adams", 1e-6), ("radau", 1e-6), ("alpha", 1e-3), ("midpoint", 1e-3), ("trapezoidal", 1e-3)]
)
def test_energy_adds_up_with_every_method(method: str, share: float) -> None:
    fine: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-11}
    run = robot().simulate(
        0.5, 11, method=method, progress=False, **({"step": 0.001} if method in ("midpoint", "trapezoidal") else fine)
    )
    assert run.completed and np.max(np.abs(run["energy.balance"])) < share * np.max(run["energy.kinetic"])


def test_a_driver_with_a_kink_keeps_the_balance() -> None:
    """Its rate jumps at 0.3 s, and with it the energy: the balance holds before and behind."""
    run = robot("if(t < 0.3, t, 0.3 + 0*t)").simulate(0.29, 11, **EXACT)
    assert np.max(np.abs(run["energy.balance"])) < 1e-7


def test_a_mechanism_that_drivers_move_wholly_is_simulated_too() -> None:
    m = robot()
    m.drive("lift", joint="B", angle="0.2*t")
    m.drive("roll", joint="C", angle="2*t", freedom="angle")
    m.joints.pop("D")
    m.revolute("D", "hand", "load", at=(0.7, 0, 0.4), axis=(0, 1, 0))
    m.drive("swing", joint="D", angle="sin(4*t)")
    run = m.simulate(0.5, 6, check_energy=True, **EXACT)
    inverse = m.inverse_dynamics(0.5, 6, progress=False)
    assert float(deviation(run, inverse).largest[-1]) < 1e-9
    for name in ("turn.tz", "A.fx", "C.ty", "D.force"):
        assert np.allclose(run[name], inverse[name], rtol=0, atol=1e-7 * np.max(np.abs(inverse[name]))), name
    assert any("energy adds up" in note for note in run.notes)
