"""Paths round surfaces: closed forms, geodesics against strings of many points, moment arms, sides that are kept."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import (
    Coordinate,
    Cylinder,
    Ellipsoid,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    Sphere,
    Torus,
    muscle_paths,
)

Surface = Sphere | Cylinder | Ellipsoid | Torus
Point = tuple[float, float, float]


def _skeleton(start: Point, surfaces: tuple[Surface, ...], end: Point) -> Skeleton:
    """A path from ground to a body with all six freedoms, round surfaces on a body that turns about two axes."""
    axes: tuple[Point, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    free = (*(Move(axis, False, f"shift_{i}") for i, axis in enumerate(axes)), Move(axes[2], True, "turn"))
    block = (Move(axes[0], True, "block_x"), Move(axes[1], True, "block_y"))
    muscle = PathMuscle("m", (PathPoint("ground", start), *surfaces, PathPoint("hand", end)), 1, 1, 1)
    joints = (SkeletonJoint("a", "ground", "block", block), SkeletonJoint("b", "ground", "hand", free))
    names = ("shift_0", "shift_1", "shift_2", "turn", "block_x", "block_y")
    coordinates = tuple(Coordinate(name, not name.startswith("shift")) for name in names)
    return Skeleton("strand", (Segment("block"), Segment("hand")), joints, coordinates, muscles=(muscle,))


def _length(start: Point, surfaces: tuple[Surface, ...], end: Point) -> float:
    return float(muscle_paths(_skeleton(start, surfaces, end), np.zeros(6)).lengths[0, 0])


def test_an_ellipsoid_of_equal_radii_is_a_ball() -> None:
    ball, round_one = Sphere("block", (0.1, 0, 0), 1.0), Ellipsoid("block", (0.1, 0, 0), (1, 1, 1), (0.3, 0.2, 0.1))
    for end in ((-2, 0.3, 0.4), (-1.5, -0.8, 0.9), (-3, 1.0, 0.2)):
        assert _length((2, 0.1, 0.2), (round_one,), end) == pytest.approx(
            _length((2, 0.1, 0.2), (ball,), end), abs=1e-10
        )


def test_a_way_through_a_ring_in_its_own_plane_is_that_round_a_circle() -> None:
    ring = Torus("block", (0, 0, 0), (0, 0, 1), 1.0, 0.3)
    # the path is drawn outwards: in the slice y = 0 it goes round the circle of the tube on the side of the hole
    far, up = 1.4, 1.0
    away = math.hypot(far - 1.0, up)
    tangent = math.sqrt(away**2 - 0.3**2)
    angle = 2 * (math.atan2(up, 1.0 - far) - math.acos(0.3 / away))
    assert _length((far, 0, up), (ring,), (far, 0, -up)) == pytest.approx(2 * tangent + 0.3 * angle, abs=1e-10)
    assert _length((0.1, 0, 1), (ring,), (0.2, 0.1, -1)) == pytest.approx(math.sqrt(4 + 0.02), abs=1e-14)


def _string(radii: np.ndarray, start: Point, end: Point, towards: np.ndarray, many: int) -> float:
    """The least length of a string of straight pieces whose inner points lie outside an ellipsoid or on it."""

    def outside(x: np.ndarray) -> np.ndarray:
        return (((x.reshape(-1, 3) / radii) ** 2).sum(axis=1)) - 1

    def slopes(x: np.ndarray) -> np.ndarray:
        rows = np.zeros((many, 3 * many))
        for k, point in enumerate(x.reshape(-1, 3)):
            rows[k, 3 * k : 3 * k + 3] = 2 * point / radii**2
        return rows

    def energy(x: np.ndarray) -> tuple[float, np.ndarray]:
        pieces = np.diff(np.vstack([start, x.reshape(-1, 3), end]), axis=0)
        return float((pieces**2).sum()), (2 * (pieces[:-1] - pieces[1:])).ravel()

    share = np.linspace(0, 1, many + 2)[1:-1, None]
    first = (1 - share) * start + share * np.array(end) + 1.5 * radii.max() * np.sin(np.pi * share) * towards
    done = minimize(
        energy, first.ravel(), jac=True, method="SLSQP", options={"ftol": 1e-13, "maxiter": 400},
        constraints={"type": "ineq", "fun": outside, "jac": slopes},
    )  # fmt: skip
    points = np.vstack([start, done.x.reshape(-1, 3), end])
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def test_the_way_round_an_ellipsoid_is_that_of_a_string_of_many_points() -> None:
    radii = np.array([0.05, 0.03, 0.02])
    start, end = (0.1, 0.01, 0.004), (-0.09, 0.012, -0.006)
    ours = _length(start, (Ellipsoid("block", (0, 0, 0), tuple(radii)),), end)
    coarse, fine = (_string(radii, start, end, np.array([0, 1.0, 0]), many) for many in (15, 31))
    assert coarse < fine < ours  # corners are cut: more points make the string longer, by second order
    assert ours == pytest.approx((4 * fine - coarse) / 3, abs=2e-5)


def test_along_a_body_of_revolution_the_geodesic_keeps_what_clairaut_says() -> None:
    from linkwork.numerics.geodesics.geodesic_kernel import trace_geodesic
    from linkwork.numerics.geodesics.layout_kernel import ELLIPSOID, END, START, WORKSPACE
    from linkwork.numerics.geodesics.surface_kernel import put_on_surface

    radii, work = (0.8, 0.8, 0.5), np.zeros(WORKSPACE)
    work[START : START + 6] = 0.7, 0.3, 0.1, -0.2, 0.9, 0.4
    put_on_surface(ELLIPSOID, radii, work, START)
    trace_geodesic(ELLIPSOID, radii, work, 0, START, 3.0, 1.0)
    moments = [row[0] * row[4] - row[1] * row[3] for row in (work[START:], work[END:])]
    assert moments[0] == pytest.approx(moments[1], abs=1e-9)


SURFACES: dict[str, Surface] = {
    "ball": Sphere("block", (0, 0.02, 0), 0.25),
    "roll": Cylinder("block", (0, 0, 0), (0.1, 0.2, 1), 0.2),
    "ellipsoid": Ellipsoid("block", (0, 0.02, 0), (0.35, 0.2, 0.3), (0.2, 0.5, 0.1)),
    "ring": Torus("block", (0, 0.5, 0), (1, 0.1, 0), 0.35, 0.08),
}
START: Point = (-1.0, 0.1, 0.05)


@pytest.mark.parametrize("name", SURFACES)
def test_moment_arms_are_minus_differences_of_lengths(name: str) -> None:
    skeleton = _skeleton(START, (SURFACES[name],), (0.1, 0, 0))
    rng = np.random.default_rng(2)
    bent = 0
    for q in np.array([0.9, 0.1, 0, 0, 0, 0]) + rng.uniform(-0.12, 0.12, (20, 6)):
        paths = muscle_paths(skeleton, q)
        place = [0.1 * math.cos(q[3]) + q[0], 0.1 * math.sin(q[3]) + q[1], q[2]]
        bent += paths.lengths[0, 0] > np.linalg.norm(np.subtract(place, START)) + 1e-9
        for c in range(6):
            step = np.eye(6)[c] * 1e-5
            slope = np.diff(muscle_paths(skeleton, np.array([q - step, q + step])).lengths[:, 0])[0] / 2e-5
            assert paths.arms[0, 0, c] == pytest.approx(-slope, abs=1e-7)
        assert np.abs(paths.pulls.sum(axis=2)).max() < 1.0 + 1e-9
    assert bent > 10


@pytest.mark.parametrize("name", ["ellipsoid", "ring"])
def test_a_thousand_sweeps_are_continuous_where_nothing_is_told(name: str) -> None:
    skeleton = _skeleton(START, (SURFACES[name],), (0.1, 0, 0))
    rng = np.random.default_rng(7)
    middle = np.array([0.9, 0.1, 0, 0, 0, 0])
    starts, ends = (middle + rng.uniform(-0.25, 0.25, (500, 6)) for _ in range(2))
    told = 0
    for start, end in zip(starts, ends, strict=True):
        untold, flips = _untold(skeleton, start, end, 20)
        if untold:  # where a way is about to slide off, it moves fast: look closer
            untold, flips = _untold(skeleton, start, end, 2000)
        assert not untold
        told += flips
    assert told < 50


def _untold(skeleton: Skeleton, start: np.ndarray, end: np.ndarray, steps: int) -> tuple[int, int]:
    """How often a length changes by more than moment arms account for without a word, and how many flips are told."""
    paths = muscle_paths(skeleton, start + np.linspace(0, 1, steps + 1)[:, None] * (end - start))
    smooth = -np.einsum("fc,c->f", 0.5 * (paths.arms[1:, 0] + paths.arms[:-1, 0]), (end - start) / steps)
    jumps = np.abs(np.diff(paths.lengths[:, 0]) - smooth) > 1e-4
    return int(np.count_nonzero(jumps & (paths.flips[1:, 0] == 0))), int(np.count_nonzero(paths.flips))


def test_a_path_stays_on_its_side_of_a_cylinder_beyond_half_a_turn() -> None:
    skeleton = _skeleton((1.5, 0, 0), (Cylinder("block", (0, 0, 0), (0, 0, 1), 0.5),), (1.5, 0, 0))
    turns = np.radians(np.arange(60, 420, 5.0))
    q = np.zeros((len(turns), 6))
    q[:, 3] = turns
    paths = muscle_paths(skeleton, q)
    tangent, touch = math.sqrt(1.5**2 - 0.25), math.acos(0.5 / 1.5)
    closed = np.where(turns > 2 * touch, 2 * tangent + 0.5 * (turns - 2 * touch), 3 * np.sin(turns / 2))
    assert np.abs(paths.lengths[:, 0] - closed).max() < 1e-12 and not paths.jumps()


def test_a_path_that_slides_over_a_ball_to_its_other_side_is_told() -> None:
    skeleton = _skeleton((-1, 0, 0), (Sphere("block", (0, 0, 0), 0.5),), (1, 0, 0))
    q = np.zeros((10, 6))
    q[:, 1] = np.linspace(0.21, -0.24, 10)
    (told,) = muscle_paths(skeleton, q).jumps()
    assert told.startswith("m: from frame 6 on it is on another side of its sphere on 'block'")


def test_a_chosen_direction_chooses_the_side() -> None:
    def roll(y: float) -> Cylinder:
        return Cylinder("block", (0, 0, 0), (0, 0, 1), 0.5, towards=(0, y, 0))

    def egg(y: float) -> Ellipsoid:
        return Ellipsoid("block", (0, 0, 0), (0.5, 0.5, 2.0), towards=(0, y, 0))

    for make in (roll, egg):
        near, far = (_length((-2, 0.1, 0), (make(y),), (2, 0.1, 0)) for y in (1.0, -1.0))
        assert far > near + 0.05
        assert far == pytest.approx(_length((-2, 0.1, 0), (roll(-1.0),), (2, 0.1, 0)), abs=1e-9)


def test_two_rolls_in_a_row_are_gone_round_as_by_a_belt() -> None:
    rolls = (Cylinder("block", (-1, 0, 0), (0, 0, 1), 0.3, -1), Cylinder("block", (1, 0, 0), (0, 0, 1), 0.3, -1))
    away = math.hypot(1, 0.2)
    tangent, touch = math.sqrt(away**2 - 0.09), math.acos(0.3 / away)
    # from (-2, -0.2) over the tops of both to (2, -0.2)
    arc = math.pi / 2 + math.atan2(0.2, 1.0) - touch
    ours = _length((-2, -0.2, 0), rolls, (2, -0.2, 0))
    assert ours == pytest.approx(2 * tangent + 2 * 0.3 * arc + 2, abs=1e-10)


def test_what_cannot_be_gone_round_is_refused_by_name() -> None:
    egg = Ellipsoid("block", (0, 0, 0), (1, 0.5, 0.5))
    with pytest.raises(AnalysisError, match="frame 1: the path of 'm': an end of it lies inside the surface"):
        _length((0.9, 0, 0), (egg,), (2, 0, 0))
    with pytest.raises(AnalysisError, match="any side of the surface"):
        _length((-2, 0, 0), (egg,), (2, 0, 0))
    loose = Ellipsoid("block", (0, 0, 0), (1, 0.5, 0.5), lenient=True)
    assert _length((0.9, 0, 0), (loose,), (2, 0, 0)) == pytest.approx(1.1)
    with pytest.raises(MechanismError, match="has a hole"):
        Torus("block", (0, 0, 0), (0, 0, 1), 0.1, 0.2)
    with pytest.raises(MechanismError, match="a side or a direction"):
        Cylinder("block", (0, 0, 0), (0, 0, 1), 0.1, 1, (1, 0, 0))


def test_a_ball_is_gone_round_on_its_chosen_half_or_refused_with_its_frame() -> None:
    """Where the one shortest way has its middle on the chosen half nothing changes; elsewhere nothing is invented."""
    start, end = (-1, 0.1, 0), (1, 0.2, 0)
    up, down = (Sphere("block", (0, 0, 0), 0.5, towards=(0, sign, 0)) for sign in (1, -1))
    assert _length(start, (up,), end) == _length(start, (Sphere("block", (0, 0, 0), 0.5),), end)
    with pytest.raises(AnalysisError, match="frame 1: the path of 'm': it goes round its sphere off the chosen half"):
        _length(start, (down,), end)
    free = _length((-1, 0.9, 0), (down,), (1, 0.9, 0))
    assert free == 2.0  # it passes the ball, and no half is asked for
    # the hand goes down before the ball: the way slides to the other half, and the frame is told
    hand = _skeleton(start, (up,), (0, 0, 0))
    frames = np.zeros((41, 6))
    frames[:, 0], frames[:, 1] = 1.0, np.linspace(0.3, -0.5, 41)
    lengths, first = muscle_paths(hand, frames[:20]).lengths[:, 0], 20
    assert np.abs(np.diff(lengths)).max() < 0.02
    with pytest.raises(AnalysisError, match=r"frame (\d+): .* off the chosen half") as error:
        muscle_paths(hand, frames)
    told = int(str(error.value).split(":")[0].split()[1])
    middle = 0.5 * (frames[told - 1, 1] + frames[told - 2, 1])  # by symmetry it slides where both ends are as high
    assert told > first and middle == pytest.approx(-0.1, abs=0.02)
