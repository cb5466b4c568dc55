"""A ring that stands in a row with other surfaces, of a mechanism or a skeleton: touched at two places, or told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bench.muscle_sweeps import GOES_ON, RIGHT, UNTIL, Flight, of_shape, seen
from scipy.spatial.transform import Rotation
from tests.library.test_wrapping import _skeleton

import linkwork as lw
from linkwork.base.arrays import Array
from linkwork.biomechanics import Ellipsoid, Ligament, Motion, MusclePaths, Sphere, Torus, muscle_paths, passive_forces
from linkwork.library.biomechanics.paths.courses import path_courses

SIZE = {"strength": 1e-9, "optimal_length": 1}
PIECES, PULLS, OVER = 64, 1500, 1.93
CUT = 1e-5  # m: what is left where the square of a piece is taken off
AGAIN = [(18, 0.211), (46, 0.24)]
"""Flights, and times at which the straight part to the ball ran 18 and 0.8 mm deep through the tube."""


def run_of(one: Flight, until: float, points: int = 241) -> Any:
    """A run past the surfaces of a flight."""
    m, mass = lw.Spatial("row"), {"mass": 1, "inertia": (0.01, 0.01, 0.01)}
    m.body("block", (0, 0, 0), mass=mass)
    hand = m.body("hand", tuple(one.hand), mass=mass)
    path = [m.ground.at(*one.begin), *one.stations, hand.at(0, 0, 0)]
    m.muscle("band", path, tendon="stiff", **SIZE)
    speeds = {f"hand.v{axis}": float(rate) for axis, rate in zip("xyz", one.velocity, strict=True)}
    speeds |= {f"block.w{axis}": float(rate) for axis, rate in zip("xyz", one.spin, strict=True)}
    return m.simulate(until=until, points=points, speeds=speeds, progress=False)


def ends_of(one: Flight, t: float) -> tuple[Array, Array]:
    """Both ends of the path in the frame of the block."""
    back = Rotation.from_rotvec(-one.spin * t)
    return back.apply(one.begin), back.apply(np.array(one.hand) + np.array(one.velocity) * t)


def frames_of(one: Flight, until: float, count: int) -> MusclePaths:
    """The same path of a skeleton in the frame of the block, with its first end as it is at last."""
    ring, ball = one.stations
    at, axis = (tuple(ring["round"]["block"][name]) for name in ("at", "axis"))
    row = (
        Torus("block", at, axis, ring["radius"], ring["tube"]),
        Sphere("block", tuple(ball["round"]["block"]["at"]), ball["radius"]),
    )
    q = np.zeros((count, 6))
    q[:, :3] = [ends_of(one, t)[1] for t in np.linspace(0.0, until, count)]
    return muscle_paths(_skeleton(tuple(ends_of(one, until)[0]), row, (0, 0, 0)), q)


def string(one: Flight, course: Array, pieces: int) -> float:
    """The length of a string of points outside of ring and ball, drawn tight point after point from a course."""
    ring, ball = one.stations
    frame = ring["round"]["block"]
    z, middle = np.array(frame["axis"]) / np.linalg.norm(frame["axis"]), np.array(frame["at"])
    centre = np.array(ball["round"]["block"]["at"])

    def outside(points: Array) -> Array:
        gap = points - middle
        across = gap - np.outer(gap @ z, z)
        core = middle + ring["radius"] * across / np.linalg.norm(across, axis=1)[:, None]
        for place, size in ((core, ring["tube"]), (np.broadcast_to(centre, points.shape), ball["radius"])):
            off = points - place
            far = np.linalg.norm(off, axis=1)[:, None]
            points = np.where(far < size, place + size * off / far, points)
        return points

    lengths = np.linalg.norm(np.diff(course, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    share = np.linspace(0.0, along[-1], pieces + 1)
    points = np.array([np.interp(share, along, course[:, axis]) for axis in range(3)]).T
    for _ in range(PULLS):
        for own in (np.arange(1, pieces, 2), np.arange(2, pieces, 2)):
            drawn = 0.5 * (points[own - 1] + points[own + 1])
            points[own] = outside(points[own] + OVER * (drawn - points[own]))
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


@pytest.mark.parametrize(("number", "until"), AGAIN)
def test_a_ring_in_a_row_is_touched_at_two_places(number: int, until: float) -> None:
    """As long as a skeleton's, which begins elsewhere, and as a taut string, whose pieces cut corners."""
    one = of_shape("ring and ball", number + 1)[number]
    run, paths = run_of(one, until), frames_of(one, until, 41)
    assert run.completed and not any("through the tube" in note for note in run.notes)
    assert not paths.deep.any() and not paths.notes()
    course = path_courses(paths.skeleton, paths.coordinates)[0].places[-1]
    ours, coarse, fine = run["band.length"][-1], string(one, course, PIECES), string(one, course, 2 * PIECES)
    assert paths.lengths[-1, 0] == pytest.approx(ours, abs=1e-7)
    assert coarse < fine < ours
    assert ours == pytest.approx((4 * fine - coarse) / 3, abs=CUT)


@pytest.mark.parametrize("number", [number for number, _ in AGAIN])
def test_its_length_goes_on_where_a_second_touch_begins_and_ends(number: int) -> None:
    """The rate has a bend there, no jump: what it misses of the length is the square of the time between frames."""
    one = of_shape("ring and ball", number + 1)[number]
    coarse, fine = (seen(one.shape, run_of(one, UNTIL, points)) for points in (241, 2401))
    assert coarse.completed and coarse.flips == 0 and coarse.jump < GOES_ON
    assert fine.jump < 0.03 * coarse.jump  # a jump of the rate leaves a tenth
    assert coarse.rate < RIGHT  # beside the bends


def test_a_straight_part_that_is_not_beside_its_ring_is_told() -> None:
    """Behind the ball the path runs through a ring that stands before it in the row: no touch of that is looked for."""
    m = lw.Spatial("order")
    hand = m.body("hand", (0.6, 0, 0), mass={"mass": 1, "inertia": (0.01, 0.01, 0.01)})
    place = {"ground": {"at": [0.3, 0.035, 0], "axis": [0, 1, 0]}}
    ring = {"round": place, "shape": "torus", "radius": 0.06, "tube": 0.02}
    ball = {"round": {"ground": [0, -0.02, 0]}, "shape": "sphere", "radius": 0.05}
    m.muscle("band", [m.ground.at(-0.3, 0, 0), ring, ball, hand.at(0, 0, 0)], tendon="stiff", **SIZE)
    told = [note for note in m.simulate(until=0.01, points=3, progress=False).notes if "through the tube" in note]
    assert len(told) == 1
    assert "'band'" in told[0] and "torus at station 2, from t = 0 s on in 3 rows" in told[0] and "mm deep" in told[0]
    row = Torus("block", (0.3, 0.035, 0), (0, 1, 0), 0.06, 0.02), Sphere("block", (0, -0.02, 0), 0.05)
    paths = muscle_paths(_skeleton((-0.3, 0, 0), row, (0, 0, 0)), np.array([[0.6, 0, 0, 0, 0, 0]]))
    assert f"{1000 * paths.deep[0, 0]:.4g} mm deep" in told[0]
    assert paths.notes()[0].startswith("m: from frame 1 on, in 1 frame, a straight part of its path runs through")
    skeleton = replace(paths.skeleton, ligaments=(Ligament("band", paths.skeleton.muscles[0].path, 0.5, 100),))
    motion = Motion(skeleton, np.arange(8.0), np.tile(paths.coordinates, (8, 1)))
    told = muscle_paths(skeleton, motion.values).notes()
    assert told and passive_forces(motion).notes == tuple(one.replace("m: ", "band: ") for one in told)


def test_a_row_begins_over_its_ball_and_not_through_a_ring_that_only_the_ball_leads_to() -> None:
    """The top of the ball lies on the other side of the ring than both points, which do not lie on both sides of it.

    Through the ring the path would leave the ball, and then there is nothing that leads it through the ring.
    """
    m = lw.Spatial("order")
    hand = m.body("hand", (0.6, 0, 0), mass={"mass": 1, "inertia": (0.01, 0.01, 0.01)})
    place = {"ground": {"at": [0.3, 0.0155, 0], "axis": [0, 1, 0]}}
    ring = {"round": place, "shape": "torus", "radius": 0.06, "tube": 0.01}
    ball = {"round": {"ground": [0, -0.02, 0]}, "shape": "sphere", "radius": 0.05}
    ends = m.ground.at(-0.3, 0, 0), hand.at(0, 0, 0)
    m.muscle("row", [ends[0], ring, ball, ends[1]], tendon="stiff", **SIZE)
    m.muscle("alone", [ends[0], ball, ends[1]], tendon="stiff", **SIZE)
    run = m.simulate(until=0.01, points=3, progress=False)
    assert not run.events
    assert run["row.length"] == pytest.approx(run["alone.length"], abs=1e-12) and run["row.length"][0] > 0.9022
    parts = Torus("block", (0.3, 0.0155, 0), (0, 1, 0), 0.06, 0.01), Sphere("block", (0, -0.02, 0), 0.05)
    paths = muscle_paths(_skeleton((-0.3, 0, 0), parts, (0, 0, 0)), np.array([[0.6, 0, 0, 0, 0, 0]]))
    assert paths.lengths[0, 0] == pytest.approx(run["alone.length"][0], abs=1e-9)


def test_frames_of_a_skeleton_reach_a_ring_where_their_path_comes_to_it() -> None:
    """However far frames are apart: from coarse ones the path went another way round (5.5 mm), and nothing told."""
    one = of_shape("ring and ball", 131)[130]
    coarse, fine = (frames_of(one, UNTIL, count) for count in (41, 401))
    assert not coarse.flips.any() and not fine.flips.any()
    assert coarse.lengths[:, 0] == pytest.approx(fine.lengths[::10, 0], abs=1e-9)


def test_a_ring_that_is_reached_is_no_change_of_side() -> None:
    """The path that lies on the ball comes to the ring, too: it was told as another side, with a jump of nothing."""
    one = of_shape("ring and ball", 56)[55]
    paths = frames_of(one, UNTIL, 401)
    assert np.ptp(paths.lengths) > 0.02 and not paths.jumps()


def test_a_step_over_a_moment_without_a_path_finds_the_event_before_it() -> None:
    """The ring is left where it is in a short run; later in the same step the hand flies through the ball, told.

    What was made of the step inside was not finite: the ring was left at its start, and the path went through it.
    """
    one = of_shape("ring and ball", 599)[598]
    short, run = run_of(one, 0.1), run_of(one, UNTIL)
    assert len(short.events) == 1 and run.completed
    assert run.events[0].t == pytest.approx(short.events[0].t, abs=1e-8)
    assert run["band.length"][:100] == pytest.approx(np.interp(run.t[:100], short.t, short["band.length"]), abs=1e-5)
    assert any("11 rows" in note and "station 4 lies inside the sphere at station 3" in note for note in run.notes)


@pytest.mark.parametrize(
    ("shape", "told"), [({"shape": "sphere", "radius": 0.05}, "sphere"), ({"shape": "ellipsoid"}, "ellipsoid")]
)
def test_a_straight_part_through_a_ball_that_it_is_not_beside_is_told(shape: dict[str, Any], told: str) -> None:
    """The ball that stands first in the row lies behind the other one, which the path runs through before it."""
    m = lw.Spatial("order")
    hand = m.body("hand", (0.6, 0, 0), mass={"mass": 1, "inertia": (0.01, 0.01, 0.01)})
    first = {"round": {"ground": [0.3, -0.02, 0]}, "shape": "sphere", "radius": 0.05}
    radii = {"radii": [0.06, 0.05, 0.05]} if told == "ellipsoid" else {}
    second = {"round": {"ground": {"at": [0, -0.02, 0], "axis": [0, 0, 1], "x": [1, 0, 0]}}, **shape, **radii}
    m.muscle("band", [m.ground.at(-0.3, 0, 0), first, second, hand.at(0, 0, 0)], tendon="stiff", **SIZE)
    run = m.simulate(until=0.01, points=3, progress=False)
    notes = [note for note in run.notes if "a straight part of its path runs through" in note]
    assert len(notes) == 1 and f"through the {told} at station 3, from t = 0 s on in 3 rows" in notes[0]
    start, centre = np.array((-0.3, 0.0)), np.array((0.3, -0.02))
    up = np.arctan2(*(centre - start)[::-1]) + np.arcsin(0.05 / np.linalg.norm(centre - start))  # of its first part
    off = abs(-0.02 * np.cos(up) - 0.3 * np.sin(up))  # its distance from the middle of the ball
    assert float(notes[0].split(" mm deep")[0].split()[-1]) == pytest.approx(1000 * (0.05 - off), rel=1e-3) or radii
    ball = (
        Sphere("block", (0, -0.02, 0), 0.05) if told == "sphere" else Ellipsoid("block", (0, -0.02, 0), radii["radii"])
    )
    row = Sphere("block", (0.3, -0.02, 0), 0.05), ball
    paths = muscle_paths(_skeleton((-0.3, 0, 0), row, (0, 0, 0)), np.array([[0.6, 0, 0, 0, 0, 0]]))
    assert f"{1000 * paths.deep[0, 0]:.4g} mm deep" in notes[0] and "through a surface" in paths.notes()[0]
