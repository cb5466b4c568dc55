"""Sharing tells how far it is, and many frames are those of few at a time."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.base.progress import observed
from linkwork.library.biomechanics.sharing import SLICE, share_problem
from linkwork.library.biomechanics.sharing_sqp import share_by_sqp

ARMS = np.array([[0.04 * 1000, 0.05 * 500, 0.03 * 300]])
FRAMES = 2 * SLICE + 7


def test_frames_that_are_solved_in_slices_are_the_closed_form_and_progress_is_told() -> None:
    loads = np.linspace(-30, 30, FRAMES)[:, None]
    ones, infinite = np.ones((FRAMES, 3)), np.full(3, np.inf)
    told: list[float] = []
    with observed(lambda what, share: told.append(share)):
        shares, residuals = share_problem(
            np.full(3, 2.0), ones, ones, -infinite, infinite, np.tile(ARMS, (FRAMES, 1, 1)), loads
        )
    # the least sum of squares for one equation
    assert shares == pytest.approx(loads * ARMS[0] / (ARMS[0] @ ARMS[0]), abs=1e-9)
    assert residuals.max() < 1e-8
    assert told == pytest.approx([SLICE / FRAMES, 2 * SLICE / FRAMES, 1.0])


def test_a_cost_of_ones_own_tells_every_frame_and_how_far_forces_are_off() -> None:
    loads, told = np.array([[10.0], [20.0], [30.0]]), []
    strength = np.tile([1000.0, 500.0, 300.0], (3, 1))
    with observed(lambda what, share: told.append((what, share))):
        shares, off = share_by_sqp(
            share_problem,
            lambda force: float(force @ force),
            strength,
            np.zeros(3),
            np.ones(3),
            np.tile(ARMS, (3, 1, 1)),
            loads,
        )
    assert told == [("sharing forces", pytest.approx(k / 3)) for k in (1, 2, 3)]
    assert np.all((off >= 0) & (off < 1e-8))
    # (17) of table 7-E4, in proportion to the load: 240, 300, 180 N for 30 N m
    assert shares * strength == pytest.approx(loads / 30 * [240, 300, 180], rel=1e-5)
