"""Certificates: that near a point there is one and only one solution, proven by Krawczyk's test in ball arithmetic.

With Y near the inverse of F'(x), the map z - Y F(z) takes the polydisc |z_i - x_i| <= r_i into itself and shortens
distances there if

    |Y F(x)|_i + sum_j |1 - Y F'(X)|_ij r_j < r_i     for every i,

so that it has one fixed point in it, a simple zero of F (Krawczyk 1969; Rump 1983; Burr, Lee and Leykin 2019). All that
is computed is rounded outwards; the coefficients are taken as the doubles that they are. Where the coefficients are
real and the middle is, the solution is real: its conjugate is in the same polydisc (in the plane, with isotropic
coordinates, the conjugate of an unknown stands in the place of its mirror image).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.ball import Ball, exact, upwards
from linkwork.numerics.homotopy.polynomial import Polynomial
from linkwork.numerics.homotopy.system import PolynomialSystem

_TRIES = 3


@dataclass
class Certificates:
    """Points, the radii of the polydiscs about them (zero where nothing is proven), what is proven of each."""

    points: Array
    radii: Array
    certified: Array
    real: Array
    not_real: Array


def sharpened(system: PolynomialSystem, x: Array, steps: int = 3) -> Array:
    """Points after steps of Newton's method."""
    for _ in range(steps):
        values, rows = _values_and_rows(system, exact(x))
        with np.errstate(all="ignore"):
            try:
                step = np.linalg.solve(rows.middle, values.middle[..., None])[..., 0]
            except np.linalg.LinAlgError:
                return x
        x = x - np.where(np.isfinite(step), step, 0.0)
    return x


def derivatives(system: PolynomialSystem, x: Array) -> Array:
    """Derivatives of the equations at points, one matrix each."""
    return np.asarray(_values_and_rows(system, exact(x))[1].middle)


def certify(system: PolynomialSystem, x: Array) -> Certificates:
    """What can be proven of points, one in a row, that are near simple solutions."""
    x = np.asarray(x, complex)
    if not len(x):
        none = np.zeros(0, bool)
        return Certificates(x, np.zeros(x.shape), none, none, none)
    radii, certified = krawczyk(system, x)
    real, points = np.zeros(len(x), bool), x.copy()
    mirror = list(system.mirror)
    if system.real:
        off = np.abs(x - np.conj(x[:, mirror]))
        near = np.flatnonzero(np.all(off <= 1e-6 * (1.0 + np.abs(x)), axis=1))
        if len(near):
            flat = _mirrored(system, sharpened(system, _mirrored(system, x[near])))
            tight, proven = krawczyk(system, flat)
            real[near] = proven
            kept = near[proven]
            points[kept], radii[kept], certified[kept] = flat[proven], tight[proven], True
    image = np.abs(points - np.conj(points[:, mirror])) * (1.0 - 1e-12)
    not_real = certified & ~real & np.any(image > upwards(radii + radii[:, mirror]), axis=1)
    return Certificates(points, radii, certified, real, not_real)


def _mirrored(system: PolynomialSystem, x: Array) -> Array:
    """The nearest points that are their own mirror images, exactly."""
    mirrored = x.copy()
    for number, other in enumerate(system.mirror):
        if number <= other:
            middle = 0.5 * (x[:, number] + np.conj(x[:, other]))
            mirrored[:, number] = middle if other != number else middle.real
            mirrored[:, other] = np.conj(mirrored[:, number])
    return mirrored


def krawczyk(system: PolynomialSystem, x: Array) -> tuple[Array, Array]:
    """Radii of the polydiscs, and for which points the test succeeds."""
    values, rows = _values_and_rows(system, exact(x))
    inverse = np.zeros(rows.middle.shape, complex)
    usable = np.all(np.isfinite(rows.middle), axis=(1, 2)) & np.all(np.isfinite(x), axis=1)
    for number in np.flatnonzero(usable):
        try:
            inverse[number] = np.linalg.inv(rows.middle[number])
        except np.linalg.LinAlgError:
            usable[number] = False
    usable &= np.all(np.isfinite(inverse), axis=(1, 2))
    inverse[~usable] = 0.0
    shift = _product(inverse, Ball(values.middle[..., None], values.radius[..., None])).size[..., 0]
    radii = np.zeros(x.shape)
    certified = np.zeros(len(x), bool)
    trial = 2.0 * shift + 1e-15 * (1e-3 + np.abs(x))
    trial = np.maximum(trial, trial[:, list(system.mirror)])
    for _ in range(_TRIES):
        left = np.flatnonzero(usable & ~certified)
        if not len(left):
            break
        disc = Ball(x[left], trial[left])
        spread = _values_and_rows(system, disc)[1]
        product = _product(-inverse[left], spread)
        rest = (exact(np.eye(system.unknowns)[None]) + product).size
        reach = upwards(shift[left] + upwards(np.sum(upwards(rest * trial[left][:, None, :]), axis=-1) * (1 + 1e-12)))
        good = np.all(reach < trial[left], axis=1)
        certified[left[good]] = True
        radii[left[good]] = trial[left[good]]
        trial = 8.0 * trial
    return radii, certified


def distinct(certificates: Certificates) -> bool:
    """Whether no two of the certified polydiscs have a point in common."""
    points, radii = certificates.points[certificates.certified], certificates.radii[certificates.certified]
    for number in range(len(points) - 1):
        gap = np.abs(points[number + 1 :] - points[number]) * (1.0 - 1e-12)
        if not np.all(np.any(gap > upwards(radii[number + 1 :] + radii[number]), axis=1)):
            return False
    return True


def _product(matrix: Array, ball: Ball) -> Ball:
    """Exact matrices times matrices of balls."""
    total: Ball | None = None
    for i in range(matrix.shape[-1]):
        row = Ball(ball.middle[:, i, None, :], ball.radius[:, i, None, :])
        term = exact(matrix[:, :, i, None]) * row
        total = term if total is None else total + term
    assert total is not None
    return total


def _values_and_rows(system: PolynomialSystem, x: Ball) -> tuple[Ball, Ball]:
    """Values of all equations and their derivatives, as balls."""
    count, n = x.middle.shape
    values = Ball(np.zeros((count, n), complex), np.zeros((count, n)))
    rows = Ball(np.zeros((count, n, n), complex), np.zeros((count, n, n)))
    columns = [Ball(x.middle[:, i], x.radius[:, i]) for i in range(n)]
    for number, equation in enumerate(system.equations):
        value, slopes = _with_slopes(equation, columns, count)
        values.middle[:, number], values.radius[:, number] = value.middle, value.radius
        for i, slope in slopes.items():
            rows.middle[:, number, i], rows.radius[:, number, i] = slope.middle, slope.radius
    return values, rows


def _with_slopes(equation: Polynomial, columns: list[Ball], count: int) -> tuple[Ball, dict[int, Ball]]:
    total = exact(np.zeros(count))
    slopes: dict[int, Ball] = {}
    for monomial, value in equation.terms.items():
        before = [exact(np.full(count, complex(value)))]
        for i in monomial:
            before.append(before[-1] * columns[i])
        total = total + before[-1]
        behind = exact(np.ones(count))
        for place in range(len(monomial) - 1, -1, -1):
            i = monomial[place]
            slope = before[place] * behind
            slopes[i] = slopes[i] + slope if i in slopes else slope
            behind = behind * columns[i]
    return total, slopes
