"""The implicit methods for constrained motion: damping at infinity, energy, redundant bars, drivers, stiff springs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, parallelogram
from linkwork.base.errors import AnalysisError

METHODS = {
    "dop853": {"rtol": 1e-9},
    "adams": {"rtol": 1e-9},
    "rk4": {"step": 1e-3},
    "radau": {"rtol": 1e-9},
    "alpha": {"rtol": 1e-9, "atol": 1e-9},
    "midpoint": {"step": 5e-4},
}


def oscillator(stiffness: float) -> lw.Planar:
    """A mass of 1 kg on a spring along x."""
    m = lw.Planar("oscillator")
    block = m.body("block", estimate=(1, 0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=1, inertia=1)
    m.spring("spring", m.ground.at(0, 0), "block", stiffness=stiffness, free_length=1.0)
    return m


@pytest.mark.parametrize("rho", [0.3, 0.6, 0.9])
def test_alpha_damps_infinitely_fast_motion_by_rho(rho) -> None:
    """A step multiplies (q, v, a) by a matrix with three eigenvalues of size rho: their product is in the recurrence
    of four successive positions.
    """
    run = oscillator(1e8).simulate(
        0.1, 11, method="alpha", rho=rho, step=0.01, rtol=1e-12, atol=1e-16, hold={"block.x": 1 + 1e-5}, progress=False
    )
    assert run.completed
    x = (run["block.x"] - 1.0)[1:]
    rows = np.array([x[i : i + 4] / np.max(np.abs(x[i : i + 4])) for i in range(len(x) - 3)])
    recurrence = np.linalg.lstsq(rows[:, :3], rows[:, 3], rcond=None)[0]
    assert abs(recurrence[0]) ** (1 / 3) == pytest.approx(rho, rel=0.02)


def test_alpha_without_damping_keeps_a_slow_swing() -> None:
    run = oscillator(4.0).simulate(
        10 * math.pi, 11, method="alpha", rho=1.0, step=0.01, hold={"block.x": 1.5}, progress=False
    )
    assert np.ptp(run["energy.total"]) < 1e-6 * np.max(run["energy.total"])


def conservative_four_bar() -> lw.Planar:
    m = four_bar(drive=False)
    m.mass("crank", mass=2, center=(0.3, 0.1), inertia=0.4)
    m.mass("coupler", mass=3, center=(0.2, -0.3), inertia=2.0)
    m.mass("follower", mass=2, center=(-0.1, 0), inertia=1.0)
    m.set_gravity(0, -9.81)
    m.spring("spring", m.ground.at(2, 5), "coupler.middle", stiffness=50, free_length=1.0)
    return m


def test_midpoint_keeps_the_energy_of_a_four_bar_exactly() -> None:
    """4000 steps of 5 ms: energy to 3e-16 a step (whatever the speed, 0.6 to 1.3e-12 over all), constraints to 1e-12.

    The path has an error of order 2.
    """
    run = conservative_four_bar().simulate(
        20.0, 401, method="midpoint", step=0.005, hold={"crank.angle": 1.2}, speeds={"crank.omega": 3}, progress=False
    )
    assert run.completed
    assert np.ptp(run["energy.total"]) < 4000 * 3e-16 * np.max(np.abs(run["energy.total"]))
    assert np.max(run.violation()) < 1e-12


def test_midpoint_loses_what_a_damper_takes() -> None:
    m = oscillator(4.0)
    m.spring("damper", m.ground.at(0, 0), "block", damping=0.2)
    run = m.simulate(2.0, 201, method="midpoint", step=1e-3, hold={"block.x": 1.5}, progress=False)
    frequency = math.sqrt(4 - 0.1**2)
    swing = np.cos(frequency * run.t) + 0.1 / frequency * np.sin(frequency * run.t)
    assert np.allclose(run["block.x"] - 1.0, 0.5 * np.exp(-0.1 * run.t) * swing, atol=1e-6)


@pytest.mark.parametrize("method", ["radau", "alpha", "midpoint"])
def test_a_driver_is_followed(method) -> None:
    m = four_bar()
    m.mass("coupler", mass=3, center=(0.2, -0.3), inertia=2.0)
    run = m.simulate(0.5, 6, method=method, progress=False, **METHODS[method])
    expected = m.kinematics(0.5, 6, progress=False)
    assert run.completed
    assert np.allclose(run["follower.angle"], expected["follower.angle"], atol=1e-9)
    assert np.max(run.violation()) < 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_redundant_bars_are_no_obstacle(method) -> None:
    """Three parallel bars carry a coupler as a pendulum of one bar would: period from the swing's energy."""
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    run = m.simulate(1.5, 16, method=method, progress=False, **METHODS[method])
    simple = lw.Planar("equivalent pendulum")
    bar = simple.body("bar", estimate=(0, 0, -1.0))
    simple.revolute("O", simple.ground.at(0, 0), bar.at(0, 0))
    simple.mass("bar", mass=2, center=(1, 0))
    simple.set_gravity(0, -9.81)
    expected = simple.simulate(1.5, 16, rtol=1e-12, atol=1e-13, progress=False)
    assert run.completed
    assert np.allclose(run["bar0.angle"], expected["bar.angle"], atol=1e-5)
    assert np.max(run.violation()) < 1e-9


@pytest.mark.parametrize("method", ["radau", "alpha"])
def test_cost_does_not_grow_with_the_stiffness(method) -> None:
    """The slider-crank with elastic coupler of the benchmark: same place, evaluations within a factor of 2."""
    from bench import stiff

    rigid = stiff.rigid().simulate(
        0.3, 4, hold={"crank.angle": stiff.START}, speeds={"crank.omega": stiff.SPEED}, progress=False
    )
    counts = []
    for stiffness in (1e8, 1e10, 1e12):
        run = stiff.elastic(stiffness).simulate(
            0.3, 4, method=method, rtol=1e-6, atol=1e-6, progress=False, **stiff.start(stiffness)
        )
        assert run.completed
        assert np.allclose(run["slider.x"], rigid["slider.x"], atol=1e-4)
        counts.append(run.statistics["evaluations"])
    assert max(counts) < 2 * min(counts)


def test_statistics_of_implicit_methods_are_told() -> None:
    run = oscillator(1e6).simulate(0.1, 3, method="radau", hold={"block.x": 1.1}, progress=False)
    for name in ("Jacobians", "factorisations", "Newton iterations"):
        assert run.statistics[name] > 0
    explicit = oscillator(1e2).simulate(0.1, 3, hold={"block.x": 1.1}, progress=False)
    assert "Jacobians" not in explicit.statistics


def dropped_ball() -> lw.Planar:
    """1 kg held 1 m above a floor that pushes but does not pull."""
    m = lw.Planar("drop")
    ball = m.body("ball", estimate=(0, 1, 0))
    m.mass("ball", mass=1, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), ball.line((0, 0), (0, 1)))
    m.set_gravity(0, -9.81)
    m.slide_spring("floor", m.ground.line((0, 0), (0, 1)), "ball", stiffness=1e4, only="compression")
    return m


@pytest.mark.parametrize("step", [1e-3, 1e-2])
def test_midpoint_keeps_the_energy_through_a_one_sided_spring(step) -> None:
    """Eleven contacts: a step ends at each event by the rule itself, and the rest of it ends on the grid of outputs."""
    run = dropped_ball().simulate(10.0, 1001, method="midpoint", step=step, hold={"ball.y": 1.0}, progress=False)
    assert run.completed
    assert len(run.events) == 22
    assert run.events[0].t == pytest.approx(math.sqrt(2 / 9.81), abs=1e-10)
    assert np.ptp(run["energy.total"]) < 1e-9


def test_midpoint_goes_on_after_events_as_if_it_had_never_stopped() -> None:
    whole = dropped_ball().simulate(1.0, 101, method="midpoint", step=0.01, hold={"ball.y": 1.0}, progress=False)
    for end in (46, 48):
        first = dropped_ball().simulate(
            end / 100, end + 1, method="midpoint", step=0.01, hold={"ball.y": 1.0}, progress=False
        )
        rest = first.go_on(until=1.0, points=100 - end)
        assert np.allclose(rest["ball.y"], whole["ball.y"][-len(rest.t) :], rtol=0, atol=1e-12)


def swing(until: float, **options) -> float:
    """Largest error of the angle of a point mass on a rod of 1 m, let go at 0.3 rad, against a fine solution."""
    p = lw.Planar("pendulum")
    bob = p.body("bob", estimate=(0, 0, 0.3))
    p.mass("bob", mass=1, center=(1, 0), inertia=0)
    p.set_gravity(0, -9.81)
    p.revolute("pin", p.ground.at(0, 0), bob.at(0, 0))
    run = p.simulate(until, 3, progress=False, **options)
    assert run.completed
    fine = p.simulate(until, 3, rtol=1e-12, atol=1e-13, progress=False)
    return float(np.max(np.abs(run["bob.angle"] - fine["bob.angle"])))


@pytest.mark.parametrize("method", ["radau", "dop853", "adams"])
@pytest.mark.parametrize(
    "formulation", ["direct", "baumgarte", "projection", "partitioning", "null-space", "canonical"]
)
def test_a_point_mass_swings_alike_in_all_formulations(method, formulation) -> None:
    assert swing(1.0, method=method, formulation=formulation) < 1e-7


def test_usual_tolerances_of_alpha_give_four_digits() -> None:
    assert swing(2.0, method="alpha") < 5e-5


def test_rho_is_refused_with_other_methods() -> None:
    with pytest.raises(AnalysisError, match="rho is the numerical damping of methods 'alpha' and 'midpoint'"):
        oscillator(1.0).simulate(1.0, 3, rho=0.5, progress=False)
