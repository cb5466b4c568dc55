"""Wang 2.2.2: the links and joints of a trigger mechanism, its tree, its chords and its independent loops.

Only the graph is printed, so the bodies here have no real shape: a contact is a pair of circles that touch.
"""

from __future__ import annotations

from functools import cache

import numpy as np

import linkwork as lw
from linkwork.topology.topology import Topology
from published.case import Case
from published.case import tests_of as checks_of

LINKS = ("ground", "sear", "trigger", "tripping lever", "plunger tripping lever", "lower slide")
CONTACTS = ("C23", "C45", "C56", "C26", "C24")

# rows L1 to L6, columns R12 R13 R14 P16 R35 C23 C45 C56 C26 C24
GAMMA = np.array(
    [
        [-1, -1, -1, -1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, -1, 0, 0, -1, -1],
        [0, 1, 0, 0, -1, 1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0, -1, 0, 0, 1],
        [0, 0, 0, 0, 1, 0, 1, -1, 0, 0],
        [0, 0, 0, 1, 0, 0, 0, 1, 1, 0],
    ]
)

# Eq. 2.2.2-19: rows are the chords C23, C45, C56, C26, C24
PI = np.array(
    [
        [-1, 1, 0, 0, 0, -1, 0, 0, 0, 0],
        [0, 1, -1, 0, 1, 0, -1, 0, 0, 0],
        [0, -1, 0, 1, -1, 0, 0, -1, 0, 0],
        [-1, 0, 0, 1, 0, 0, 0, 0, -1, 0],
        [-1, 0, 1, 0, 0, 0, 0, 0, 0, -1],
    ]
)


def trigger() -> lw.Planar:
    """The mechanism in the position in which all contacts may be active."""
    m = lw.Planar("trigger mechanism")
    links = {number: m.body(name) for number, name in enumerate(LINKS[1:], 2)}
    for link in links.values():
        link.outline("face", lw.Circle(radius=0.01))
    m.revolute("R12", m.ground, links[2])
    m.revolute("R13", m.ground.at(0.1, 0), links[3])
    m.revolute("R14", m.ground.at(0.2, 0), links[4])
    m.translational("P16", m.ground.line((0, 0.1), (1, 0.1)), links[6].line((0, 0), (1, 0)))
    m.revolute("R35", links[3].at(0.05, 0), links[5])
    for contact in CONTACTS:
        first, second = (LINKS[int(number) - 1] for number in contact[1:])
        m.cam_follower(contact, f"{first}.face", f"{second}.face")
    return m


@cache
def found() -> Topology:
    return trigger().topology()


def test_the_incidence_matrix_is_the_printed_one() -> None:
    assert found().bodies == LINKS
    assert np.array_equal(found().incidence, GAMMA)


def test_the_tree_has_the_articulated_joints_and_the_chords_are_the_contacts() -> None:
    assert set(found().tree) == {"R12", "R13", "R14", "P16", "R35"}
    assert found().cuts == CONTACTS


def test_the_loop_matrix_is_the_printed_one_but_for_its_sign() -> None:
    """The book walks a loop against its chord, we walk with it."""
    assert np.array_equal(-found().loop_matrix, PI)
    assert not np.any(GAMMA @ PI.T)


def test_the_loop_matrix_follows_from_the_partition_of_the_incidence_matrix() -> None:
    """Pi = [(G11^-1 G12)', -I], rows L2 L3 L4 L6 L5 (2.2.2-16); G11^-1 is the identity and a 1 at (2, 5)."""
    rows = found().incidence[[1, 2, 3, 5, 4]].astype(float)
    inverse = np.linalg.inv(rows[:, :5])
    identity = np.eye(5)
    identity[1, 4] = 1
    assert np.array_equal(inverse, identity)
    assert np.array_equal(np.hstack([(inverse @ rows[:, 5:]).T, -np.eye(5)]), -found().loop_matrix)


def test_the_loops_are_the_printed_ones() -> None:
    """1-2-3-1, 1-2-4-1, 1-3-5-6-1, 1-3-5-4-1, 1-2-6-1, in either direction."""
    number = {name: str(place) for place, name in enumerate(LINKS, 1)}
    walks = {"-".join(number[body] for body in loop.bodies) for loop in found().loops}
    printed = ("1-2-3-1", "1-2-4-1", "1-3-5-6-1", "1-3-5-4-1", "1-2-6-1")
    assert {min(walk, walk[::-1]) for walk in walks} == {min(walk, walk[::-1]) for walk in printed}


def test_all_loops_must_be_solved_together() -> None:
    assert found().groups == [[0, 1, 2, 3, 4]]


def cases() -> list[Case]:
    def count(source: str, quantity: str, printed: float | None, ours: float, exact: float | None = None) -> Case:
        return Case(f"Wang 2.2.2, {source}", f"trigger mechanism: {quantity}", printed, lambda: ours, 0.0, exact=exact)

    topology = found()
    degrees = [
        count("Eq. 3", f"joints of link {number}", None, float(topology.degrees[name]), exact)
        for number, (name, exact) in enumerate(zip(LINKS, (4, 4, 3, 3, 3, 3), strict=True), 1)
    ]
    rank = float(np.linalg.matrix_rank(topology.incidence))
    return [
        count("Eq. 8", "rank of the incidence matrix", 5, rank),
        count("Eq. 16", "independent loops", 5, float(len(topology.loops))),
        count("Eq. 9", "joints of the tree", 5, float(len(topology.tree))),
        count("2.6", "freedoms by count with all contacts active", None, float(topology.mobility), 0),
        *degrees,
    ]


test_cases = checks_of(cases)
