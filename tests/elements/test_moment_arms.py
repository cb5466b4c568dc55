"""Moment arms of the muscles of a mechanism: against differences of lengths, through loops, and those of a skeleton."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import biomechanics as bio
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.muscles import moment_arms

SIZE: dict[str, Any] = {"strength": 500, "optimal_length": 0.13, "tendon_length": 0.2}
STEP = 1e-5


def arm(dimensions: int) -> Any:
    """Two joints; a muscle over both, round the elbow and over a point that counts in a range."""
    mass = {"mass": 1.0, "inertia": 0.02 if dimensions == 2 else [0.02] * 3}
    z = (0.0,) * (dimensions - 2)
    m: Any = lw.Planar("arm") if dimensions == 2 else lw.Spatial("arm")
    upper, lower = m.body("upper", (0, 0, 0), mass=mass), m.body("lower", (0, -0.3, 0), mass=mass)
    if dimensions == 2:
        m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
        m.revolute("elbow", upper.at(0, -0.3), lower.at(0, 0))
        bone: dict[str, Any] = {"round": upper.at(0, -0.3), "radius": 0.02, "side": "left"}
    else:
        m.revolute("shoulder", m.ground, upper, at=(0, 0, 0), axis=(0, 0, 1))
        m.revolute("elbow", upper, lower, at=(0, -0.3, 0), axis=(0, 0, 1))
        bone = {"round": {"upper": {"at": [0, -0.3, 0], "axis": [0, 0, 1]}}, "radius": 0.02, "side": "left"}
    over = {"point": upper.at(-0.035, -0.2, *z), "joint": "elbow", "within": (-1.0, 0.3)}
    path = [m.ground.at(-0.03, 0.03, *z), upper.at(-0.03, -0.12, *z), over, bone, lower.at(0.02, -0.021, *z)]
    m.muscle("triceps", path, excitation=0.1, **SIZE)
    return m


def off_differences(m: Any, freedom: str, values: Any, **options: Any) -> float:
    found = moment_arms(m, freedom, values, **options)
    above, below = (moment_arms(m, freedom, values + step, **options) for step in (STEP, -STEP))
    slopes = {name: (above.lengths[name] - below.lengths[name]) / (2 * STEP) for name in found.arms}
    return max(float(np.abs(found.arms[name] + slopes[name]).max()) for name in slopes)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_arms_are_minus_differences_of_lengths_and_those_of_the_skeleton(dimensions: int) -> None:
    m, values = arm(dimensions), np.linspace(-0.5, 1.2, 7)
    assert off_differences(m, "elbow.angle", values, hold={"shoulder.angle": 0.3}) < 1e-9
    assert off_differences(m, "shoulder.angle", values, hold={"elbow.angle": 0.2}) < 1e-9
    turn = (0.0, 0.0, 1.0)
    joints = (
        bio.SkeletonJoint("shoulder", "ground", "upper", (bio.Move(turn, True, "shoulder"),)),
        bio.SkeletonJoint("elbow", "upper", "lower", (bio.Move(turn, True, "elbow"),), bio.frame((0, -0.3, 0))),
    )
    path = (
        bio.PathPoint("ground", (-0.03, 0.03, 0)),
        bio.PathPoint("upper", (-0.03, -0.12, 0)),
        bio.PathPoint("upper", (-0.035, -0.2, 0), within=("elbow", -1.0, 0.3)),
        bio.Cylinder("upper", (0, -0.3, 0), turn, 0.02, 1),
        bio.PathPoint("lower", (0.02, -0.021, 0)),
    )
    muscle = bio.PathMuscle("triceps", path, 500, 0.13, 0.2)
    coordinates = bio.Coordinate("shoulder"), bio.Coordinate("elbow")
    bodies = bio.Segment("upper"), bio.Segment("lower")
    skeleton = bio.Skeleton("arm", bodies, joints, coordinates, muscles=(muscle,))
    paths = bio.muscle_paths(skeleton, np.column_stack([np.full(7, 0.3), values]))
    found = moment_arms(m, "elbow.angle", values, hold={"shoulder.angle": 0.3})
    assert found.lengths["triceps"] == pytest.approx(paths.length("triceps"), abs=1e-12)
    assert found.arms["triceps"] == pytest.approx(paths.arm("triceps", "elbow"), abs=1e-12)


def test_the_arm_is_the_total_derivative_through_a_loop() -> None:
    m = lw.Planar("four-bar")
    crank, coupler = m.body("crank", (0.05, 0.05, 1.0)), m.body("coupler", (0.15, 0.15, 0))
    rocker = m.body("rocker", (0.3, 0.1, 1.5))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(0.1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(0.3, 0), rocker.at(0.2, 0))
    m.revolute("D", m.ground.at(0.3, 0), rocker.at(0, 0))
    for name in ("crank", "coupler", "rocker"):
        m.mass(name, mass=1, inertia=0.01)
    m.muscle("pull", [m.ground.at(0, 0.3), coupler.at(0.1, 0.05)], excitation=0.1, **SIZE)
    m.drive("motor", joint="A", angle="1 + 5*t")  # drivers do not count
    assert off_differences(m, "A.angle", np.linspace(0.6, 1.4, 5)) < 1e-9
    assert off_differences(m, "D.angle", np.linspace(1.6, 1.9, 3)) < 1e-9


def test_what_has_no_arm_is_refused() -> None:
    m = arm(2)
    with pytest.raises(AnalysisError, match=r"beside elbow\.angle 1 freedom is left free; say in `hold` where"):
        moment_arms(m, "elbow.angle", 0.1)
    with pytest.raises(AnalysisError, match=r"'elbow\.angle' moves, and is not to be held"):
        moment_arms(m, "elbow.angle", 0.1, hold={"elbow.angle": 0.2})
    with pytest.raises(MechanismError, match=r"'knee\.angle' cannot be held"):
        moment_arms(m, "knee.angle", 0.1)
    with pytest.raises(AnalysisError, match="there are no muscles"):
        moment_arms(lw.Planar("bare"), "A.angle", 0.1)


def test_values_that_are_no_row_and_a_path_without_a_way_are_refused() -> None:
    m = arm(2)
    for wrong in ([], [[0.1, 0.2]]):
        with pytest.raises(AnalysisError, match="moment_arms: values: give one number or one row of them"):
            moment_arms(m, "elbow.angle", wrong, hold={"shoulder.angle": 0.3})
    m = lw.Planar("inside")
    lower = m.body("lower", mass={"mass": 1.0, "inertia": 0.02})
    m.revolute("elbow", m.ground.at(0, 0), lower.at(0, 0))
    bone = {"round": m.ground.at(0, 0), "radius": 0.05, "side": "left"}
    m.muscle("short", [m.ground.at(0.3, 0), bone, lower.at(0.02, 0)], excitation=0.1, **SIZE)
    with pytest.raises(AnalysisError, match=r"moment_arms: elbow\.angle = 0\.5: muscle 'short': "):
        moment_arms(m, "elbow.angle", [0.5, 0.6])
