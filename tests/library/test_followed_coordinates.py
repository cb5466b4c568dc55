"""Coordinates that are locked, or that a constraint of OpenSim makes curves of others."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, ModelFileError
from linkwork.biomechanics import (
    Coordinate,
    JointLimit,
    Motion,
    Move,
    Segment,
    Skeleton,
    SkeletonJoint,
    forward,
    frame,
    inverse_dynamics,
    motion_from,
    muscle_paths,
    read_osim,
)
from linkwork.library.biomechanics.curves import held_outside, matched_spline, polynomial
from linkwork.library.biomechanics.followers import composed
from linkwork.library.biomechanics.skeleton import value_of

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
HELD = '<axis>{axis}</axis><Constant name="function"><value>0</value></Constant></TransformAxis>'
BY_BETA = (
    '<coordinates>beta</coordinates><axis>{axis}</axis><SimmSpline name="function"><x>-2 -1 0 1 2</x><y>{y}</y>'
    "</SimmSpline></TransformAxis>"
)
AXES = (
    ("rotation1", BY_BETA.format(axis="0 0 1", y="-1.5 -0.9 0.1 1.1 1.4")),
    ("rotation2", HELD.format(axis="0 1 0")),
    ("rotation3", HELD.format(axis="1 0 0")),
    ("translation1", BY_BETA.format(axis="1 0 0", y="0.02 0.04 0.05 0.045 0.03")),
    ("translation2", BY_BETA.format(axis="0 1 0", y="-0.42 -0.41 -0.39 -0.38 -0.40")),
    ("translation3", HELD.format(axis="0 0 1")),
)
KNEE_CAP = (
    '<CustomJoint name="patellofemoral"><socket_parent_frame>/bodyset/thigh</socket_parent_frame>'
    "<socket_child_frame>/bodyset/patella</socket_child_frame><coordinates>"
    '<Coordinate name="beta"><range>-99 99</range></Coordinate></coordinates><SpatialTransform>'
    + "".join(f'<TransformAxis name="{name}">{rest}' for name, rest in AXES)
    + "</SpatialTransform></CustomJoint>"
)
ANKLE = """<PinJoint name="ankle"><socket_parent_frame>low</socket_parent_frame>
<socket_child_frame>/bodyset/foot</socket_child_frame><coordinates><Coordinate name="ankle_angle">
<range>-99 99</range></Coordinate></coordinates><frames><PhysicalOffsetFrame name="low">
<socket_parent>/bodyset/shank</socket_parent><translation>0 -0.43 0</translation></PhysicalOffsetFrame></frames>
</PinJoint>"""
BODIES = """<Body name="patella"><mass>0.3</mass><mass_center>0.01 0.02 0</mass_center>
<inertia>0.001 0.001 0.001 0 0 0</inertia></Body><Body name="foot"><mass>1.1</mass>
<mass_center>0.05 -0.02 0</mass_center><inertia>0.002 0.004 0.004 0 0 0</inertia></Body>"""
BY = "<socket_{0}_coordinate>/jointset/patellofemoral/beta</socket_{0}_coordinate>"
OVER = f"""<Millard2012EquilibriumMuscle name="over"><GeometryPath><PathPointSet><objects>
<PathPoint name="P1"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0.03 -0.1 0</location>
</PathPoint><PathPoint name="P2"><socket_parent_frame>/bodyset/patella</socket_parent_frame>
<location>0.01 0.03 0</location></PathPoint>
<MovingPathPoint name="P3"><socket_parent_frame>/bodyset/foot</socket_parent_frame>
{BY.format("x")}{BY.format("y")}{BY.format("z")}
<x_location><SimmSpline><x>-2 -1 0 1</x><y>0.02 0.03 0.03 0.01</y></SimmSpline></x_location>
<y_location><SimmSpline><x>-2 -1 0 1</x><y>0.02 0.03 0.04 0.02</y></SimmSpline></y_location>
<z_location><Constant><value>0.01</value></Constant></z_location></MovingPathPoint>
</objects></PathPointSet></GeometryPath><max_isometric_force>900</max_isometric_force>
<optimal_fiber_length>0.15</optimal_fiber_length><tendon_slack_length>0.5</tendon_slack_length>
</Millard2012EquilibriumMuscle>"""
COUPLER = """<CoordinateCouplerConstraint name="{name}"><coupled_coordinates_function>{curve}
</coupled_coordinates_function><independent_coordinate_names>{leader}</independent_coordinate_names>
<dependent_coordinate_name>{follower}</dependent_coordinate_name></CoordinateCouplerConstraint>"""
BENT = "<SimmSpline><x>-2 -1 0 1</x><y>0.3 -0.2 0.1 0.3</y></SimmSpline>"
STRAIGHT = "<LinearFunction><coefficients>-0.7 0.1</coefficients></LinearFunction>"


def _model(folder: Path, of_cap: str = STRAIGHT, more: str = "") -> Path:
    """A leg with a knee cap on curves of a coordinate that follows the knee, and an ankle that follows the hip."""
    couplers = COUPLER.format(name="cap", curve=of_cap, leader="knee_angle", follower="beta")
    couplers += COUPLER.format(name="ankle", curve=BENT, leader="hip_flexion", follower="ankle_angle")
    text = FILE.read_text()
    for old, new in (
        ("</objects></BodySet>", f"{BODIES}</objects></BodySet>"),
        ("</objects></JointSet>", f"{KNEE_CAP}{ANKLE}</objects></JointSet>"),
        (
            "<ForceSet><objects>",
            f"<ConstraintSet><objects>{couplers}{more}</objects></ConstraintSet><ForceSet><objects>{OVER}",
        ),
        ('<CoordinateLimitForce name="knee_limit" />', ""),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "leg.osim").write_text(text)
    return folder / "leg.osim"


BY_OPENSIM = [
    ((-0.08108540047223, 0.6207419132602), (0.6613675739411, 0.4071663523718), (0.009395215881418, 0.07656206452757)),
    ((0.4243241499603, -0.2452813811703), (0.7138219921649, 0.4331893151896), (0.004151205174952, 0.03276154633082)),
    ((-0.02065009972163, -0.8559054186209), (0.7210519735491, 0.4791857688187), (0.007703974672062, -0.01482209812463)),
]  # fmt: skip
"""Hip and knee; lengths of `over` and `rectus`; arms of `over` at both, by OpenSim 4.6 with tilt 0.1, at 0.2, 0.95 m.
The first knee is beyond its range, where the point of `rectus` that moves with it stays."""
FALLEN = (0.16275431471073884, 0.0061535133860200555, 0.9484154600839402, 0.1300878782822905, -0.22999504947186486)
"""Its coordinates after 0.04 s from (0.1, 0, 0.95, 0.3, -0.5) at rest, all activations held at 0.2."""


def test_coupled_coordinates_follow_as_in_opensim(tmp_path: Path) -> None:
    leg = read_osim(_model(tmp_path))
    assert [one.name for one in leg.coordinates] == ["tilt", "forward", "height", "hip_flexion", "knee_angle"]
    assert leg.left_out == ()
    for (hip, knee), lengths, arms in BY_OPENSIM:
        paths = muscle_paths(leg, [0.1, 0.2, 0.95, hip, knee])
        assert [paths.length(name)[0] for name in ("over", "rectus")] == pytest.approx(lengths, abs=1e-11)
        assert [paths.arm("over", name)[0] for name in ("hip_flexion", "knee_angle")] == pytest.approx(arms, abs=1e-11)
    run = forward(leg, [0.1, 0.0, 0.95, 0.3, -0.5], np.zeros(5), 0.2, 0.04, 2, 1e-10)
    assert run.values[-1] == pytest.approx(FALLEN, abs=3e-9)


def test_what_cannot_follow_is_told(tmp_path: Path) -> None:
    two = read_osim(_model(tmp_path, BENT))
    assert two.left_out == ("1 CoordinateCouplerConstraint by a curve of a coordinate whose moves are curves, too",)
    assert "beta" in [one.name for one in two.coordinates]
    ring = COUPLER.format(name="a", curve=STRAIGHT, leader="ankle_angle", follower="hip_flexion")
    assert read_osim(_model(tmp_path, more=ring)).left_out == (
        "2 CoordinateCouplerConstraint of coordinates that follow each other",
    )
    off = COUPLER.format(name="a", curve=STRAIGHT, leader="tilt", follower="hip_flexion")
    off = off.replace("<coupled", "<isEnforced>false</isEnforced><coupled", 1)
    assert read_osim(_model(tmp_path, more=off)).left_out == ("1 CoordinateCouplerConstraint",)
    wrong = COUPLER.format(name="a", curve=STRAIGHT, leader="toe", follower="hip_flexion")
    with pytest.raises(ModelFileError, match=r"leg\.osim:\d+: there is no coordinate 'toe'"):
        read_osim(_model(tmp_path, more=wrong))


def test_a_knee_that_is_locked_keeps_its_points_where_they_are(tmp_path: Path) -> None:
    """Such a model was refused: points that move or count with the knee looked for its coordinate."""
    free, text = read_osim(FILE), FILE.read_text()
    old = '<Coordinate name="knee_angle">'
    for angle in (-0.6, -1.7):  # the second within the range of the point of `rectus`
        locked = f"{old}<locked>true</locked><default_value>{angle}</default_value>"
        (tmp_path / "leg.osim").write_text(text.replace(old, locked, 1))
        held = read_osim(tmp_path / "leg.osim")
        assert [one.name for one in held.coordinates] == ["tilt", "forward", "height", "hip_flexion"]
        q = [0.1, 0.2, 0.95, 0.3]
        assert muscle_paths(held, q).lengths == pytest.approx(muscle_paths(free, [*q, angle]).lengths, abs=1e-14)
    prescribed = text.replace(old, f"{old}<prescribed>true</prescribed>", 1)
    (tmp_path / "leg.osim").write_text(prescribed)
    assert "1 prescribed motion of 'knee_angle', which is free" in read_osim(tmp_path / "leg.osim").left_out


def _arm(locked: bool) -> Skeleton:
    turn, inertia = (0.0, 0.0, 1.0), (0.02, 0.003, 0.02, 0.0, 0.0, 0.0)
    bodies = Segment("upper", 2.0, (0, -0.15, 0), inertia), Segment("lower", 1.5, (0, -0.13, 0), inertia)
    joints = (
        SkeletonJoint("shoulder", "ground", "upper", (Move(turn, True, "shoulder"),)),
        SkeletonJoint("elbow", "upper", "lower", (Move(turn, True, "elbow"),), frame((0, -0.3, 0))),
    )
    coordinates = Coordinate("shoulder"), Coordinate("elbow", start=0.5, locked=locked)
    return Skeleton("arm", bodies, joints, coordinates, limits=(JointLimit("elbow", -1, 1, 5.0),))


def test_a_locked_coordinate_does_not_move() -> None:
    """It fell like a free one in a forward run, without a word."""
    held, bent = _arm(True), _arm(False)
    assert [one.name for one in held.coordinates] == ["shoulder"] and held.limits == ()
    fixed = dataclasses.replace(bent.joints[1], moves=(Move((0, 0, 1), True, None, polynomial(0.5)),))
    stiff = dataclasses.replace(
        bent, joints=(bent.joints[0], fixed),
        coordinates=bent.coordinates[:1], limits=(),
    )  # fmt: skip
    runs = [forward(one, [0.3], [0.0], [], 0.5, 11) for one in (held, stiff)]
    assert np.array_equal(runs[0].values, runs[1].values) and abs(runs[0]["shoulder"][-1]) > 0.2
    time = np.linspace(0, 1, 21)
    need = inverse_dynamics(Motion(held, time, 0.3 * np.sin(3 * time)[:, None]))["shoulder"]
    both = np.column_stack([0.3 * np.sin(3 * time), 0 * time + 0.5])
    assert need == pytest.approx(inverse_dynamics(Motion(bent, time, both))["shoulder"], abs=1e-12)


def test_a_table_that_moves_a_locked_coordinate_is_told() -> None:
    """Its column was passed over: net forces were those of another motion, without a word."""
    held, time = _arm(True), np.linspace(0, 1, 21)
    moving = np.column_stack([0.3 * np.sin(3 * time), 0.5 + 0.2 * time])
    moved = motion_from(held, Motion(_arm(False), time, moving).table())
    assert moved.notes == ("arm has 'elbow' up to 11.5 degrees from 28.6479 degrees, where it is locked",)
    moving[:, 1] = 0.5
    assert motion_from(held, Motion(_arm(False), time, moving).table()).notes == ()
    with pytest.raises(AnalysisError, match=r"coordinate 'elbow' is locked: it stays at 0\.5 rad"):
        moved["elbow"]


def test_curves_in_a_row_are_one_curve() -> None:
    bent = matched_spline(np.array([-1.0, 0.2, 0.7, 2.0]), np.array([0.3, -0.2, 0.5, 0.1]))
    for at_zero, slope in ((0.4, 1.3), (0.4, -0.8), (0.3, 0.0)):
        line = polynomial(at_zero, slope)
        for x in np.linspace(-4, 4, 33):
            inside, outside = value_of(bent, at_zero + slope * x), at_zero + slope * value_of(bent, x)
            assert value_of(composed(bent, line), x) == pytest.approx(inside, abs=1e-12)
            assert value_of(composed(line, bent), x) == pytest.approx(outside, abs=1e-12)
    for low, high in ((-0.5, 1.0), (-3.0, 0.5), (0.3, 5.0), (-np.inf, 0.1), (0.1, np.inf)):
        held = held_outside(bent, low, high)
        for x in np.linspace(-4, 6, 41):
            assert value_of(held, x) == pytest.approx(value_of(bent, min(max(x, low), high)), abs=1e-12)
