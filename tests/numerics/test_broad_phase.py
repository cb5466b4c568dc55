"""The broad phase finds the pairs of boxes that overlap, all of them and no others."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.collision.broad_phase_kernel import broad_phase, broad_phase_room


def found_pairs(boxes: np.ndarray, most: int = 100_000) -> tuple[int, list[tuple[int, int]]]:
    """The pairs that the kernel finds."""
    pairs = np.zeros(2 * most, np.int64)
    room = np.zeros(broad_phase_room(len(boxes)), np.int64)
    count = broad_phase(boxes.ravel(), len(boxes), room, pairs, most)
    written = pairs[: 2 * min(count, most)].reshape(-1, 2)
    return count, sorted(map(tuple, written.tolist()))


def all_pairs(boxes: np.ndarray) -> list[tuple[int, int]]:
    """The pairs by comparing each with each."""
    low, high = boxes[:, :3], boxes[:, 3:]
    meet = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(np.triu(meet, 1)), strict=True)]


@pytest.mark.parametrize("seed", range(6))
def test_the_grid_finds_what_comparing_each_with_each_finds(seed: int) -> None:
    random = np.random.default_rng(seed)
    low = random.normal(scale=4.0, size=(300, 3))
    boxes = np.hstack([low, low + random.uniform(0.1, 1.0, size=(300, 3)) * random.choice([1.0, 1.0, 5.0], (300, 1))])
    boxes[7] = [-1e150] * 3 + [1e150] * 3
    boxes[100] = [-20, -20, -1, 20, 20, 0]
    count, pairs = found_pairs(boxes)
    assert count == len(pairs) and pairs == all_pairs(boxes)


def test_pairs_beyond_the_room_are_counted_and_not_written() -> None:
    boxes = np.tile([0.0, 0.0, 0.0, 1.0, 1.0, 1.0], (5, 1))
    count, pairs = found_pairs(boxes, most=3)
    assert count == 10 and len(pairs) == 3


def test_boxes_without_extent_and_a_single_box_are_no_trouble() -> None:
    assert found_pairs(np.zeros((1, 6)))[0] == 0
    assert found_pairs(np.zeros((3, 6)))[1] == [(0, 1), (0, 2), (1, 2)]
