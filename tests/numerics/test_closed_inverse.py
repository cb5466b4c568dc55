"""Contacts followed by the inverse of those that are closed, against contacts that are solved anew."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.cones.closed_inverse_kernel import close_one, follow_closed, invert_closed, open_one
from linkwork.numerics.cones.compliant_kernel import solve_compliant

N = 30


def flexible(rng: np.random.Generator) -> np.ndarray:
    """A sheave that bends in waves, with elements that yield."""
    angles = np.sort(rng.uniform(0.0, 3.0, N))
    waves = np.cos(np.arange(5)[:, None, None] * (angles[:, None] - angles))
    return np.asarray(np.tensordot([1.0, 0.6, 0.3, 0.1, 0.03], waves, 1) + 0.05 * np.eye(N))


def anew(matrix: np.ndarray, gap: np.ndarray) -> tuple[int, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """How many are closed, which, force, gaps and the factor's places."""
    closed, places, factor = np.zeros(N, np.int64), np.zeros(N, np.int64), np.zeros((N, N))
    force, opened = np.zeros(N), np.zeros(N)
    count = solve_compliant(N, matrix, gap, closed, places, factor, force, opened, np.zeros(N))
    inverse = np.zeros((N, N))
    invert_closed(count, factor, inverse, np.zeros(N), np.zeros(N, np.int64))
    assert np.allclose(inverse[:count, :count] @ matrix[np.ix_(places[:count], places[:count])], np.eye(count))
    return count, closed, places, force, inverse


def test_contacts_that_are_followed_are_those_that_are_solved_anew() -> None:
    """Gaps wander; a few contacts change sides at every step, and the inverse stays that of the closed ones."""
    rng = np.random.default_rng(7)
    matrix = flexible(rng)
    place = np.linspace(0.0, 2.0 * np.pi, N)
    gap = np.sin(2.0 * place) - 0.3
    count, closed, places, _, inverse = anew(matrix, gap)
    force, opened, work, shares, rows = np.zeros(N), np.zeros(N), np.zeros(N), np.zeros(N), np.zeros(N, np.int64)
    changed = 0
    for step in range(60):
        gap = np.sin(2.0 * place + 0.05 * step) - 0.3 + 0.02 * rng.normal(size=N)
        before = closed.copy()
        count = follow_closed(
            N, count, matrix, inverse, gap, closed, places, force, opened, work, shares, rows
        )  # fmt: skip
        expected = anew(matrix, gap)
        assert count == expected[0] and np.array_equal(closed, expected[1])
        assert np.allclose(force, expected[3], atol=1e-9)
        assert np.allclose(opened, (gap + matrix @ force) * (closed == 0), atol=1e-9)
        inside = places[:count]
        assert np.allclose(inverse[:count, :count] @ matrix[np.ix_(inside, inside)], np.eye(count), atol=1e-9)
        changed += int(np.sum(before != closed))
    assert changed > 30


def test_contacts_are_solved_anew_where_too_many_change_sides() -> None:
    rng = np.random.default_rng(7)
    matrix = flexible(rng)
    gap = np.linspace(-1.0, 1.0, N)
    count, closed, places, _, inverse = anew(matrix, gap)
    room = np.zeros(N), np.zeros(N), np.zeros(N), np.zeros(N), np.zeros(N, np.int64)
    assert follow_closed(N, count, matrix, inverse, -gap, closed, places, *room) == 0


def test_a_contact_that_opens_and_closes_leaves_the_inverse_as_it_was() -> None:
    rng = np.random.default_rng(7)
    matrix = flexible(rng)
    count, _, places, _, inverse = anew(matrix, -np.ones(N) - 0.1 * rng.normal(size=N))
    before = np.zeros((N, N))
    before[np.ix_(places[:count], places[:count])] = inverse[:count, :count]
    gone = int(places[1])
    open_one(1, count, places, inverse)
    assert close_one(gone, count - 1, matrix, places, inverse, np.zeros(N), np.zeros(N, np.int64))
    after = np.zeros((N, N))
    after[np.ix_(places[:count], places[:count])] = inverse[:count, :count]
    assert places[count - 1] == gone and after == pytest.approx(before, abs=1e-9)


def test_a_flexibility_that_is_not_positive_is_noticed() -> None:
    matrix = np.array([[1.0, 2.0], [2.0, 1.0]])
    inverse = np.zeros((2, 2))
    inverse[0, 0] = 1.0
    places = np.zeros(2, np.int64)
    assert not close_one(1, 1, matrix, places, inverse, np.zeros(2), np.zeros(2, np.int64))
