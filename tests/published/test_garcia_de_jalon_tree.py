"""Garcia de Jalon and others 2005, section 2: the mass matrix of a tree and the coupling by a removed rod.

The tree of Fig. 4 (chains 1-2-5 and 3-4-5 on body 5) and of Fig. 6 (a rod between bodies 1 and 3) in a plane, checked
on the matrix H that the compiled equations make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.places import layout_kernel as layout
from linkwork.system.rods import rod_kernel
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.articulated_kernel import load_bodies
from linkwork.system.tree.closure_place_kernel import matrix_at
from linkwork.system.tree.composite_kernel import compose, load_matrix
from linkwork.system.tree.paths import Paths
from linkwork.system.tree.tree import coordinate_names, scales, with_tree
from published.case import Case
from published.case import tests_of as checks_of

Array = np.ndarray[Any, Any]
MASSES = (1.0, 10.0, 100.0, 1000.0, 10000.0)
T = np.array([[1, 1, 0, 0, 1], [0, 1, 0, 0, 1], [0, 0, 1, 1, 1], [0, 0, 0, 1, 1], [0, 0, 0, 0, 1]])
ROWS, COLUMNS = (0, 1, 4), (2, 3, 4)  # 1, 2, 5 and 3, 4, 5
LINK, SPAN, SLENDER = 0.5, 0.8, 3.0


def figure_6(mass: float) -> lw.Planar:
    """The tree of Fig. 4 with a uniform rod of this mass between the ends of bodies 1 and 3."""
    m = lw.Planar("tree of Fig. 6")
    places = {5: (0, 0, 0.2), 2: (0.3, 0.1, 1.1), 1: (0.5, 0.5, 1.4), 4: (-0.3, 0, 1.9), 3: (-0.5, 0.5, 1.6)}
    bodies = {number: m.body(f"b{number}", estimate=place) for number, place in places.items()}
    rod = m.body(
        "rod", estimate=(-0.4, 1, 0), mass=lw.Mass(mass=mass, center=(SPAN / 2, 0), inertia=mass * SPAN**2 / 12)
    )
    m.revolute("j5", m.ground, bodies[5])
    for carried, carrier, x in ((2, 5, 0.3), (1, 2, LINK), (4, 5, -0.3), (3, 4, LINK)):
        m.revolute(f"j{carried}", bodies[carrier].at(x, 0), bodies[carried])
    m.revolute("P", rod.at(SPAN, 0), bodies[1].at(LINK, 0))
    m.revolute("Q", rod, bodies[3].at(LINK, 0))
    for number, body in bodies.items():
        m.mass(body, mass=MASSES[number - 1], center=(0.2, 0.05), inertia=0.1)
    m.tree(remove="rod")
    return m


@dataclass(frozen=True)
class Made:
    """H and the coupling alone as the kernels make them, composite masses, levers and velocities of the rod's ends."""

    names: list[str]
    matrix: Array
    coupling: Array
    composites: Array
    ends: Array  # velocities of the two pins, a column a coordinate


@cache
def made(mass: float) -> Made:
    m = figure_6(mass)
    system = with_tree(m.system(dynamics=True), sparse=False)
    k, p, table = system.k, system.p, int(system.k[layout.TREE])
    n, units = int(k[table + kernel.FREEDOMS]), scales(system)
    w = np.concatenate([system.workspace(), np.zeros(10_000)])
    w[k[table + kernel.VECTORS_AT] :][:n] = units
    assembly = m.assemble(drivers=False)
    angles = np.array([assembly.q[system.index(f"b{number}.angle")] for number in (1, 2, 3, 4, 5)])
    relative = angles - np.append(angles[[1, 4, 3, 4]], 0.0)
    pins = np.zeros((4, n))
    for column in range(n):
        rate = np.eye(n)[column]
        kernel.spread(k, p, w, np.concatenate([relative, rate]), True)
        for number, body in enumerate((1, 3)):
            twist = k[layout.TWIST] + 3 * (system.bodies.index(f"b{body}") + 1)
            angle, omega = angles[body - 1], w[twist + 2]
            lever = LINK * np.array([np.cos(angle), np.sin(angle)])
            pins[2 * number : 2 * number + 2, column] = w[twist : twist + 2] + omega * np.array([-lever[1], lever[0]])
    load_bodies(k, p, w, False)
    compose(k, p, w, False)
    blocks = w[kernel.blocks_at(k) :][: kernel.BLOCK * n].reshape(n, kernel.BLOCK)
    composites = blocks[::-1, kernel.XX].copy()
    load_matrix(k, p, w)
    at, scale = int(matrix_at(k)), float(p[k[layout.MASS_SCALE]]) / np.outer(units, units)
    found = [w[at : at + n * n].reshape(n, n).copy() * scale]
    w[at : at + n * n] = 0.0
    pairs = Paths(k)
    own = sum(len(pairs.up(place)) * len(pairs.own(place)) for place in range(n))
    rod_kernel.couple_rods(k, p, w, k[table + kernel.MATRIX_SLOTS] + own)
    found.append(w[at : at + n * n].reshape(n, n).copy() * scale)
    lower = [np.tril(each) + np.tril(each, -1).T for each in found]
    return Made(coordinate_names(system), lower[0], lower[1], composites, pins)


def test_the_paths_are_those_of_figure_4() -> None:
    """Eq. 24, numbered from the leaves to the root; coordinates of the equations have the same numbers."""
    found = figure_6(SLENDER).topology()
    assert found.numbering == ("b1", "b2", "b3", "b4", "b5")
    assert np.array_equal(found.path_matrix, T)
    assert made(SLENDER).names == [f"j{number}.angle" for number in (1, 2, 3, 4, 5)]


def test_without_the_rods_mass_h_is_zero_between_the_branches() -> None:
    """Eq. 32: an entry is zero unless one joint carries the other."""
    related = (T + T.T) > 0
    assert np.all((made(0.0).matrix != 0.0) == related)


def test_composite_masses_are_accumulated_along_the_tree() -> None:
    """Eq. 33: M1, M2 + M1, M3, M4 + M3, M5 + M2 + M4 of composites."""
    assert np.array_equal(made(0.0).composites, [1, 11, 100, 1100, 11111])


def test_the_ends_of_the_rod_add_a_third_of_its_mass_each() -> None:
    """Eqs. 53 and 60: alpha = m / 3 at bodies 1 and 3, and so at all that carry them."""
    added = made(SLENDER).composites - made(0.0).composites
    assert np.allclose(added, np.array([1, 1, 1, 1, 2]) * SLENDER / 3, rtol=1e-10, atol=0)


def test_the_rod_couples_rows_1_2_5_with_columns_3_4_5() -> None:
    """Eqs. 61 to 63: that block and its transpose; what both paths share gets both."""
    pattern = np.zeros((5, 5), bool)
    pattern[np.ix_(ROWS, COLUMNS)] = True
    pattern |= pattern.T
    assert np.all((made(SLENDER).coupling != 0.0) == pattern)
    assert not np.any(made(0.0).coupling)


@pytest.mark.parametrize("part", ["coupling", "whole"])
def test_the_entries_are_those_of_the_printed_mass_matrix_of_the_rod(part: str) -> None:
    """Eq. 53: alpha = m / 3, beta = m / 6, with the velocities of the pins by each joint."""
    alpha, beta = SLENDER / 3, SLENDER / 6
    one, other = made(SLENDER).ends[:2], made(SLENDER).ends[2:]
    coupling = beta * (one.T @ other + other.T @ one)
    whole = alpha * (one.T @ one + other.T @ other) + coupling
    found = made(SLENDER).coupling if part == "coupling" else made(SLENDER).matrix - made(0.0).matrix
    expected = coupling if part == "coupling" else whole
    assert np.allclose(found, expected, rtol=0, atol=1e-9)


def cases() -> list[Case]:
    def count(source: str, quantity: str, printed: float, ours: Callable[[], float]) -> Case:
        return Case(f"Garcia de Jalon 2005, {source}", f"tree of Figs. 4 and 6: {quantity}", printed, ours, 0.0)

    def coupled() -> float:
        return float(np.count_nonzero(made(SLENDER).coupling[np.ix_(ROWS, COLUMNS)]))

    return [
        count("Eq. 32", "zeros in the mass matrix of the tree", 8, lambda: float(np.sum(made(0.0).matrix == 0.0))),
        count("Eq. 63", "entries of rows 1, 2, 5 and columns 3, 4, 5 that the rod couples", 9, coupled),
        count("2.2", "equations that the removed rod leaves", 1, lambda: float(figure_6(1.0).topology().equations)),
    ]


test_cases = checks_of(cases)
