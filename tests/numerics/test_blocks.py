"""Matching, strongly connected groups and their order, against plain enumeration."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from linkwork.numerics.blocks import largest_matching, solving_order, strong_components

Links = dict[int, list[int]]


def random_links(seed: int, count: int, share: float) -> Links:
    chosen = np.random.default_rng(seed).random((count, count)) < share
    return {row: np.flatnonzero(chosen[row]).tolist() for row in range(count)}


def reached(links: Links) -> np.ndarray:
    """Which node can be reached from which, by repeated squaring."""
    reach = np.eye(len(links), dtype=bool)
    for node, others in links.items():
        reach[node, others] = True
    for _ in links:
        reach = reach @ reach
    return reach


@pytest.mark.parametrize("seed", range(30))
def test_no_matching_is_larger(seed: int) -> None:
    choices = random_links(seed, 6, 0.25)
    found = largest_matching(choices)
    assert all(column in choices[row] for row, column in found.items())
    assert len(set(found.values())) == len(found)
    best = max(sum(order[row] in choices[row] for row in choices) for order in permutations(range(6)))
    assert len(found) == best


def test_a_long_chain_of_exchanges_is_found() -> None:
    count = 3000
    choices = {row: [row, row + 1] for row in range(count)} | {count: [0]}
    assert len(largest_matching(choices)) == count + 1


@pytest.mark.parametrize("seed", range(30))
def test_groups_hold_what_reaches_each_other(seed: int) -> None:
    links = random_links(seed, 12, 0.12)
    reach = reached(links)
    groups = strong_components(links)
    assert sorted(node for group in groups for node in group) == list(range(12))
    for group in groups:
        for node in group:
            assert sorted(group) == np.flatnonzero(reach[node] & reach[:, node]).tolist()


@pytest.mark.parametrize("seed", range(30))
def test_a_group_comes_after_those_it_points_to(seed: int) -> None:
    links = random_links(seed, 12, 0.12)
    place = {node: number for number, group in enumerate(solving_order(links)) for node in group}
    assert all(place[other] <= place[node] for node, others in links.items() for other in others)
