"""A surface through the values of a map that nowhere leaves the range of the four values around it.

Between the lines of the map it is bicubic, with slopes along both sides as monotone cubic curves have them (Fritsch and
Butland). A bicubic patch lies within the hull of its sixteen control values; slopes and twists are made smaller where
one of these would leave the range of the four corners. With cubic curves of one variable,

    z(x, y) = sum over rows of share_i(x) row_i(y) + lean_i(x) slope_i(y)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.expression import Expression, as_expression, named
from linkwork.expression.number import Number
from linkwork.functions.base import Environment
from linkwork.functions.packed import Packed
from linkwork.functions.table import Table
from linkwork.signals.parts import Signal, SignalPart

_ZERO, _ONE = as_expression(0), as_expression(1)


class Curve(Table):
    """A cubic between points that keeps its last values beyond them; its slopes are zero but for one of them."""

    leans: int = -1

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """As a quintic whose two highest coefficients are zero."""
        from linkwork.functions.table_kernel import HOLD, table

        knots, values, slopes = (np.asarray(given) for given in self.through(env))
        floats = [*knots.tolist(), *cubics(knots, values, slopes).ravel().tolist()]
        return Packed(table, floats, [len(knots), HOLD])

    def through(self, env: Environment) -> tuple[Any, Any, Any]:
        """Knots, values and slopes."""
        knots, values = self._points(env)
        return knots, values, [float(place == self.leans) for place in range(len(knots))]


class RowCurve(Curve):
    """One row of a map, or how steep the surface is across it."""

    across: tuple[Number, ...]
    rows: tuple[tuple[Number, ...], ...]
    row: int
    steep: bool = False

    def through(self, env: Environment) -> tuple[Any, Any, Any]:
        along, _ = self._points(env)
        across = np.array([value.value(env) for value in self.across])
        values = np.array([[value.value(env) for value in row] for row in self.rows])
        first, second, twist = slopes_within(across, np.array(along), values)
        if self.steep:
            return along, first[self.row], twist[self.row]
        return along, values[self.row], second[self.row]


def surface(
    signals: dict[str, SignalPart],
    name: str,
    first: str,
    second: str,
    across: Sequence[Expression],
    along: Sequence[Expression],
    rows: Sequence[Sequence[Expression]],
) -> Expression:
    """The value of a map at two channels, by signals that are put in: four curves a row."""
    terms: list[Expression] = []
    for row in range(len(rows)):
        own = [(x, _ONE if row == other else _ZERO) for other, x in enumerate(across)]
        none = [(x, _ZERO) for x in across]
        through = [(y, _ZERO) for y in along]
        whole: dict[str, Any] = {"across": tuple(across), "rows": tuple(map(tuple, rows)), "row": row}
        curves = {
            "share": Curve(points=tuple(own), of=first, outside="hold"),
            "row": RowCurve(points=tuple(through), of=second, outside="hold", **whole),
            "lean": Curve(points=tuple(none), of=first, outside="hold", leans=row),
            "slope": RowCurve(points=tuple(through), of=second, outside="hold", steep=True, **whole),
        }
        label = {word: f"{name}.{word}{row + 1}" for word in curves}
        signals |= {label[word]: Signal(value=curve) for word, curve in curves.items()}
        share, value, lean, slope = (named(label[word]) for word in curves)
        terms.append(share * value + lean * slope)
    return reduce(add, terms)


def slopes_within(x: Array, y: Array, z: Array) -> tuple[Array, Array, Array]:
    """Slopes of z along x and along y and its twist, at every point of the map."""
    along_x = np.stack([monotone(x, column) for column in z.T], axis=1)
    along_y = np.stack([monotone(y, row) for row in z])
    twist = np.stack([_central(x, column) for column in np.stack([_central(y, row) for row in z]).T], axis=1)
    for i, j in np.ndindex(z.shape):
        cells = [(n, m) for n in (i - 1, i + 1) for m in (j - 1, j + 1) if 0 <= n < len(x) and 0 <= m < len(y)]
        rooms = [_room(z, i, j, n, m) for n, m in cells]
        smaller: Any = 1.0
        for (n, m), (down, up) in zip(cells, rooms, strict=True):
            rise = (x[n] - x[i]) * along_x[i, j] / 3 + (y[m] - y[j]) * along_y[i, j] / 3
            most = up if rise.real > 0.0 else down
            if abs(rise.real) > abs(most.real) and (most / rise).real < np.real(smaller):
                smaller = most / rise
        along_x[i, j], along_y[i, j] = smaller * along_x[i, j], smaller * along_y[i, j]
        for (n, m), (down, up) in zip(cells, rooms, strict=True):
            rise = (x[n] - x[i]) * along_x[i, j] / 3 + (y[m] - y[j]) * along_y[i, j] / 3
            part = (x[n] - x[i]) * (y[m] - y[j]) / 9
            bounds = sorted(((down - rise) / part, (up - rise) / part), key=np.real)
            twist[i, j] = sorted((bounds[0], twist[i, j], bounds[1]), key=np.real)[1]
    return along_x, along_y, twist


def _room(z: Array, i: int, j: int, n: int, m: int) -> tuple[Any, Any]:
    """How far the surface may go down and up from one corner of a cell."""
    corners = sorted((z[i, j], z[n, j], z[i, m], z[n, m]), key=np.real)
    return corners[0] - z[i, j], corners[-1] - z[i, j]


def monotone(x: Array, y: Array) -> Array:
    """Slopes with which a cubic curve rises and falls as its points do."""
    h, rate = np.diff(x), np.diff(y) / np.diff(x)
    slopes = np.zeros(len(x), np.result_type(x, y, float))
    for k in range(1, len(x) - 1):
        before, after = rate[k - 1], rate[k]
        if before.real * after.real > 0.0:
            one, other = 2 * h[k] + h[k - 1], h[k] + 2 * h[k - 1]
            slopes[k] = (one + other) / (one / before + other / after)
    slopes[0] = _end(h[0], h[1], rate[0], rate[1])
    slopes[-1] = _end(h[-1], h[-2], rate[-1], rate[-2])
    return slopes


def _end(near: Any, far: Any, own: Any, next_one: Any) -> Any:
    slope = ((2 * near + far) * own - near * next_one) / (near + far)
    if slope.real * own.real <= 0.0:
        return 0.0
    return 3 * own if abs(slope.real) > 3 * abs(own.real) else slope


def _central(x: Array, y: Array) -> Array:
    h, rate = np.diff(x), np.diff(y) / np.diff(x)
    inner = (h[1:] * rate[:-1] + h[:-1] * rate[1:]) / (h[1:] + h[:-1])
    return np.concatenate([rate[:1], inner, rate[-1:]])


def cubics(x: Array, y: Array, slopes: Array) -> Array:
    """Six an interval, in rising powers of the distance from its left end."""
    h, rate = np.diff(x), np.diff(y) / np.diff(x)
    left, right = slopes[:-1], slopes[1:]
    none = np.zeros(len(h))
    rows = [y[:-1], left, (3 * rate - 2 * left - right) / h, (left + right - 2 * rate) / h**2, none, none]
    return np.stack(rows, axis=1)
