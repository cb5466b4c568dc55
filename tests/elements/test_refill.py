"""Other parameter values put into the tables of a system give what compiling anew with them gives."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_cases import OTHER_VALUES, Case, numbered
from numpy.typing import NDArray

from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system


def element_floats(system: System) -> NDArray:
    """The numbers of elements and functions; the scales come after them."""
    return system.p[: system.k[layout.COLUMN_SCALE]]


@pytest.mark.parametrize("case", numbered())
@pytest.mark.parametrize("scalar", ["real", "complex"])
def test_with_parameters_equals_a_fresh_compile(case: Case, scalar: str) -> None:
    refilled = compile_system(case(), scalar=scalar).with_parameters(OTHER_VALUES)
    fresh = compile_system(case(), scalar=scalar, overrides=OTHER_VALUES)
    assert np.array_equal(element_floats(refilled), element_floats(fresh))
    first, last = (int(fresh.k[place]) for place in (layout.COLUMN_SCALE, layout.ENTRY_SCALE))
    scales = slice(first, last + int(fresh.k[layout.SCATTER]))
    assert np.allclose(refilled.p[scales], fresh.p[scales], rtol=1e-13, atol=0.0)
    assert np.allclose(refilled.column_scale, fresh.column_scale, rtol=1e-13, atol=0.0)
    assert np.array_equal(refilled.start, fresh.start)
    assert np.array_equal(refilled.k, fresh.k)
    assert refilled.env == fresh.env


@pytest.mark.parametrize("case", numbered())
@pytest.mark.parametrize("name", list(OTHER_VALUES))
def test_derivatives_by_parameters_pass_into_the_tables(case: Case, name: str) -> None:
    """Complex step in a parameter against central differences of the compiled numbers."""
    step, value = 1e-6, OTHER_VALUES[name]
    twin = compile_system(case(), scalar="complex", overrides={**OTHER_VALUES, name: value + 1e-30j})
    plus, minus = (
        element_floats(compile_system(case(), overrides={**OTHER_VALUES, name: value + sign * step}))
        for sign in (1, -1)
    )
    differences = (plus - minus) / (2 * step)
    held = constants_by_which_equations_are_divided(twin)
    derivative = element_floats(twin).imag / 1e-30
    assert np.allclose(np.delete(derivative, held), np.delete(differences, held), rtol=1e-6, atol=1e-7)
    assert np.all(derivative[held] == 0.0)


def constants_by_which_equations_are_divided(system: System) -> list[int]:
    """Places of the numbers that only scale an equation: they are held constant on purpose."""
    from linkwork.elements.planar.catalogue import CamFlat, CamFollower

    places = []
    for placed in system.elements:
        if placed.element.kernel == "distance":
            places.append(placed.floats_at + 4)
        if isinstance(placed.element, CamFollower):
            places.append(placed.floats_at)
        if isinstance(placed.element, CamFlat):
            places.append(placed.floats_at + 4)
    return places
