"""Kinematics, inverse dynamics, equilibrium and small motions in joint coordinates: the same results and words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gallery
import numpy as np
import pytest
from test_joint_coordinates import BUILT, chain_of_ten, double_pendulum, of_gallery, sliding_tree, swapped_chain

import linkwork as lw
from analysis.builders import four_bar, parallelogram
from linkwork.analysis.kinematics.joint_continuation import continue_in_joints
from linkwork.analysis.linear.chart import Chart
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run
from linkwork.system.dynamics.dynamics import dynamics_of
from linkwork.system.dynamics.joint_dynamics import joint_dynamics
from published.mechanisms import slider_crank

FREE = (
    "double_pendulum",
    "chain_of_ten",
    "swapped_chain",
    "sliding_tree",
    "sprung_slider_crank",
    "bars",
    "light_coupler",
    "controlled",
    "squeezer",
)
HELD = ("driven_four_bar", "valve_lifter", "planes")


def three_bars() -> lw.Planar:
    m = parallelogram()
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    return m


def driven(name: str) -> lw.Planar:
    return three_bars() if name == "three_bars" else of_gallery(name)()[0]


def near(one: Any, other: Any, tolerance: float) -> bool:
    size = max(1.0, float(np.max(np.abs(other), initial=0.0)))
    return float(np.max(np.abs(np.asarray(one) - np.asarray(other)), initial=0.0)) <= tolerance * size


def both(m: lw.Planar, verb: str, *arguments: Any, **options: Any) -> list[Any]:
    return [getattr(m, verb)(*arguments, formulation=name, **options) for name in ("cartesian", "joint")]


@pytest.mark.parametrize("name", [*gallery.KINDS, "three_bars"])
def test_driven_motion_and_its_reactions_are_those_of_the_bodies_coordinates(name: str) -> None:
    """Redundant bars too, whose reactions are made least."""
    m = driven(name)
    assert continue_in_joints(m.system(), m.assemble().q, np.linspace(0.0, 1.0, 41), False) is not None
    expected, run = both(m, "inverse_dynamics", 1.0, 41, progress=False)
    assert "formulation: joint, as asked for" in run.notes
    for what in ("q", "v", "a"):
        assert near(getattr(run, what), getattr(expected, what), 1e-10)
    wrenches = expected.loads.wrenches
    assert np.max(np.abs(run.loads.wrenches - wrenches)) < 1e-9 * np.max(np.abs(wrenches))
    assert near(run.loads.energy, expected.loads.energy, 1e-9)


def story(run: Run) -> list[Any]:
    return [run.completed, len(run.t), *((event.kind, event.text) for event in run.events)]


def test_lock_up_and_bifurcation_are_told_in_the_same_words() -> None:
    locking, folding = slider_crank(), parallelogram(start=2.0)
    locking.set(rod=1.9)
    for m, until in ((locking, 1.0), (folding, 2.0)):
        expected, run = both(m, "kinematics", until, 101, progress=False)
        assert run.events and story(run) == story(expected) and np.array_equal(run.q, expected.q)
        assert any("coordinates of the bodies" in note for note in run.notes)


@pytest.mark.parametrize("name", [*FREE, *HELD])
def test_rest_its_stiffness_and_reactions_are_the_same(name: str) -> None:
    expected, rest = both(BUILT[name]()[0], "equilibrium")
    assert (rest.method, rest.stability, rest.softest) == (expected.method, expected.stability, expected.softest)
    assert near(rest.q, expected.q, 1e-9) and near(rest.stiffness, expected.stiffness, 1e-9)
    assert np.max(np.abs(rest.wrenches - expected.wrenches)) < 1e-9 * np.max(np.abs(expected.wrenches))
    assert near(rest.own_states, expected.own_states, 1e-9)
    assert rest.potential_energy == pytest.approx(expected.potential_energy, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", FREE)
def test_eigenvalues_and_modes_are_the_same(name: str) -> None:
    m = BUILT[name]()[0]
    expected, model = both(m, "linearise", m.equilibrium())
    fastest = np.max(np.abs(expected.eigenvalues))
    assert np.max(np.abs(model.eigenvalues - expected.eigenvalues)) < 1e-9 * fastest
    assert model.stable == expected.stable
    for one, other in zip(model.modes, expected.modes, strict=True):
        assert one.moves_most == other.moves_most and np.max(np.abs(one.shape - other.shape)) < 1e-8
    runs = [each.mode_run(1, amplitude=1e-6, points=5).q for each in (model, expected)]
    assert near(runs[0] - runs[0][1], runs[1] - runs[1][1], 1e-11)


@pytest.mark.parametrize("build", [swapped_chain, sliding_tree, double_pendulum])
def test_states_are_what_the_joints_measure(build: Any) -> None:
    """Joints that carry their first body count against their coordinate in the tree, but not in the model."""
    m, end, options = build()
    run = m.simulate(end, 11, progress=False, **options)
    for at in (m.equilibrium(), (run, run.t[5])):
        model = m.linearise(at, formulation="joint", outputs=["energy.kinetic"])
        names = model.states[: len(model.states) // 2]
        assert all(name.endswith((".angle", ".position")) for name in names)
        expected = m.linearise(at, formulation="cartesian", coordinates=names, outputs=["energy.kinetic"])
        assert near(model.A, expected.A, 1e-9) and near(model.C, expected.C, 1e-9)


def test_the_user_names_the_independent_coordinates() -> None:
    m = BUILT["sprung_slider_crank"]()[0]
    rest, found = m.equilibrium(), {}
    for name in ("A.angle", "guide"):
        m.tree(independent=[name])
        model = m.linearise(rest, formulation="joint")
        found[model.states[0]] = model.eigenvalues
    assert list(found) == ["A.angle", "guide.position"]
    assert near(found["A.angle"], found["guide.position"], 1e-9)
    m.tree(independent=["A", "guide"])
    with pytest.raises(AnalysisError, match=r"cannot be independent in this position; name others in m.tree"):
        m.linearise(rest, formulation="joint")


def test_inputs_and_outputs_are_the_same() -> None:
    """Forces and driver values as inputs; a reaction of a joint in the tree and of a cut one as outputs."""
    m = four_bar()
    for body in ("crank", "coupler", "follower"):
        m.mass(body, mass=2, center=(0.1, 0.05), inertia=0.3)
    del m.drivers["motor"]
    m.torsion_spring("coil", "crank", "coupler", stiffness=200)
    m.force("push", "coupler", x=3)
    outputs = ["A.fx", "B.fy", "C.fx", "coupler.ax"]
    models = both(m, "linearise", m.equilibrium(), inputs=["push.x"], outputs=outputs)
    responses = [[model.frequency_response("push.x", name, [0.3])[1][0] for name in outputs] for model in models]
    assert near(responses[1], responses[0], 1e-9) and near(models[1].values, models[0].values, 1e-9)


def test_accelerations_and_multipliers_of_a_moving_state_are_the_same() -> None:
    for name in ("sprung_slider_crank", "bars", "valve_lifter", "controlled"):
        m, end, options = BUILT[name]()
        run = m.simulate(end, 3, progress=False, **options)
        t, q, v = float(run.t[1]), run.q[1], run.v[1]
        whole, joints = dynamics_of(m), joint_dynamics(m, q)
        expected = Chart(whole, q, t).motion(whole, q, v)
        z, rates = joints.gathered(q, v)
        state = Chart(joints, z, t).motion(joints, z, rates)
        assert near(joints.spread(z, rates, state.a)[2], expected.a, 1e-10)
        if name != "bars":
            wrenches = whole.reactions(expected.multipliers)
            found = joints.multipliers_of_all(state.multipliers, state.a)
            assert near(joints.reactions(found), wrenches, 1e-9)


def test_large_mechanisms_are_taken_in_joint_coordinates_unasked() -> None:
    m = lw.Planar("long chain")
    before = m.ground.at(0, 0)
    for i in range(20):
        link = m.body(f"link{i}", estimate=(0, -i, -1.5))
        m.revolute(f"J{i}", before, link.at(0, 0))
        m.drive(f"hold{i}", joint=f"J{i}", angle=f"{-1.5 if i == 0 else 0} + {0.1 + 0.01 * i}*t")
        before = link.at(1, 0)
    run = m.kinematics(1.0, 11, progress=False)
    assert "formulation: joint, chosen because 20 joint coordinates take the place of 60 of the bodies" in run.notes
    expected = m.kinematics(1.0, 11, formulation="cartesian", progress=False)
    assert near(run.q, expected.q, 1e-10) and near(run.a, expected.a, 1e-10)
    assert not any("formulation" in note for note in chain_of_ten()[0].equilibrium().notes)


def test_an_unknown_formulation_is_refused_with_those_there_are() -> None:
    m, known = three_bars(), "no formulation 'polar' for it; formulations are: auto, cartesian, joint"
    for verb, arguments in {
        "kinematics": (1.0,),
        "inverse_dynamics": (1.0,),
        "equilibrium": (),
        "linearise": (),
    }.items():
        with pytest.raises(AnalysisError, match=f"^{verb}: there is {known}"):
            getattr(m, verb)(*arguments, formulation="polar")


def test_a_model_file_asks_for_joint_coordinates(tmp_path: Path) -> None:
    m = three_bars()
    file = tmp_path / "bars.yaml"
    m.save(file)
    text = file.read_text(encoding="utf-8")
    for name in ("kinematics", "inverse_dynamics"):
        file.write_text(f"{text}analysis:\n  {name}: {{until: 0.5, points: 5, formulation: joint}}\n", encoding="utf-8")
        assert "formulation: joint, as asked for" in lw.load(file).run(progress=False).notes


@pytest.mark.both_coordinates
def test_tests_of_both_coordinates_really_run_in_both(coordinates: str) -> None:
    run = three_bars().kinematics(0.1, 3, progress=False)
    assert any("joint, chosen because" in note for note in run.notes) == (coordinates == "joints")
