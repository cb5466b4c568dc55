"""The tangent of every element and force of the plane is that of all equations together."""

from __future__ import annotations

import force_cases
import kernel_cases
import pytest

from system.tangent_probe import compare, heavy


@pytest.mark.parametrize("kind", kernel_cases.CASES, ids=lambda kind: kind.__name__)
def test_tangent_of_an_element_is_that_of_all_equations(kind: type) -> None:
    compare(heavy(kernel_cases.CASES[kind][0]()))


@pytest.mark.parametrize("kind", force_cases.CASES)
def test_tangent_of_a_force_is_that_of_all_equations(kind: str) -> None:
    compare(heavy(force_cases.CASES[kind][0]()))
