"""The human body: a leg of our own, its motion from markers, what that needs, and how muscles share it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.biomechanics import (
    Coordinate,
    Cylinder,
    Markers,
    Motion,
    Move,
    PathMuscle,
    PathPoint,
    Plate,
    Segment,
    Skeleton,
    SkeletonJoint,
    Sphere,
    Table,
    fit_markers,
    forward,
    frame,
    inverse_dynamics,
    joint_reactions,
    motion_from,
    muscle_paths,
    read_markers,
    read_osim,
    read_table,
    resting_fibres,
    share_forces,
    whole_body,
)

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
LEG = read_osim(FILE)
TIME = np.linspace(0.0, 1.0, 61)


def _motion() -> Motion:
    w = 2 * math.pi * TIME
    columns = [0.1 * np.sin(w), 0.4 * TIME, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    return Motion(LEG, TIME, np.column_stack(columns))


def _markers(motion: Motion) -> Markers:
    places = np.empty((len(motion.time), len(LEG.markers), 3))
    for i, row in enumerate(motion.values):
        bodies = LEG.places(row)
        for k, marker in enumerate(LEG.markers):
            places[i, k] = (bodies[marker.body] @ [*marker.location, 1])[:3]
    return Markers(motion.time, tuple(marker.name for marker in LEG.markers), places)


def test_a_model_of_opensim_is_read_and_what_is_left_out_is_listed() -> None:
    assert [one.name for one in LEG.coordinates] == ["tilt", "forward", "height", "hip_flexion", "knee_angle"]
    assert [one.turns for one in LEG.coordinates] == [True, False, False, True, True]
    assert [len(muscle.path) for muscle in LEG.muscles] == [2, 3, 3, 3, 3]
    assert LEG.left_out == ("1 CoordinateLimitForce of a coordinate that is not there",)
    assert sum(body.mass for body in LEG.bodies) == 23.5


def test_a_file_that_was_read_before_gives_the_same_skeleton_of_its_own(tmp_path: Path) -> None:
    """Nothing is shared with what was read before, and a changed file is read as it is now."""
    file = tmp_path / "leg.osim"
    text = FILE.read_text(encoding="utf-8").replace('name="leg"', 'name="another leg"')
    file.write_text(text, encoding="utf-8")
    first, second = read_osim(file), read_osim(file)
    for one, two in zip((*first.tables, *first.path_tables), (*second.tables, *second.path_tables), strict=True):
        assert np.array_equal(one, two) and not np.shares_memory(one, two)
    assert second.laws[0].tobytes() == first.laws[0].tobytes()
    assert second.left_out == first.left_out
    first.tables[6][0, 0] += 1.0
    assert read_osim(file).tables[6][0, 0] == second.tables[6][0, 0]
    file.write_text(text.replace("<mass>", "<mass>x"), encoding="utf-8")
    with pytest.raises(ModelFileError, match="mass"):
        read_osim(file)


def test_a_motion_is_found_again_from_its_markers() -> None:
    motion = _motion()
    fit = fit_markers(LEG, _markers(motion))
    assert np.abs(fit.motion.values - motion.values).max() < 1e-9
    assert fit.worst()[2] < 1e-9 and not fit.notes


def test_a_marker_that_is_missing_for_a_while_is_told_and_does_not_count() -> None:
    motion, markers = _motion(), _markers(_motion())
    markers.places[10:14, 4] = math.nan
    fit = fit_markers(LEG, markers)
    assert np.abs(fit.motion.values - motion.values).max() < 1e-9
    assert fit.notes == ("marker 'shin' is missing in 4 frames, the first is 11",)
    markers.places[:, 4] = math.nan
    with pytest.raises(AnalysisError, match="marker 'shin' was seen in no frame"):
        fit_markers(LEG, markers)


def test_the_fit_has_the_least_weighted_sum_of_squares() -> None:
    markers = _markers(_motion())
    markers.places[:] += 0.01 * np.random.default_rng(5).standard_normal(markers.places.shape)
    weights = {name: 1.0 + i for i, name in enumerate(markers.names)}
    fit = fit_markers(LEG, markers, weights)
    w = np.array(list(weights.values()))
    best = float(np.sum(w * fit.distances[7] ** 2))
    for c in range(5):
        for change in (-1e-4, 1e-4):
            moved = fit.motion.values[7].copy()
            moved[c] += change
            places = _markers(Motion(LEG, TIME[:1], moved[None])).places[0]
            assert np.sum(w * ((places - markers.places[7]) ** 2).sum(axis=1)) > best


def _pendulum() -> Skeleton:
    center, inertia = (0.3, 0.0, 0.0), (0.0, 0.0, 0.05, 0.0, 0.0, 0.0)
    turn = (0.0, 0.0, 1.0)
    return Skeleton(
        "two rods", (Segment("one", 2.0, center, inertia), Segment("two", 1.0, center, inertia)),
        (
            SkeletonJoint("a", "ground", "one", (Move(turn, True, "first"),)),
            SkeletonJoint("b", "one", "two", (Move(turn, True, "second"),), frame((0.6, 0.0, 0.0))),
        ),
        (Coordinate("first"), Coordinate("second")),
    )  # fmt: skip


def test_moments_of_a_chain_are_those_of_newton_and_euler() -> None:
    t = np.linspace(0, 1, 2001)
    motion = Motion(_pendulum(), t, np.column_stack([0.5 * t**2, t - t**3]))
    net = inverse_dynamics(motion)
    a, b = motion.values.T
    da, db = t, 1 - 3 * t**2
    dda, ddb = np.ones_like(t), -6 * t
    g, mass, arm, long, inertia = 9.80665, 1.0, 0.3, 0.6, 0.05
    second = (
        (inertia + mass * arm**2) * (dda + ddb)
        + mass * long * arm * (np.cos(b) * dda + np.sin(b) * da**2)
        + mass * g * arm * np.cos(a + b)
    )
    first = second + (
        (0.05 + 2 * 0.3**2 + mass * long**2) * dda
        + mass * long * arm * (np.cos(b) * (dda + ddb) - np.sin(b) * (da + db) ** 2)
        + (2 * 0.3 + mass * long) * g * np.cos(a)
    )
    assert np.abs(net["second"] - second).max() < 1e-5
    assert np.abs(net["first"] - first).max() < 1e-5
    weight = joint_reactions(inverse_dynamics(Motion(_pendulum(), t, np.zeros((2001, 2))))).force("a")
    assert weight[5] == pytest.approx([0, 3 * g, 0], abs=1e-9)


def test_moment_arms_are_minus_the_derivatives_of_lengths() -> None:
    skeleton = dataclasses.replace(LEG, muscles=(*LEG.muscles, _wrapped("ball"), _wrapped("roll")))
    q = _motion().values[::6]
    paths = muscle_paths(skeleton, q)
    for c in range(5):
        up, down = q.copy(), q.copy()
        up[:, c] += 1e-6
        down[:, c] -= 1e-6
        slope = (muscle_paths(skeleton, up).lengths - muscle_paths(skeleton, down).lengths) / 2e-6
        assert np.abs(paths.arms[:, :, c] + slope).max() < 1e-8


def _wrapped(kind: str) -> PathMuscle:
    place = (-0.03, -0.02, 0.02)
    ball = Sphere("thigh", place, 0.04)
    surface = ball if kind == "ball" else Cylinder("thigh", place, (0.1, 0.0, 1.0), 0.035, 1)
    ends = PathPoint("pelvis", (-0.14, 0.0, 0.08)), PathPoint("thigh", (0.01, -0.1, 0.02))
    return PathMuscle(kind, (ends[0], surface, ends[1]), 500, 0.1, 0.1)


def test_a_muscle_pulls_with_one_tension_and_its_power_is_minus_tension_times_rate() -> None:
    skeleton = dataclasses.replace(LEG, muscles=(*LEG.muscles, _wrapped("ball"), _wrapped("roll")))
    motion = _motion()
    paths = muscle_paths(skeleton, motion.values)
    assert np.abs(paths.pulls.sum(axis=2)).max() < 1e-12  # no force and no moment from nothing
    rates = paths.rates(motion.speeds)
    power = np.einsum("fmc,fc->fm", paths.arms, motion.speeds)
    assert np.abs(power + rates).max() < 1e-12
    times = np.linspace(0, 1, 2001)
    fine = np.column_stack([np.interp(times, TIME, rates[:, 0])])
    lengths = paths.lengths[:, 0]
    assert np.trapezoid(fine[:, 0], times) == pytest.approx(lengths[-1] - lengths[0], abs=1e-4)


def test_a_point_inside_a_ball_is_refused() -> None:
    inside = PathMuscle("m", (PathPoint("thigh", (-0.03, -0.02, 0.03)), *_wrapped("ball").path[1:]), 1, 1, 1)
    with pytest.raises(AnalysisError, match="lies inside the surface"):
        muscle_paths(dataclasses.replace(LEG, muscles=(inside,)), LEG.start())


def test_a_thousand_sweeps_over_a_ball_and_a_cylinder_are_continuous() -> None:
    skeleton = dataclasses.replace(LEG, muscles=(_wrapped("ball"), _wrapped("roll")))
    rng = np.random.default_rng(3)
    share = np.linspace(0, 1, 11)[:, None]
    starts, ends = (rng.uniform(-1, 1, (1000, 5)) * [0.3, 0.3, 0.3, 0.8, 0.8] for _ in range(2))
    for start, end in zip(starts, starts + 0.2 * (ends - starts), strict=True):
        q = start + share * (end - start)
        paths = muscle_paths(skeleton, q)
        expected = -np.einsum("fmc,c->fm", 0.5 * (paths.arms[1:] + paths.arms[:-1]), (end - start) / 10)
        assert np.abs(np.diff(paths.lengths, axis=0) - expected).max() < 1e-5


def test_a_conditional_point_that_begins_to_count_is_told_with_its_jump() -> None:
    q = np.zeros((3, 5))
    q[:, 4] = -1.3, -1.39, -1.41
    assert muscle_paths(LEG, q).jumps() == (
        "rectus: point 'P2' counts from frame 3 on; the length jumps by about 0.075 mm",
    )


def test_a_path_keeps_its_chosen_side_of_a_cylinder_without_jumps() -> None:
    muscle = _wrapped("roll")
    other = tuple(
        dataclasses.replace(each, side=-each.side) if isinstance(each, Cylinder) else each for each in muscle.path
    )
    skeleton = dataclasses.replace(LEG, muscles=(dataclasses.replace(muscle, path=other),))
    share, told = np.linspace(0, 1, 41)[:, None], 0
    for start, end in np.random.default_rng(3).uniform(-1, 1, (200, 2, 5)) * [0.3, 0.3, 0.3, 0.8, 0.8]:
        paths = muscle_paths(skeleton, start + share * (end - start))
        expected = -np.einsum("fc,c->f", 0.5 * (paths.arms[1:, 0] + paths.arms[:-1, 0]), (end - start) / 40)
        jumps = np.abs(np.diff(paths.lengths[:, 0]) - expected) > 1e-3
        assert len(paths.jumps()) == jumps.sum()
        told += jumps.sum()
    assert told == 0  # the chosen side holds where a straight line would pass on the other


def _push() -> Table:
    force = np.column_stack([0 * TIME, 200 + 0 * TIME, 0 * TIME, 0.2 + 0.4 * TIME, 0 * TIME, 0.05 + 0 * TIME])
    return Table(TIME, ("fx", "fy", "fz", "px", "py", "pz"), force)


def test_a_plate_bears_what_the_base_would_lack() -> None:
    still = Motion(LEG, TIME, np.tile([0, 0, 0.95, 0, -0.3], (61, 1)))
    without, with_plate = inverse_dynamics(still), inverse_dynamics(still, [Plate("shank", _push(), "f", "p")])
    assert without.residuals()["height"] == pytest.approx(23.5 * 9.81, rel=1e-9)
    assert with_plate.residuals()["height"] == pytest.approx(23.5 * 9.81 - 200, rel=1e-9)


def test_fibres_at_rest_pull_as_their_tendon() -> None:
    paths = muscle_paths(LEG, _motion().values[::10])
    rest = resting_fibres(LEG, paths.lengths, 0.5)
    for i, muscle in enumerate(LEG.muscles):
        fibre = rest.lengths[:, i] / muscle.optimal_length
        cosine = np.sqrt(1 - (math.sin(muscle.pennation) / fibre) ** 2)
        law = muscle.law
        tendon = law.tendon((paths.lengths[:, i] - cosine * rest.lengths[:, i]) / muscle.tendon_length)
        lack = (0.5 * law.active(fibre) + law.passive(fibre)) * cosine - tendon
        taut = fibre > 0.4442
        assert np.abs(lack[taut]).max(initial=0.0) < 1e-10


def test_a_leg_that_falls_under_its_muscles_keeps_the_fall_of_its_center() -> None:
    run = forward(LEG, [0, 0, 0.95, 0.2, -0.4], np.zeros(5), 0.05, 0.05, points=6, tolerance=1e-9)
    mass = np.array([body.mass for body in LEG.ordered])
    height = []
    for row in run.values:
        bodies = LEG.places(row)
        height.append(sum(m * (bodies[b.name] @ [*b.center, 1])[1] for m, b in zip(mass, LEG.ordered, strict=True)))
    fall = (np.array(height) - height[0]) / mass.sum()
    assert fall == pytest.approx(-0.5 * 9.81 * run.time**2, abs=1e-8)  # muscles are inner forces


def test_tables_come_back_as_they_were_written(tmp_path: Path) -> None:
    motion = _motion()
    motion.table().write(tmp_path / "walk.mot")
    back = motion_from(LEG, read_table(tmp_path / "walk.mot"))
    assert np.abs(back.values - motion.values).max() < 1e-15
    net = inverse_dynamics(motion).table()
    net.write(tmp_path / "forces.sto")
    assert np.array_equal(read_table(tmp_path / "forces.sto").values, net.values)
    assert net.names == ("tilt_moment", "forward_force", "height_force", "hip_flexion_moment", "knee_angle_moment")


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: Segment("a", "3 m"), "Segment: mass: expected a number; found '3 m' .*but a mass is needed"),
        (lambda: PathPoint("a", ("3 kg", 0, 0)), "PathPoint: location: expected .*but a length is needed"),
        (lambda: dataclasses.replace(LEG.muscles[0], strength="700 m"), "strength: .*but a force is needed"),
        (lambda: dataclasses.replace(LEG.muscles[0], pennation="5 mm"), "pennation: .*is a length"),
        (lambda: Sphere("a", (0, 0, 0), "2 N"), "Sphere: radius: .*but a length is needed"),
        (lambda: _motion().filtered("6 m"), "filtered: cutoff: .*a frequency is needed"),
        (lambda: whole_body("1.7 kg", 70), "whole_body: stature: .*but a length is needed"),
    ],
)
def test_wrong_units_are_refused_by_name(made: Callable[[], Any], told: str) -> None:
    with pytest.raises(MechanismError, match=told):
        made()
    assert dataclasses.replace(LEG.muscles[0], optimal_length="140 mm", pennation="5 deg").optimal_length == 0.14


def test_units_of_a_model_that_are_not_its_numbers_are_told(tmp_path: Path) -> None:
    text = FILE.read_text()
    assert "<length_units>" not in text
    odd = text.replace("<gravity>", "<length_units>millimeters</length_units><gravity>", 1)
    (tmp_path / "odd.osim").write_text(odd)
    told = "1 length_units 'millimeters': numbers are taken in m, as OpenSim does"
    assert told in read_osim(tmp_path / "odd.osim").left_out


def test_markers_come_back_as_they_were_written(tmp_path: Path) -> None:
    places = np.random.default_rng(2).normal(size=(4, 2, 3))
    places[1, 0] = np.nan
    Markers(np.array([0.1, 0.2, 0.3, 0.45]), ("L ASIS", "knee"), places).write(tmp_path / "some.trc")
    back = read_markers(tmp_path / "some.trc")
    assert back.names == ("L ASIS", "knee") and back.time.tolist() == [0.1, 0.2, 0.3, 0.45]
    assert np.array_equal(back.places, places, equal_nan=True)
    with pytest.raises(AnalysisError, match="its name cannot stand in a"):
        Markers(np.array([0.0]), ("a\tb",), places[:1, :1]).write(tmp_path / "some.trc")


def test_noise_is_filtered_without_a_lag_and_the_cutoff_is_found() -> None:
    motion = _motion()
    noise = 0.01 * np.random.default_rng(1).standard_normal(motion.values.shape)
    noisy = Motion(LEG, TIME, motion.values + noise)
    smooth = noisy.filtered(6.0)
    assert np.sqrt(np.mean((smooth.values - motion.values)[10:-10, 3] ** 2)) < 0.6 * 0.01
    assert 1 < noisy.cutoff_by_residuals("hip_flexion") < 15
    with pytest.raises(AnalysisError, match="half the rate"):
        noisy.filtered(31.0)


TRC = "PathFileType\t4\t(X/Y/Z)\tw.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n60\t60\t2\t1\t{unit}\n"
TRC += "Frame#\tTime\tasis\t\t\n\t\tX1\tY1\tZ1\n1\t0\t1\t2\t{z}\n2\t0.1\t\t\t\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "a.mot",
            "walk\nnRows=2\nendheader\ntime q\n0 1\n",
            ":5: the file ends after 1 rows, its head promises 2",
        ),
        ("a.mot", "walk\nendheader\ntime q\n0 x\n", "a.mot:4: 'x' is not a number"),
        ("a.mot", "walk\nendheader\ntime q\n0 1 2\n", "a.mot:4: there are 3 numbers, not 2"),
        ("a.mot", "walk\n", "a.mot:1: the file ends before 'endheader'"),
        ("a.mot", "walk\nendheader\ntime q\n1 1\n0 2\n", "time does not rise after 1 s"),
        ("a.trc", TRC.format(unit="ft", z=3), "the unit 'ft' is not known"),
        ("a.trc", TRC.format(unit="m", z=900), "lies 900 m away: the unit 'm'"),
    ],
)
def test_torn_files_are_refused_with_their_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ModelFileError) as error:
        (read_table if name.endswith("mot") else read_markers)(path)
    assert message in str(error.value)


def test_gaps_of_a_file_of_markers_are_not_numbers(tmp_path: Path) -> None:
    (tmp_path / "a.trc").write_text(TRC.format(unit="mm", z=3))
    markers = read_markers(tmp_path / "a.trc")
    assert markers.places[0, 0] == pytest.approx([0.001, 0.002, 0.003])
    assert np.isnan(markers.places[1]).all()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('Version="40000"', 'Version="30000"', "version 30000 is not read"),
        ("<PinJoint", "<OddJoint", "mismatched tag"),
        ("/bodyset/pelvis</socket_child_frame>", "/bodyset/belly</socket_child_frame>", "'/bodyset/belly' is no body"),
        ("<mass>12</mass>", "<mass>much</mass>", "<mass> is not made of numbers: much"),
        ("-0.03 -0.04 0.03</location>", "-0.03 -0.04</location>", "<location> has 2 numbers, not 3"),
        ("<optimal_fiber_length>0.12<", "<optimal_fiber_length>-0.12<", "optimal_length must be positive"),
        ("<coordinates>knee_angle<", "<coordinates>elbow<", "may depend on one coordinate of its joint"),
    ],
)
def test_models_that_are_wrong_are_refused_with_their_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "bad.osim").write_text(FILE.read_text().replace(old, new, 1))
    with pytest.raises(ModelFileError) as error:
        read_osim(tmp_path / "bad.osim")
    assert message in str(error.value) and str(error.value).startswith(f"{tmp_path / 'bad.osim'}:")


def test_a_muscle_that_is_switched_off_is_left_out_and_told(tmp_path: Path) -> None:
    text = FILE.read_text()
    start = text.index("Muscle name=") + text[text.index("Muscle name=") :].index(">") + 1
    (tmp_path / "off.osim").write_text(text[:start] + "<appliesForce>false</appliesForce>" + text[start:])
    skeleton = read_osim(tmp_path / "off.osim")
    assert len(skeleton.muscles) == len(LEG.muscles) - 1
    assert any("that does not act" in told for told in skeleton.left_out)


def test_a_muscle_through_its_own_origin_is_refused() -> None:
    point = PathPoint("thigh", (0.0, 0.1, 0.0))
    with pytest.raises(MechanismError, match="muscle 'm': two points that follow each other are the same"):
        PathMuscle("m", (point, point), 100, 0.1, 0.1)


def test_muscles_that_are_too_weak_are_told_with_frame_and_coordinate() -> None:
    weak = dataclasses.replace(LEG, muscles=tuple(dataclasses.replace(one, strength=1.0) for one in LEG.muscles))
    motion = Motion(weak, TIME, _motion().values)
    with pytest.raises(AnalysisError, match=r"frame 1: the muscles cannot give the force of \w+; give it a reserve"):
        share_forces(inverse_dynamics(motion))
