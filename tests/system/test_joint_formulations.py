"""Independent joint coordinates and their momenta: Hamilton's equations, changes of the choice, the user's wishes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from bench.dynamic_problems import slider_crank
from test_joint_coordinates import BUILT, FREE, JOINT, call, run_of, start_space, twin_of

import linkwork as lw
from analysis.test_implicit import conservative_four_bar
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.formulations import formulation_kernel
from linkwork.system.formulations import joint_partition_kernel as partition
from linkwork.system.formulations.formulations import Chosen, choose
from linkwork.system.tree.tree import freedoms_of, joint_numbers
from topology.builders import windows

FINE = {"rtol": 1e-11, "atol": 1e-12, "progress": False}
PARTITIONED = ["joint-partitioning", "joint-canonical"]


def independent_columns(chosen: Chosen, w: np.ndarray) -> list[int]:
    """The joint coordinates that a workspace has chosen."""
    n = freedoms_of(chosen.system)
    at = int(chosen.system.k[layout.WORKSPACE]) + formulation_kernel.OWN_NUMBERS + joint_numbers(chosen.system)
    marks = w[at + partition.SINGLES + n :][:n].real
    return [column for column in range(n) if marks[column] == 0.0]


def hamiltonian(chosen: Chosen, w: np.ndarray, y: np.ndarray, rates: np.ndarray, t: float) -> complex:
    """p f' - T + V at a state of independent coordinates and momenta."""
    call(chosen.address_of(0), chosen, w, t, y, rates)
    n, energy = freedoms_of(chosen.system), w[int(chosen.system.k[layout.ENERGY]) :]
    moved = sum(y[n + column] * rates[column] for column in independent_columns(chosen, w))
    return complex(moved - energy[0] + energy[1] + energy[2])


def conservative(name: str) -> Run:
    if name == "four_bar":
        return conservative_four_bar().simulate(0.4, 3, hold={"crank.angle": 1.2}, speeds={"crank.omega": 3}, **FINE)
    return run_of(name, "projection")


@pytest.mark.parametrize("name", ["four_bar", "chain_of_ten", "roller_follower_let_go", "pendulum_on_a_driven_pin"])
def test_momenta_follow_hamiltons_equations(name: str) -> None:
    """f' = dH/dp and p' = -dH/df by the complex step, so that dM/df, closures and moving drivers are all in them."""
    run, step = conservative(name), 1e-30
    t, q, v = float(run.t[-1]), run.q[-1], run.v[-1]
    twin = twin_of(choose(run.system, q, t, "joint-canonical", {}))
    n, w = freedoms_of(twin.system), start_space(twin, run.loads.memory[-1])
    own = int(twin.system.k[layout.STATES])
    plain = np.concatenate([q, v, np.zeros(own)]).astype(complex)
    y, rates = np.zeros(len(plain), complex), np.zeros(len(plain), complex)
    call(twin.address_of(3), twin, w, t, plain, y)
    expected = np.zeros(len(plain), complex)
    hamiltonian(twin, w, y, expected, t)
    columns = independent_columns(twin, w)
    assert len(columns) == {"four_bar": 1, "chain_of_ten": 10}.get(name, 1)
    for column in columns:
        for place, sign, rate in ((column, -1.0, n + column), (n + column, 1.0, column)):
            moved = y.copy()
            moved[place] += 1j * step
            slope = sign * hamiltonian(twin, w, moved, rates, t).imag / step
            assert abs(slope - expected[rate]) < 1e-11 * max(1.0, float(np.max(np.abs(expected))))


def bob() -> lw.Planar:
    """A bob on a bar that turns over, cut there: in turn x and y cannot be dependent."""
    m = lw.Planar("bob")
    body = m.body("bob", estimate=(1, 0, 0))
    m.absolute_distance("bar", body.at(0, 0), center=(0, 0), value=1)
    m.absolute_angle("upright", body, 0)
    m.mass(body, mass=1, inertia=0.1)
    m.set_gravity(0, -9.81)
    m.tree(cut=["bar"])
    return m


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
@pytest.mark.parametrize("formulation", PARTITIONED)
def test_the_choice_changes_where_pivots_become_small(formulation: str, method: str) -> None:
    expected = bob().simulate(2.0, 21, formulation="projection", speeds={"bob.vy": 7.0}, **FINE)
    run = bob().simulate(2.0, 21, formulation=formulation, method=method, speeds={"bob.vy": 7.0}, **FINE)
    assert run.completed and run.statistics["fresh starts"] > 3
    assert np.max(np.abs(run.q - expected.q)) < 1e-8 and np.max(run.violation()) < 1e-12


@pytest.mark.parametrize("formulation", PARTITIONED)
def test_what_the_user_wants_independent_is_given_up_at_a_dead_centre_with_a_note(formulation: str) -> None:
    expected = slider_crank().simulate(0.5, 11, formulation="projection", **FINE)
    m = slider_crank()
    m.tree(independent=["guide"])
    run = m.simulate(0.5, 11, formulation=formulation, **FINE)
    assert np.max(np.abs(run.q - expected.q)) < 1e-9 and run.statistics["fresh starts"] == 1
    assert any("guide cease to determine the motion at t = 0.14" in note for note in run.notes)
    m.tree(independent=["A.angle"])
    run = m.simulate(0.5, 11, formulation=formulation, **FINE)
    assert np.max(np.abs(run.q - expected.q)) < 1e-9 and run.statistics["fresh starts"] == 0
    assert not any("cease" in note for note in run.notes)


def test_wishes_that_cannot_be_fulfilled_are_refused_with_names() -> None:
    m = slider_crank()
    m.tree(independent=["A", "guide"])
    with pytest.raises(AnalysisError, match=r"guide.position, A.angle cannot all be independent.*1 degree of freedom"):
        m.simulate(0.1, 3, formulation="joint-partitioning", progress=False)
    m.tree(independent=["guide"])
    with pytest.raises(AnalysisError, match=r"guide.position cannot be independent at the start.*name others"):
        m.simulate(0.1, 3, formulation="joint-canonical", hold={"crank.angle": 0}, progress=False)


def test_large_systems_of_loops_are_left_to_joint() -> None:
    m = windows(160)
    m.tree(remove="none")
    system = m.system(dynamics=True)
    for formulation in JOINT[1:]:
        with pytest.raises(AnalysisError, match=r"320 equations in dense.*use formulation 'joint', which is sparse"):
            choose(system, system.start, 0.0, formulation, {})
    with pytest.raises(AnalysisError, match=r"method 'trapezoidal' would close.*use another method"):
        choose(system, system.start, 0.0, "joint", {}, dense=True)


@pytest.mark.parametrize("formulation", JOINT[1:])
def test_runs_go_on_and_are_kept_on_disk(formulation: str, tmp_path: Path) -> None:
    m, _, _ = BUILT["sprung_slider_crank"]()
    whole = m.simulate(0.4, 5, formulation=formulation, progress=False)
    first = m.simulate(0.2, 3, formulation=formulation, progress=False)
    first.save(tmp_path / "run.npz")
    for run in (first, lw.load_run(tmp_path / "run.npz")):
        assert np.array_equal(run.go_on(0.4, 2, progress=False).q, whole.q)


@pytest.mark.parametrize("formulation", JOINT[1:])
def test_events_and_jumps_act_in_every_formulation(formulation: str) -> None:
    runs = []
    for name in (formulation, "projection"):
        m, _, _ = BUILT["squeezer"]()
        m.event("hit", when="K1.omega - 600", direction="falling", jump={"K1.omega": 5.0})
        runs.append(m.simulate(0.02, 11, formulation=name, **FINE))
    assert len(runs[0].events) == len(runs[1].events) > 0
    assert np.max(np.abs(runs[0].q - runs[1].q)) < 1e-8


@pytest.mark.parametrize("method", ["adams", "radau"])
@pytest.mark.parametrize("formulation", JOINT[1:])
def test_methods_of_variable_step_go_with_every_formulation(formulation: str, method: str) -> None:
    for name in ("sprung_slider_crank", "bars", "controlled", "pendulum_on_a_driven_pin"):
        m, end, options = (BUILT | FREE)[name]()
        options = {**options, "rtol": 1e-10, "atol": 1e-11}
        run = m.simulate(end, 11, method=method, formulation=formulation, progress=False, **options)
        assert np.max(np.abs(run.q - run_of(name, "projection").q)) < 1e-6
