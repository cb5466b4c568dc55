"""Ten random homotopies to published sets of solutions: each finds the same number, and loses no path."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family
from linkwork.design.synthesis.exact.path import _generic_five
from linkwork.design.synthesis.exact.path_equations import five_point_family, with_conjugates
from linkwork.numerics.homotopy.solve import continued
from published.test_numbers_of_solutions import LINE


def platform() -> np.ndarray:
    random = np.random.default_rng(7)
    return np.concatenate([random.normal(size=36), random.uniform(1.0, 4.0, 6)])


def line() -> np.ndarray:
    points = np.array([complex(*point) for point in LINE])
    return with_conjugates(np.append(points, [0.0, 1.0]))


@pytest.mark.parametrize("seed", range(10))
def test_forty_poses_of_a_body_on_six_rods(seed: int) -> None:
    _comes_to(platform_family(), *generic_case("platform"), platform(), 40, seed)


@pytest.mark.parametrize("seed", range(10))
def test_thirty_three_four_bars_through_five_points_on_a_line(seed: int) -> None:
    _comes_to(five_point_family(), *_generic_five(), line(), 33, seed)


def _comes_to(family: object, solved: np.ndarray, start: np.ndarray, end: np.ndarray, count: int, seed: int) -> None:
    """Through random complex parameters, so that every homotopy is another one."""
    random = np.random.default_rng(100 + seed)
    between = random.normal(size=len(start)) + 1j * random.normal(size=len(start))
    first = continued(family, solved, start, between)  # type: ignore[arg-type]
    assert (first.count, first.lost) == (len(solved), 0)
    last = continued(family, first.points, between, end)  # type: ignore[arg-type]
    assert (last.count, last.lost) == (count, 0)
    assert last.certified
