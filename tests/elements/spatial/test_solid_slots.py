"""The slots of a pair of solids: what is found fills them, closed ones stay, a point that leaves goes on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from solid_cases import ACCEPT, FIRST, GAP, INSIDE, MOTION, SECOND, TRANSIT, Pair, X, pair_of
from space_states import State

FLOOR = {"type": "plane", "normal": (0, 0, 1)}
BLOCK = {"type": "box", "size": (2, 2, 2)}
BALL = {"type": "sphere", "radius": 0.5}
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
FREE = 1e200


def state(*place: float, turn: Any = UPRIGHT, speed: Any = (0, 0, 0), spin: Any = (0, 0, 0)) -> State:
    """The first body at rest at the origin, the second here, with this velocity."""
    twist = np.array([0, 0, 0, 0, 0, 0, *speed, *spin], float)
    return State(np.array([[0.0, 0.0, 0.0], place]), np.array([UPRIGHT, turn]), twist)


def features(out: Any) -> list[tuple[int, int]]:
    """The features of all slots, (-1, -1) for free ones."""
    return [(int(row[FIRST]), int(row[SECOND])) for row in out]


def used(pair: Pair, at: State) -> Any:
    """The points that are not free."""
    out = pair.at(at, MOTION)
    return out[out[:, GAP] < FREE]


def test_a_box_above_a_floor_offers_its_four_lower_corners() -> None:
    pair = pair_of(FLOOR, BLOCK)
    out = pair.at(state(0, 0, 1.25), ACCEPT)
    assert out[:, GAP] == pytest.approx(0.25, abs=1e-14)
    assert out[:, INSIDE] == pytest.approx(1.0)
    assert sorted(out[:, 4]) == pytest.approx([-1, -1, 1, 1])


def test_open_slots_follow_what_is_near_and_keep_their_places() -> None:
    pair = pair_of(FLOOR, BLOCK)
    before = features(pair.at(state(0, 0, 1.25), ACCEPT))
    again = features(pair.at(state(0, 0, 1.2, turn=(0.999, 0.0447, 0, 0)), ACCEPT))
    assert again == before
    half = np.pi / 4
    over = features(pair.at(state(0, 0, 1.5, turn=(np.cos(half), np.sin(half), 0, 0)), ACCEPT))
    assert len(set(over) & set(before)) == 2  # a quarter turn about x: two corners stay below
    assert [slot for slot in range(4) if over[slot] == before[slot]] == [
        slot for slot in range(4) if before[slot] in over
    ]


def test_closed_slots_are_left_alone() -> None:
    pair = pair_of(FLOOR, BLOCK, slots=2)
    before = features(pair.at(state(0, 0, 1.25), ACCEPT))
    pair.modes[:] = 1.0
    half = np.pi / 2
    turned = state(0, 0, 1.25, turn=(np.cos(half), np.sin(half), 0, 0))
    assert features(pair.at(turned, ACCEPT)) == before
    assert pair.at(turned)[:, GAP] == pytest.approx(2.25, abs=1e-12)


def test_a_ball_that_rolls_off_a_face_goes_to_the_edge_and_on_to_the_side() -> None:
    """Its gap goes on without a jump; INSIDE changes its sign where it leaves."""
    pair = pair_of(BLOCK, BALL, slots=1)
    start = state(0.9, 0.1, 1.5)
    face = features(pair.at(start, ACCEPT))[0][0]
    pair.modes[:] = 1.0
    assert pair.at(state(0.999, 0.1, 1.5))[0, INSIDE] > 0.0 > pair.at(state(1.001, 0.1, 1.5))[0, INSIDE]
    leaving = state(1.0, 0.1, 1.5, speed=(1, 0, 0))
    out = pair.at(leaving, TRANSIT, 0.0)
    edge = features(out)[0][0]
    assert edge != face
    assert out[0, GAP] == pytest.approx(0.0, abs=1e-12) and out[0, X] == pytest.approx([1, 0.1, 1], abs=1e-9)
    root = 0.5 * 0.5**0.5
    assert pair.at(state(1 + root, 0.1, 1 + root))[0, GAP] == pytest.approx(0.0, abs=1e-12)
    assert pair.at(state(1.5, 0.1, 1.001))[0, INSIDE] > 0.0 > pair.at(state(1.5, 0.1, 0.999))[0, INSIDE]
    side = features(pair.at(state(1.5, 0.1, 1.0, speed=(0, 0, -1)), TRANSIT, 0.0))[0][0]
    assert side not in (face, edge, -1)


def test_a_corner_that_slides_off_a_face_becomes_a_crossing_of_edges() -> None:
    """A small box that slides over the edge of a large one: the same place, the same gap."""
    pair = pair_of(BLOCK, {"type": "box", "size": (1, 1, 1)}, slots=4)
    turn = (np.cos(0.1), 0, 0, np.sin(0.1))
    corner = 0.5 * (np.cos(0.2) + np.sin(0.2))
    start = state(1.0 - corner - 1e-9, 0, 1.5, turn=turn, speed=(1, 0, 0))
    out = pair.at(start, ACCEPT)
    pair.modes[:] = 1.0
    (slot,) = np.flatnonzero(np.abs(out[:, INSIDE]) < 1e-6)
    moved = pair.at(state(1.0 - corner, 0, 1.5, turn=turn, speed=(1, 0, 0)), TRANSIT, float(slot))
    assert features(moved)[slot] not in (features(out)[slot], (-1, -1))
    assert moved[slot, GAP] == pytest.approx(0.0, abs=1e-12)
    assert moved[slot, X] == pytest.approx(out[slot, X], abs=1e-5)


def test_a_point_without_a_next_feature_frees_its_slot() -> None:
    """Nothing that is near has the same place."""
    pair = pair_of(BLOCK, BALL, slots=1)
    pair.at(state(0.9, 0.1, 1.5), ACCEPT)
    out = pair.at(state(1.7, 0.1, 1.5, speed=(1, 0, 0)), TRANSIT, 0.0)
    assert features(out) == [(-1, -1)] and out[0, GAP] > FREE


def test_solids_far_from_each_other_still_tell_their_distance() -> None:
    pair = pair_of(BALL, BALL, slots=1)
    assert used(pair, state(0, 0, 5)).shape[0] == 0
    pair.at(state(0, 3, 4), ACCEPT)
    assert used(pair, state(0, 3, 4))[0, GAP] == pytest.approx(4.0, abs=1e-14)


def test_tangents_are_square_to_the_normal_and_turn_smoothly() -> None:
    pair = pair_of(BALL, BALL, slots=1)
    pair.at(state(0, 0, 2), ACCEPT)
    pair.modes[:] = 1.0
    before = None
    for angle in np.linspace(0, 1.2, 60):
        row = pair.at(state(2 * np.sin(angle), 0.3 * np.sin(angle), 2 * np.cos(angle)), MOTION)[0]
        n, t, s = row[13 + 6 : 13 + 9], row[25 + 6 : 25 + 9], row[37 + 6 : 37 + 9]
        frame = np.array([n, t, s])
        assert frame @ frame.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(frame) == pytest.approx(1.0, abs=1e-12)
        assert before is None or np.abs(frame - before).max() < 0.1
        before = frame
