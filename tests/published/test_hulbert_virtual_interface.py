"""Interfaces that do not match (Hulbert, Ma, Wang 2005): the S matrix, and a strip of 5 nodes against 4."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from linkwork.exchange.coupling import Coupled, CouplingError, Structure, VirtualInterface, interpolation, spreading
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Advances 2005, 4, virtual interface, eqs. 33 and 34"
FINE, COARSE = np.linspace(0, 1, 5), np.linspace(0, 1, 4)
S = ((0.985714, -0.252381, 0.080952, -0.014286), (0.057143, 1.009524, -0.323810, 0.057143))
S += ((-0.085714, 0.485714, 0.485714, -0.085714),)


def matrix() -> Any:
    return spreading(interpolation(FINE, COARSE))


def square(nu: float = 0.3) -> Any:
    """Stiffness of a bilinear plane-stress element of side lengths (a, b), E t = 1, by 2 by 2 points."""
    d = np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]]) / (1 - nu**2)

    def made(a: float, b: float) -> Any:
        k = np.zeros((8, 8))
        for x in (-1, 1):
            for y in (-1, 1):
                x1, y1 = x / np.sqrt(3), y / np.sqrt(3)
                dx = np.array([-(1 - y1), 1 - y1, 1 + y1, -(1 + y1)]) / 4 * 2 / a
                dy = np.array([-(1 - x1), -(1 + x1), 1 + x1, 1 - x1]) / 4 * 2 / b
                strain = np.zeros((3, 8))
                strain[0, ::2], strain[1, 1::2], strain[2, ::2], strain[2, 1::2] = dx, dy, dy, dx
                k += strain.T @ d @ strain * a * b / 4
        return k

    return made


def strip(columns: int, rows: int, length: float) -> Any:
    """Stiffness of a strip of height 1; node (i, j) is number i (rows + 1) + j, x before y."""
    element, n = square()(length / columns, 1 / rows), (columns + 1) * (rows + 1)
    k = np.zeros((2 * n, 2 * n))
    for i in range(columns):
        for j in range(rows):
            first = i * (rows + 1) + j
            nodes = [first, first + rows + 1, first + rows + 2, first + 1]
            at = [2 * node + c for node in nodes for c in (0, 1)]
            k[np.ix_(at, at)] += element
    return k


def edge(columns: int, rows: int) -> list[int]:
    return list(range(2 * columns * (rows + 1), 2 * (columns + 1) * (rows + 1)))


def along(rows: int) -> Any:
    """Integrals of products of the linear shapes of an edge: forces at nodes from tractions at nodes."""
    m = np.zeros((rows + 1, rows + 1))
    for j in range(rows):
        m[j : j + 2, j : j + 2] += np.array([[2, 1], [1, 2]]) / (6 * rows)
    return m


def pulled(rows: int, size: int, at: list[int]) -> Any:
    """A traction 1 + y/2 in x, as forces at nodes."""
    force = np.zeros(size)
    force[at[::2]] = along(rows) @ (1 + 0.5 * np.linspace(0, 1, rows + 1))
    return force


def held(k: Any, at: list[int], stiffness: float, rows: int) -> Any:
    """On an elastic support along an edge."""
    k = k.copy()
    for part in (at[::2], at[1::2]):
        k[np.ix_(part, part)] += stiffness * along(rows)
    return k


@cache
def strips() -> Any:
    """Relative differences of x displacements, column by column of five nodes: glued, against one mesh of five."""
    end = edge(16, 4)
    whole = held(held(strip(16, 4, 4.0), edge(0, 4), 1e6, 4), end, 0.1, 4)
    wanted = np.linalg.solve(whole, pulled(4, len(whole), end))
    left = held(strip(8, 4, 2.0), edge(0, 4), 1e6, 4)
    right = held(strip(6, 3, 2.0), edge(6, 3), 0.1, 3)
    force = pulled(3, len(right), edge(6, 3))
    seen = {f"n{place}": place for place in range(0, 90, 2)}
    fine = Structure(np.eye(90), None, left, interfaces={"edge": edge(8, 4)}, outputs=seen, method="static")
    faces = {"edge": edge(0, 3)}
    c = Coupled("strip")
    c.add("left", VirtualInterface(fine, "edge", matrix(), directions=2))
    c.add("right", Structure(np.eye(56), None, right, interfaces=faces, load=lambda t: force, method="static"))
    c.glue("g", "left.edge", "right.edge")
    run = c.run(until=1, step=1, progress=False)
    found = np.array([run[f"left.n{place}.x"][-1] for place in range(0, 90, 2)])
    return np.abs(found / wanted[:90:2] - 1).reshape(9, 5).max(axis=1)


def cases() -> list[Case]:
    return [
        Case(SOURCE, f"S[{i + 1},{j + 1}]", S[i][j], lambda a=i, b=j: float(matrix()[a, b]), 6e-7)
        for i in range(3)
        for j in range(4)
    ]


test_cases = checks_of(cases)


def test_spread_forces_keep_resultant_and_moment() -> None:
    s, c = matrix(), interpolation(FINE, COARSE)
    assert s.T @ c == pytest.approx(np.eye(4), abs=1e-12) and s.sum(axis=0) == pytest.approx(np.ones(4))
    moments = s.T @ FINE
    assert moments == pytest.approx(COARSE)  # the moment of every unit force
    assert s[3:] == pytest.approx(s[1::-1, ::-1])
    with pytest.raises(CouplingError, match="4 nodes do not determine 5 values"):
        spreading(interpolation(COARSE, FINE))


def test_a_strip_of_five_nodes_against_four_is_right_to_half_a_percent_behind_its_edge() -> None:
    """At the edge itself forces are spread unevenly, as S says; two elements behind it nothing of that is left."""
    off = strips()
    assert off[1:7].max() < 5e-3 and off[8] < 0.03


def test_a_part_that_floats_has_no_rest() -> None:
    c = Coupled("floating")
    c.add("a", Structure(np.eye(2), None, [[1, -1], [-1, 1]], interfaces={"p": [0]}, method="static"))
    run = c.run(until=1, step=1, progress=False)
    assert not run.completed and "part 'a' at t = 0 s: it can move without force" in run.notes[0]
