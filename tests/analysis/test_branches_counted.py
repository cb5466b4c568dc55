"""Branches of groups that are polynomial systems: counted, complex ones too, and said how complete they are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family
from linkwork.numerics.homotopy.solve import continued

BASE, PLATE = ((0, 0), (3, 0), (1.5, 3)), ((-0.5, -0.4), (0.6, -0.3), (0, 0.5))


def plate(reach: float = 1.3) -> lw.Planar:
    """A plate on three links: the group of four bodies with six complex positions."""
    m = lw.Planar("plate")
    body = m.body("P", estimate=(1, 1, 0.2))
    for number, (foot, head) in enumerate(zip(BASE, PLATE, strict=True)):
        link = m.body(f"l{number}", estimate=(*foot, (0.6, 2.4, -1.2)[number]))
        m.revolute(f"A{number}", m.ground.at(*foot), link.at(0, 0))
        m.revolute(f"B{number}", link.at(reach + 0.1 * number, 0), body.at(*head))
    return m


def ring(links: int) -> lw.Planar:
    """Ternary links in a row, each held by a link to the ground, both ends on the ground: a group of several loops."""
    random = np.random.default_rng(4)
    m = lw.Planar("ring")
    bodies = [m.body(f"T{number}", estimate=(float(number), 1.0, 0.1 * number)) for number in range(links)]
    feet = [np.array([number, -0.4]) + random.uniform(-0.3, 0.3, 2) for number in range(links)]
    for number, (body, foot) in enumerate(zip(bodies, feet, strict=True)):
        local = random.uniform(0.2, 0.6, 2)
        turn = 0.1 * number
        place = (
            np.array([number, 1.0]) + np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ local
        )
        m.revolute_revolute(f"rod{number}", m.ground.at(*foot), body.at(*local), float(np.linalg.norm(place - foot)))
    for number, (one, other) in enumerate(pairwise(bodies)):
        turn = 0.1 * number
        reach = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) @ (1.0, 0.0)
        m.revolute(f"pin{number}", one.at(*reach), other.at(0, 0))
    m.revolute_revolute("first", m.ground.at(-0.9, 0.7), bodies[0].at(0, 0), float(np.hypot(0.9, 0.3)))
    last = bodies[-1]
    m.revolute_revolute("last", m.ground.at(links, 0.2), last.at(0.5, -0.2), length=_drawn(links))
    return m


def _drawn(links: int) -> float:
    turn = 0.1 * (links - 1)
    local = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ (0.5, -0.2)
    return float(np.linalg.norm(np.array([links - 1.0, 1.0]) + local - (links, 0.2)))


def test_a_plate_on_three_links_has_six_complex_positions_and_they_are_proven_all() -> None:
    found = plate().branches()
    assert found.complete and found.verdict == "complete"
    assert found.counts == ["{P, l0, l1, l2}: 2 real of 6, complete"]
    assert len(found) == 2 and "2 real of 6, complete" in found.text()


def test_groups_of_two_and_three_ternary_links_are_followed_to_the_end() -> None:
    for links, bound in ((2, 20), (3, 70)):  # three and four loops, rods counted as links
        found = ring(links).branches()
        assert found.verdict in ("complete", "numerically complete")
        assert len(found) >= 2 and len(found) % 2 == 0
        count = int(found.counts[0].partition(" of ")[2].partition(",")[0])
        assert len(found) <= count <= bound


def test_many_starts_can_still_be_asked_for_and_are_incomplete() -> None:
    found = plate().branches(starts=40)
    assert len(found) == 2 and not found.complete and found.verdict == "incomplete"


def test_a_body_on_six_rods_has_forty_poses_in_two_homotopies() -> None:
    random = np.random.default_rng(0)
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    turn *= np.sign(np.linalg.det(turn))
    feet, heads, place = random.normal(size=(6, 3)), random.normal(size=(6, 3)), random.normal(size=3)
    squares = np.sum((place + heads @ turn.T - feet) ** 2, axis=1)
    given = np.concatenate([feet.ravel(), heads.ravel(), squares])
    solved, start = generic_case("platform")
    one = continued(platform_family(), solved, start, given)
    turned = start * np.exp(0.7j)
    again = continued(platform_family(), solved, start, turned)
    other = continued(platform_family(), again.points, turned, given)
    for found in (one, other):
        assert found.count == 40 and found.verdict == "complete" and found.lost == 0
        residual = max(float(np.max(np.abs(e.at(found.points)))) for e in found.system.equations)
        assert residual < 1e-12
    near = np.min(np.max(np.abs(one.points[:, None] - other.points[None]), axis=2), axis=1)
    assert np.max(near) < 1e-9
    assert len(one.real) == len(other.real) and len(one.real) >= 2


def test_the_pose_that_the_lengths_came_from_is_among_the_branches() -> None:
    m = lw.Spatial("platform")
    random = np.random.default_rng(0)
    body = m.body("P", (0.1, 0.2, 1.0))
    for number in range(6):
        m.spherical_spherical(
            f"rod{number}", m.ground.at(*random.normal(size=3)), body.at(*0.5 * random.normal(size=3))
        )
    found = m.branches()
    assert found.complete and found.counts[0].endswith("of 40, complete")
    assert found[0].q[:3] == pytest.approx([0.1, 0.2, 1.0], abs=1e-9)
