"""A body that vibrates when it is struck, wherever that is: what its modes move at places on it.

beam:
  frequencies: [93.5, 257]
  places: [[0, 0], [0.25, 0], [0.5, 0], [0.75, 0], [1, 0]]
  shapes: [[2.2, -0.2, -1.3, -0.2, 2.2], [2.2, -1.2, 0, 1.2, -2.2]]
  way: [0, 1]
  reach: 0.01
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from linkwork.base.late_dataclass import dataclass
from linkwork.elements.struck import places_layout_kernel as layout
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part

if TYPE_CHECKING:
    from linkwork.base.arrays import Array

Vector = tuple[Number, ...]
Plain = Annotated[float, Field(allow_inf_nan=False)]
"""A number and no formula, of which there are tens of thousands."""
Direction = Literal["any", "along", "across"]
_RULES = {"any": layout.ANY, "along": layout.ALONG, "across": layout.ACROSS}
_LEAST = 5
"""Places in a chain below which the error between them is not judged."""
_TOO_FEW = 0.5
"""Lost by half of the places: more than this says nothing of what all of them lose."""
_UNKNOWN = 0.2
"""Of its largest displacement: a mode that is less known than this between its places is not known there."""


class VibratingBody(Part):
    """Modes of one of the two bodies that strike each other, and places on it where they are known."""

    frequencies: Annotated[tuple[Number, ...], Field(min_length=1)] = Field(
        description="of the free vibrations, Hz, lowest first"
    )
    places: Annotated[tuple[Vector, ...], Field(min_length=1)] = Field(
        description="places in the body's axes: one, or a line of them in order (shapes are smooth along it)"
    )
    shapes: tuple[tuple[Plain | tuple[Plain, ...], ...], ...] = Field(
        description="of every mode of unit modal mass how far it moves each place, along the body's axes, 1/sqrt(kg)"
    )
    way: tuple[Plain, ...] = Field(
        default=(), description="the one direction in which all shapes move the places; each is then a single number"
    )
    turns: tuple[tuple[Plain | tuple[Plain, ...], ...], ...] = Field(
        default=(),
        description="of every mode by what angle it turns each place, rad/(m sqrt(kg)): what is struck beside the line",
    )
    cells: tuple[tuple[int, ...], ...] = Field(
        default=(),
        description="numbers of places, from 0: two of a straight line or three of a triangle, for what is no one line",
    )
    reach: Number = Field(
        default=as_expression(1e-6), description="how far from its places the surface that is struck may be, m"
    )
    struck: Direction = Field(
        default="any",
        description="from where its blows are known: along the line of places, across it (of triangles: straight on "
        "them), or from anywhere",
    )

    def pack(self, row: Any, side: str, axes: int | None) -> PackedBody:
        """Its numbers, checked; `axes` are the coordinates of a place where the world is known."""
        import numpy as np

        def fail(text: str) -> Any:
            return row.fail(f"{side}: {text}")

        count, modes = len(self.places), len(self.frequencies)
        axes = axes or len(self.places[0])
        if axes not in (2, layout.SPACE) or any(len(place) != axes for place in self.places):
            fail(f"every place has {axes} coordinates")
        if len(self.shapes) != modes or any(len(shape) != count for shape in self.shapes):
            fail(
                f"shapes: a row for each of the {modes} modes is needed, and in it a vector for each of {count} places"
            )
        moved = self._moved(fail, (modes, count, axes))
        places = _numbers(row, self.places, (count, axes))
        turned = self._turned(row, fail, (modes, count, 1 if axes == 2 else 3))
        kind = self._kind(fail)
        if self.struck != "any" and kind == layout.LONE:
            fail("struck: a single place has no line; leave it out")
        values = np.concatenate([moved, turned], axis=2)
        error: float | None = None
        if kind == layout.CHAIN:
            lengths = np.sqrt(np.sum(np.diff(places, axis=0) ** 2, axis=1))  # with what places carry of derivatives
            if not lengths.real.min() > 1e-9 * lengths.real.sum():
                fail("places: two that follow each other are the same; give each once")
            along = np.concatenate([[0.0], np.cumsum(lengths)])
            values, error = np.concatenate([values, _slopes(lengths, values)], axis=2), _error(along.real, moved)
        elif kind != layout.LONE:
            error = self._cell_error(places.real, moved.real)
        if error is not None and error > _UNKNOWN:
            fail(
                f"shapes: the fastest modes are not known between the places (off by about {error:.0%} of their "
                "largest displacement); give more places, or fewer modes"
            )
        floats = [row.above_zero(self.reach, "reach"), *places.ravel().tolist()]
        floats += values.transpose(1, 0, 2).ravel().tolist()
        indices = [number for cell in self.cells for number in cell]
        elements = len(self.cells) or max(1, count - 1)
        ints = [modes, axes, kind, count, elements, _RULES[self.struck]]
        frequencies = [row.above_zero(value, "frequencies") for value in self.frequencies]
        return PackedBody(frequencies, ints, floats, indices, error)

    def _kind(self, fail: Any) -> int:
        count = len(self.places)
        if not self.cells:
            return layout.LONE if count == 1 else layout.CHAIN
        corners = len(self.cells[0])
        if corners not in (2, 3) or any(len(cell) != corners for cell in self.cells):
            fail("cells: each names two places (a straight line), or each three (a triangle)")
        if any(not 0 <= number < count for cell in self.cells for number in cell):
            fail(f"cells: numbers of places lie between 0 and {count - 1}")
        return layout.SEGMENTS if corners == 2 else layout.TRIANGLES

    def _moved(self, fail: Any, shape: tuple[int, int, int]) -> Any:
        """What all modes move all places."""
        import numpy as np

        axes = shape[2]
        if not self.way:
            if any(not isinstance(vector, tuple) or len(vector) != axes for row in self.shapes for vector in row):
                fail(f"shapes: what a place moves has {axes} coordinates, or is a number along `way`")
            return np.array(self.shapes, float).reshape(shape)
        length = math.hypot(*self.way)
        if len(self.way) != axes or not length > 0.0:
            fail(f"way: a direction of {axes} coordinates is expected")
        if any(isinstance(value, tuple) for row in self.shapes for value in row):
            fail("shapes: with `way` what a place moves is one number")
        return np.array(self.shapes, float)[:, :, None] * (np.array(self.way, float) / length)

    def _turned(self, row: Any, fail: Any, shape: tuple[int, int, int]) -> Any:
        """The turns of all modes at all places; zero where none are given."""
        import numpy as np

        modes, count, size = shape
        if not self.turns:
            return np.zeros(shape)
        if len(self.turns) != modes or any(len(turn) != count for turn in self.turns):
            fail(f"turns: a row for each of the {modes} modes is needed, and in it an angle for each of {count} places")
        rows = [[value if isinstance(value, tuple) else (value,) for value in turn] for turn in self.turns]
        if any(len(value) != size for turn in rows for value in turn):
            fail("turns: an angle is one number in the plane, three in space")
        return np.array(rows, float).reshape(shape)

    def _cell_error(self, places: Array, moved: Array) -> float:
        """About how far straight lines are off inside the cells: an eighth of how slopes change from cell to cell."""
        import numpy as np

        cells = np.array(self.cells)
        edges = np.unique(np.sort(np.vstack([cells[:, [i, j]] for i, j in _EDGES[cells.shape[1]]]), axis=1), axis=0)
        # every edge from both its ends, in the order of the places where it begins
        begins, ends = np.vstack([edges, edges[:, ::-1]]).T
        order = np.lexsort((np.tile(np.arange(len(edges)), 2), begins))
        begins, ends = begins[order], ends[order]
        ways = places[ends] - places[begins]
        far = np.maximum(np.linalg.norm(ways, axis=1), 1e-300)
        opposite = _opposites(begins, ways / far[:, None])
        one = np.flatnonzero(opposite >= 0)
        other = opposite[one]
        # of every place the mean slope towards others, against the way there, by components: what lines would share
        error = 0.0
        for shape, largest in zip(moved, _largest(moved), strict=True):
            slope = (shape[ends] - shape[begins]) / far[:, None]
            bend = np.linalg.norm(slope[one] + slope[other], axis=1)
            error = max(error, float(np.max(bend * far[one], initial=0.0)) / largest / 8)
        return error


def _opposites(begins: Array, ways: Array) -> Array:
    """Of every edge the one that leaves the place where it begins on the other side, -1: there is none.

    `begins` rise; `ways` are the unit directions of the edges.
    """
    import numpy as np

    opposite = np.full(len(begins), -1)
    _, firsts, counts = np.unique(begins, return_index=True, return_counts=True)
    for count in np.unique(counts):  # all places at once at which so many edges begin
        own = firsts[counts == count][:, None] + np.arange(count)
        towards = ways[own] @ ways[own].transpose(0, 2, 1)
        least = np.argmin(towards, axis=2)
        there = np.take_along_axis(towards, least[:, :, None], axis=2)[:, :, 0] < _OPPOSITE
        opposite[own[there]] = np.take_along_axis(own, least, axis=1)[there]
    return opposite


_EDGES = {2: ((0, 1),), 3: ((0, 1), (1, 2), (2, 0))}
_OPPOSITE = -0.8


@dataclass(frozen=True)
class PackedBody:
    """Frequencies in Hz; modes, axes, kind, places, elements, rule; floats; corners of cells; error between places."""

    frequencies: list[Any]
    ints: list[int]
    floats: list[Any]
    indices: list[int]
    error: float | None


def _numbers(row: Any, rows: Any, shape: tuple[int, int]) -> Any:
    """Expressions in rows as an array, complex where one carries a derivative."""
    import numpy as np

    values = [row.number(value) for own in rows for value in own]
    carried = any(isinstance(value, complex) for value in values)
    return np.array(values, complex if carried else float).reshape(shape)


def _largest(moved: Array) -> Array:
    """The largest displacement of every mode; 1 where it moves none of the places."""
    import numpy as np

    largest = np.max(np.linalg.norm(np.real(moved), axis=2), axis=1)
    return np.where(largest > 0, largest, 1.0)


def _slopes(lengths: Any, values: Any) -> Any:
    """Slopes along a chain of cubics with as many continuous derivatives as can be (not-a-knot at its ends).

    `lengths` of the chain's elements may carry derivatives, and slopes then do.
    """
    import numpy as np
    from scipy.linalg import solve_banded

    rows = np.moveaxis(values, 1, 0)
    h = lengths.reshape(-1, *[1] * (rows.ndim - 1))
    slope = np.diff(rows, axis=0) / h
    if len(lengths) == 1:
        return np.moveaxis(slope[[0, 0]], 0, 1)
    # inside: h_j s_j-1 + 2 (h_j-1 + h_j) s_j + h_j-1 s_j+1 = 3 (h_j m_j-1 + h_j-1 m_j) with the mean slopes m
    banded, right = np.ones((3, len(rows)), lengths.dtype), np.empty(rows.shape, slope.dtype)
    banded[2, :-2], banded[1, 1:-1], banded[0, 2:] = lengths[1:], 2 * (lengths[:-1] + lengths[1:]), lengths[:-1]
    right[1:-1] = 3 * (h[1:] * slope[:-1] + h[:-1] * slope[1:])
    if len(lengths) == 2:  # a parabola through three places
        right[0], right[-1] = 2 * slope[0], 2 * slope[-1]
    else:
        for end, beside, second in ((0, 1, 0), (-1, -2, 2)):
            both = lengths[end] + lengths[beside]
            banded[1, end], banded[second, beside] = lengths[beside], both
            right[end] = (lengths[end] + 2 * both) * lengths[beside] * slope[end] + lengths[end] ** 2 * slope[beside]
            right[end] /= both
    slopes = solve_banded((1, 1), banded, right.reshape(len(rows), -1))
    return np.moveaxis(slopes.reshape(rows.shape), 0, 1)


def _error(along: Array, moved: Any) -> float:
    """About how far the cubics are off, of each mode's largest displacement: what half of the places lose, over 16.

    Places that are few for a mode lose as much as half of them; nan where that is not known.
    """
    import numpy as np
    from scipy.interpolate import CubicSpline

    if len(along) < _LEAST:
        return math.nan
    kept = np.unique([*range(0, len(along), 2), len(along) - 1])
    off = CubicSpline(along[kept], np.real(moved[:, kept]), axis=1)(along) - np.real(moved)
    lost = float(np.max(np.max(np.linalg.norm(off, axis=2), axis=1) / _largest(moved)))
    return lost / 2**4 if lost < _TOO_FEW else lost
