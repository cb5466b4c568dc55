"""Joints, forces and sensors at the interfaces of bodies with modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from modal_models import particles, slider_crank, welded

import linkwork as lw
from linkwork.system.formulations.formulations import FLEXIBLE

PRECISE = {"rtol": 1e-11, "atol": 1e-12}


@pytest.fixture(scope="module")
def reference() -> lw.Run:
    """The slider-crank with a flexible rod, turned by its crank."""
    return slider_crank().simulate(until=0.4, points=9, speeds={"crank.omega": 3}, **PRECISE)


def test_energy_is_kept_with_joints_and_springs_at_interfaces(reference: lw.Run) -> None:
    assert reference["energy.total"] - reference["energy.total"][0] == pytest.approx(0.0, abs=1e-9)
    assert np.ptp(reference["rod.q1"]) > 0.02


@pytest.mark.parametrize("formulation", [name for name in FLEXIBLE if name != "projection"])
def test_all_formulations_of_bodies_agree(reference: lw.Run, formulation: str) -> None:
    other = slider_crank().simulate(
        until=0.4, points=9, speeds={"crank.omega": 3}, formulation=formulation, rtol=1e-10, atol=1e-12
    )
    for name in ("crank.angle", "slider.x", "rod.q1", "rod.q2_rate", "B.fx", "A.fy"):
        assert other[name] == pytest.approx(reference[name], rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("method", ["alpha", "radau", "adams"])
def test_stiff_methods_agree(reference: lw.Run, method: str) -> None:
    other = slider_crank().simulate(until=0.4, points=9, speeds={"crank.omega": 3}, method=method)
    for name in ("crank.angle", "slider.x", "rod.q1"):
        assert other[name] == pytest.approx(reference[name], abs=2e-5)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_welded_body_moves_as_the_interface_does(dimensions: int) -> None:
    """Its acceleration is that of the frame by formulas of their own, gamma of the joint included."""
    run = welded(dimensions).simulate(until=0.3, points=7, **PRECISE)
    labels = ["x", "vx", "ax", "y", "vy", "ay"]
    labels += ["omega", "alpha"] if dimensions == 2 else ["z", "vz", "az", "omega.x", "omega.y", "alpha.z", "alpha.x"]
    for label in labels:
        assert run[f"rod@tip.{label}"] == pytest.approx(run[f"end.{label}"], rel=1e-8, abs=1e-8)
    assert np.ptp(run["rod.q1"]) > 1e-3
    assert run["energy.total"] - run["energy.total"][0] == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_reactions_at_interfaces_carry_what_hangs_on_them(dimensions: int) -> None:
    """Newton and Euler for the welded body: the force and the torque of the weld are all that it feels."""
    run, axes = welded(dimensions).simulate(until=0.3, points=7, **PRECISE), "xyz"[:dimensions]
    gravity = np.array([0.0, -9.81] if dimensions == 2 else [0.0, 0.0, -9.81])
    force = np.stack([run[f"W.f{axis}"] for axis in axes], axis=1)
    centre = np.stack([run[f"end.center.a{axis}"] for axis in axes], axis=1)
    assert force == pytest.approx(0.7 * (centre - gravity), rel=1e-7, abs=1e-7)
    if dimensions == 2:
        arm = np.stack([run[f"end.center.{axis}"] - run[f"end.{axis}"] for axis in axes], axis=1)
        moment = 0.03 * run["end.alpha"] + arm[:, 0] * force[:, 1] - arm[:, 1] * force[:, 0]
        assert run["W.torque"] == pytest.approx(moment, rel=1e-7, abs=1e-7)


def test_static_deflection_under_a_tip_load() -> None:
    body = particles(2)
    m = lw.Planar("clamped")
    rod = m.modal("rod", mass=body.mass(), modes=body.modes(), estimate=(0, 0, 0))
    m.fixed("W", m.ground.at(0, 0), rod.interface("root"), angle=0)
    m.force("load", rod.interface("tip"), x=2.0, y=-3.0)
    rest = m.equilibrium()
    modes: Any = body.modes()
    wanted = np.linalg.solve(modes["stiffness"], body.shapes[-1] @ [2.0, -3.0])
    assert [rest["rod.q1"], rest["rod.q2"]] == pytest.approx(wanted, rel=1e-9)


def test_frequencies_of_a_clamped_body_are_those_of_its_matrices() -> None:
    body = particles(2)
    m = lw.Planar("clamped")
    rod = m.modal("rod", mass=body.mass(), modes=body.modes(), estimate=(0, 0, 0))
    m.fixed("W", m.ground.at(0, 0), rod.interface("root"), angle=0)
    modes: Any = body.modes()
    squares = np.linalg.eigvals(np.linalg.solve(modes["mass"], modes["stiffness"]))
    found = np.sort(np.abs(m.linearise().eigenvalues.imag))[::2]
    assert found == pytest.approx(np.sort(np.sqrt(squares.real)), rel=1e-9)


def test_sensors_read_interfaces() -> None:
    m = slider_crank()
    m.sensor("height", "rod@middle.y")
    run = m.simulate(until=0.1, points=3, speeds={"crank.omega": 3})
    assert run["height"] == pytest.approx(run["rod@middle.y"], abs=1e-12)
