"""Exact synthesis: every linkage through points, poses and pairs of angles; what the counts say; bad input."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.design.synthesis.exact.path import _cognates
from linkwork.design.synthesis.exact.path_equations import (
    five_point_family,
    generic_five,
    generic_nine,
    nine_point_family,
    turns_of,
)
from linkwork.synthesis import burmester, four_bar_exact_function, four_bar_exact_guidance, four_bar_exact_path
from linkwork.view.figures.burmester_figure import centre_residual, point_residual


def through(linkage: lw.Planar, points: list[tuple[float, float]], positions: np.ndarray) -> float:
    """How far the coupler point is off in the positions told, joints included."""
    off = 0.0
    for (x, y), q in zip(points, positions, strict=True):
        held = linkage.assemble(drivers=False, hold={"crank.angle": float(q[2])})
        p = linkage.parameters_by_name
        px, py = float(p["px"].value({}).real), float(p["py"].value({}).real)
        c, s = np.cos(q[5]), np.sin(q[5])
        off = max(off, abs(q[3] + c * px - s * py - x), abs(q[4] + s * px + c * py - y))
        assert held.ok
    return off


def test_generic_linkages_fulfil_their_equations() -> None:
    for family, (x, given) in (
        (five_point_family(), generic_five(np.random.default_rng(1))),
        (nine_point_family(), generic_nine(np.random.default_rng(2))),
    ):
        scale = max(1.0, float(np.max(np.abs(given)))) ** 3
        assert max(abs(complex(equation.at(x, given))) for equation in family.equations) < 1e-10 * scale


def test_five_points_of_a_known_linkage_give_it_back() -> None:
    known = {"x": 0.0, "y": 0.0, "turn": 0.0, "l1": 1.0, "l2": 0.4, "l3": 0.9, "l4": 0.8, "px": 0.5, "py": 0.4}
    theta = np.array([0.2, 0.9, 1.7, 2.6, 3.9])
    pin = known["l2"] * np.exp(1j * theta)
    way = 1.0 - pin
    along = (known["l3"] ** 2 + np.abs(way) ** 2 - known["l4"] ** 2) / (2 * known["l3"])
    line = way * (along + 1j * np.sqrt(np.abs(way) ** 2 - along**2)) / np.abs(way) ** 2
    points = pin + line * complex(known["px"], known["py"])
    pairs = [(float(p.real), float(p.imag)) for p in points]
    found = four_bar_exact_path(pairs, pivots=[(0, 0), (1, 0)], checked=0)
    assert found.verdict == "complete" and found.solutions == 36
    near = [max(abs(one.parameters[key] - value) for key, value in known.items()) for one in found]
    best = found[int(np.argmin(near))]
    assert min(near) < 1e-9 and best.largest < 1e-12
    assert through(best.mechanism, pairs, best.positions) < 1e-9
    assert found.to_dict()["real"] == len(found) and "of 36, complete" in found.text()


def test_cognates_draw_the_same_curve() -> None:
    points = np.array([0.3 + 0.2j, 0.1 + 0.5j, -0.2 + 0.3j])
    a, b, first, second = 0.4 + 0.1j, -0.3 + 0.5j, -0.6 - 0.4j, 0.7 - 0.5j
    # turns so that both links keep their length, from the linear equations; conjugates follow by themselves
    given = np.ravel(np.column_stack([points, points.conj()]))
    with_images = lambda *z: np.ravel([[value, np.conj(value)] for value in z])  # noqa: E731
    turns = turns_of(given, with_images(first, second), with_images(a, b))[::2]
    for pivots, pins in _cognates(points, np.array([first, second, a, b]), turns):
        coupler = pins[1] - pins[0]
        at = (points - pins[0]) / coupler
        assert np.allclose(at, at[0], atol=1e-12)
        assert len(pivots) == 2


def test_five_poses_have_four_dyads_and_every_pair_is_a_linkage() -> None:
    poses = [(0, 0, 0), (0.3, 0.2, 0.3), (0.6, 0.25, 0.7), (0.8, 0.1, 1.2), (0.9, -0.1, 1.5)]
    found = four_bar_exact_guidance(poses)
    assert found.solutions == 4 and found.verdict == "complete"
    assert len(found) == found.real * (found.real - 1) and found[0].largest < 1e-9


def test_five_pairs_of_angles_have_at_most_three_linkages() -> None:
    pairs = [(0, 0), (0.3, 0.2), (0.6, 0.45), (1.0, 0.8), (1.3, 0.95)]
    found = four_bar_exact_function(pairs)
    assert found.verdict == "complete" and 1 <= len(found) <= 3
    assert found.dropped == ["1 dropped, in which crank and rocker have no length"]
    for one in found:
        turned = one.positions[:, [2, 8]] - one.positions[0, [2, 8]]
        assert np.allclose(turned, pairs, atol=1e-9) and one.largest < 1e-9


POSES = [(0, 0, 0), (0.3, 0.2, 0.3), (0.6, 0.25, 0.7), (0.8, 0.1, 1.2)]


def test_three_poses_with_given_pivots_and_four_with_lines_for_them() -> None:
    three = four_bar_exact_guidance(POSES[:3], pivots=[(0.1, -0.6), (0.9, -0.5)])
    assert three.verdict == "complete" and len(three) == 2
    for one in three:
        assert one.largest < 1e-12
        pivots = sorted([(one.parameters["ax"], one.parameters["ay"]), (one.parameters["bx"], one.parameters["by"])])
        assert np.array(pivots) == pytest.approx(np.array([(0.1, -0.6), (0.9, -0.5)]), abs=1e-12)
    four = four_bar_exact_guidance(POSES, lines=[((0, -0.5), (1, -0.5)), ((0, -0.8), (1, -0.7))])
    assert four.solutions == 6 and four.verdict == "complete" and len(four) >= 2
    for one in four:
        assert one.largest < 1e-10
        ends = [(one.parameters[x], one.parameters[y]) for x, y in (("ax", "ay"), ("bx", "by"))]
        assert min(abs(y + 0.5) for _, y in ends) < 1e-12 and min(abs(y + 0.8 - 0.1 * x) for x, y in ends) < 1e-12


def test_three_pairs_with_a_given_crank_and_four_with_its_phase() -> None:
    pairs = [(0, 0), (0.3, 0.2), (0.6, 0.45), (1.0, 0.8)]
    three = four_bar_exact_function(pairs[:3], crank=(0.3, 0.2))
    assert three.verdict == "complete" and len(three) == 1
    four = four_bar_exact_function(pairs, phase="50 deg")
    assert 1 <= len(four) <= 3
    for linkages, count in ((three, 3), (four, 4)):
        for one in linkages:
            turned = one.positions[:, [2, 8]] - one.positions[0, [2, 8]]
            assert np.allclose(turned, pairs[:count], atol=1e-9) and one.largest < 1e-9
    assert three[0].parameters["l2"] == pytest.approx(np.hypot(0.3, 0.2), rel=1e-12)
    for call, said in (
        (lambda: four_bar_exact_function(pairs), "4 pairs: give 'phase'"),
        (lambda: four_bar_exact_guidance(POSES), "4 poses: give two 'lines'"),
        (lambda: four_bar_exact_guidance(POSES[:3]), "3 poses: give two 'pivots'"),
    ):
        with pytest.raises(AnalysisError, match=said):
            call()


def test_bad_points_are_refused_in_one_line() -> None:
    five = [(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 2)]
    for points, pivots, said in (
        ([*five[:4], (1, 1)], [(3, 0), (4, 0)], "points 3 and 5 coincide"),
        (five, [(1, 1), (4, 0)], "a pivot lies on one of the points"),
        (five, None, "give 9 points"),
        (five[:4], [(3, 0), (4, 0)], "give 5 points"),
        (five, [(3, 0), (3, 0)], "points 1 and 2 coincide"),
        ([(0, 0), "a", "b", "c", "d"], [(3, 0), (4, 0)], "points are pairs"),
    ):
        with pytest.raises(AnalysisError, match=said):
            four_bar_exact_path(points, pivots)
    with pytest.raises(AnalysisError, match="give three to five of them"):
        four_bar_exact_guidance([(0, 0, 0), (1, 1, 1)])
    with pytest.raises(AnalysisError, match="all at one place"):
        four_bar_exact_guidance([(1, 1, 0.1 * number) for number in range(5)])


def test_points_of_a_body_on_circles_and_burmesters_curves() -> None:
    lines = [((0, -0.5), (1, -0.5)), ((0, -0.8), (1, -0.7))]
    four = burmester(POSES, lines=lines)
    assert (four.real, four.solutions, four.verdict) == (6, 6, "complete") and len(four.lists) == 2
    for dyad in four:
        distances = abs(four.pins(dyad) - dyad.centre)
        assert distances == pytest.approx(np.full(4, dyad.length), rel=1e-12)
        # off the curves by a thousandth both residuals are far from zero
        for residual, z in ((centre_residual, dyad.centre), (point_residual, dyad.point)):
            on, off = (abs(float(residual(np.array(at), four.places, four.turns))) for at in (z, z + 1e-3))
            assert on < 1e-6 * off
    five = burmester([*POSES, (0.9, -0.1, 1.5)])
    assert five.solutions == 4 and len(five) == five.real == len(five.to_dict()["dyads"])
    three = burmester(POSES[:3], pivots=[(0.1, -0.6)])
    assert len(three) == 1 and three[0].centre == pytest.approx(0.1 - 0.6j) and "centre (0.1, -0.6)" in three.text()
    assert len(four.draw().axes[0].collections) == 2 and not five.draw().axes[0].collections
    guided = four_bar_exact_guidance(POSES, lines=lines)
    assert guided.dyads is not None and [one.centre for one in guided.dyads] == [one.centre for one in four]
    for call, said in (
        (lambda: burmester(POSES), "4 poses: give 'lines'"),
        (lambda: burmester(POSES[:3]), "3 poses: give 'pivots'"),
        (lambda: burmester([(0, 0, 0), (0, 0, 1), (0, 0, 2)], pivots=[(1, 1)]), "all at one place"),
        (lambda: burmester(POSES, lines=[]), "give 'lines'"),
    ):
        with pytest.raises(AnalysisError, match=said):
            call()
