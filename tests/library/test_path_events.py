"""Jumps of the lengths of muscles in a motion: when a coordinate passes a border, and by what the path gains."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError
from linkwork.biomechanics import (
    Coordinate,
    Ellipsoid,
    Ligament,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    Sphere,
    forward,
    frame,
    inverse_dynamics,
    muscle_paths,
    play_back,
    share_forces,
)
from linkwork.biomechanics import Motion as BodyMotion
from linkwork.library.biomechanics.inverse_dynamics import masses_at
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.biomechanics.paths.jumps import path_events
from linkwork.signals.muscles.bezier_kernel import bezier_values, where_sum

BORDER = 0.5
AXIS = (0.0, 0.0, 1.0)


def pendulum(*between: PathPoint) -> Skeleton:
    """A rod on a hinge with a muscle over what stands between its ends."""
    path = (PathPoint("ground", (0.1, 0.3, 0.0)), *between, PathPoint("rod", (0.05, -0.3, 0.0)))
    return Skeleton(
        "pendulum",
        (Segment("rod", 2.0, (0, -0.25, 0), (0.05, 0.01, 0.05, 0, 0, 0)),),
        (SkeletonJoint("hinge", "ground", "rod", (Move(AXIS, True, "angle"),)),),
        (Coordinate("angle"),),
        muscles=(PathMuscle("pull", path, 200, 0.3, 0.2),),
    )


def test_a_point_that_ceases_to_count_is_told_at_the_time_of_its_border_with_the_jump() -> None:
    point = PathPoint("rod", (0.15, -0.1, 0.0), within=("angle", BORDER, 3.0), name="P2")
    body, time = pendulum(point), np.linspace(0.0, 1.0, 21)
    angle, speed = 0.9 * np.cos(3 * time), -2.7 * np.sin(3 * time)
    (event,) = path_events(body, time, angle[:, None], speed[:, None])
    # the cubic through values and speeds errs by h^4/384 of the fourth derivative, 0.9 * 81; here the speed is 2.2
    late = 0.05**4 / 384 * 0.9 * 81 / 2.2
    # a point counts up to 1e-5 rad beyond its border
    assert event.t == pytest.approx(math.acos((BORDER - 1e-5) / 0.9) / 3, abs=2 * late)
    lengths = muscle_paths(body, [[BORDER], [BORDER - 3e-5]]).lengths[:, 0]
    assert event.jump == pytest.approx(lengths[1] - lengths[0], abs=1e-5)
    assert event.jump < -1e-3
    assert event.text.startswith("pull: point 'P2' ceases to count; its length jumps by -")


def test_errors_count_the_frames_of_the_motion() -> None:
    """Beside crossings two frames come in each; an error further on told a frame that there is not."""
    point = PathPoint("rod", (0.15, -0.1, 0.0), within=("angle", BORDER, 3.0))
    bound = Ligament("through itself", (PathPoint("ground", (0, -0.3, 0)), PathPoint("rod", (0, -0.3, 0))), 0.1, 1e3)
    body = replace(pendulum(point), ligaments=(bound,))
    angles = np.linspace(0.9, 0.0, 11)[:, None]
    with pytest.raises(LinkworkError, match=r"^frame 11: the path of 'through itself': its points meet"):
        path_events(body, np.linspace(0, 1, 11), angles)


def test_a_point_that_comes_and_goes_between_two_frames_is_told_twice() -> None:
    point = PathPoint("rod", (0.15, -0.1, 0.0), within=("angle", BORDER, 3.0), name="P2")
    time = np.array([0.0, 1.0])
    found = path_events(pendulum(point), time, np.array([[0.4], [0.4]]), np.array([[1.0], [-1.0]]))
    # the cubic is 0.4 + s - s^2, which is 0.5 at (1 -+ sqrt(0.6))/2
    assert [event.t for event in found] == pytest.approx([(1 - 0.6**0.5) / 2, (1 + 0.6**0.5) / 2], abs=1e-4)
    assert [event.jump > 0 for event in found] == [True, False]


def test_a_forward_run_has_its_events_and_a_path_without_such_points_none() -> None:
    point = PathPoint("rod", (0.15, -0.1, 0.0), within=("angle", BORDER, 3.0), name="P2")
    run = forward(pendulum(point), [0.9], [0.0], 0.01, 0.5, 51)
    (event,) = run.events
    inside = np.interp(event.t, run.time, run["angle"])
    assert inside == pytest.approx(BORDER, abs=1e-3)
    assert forward(pendulum(), [0.9], [0.0], 0.01, 0.5, 51).events == ()


def test_a_jump_beside_a_surface_is_that_of_the_path_that_came_there() -> None:
    """Behind the point lies a roll on the far side of which the path goes; a ligament tells its jumps too."""
    path = (
        PathPoint("ground", (-0.02, -0.1, 0)),
        PathPoint("ground", (-0.03, -0.18, 0), within=("angle", 0.2, 2.0), name="P2"),
        Ellipsoid("ground", (0, -0.3, 0), (0.018, 0.012, 0.03)),
        PathPoint("rod", (-0.019, -0.02, 0)),
    )
    hinge = SkeletonJoint("hinge", "ground", "rod", (Move(AXIS, True, "angle"),), frame((0, -0.3, 0)))
    body = Skeleton(
        "elbow",
        (Segment("rod", 2.0),),
        (hinge,),
        (Coordinate("angle"),),
        muscles=(PathMuscle("pull", path, 200, 0.13, 0.1),),
        ligaments=(Ligament("band", path, 0.2, 100),),
    )
    time = np.linspace(0.0, 1.0, 2001)
    angle = 0.5 + 1.5 * time - 2.0 * time**2
    events = path_events(body, time, angle[:, None])
    lengths = muscle_paths(body, angle[:, None]).length("pull")
    steps = np.diff(lengths)
    (jump,) = steps[np.abs(steps) > 5e-4]
    assert [event.muscle for event in events] == ["pull", "band"]
    assert [event.jump for event in events] == pytest.approx([jump, jump], abs=2e-5)  # beside it the path moves on
    # anew the way would pass by the roll, and the jump would be six times as large
    assert -2e-3 < jump < -1e-3


def test_a_path_that_slides_over_a_ball_is_told_where_it_does() -> None:
    path = (PathPoint("ground", (-1, 0, 0)), Sphere("ground", (0, 0, 0), 0.5), PathPoint("rod", (1, 0, 0)))
    body = Skeleton(
        "slide",
        (Segment("rod", 2.0),),
        (SkeletonJoint("guide", "ground", "rod", (Move((0, 1, 0), False, "height"),)),),
        (Coordinate("height", False),),
        muscles=(PathMuscle("pull", path, 200, 0.3, 0.2),),
    )
    time, height = np.linspace(0.0, 0.9, 10), np.linspace(0.21, -0.24, 10)
    (event,) = path_events(body, time, height[:, None])
    # the straight way passes the middle of the ball between the fifth frame, 0.01 m above it, and the sixth
    assert event.t == pytest.approx(0.42, abs=1e-8) and event.jump == 0.0
    assert event.text.startswith("pull: it is on another side of its sphere on 'ground', over the middle of which")


def test_the_sum_of_a_curve_and_its_place_is_found_where_it_is() -> None:
    rows = Millard().speed_rows
    for active, damping in ((0.8, 0.1), (0.05, 0.1), (0.5, 0.01)):
        places = np.linspace(-1.3, 1.3, 53)
        values = np.empty((len(places), 2))
        bezier_values(rows, places, values)
        found = [
            where_sum(rows, active, damping, active * y + damping * x)
            for x, y in zip(places, values[:, 0], strict=True)
        ]
        assert found == pytest.approx(list(places), abs=1e-12)
    assert where_sum(rows, 0.0, 0.0, 1.0) == 1e3 and where_sum(rows, 0.0, 0.0, -1.0) == -1e3


def test_the_matrix_of_masses_is_what_unit_accelerations_need() -> None:
    random = np.random.default_rng(5)
    turn = [tuple(map(float, axis / np.linalg.norm(axis))) for axis in random.normal(size=(4, 3))]
    moves = (Move((0, 1, 0), False, "rise"), Move(turn[0], True, "a"), Move(turn[1], True, "b"))
    body = Skeleton(
        "chain",
        tuple(
            Segment(f"s{k}", 1.0 + k, tuple(map(float, random.normal(size=3))), (0.3, 0.4, 0.5, 0.01, -0.02, 0.03))
            for k in range(3)
        ),
        (
            SkeletonJoint("base", "ground", "s0", moves),
            SkeletonJoint("left", "s0", "s1", (Move(turn[2], True, "b"), Move((1, 0, 0), False, "b"))),
            SkeletonJoint("right", "s0", "s2", (Move(turn[3], True, "c"),)),
        ),
        tuple(Coordinate(name, name != "rise") for name in ("rise", "a", "b", "c")),
        gravity=(0.0, 0.0, 0.0),
    )
    q = np.array([0.1, 0.4, -0.7, 1.1])
    masses = masses_at(body, q)
    assert masses == pytest.approx(masses.T, abs=1e-14) and np.all(np.linalg.eigvalsh(masses) > 0)
    # momentum by energy: at rest, q + a t^2 / 2 needs M a at t = 0
    time = np.linspace(-0.01, 0.01, 9)
    for c in range(4):
        values = np.tile(q, (9, 1))
        values[:, c] += 0.5 * time**2
        needed = inverse_dynamics(BodyMotion(body, time, values)).values[4]
        assert masses[:, c] == pytest.approx(needed, abs=1e-8)


def _swung(later: tuple[float, ...]) -> Skeleton:
    """A shank with a muscle behind, one before, and such over points that count up to so much later (rad) than bent."""
    behind = (PathPoint("ground", (-0.05, 0.02, 0)), PathPoint("shank", (-0.03, -0.05, 0)))
    muscles = [PathMuscle("behind", behind, 1000, 0.3, 0.1)]
    for k, much in enumerate(later or (math.inf,)):
        over = PathPoint("ground", (0.055, -0.3, 0), within=("knee", -2.6, -1.0 + much), name=f"P{k}")
        ends = PathPoint("ground", (0.05 - 0.005 * k, 0.02, 0)), PathPoint("shank", (0.04 - 0.005 * k, -0.05, 0))
        front = (ends[0], over, ends[1]) if later else ends
        muscles.append(PathMuscle(f"front {k}", front, 1000, 0.3, 0.1))
    knee = SkeletonJoint("knee", "ground", "shank", (Move(AXIS, True, "knee"),), frame((0, -0.4, 0)))
    shank = Segment("shank", 3.0, (0, -0.18, 0), (0.1, 0.01, 0.1, 0, 0, 0))
    return Skeleton("leg", (shank,), (knee,), (Coordinate("knee"),), (), tuple(muscles))


@pytest.mark.parametrize("later", [(), (0.0,), (0.0, 0.002), (0.0, 0.0), (0.0, 0.001, 0.0025)])
def test_shared_forces_lead_back_over_jumps_as_well_as_elsewhere(later: tuple[float, ...]) -> None:
    """They drift with the square of the time between frames, with two or three jumps within a step, too."""
    off = []
    for rate in (300, 600):
        time = np.linspace(0, 1, rate + 1)
        motion = BodyMotion(_swung(later), time, (-1 + 0.5 * np.sin(2 * math.pi * time))[:, None])
        shared = share_forces(inverse_dynamics(motion), "activation", {"knee": 1.0})
        assert len(shared.paths.jumps()) == 2 * len(later)
        first = int(0.3 * rate)
        run = play_back(shared, start=first, until=0.6)
        off.append(np.degrees(np.abs(run.values - motion.values[first : first + len(run.time)]).max()))
        assert run.time == pytest.approx(time[first : first + len(run.time)])
        with pytest.raises(LinkworkError, match="play_back: stiffness and damping are zero or more"):
            play_back(shared, stiffness=-1e4, damping=-200.0)
    assert off[1] < 2e-4 and off[0] / off[1] == pytest.approx(4.0, rel=0.2)


def test_coordinates_in_texts_have_the_units_of_their_coordinates() -> None:
    """Lists of texts were taken as bare numbers: 20 mm of an angle were 0.02 rad."""
    body = pendulum()
    wanted = muscle_paths(body, [math.radians(20)]).lengths
    assert muscle_paths(body, ["20 deg"]).lengths == pytest.approx(wanted)
    assert muscle_paths(body, [["20 deg"], ["0.2"]]).lengths[0] == pytest.approx(wanted[0])
    for wrong in (
        lambda: muscle_paths(body, ["20 mm"]),
        lambda: muscle_paths(skeleton=body, coordinates=[[0.1], ["20 mm"]]),
        lambda: muscle_paths(body, [0.1]).rates(["2 m/s"]),
        lambda: body.places(["20 mm"]),
        lambda: forward(body, ["20 kg"], [0.0], 0.1, 0.1),
        lambda: forward(body, ["20 deg"], ["2 m/s"], 0.1, 0.1),
    ):
        with pytest.raises(LinkworkError, match=r"(coordinates|speeds): expected a number or a list of numbers; found"):
            wrong()


def _over_a_ball(*surfaces: Sphere | Ellipsoid, start: float = 0.3, end: float = -0.3) -> Skeleton:
    path = (PathPoint("ground", (0, start, 0)), *surfaces, PathPoint("rod", (0, end, 0)))
    return replace(pendulum(), muscles=(PathMuscle("pull", path, 200, 0.3, 0.2),))


def test_a_path_with_its_ends_and_the_middle_of_its_ball_in_one_line_stays_on_its_side() -> None:
    """It was refused, as one that begins there is."""
    body = _over_a_ball(Sphere("ground", (0, 0, 0), 0.05))
    paths = muscle_paths(body, [[-0.1], [0.0], [0.1]])
    assert paths.lengths[0] == pytest.approx(paths.lengths[2], abs=1e-12)
    tangent = math.sqrt(0.3**2 - 0.05**2)
    assert paths.lengths[1, 0] == pytest.approx(2 * tangent + 0.05 * (math.pi - 2 * math.acos(0.05 / 0.3)), abs=1e-12)
    assert len(paths.jumps()) == 1
    with pytest.raises(LinkworkError, match=r"^frame 1: the path of 'pull': any side of the surface"):
        muscle_paths(body, [[0.0]])


def test_a_motion_that_leads_a_point_into_its_surface_stops_with_its_name() -> None:
    """The last step before is made shorter: the rod falls on, up to where its point touches the ball."""
    body = _over_a_ball(Sphere("ground", (0, -0.28, 0), 0.05), start=-0.6)
    with pytest.raises(
        LinkworkError, match=r"beyond 0\.\d+ s: the path of 'pull': an end of it lies inside the surface"
    ):
        forward(body, [1.2], [0.0], 0.01, 1.0, 101)
