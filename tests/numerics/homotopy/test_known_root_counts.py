"""Systems with known numbers of solutions: all are found, certified, and told apart from those at infinity."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from known_systems import cyclic, katsura, noon

from linkwork.numerics.homotopy.layout_kernel import AWAY
from linkwork.numerics.homotopy.paths import continue_paths
from linkwork.numerics.homotopy.polynomial import Polynomial, unknowns
from linkwork.numerics.homotopy.solve import continued, solve
from linkwork.numerics.homotopy.starts import bezout, start_system
from linkwork.numerics.homotopy.system import PolynomialSystem, between


@pytest.mark.parametrize("n", [3, 5])
def test_katsura_has_as_many_solutions_as_bezout_says_and_they_are_proven_complete(n: int) -> None:
    found = solve(katsura(n))
    assert (found.count, found.verdict, found.lost, found.at_infinity) == (2**n, "complete", 0, 0)
    assert found.certified


def test_noon_has_fewer_than_paths_and_says_so() -> None:
    found = solve(noon(3))
    assert (found.count, found.paths, found.at_infinity, found.lost) == (21, 27, 6, 0)
    assert found.verdict == "numerically complete"
    assert solve(noon(3), bound=21).verdict == "complete"


def test_cyclic_roots_in_ten_random_homotopies() -> None:
    for seed in range(10):
        found = solve(cyclic(3), seed=seed)
        assert (found.count, found.lost, found.verdict) == (6, 0, "complete")


def test_paths_that_go_to_infinity_slowly_or_at_once_are_told_from_solutions() -> None:
    """Of the 5040 paths of cyclic 7 that 924 solutions leave over.

    Some go away as t**(1/7); round their ends circles do not close, and from there other paths were followed to finite
    solutions. Others go as t**3 and could be followed no further.
    """
    scaled = cyclic(7).at(())
    random = np.random.default_rng(1)
    start, x = start_system(scaled, random)
    tables = between(scaled, start, complex(np.exp(2j * np.pi * random.random())))
    slow, jumped, quick = [91, 158, 202, 266, 379, 420], [786, 1174, 1498, 1549, 1667], [561, 1613, 2825]
    ends = continue_paths(tables, scaled.with_ones(x)[slow + jumped + quick])
    assert list(ends.ended) == [AWAY] * 14


def test_certificates_hold_in_fifty_digits() -> None:
    system = noon(3)
    found = solve(system)
    with mpmath.workdps(50):
        for point, radius in zip(found.points[:6], found.certificates.radii[:6], strict=True):
            x = mpmath.matrix([mpmath.mpc(value) for value in point])

            def values(*z: mpmath.mpc) -> list[mpmath.mpc]:
                squares = sum(one * one for one in z)
                return [10 * one * (squares - one * one) - 11 * one + 10 for one in z]

            root = mpmath.findroot(values, list(x), tol=1e-80, solver="mdnewton")
            assert all(abs(root[i] - x[i]) <= mpmath.mpf(radius[i]) for i in range(3))
            assert np.max(radius) < 1e-12


def test_groups_of_unknowns_save_paths() -> None:
    x, y, u, v = unknowns(4)
    eigen = [2 * x + y - u * x, x + 3 * y - u * y, x + 2 * y - 1, v - x]
    system = PolynomialSystem(eigen, 4, [[0, 1, 3], [2]])
    assert bezout(system.degrees, [3, 1]) == 2
    found = solve(system)
    assert found.paths == 2 and len(found.real) == 2
    assert sorted(found.real[:, 2]) == pytest.approx([2.5 - 5**0.5 / 2, 2.5 + 5**0.5 / 2], abs=1e-14)


def test_double_roots_and_curves_of_solutions_are_named_and_not_certified() -> None:
    x, y = unknowns(2)
    double = solve(PolynomialSystem([(x - 1) * (x - 1), y - x], 2))
    assert double.count == 0 and [one.multiplicity for one in double.singular] == [2]
    assert double.singular[0].point == pytest.approx([1, 1], abs=1e-5)
    line = solve(PolynomialSystem([(x - 1) * y, (x - 1) * (x + y - 3)], 2))
    assert line.count == 1 and not any(one.isolated for one in line.singular)
    assert "on sets of solutions of dimension 1 at most by the rank there" in line.text()
    assert "1 singular, of multiplicity 2" in double.text()
    x, y, z = unknowns(3)
    plane = solve(PolynomialSystem([(x - 1) * (y - 2), (x - 1) * (y + z), (x - 1) * (x + z - 4)], 3))
    assert {one.corank for one in plane.singular if not one.isolated} == {2} and plane.count == 1


def test_a_solved_case_leads_to_another() -> None:
    (x,), a = unknowns(1), -1

    family = PolynomialSystem([x * x * x + Polynomial({(a,): 1.0}) * x - 6], 1, parameters=1)
    start = np.array([0.3 + 0.8j])
    generic = np.roots([1, 0, start[0], -6])[:, None]
    found = continued(family, generic, start, [-7.0])
    assert sorted(found.real[:, 0]) == pytest.approx([-2, -1, 3], abs=1e-14) and found.verdict == "complete"
    found = continued(family, generic, start, [0.0])
    assert found.text() == "1 real of 3, complete"
