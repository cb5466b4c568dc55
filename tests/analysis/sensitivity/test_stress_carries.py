"""Stress and deflection carry derivatives as all channels do, and the adjoint knows all nodes of a cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.numerics.analytic import carrying, derivative
from linkwork.numerics.analytic_matrices import determinant, eigenvalues
from mechanism.test_flexible_body import pendulum


def rubber(order: int = 1, law: str = "neo-hooke") -> lw.Planar:
    m = lw.Planar("rubber")
    m.parameters(E=1e5, ratio=0.3, rho=1000.0)
    m.hyperelastic(
        "b",
        shape={"type": "rectangle", "size": (1, 0.25), "divisions": (2, 1)},
        material={"youngs_modulus": "E", "poissons_ratio": "ratio", "density": "rho"},
        thickness=0.2,
        damping=0.02,
        order=order,
        law=law,
        sets={"left": {"face": "-x"}},
        attached={"left": "ground"},
    )
    m.set_gravity(0, -1)
    return m


def slopes(m: lw.Planar, of: list[str], to: list[str], method: str, **more: Any) -> list[float]:
    told = m.sensitivity(of, to, method=method, **more)
    return [float(told.derivatives[channel, name]) for channel in of for name in to]


@pytest.mark.parametrize(("order", "law"), [(1, "neo-hooke"), (2, "saint-venant")])
def test_stress_of_a_solid_in_motion_by_all_methods(order: int, law: str) -> None:
    m, of, to = rubber(order, law), ["final(b.stress)", "final(b_5.y)"], ["E", "ratio", "rho"]
    more: dict[str, Any] = {"analysis": "simulate", "until": 0.1, "points": 4}
    by_differences = slopes(m, of, to, "differences", **more)
    assert all(abs(slope) > 1e-12 for slope in by_differences)
    for method in ("direct", "adjoint"):
        assert slopes(m, of, to, method, **more) == pytest.approx(by_differences, rel=1e-5)


def test_stress_of_a_solid_at_rest() -> None:
    m, to = rubber(), ["E", "ratio", "rho"]
    by_differences = slopes(m, ["b.stress"], to, "differences", analysis="equilibrium")
    for method in ("direct", "complex"):
        assert slopes(m, ["b.stress"], to, method, analysis="equilibrium") == pytest.approx(by_differences, rel=1e-5)


def test_stress_and_deflection_of_a_flexible_body() -> None:
    parts = ("stress", "deflection", "middle.stress", "middle.principal_1", "middle.principal_3", "middle.deflection")
    of, to = [f"final(rod.{part})" for part in parts], ["E", "rho"]
    more: dict[str, Any] = {"analysis": "simulate", "until": 0.03, "points": 2}  # one node is worst by far
    by_differences = slopes(pendulum(), of, to, "differences", **more)
    assert all(by_differences)
    assert slopes(pendulum(), of, to, "direct", **more) == pytest.approx(by_differences, rel=1e-5)


def test_eigenvalues_that_are_alike_part_as_the_derivative_says() -> None:
    turn = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))[0]
    matrices = np.array([turn @ np.diag([2.0, 2.0, 5.0]) @ turn.T, np.diag([1.0, 2.0, 3.0])])
    rates = np.array([turn @ np.array([(0.0, 4.0, 1.0), (4.0, 0.0, 2.0), (1.0, 2.0, 7.0)]) @ turn.T, np.eye(3)])
    carried = carrying(matrices, rates)
    assert eigenvalues(carried).real == pytest.approx(np.array([(2, 2, 5), (1, 2, 3)]))
    assert derivative(eigenvalues(carried)) == pytest.approx(np.array([(-4, 4, 7), (1, 1, 1)]))
    assert derivative(determinant(carried)) == pytest.approx(
        [np.linalg.det(one) * np.trace(np.linalg.solve(one, rate)) for one, rate in zip(matrices, rates, strict=True)]
    )
