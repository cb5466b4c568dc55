"""Every element's Phi_q, nu and gamma are the derivatives of its Phi, at random places off the constraint.

Derivatives are taken by the complex step, exact to rounding. The errors are measured in the largest-entry norm
relative to the reference's largest entry, or absolutely where that is below 1:
max|x - y| <= 1e-9 max(1, max|y|).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from kernel_cases import CASES, Case, numbered
from numpy.typing import NDArray

from linkwork.elements.planar.catalogue import ELEMENTS
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

STEP = 1e-30
TOLERANCE = 1e-9
POSES = 24

each_element = pytest.mark.parametrize("case", numbered())


@dataclass
class Rows:
    """What the last element of a system wrote; `jacobian` has six columns of its bodies, its own, then of others."""

    phi: NDArray
    nu: NDArray
    gamma: NDArray
    jacobian: NDArray


def rows_at(system: System, q: NDArray, v: NDArray, t: complex) -> Rows:
    k, w = system.k, system.workspace()
    n, m = len(system.coordinates), len(system.elements[-1].element.equations)
    w[k[layout.Q] : k[layout.Q] + n] = q
    w[k[layout.V] : k[layout.V] + n] = v
    evaluate(k, system.p, w, MOTION, system.dtype(t))
    record = k[layout.ELEMENT_AT] + layout.RECORD * (len(system.elements) - 1)
    out = w[k[layout.OUT] + k[record + layout.OUT_AT] :]
    width = k[record + layout.WIDTH]
    return Rows(out[:m], out[m : 2 * m], out[2 * m : 3 * m], out[3 * m : (3 + width) * m].reshape(m, width))


def columns(system: System) -> list[int]:
    """Column of the system for each local column of the last element, -1 for ground's."""
    placed = system.elements[-1]
    bodies = [3 * (body - 1) + n if body else -1 for body in placed.ends for n in range(3)]
    others = placed.element.others(system.row(placed.name))
    return bodies + list(placed.own) + [3 * system.bodies.index(body) + n for body in others for n in range(3)]


def random_states(system: System) -> list[tuple[NDArray, NDArray, float]]:
    random = np.random.default_rng(17)
    n = len(system.coordinates)
    return [(random.normal(size=n), random.normal(size=n), float(random.uniform(0, 2))) for _ in range(POSES)]


def agree(x: NDArray, y: NDArray, tolerance: float = TOLERANCE) -> bool:
    return bool(np.max(np.abs(x - y)) <= tolerance * max(1.0, np.max(np.abs(y))))


def test_every_element_of_the_catalogue_has_a_case() -> None:
    assert set(CASES) == set(ELEMENTS)
    for kind, cases in CASES.items():
        assert all(type(compile_system(case()).elements[-1].element) is kind for case in cases)


@each_element
def test_jacobian_is_the_derivative_of_the_equations(case: Case) -> None:
    real, twin = compile_system(case()), compile_system(case(), scalar="complex")
    for q, v, t in random_states(real):
        jacobian = rows_at(real, q, v, t).jacobian
        for local, column in enumerate(columns(real)):
            if column >= 0:
                moved = q + 1j * STEP * np.eye(len(q))[column]
                assert agree(jacobian[:, local], rows_at(twin, moved, v, t).phi.imag / STEP)


@each_element
def test_nu_is_minus_the_derivative_by_time(case: Case) -> None:
    real, twin = compile_system(case()), compile_system(case(), scalar="complex")
    for q, v, t in random_states(real):
        by_time = rows_at(twin, q, v, t + 1j * STEP).phi.imag / STEP
        assert agree(rows_at(real, q, v, t).nu, -by_time)


@each_element
def test_gamma_is_minus_the_second_derivative_along_the_motion(case: Case) -> None:
    real, twin = compile_system(case()), compile_system(case(), scalar="complex")
    for q, v, t in random_states(real):
        local = np.array([v[column] if column >= 0 else 0.0 for column in columns(real)])
        along = rows_at(twin, q + 1j * STEP * v, v, t + 1j * STEP)
        equations_rate = along.jacobian @ local - along.nu
        assert agree(rows_at(real, q, v, t).gamma, -equations_rate.imag / STEP)


@each_element
def test_structure_names_every_entry_that_is_ever_nonzero(case: Case) -> None:
    system = compile_system(case())
    element = system.elements[-1].element
    marks = np.array([list(row.replace("|", "")) for row in element.structure()])
    assert marks.shape == (len(element.equations), 6 + len(element.own))
    ever = np.zeros(marks.shape, bool)
    for q, v, t in random_states(system):
        ever |= rows_at(system, q, v, t).jacobian[:, : marks.shape[1]] != 0.0
    assert not np.any(ever & (marks == "-"))


@each_element
def test_real_and_complex_kernels_agree(case: Case) -> None:
    real, twin = compile_system(case()), compile_system(case(), scalar="complex")
    for q, v, t in random_states(real):
        one, other = rows_at(real, q, v, t), rows_at(twin, q, v, t)
        for name in ("phi", "nu", "gamma", "jacobian"):
            assert agree(getattr(one, name), getattr(other, name), 1e-13)


@each_element
def test_kernel_stays_within_its_part_of_the_tables(case: Case) -> None:
    system = compile_system(case())
    k, w = system.k, system.workspace()
    placed = system.elements[-1]
    assert len(system.equations) == placed.first_row + len(placed.element.equations)
    assert [system.coordinates[column].rpartition(".")[2] for column in placed.own] == list(placed.element.own)
    w[k[layout.VALUES] : k[layout.Q]] = -77.0
    evaluate(k, system.p, w, MOTION, 0.4)
    assert np.all(w[k[layout.VALUES] : k[layout.Q]] == -77.0)
