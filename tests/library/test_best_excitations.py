"""Excitations of a skeleton's muscles that do a task best: to reach a place and rest there, to jump."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import (
    ContactSphere,
    Coordinate,
    Cylinder,
    ForwardRun,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    best_excitations,
    forward,
    frame,
)

TURN = (0.0, 0.0, 1.0)


def _forearm() -> Skeleton:
    elbow = SkeletonJoint("elbow", "ground", "forearm", (Move(TURN, True, "elbow"),))
    flexor = PathMuscle(
        "flexor", (PathPoint("ground", (0.02, 0.3, 0)), PathPoint("forearm", (0.04, 0.005, 0))), 600, 0.12, 0.17
    )
    extensor = PathMuscle(
        "extensor", (PathPoint("ground", (-0.03, 0.25, 0)), PathPoint("forearm", (-0.025, 0.0, 0))), 500, 0.13, 0.12
    )
    bone = Segment("forearm", 1.5, (0.15, 0, 0), (0.02, 0.002, 0.02, 0, 0, 0))
    return Skeleton("arm", (bone,), (elbow,), (Coordinate("elbow"),), (), (flexor, extensor))


def _hopper() -> Skeleton:
    """A trunk on a rail over a leg of two bones with a ball for a foot."""
    bodies = (
        Segment("trunk", 50, (0, 0.25, 0), (3, 1, 3, 0, 0, 0)),
        Segment("thigh", 15, (0, -0.2, 0), (0.3, 0.05, 0.3, 0, 0, 0)),
        Segment("shank", 9, (0, -0.2, 0), (0.15, 0.02, 0.15, 0, 0, 0)),
    )
    joints = (
        SkeletonJoint("rail", "ground", "trunk", (Move((0, 1.0, 0), False, "height"),)),
        SkeletonJoint("hip", "trunk", "thigh", (Move(TURN, True, "hip"),)),
        SkeletonJoint("knee", "thigh", "shank", (Move((0, 0, -1.0), True, "knee"),), frame((0, -0.42, 0))),
    )
    roll = Cylinder("thigh", (0, -0.42, 0), TURN, 0.045, 0, (1.0, 0, 0))
    gluteus = (PathPoint("trunk", (-0.12, 0.06, 0)), PathPoint("thigh", (-0.05, -0.15, 0)))
    vasti = (PathPoint("thigh", (0.05, -0.15, 0)), roll, PathPoint("shank", (0.045, -0.08, 0)))
    muscles = (PathMuscle("gluteus", gluteus, 5000, 0.18, 0.06), PathMuscle("vasti", vasti, 9000, 0.14, 0.2))
    coordinates = (Coordinate("height", False), Coordinate("hip"), Coordinate("knee"))
    foot = (ContactSphere("shank", (0, -0.43, 0), 0.03, 2e5, 1.0, 0.8),)
    return Skeleton("hopper", bodies, joints, coordinates, (), muscles, feet=foot)


def test_an_arm_reaches_a_place_and_rests_there_with_the_least_effort() -> None:
    arm = _forearm()
    best = best_excitations(arm, [-0.2], [0], 0.4, reach={"elbow": 0.4}, pieces=3, points=41, tolerance=1e-9)
    assert best.ok, best.text()
    assert best.run["elbow"][-1] == pytest.approx(0.4, abs=1e-4) and abs(best.run.speeds[-1, 0]) < 1e-4
    again = forward(arm, [-0.2], [0], 0.02, 0.4, 41, 1e-9, best.excitations)
    assert np.array_equal(again.values, best.run.values)
    effort = np.trapezoid((best.run.activations**2).sum(axis=1), best.run.time)
    assert best.cost == pytest.approx(effort, rel=1e-12)
    # from elsewhere the same effort is found
    other = best_excitations(arm, [-0.2], [0], 0.4, reach={"elbow": 0.4}, begin=[0.4, 0.3], pieces=3, tolerance=1e-9)
    assert other.ok and other.cost == pytest.approx(best.cost, rel=1e-5)
    assert max(best.residual, other.residual) < 1e-4


def _rise(run: ForwardRun) -> float:
    """How high the trunk would fly from where the run ends."""
    return float(run["height"][-1] + max(run.speeds[-1, 0], 0.0) ** 2 / (2 * 9.80665))


def test_a_leg_jumps_higher_than_with_one_excitation_for_all() -> None:
    hopper = _hopper()
    squat = [0.42 * np.cos(0.8) + 0.43 * np.cos(0.8) + 0.029, 0.8, 1.6]
    best = best_excitations(
        hopper, squat, [0, 0, 0], 0.3, most=_rise, pieces=2, begin=0.6, tolerance=1e-6, iterations=12
    )
    even = [_rise(forward(hopper, squat, [0, 0, 0], 0.02, 0.3, 41, 1e-6, level)) for level in (0.2, 0.6, 1.0)]
    assert best.cost > max(even) - 1e-6 and best.cost == pytest.approx(_rise(best.run))
    assert np.all((best.excitations >= 0) & (best.excitations <= 1))


def test_what_makes_no_task_is_refused_and_what_cannot_be_reached_is_told() -> None:
    arm = _forearm()
    with pytest.raises(AnalysisError, match="one of both"):
        best_excitations(arm, [0], [0], 0.1)
    with pytest.raises(AnalysisError, match="there is no coordinate 'tail'"):
        best_excitations(arm, [0], [0], 0.1, reach={"tail": 1.0})
    far = best_excitations(arm, [0], [0], 0.05, reach={"elbow": 2.0}, pieces=1, tolerance=1e-6, iterations=5)
    assert not far.ok and far.missed > 0.5 and "not found" in far.text()
    for value in (np.nan, None, np.ones(3), "high"):
        with pytest.raises(AnalysisError, match="most is one finite number of a run"):
            best_excitations(arm, [0], [0], 0.05, most=lambda run, value=value: value, pieces=1)
    with pytest.raises(MechanismError, match="reach 'elbow': expected a number; found '30 mm'"):
        best_excitations(arm, [0], [0], 0.05, reach={"elbow": "30 mm"})
