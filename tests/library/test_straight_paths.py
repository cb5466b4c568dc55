"""Paths without surfaces in one walk, beside the walk for all paths and beside differences; the search on curves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.biomechanics import Millard, muscle_paths, read_osim
from linkwork.library.biomechanics.dynamics_kernel import back_inwards, move_bodies
from linkwork.library.biomechanics.layout_kernel import PIECES
from linkwork.library.biomechanics.paths.straight_kernel import (
    COURSE_NUMBERS,
    is_straight,
    pull_on_course,
    straight_length,
    straight_rate,
)
from linkwork.library.biomechanics.skeleton_kernel import place_bodies
from linkwork.signals.muscles.bezier_kernel import bezier, corner, where

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
N = len(LEG.coordinates)
KINDS, CURVES, NUMBERS, SPANS = LEG.path_tables
STRAIGHT = [m for m in range(len(LEG.muscles)) if is_straight(KINDS, *SPANS[m])]


class _Walk:
    """One pose with speeds, and what the walk over a muscle's path says."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.q = LEG.start() + 0.3 * chance.standard_normal(N)
        self.u = chance.standard_normal(N)
        self.pose, self.screw = LEG.room()
        self.twist = np.empty((len(self.pose), 12))
        self.course = np.empty((10, COURSE_NUMBERS))
        self.pieces = LEG.tables[PIECES]
        self.place(self.q)
        move_bodies(LEG.tables, self.u, np.zeros(N), self.pose, self.screw, self.twist)

    def place(self, q: np.ndarray) -> None:
        place_bodies(LEG.tables, q, self.pose, self.screw)

    def length(self, muscle: int, q: np.ndarray) -> float:
        self.place(q)
        return float(straight_length(self.pieces, KINDS, CURVES, NUMBERS, *SPANS[muscle], q, self.pose, self.course))

    def rate(self, muscle: int) -> float:
        self.length(muscle, self.q)
        return float(
            straight_rate(
                self.pieces, KINDS, CURVES, *SPANS[muscle], self.q, self.u, self.pose, self.twist, self.course
            )
        )

    def generalised(self, muscle: int, tension: float) -> np.ndarray:
        """What the coordinates get from a tension."""
        self.length(muscle, self.q)
        wrench, right, force = np.zeros((len(self.pose), 6)), np.zeros(N), np.empty(N)
        span = SPANS[muscle]
        pull_on_course(self.pieces, KINDS, CURVES, *span, self.q, self.pose, self.course, tension, wrench, right)
        back_inwards(LEG.tables, self.screw, wrench, force)
        return right - force


def test_the_leg_has_fixed_moving_and_conditional_points_on_straight_paths() -> None:
    kinds = {int(kind) for m in STRAIGHT for kind in KINDS[SPANS[m, 0] : SPANS[m, 1], 1]}
    assert kinds == {0, 1, 2}


@pytest.mark.parametrize("seed", range(5))
def test_lengths_rates_and_pulls_are_those_of_the_walk_for_all_paths(seed: int) -> None:
    walk = _Walk(seed)
    paths = muscle_paths(LEG, walk.q[None])
    rates = paths.rates(walk.u[None])[0]
    for m in STRAIGHT:
        name = LEG.muscles[m].name
        assert walk.length(m, walk.q) == pytest.approx(paths.length(name)[0], abs=1e-15)
        assert walk.rate(m) == pytest.approx(rates[m], abs=1e-14)
        arms = np.array([paths.arm(name, one.name)[0] for one in LEG.coordinates])
        assert walk.generalised(m, 300.0) == pytest.approx(300.0 * arms, abs=1e-11)


@pytest.mark.parametrize("seed", range(5))
def test_rates_are_those_of_differences(seed: int) -> None:
    walk, step = _Walk(seed), 1e-6
    for m in STRAIGHT:
        ahead, behind = (walk.length(m, walk.q + sign * step * walk.u) for sign in (1, -1))
        assert walk.rate(m) == pytest.approx((ahead - behind) / (2 * step), abs=2e-9)


def test_a_place_on_a_curve_is_found_to_rounding_everywhere() -> None:
    law = Millard()
    for rows in (law.active_rows, law.passive_rows, law.tendon_rows, law.speed_rows):
        for a, b, c, d in rows[:, :4]:
            for u in (0.0, 1e-12, 1e-6, *np.linspace(0.001, 0.999, 97), 1 - 1e-6, 1.0):
                x = corner(a, b, c, d, u)[0]
                found = where(a, b, c, d, x)
                assert corner(a, b, c, d, found)[0] == pytest.approx(x, abs=1e-15 * max(abs(a), abs(d)))


def test_slopes_of_curves_are_those_of_differences() -> None:
    rows, step = Millard().active_rows, 1e-6
    for x in np.linspace(0.45, 1.8, 60):
        slope = (bezier(rows, x + step)[0] - bezier(rows, x - step)[0]) / (2 * step)
        assert bezier(rows, x)[1] == pytest.approx(slope, abs=1e-8)
