"""The sparse LDL^T against dense linear algebra: accuracy, redundancy, massless coordinates, derivatives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from linkwork.numerics import ordering
from linkwork.numerics.jit import njit
from linkwork.numerics.ldl import Pattern, analyse
from linkwork.numerics.ldl_factor_kernel import factor, factor_bare
from linkwork.numerics.ldl_kernel import multiply_residual, solve, solve_refined, tiny_pivots

Array = NDArray[np.float64]
E_USED, D_USED = 1e-10, 1e-12


@dataclass
class Solution:
    pattern: Pattern
    coordinates: NDArray
    multipliers: NDArray
    refinements: int
    residual: float
    poor: int
    tiny: list[int]


def entries(matrix: NDArray) -> tuple[NDArray, NDArray]:
    return np.nonzero(matrix)


def solve_dense_input(
    weight: NDArray,
    jacobian: NDArray,
    f: NDArray,
    b: NDArray,
    d: float = D_USED,
    e: float = E_USED,
    refinements: int = 40,
    tell_values: bool = False,
    bare: bool = False,
    tolerance: float = 0.0,
) -> Solution:
    """Analyse, factor and solve a system given by dense matrices, inside a larger table and workspace."""
    m, n = jacobian.shape
    w_rows, w_cols = entries(np.tril(weight))
    j_rows, j_cols = entries(jacobian)
    values = np.concatenate([weight[w_rows, w_cols], jacobian[j_rows, j_cols]])
    pattern = analyse(n, m, w_rows, w_cols, j_rows, j_cols, values if tell_values else None)
    base = 5
    k = np.concatenate([np.full(base, -7), pattern.table, [-7]])
    values_at = 3
    factor_at = values_at + pattern.value_count
    rhs_at = factor_at + pattern.factor_count
    x_at = rhs_at + n + m
    work_at = x_at + n + m
    w = np.full(work_at + pattern.refine_work + 1, 1e99, dtype=np.result_type(values, f, b))
    w[values_at:factor_at] = values
    w[rhs_at : rhs_at + n], w[rhs_at + n : x_at] = f, b
    if bare:
        poor = factor_bare(k, base, w, values_at, factor_at, e)
    else:
        poor = factor(k, base, w, values_at, factor_at, d, e)
    count = solve_refined(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, refinements, tolerance)
    found = np.zeros(m, dtype=np.int64)
    tiny = tiny_pivots(k, base, w, values_at, factor_at, e, 1e-6, found, 0)
    assert w[0] == w[2] == w[-1] == 1e99, "wrote outside its block"
    x = w[x_at:work_at].copy()
    return Solution(pattern, x[:n], x[n:], count, float(w[work_at].real), poor, sorted(found[:tiny].tolist()))


def random_jacobian(rng: np.random.Generator, m: int, n: int, filled: float = 0.3) -> Array:
    """Sparse rows of norm one with a large entry each, so that they are not ill conditioned."""
    jacobian = rng.normal(size=(m, n)) * (rng.random((m, n)) < filled)
    for i in range(m):
        jacobian[i, i % n] += 2.0 + rng.random()
    return jacobian / np.linalg.norm(jacobian, axis=1)[:, None]


def with_spectrum(rng: np.random.Generator, singular_values: Array) -> Array:
    n = len(singular_values)
    left, right = (np.linalg.qr(rng.normal(size=(n, n)))[0] for _ in range(2))
    return left * singular_values @ right.T


def kkt(weight: NDArray, jacobian: NDArray) -> NDArray:
    m = len(jacobian)
    return np.block([[weight, jacobian.T], [jacobian, np.zeros((m, m))]])


def relative(found: NDArray, true: NDArray) -> float:
    return float(np.linalg.norm(found - true) / np.linalg.norm(true))


def revolute(pairs: list[tuple[int, int]], row: int, *bodies: int) -> int:
    """Rows x and y of a revolute joint: entries at x and phi, at y and phi of each moving body."""
    for body in bodies:
        pairs += [(row, 3 * body), (row, 3 * body + 2), (row + 1, 3 * body + 1), (row + 1, 3 * body + 2)]
    return row + 2


def four_bar_chain(loops: int) -> tuple[int, int, list[int], list[int]]:
    """Loops of three bodies and four revolutes; each crank is turned by the rocker of the loop before."""
    pairs: list[tuple[int, int]] = []
    row = 0
    for crank in range(0, 3 * loops, 3):
        for bodies in ((crank,), (crank, crank + 1), (crank + 1, crank + 2), (crank + 2,)):
            row = revolute(pairs, row, *bodies)
        pairs.append((row, 3 * crank + 2))
        if crank:
            pairs.append((row, 3 * crank - 1))
        row += 1
    return 9 * loops, row, [i for i, _ in pairs], [j for _, j in pairs]


def parallelogram(angle: float = 1.0) -> list[float]:
    """The entries of one loop of `four_bar_chain`: links of length 1 and 2, coordinates at their middles."""
    crank, coupler = (0.5 * np.cos(angle), 0.5 * np.sin(angle)), (1.0, 0.0)
    rocker = (-crank[0], -crank[1])
    numbers: list[float] = []
    for (x, y), sign, end in (
        (crank, 1.0, -1.0),
        (crank, 1.0, 1.0),
        (coupler, -1.0, -1.0),
        (coupler, 1.0, 1.0),
        (rocker, -1.0, -1.0),
        (rocker, 1.0, 1.0),
    ):
        numbers += [sign, -sign * end * y, sign, sign * end * x]
    return [*numbers, 1.0, -1.0]


def platform(legs: int) -> tuple[int, int, list[int], list[int]]:
    """One body that carries many links: the safe rule would couple all of its rows."""
    pairs: list[tuple[int, int]] = []
    row = revolute(pairs, 0, 0)
    for leg in range(1, legs + 1):
        row = revolute(pairs, row, 0, leg)
        pairs.append((row, 3 * leg + 2))
        row += 1
    pairs.append((row, 2))
    return 3 * (legs + 1), row + 1, [i for i, _ in pairs], [j for _, j in pairs]


@pytest.mark.parametrize("shape", [(4, 9), (9, 9), (1, 3), (25, 40), (0, 4)])
@pytest.mark.parametrize("tell_values", [False, True])
def test_full_rank_systems_agree_with_the_dense_solution(shape: tuple[int, int], tell_values: bool) -> None:
    m, n = shape
    rng = np.random.default_rng(m + 100 * n)
    jacobian = random_jacobian(rng, m, n)
    weight = np.diag(rng.uniform(0.5, 3.0, n))
    f, b = rng.normal(size=n), rng.normal(size=m)
    found = solve_dense_input(weight, jacobian, f, b, tell_values=tell_values)
    true = np.linalg.solve(kkt(weight, jacobian), np.concatenate([f, b]))
    assert relative(np.concatenate([found.coordinates, found.multipliers]), true) < 1e-12
    assert found.poor == 0
    assert found.tiny == []
    assert found.residual < 1e-15


def test_weight_may_have_blocks_of_three() -> None:
    rng = np.random.default_rng(3)
    jacobian = random_jacobian(rng, 7, 12)
    weight = np.zeros((12, 12))
    for i in range(0, 12, 3):
        root = rng.normal(size=(3, 3))
        weight[i : i + 3, i : i + 3] = root @ root.T + np.eye(3)
    f, b = rng.normal(size=12), rng.normal(size=7)
    found = solve_dense_input(weight, jacobian, f, b)
    true = np.linalg.solve(kkt(weight, jacobian), np.concatenate([f, b]))
    assert relative(np.concatenate([found.coordinates, found.multipliers]), true) < 1e-12


@pytest.mark.parametrize("spectrum", ["one small", "graded"])
@pytest.mark.parametrize("condition", [1e3, 1e5, 1e6])
def test_ill_conditioned_square_rows_are_solved_to_round_off(spectrum: str, condition: float) -> None:
    rng = np.random.default_rng(7)
    small = np.ones(12)
    small[-1] = 1.0 / condition
    jacobian = with_spectrum(rng, small if spectrum == "one small" else np.geomspace(1.0, 1.0 / condition, 12))
    true = rng.normal(size=12)
    b = jacobian @ true
    found = solve_dense_input(np.eye(12), jacobian, np.zeros(12), b, d=0.0)
    assert np.linalg.norm(jacobian @ found.coordinates - b) < 1e-12 * np.linalg.norm(b)
    assert relative(found.coordinates, true) < 1e-14 * condition


@pytest.mark.parametrize("shape", [(6, 9), (9, 9)])
@pytest.mark.parametrize("d", [0.0, D_USED])
def test_redundant_rows_do_not_change_the_coordinates(shape: tuple[int, int], d: float) -> None:
    m, n = shape
    rng = np.random.default_rng(11)
    jacobian = random_jacobian(rng, m, n)
    f, b = rng.normal(size=n), rng.normal(size=m)
    plain = solve_dense_input(np.eye(n), jacobian, f, b, d)
    combine = np.vstack([np.eye(m), np.eye(m)[2], 0.5 * np.eye(m)[0] - 0.7 * np.eye(m)[3]])
    more = solve_dense_input(np.eye(n), combine @ jacobian, f, combine @ b, d)
    assert relative(more.coordinates, plain.coordinates) < 1e-12
    assert more.residual < 1e-15
    assert more.poor == len(more.tiny) == 2
    assert relative(combine.T @ more.multipliers, plain.multipliers) < 1e-7


@pytest.mark.parametrize("massless", [False, True])
def test_a_bare_factor_needs_no_refinement(massless: bool) -> None:
    rng = np.random.default_rng(43)
    jacobian = random_jacobian(rng, 8, 12)
    weight = np.diag(np.where(np.arange(12) < 3 * massless, 0.0, rng.uniform(0.5, 3.0, 12)))
    f, b = rng.normal(size=12), rng.normal(size=8)
    found = solve_dense_input(weight, jacobian, f, b, bare=True, tolerance=1e-13)
    true = np.linalg.solve(kkt(weight, jacobian), np.concatenate([f, b]))
    assert found.refinements == 0 and found.poor == 0
    assert relative(np.concatenate([found.coordinates, found.multipliers]), true) < 1e-12


@pytest.mark.parametrize("scalar", [1.0, 1.0 + 0j])
def test_redundant_rows_are_legal_in_a_bare_factor(scalar: complex) -> None:
    rng = np.random.default_rng(47)
    jacobian = random_jacobian(rng, 6, 9)
    f, b = rng.normal(size=9), rng.normal(size=6)
    combine = np.vstack([np.eye(6), np.eye(6)[2], 0.5 * np.eye(6)[0] - 0.7 * np.eye(6)[3]])
    plain = solve_dense_input(np.eye(9), jacobian, f, b, bare=True)
    more = solve_dense_input(scalar * np.eye(9), combine @ jacobian, f, combine @ b, bare=True)
    assert more.poor == 2
    assert relative(more.coordinates, plain.coordinates) < 1e-12
    assert relative(combine.T @ more.multipliers, plain.multipliers) < 1e-7


def test_more_rows_than_coordinates_give_the_solution_when_consistent() -> None:
    rng = np.random.default_rng(13)
    jacobian = random_jacobian(rng, 14, 6)
    true = rng.normal(size=6)
    found = solve_dense_input(np.eye(6), jacobian, np.zeros(6), jacobian @ true)
    assert relative(found.coordinates, true) < 1e-12
    assert len(found.tiny) == 8


@pytest.mark.parametrize("contradiction", [1e-3, 1e-8])
def test_contradicting_rows_give_the_least_squares_solution(contradiction: float) -> None:
    rng = np.random.default_rng(17)
    jacobian = random_jacobian(rng, 5, 8)
    jacobian = np.vstack([jacobian, jacobian[1]])
    b = jacobian @ rng.normal(size=8)
    b[5] += contradiction
    found = solve_dense_input(np.eye(8), jacobian, np.zeros(8), b)
    assert relative(found.coordinates, np.linalg.pinv(jacobian) @ b) < 1e-9


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("d", [0.0, D_USED])
def test_massless_coordinates_are_legal(seed: int, d: float) -> None:
    rng = np.random.default_rng(seed)
    n, m = 12, 8
    jacobian = random_jacobian(rng, m, n)
    masses = np.where(np.arange(n) < 5, 0.0, rng.uniform(1.0, 1e3, n))
    f, b = rng.normal(size=n), rng.normal(size=m)
    found = solve_dense_input(np.diag(masses), jacobian, f, b, d)
    true = np.linalg.solve(kkt(np.diag(masses), jacobian), np.concatenate([f, b]))
    assert found.poor == 0
    assert relative(np.concatenate([found.coordinates, found.multipliers]), true) < 1e-10


def test_square_rows_need_no_weight_at_all() -> None:
    rng = np.random.default_rng(23)
    jacobian = random_jacobian(rng, 9, 9)
    f, b = rng.normal(size=9), rng.normal(size=9)
    found = solve_dense_input(np.zeros((9, 9)), jacobian, f, b, 0.0)
    assert relative(found.coordinates, np.linalg.solve(jacobian, b)) < 1e-12
    assert relative(found.multipliers, np.linalg.solve(jacobian.T, f)) < 1e-12


@pytest.mark.parametrize("left", [0.0, 1e-34, 1e-20, 1e-17])
def test_what_rounding_leaves_of_an_inertia_takes_no_digits(left: float) -> None:
    """A body without mass between a frame and a wheel whose inertia is zero about two axes, turned."""
    rng = np.random.default_rng(31)
    n, m = 9, 7
    jacobian = rng.uniform(0.5, 1.0, (m, n)) * rng.choice([-1.0, 1.0], (m, n))
    jacobian[:4, 6:] = jacobian[4:, :3] = 0.0
    weight = np.diag([1.0, 0.1, 0.1, 0.0, 0.0, 0.0, left, 0.003, left])
    f, b = rng.normal(size=n), rng.normal(size=m)
    true = np.linalg.solve(kkt(weight, jacobian), np.concatenate([f, b]))
    found = solve_dense_input(weight, jacobian, f, b, bare=True, refinements=0)
    assert found.poor == 0
    assert relative(np.concatenate([found.coordinates, found.multipliers]), true) < 1e-10


def test_masses_that_are_zero_in_the_values_count_as_massless() -> None:
    n, j_rows, j_cols = 3, [0, 0, 1, 1], [0, 1, 1, 2]
    values = [0.0, 0.0, 2.0, 1.0, -1.0, 1.0, 0.5]
    told = analyse(n, 2, range(n), range(n), j_rows, j_cols, values)
    left_out = analyse(n, 2, [2], [2], j_rows, j_cols)
    assert told.operations == left_out.operations
    assert told.factor_count == left_out.factor_count


def test_the_matched_rule_serves_a_platform_with_many_links_and_is_as_accurate() -> None:
    n, m, rows, cols = platform(20)
    rng = np.random.default_rng(29)
    jacobian = np.zeros((m, n))
    jacobian[rows, cols] = rng.uniform(0.5, 1.0, len(rows)) * rng.choice([-1.0, 1.0], len(rows))
    f, b = rng.normal(size=n), rng.normal(size=m)
    found = solve_dense_input(np.eye(n), jacobian, f, b)
    assert found.pattern.rule == "matched"
    assert found.pattern.operations < 30 * m
    assert relative(found.coordinates, np.linalg.solve(jacobian, b)) < 1e-11


def test_one_link_without_mass_does_not_make_the_order_of_all_others_dear() -> None:
    n, m, rows, cols = platform(20)
    rng = np.random.default_rng(37)
    jacobian = np.zeros((m, n))
    jacobian[rows, cols] = rng.uniform(0.5, 1.0, len(rows)) * rng.choice([-1.0, 1.0], len(rows))
    weight = np.diag(np.where(np.arange(n) < n - 3, 1.0, 0.0))
    f, b = rng.normal(size=n), rng.normal(size=m)
    found = solve_dense_input(weight, jacobian, f, b)
    assert found.pattern.rule == "mixed"
    assert found.pattern.operations < 1.3 * solve_dense_input(np.eye(n), jacobian, f, b).pattern.operations
    assert found.poor == 0
    true = np.linalg.solve(kkt(weight, jacobian), np.concatenate([f, b]))
    assert relative(np.concatenate([found.coordinates, found.multipliers]), true) < 1e-10


def test_the_rows_of_a_matching_have_different_columns() -> None:
    row_columns = [[0, 1], [0], [1, 2], [2], [2, 1]]
    partners = ordering.match_rows(row_columns)
    given = [partner for partner in partners if partner >= 0]
    assert len(given) == len(set(given)) == 3
    assert all(p < 0 or p in columns for p, columns in zip(partners, row_columns, strict=True))
    assert ordering.match_rows([[0, 1, 2], [0, 1], [0]]) == [2, 1, 0]


def test_derivative_by_complex_step_agrees_with_the_exact_one() -> None:
    """d/dp of K^-1 r is K^-1 (r' - K' x); redundant rows and massless coordinates included."""
    rng = np.random.default_rng(31)
    m, n, step = 6, 9, 1e-30
    base, change = random_jacobian(rng, m, n), rng.normal(size=(m, n))
    change *= base != 0.0
    jacobian = np.vstack([base, base[0]]) + 1j * step * np.vstack([change, change[0]])
    weight = np.diag(np.where(np.arange(n) < 2, 0.0, 1.0 + 0.1j * step * np.arange(n)))
    f = rng.normal(size=n) + 1j * step * rng.normal(size=n)
    b = rng.normal(size=m) + 1j * step * rng.normal(size=m)
    found = solve_dense_input(weight, jacobian, f, np.concatenate([b, b[:1]]))
    matrix = kkt(weight, jacobian[:m])
    right = np.concatenate([f, b])
    x = np.linalg.solve(matrix.real, right.real)
    slope = np.linalg.solve(matrix.real, (right.imag - matrix.imag @ x) / step)
    assert relative(found.coordinates.real, x[:n]) < 1e-12
    assert relative(found.coordinates.imag / step, slope[:n]) < 1e-11


def test_complex_and_real_take_the_same_way() -> None:
    rng = np.random.default_rng(37)
    jacobian = random_jacobian(rng, 9, 9)
    f, b = rng.normal(size=9), rng.normal(size=9)
    real = solve_dense_input(np.eye(9), jacobian, f, b)
    twin = solve_dense_input(np.eye(9), jacobian + 0j, f, b)
    assert real.refinements == twin.refinements
    assert relative(twin.coordinates.real, real.coordinates) < 1e-14
    assert np.all(twin.coordinates.imag == 0.0)


def test_work_grows_linearly_along_a_chain_of_loops() -> None:
    counts = []
    for loops in (25, 50, 100, 200):
        n, m, rows, cols = four_bar_chain(loops)
        counts.append(analyse(n, m, range(n), range(n), rows, cols).operations / loops)
    assert max(counts) < 1.03 * min(counts)
    assert max(counts) < 120


def test_a_long_chain_is_solved_accurately() -> None:
    """200 parallelograms: 1800 coordinates, 1800 rows."""
    n, m, rows, cols = four_bar_chain(200)
    rng = np.random.default_rng(41)
    loop = parallelogram()
    numbers = np.delete(np.tile(loop, 200), len(loop) - 1)  # no rocker turns the first crank
    pattern = analyse(n, m, range(n), range(n), rows, cols)
    true = rng.normal(size=n)
    b = np.zeros(m)
    np.add.at(b, rows, numbers * true[cols])
    factor_at = pattern.value_count
    rhs_at = factor_at + pattern.factor_count
    x_at, work_at = rhs_at + n + m, rhs_at + 2 * (n + m)
    w = np.zeros(work_at + pattern.refine_work)
    w[:n], w[n:factor_at], w[rhs_at + n : x_at] = 1.0, numbers, b
    assert factor(pattern.table, 0, w, 0, factor_at, 0.0, E_USED) == 0
    solve_refined(pattern.table, 0, w, 0, factor_at, rhs_at, x_at, work_at, 20, 0.0)
    assert w[work_at] < 1e-15
    assert relative(w[x_at : x_at + n], true) < 1e-9


def test_the_analysis_is_deterministic() -> None:
    n, m, rows, cols = four_bar_chain(5)
    tables = [analyse(n, m, range(n), range(n), rows, cols).table for _ in range(3)]
    assert all(np.array_equal(tables[0], table) for table in tables)


def test_entries_given_twice_are_added() -> None:
    once = analyse(2, 1, [0, 1], [0, 1], [0, 0], [0, 1])
    twice = analyse(2, 1, [0, 1, 0], [0, 1, 0], [0, 0, 0], [0, 1, 1])
    solutions = []
    for pattern, values in ((once, [3.0, 1.0, 1.0, 2.0]), (twice, [1.0, 1.0, 2.0, 1.0, 0.5, 1.5])):
        w = np.zeros(100)
        w[: pattern.value_count] = values
        w[50:53] = 1.0, 2.0, 3.0
        factor(pattern.table, 0, w, 0, 20, 0.0, 0.0)
        solve(pattern.table, 0, w, 20, 50, 50, 60)
        solutions.append(w[50:53].copy())
    assert np.allclose(solutions[0], solutions[1], rtol=1e-15)
    assert np.allclose(kkt(np.diag([3.0, 1.0]), np.array([[1.0, 2.0]])) @ solutions[0], [1.0, 2.0, 3.0])


def test_a_coordinate_that_nothing_holds_gets_zero_and_is_counted() -> None:
    pattern = analyse(2, 1, [0], [0], [0], [0])
    w = np.zeros(100)
    w[:2], w[50:53] = (1.0, 1.0), (1.0, 0.0, 2.0)
    assert factor(pattern.table, 0, w, 0, 20, 0.0, E_USED) == 1
    solve(pattern.table, 0, w, 20, 50, 55, 60)
    assert np.allclose(w[55:58], [2.0, 0.0, -1.0])


@intrinsic
def pointer(typing, array):
    def code(context, builder, signature, args):
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), code


@njit
def solve_by_pointers(k, w, factor_at, rhs_at, x_at, work_at):
    table, numbers = pointer(k), pointer(w)
    factor(table, 0, numbers, 0, factor_at, 0.0, E_USED)
    solve_refined(table, 0, numbers, 0, factor_at, rhs_at, x_at, work_at, 5, 0.0)
    return multiply_residual(table, 0, numbers, 0, rhs_at, x_at, work_at)


def test_kernels_take_pointers_as_well_as_arrays() -> None:
    pattern = analyse(2, 1, [0, 1], [0, 1], [0, 0], [0, 1])
    w = np.zeros(100)
    w[:4], w[50:53] = (3.0, 1.0, 1.0, 2.0), (1.0, 2.0, 3.0)
    assert solve_by_pointers(pattern.table, w, 20, 50, 55, 60) < 1e-15
    assert np.allclose(kkt(np.diag([3.0, 1.0]), np.array([[1.0, 2.0]])) @ w[55:58], w[50:53], rtol=1e-14)
