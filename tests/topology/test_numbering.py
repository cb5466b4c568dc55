"""Numbering from the leaves to the root, path matrix, pattern of the mass matrix, counts."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.topology.counts import SPACE, independent_loops, mobility
from linkwork.topology.topology import Topology
from topology.builders import windows


def figure_4() -> Topology:
    """The tree of Garcia de Jalon and others, Fig. 4: chains 1-2-5 and 3-4-5, body 5 on the ground."""
    m = lw.Planar("tree of Fig. 4")
    bodies = {number: m.body(f"b{number}") for number in (5, 2, 1, 4, 3)}
    m.revolute("j5", m.ground, bodies[5])
    for carried, carrier in ((2, 5), (1, 2), (4, 5), (3, 4)):
        m.revolute(f"j{carried}", bodies[carrier].at(1, 0), bodies[carried])
    return m.topology()


def test_path_matrix_of_the_tree_of_figure_4() -> None:
    """Eq. 24."""
    found = figure_4()
    assert found.numbering == ("b1", "b2", "b3", "b4", "b5")
    printed = [[1, 1, 0, 0, 1], [0, 1, 0, 0, 1], [0, 0, 1, 1, 1], [0, 0, 0, 1, 1], [0, 0, 0, 0, 1]]
    assert np.array_equal(found.path_matrix, printed)


def test_pattern_of_composite_inertias_of_figure_4() -> None:
    """Eq. 32: the composite inertia of the outer joint, zero between branches; numbers from 0 here."""
    zero = -1
    printed = [
        [0, 0, zero, zero, 0],
        [0, 1, zero, zero, 1],
        [zero, zero, 2, 2, 2],
        [zero, zero, 2, 3, 3],
        [0, 1, 2, 3, 4],
    ]
    assert np.array_equal(figure_4().composite_pattern, printed)


def test_accumulation_along_the_numbering_is_that_of_figure_4() -> None:
    """Eq. 33: M1, M2 + M1, M3, M4 + M3, M5 + M2 + M4 of composites; and T' M T has them on its diagonal."""
    found = figure_4()
    masses = np.array([1.0, 10.0, 100.0, 1000.0, 10000.0])
    composite = dict(zip(found.numbering, masses, strict=True))
    for body in found.numbering:
        parent = found.spanning.parents[body]
        if parent in composite:
            composite[parent] += composite[body]
    assert list(composite.values()) == [1, 11, 100, 1100, 11111]
    t = found.path_matrix.astype(float)
    whole = t.T @ np.diag(masses) @ t
    pattern = found.composite_pattern
    sums = np.array(list(composite.values()))
    assert np.array_equal(whole, np.where(pattern >= 0, sums[pattern], 0.0))


def test_elimination_from_the_leaves_fills_nothing_in() -> None:
    """The factor of a matrix with the pattern of Eq. 32 has no other entries: windows in a row, a forest."""
    found = windows(4).topology()
    pattern = found.composite_pattern >= 0
    matrix = np.where(pattern, 1.0, 0.0) + 50 * np.eye(len(pattern))
    for pivot in range(len(matrix)):
        rest = slice(pivot + 1, None)
        matrix[rest, rest] -= np.outer(matrix[rest, pivot], matrix[pivot, rest]) / matrix[pivot, pivot]
    assert not np.any(matrix[~pattern])


def test_a_rod_couples_the_paths_of_its_ends() -> None:
    """Fig. 6, a rod between bodies 1 and 3: rows 1, 2, 5 and columns 3, 4, 5."""
    found = figure_4()
    assert set(found.path("b1")) == {"b1", "b2", "b5"}
    assert set(found.path("b3")) == {"b3", "b4", "b5"}
    assert found.path("b3") == ["b5", "b4", "b3"]


def test_counts_of_spatial_suspensions() -> None:
    """Four-link suspension (Oettgen and Hiller, Eqs. 1, 2); five-link suspension, car (Garcia de Jalon, 3.1, 3.2)."""
    loops = independent_loops(bodies=7 + 1, joints=11)
    assert (loops, mobility(27, loops, closing=SPACE, isolated=1)) == (4, 2)
    five_link = independent_loops(bodies=9, joints=2 + 10)
    assert (five_link, mobility(2 * 1 + 10 * 3, five_link, closing=SPACE, isolated=5)) == (4, 3)
    car = independent_loops(bodies=26, joints=36 + 1)
    assert mobility(6 * 1 + 2 * 1 + 28 * 3 + 6, car, closing=SPACE, isolated=12) == 14
