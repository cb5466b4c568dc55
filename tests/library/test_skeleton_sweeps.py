"""Random sweeps of a skeleton's muscle past surfaces and rows of them: the flights of the mechanisms' sweeps."""

from __future__ import annotations

import numpy as np
import pytest
from bench.muscle_sweeps import GOES_ON, NEAR, SHAPES, UNTIL, flights, of_shape
from bench.skeleton_sweeps import SAME, followed, rates_of, skeleton_of, traced

from linkwork.library.biomechanics.paths.jumps import path_events


def test_lengths_go_on_through_random_sweeps_however_far_frames_are_apart() -> None:
    seen = [followed(one) for one in flights(66)]
    assert {one.shape for one in seen} == set(SHAPES) and sum(one.on_surface for one in seen) > 25
    assert max(one.jump for one in seen) < GOES_ON
    assert all(one.completed or one.clearance < NEAR for one in seen)


JUMPED = [("pair", 386, 0.4316), ("three", 27, -0.02636)]
"""Flights in which a surface is left that held the path where it was: by how much it snaps there, mm."""


@pytest.mark.parametrize(("shape", "number", "jump"), JUMPED)
def test_a_path_that_snaps_where_a_surface_is_left_is_told_with_time_and_jump(
    shape: str, number: int, jump: float
) -> None:
    """It was not told. Both times and jumps are those of near frames and of far ones."""
    one = of_shape(shape, number + 1)[number]
    events = []
    for frames in (25, 241):
        t = np.linspace(0.0, UNTIL, frames)
        q = np.array([0.0, *one.hand]) + t[:, None] * rates_of(one)
        (event,) = path_events(skeleton_of(one), t, q)
        events.append(event)
    assert events[0].t == pytest.approx(events[1].t, abs=1e-8)
    assert [1000 * event.jump for event in events] == pytest.approx([jump, jump], abs=2e-4)
    assert "on another side of its " in events[0].text and "jumps by" in events[0].text


ENDED = [("ellipsoid", 96), ("ellipsoid", 274), ("ellipsoid", 830), ("egg and roll", 77), ("eggs", 202)]


@pytest.mark.parametrize(("shape", "number"), ENDED)
def test_where_a_way_round_an_ellipsoid_ends_the_path_goes_on_along_the_one_beside_it(shape: str, number: int) -> None:
    """Frames just behind the end of a way were refused, with nothing wrong in them."""
    one = of_shape(shape, number + 1)[number]
    _, paths, why = traced(one, 10)
    assert not why and paths is not None and paths.flips.any()


@pytest.mark.parametrize(("shape", "number"), [("torus", 128), ("spheres", 136), ("egg and roll", 188), ("eggs", 125)])
def test_frames_far_apart_lead_to_the_way_of_near_ones(shape: str, number: int) -> None:
    """They led elsewhere, up to 25 mm longer; between frames 4 ms apart a ball was reached and left unseen."""
    one = of_shape(shape, number + 1)[number]
    _, near, _ = traced(one, 10)
    assert near is not None
    for farther in (4, 10):
        _, paths, why = traced(one, 1 / farther)
        assert not why and paths is not None
        assert paths.lengths[:, 0] == pytest.approx(near.lengths[:: 10 * farther, 0], abs=SAME)
