"""Distances, depths, normals and points of two solids, against `coal`, closed forms and known boxes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from solid_cases import SOLIDS, Pair, pair_of
from space_states import State, states

from linkwork.numerics.collision.epa_kernel import EPA_ROOM
from linkwork.numerics.collision.solid_search_kernel import closest

GAP, X, N, FROZEN = 0, slice(3, 6), slice(6, 9), 10
PAIRS = [(one, two) for one in SOLIDS for two in SOLIDS if (one, two) != ("plane", "plane")]
TURNED = np.array([1.0, 0.0, 0.0, 0.0])


def places(pair: Pair) -> tuple[int, int, int, int, int, int]:
    """Where the solids of a pair are."""
    k = pair.k
    return int(k[7]), 0, int(k[0]), int(k[8]), int(k[9]), int(k[2])


def scattered(count: int, seed: int) -> list[State]:
    """Random poses from deep overlap to far apart."""
    random = np.random.default_rng(seed)
    return [State(state.r * random.uniform(0.05, 1.6), state.p, state.twist) for state in states(count, seed)]


def core_distance(pair: Pair, pose: Any) -> tuple[float, Any]:
    """Signed distance and normal by GJK and EPA."""
    where = places(pair)
    known, n, distance, x, y = closest(pair.k, pair.p, pose, where, np.zeros(EPA_ROOM), 0)
    assert known
    assert np.dot(np.subtract(y, x), n) == pytest.approx(distance, abs=1e-7)
    return distance - pair.p[0] - pair.p[where[4]], np.array(n)


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_the_nearest_point_has_the_distance_that_coal_finds(one: str, two: str) -> None:
    """Apart: to 1e-12, with a cylinder to 1e-7 (neither program is exact there); 200 poses a pair."""
    from coal_oracle import coal_distance

    pair = pair_of(one, two)
    tolerance = 1e-7 if "cylinder" in (one, two) and not {"sphere", "plane"} & {one, two} else 1e-12
    for state in scattered(200, seed=2):
        pose = state.pose()
        distance, normal = coal_distance(pair.k, pair.p, pose, places(pair))
        found = pair.search(state)
        if distance > 1e-6:
            assert found[0, GAP] == pytest.approx(distance, abs=tolerance)
            assert found[0, N] == pytest.approx(normal, abs=1e-4)
        elif "plane" in (one, two):
            assert found[0, GAP] == pytest.approx(distance, abs=1e-12)


@pytest.mark.parametrize(("one", "two"), [pair for pair in PAIRS if "plane" not in pair])
def test_the_depth_is_the_one_that_coal_finds(one: str, two: str) -> None:
    """To 1e-9 without a cylinder; with one, to 2e-3 or less deep (coal has no answer, or a worse one, at times)."""
    from coal_oracle import FAILED, coal_distance

    pair = pair_of(one, two)
    tolerance = 2e-3 if "cylinder" in (one, two) else 1e-9
    seen = 0
    for state in scattered(200, seed=4):
        pose = state.pose()
        expected, _ = coal_distance(pair.k, pair.p, pose, places(pair))
        if expected > FAILED:
            continue
        distance, n = core_distance(pair, pose)
        if expected < 0.0:
            seen += 1
            assert distance >= expected - tolerance
            assert np.linalg.norm(n) == pytest.approx(1.0, abs=1e-12)
            if "cylinder" not in (one, two):
                assert distance == pytest.approx(expected, abs=tolerance)
            assert pair.search(state)[0, GAP] < 0.0
    assert seen >= 20


def upright(*place: float, turn: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)) -> State:
    """The first body at the origin, the second here."""
    return State(np.array([[0.0, 0.0, 0.0], place]), np.array([TURNED, turn]), np.zeros(12))


BLOCK = {"type": "box", "size": (2, 2, 2)}


@pytest.mark.parametrize("gap", [0.3, 1e-6, 1e-9, 1e-13, 0.0, -1e-13, -1e-9, -1e-6, -0.3])
def test_boxes_face_to_face_touch_in_the_four_corners_of_the_smaller_one(gap: float) -> None:
    """Touching exactly, nearly and overlapping: gap to 1e-12, normal to 1e-9."""
    pair = pair_of(BLOCK, {"type": "box", "size": (1, 1, 1)}, slots=4)
    found = pair.search(upright(0.1, 0.2, 1.5 + gap), most=4)
    assert len(found) == 4
    assert found[:, GAP] == pytest.approx(gap, abs=1e-12)
    for record in found:
        assert record[N] == pytest.approx([0, 0, 1], abs=1e-9)
    corners = sorted((round(x, 9), round(y, 9)) for x, y, _ in found[:, X].tolist())
    assert corners == [(-0.4, -0.3), (-0.4, 0.7), (0.6, -0.3), (0.6, 0.7)]


@pytest.mark.parametrize("gap", [0.2, 1e-9, 0.0, -1e-9, -0.1])
def test_crossed_boxes_touch_where_their_edges_cross(gap: float) -> None:
    """Two equal boxes, one turned by 45 degrees: eight crossings of edges, found as such."""
    half = np.pi / 8
    pair = pair_of(BLOCK, BLOCK, slots=8)
    found = pair.search(upright(0, 0, 2 + gap, turn=(np.cos(half), 0, 0, np.sin(half))), most=8)
    assert len(found) == 8
    assert found[:, GAP] == pytest.approx(gap, abs=1e-12)
    assert np.hypot(found[:, 3], found[:, 4]) == pytest.approx(np.hypot(1, 2**0.5 - 1), abs=1e-9)


@pytest.mark.parametrize(("depth", "normal"), [((0.1, 0.2, 0.3), (1, 0, 0)), ((0.5, 0.4, 0.2), (0, 0, 1))])
def test_the_depth_of_two_boxes_is_the_shortest_way_out(depth: Any, normal: Any) -> None:
    """By EPA, to 1e-12."""
    pair = pair_of(BLOCK, BLOCK)
    distance, n = core_distance(pair, upright(*(2 - np.array(depth))).pose())
    assert distance == pytest.approx(-min(depth), abs=1e-12)
    assert n == pytest.approx(normal, abs=1e-12)


def test_an_edge_over_an_edge_has_the_distance_of_the_lines() -> None:
    """Two boxes on their edges, crossed at a right angle: sqrt(2) each to its edge."""
    eighth = np.pi / 8
    pair = pair_of({**BLOCK, "orientation": {"axis": (1, 0, 0), "angle": "45 deg"}}, BLOCK)
    state = upright(0.1, 0.2, 2 * 2**0.5 + 0.25, turn=(np.cos(eighth), 0, np.sin(eighth), 0))
    (record, *_) = pair.search(state)
    assert record[GAP] == pytest.approx(0.25, abs=1e-12)
    assert record[N] == pytest.approx([0, 0, 1], abs=1e-12)
    assert record[FROZEN] == 0.0


def test_a_ball_inside_a_cylinder_leaves_by_the_shortest_way() -> None:
    """The closed form min(R - rho, h, L - h) + r, to 1e-12, by EPA (to 1e-3) and by features."""
    pair = pair_of("cylinder", {"type": "sphere", "radius": 0.2})
    low, high, radius = pair.p[5:8], pair.p[8:11], pair.p[11]
    random = np.random.default_rng(3)
    axis = (high - low) / np.linalg.norm(high - low)
    for _ in range(50):
        share, out = random.uniform(0, 1), random.uniform(0.05, 1.0) * radius
        aside = np.cross(axis, random.normal(size=3))
        centre = low + share * (high - low) + out * aside / np.linalg.norm(aside)
        length = np.linalg.norm(high - low)
        expected = -min(radius - out, share * length, (1 - share) * length) - 0.2
        state = upright(*centre)
        assert pair.search(state)[0, GAP] == pytest.approx(expected, abs=1e-12)
        assert core_distance(pair, state.pose())[0] == pytest.approx(expected, abs=1e-3)


def test_parallel_capsules_touch_at_both_ends_of_what_they_share() -> None:
    bar = {"type": "capsule", "from": (-1, 0, 0), "to": (1, 0, 0), "radius": 0.1}
    found = pair_of(bar, bar, slots=2).search(upright(0.5, 0, 0.3), most=2)
    assert found[:, GAP] == pytest.approx(0.1, abs=1e-12)
    assert sorted(found[:, 3]) == pytest.approx([-0.5, 1.0], abs=1e-12)


def test_parallel_cylinders_touch_at_both_ends_of_what_they_share() -> None:
    roller = {"type": "cylinder", "from": (-1, 0, 0), "to": (1, 0, 0), "radius": 0.1}
    found = pair_of(roller, roller, slots=2).search(upright(0.5, 0, 0.3), most=2)
    assert found[:, GAP] == pytest.approx(0.1, abs=1e-12)
    assert sorted(found[:, 3]) == pytest.approx([-0.5, 1.0], abs=1e-12)


def test_a_cylinder_stands_on_four_points_of_its_rim_and_lies_on_its_two_rims() -> None:
    floor, can = (
        {"type": "plane", "normal": (0, 0, 1)},
        {"type": "cylinder", "axis": (0, 0, 1), "length": 2, "radius": 0.5},
    )
    pair, half = pair_of(floor, can), np.pi / 4
    stands = pair.search(upright(0, 0, 1.1), most=4)
    assert stands[:, GAP] == pytest.approx([0.1] * 4, abs=1e-12)
    lies = pair.search(upright(0, 0, 0.6, turn=(np.cos(half), np.sin(half), 0, 0)), most=4)
    assert lies[:, GAP] == pytest.approx([0.1] * 2, abs=1e-12)
    assert sorted(lies[:, 4]) == pytest.approx([-1, 1], abs=1e-12)


def test_normals_point_from_the_first_solid_to_the_second_in_either_order() -> None:
    for one, two in PAIRS:
        there, back = pair_of(one, two), pair_of(two, one)
        for state in scattered(10, seed=8):
            turned = State(state.r[::-1].copy(), state.p[::-1].copy(), state.twist)
            first, second = there.search(state), back.search(turned)
            if first[0, GAP] > 1e-6:
                assert first[0, N] == pytest.approx(-second[0, N], abs=1e-5)
                assert first[0, X] == pytest.approx(second[0, X], abs=1e-5)
