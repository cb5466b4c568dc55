"""The least of the largest activation: frames that can be carried are, with the bound of a programme of its own."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from linkwork.library.biomechanics.costs.min_max import SOLVED, least_bounds, share_min_max
from linkwork.library.biomechanics.sharing import share_problem


def least(low: np.ndarray, high: np.ndarray, rows: np.ndarray, load: np.ndarray) -> float:
    """The least bound of all shares, by the simplex method."""
    m, many = rows.shape
    limits = np.vstack([np.eye(many), -np.eye(many)[many - m :]])
    limits = np.column_stack([limits, -np.ones(len(limits))])
    answer = linprog(
        np.r_[np.zeros(many), 1.0], limits, np.zeros(len(limits)), np.column_stack([rows, np.zeros(m)]), load,
        [*zip(low, high, strict=True), (0, None)], method="highs",
    )  # fmt: skip
    assert answer.status == 0
    return float(answer.fun)


def frame(rng: np.random.Generator, effort: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Bounds, arms and loads of muscles of unequal strength with reserves, at activations up to an effort."""
    m, muscles = int(rng.integers(1, 6)), int(rng.integers(3, 20))
    arms = rng.normal(size=(m, muscles)) * rng.uniform(1, 50, muscles)
    rows = np.column_stack([arms, np.eye(m) * rng.choice([1.0, 10.0, 100.0])])
    low = np.r_[np.full(muscles, 0.01), np.full(m, -np.inf)]
    return low, np.r_[np.ones(muscles), np.full(m, np.inf)], rows, arms @ rng.uniform(0, effort, muscles)


def carried(low: np.ndarray, high: np.ndarray, rows: np.ndarray, load: np.ndarray) -> None:
    (share,), (residual,) = share_min_max(share_problem, low, high, rows[None], load[None])
    assert residual < SOLVED
    assert np.abs(rows @ share - load).max() < 1e-8 * np.abs(rows).max()
    assert np.all(share >= low) and np.all(share <= high)
    bound = least(low, high, rows, load)
    assert np.abs(share).max() == pytest.approx(bound, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("effort", [0.02, 0.05, 0.4, 1.3])
def test_loads_of_any_size_are_carried_with_the_least_bound(effort: float) -> None:
    """Also small ones, whose least bound is the least activation, and such as need more than all muscles have."""
    rng = np.random.default_rng(1)
    for _ in range(60):
        carried(*frame(rng, effort))


def test_where_the_programme_ends_short_at_the_least_activation_that_bound_is_taken() -> None:
    rng = np.random.default_rng(1)
    short = 0
    for _ in range(60):
        low, high, rows, load = frame(rng, 0.02)
        _, (gap,) = least_bounds(share_problem, low, high, rows[None], load[None])
        short += not gap < SOLVED
        carried(low, high, rows, load)
    assert short > 3


def test_a_load_that_nothing_carries_is_not_said_to_be_solved() -> None:
    """One muscle that pulls to one side, and a reserve of no arm."""
    rows, load = np.array([[5.0, 0.0]]), np.array([-1.0])
    low, high = np.array([0.01, -np.inf]), np.array([1.0, np.inf])
    _, (residual,) = share_min_max(share_problem, low, high, rows[None], load[None])
    assert not residual < SOLVED


@pytest.mark.parametrize("load", [0.0, 1e-12, 1e-6])
def test_no_load_and_hardly_any_is_carried_by_muscles_that_pull_against_each_other(load: float) -> None:
    """At their least activation they do not balance: one has to do more, by the closed form of one equation."""
    rows, low, high = np.array([[20.0, -15.0, 7.0, 1.0]]), np.r_[[0.01] * 3, -np.inf], np.r_[[1.0] * 3, np.inf]
    ones = np.ones((1, 4))
    (share,), (residual,) = share_problem(np.full(4, 2.0), ones, ones, low, high, rows[None], np.array([[load]]))
    lacks = load - 0.27  # of what the first and the third give at the least
    assert residual < SOLVED
    assert share == pytest.approx([0.01, -15 * lacks / 226, 0.01, lacks / 226], abs=1e-8)
    carried(low, high, rows, np.array([load]))
