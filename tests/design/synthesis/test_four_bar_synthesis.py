"""Four-bars by path, function and guidance: known linkages are found, conditions and order kept."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.design.synthesis import four_bar_kernel as kernel
from linkwork.design.synthesis.four_bar import NAMES, coordinates, four_bar
from linkwork.design.synthesis.order import pooled

syn = lw.synthesis
KNOWN = dict(zip(NAMES, (0.2, 0.1, 0.3, 1.0, 0.35, 0.9, 0.8, 0.5, 0.4, 0.0), strict=True))


@cache
def points(count: int, side: float = 1.0) -> list[tuple[float, float]]:
    z = np.array(list(KNOWN.values()))
    found = [complex(kernel.place(z, angle, side)) for angle in np.linspace(0.1, 5.8, count)]
    return [(point.real, point.imag) for point in found]


def test_slopes_of_the_coupler_curve_agree_with_differences() -> None:
    z, slope, h = np.array(list(KNOWN.values())), np.empty(10, complex), 1e-6
    for side in (1.0, -1.0):
        kernel.slopes(z, 0.7, side, slope)
        for number in range(10):
            step = h * np.eye(10)[number]
            angles = (0.7 + step[9], 0.7 - step[9])
            found = kernel.place(z + step, angles[0], side) - kernel.place(z - step, angles[1], side)
            assert abs(found / (2 * h) - slope[number]) < 1e-9


@pytest.mark.parametrize("lengths, broken", [((0.5, 0.6, 2.0, 0.7), [1, 3]), ((2.0, 0.5, 1.0, 1.2), [0, 4])])
def test_slopes_of_the_conditions_agree_with_differences(lengths: Any, broken: list[int]) -> None:
    z = np.array([0.0, 0, 0, *lengths, 0, 0, 0])
    lack, pull, h = np.zeros(5), np.zeros((5, 4)), 1e-6
    kernel.lacks(z, True, 1.2, 1e-3, lack, pull)
    assert np.flatnonzero(lack > 0.0).tolist() == broken
    for number in range(4):
        ends = []
        for sign in (1, -1):
            other = np.zeros(5)
            kernel.lacks(z + sign * h * np.eye(10)[3 + number], True, 1.2, 1e-3, other, np.zeros((5, 4)))
            ends.append(other)
        assert np.allclose((ends[0] - ends[1]) / (2 * h), pull[:, number], atol=1e-8)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_the_mechanism_has_the_coordinates_of_the_closed_form(side: float) -> None:
    theta = np.linspace(0.0, 6.0, 7)
    q = coordinates(KNOWN, theta, side)
    m = four_bar(KNOWN, q[0])
    run = m.kinematics(6.0 / (2 * np.pi), 7, progress=False)
    assert np.allclose(np.exp(1j * run.q), np.exp(1j * q), atol=1e-10)


def test_a_free_path_through_points_of_a_known_linkage_is_exact() -> None:
    found = syn.four_bar_path(points(9), starts=120)
    assert found[0].error < 1e-20
    assert not found[0].defects


def test_a_timed_path_finds_the_known_linkage() -> None:
    angles = np.linspace(0.1, 5.8, 9) - 0.4
    found = syn.four_bar_path(points(9), angles=angles, starts=200, seed=3)
    assert found[0].error < 1e-20
    turned = found[0].parameters
    assert turned["l2"] / turned["l1"] == pytest.approx(0.35, abs=1e-6)
    best = found[0]
    assert np.allclose(np.diff(best.positions[:, 2]), np.diff(angles), atol=1e-12)


def test_fixed_pivots_stay_where_they_are() -> None:
    bounds = {"x": 0.2, "y": 0.1, "turn": 0.3, "l1": 1}
    found = syn.four_bar_path(points(12), bounds=bounds, starts=60)
    for one in found:
        assert {name: one.parameters[name] for name in bounds} == pytest.approx(bounds, abs=1e-12)
    assert {name: found[0].parameters[name] for name in ("l2", "l3", "l4", "px", "py")} == pytest.approx(
        {name: KNOWN[name] for name in ("l2", "l3", "l4", "px", "py")}, abs=1e-9
    )


def test_lengths_and_the_transmission_angle_keep_their_limits() -> None:
    bounds = dict.fromkeys(("l1", "l2", "l3", "l4"), (0.3, 1.5))
    found = syn.four_bar_path(
        [(0, 0), (0.4, 0.1), (0.7, 0.5), (0.2, 0.8), (-0.2, 0.3)], bounds=bounds, transmission="45 deg"
    )
    for one in found:
        run = one.mechanism.kinematics(1.0, 361, progress=False)
        assert np.degrees(np.min(run["transmission(B)"])) >= 45.0 - 1e-6
        assert all(0.3 <= one.parameters[name] <= 1.5 for name in bounds)


def test_evolution_comes_as_near_as_starts() -> None:
    some = syn.four_bar_path(points(8), starts=60, search="evolution")
    assert some[0].error < 1e-6


def test_points_out_of_order_are_met_together() -> None:
    """A point a little behind the one before it: both are met at one crank angle, and the order is kept."""
    angles = [0.1, 0.7, 1.3, 1.9, 2.5, 2.45, 3.0, 3.6, 4.2, 4.8, 5.4, 5.9]
    z = np.array(list(KNOWN.values()))
    places = [(point.real, point.imag) for point in (kernel.place(z, angle, 1.0) for angle in angles)]
    found = syn.four_bar_path(places, starts=100)[0]
    assert not found.defects
    assert 1e-5 < found.error < abs(complex(*places[4]) - complex(*places[5])) ** 2
    assert found.positions[4, 2] == found.positions[5, 2]


def test_neighbours_in_wrong_order_are_pooled() -> None:
    theta, own = np.array([0.0, 1.0, 0.9, 2.0]), np.arange(4)
    joined = pooled(theta, own)
    assert joined is not None
    assert np.allclose(joined[0], [0.0, 0.95, 0.95, 2.0])
    assert joined[1].tolist() == [0, 1, 1, 2]
    assert pooled(*joined) is None
    assert pooled(np.array([0.0, -1.0, -2.0, 0.5]), own) is None


def test_a_function_of_many_pairs_is_met_by_least_squares() -> None:
    phi = np.linspace(0.5, 2.0, 9)
    pairs = [(float(angle), float(0.8 + 0.2 * angle**1.5)) for angle in phi]
    best = syn.four_bar_function(pairs)[0]
    assert best.largest < 0.01
    k = syn.freudenstein(pairs)
    crank, rocker = 1.0 / k[:2]
    coupler = np.sqrt(1 + crank**2 + rocker**2 - 2 * crank * rocker * k[2])
    values = KNOWN | {"x": 0.0, "y": 0.0, "turn": 0.0, "l1": 1.0, "l2": crank, "l3": coupler, "l4": rocker}
    errors = [np.sum((coordinates(values, phi, side)[:, 8] - [psi for _, psi in pairs]) ** 2) for side in (1.0, -1.0)]
    assert best.error < 0.99 * min(errors)


def test_five_poses_of_a_known_coupler_are_taken_by_it() -> None:
    q = coordinates(KNOWN, np.array([0.2, 0.6, 1.1, 1.5, 2.1]), 1.0)
    found = syn.four_bar_guidance(q[:, 3:6].tolist(), starts=100)
    known = {"ax": 0.2, "ay": 0.1, "l2": 0.35, "l4": 0.8, "ux": 0.0, "uy": 0.0, "vx": 0.9, "vy": 0.0}
    apart = [max(abs(one.parameters[name] - value) for name, value in known.items()) for one in found]
    assert min(apart) < 1e-9
    assert found[int(np.argmin(apart))].defects == []
    assert found[0].error < 1e-20


def test_more_poses_than_five_are_taken_by_least_squares() -> None:
    q = coordinates(KNOWN, np.array([0.2, 0.5, 0.8, 1.2, 1.6, 2.0, 2.3]), 1.0)[:, 3:6]
    moved = q + 0.002 * np.random.default_rng(2).normal(size=q.shape)
    best = syn.four_bar_guidance(moved.tolist(), starts=60, dyads=3)[0]
    assert 0.0 < best.error < np.sum((moved - q) ** 2)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: syn.four_bar_path([(0, 0)]), "two points or more"),
        (lambda: syn.four_bar_path([(0, 0), (0, 0)]), "the points are all the same"),
        (lambda: syn.four_bar_path([(0, 0), (1, "q")]), "points"),
        (lambda: syn.four_bar_path(3), "points: expected a list"),
        (lambda: syn.four_bar_path([(0, 0), (1, 1)], bounds={"l9": 1}), "no parameter 'l9'"),
        (lambda: syn.four_bar_path([(0, 0), (1, 1)], bounds={"l1": (2, 1)}), "the first is above the second"),
        (lambda: syn.four_bar_path([(0, 0), (1, 1)], bounds={"l1": 1, "l2": 2, "l3": 1, "l4": 1}), "no lengths within"),
        (lambda: syn.four_bar_path([(0, 0), (1, 1)], angles=[0]), "as many angles as points"),
        (lambda: syn.four_bar_function([(0, 0), (1, 1)]), "three pairs of angles or more"),
        (lambda: syn.four_bar_function([(0, 1), (0, 1), (0, 1)]), "do not determine a four-bar"),
        (lambda: syn.four_bar_function([(0, 1), (1, 2), (2, 3)], ground=0), "longer than zero"),
        (lambda: syn.four_bar_guidance([(0, 0), (1, 1)]), "three poses or more"),
        (lambda: syn.four_bar_guidance([(0, 0, 0), (0, 0, 1), (0, 0, 2)]), "all at one place"),
    ],
)
def test_bad_four_bar_requests_are_refused_in_words(call: Any, words: str) -> None:
    with pytest.raises(AnalysisError) as told:
        call()
    assert words in str(told.value)
