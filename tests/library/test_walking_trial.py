"""The public walking trial of OpenSim held against its results; skipped where LINKWORK_GAIT names no folder with it."""

from __future__ import annotations

import csv
import os
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from linkwork.biomechanics import (
    Motion,
    NetForces,
    Plate,
    Sharing,
    Skeleton,
    fit_markers,
    forward,
    inverse_dynamics,
    joint_reactions,
    motion_from,
    muscle_paths,
    play_back,
    read_markers,
    read_osim,
    read_plates,
    read_table,
    resting_fibres,
    share_forces,
)

DATA = Path(os.environ.get("LINKWORK_GAIT", "nowhere"))
pytestmark = pytest.mark.skipif(not (DATA / "subject01.osim").is_file(), reason="LINKWORK_GAIT names no trial")
RESERVED = ("hip", "knee", "ankle")


@cache
def _body() -> Skeleton:
    return read_osim(DATA / "subject01.osim")


@cache
def _plates() -> tuple[Plate, ...]:
    return read_plates(DATA / "subject01_walk_grf.xml")


@cache
def _walk(rate: float = 0.0) -> Motion:
    walk = motion_from(_body(), read_table(DATA / "reference_subject01_walk_IK.mot")).filtered(6.0)
    return walk.resampled(rate) if rate else walk


@cache
def _net(rate: float = 0.0) -> NetForces:
    return inverse_dynamics(_walk(rate), _plates())


@cache
def _shared(by_law: bool, rate: float = 0.0) -> Sharing:
    reserves = {one.name: 1.0 for one in _body().coordinates if one.name.startswith(RESERVED)}
    return share_forces(_net(rate), "activation", reserves | {"lumbar_extension": 100.0}, by_law, pennation=False)


def _columns(name: str) -> np.ndarray:
    return np.genfromtxt(DATA / "opensim" / name, delimiter=",", names=True)


def _inside() -> np.ndarray:
    time = _walk().time
    return (time >= 0.2) & (time <= 2.3)


def test_inverse_kinematics_is_that_of_the_converged_file() -> None:
    tasks = ElementTree.parse(DATA / "walk_Setup_IK.xml").getroot().iter("IKMarkerTask")
    weights = {t.get("name", ""): float(t.findtext("weight", "")) for t in tasks if t.findtext("apply") == "true"}
    assert len(weights) == 31
    fit = fit_markers(_body(), read_markers(DATA / "subject01_walk.trc"), weights)
    reference = motion_from(_body(), read_table(DATA / "opensim" / "ik_acc1e-9.mot"))
    turns = [one.turns for one in _body().coordinates]
    assert np.degrees(np.abs(fit.motion.values - reference.values)[:, turns]).max() < 5e-6
    assert np.abs(fit.motion.values - reference.values).max() < 1e-7


def test_inverse_dynamics_is_within_a_thousandth_of_the_peaks() -> None:
    reference = read_table(DATA / "opensim" / "id_refIK.sto")
    ours = _net().table()
    for name in ours.names:
        assert np.abs(ours[name] - reference[name])[_inside()].max() < 1e-3 * np.abs(reference[name]).max(), name


def test_muscle_lengths_rates_and_moment_arms_are_those_of_opensim() -> None:
    frames, body = _columns("muscle/frames_q_u.csv"), _body()
    q, u = (np.column_stack([frames[f"{c.name}_{end}"] for c in body.coordinates]) for end in ("value", "speed"))
    paths = muscle_paths(body, q)
    lengths, rates = _columns("muscle/mtu_length.csv"), _columns("muscle/mtu_velocity.csv")
    for i, muscle in enumerate(body.muscles):
        assert np.abs(paths.length(muscle.name) - lengths[muscle.name]).max() < 1e-11
        assert np.abs(paths.rates(u)[:, i] - rates[muscle.name]).max() < 1e-11
        for c in body.coordinates:
            if c.name.startswith(RESERVED):
                arms = _columns(f"muscle/moment_arm_{c.name}.csv")
                assert np.abs(paths.arm(muscle.name, c.name) - arms[muscle.name]).max() < 1e-11


@pytest.mark.parametrize("activation", ["0.05", "0.5", "1"])
def test_fibres_are_in_the_equilibrium_of_opensim(activation: str) -> None:
    frames, body = _columns("muscle/frames_q_u.csv"), _body()
    q = np.column_stack([frames[f"{c.name}_value"] for c in body.coordinates])
    rest = resting_fibres(body, muscle_paths(body, q).lengths, float(activation))
    with open(DATA / "opensim" / "muscle" / f"equilibrium_act{activation}.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    times = list(dict.fromkeys(row["time"] for row in rows))
    for row in rows:
        ours = rest.lengths[times.index(row["time"]), body.index("muscle", row["muscle"])]
        assert ours == pytest.approx(float(row["fiber_length"]), rel=1e-6)


@pytest.mark.parametrize("by_law", [False, True])
def test_static_optimisation_is_the_exact_programme(by_law: bool) -> None:
    reference = _columns(f"so/qp_exact_{'flv' if by_law else 'noflv'}_activation.csv")
    shared = _shared(by_law)
    assert shared.residuals.max() < 1e-8
    for muscle in _body().muscles:
        assert np.abs(shared.activation(muscle.name) - reference[muscle.name])[_inside()].max() < 1e-3


@pytest.mark.parametrize("by_law", [False, True])
def test_joint_reactions_are_within_half_a_percent_of_the_peaks(by_law: bool) -> None:
    name = f"jr_so_{'flv' if by_law else 'noflv'}_tol1e-6_JointReaction_ReactionLoads.sto"
    reference, reactions = read_table(DATA / "opensim" / "jr" / name), joint_reactions(_shared(by_law))
    for joint in _body().ordered_joints:
        for kind, ours in (("f", reactions.force(joint.name)), ("m", reactions.moment(joint.name))):
            theirs = np.column_stack(
                [reference[f"{joint.name}_on_{joint.child}_in_{joint.child}_{kind}{a}"] for a in "xyz"]
            )
            assert np.abs(ours - theirs)[_inside()].max() < 5e-3 * np.abs(theirs).max()


@pytest.mark.parametrize("start", ["u0", "u"])
def test_a_forward_run_of_a_fifth_of_a_second_ends_where_opensim_ends(start: str) -> None:
    reference, body = _columns(f"forward/compliant_{start}_acc1e-8.csv"), _body()
    q, u = (np.column_stack([reference[f"{c.name}_{end}"] for c in body.coordinates]) for end in ("value", "speed"))
    run = forward(body, q[0], u[0], 0.05, 0.2, points=41)
    assert np.abs(run.values - q).max() < 1e-7
    fibres = np.column_stack([reference[f"{muscle.name}_fiber_length"] for muscle in body.muscles])
    assert np.abs(run.fibres - fibres).max() < 1e-7


def test_shared_forces_give_the_motion_back() -> None:
    walk, shared = _walk(600.0), _shared(True, 600.0)
    turns = [one.turns for one in _body().coordinates]
    for start in (120, 400, 800, 1100):
        back = play_back(shared, _plates(), start, float(walk.time[start]) + 0.1)
        wrong = np.abs(back.values - walk.values[start : start + len(back.time)])[:, turns]
        assert np.degrees(wrong).max() < 0.5


def test_the_whole_walk_is_followed_with_feedback() -> None:
    walk = _walk(600.0)
    back = play_back(_shared(True, 600.0), _plates(), stiffness=1e4, damping=200.0, tolerance=1e-5)
    turns = [one.turns for one in _body().coordinates]
    assert len(back.time) == len(walk.time)
    assert np.degrees(np.abs(back.values - walk.values)[:, turns]).max() < 0.01
