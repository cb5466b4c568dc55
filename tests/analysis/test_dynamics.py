"""Dynamics: force kernels, inverse dynamics, reactions, simulation with redundant constraints and massless bodies."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram, slider_crank
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.tables.compile import compile_system

pytestmark = pytest.mark.both_coordinates


def heavy_slider_crank() -> lw.Planar:
    m = slider_crank()
    m.mass("crank", mass=2, center=(0.8, 0.1), inertia=0.3)
    m.mass("rod", mass=3, center=(0.2, -0.05), inertia=1.2)
    m.mass("slider", mass=4, inertia=0.1)
    m.set_gravity(0.7, -9.81)
    m.spring("spring", m.ground.at(7, 0.5), "slider", stiffness=300, free_length=1.5)
    m.torsion_spring("coil", "crank", "rod", stiffness=20, free_angle=0.4)
    return m


def forces_at(m: lw.Planar, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Generalised forces and energies at a state, by the complex twin when q is complex."""
    system = compile_system(m, dynamics=True, scalar="complex" if np.iscomplexobj(q) else "real")
    w, k, n = system.workspace(), system.k, len(system.coordinates)
    w[k[layout.Q] : k[layout.Q] + n] = q
    w[k[layout.V] : k[layout.V] + n] = v
    t = system.dtype(0.3)
    evaluate(k, system.p, w, MOTION, t)
    apply_forces(k, system.p, w, t)
    return w[k[layout.LOAD] : k[layout.LOAD] + n].copy(), w[k[layout.ENERGY] : k[layout.ENERGY] + 4].copy()


@pytest.mark.bodies_only
def test_forces_at_rest_are_minus_the_gradient_of_the_potential() -> None:
    m, random = heavy_slider_crank(), np.random.default_rng(2)
    for _ in range(5):
        q = random.normal(size=9)
        force, _ = forces_at(m, q, np.zeros(9))
        for column in range(9):
            shifted = q.astype(complex)
            shifted[column] += 1e-30j
            energy = forces_at(m, shifted, np.zeros(9, complex))[1]
            assert abs(force[column] + (energy[1] + energy[2]).imag / 1e-30) < 1e-9 * max(1.0, abs(force[column]))


def test_the_power_of_driver_and_weight_is_the_change_of_kinetic_energy() -> None:
    run = heavy_slider_crank().inverse_dynamics(1.0, 4001, progress=False)
    power = run["motor.torque"] * run["crank.omega"]
    h = run.t[1] - run.t[0]
    total = run["energy.total"]
    change = (total[:-4] - 8 * total[1:-3] + 8 * total[3:-1] - total[4:]) / (12 * h)
    assert np.max(np.abs(power[2:-2] - change)) < 1e-6 * np.max(np.abs(power))


def test_every_body_is_in_balance_with_its_reactions() -> None:
    """Newton's law for the slider: reactions of pin and guide, spring and weight make its acceleration."""
    run = heavy_slider_crank().inverse_dynamics(1.0, 51, progress=False)
    dx, dy = run["slider.x"] - 7.0, run["slider.y"] - 0.5
    length = np.hypot(dx, dy)
    spring = -300.0 * (length - 1.5)
    x = run["B.fx"] + run["guide.fx"] + spring * dx / length + 4 * 0.7
    y = run["B.fy"] + run["guide.fy"] + spring * dy / length - 4 * 9.81
    assert np.allclose(x, 4 * run["slider.ax"], atol=1e-9) and np.allclose(y, 0.0, atol=1e-9)
    assert np.allclose(run["guide.fx"], 0.0, atol=1e-9)


def test_simulation_and_inverse_dynamics_agree() -> None:
    """Driven by the torque that inverse dynamics finds at the start, the crank starts with the same acceleration."""
    m = heavy_slider_crank()
    inverse = m.inverse_dynamics(0.1, 3, progress=False)
    free = heavy_slider_crank()
    free.drivers.clear()
    free._changed()
    free.force("torque", "crank", torque=float(inverse["motor.torque"][0]))
    hold = {"crank.angle": float(inverse["crank.angle"][0])}
    run = free.simulate(0.01, 2, hold=hold, speeds={"crank.omega": 2 * np.pi}, progress=False)
    assert np.allclose(run.a[0], inverse.a[0], atol=1e-9 * np.max(np.abs(inverse.a[0])))
    assert abs(run["B.fy"][0] - inverse["B.fy"][0]) < 1e-8 * abs(inverse["B.fy"][0])


def test_redundant_bars_do_not_disturb_the_swing() -> None:
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    run = m.simulate(3.0, 31, rtol=1e-11, atol=1e-12, progress=False)
    simple = lw.Planar("equivalent pendulum")
    bar = simple.body("bar", estimate=(0, 0, -1.0))
    simple.revolute("O", simple.ground.at(0, 0), bar.at(0, 0))
    simple.mass("bar", mass=2, center=(1, 0))
    simple.set_gravity(0, -9.81)
    expected = simple.simulate(3.0, 31, rtol=1e-11, atol=1e-12, progress=False)
    assert np.allclose(run["bar0.angle"], expected["bar.angle"], atol=1e-8)
    assert np.ptp(run["energy.total"]) < 1e-8


def test_a_free_motion_without_mass_is_refused() -> None:
    m = slider_crank()
    m.drivers.clear()
    m._changed()
    m.set_gravity(0, -9.81)
    with pytest.raises(AnalysisError, match="moves no mass, that of 'crank', 'rod', 'slider'; give"):
        m.simulate(1.0, 3, progress=False)


def test_contradicting_start_rates_are_named() -> None:
    m = heavy_slider_crank()
    m.drivers.clear()
    m._changed()
    with pytest.raises(AnalysisError, match="contradict"):
        m.simulate(1.0, 3, speeds={"crank.omega": 1.0, "slider.vx": 5.0}, progress=False)


def test_output_does_not_change_the_steps() -> None:
    m = heavy_slider_crank()
    m.drivers.clear()
    m._changed()
    runs = [m.simulate(1.0, points, speeds={"crank.omega": 3.0}, progress=False) for points in (2, 101)]
    assert runs[0].statistics["steps"] == runs[1].statistics["steps"]
    assert np.array_equal(runs[0].q[-1], runs[1].q[-1])


def test_masses_forces_and_gravity_survive_a_model_file_and_springs_are_drawn() -> None:
    from linkwork.formats.model_file import dumps, loads
    from linkwork.view.scene import build_scene

    m = heavy_slider_crank()
    m.force("push", "slider", x="100*sin(t)", torque=2, follows=True)
    text = dumps(m)
    again = loads(text)
    assert dumps(again) == text
    one, other = (mechanism.inverse_dynamics(0.2, 5, progress=False) for mechanism in (m, again))
    assert np.array_equal(one.loads.multipliers, other.loads.multipliers)
    kinds = [connector["kind"] for connector in build_scene(one)["connectors"]]
    assert kinds == ["spring"]


def test_a_force_that_ends_keeps_the_results_up_to_there() -> None:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(0, 0, 0))
    m.mass("bar", mass=1, inertia=1)
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.force("motor", bar, torque="sqrt(0.55 - t)")
    run = m.simulate(1.0, 11, progress=False)
    assert not run.completed and run.events[-1].kind == "stopped"
    assert np.allclose(run.t[:-1], [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]) and 0.54 < run.t[-1] <= 0.55
    assert np.allclose(run["bar.alpha"], np.sqrt(0.55 - run.t), atol=1e-12)


def test_inverse_dynamics_integrates_states_along_the_driven_motion() -> None:
    m = lw.Planar("rising load")
    bar = m.body("bar", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass("bar", mass=1, inertia=1)
    m.drive("motor", joint="O", angle="t")
    m.state("load", rate="1")
    m.force("brake", bar, torque="load")
    run = m.inverse_dynamics(1.0, 5, progress=False)
    assert np.allclose(run["motor.torque"], -run.t, atol=1e-9)
    assert any("integrated" in note for note in run.notes)


def test_the_work_of_drivers_in_inverse_dynamics_is_the_change_of_energy() -> None:
    run = heavy_slider_crank().inverse_dynamics(1.0, 401, progress=False)
    assert np.max(np.abs(run["energy.balance"])) < 1e-4 * np.max(run["energy.kinetic"])
    assert np.ptp(run["energy.driven"]) > 1.0
