"""Inverse dynamics, stiffness and load paths of bodies that bend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

HEIGHT, WIDTH, LENGTH, MODULUS, DENSITY = 0.004, 0.02, 0.5, 7e10, 2700.0
BENDING = MODULUS * WIDTH * HEIGHT**3 / 12


def arm(modulus: float = MODULUS, **drive: Any) -> lw.Planar:
    """A beam on a driven hub."""
    m = lw.Planar("arm on a hub")
    beam = m.ritz_beam(
        "arm",
        length=LENGTH,
        section={"type": "rectangle", "width": WIDTH, "height": HEIGHT},
        E=modulus,
        rho=DENSITY,
        bending=3,
        stations=0,
        estimate=(0, 0, 0),
    )
    hub = m.body("hub", mass={"mass": 1, "inertia": 0.01}, estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), hub.at(0, 0))
    m.fixed("W", hub, beam.interface("root"), at=(0, 0))
    m.drive("motor", **(drive or {"joint": "O", "angle": "0.5*(1 - cos(3*t))"}))
    return m


def test_a_driven_arm_begins_without_vibrating_and_its_drive_does_the_work() -> None:
    run = arm().inverse_dynamics(2, 201, progress=False)
    torque = run["motor.torque"]
    assert np.abs(run["energy.balance"]).max() < 1e-6 * np.abs(run["energy.driven"]).max()
    inertia = 0.01 + DENSITY * WIDTH * HEIGHT * LENGTH**3 / 3
    assert torque == pytest.approx(inertia * run["O.alpha"], abs=0.01 * torque.max())  # it bends a little
    assert np.abs(np.diff(torque, 3)).max() < 1e-3 * torque.max()  # and smoothly
    assert any("without vibrations of their own" in note for note in run.notes)


def test_a_stiff_arm_needs_the_torque_of_a_rigid_one() -> None:
    run = arm(1e5 * MODULUS).inverse_dynamics(1, 41, progress=False)
    inertia = 0.01 + DENSITY * WIDTH * HEIGHT * (LENGTH**3 / 3 + LENGTH * HEIGHT**2 / 12)
    assert run["motor.torque"] == pytest.approx(inertia * run["O.alpha"], rel=1e-6, abs=1e-7)


def test_few_points_are_as_good_as_many() -> None:
    drive: dict[str, Any] = {"joint": "O", "angle": "0.1*(1 - cos(5*pi*t + 0.3))"}
    few, many = (arm(**drive).inverse_dynamics(2, points, progress=False) for points in (17, 201))
    told = [float(run.notes[-1].split("(")[1].split(" of ")[0]) for run in (few, many)]
    shared, rows = np.isin(many.t.round(9), few.t.round(9)), np.isin(few.t.round(9), many.t.round(9))
    assert np.count_nonzero(rows) >= 5
    for channel in ("arm.q1", "motor.torque"):
        largest = np.abs(many[channel]).max()
        assert few[channel][rows] == pytest.approx(many[channel][shared], abs=2 * max(told) * largest)


def test_times_and_formulations_are_those_of_stiff_bodies() -> None:
    for until, points, message in ((1, 1, "at least 2 points"), (0, 3, "must be finite and rise"), (-1, 5, "rise")):
        with pytest.raises(lw.AnalysisError, match=message):
            arm().inverse_dynamics(until, points, progress=False)
    cartesian, joint = (
        arm().inverse_dynamics(1, 5, formulation=name, progress=False) for name in ("cartesian", "joint")
    )
    assert joint["motor.torque"] == pytest.approx(cartesian["motor.torque"], rel=1e-6)
    assert "formulation: joint, as asked for" in joint.notes
    assert "formulation: cartesian, as asked for" in cartesian.notes


def test_sensitivities_follow_the_modes_or_are_refused() -> None:
    m = arm(joint="O", angle="A*(1 - cos(6*t))")
    m.parameters(A=0.5)
    ask: dict[str, Any] = {"analysis": "inverse_dynamics", "until": 1, "points": 3}
    for method in ("direct", "complex", "adjoint"):
        with pytest.raises(lw.AnalysisError, match=f"'{method}' does not carry elastic modes.*differences"):
            m.sensitivity("final(arm.q1)", "A", method=method, **ask)
    derived = m.sensitivity("final(arm.q1)", "A", **ask)
    assert "inverse dynamics with elastic modes: by differences" in derived.notes
    slope, value = derived["final(arm.q1)", "A"], m.inverse_dynamics(1, 3, progress=False)["arm.q1"][-1]
    assert slope == pytest.approx(value / 0.5, rel=0.05)  # it bends as much as it is accelerated, nearly


def test_a_motion_that_stands_still_is_the_position_of_rest() -> None:
    m = arm(joint="O", angle="0.2")
    m.set_gravity(0, -9.81)
    run, rest = m.inverse_dynamics(1, 11, progress=False), m.equilibrium()
    assert run["arm@tip.y"] == pytest.approx(rest["arm@tip.y"], abs=1e-8)
    assert run["motor.torque"] == pytest.approx(rest.reaction("motor")[2], rel=1e-6)


def test_modes_that_are_held_are_held_beside_drivers_too() -> None:
    run = arm().simulate(0.01, 3, hold={"arm.q1": 0.003}, progress=False)
    assert run["arm.q1"][0] == pytest.approx(0.003)
    assert not any("guide the assembly" in note for note in run.notes)


def clamped(m: Any, size: int) -> Any:
    """A cantilever from finite elements with a plate at its tip."""
    origin = (0.0,) * size
    beam = m.flexible(
        "beam",
        shape={"type": "beam", "length": LENGTH, "section": {"width": WIDTH, "height": HEIGHT}, "elements": 4},
        material={"youngs_modulus": MODULUS, "poissons_ratio": 0.3, "density": DENSITY},
        interfaces={"root": {"at": origin}, "tip": {"at": (LENGTH, *origin[1:])}},
        modes=1,
        load_stiffening=True,
    )
    m.fixed("clamp", m.ground, beam.interface("root"), **({"at": (0, 0)} if size == 2 else {}))
    inertia = 1e-4 if size == 2 else (1e-4,) * 3
    plate = m.body("plate", estimate=(LENGTH, 0, 0), mass={"mass": 0.1, "inertia": inertia})
    m.fixed("weld", beam.interface("tip"), plate, **({"at": (LENGTH, 0)} if size == 2 else {}))
    return m


@pytest.mark.parametrize("size", [2, 3], ids=["plane", "space"])
def test_stiffness_and_buckling_of_a_cantilever(size: int) -> None:
    m = clamped(lw.Planar("cantilever") if size == 2 else lw.Spatial("cantilever"), size)
    matrix = np.array(m.stiffness("plate").matrix)
    across, turn = (1, 2) if size == 2 else (1, 5)
    part = matrix[np.ix_([across, turn], [across, turn])]
    slender = BENDING * np.array([[12 / LENGTH**3, -6 / LENGTH**2], [-6 / LENGTH**2, 4 / LENGTH]])
    assert part == pytest.approx(slender, rel=5e-4)  # less by its shear
    assert matrix[0, 0] == pytest.approx(MODULUS * WIDTH * HEIGHT / LENGTH, rel=1e-6)
    m.force("P", "beam@tip", x=f"-{BENDING}*t")
    path = m.load_path(until=12, progress=False)
    assert path.bifurcations[0] == pytest.approx((np.pi / 2 / LENGTH) ** 2, rel=1e-3)
