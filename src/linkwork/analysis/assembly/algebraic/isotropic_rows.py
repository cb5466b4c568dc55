"""The equations of bodies in the plane as polynomials in isotropic coordinates, what is linear eliminated.

The place p = x + i y and the turn u = cos + i sin of every body and their conjugates are unknowns of their own
(Wampler 2001). Pins are linear in p and u alone, so that most unknowns are eliminated at once: places and turns of all
bodies are base + spread a with a few unknowns a, which stand with their conjugates b in the polynomials that are left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analysis.assembly.algebraic.quadratic_rows import QuadraticRows, quadratic_rows
from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.elements.planar.joints.translational import Translational
from linkwork.numerics.homotopy.polynomial import Polynomial
from linkwork.system.constraints.equations import Equations

_NONE = 1e-10


@dataclass
class IsotropicRows:
    """Place and turn of every body are base + spread a; `polynomials` in a, numbered first, and b are what is left."""

    rows: QuadraticRows
    base: Array
    spread: Array
    polynomials: list[Polynomial]

    @property
    def free(self) -> int:
        """How many unknowns a there are."""
        return self.spread.shape[1]

    @property
    def mirror(self) -> list[int]:
        """Of each of a and b its conjugate."""
        return [*range(self.free, 2 * self.free), *range(self.free)]

    def position(self, a: Array, q: Array) -> Array:
        """The position for real values of the unknowns, with the whole turns of q."""
        placed, position = self.base + self.spread @ a, q.copy()
        for number, body in enumerate(self.rows.bodies):
            place, turn = placed[2 * number], placed[2 * number + 1]
            angle = float(np.angle(turn))
            angle += 2.0 * np.pi * np.round((q[3 * body + 2].real - angle) / (2.0 * np.pi))
            here = complex(*self.rows.origin) + self.rows.length * place
            position[3 * body : 3 * body + 3] = here.real, here.imag, angle
        return position


def isotropic_rows(equations: Equations, group: Group, q: Array, like: Array, t: float) -> IsotropicRows | None:
    """The group as polynomials, or nothing where parts of it are none; slides are turned as in `like`."""
    rows = quadratic_rows(equations, group, q, t)
    if rows is None:
        return None
    turned = _turns(equations, group, rows, q, like)
    if turned is None:
        return None
    fixed, left = turned
    bodies = len(rows.bodies)
    isotropic = _isotropic(bodies)
    linear = rows.linear[left] @ isotropic
    square = np.einsum("kij,ia,jb->kab", rows.square[left], isotropic, isotropic)
    flat = ~np.any(np.abs(square) > _NONE, axis=(1, 2))
    size = 2 * bodies
    matrix, right = _holomorphic(linear[flat], rows.constant[left][flat], size)
    matrix, right = np.vstack([matrix, *[row for row, _ in fixed]]), np.append(right, [value for _, value in fixed])
    base, spread = _general_solution(matrix, right)
    known = {number for number in range(bodies) if not np.any(np.abs(spread[2 * number + 1]) > _NONE)}
    unit_rows = [_unit(bodies, number) for number in range(bodies) if number not in known]
    left_over = [
        (constant, row, matrix) for constant, row, matrix in zip(rows.constant[left], linear, square, strict=True)
    ]
    return IsotropicRows(rows, base, spread, _substituted([*left_over, *unit_rows], base, spread))


def _isotropic(bodies: int) -> Array:
    """x, y, cosine, sine of every body from p, u of all bodies, then their conjugates."""
    isotropic = np.zeros((4 * bodies, 4 * bodies), complex)
    for number in range(2 * bodies):
        isotropic[2 * number, [number, 2 * bodies + number]] = 0.5
        isotropic[2 * number + 1, [number, 2 * bodies + number]] = -0.5j, 0.5j
    return isotropic


def _turns(
    equations: Equations, group: Group, rows: QuadraticRows, q: Array, like: Array
) -> tuple[list[tuple[Array, complex]], Array] | None:
    """Linear equations in turns that follow from angles and slides, and which rows are left."""
    system, bodies = equations.system, len(rows.bodies)
    left = np.ones(len(group.rows), bool)
    turns: list[tuple[Array, complex]] = []
    slides = {placed.first_row + 1: placed for placed in system.elements if isinstance(placed.element, Translational)}
    for number, row in enumerate(group.rows):
        slopes = rows.of_angles[number]
        turning = np.flatnonzero(slopes)
        line = np.zeros(2 * bodies, complex)
        if len(turning) == 1:
            line[2 * turning[0] + 1] = 1.0
            turns.append((line, complex(np.exp(-1j * rows.offset[number] / slopes[turning[0]]))))
        elif len(turning) == 2 and abs(slopes[turning[0]] + slopes[turning[1]]) < _NONE:
            line[2 * turning[0] + 1] = 1.0
            line[2 * turning[1] + 1] = -np.exp(-1j * rows.offset[number] / slopes[turning[0]])
            turns.append((line, 0j))
        elif len(turning):
            return None
        elif row in slides:
            ends = [end - 1 for end in slides[row].ends]
            slide = slides[row].element
            assert isinstance(slide, Translational)
            lines = [system.row(slides[row].name).line(place) for place in slide.lines()]
            along = [np.arctan2(float(np.real(uy)), float(np.real(ux))) for _, _, ux, uy, _ in lines]
            angles = [0.0 if end < 0 else float(like[3 * end + 2].real) for end in ends]
            half = np.pi * np.round((angles[0] + along[0] - angles[1] - along[1]) / np.pi)
            turn = np.exp(1j * (along[0] - along[1] - half))  # second body against the first
            inside = [end in rows.bodies for end in ends]
            value = 0j
            for end, within, factor in zip(ends, inside, (turn, -1.0), strict=True):
                if within:
                    line[2 * rows.bodies.index(end) + 1] = factor
                else:
                    value -= factor * np.exp(1j * (0.0 if end < 0 else float(q[3 * end + 2].real)))
            turns.append((line, value))
        else:
            continue
        left[number] = False
    return turns, left


def _holomorphic(linear: Array, constant: Array, size: int) -> tuple[Array, Array]:
    """Combinations of linear equations in which no conjugate stands."""
    if not len(linear):
        return np.zeros((0, size), complex), np.zeros(0, complex)
    left, sizes, _ = np.linalg.svd(linear[:, size:])
    rank = int(np.sum(sizes > _NONE * max(1.0, float(np.max(sizes)))))
    ways = left[:, rank:].conj().T
    return ways @ linear[:, :size], -(ways @ constant)


def _general_solution(matrix: Array, right: Array) -> tuple[Array, Array]:
    """base and spread with matrix (base + spread a) = right; places are eliminated first, turns stay."""
    size = matrix.shape[1]
    order = [*range(0, size, 2), *range(1, size, 2)]
    table = np.column_stack([matrix[:, order], right]).astype(complex)
    pivots: list[int] = []
    for column in range(size):
        step = len(pivots)
        if step == len(table):
            break
        best = step + int(np.argmax(np.abs(table[step:, column])))
        if abs(table[best, column]) < _NONE:
            continue
        table[[step, best]] = table[[best, step]]
        table[step] /= table[step, column]
        for row in range(len(table)):
            if row != step:
                table[row] -= table[row, column] * table[step]
        pivots.append(column)
    free = [column for column in range(size) if column not in pivots]
    base, spread = np.zeros(size, complex), np.zeros((size, len(free)), complex)
    for number, column in enumerate(free):
        spread[order[column], number] = 1.0
    for row, column in enumerate(pivots):
        base[order[column]] = table[row, -1]
        for number, other in enumerate(free):
            spread[order[column], number] = -table[row, other]
    spread[np.abs(spread) < 1e-14] = 0.0
    return base, spread


def _unit(bodies: int, number: int) -> tuple[float, Array, Array]:
    """u times its conjugate is 1."""
    size = 4 * bodies
    square = np.zeros((size, size), complex)
    one, other = 2 * number + 1, 2 * bodies + 2 * number + 1
    square[one, other] = square[other, one] = 0.5
    return -1.0, np.zeros(size, complex), square


def _substituted(rows: list[tuple[float, Array, Array]], base: Array, spread: Array) -> list[Polynomial]:
    """Rows in all unknowns as polynomials of those that are left, real ones exactly; rows that hold fall away."""
    size, free = spread.shape
    whole = np.zeros((2 * size, 2 * free), complex)
    whole[:size, :free], whole[size:, free:] = spread, spread.conj()
    start = np.append(base, base.conj())
    swap = [*range(free, 2 * free), *range(free)]
    substituted: list[Polynomial] = []
    kept: list[Array] = []
    for constant, linear, square in rows:
        value = complex(constant + linear @ start + start @ square @ start).real
        slope = (linear + 2.0 * (square @ start)) @ whole
        curved = whole.T @ square @ whole
        slope = 0.5 * (slope + slope[swap].conj())
        curved = 0.5 * (curved + curved[np.ix_(swap, swap)].conj())
        coefficients = np.concatenate([[value], slope, curved.ravel()])
        size_of = float(np.linalg.norm(coefficients[1:]))
        if size_of < _NONE:
            continue
        trial = [*kept, coefficients / size_of]
        if np.linalg.matrix_rank(np.array(trial), tol=1e-9) > len(kept):  # two bodies of a slide turn as one
            kept = trial
            substituted.append(_polynomial(value, slope, curved))
    return substituted


def _polynomial(value: float, slope: Array, curved: Array) -> Polynomial:
    largest = max(float(np.max(np.abs(slope))), float(np.max(np.abs(curved))))
    terms: dict[tuple[int, ...], complex] = {(): value}
    for i, entry in enumerate(slope):
        terms[(i,)] = complex(entry)
        for j in range(i + 1):
            both = curved[i, j] + curved[j, i] if i != j else curved[i, i]
            terms[(j, i)] = complex(both)
    return Polynomial({monomial: entry for monomial, entry in terms.items() if abs(entry) > 1e-13 * largest})
