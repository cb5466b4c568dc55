"""Rods in space that joint coordinates do without move as the bodies that they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rodded_in_space import RODDED, crossed, on_ground, slider_crank, two_branches

import linkwork as lw
from linkwork.analysis.simulation.solved_states import solved_states
from linkwork.system.formulations.formulations import FORMULATIONS
from linkwork.system.tree.joint_system import joint_system
from linkwork.topology.axial import unlike_a_rod

Array = np.ndarray[Any, Any]
TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12, "progress": False}
MECHANISMS = {build.__name__: build for build in RODDED}
every = pytest.mark.parametrize("name", MECHANISMS)


def removed(m: lw.Spatial) -> list[str]:
    """The rods that the equations of a mechanism do without."""
    system = m.system(dynamics=True)
    return [system.bodies[rod.body - 1] for rod in system.plan.rods]


@every
def test_motion_and_reactions_without_rods_are_those_with_them(name: str) -> None:
    m, end, options = MECHANISMS[name]()
    rods = removed(m)
    without = m.simulate(end, 7, formulation="joint", **TIGHT, **options)
    m.tree(remove="none")
    # rounding divided by 1e-9 kg m^2 about the rod's own line is more than 1e-11: ends differ by 4e-12 m, times by 300
    whole = m.simulate(end, 7, formulation="projection", **TIGHT | {"rtol": 1e-9, "atol": 1e-10}, **options)
    assert rods and not removed(m)
    for body in [body for body in m.bodies_by_name if body != "ground" and body not in rods]:
        for channel in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"):
            assert without[f"{body}.{channel}"] == pytest.approx(whole[f"{body}.{channel}"], abs=1e-8)
    for joint in m.joints:
        for force in ("fx", "fy", "fz"):
            scale = max(1.0, float(np.max(np.abs(whole[f"{joint}.{force}"]))))
            assert without[f"{joint}.{force}"] == pytest.approx(whole[f"{joint}.{force}"], abs=1e-7 * scale)
    energy = float(np.max(np.abs(whole.loads.energy)))
    assert np.max(np.abs(without.loads.energy - whole.loads.energy)) < 1e-8 * energy


@pytest.mark.parametrize("formulation", [name for name, each in FORMULATIONS.items() if each.joints])
def test_every_formulation_in_joint_coordinates_gives_the_same_at_the_same_states(formulation: str) -> None:
    m, end, options = two_branches()
    run = m.simulate(end, 5, formulation="projection", **TIGHT, **options)
    accelerations, wrenches = solved_states(run, formulation, [0, 2, 4])
    assert np.max(np.abs(accelerations - run.a[[0, 2, 4]])) < 1e-9 * np.max(np.abs(run.a))
    assert np.max(np.abs(wrenches - run.loads.wrenches[[0, 2, 4]])) < 1e-9 * np.max(np.abs(run.loads.wrenches))


@every
def test_speeds_and_accelerations_of_rods_are_derivatives_of_their_places(name: str) -> None:
    """Along a motion of the joints that closes nothing: differences of place and speed, in every rod and body."""
    m, _, _ = MECHANISMS[name]()
    system = joint_system(m.system(dynamics=True), m.assemble().q)
    n, step = len(system.coordinates), 1e-4
    start, speed, second = system.start, np.cos(np.arange(n)), np.sin(1.0 + np.arange(n))
    times = step * np.arange(-2, 3)[:, None]
    z, rates = start + speed * times + 0.5 * second * times**2, speed + second * times
    q, v, a = system.spread(z, rates, np.broadcast_to(second, z.shape).copy())
    places = [6 * body + axis for body in range(len(m.bodies_by_name) - 1) for axis in range(3)]
    for values, derivative in ((q, v), (v, a)):
        found = (values[0] - 8 * values[1] + 8 * values[3] - values[4])[places] / (12 * step)
        assert np.max(np.abs(found - derivative[2, places])) < 2e-8 * max(1.0, np.max(np.abs(derivative)))


def test_a_rod_that_is_a_distance_needs_no_inertia_about_its_line() -> None:
    """Nothing depends on it: motion, reactions and frequencies are those of the rod that has some and is a body."""
    m, end, options = slider_crank("ss", 1e-3)
    m.tree(remove="none")
    whole, frequency = (
        m.simulate(end, 5, formulation="projection", **TIGHT, **options),
        m.linearise().modes[-1].frequency,
    )
    m, *_ = slider_crank("ss", 0.0)
    for formulation in ("joint", "auto"):
        without = m.simulate(end, 5, formulation=formulation, **TIGHT, **options)
        assert without["slider.x"] == pytest.approx(whole["slider.x"], abs=1e-9)
        assert without["rod1.fx"] == pytest.approx(whole["rod1.fx"], abs=1e-7)
    assert m.linearise().modes[-1].frequency == pytest.approx(frequency, rel=1e-9)
    with pytest.raises(lw.AnalysisError, match="'rod' has no inertia; with formulation 'joint' they are distances"):
        m.simulate(end, 5, formulation="projection", progress=False)
    with pytest.raises(lw.AnalysisError, match="'rod' has no inertia; with formulation 'joint' they are distances"):
        m.simulate(end, 5, method="alpha", step=1e-3, progress=False)
    m.tree(remove="none")
    with pytest.raises(lw.AnalysisError, match="some motion moves no mass, that of 'rod'"):
        m.simulate(end, 5, formulation="joint", progress=False)


def test_energy_is_kept_without_a_rod() -> None:
    m, end, options = slider_crank()
    run = m.simulate(3 * end, 31, formulation="joint", **TIGHT, **options)
    assert run.system.plan.rods and np.ptp(run["energy.total"]) < 1e-9 * np.max(run["energy.kinetic"])


def test_a_rod_between_balls_is_carried_along_without_turning_about_its_line() -> None:
    """Its orientation is that of the body that it is, but for what steps of this length leave; that is told."""
    m, end, options = on_ground()
    without = m.simulate(end, 301, formulation="joint", method="rk4", step=1e-3, progress=False, **options)
    m.tree(remove="none")
    whole = m.simulate(end, 301, formulation="projection", **TIGHT, **options)
    turning = [without.system.index(f"rod1.{axis}") for axis in ("rx", "ry", "rz")]
    assert np.max(np.abs(without.q[:, turning] - whole.q[:, turning])) < 1e-8
    assert any("rods between balls are distances" in str(note) for note in without.notes)


def test_gradients_without_rods_are_those_with_them() -> None:
    def gradient(remove: str) -> float:
        m, _, options = crossed()
        m.parameters(weight=1.3)
        m.mass("rod", mass="weight", center=(0.5, -0.05, 0.07), inertia=(0, "0.06*weight", "0.06*weight"))
        m.tree(remove=remove)
        asked = {"analysis": "simulate", "until": 0.2, "points": 3, "formulation": "joint", "rtol": 1e-9, "atol": 1e-10}
        return float(m.sensitivity("final(slider.vx)", "weight", **asked, **options)["final(slider.vx)", "weight"])

    assert gradient("all") == pytest.approx(gradient("none"), rel=1e-6)


def test_a_body_that_is_no_rod_is_refused_by_name() -> None:
    m, _, _ = slider_crank()
    m.tree(remove=["rod"])
    m.mass("rod", mass=1.3, center=(0.5, 0.2, 0.07), inertia=(0.01, 0.1, 0.1))
    with pytest.raises(lw.MechanismError, match="'rod' is no rod: its mass centre lies beside the line"):
        m.simulate(0.1, 3, formulation="joint", progress=False)
    m.mass("rod", mass=1.3, center=(0.5, -0.05, 0.07), inertia=(0.01, 0.1, 0.12))
    with pytest.raises(lw.MechanismError, match="'rod' is no rod: its inertia is not the same all around"):
        m.simulate(0.1, 3, formulation="joint", progress=False)


def test_a_universal_joint_allows_no_inertia_about_the_line() -> None:
    m, _, _ = slider_crank("su", 1e-3)
    assert removed(m) == []
    m.tree(remove=["rod"])
    with pytest.raises(lw.MechanismError, match="about which its universal joint turns it"):
        m.simulate(0.1, 3, formulation="joint", progress=False)


def test_a_derivative_that_would_make_a_rod_another_body_is_seen() -> None:
    mass = [1.0, 0.5, 0.0, 0.0, 0.0, 0.1, 0.1, 0.0, 0.0, 0.0]
    assert unlike_a_rod(mass, (0, 0, 0), (1, 0, 0), False) == ""
    mass[5] += 1e-30j
    assert "not the same all around" in unlike_a_rod(mass, (0, 0, 0), (1, 0, 0), False)
    mass[6] += 1e-30j
    assert unlike_a_rod(mass, (0, 0, 0), (1, 0, 0), False) == ""


def test_a_rod_that_spins_is_not_removed() -> None:
    m, end, _ = on_ground()
    m.mass("rod0", mass=1.3, center=(0.5, 0, 0), inertia=(1e-3, 0.13, 0.13))
    with pytest.raises(lw.AnalysisError, match="rod 'rod0' spins about its own line at the start"):
        m.simulate(end, 3, formulation="joint", speeds={"rod0.wz": 8.0}, progress=False)
    assert m.simulate(end, 3, formulation="projection", speeds={"rod0.wz": 8.0}, progress=False).completed


def test_a_rod_that_is_struck_stays_a_body() -> None:
    m, _, _ = on_ground()
    m.impulse("blow", "rod1", (0.0, 1.0, 0.0), time=0.1)
    assert removed(m) == ["rod0", "rod2"]
