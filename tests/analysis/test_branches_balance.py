"""Branches of larger groups: signs that must balance, curves that lead to what is missing, and many combinations."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar
from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.assembly.balancing import tree_rows
from linkwork.analysis.assembly.branch import groups_of
from linkwork.analysis.assembly.row_loop import RowLoop
from linkwork.base.errors import AnalysisError
from linkwork.system.constraints.equations import Equations

PUMA = (  # d, a, alpha of the Denavit-Hartenberg frames of a Puma 560
    (0.67183, 0.0, np.pi / 2),
    (0.0, 0.4318, 0.0),
    (0.15005, 0.0203, -np.pi / 2),
    (0.4318, 0.0, np.pi / 2),
    (0.0, 0.0, -np.pi / 2),
    (0.0, 0.0, 0.0),
)


def arm(angles: list[float]) -> lw.Spatial:
    """Six hinges in a row, the hand held where the angles put it."""
    m = lw.Spatial("Puma")
    frame, carrier = np.eye(4), m.ground
    for number, ((d, a, alpha), angle) in enumerate(zip(PUMA, angles, strict=True), 1):
        point, axis = frame[:3, 3], frame[:3, 2]
        c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(alpha), np.sin(alpha)
        frame = frame @ np.array(
            [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
        )
        body = m.body(f"L{number}", tuple(frame[:3, 3]), orientation=lw.orient.matrix(frame[:3, :3].tolist()))
        m.revolute(f"J{number}", carrier, body, at=tuple(point), axis=tuple(axis))
        carrier = body
    m.grounded("hand", carrier)
    return m


def on_rods(seed: int) -> lw.Planar:
    """A plate on three rods: up to six ways."""
    random = np.random.default_rng(seed)
    m = lw.Planar("plate")
    plate = m.body("plate", estimate=(0, 0, 0))
    for number in range(3):
        foot, head = random.uniform(-1, 1, 2), random.uniform(-0.5, 0.5, 2)
        length = float(np.linalg.norm(foot - head))
        m.revolute_revolute(f"rod{number}", m.ground.at(*foot), plate.at(*head), length=length)
    return m


def chain(dyads: int) -> lw.Planar:
    m = lw.Planar("chain")
    last, reach = m.body("crank", estimate=(0, 0, 1)), 1.0
    m.revolute("A", m.ground.at(0, 0), last.at(0, 0))
    for number in range(dyads):
        x = 3.0 * (number + 1)
        coupler = m.body(f"coupler{number}", estimate=(x - 2.5, 0.8, 0.3))
        rocker = m.body(f"rocker{number}", estimate=(x, 0, 1.7))
        m.revolute(f"B{number}", last.at(reach, 0), coupler.at(0, 0))
        m.revolute(f"C{number}", coupler.at(3, 0), rocker.at(2, 0))
        m.revolute(f"D{number}", m.ground.at(x, 0), rocker.at(0, 0))
        last, reach = rocker, 2.0
    m.drive("motor", joint="A", angle="1 + t")
    return m


def signs(found: Any) -> list[int]:
    return [1 if assembly.branch.endswith("+") else -1 for assembly in found.assemblies]


def test_an_arm_has_its_eight_postures_and_as_many_with_plus_as_with_minus() -> None:
    found = arm([0.3, 0.5, np.pi - 0.4, 0.6, 0.7, -0.2]).branches()
    assert len(found) == 8 and sum(signs(found)) == 0 and not found.notes
    elbows = {tuple(round(assembly[f"L2.{axis}"], 6) for axis in "xyz") for assembly in found.assemblies}
    assert len(elbows) == 4  # of two shoulders; the wrist turns over in each
    for assembly in found.assemblies:
        wrist = assembly["L5.x"], assembly["L5.y"], assembly["L5.z"]
        assert wrist == pytest.approx([found[0][f"L5.{axis}"] for axis in "xyz"], abs=1e-9)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_plate_on_three_rods_stands_in_ways_that_balance(seed: int) -> None:
    found = on_rods(seed).branches()
    assert sum(signs(found)) == 0
    assert len(found) == {0: 4, 1: 2, 2: 2}[seed]


@pytest.mark.parametrize("model", [lambda: on_rods(0), lambda: arm([0.3, 0.5, np.pi - 0.4, 0.6, 0.7, -0.2])])
def test_one_start_is_made_up_for_by_the_curves_through_what_it_found(model: Callable[[], Any]) -> None:
    found = model().branches(starts=1)
    assert len(found) >= 2 and sum(signs(found)) == 0


def test_along_a_curve_with_one_row_left_out_the_signs_alternate() -> None:
    first = assemble(on_rods(0))
    (group,) = groups_of(first.system, first.q, 0.0)
    tree = tree_rows(first.system, group)
    assert tree is not None and len(tree) == 1
    equations, met = Equations(first.system), []
    loop = RowLoop(equations, group, next(row for row in group.rows if row not in tree), 0.0)
    for near in itertools.islice(loop.zeros(first.q), 4):
        settled = equations.settle(near, 0.0)
        assert settled is not None
        (there,) = groups_of(first.system, settled, 0.0)
        met.append(there.sign)
    assert met == [-group.sign, group.sign, -group.sign, group.sign]


def test_where_turns_count_or_bodies_can_go_away_nothing_is_claimed() -> None:
    m = lw.Planar("yoke")
    block, yoke = m.body("block", estimate=(0.5, 0.8, 0)), m.body("yoke", estimate=(0.5, 0, 0))
    m.translational("slot", yoke.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), yoke.line((0, 0), (1, 0)))
    m.translational("slant", m.ground.line((0, 0), (1, 1)), block.line((0, 0), (1, 1)))
    m.drive("place", joint="guide", position="0.5")
    first = assemble(m)
    assert all(tree_rows(first.system, group) is None for group in groups_of(first.system, first.q, 0.0))


def test_twenty_dyads_are_counted_and_listed_in_part() -> None:
    found = chain(20).branches(limit=10)
    assert len(found) == 10 and found.at_most == 2**20 and not found.complete
    assert found.notes == ["the first 10 of at most 1,048,576: give a higher 'limit', or go on with `each()`"]
    assert len({assembly.branch for assembly in itertools.islice(found.each(), 12)}) == 12
    assert found[0].branch == chain(20).assemble().branch


def test_the_list_that_is_complete_says_so_with_its_count() -> None:
    found = chain(3).branches()
    assert len(found) == 8 == found.at_most and found.complete and not found.notes
    assert len(list(found.each())) == 8


def test_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(AnalysisError, match="branches: limit must be at least 1; found 0"):
        four_bar().branches(limit=0)
    with pytest.raises(AnalysisError, match="branches: starts must be at least 1; found -3"):
        four_bar().branches(starts=-3)
