"""Every spatial element's Phi_q, nu and gamma are the derivatives of its Phi, at random poses off the constraint.

Derivatives are taken by the complex step, A moved as A exp(eps dpi), and are exact to rounding. Errors are measured in
the largest-entry norm relative to the reference's largest entry, or absolutely where that is below 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from spatial_cases import CASES, Case
from spatial_tables import GROUND, STEP, Place, Table

from linkwork.elements.spatial.catalogue import ELEMENTS

TOLERANCE = 1e-9
POSES = 24

each_element = pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{kind}-{n}") for kind, cases in CASES.items() for n, case in enumerate(cases, 1)]
)


def states(table: Table) -> Iterator[tuple[list[Place], NDArray, float, NDArray]]:
    """Random places, velocities, times and own coordinates; the ground stays where it is."""
    random = np.random.default_rng(17)
    still = np.array([name == "ground" for name in table.bodies])
    for _ in range(POSES):
        places = []
        for name in table.bodies:
            p = random.normal(size=4)
            place = Place(random.normal(size=3), p / np.linalg.norm(p))
            places.append(GROUND if name == "ground" else place)
        twist = random.normal(size=table.columns)
        twist[: 6 * len(still)][np.repeat(still, 6)] = 0.0
        yield places, twist, float(random.uniform(0, 2)), random.normal(size=table.own)


def order(table: Table) -> list[int]:
    """Columns of the rows in the order of twists: the kernel puts own coordinates before bodies beyond the ends."""
    own = list(range(12, 12 + table.own))
    return [column for column in range(table.columns) if column not in own] + own


def both(case: Case) -> tuple[Table, Table]:
    return Table(*case), Table(*case, scalar="complex")


def agree(x: NDArray, y: NDArray, tolerance: float = TOLERANCE) -> bool:
    return bool(np.max(np.abs(x - y)) <= tolerance * max(1.0, np.max(np.abs(y))))


def test_every_element_of_the_catalogue_has_a_case() -> None:
    """Those that roll hold for velocities only and have their own tests."""
    held = [kind for kind in ELEMENTS if not kind.nonholonomic]
    assert set(CASES) == {kind.model_fields["type"].default for kind in held}


@each_element
def test_rows_are_the_derivative_of_the_equations(case: Case) -> None:
    real, twin = both(case)
    for places, twist, t, own in states(real):
        jacobian = real.rows(places, twist, t, own=own, stage=0).jacobian[:, order(real)]
        for column in range(real.columns):
            step = np.eye(real.columns)[column]
            assert agree(jacobian[:, column], twin.rows(places, twist, t, step, own).phi.imag / STEP)


@each_element
def test_nu_is_minus_the_derivative_by_time(case: Case) -> None:
    real, twin = both(case)
    for places, twist, t, own in states(real):
        by_time = twin.rows(places, twist, t + 1j * STEP, own=own).phi.imag / STEP
        assert agree(real.rows(places, twist, t, own=own).nu, -by_time)


@each_element
def test_gamma_is_minus_the_second_derivative_along_the_motion(case: Case) -> None:
    real, twin = both(case)
    for places, twist, t, own in states(real):
        along = twin.rows(places, twist, t + 1j * STEP, twist, own)
        rate = along.jacobian[:, order(real)] @ twist - along.nu
        assert agree(real.rows(places, twist, t, own=own).gamma, -rate.imag / STEP)


@each_element
def test_structure_names_every_entry_that_is_ever_nonzero(case: Case) -> None:
    table = Table(*case)
    marks = np.array([list(row.replace("|", "")) for row in table.element.structure()])
    assert marks.shape == (len(table.element.equations), 12 + table.own)
    ever = np.zeros(marks.shape, bool)
    for places, twist, t, own in states(table):
        ever |= table.rows(places, twist, t, own=own).jacobian[:, : 12 + table.own] != 0.0
    assert not np.any(ever & (marks == "-"))


@each_element
def test_real_and_complex_kernels_agree(case: Case) -> None:
    real, twin = both(case)
    for places, twist, t, own in states(real):
        one, other = real.rows(places, twist, t, own=own), twin.rows(places, twist, t, own=own)
        for name in ("phi", "nu", "gamma", "jacobian"):
            assert agree(getattr(one, name), getattr(other, name), 1e-13)


@each_element
def test_positions_alone_give_the_same_equations_and_rows(case: Case) -> None:
    table = Table(*case)
    for places, twist, t, own in states(table):
        whole, part = (table.rows(places, twist, t, own=own, stage=stage) for stage in (1, 0))
        assert np.array_equal(whole.phi, part.phi) and np.array_equal(whole.jacobian, part.jacobian)
