"""The tangent of every element and force of space, against the charts, is that of all equations together."""

from __future__ import annotations

from copy import deepcopy

import pytest
import spatial_cases
import spatial_force_cases

from system.tangent_probe import compare, heavy


@pytest.mark.parametrize("kind", spatial_cases.CASES)
def test_tangent_of_an_element_is_that_of_all_equations(kind: str) -> None:
    drawn, element = spatial_cases.CASES[kind][0]
    m = deepcopy(drawn)
    m.joints["tried"] = element
    compare(heavy(m))


@pytest.mark.parametrize("kind", spatial_force_cases.CASES)
def test_tangent_of_a_force_is_that_of_all_equations(kind: str) -> None:
    compare(heavy(spatial_force_cases.CASES[kind][0]()))
