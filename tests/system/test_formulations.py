"""All formulations describe the same motion: accelerations, reactions, trajectories, odd mechanisms, settings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system.dynamics.states_kernel import at_states
from linkwork.system.formulations.formulations import FORMULATIONS, choose
from linkwork.system.tables.compile import compile_system
from published.mechanisms.compressor import START
from published.mechanisms.compressor import running_compressor as compressor

NAMES = list(FORMULATIONS)
every = pytest.mark.parametrize("name", NAMES)


def solved(run: Run, name: str, part: int) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations and reactions by one part of a formulation (0 rate, 4 solve) at the states of a run."""
    chosen = choose(run.system, run.q[0], float(run.t[0]), name, {})
    system = chosen.system
    count, n = len(run.t), len(system.coordinates)
    own = np.zeros(int(system.k[layout.STATES]))
    extra = len(chosen.state(run.q[0], run.v[0], own)) - 2 * n - len(own) if name == "canonical" else 0
    states = np.array([[*q, *v, *own, *np.zeros(extra)] for q, v in zip(run.q, run.v, strict=True)])
    w = chosen.workspace(1e-12, chosen.tolerances(1e-12, 1e-12, own)[1])
    out, a, loads = np.zeros(states.shape[1]), np.zeros((count, n)), empty_loads(system, count)
    addresses = chosen.addresses()
    if chosen.formulation.partitions:
        at_states(addresses[3], system.k, system.p, w, run.t[:1], states, out, a, arrays_of(loads))
    at_states(addresses[part], system.k, system.p, w, run.t, states, out, a, arrays_of(loads))
    return a, arrays_of(loads)[1]


@cache
def compressor_run(name: str = "projection", rtol: float = 1e-12, until: float = 0.5) -> Run:
    return compressor(gas=True).simulate(until, 101, formulation=name, rtol=rtol, atol=rtol, progress=False, **START)


@every
def test_accelerations_and_reactions_agree_at_a_hundred_states(name: str) -> None:
    run = compressor_run()
    a, wrenches = solved(run, name, 4)
    expected = run.loads.wrenches.reshape(len(run.t), -1)
    assert np.max(np.abs(a - run.a)) < 1e-10 * np.max(np.abs(run.a))
    assert np.max(np.abs(wrenches - expected)) < 1e-10 * np.max(np.abs(expected))


@pytest.mark.parametrize("name", [name for name in NAMES if FORMULATIONS[name].plain])
def test_what_is_integrated_are_the_same_accelerations(name: str) -> None:
    run = compressor_run()
    a, _ = solved(run, name, 0)
    assert np.max(np.abs(a - run.a)) < 1e-10 * np.max(np.abs(run.a))


@every
def test_trajectories_agree_as_long_as_the_tolerance_does_not_matter(name: str) -> None:
    run, finer, other = compressor_run(), compressor_run(rtol=1e-13), compressor_run(name)
    moved = np.max(np.abs(run.q - finer.q), axis=1)
    steady = np.cumsum(moved >= 1e-9) == 0
    assert np.count_nonzero(steady) > 50
    assert np.max(np.abs(other.q - finer.q)[steady]) < 1e-8


@every
def test_the_energy_is_what_the_motor_puts_in_and_the_gas_takes(name: str) -> None:
    run = compressor_run(name)
    gained = run["energy.total"] - run["energy.total"][0]
    turned = run["crank.angle"] - run["crank.angle"][0]
    assert np.max(np.abs(gained - run["energy.given"])) < 1e-8 * np.max(gained)
    assert np.max(run["energy.given"]) < 41450.0 * np.max(turned)


@every
def test_redundant_bars_are_no_obstacle(name: str) -> None:
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    run = m.simulate(1.0, 11, rtol=1e-11, atol=1e-12, formulation=name, progress=False)
    simple = lw.Planar("equivalent pendulum")
    bar = simple.body("bar", estimate=(0, 0, -1.0))
    simple.revolute("O", simple.ground.at(0, 0), bar.at(0, 0))
    simple.mass("bar", mass=2, center=(1, 0))
    simple.set_gravity(0, -9.81)
    expected = simple.simulate(1.0, 11, rtol=1e-11, atol=1e-12, formulation=name, progress=False)
    assert run.completed and np.allclose(run["bar0.angle"], expected["bar.angle"], atol=1e-8)


def cam() -> lw.Planar:
    """A follower pin in a circular groove of a wheel: a contact coordinate without mass, and a massless body."""
    m = lw.Planar("eccentric")
    wheel = m.body("wheel", estimate=(0, 0, 0.4))
    m.add_outline("wheel", "groove", lw.Circle(radius=0.5, center=(0.2, 0)))
    follower = m.body("follower", estimate=(0, 0.6, 0))
    m.revolute("O", m.ground.at(0, 0), wheel.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (0, 1)), follower.line((0, 0), (0, 1)))
    m.point_follower("pin", follower.at(0, 0), "wheel.groove", contact=1.0)
    m.mass("wheel", mass=2, inertia=0.3)
    m.set_gravity(0, -9.81)
    return m


@every
def test_massless_bodies_and_contact_coordinates_are_no_obstacle(name: str) -> None:
    m = cam()
    runs = [
        m.simulate(1.0, 11, rtol=1e-11, atol=1e-12, formulation=kind, speeds={"wheel.omega": 3.0}, progress=False)
        for kind in (name, "projection")
    ]
    assert np.max(np.abs(runs[0].q - runs[1].q)) < 1e-8


@pytest.mark.parametrize("name", ["partitioning", "hybrid"])
def test_fully_driven_mechanisms_have_nothing_to_partition(name: str) -> None:
    m = compressor()
    m.drive("speed", joint="A", angle="pi + 30*t")
    with pytest.raises(AnalysisError, match="use formulation 'projection'"):
        m.simulate(0.1, 3, formulation=name, progress=False)


@pytest.mark.parametrize("name", ["direct", "baumgarte", "augmented", "canonical", "null-space", "trees"])
def test_drivers_are_followed(name: str) -> None:
    m = compressor()
    m.drive("speed", joint="A", angle="pi + 30*t")
    run = m.simulate(0.1, 11, rtol=1e-10, atol=1e-11, formulation=name, progress=False)
    known = m.inverse_dynamics(0.1, 11, progress=False)
    assert np.max(np.abs(run.q - known.q)) < 1e-7
    assert np.allclose(run["speed.torque"], known["speed.torque"], atol=1e-4 * np.max(np.abs(known["speed.torque"])))


def test_the_choice_of_independent_coordinates_changes_on_the_way() -> None:
    """A bob on a bar that turns over: in turn x and y cannot be dependent."""
    m = lw.Planar("bob")
    bob = m.body("bob", estimate=(1, 0, 0))
    m.absolute_distance("bar", bob.at(0, 0), center=(0, 0), value=1)
    m.absolute_angle("upright", bob, 0)
    m.mass(bob, mass=1, inertia=0.1)
    m.set_gravity(0, -9.81)
    options = {"rtol": 1e-11, "atol": 1e-12, "speeds": {"bob.vy": 7.0}, "progress": False}
    expected = m.simulate(2.0, 21, **options)
    for method in ("dop853", "adams"):
        for name in ("partitioning", "hybrid"):
            run = m.simulate(2.0, 21, formulation=name, method=method, **options)
            assert run.statistics["fresh starts"] > 3
            assert np.max(np.abs(run.q - expected.q)) < 1e-8 and np.max(run.violation()) < 1e-12


@pytest.mark.parametrize(
    ("name", "part"),
    [("direct", 4), ("baumgarte", 0), ("partitioning", 0), ("augmented", 4), ("null-space", 4), ("trees", 4)],
)
def test_the_complex_twin_differentiates_the_accelerations(name: str, part: int) -> None:
    """Along the motion, q + i h v and v + i h a give the rate of the accelerations."""
    run = compressor().simulate(0.001, 5, rtol=1e-13, atol=1e-13, progress=False, **START)
    step = run.t[1] - run.t[0]
    expected = (run.a[0] - 8 * run.a[1] + 8 * run.a[3] - run.a[4]) / (12 * step)
    system = compile_system(compressor(), dynamics=True, scalar="complex")
    chosen = choose(run.system, run.q[2], 0.0, name, {})
    twin = replace(chosen, system=system)
    own = np.zeros(int(system.k[layout.STATES]))
    state = twin.state(run.q[2] + 1e-20j * run.v[2], run.v[2] + 1e-20j * run.a[2], own)[None, :]
    w = twin.workspace(1e-12, twin.tolerances(1e-12, 1e-12, own)[1])
    loads = tuple(values.astype(complex) for values in arrays_of(empty_loads(system, 1)))
    times, a, out = np.zeros(1), np.zeros((1, 9), complex), np.zeros(state.shape[1], complex)
    addresses = twin.addresses()
    at_states(addresses[3], system.k, system.p, w, times, state, out, a, loads)
    at_states(addresses[part], system.k, system.p, w, times, state, out, a, loads)
    assert np.allclose(a[0].imag / 1e-20, expected, atol=1e-7 * np.max(np.abs(expected)))


def test_output_does_not_change_the_steps_of_any_formulation() -> None:
    for name in NAMES:
        runs = [compressor().simulate(0.2, points, formulation=name, progress=False, **START) for points in (2, 101)]
        assert runs[0].statistics["steps"] == runs[1].statistics["steps"]
        assert np.array_equal(runs[0].q[-1], runs[1].q[-1])


def test_auto_says_what_it_picked() -> None:
    run = compressor().simulate(0.01, 2, progress=False, **START)
    assert any(note.startswith("formulation: joint, chosen because a right-hand side takes") for note in run.notes)
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, inertia=0.5)
    assert any("1 constraint equation is redundant" in note for note in m.simulate(0.01, 2, progress=False).notes)


def test_auto_knows_a_singular_start() -> None:
    m = lw.Planar("equal links")
    crank, rod = m.body("crank", estimate=(0, 0, np.pi / 2)), m.body("rod", estimate=(0, 1, -np.pi / 2))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.absolute_y("guide", rod.at(1, 0), 0)
    for body in (crank, rod):
        m.mass(body, mass=1, center=(0.5, 0), inertia=1 / 12)
    m.set_gravity(0, -9.81)
    run = m.simulate(0.1, 3, speeds={"crank.omega": 2.0, "rod.omega": -2.0}, progress=False)
    assert any("canonical, chosen because the start is a singular position" in note for note in run.notes)
    assert np.allclose(run["rod.angle"], -run["crank.angle"], atol=1e-6)


def test_wrong_names_and_settings_are_refused() -> None:
    m = compressor()
    with pytest.raises(AnalysisError, match="no formulation 'magic'; formulations are: auto, direct"):
        m.simulate(0.1, 3, formulation="magic", progress=False)
    with pytest.raises(AnalysisError, match=r"simulate: formulation: expected a text; found \['joint'\]"):
        m.simulate(0.1, 3, formulation=["joint"], progress=False)
    with pytest.raises(AnalysisError, match=r"simulate: method: expected a text; found 3"):
        m.simulate(0.1, 3, method=3, progress=False)
    with pytest.raises(AnalysisError, match=r"settings: expected a mapping of names to numbers; found 3"):
        m.simulate(0.1, 3, settings=3, progress=False)
    with pytest.raises(AnalysisError, match="has no setting 'gamma'; its settings are: alpha, beta"):
        m.simulate(0.1, 3, formulation="baumgarte", settings={"gamma": 1}, progress=False)
    with pytest.raises(AnalysisError, match="alpha must be a number, zero or more"):
        m.simulate(0.1, 3, formulation="baumgarte", settings={"alpha": -1}, progress=False)
    with pytest.raises(AnalysisError, match="penalty must be more than zero"):
        m.simulate(0.1, 3, formulation="augmented", settings={"penalty": 0}, progress=False)


def test_a_dead_end_is_named() -> None:
    m = lw.Planar("pushed crank")
    crank, rod = m.body("crank", estimate=(0, 0, 0.7)), m.body("rod", estimate=(3, 0.7, -0.4))
    slider = m.body("slider", estimate=(4.6, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(2, 0), rod.at(-1.75, 0))
    m.revolute("B", rod.at(1.75, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    for body in (crank, rod, slider):
        m.mass(body, mass=2, inertia=0.5)
    m.drive("push", on="slider", x="4.6 + t")
    run = m.simulate(2.0, 201, progress=False)
    event = run.events[-1]
    assert not run.completed and event.kind == "lock-up" and abs(event.t - 0.9) < 1e-6
    assert "driver 'push' asks for a motion that" in event.text and "joint 'A'" in event.text
    assert {"push", "A"} <= set(event.names) and all(f"'{name}'" in event.text for name in event.names)
    assert len(run.t) in (90, 91)  # the last output falls on the dead end itself


def test_hybrid_is_refused_with_radau() -> None:
    with pytest.raises(AnalysisError, match=r"'radau' does not go with formulation 'hybrid'.*'partitioning'"):
        compressor(gas=False).simulate(0.1, 3, method="radau", formulation="hybrid", progress=False, **START)


def test_rates_are_smooth_where_constraint_errors_are_rounding_errors() -> None:
    """A pin at the origin of a body, off by 1e-33 m and less: the acceleration of the angle is that of the pendulum."""
    p = lw.Planar("pendulum")
    bob = p.body("bob", estimate=(0, 0, 0.3))
    p.mass("bob", mass=1, center=(1, 0), inertia=0)
    p.set_gravity(0, -9.81)
    p.revolute("pin", p.ground.at(0, 0), bob.at(0, 0))
    run = p.simulate(1.0, 2001, rtol=1e-12, atol=1e-13, progress=False)
    rng = np.random.default_rng(1)
    for size in (1e-33, 1e-25, 1e-18):
        off = replace(run, q=run.q.copy(), v=run.v.copy())
        off.q[:, :2] += size * rng.standard_normal((len(run.t), 2))
        off.v[:, :2] += size * rng.standard_normal((len(run.t), 2))
        a, _ = solved(off, "baumgarte", 0)
        assert np.allclose(a[:, 2], -9.81 * np.cos(run.q[:, 2]), rtol=0, atol=1e-12)
